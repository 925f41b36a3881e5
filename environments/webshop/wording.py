"""Instructions for generated goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragen_bench.environments.webshop.features import FEATURES
from ragen_bench.environments.webshop.goods import Kind
from ragen_bench.rng import Rng

_OPENERS = (
    "I am looking for {phrase}",
    "I need {phrase}",
    "Please find me {phrase}",
    "I would like to buy {phrase}",
    "Can you order {phrase}",
)
_CHOICES = (
    "Make it {choices}.",
    "I want it in {choices}.",
    "It should come in {choices}.",
    "Please choose {choices}.",
)
_PRICES = (
    "I can spend up to {price} dollars.",
    "It may cost {price} dollars at most.",
    "My limit is {price} dollars.",
    "Please stay within {price} dollars.",
)


def instruction(
    kind: Kind, features: Sequence[str], options: Mapping[str, str], price: float, wording: str, rng: Rng
) -> str:
    """What a shopper says. The price may be met exactly.

    Args:
        kind: what is wanted.
        features: names, put into words as `wording` says (see `WebShopConfig`).
        options: values by name.
        price: the ceiling in dollars.
        wording: "direct", "plain" or "indirect".
        rng: chooses among phrases.
    """
    opener = rng.choice(_OPENERS).format(phrase=kind.phrase)
    mark = "?" if opener.startswith("Can") else "."
    order = rng.shuffled(list(features))
    if wording == "direct":
        parts = [f"{opener}{mark}", f"It has to be listed as {_joined(order)}."]
    elif wording == "plain":
        phrases = [rng.choice(FEATURES[name].plain) for name in order]
        parts = [f"{opener} that {_joined(phrases)}{mark}"]
    else:
        parts = [f"{opener}{mark}", *(FEATURES[name].indirect for name in order)]
    if options:
        choices = _joined([f"{name} {value}" for name, value in rng.shuffled(list(options.items()))])
        parts.append(rng.choice(_CHOICES).format(choices=choices))
    amount = f"{price:.2f}".removesuffix(".00")
    parts.append(rng.choice(_PRICES).format(price=amount))
    return " ".join(parts)


def _joined(parts: Sequence[str]) -> str:
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else parts[0]
