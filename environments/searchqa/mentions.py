"""Finds what looks like a name or a number in a text; for cheap policies, which understand nothing else."""

from __future__ import annotations

import re

_NAME = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z]+){0,3}")
_NUMBER = re.compile(r"\b\d[\d,]*\d\b")
#: Capitalised because they start a sentence.
_STARTS = (
    "A An And At Audiences Beginners Between Biologists Blocks Business By Can Catalogues Country Crews "
    "Every Find For Friends From He Her Hikers His Home How In It Its Laws Lectures Locals Matches Most "
    "Name Naturalists Nobody Nothing Older On Outside Please Readers Scholars She Snow Some Supporters "
    "The Under Until Village Visitors Wet What When Where Which Who Why"
)
_NO_NAMES = frozenset(_STARTS.split())


def names_in(text: str) -> list[str]:
    """Runs of capitalised words, in order, without a first word that only starts a sentence."""
    found = []
    for match in _NAME.finditer(text[:20_000]):
        words = match.group().split()
        while words and words[0] in _NO_NAMES:
            words.pop(0)
        if words:
            found.append(" ".join(words))
    return found


def numbers_in(text: str) -> list[str]:
    """Whole numbers, without the commas between thousands."""
    return [match.group().replace(",", "") for match in _NUMBER.finditer(text[:20_000])]
