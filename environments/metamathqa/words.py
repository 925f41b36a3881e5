"""Names and connecting words."""

from __future__ import annotations

from ragen_bench.rng import Rng

#: Name, subject, possessive and object pronoun.
Person = tuple[str, str, str, str]

_SHE = (
    "Amara", "Beatriz", "Chloe", "Dalia", "Emiko", "Farah", "Greta", "Hanna", "Ines", "Jelena", "Kavya",
    "Mireille", "Nadia", "Olga", "Priya", "Rosa", "Sofia", "Tamsin", "Uma", "Vera", "Wanda", "Yara", "Zoe",
)  # fmt: skip
_HE = (
    "Anton", "Bilal", "Carlos", "Dmitri", "Elias", "Felix", "Gustav", "Hugo", "Ivan", "Jonas", "Kofi",
    "Mateo", "Nils", "Omar", "Pavel", "Quentin", "Rafael", "Samir", "Tomas", "Ugo", "Viktor", "Yusuf",
)  # fmt: skip
_STARTS = ("Br", "D", "F", "Gr", "H", "J", "K", "L", "M", "N", "P", "Qu", "R", "S", "T", "V", "W", "Z")
_MIDDLES = ("a", "e", "i", "o", "u", "ae", "io", "ul", "an", "er")
_ENDS = ("dax", "fin", "lop", "mir", "nub", "rix", "sev", "tok", "vane", "zin")
_NOUN_ENDS = ("bble", "mp", "nk", "rdle", "ggin", "tter")
_FIRST = ("bl", "cr", "dr", "fl", "gl", "kl", "pl", "sn", "tr", "v", "w", "z")

CONNECTORS = ("Then ", "After that, ", "Next, ", "Later, ", "")
#: Facts of no use to any question.
ASIDES = (
    "It rained on {n:3-20} days of the month before.",
    "The newspaper of that day had {n:12-64} sheets.",
    "A radio in the background played {n:3-25} songs.",
    "The temperature outside was {n:3-29} degrees.",
    "The nearest town has {n:1200-9800} inhabitants.",
    "A calendar on the wall showed day {n:2-28} of the month.",
    "A cat slept for {n:2-9} hours in the sun.",
    "The nearest post box is {n:40-700} steps away.",
)


def people(rng: Rng, renamed: bool) -> tuple[Person, Person]:
    """Two different people."""
    found: list[Person] = []
    while len(found) < 2:
        female = rng.below(2) == 0
        name = invented_name(rng) if renamed else rng.choice(_SHE if female else _HE)
        if not any(name == person[0] for person in found):
            found.append((name, "she", "her", "her") if female else (name, "he", "his", "him"))
    return found[0], found[1]


def invented_name(rng: Rng) -> str:
    """A made-up name of a person."""
    return rng.choice(_STARTS) + rng.choice(_MIDDLES) + rng.choice(_ENDS)


def invented_things(rng: Rng) -> tuple[str, str]:
    """A made-up noun, singular and plural."""
    stem = rng.choice(_FIRST) + rng.choice(_MIDDLES) + rng.choice(_NOUN_ENDS)
    return stem, f"{stem}s"
