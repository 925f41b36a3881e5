"""The families of questions, read from the TOML files beside this module."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ragen_bench.environments.metamathqa.program import OPERATORS

_ORDINARY = ("stories_trade.toml", "stories_places.toml", "stories_numbers.toml")
_HELD_OUT = ("held_out_stories.toml", "held_out_numbers.toml")
_SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")

#: A bound of a range: a number, or the running value divided by one.
Bound = tuple[bool, int]


@dataclass(frozen=True, slots=True)
class Range:
    """What a number in a sentence is drawn from: `choices`, or low to high.

    Args:
        name: how the sentence's program calls it.
    """

    name: str
    choices: tuple[int, ...] = ()
    low: Bound = (False, 0)
    high: Bound = (False, 0)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with what it computes.

    Args:
        parts: text, names of slots such as ("who",), and ranges, in order.
        program: postfix tokens over the names of its ranges, v, s and constants; empty for an aside.
        steps: operators in the program.
    """

    parts: tuple[str | tuple[str] | Range, ...]
    program: tuple[str, ...] = ()
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """What is asked: a sentence of information in front (may be empty), a question, a noun phrase for it."""

    before: Sentence
    question: Sentence
    phrase: Sentence
    program: tuple[str, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class Story:
    """One family.

    Args:
        key: the family's name.
        whole: every value on the way is a whole number.
        things: singular and plural of what is counted, where the sentences name it by slots.
    """

    key: str
    whole: bool
    things: tuple[str, str] | None
    openings: tuple[Sentence, ...]
    moves: tuple[Sentence, ...]
    endings: tuple[Ending, ...]
    asides: tuple[Sentence, ...]


@lru_cache(maxsize=2)
def stories(held_out: bool) -> tuple[Story, ...]:
    """The families of test_ood, or those of every other split, in a fixed order."""
    found = []
    for name in _HELD_OUT if held_out else _ORDINARY:
        with Path(__file__).with_name(name).open("rb") as file:
            found += [_story(key, entry) for key, entry in tomllib.load(file).items()]
    return tuple(found)


def _story(key: str, entry: dict[str, object]) -> Story:
    def lines(field: str) -> list[str]:
        value = entry.get(field, [])
        assert isinstance(value, list)
        return value

    things = lines("things")
    return Story(
        key=key,
        whole=bool(entry.get("whole", True)),
        things=(things[0], things[1]) if things else None,
        openings=tuple(sentence(*line.split(" | ")) for line in lines("openings")),
        moves=tuple(sentence(*line.split(" | ")) for line in lines("moves")),
        endings=tuple(_ending(line) for line in lines("endings")),
        asides=tuple(sentence(line) for line in lines("asides")),
    )


def _ending(line: str) -> Ending:
    before, question, phrase, program = (part.strip() for part in line.split("|"))
    last = sentence(before, program)
    return Ending(sentence(before), sentence(question), sentence(phrase), last.program, last.steps)


def sentence(text: str, program: str = "") -> Sentence:
    parts: list[str | tuple[str] | Range] = []
    at = 0
    for match in _SLOT.finditer(text):
        if match.start() > at:
            parts.append(text[at : match.start()])
        parts.append((match[1],) if match[2] is None else _range(match[1], match[2]))
        at = match.end()
    if at < len(text):
        parts.append(text[at:])
    tokens = tuple(program.split())
    return Sentence(tuple(parts), tokens, sum(token in OPERATORS for token in tokens))


def _range(name: str, text: str) -> Range:
    if "," in text:
        return Range(name, choices=tuple(int(item) for item in text.split(",")))
    low, high = text.split("-")
    return Range(name, low=_bound(low), high=_bound(high))


def _bound(text: str) -> Bound:
    return (True, int(text[2:])) if text.startswith("v/") else (False, int(text))
