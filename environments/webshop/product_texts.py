"""Texts about generated products. They name no feature that the product does not have."""

from __future__ import annotations

from collections.abc import Sequence

from ragen_bench.rng import Rng

_OPENINGS = (
    "The {model} from {brand} is made for everyday use.",
    "{brand} has put years of experience into the {model}.",
    "Meet the {model}, one of the favorites in our range.",
    "With the {model}, {brand} keeps things simple.",
)
_MIDDLES = (
    "It is {first} and {second}.",
    "Buyers choose it because it is {first}; it is {second}, too.",
    "Among its strong points: {first}, {second}.",
)
_CLOSINGS = (
    "See the features for more.",
    "Ships within two working days.",
    "Questions are answered by mail.",
    "Returns are free for thirty days.",
)
_REVIEWS = (
    "Arrived on time and looks like the picture.",
    "Good value. I would order from {brand} again.",
    "Does what it should. The box was a little dented.",
    "Mine is listed as {feature}, and so far that holds.",
    "I wanted something {feature} and found it.",
    "Nice, but I had hoped for clearer instructions.",
    "My sister has the same one and likes it.",
    "Took a week to get here, otherwise fine.",
)


def description(brand: str, model: str, name: str, features: Sequence[str], rng: Rng) -> str:
    """Three sentences, with two of the features."""
    first, second = rng.sample(features, 2)
    parts = (rng.choice(_OPENINGS), rng.choice(_MIDDLES), rng.choice(_CLOSINGS))
    text = " ".join(parts).format(brand=brand, model=f"{model} {name}", first=first, second=second)
    return text


def reviews(features: Sequence[str], rng: Rng) -> tuple[str, ...]:
    """Three reviews; some name a feature."""
    chosen = rng.sample(_REVIEWS, 3)
    return tuple(text.format(brand="this maker", feature=rng.choice(features)) for text in chosen)
