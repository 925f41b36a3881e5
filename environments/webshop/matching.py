"""Whether two wordings mean the same: token-set similarity and colour normalisation."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache

#: Two texts match above this similarity, in percent, as in WebShop.
THRESHOLD = 85
#: Longest text that is compared; what lies beyond is not read.
MOST_CHARACTERS = 300

_WORD = re.compile(r"\w+")
_COLORS = (
    "black", "white", "gray", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "beige",
    "navy", "teal", "turquoise", "olive", "khaki", "maroon", "burgundy", "coral", "lavender", "mint", "gold",
    "silver", "bronze", "ivory", "cream", "charcoal", "mustard",
)  # fmt: skip
_COLOR = re.compile(rf"\b({'|'.join(_COLORS)})\b")


def normal_color(text: str) -> str:
    """The first colour word of an option's text ("deep navy" -> "navy"), else the text itself.

    Shades with a name of their own are colours of their own; "grey" is spelt "gray".
    """
    text = text.lower().replace("grey", "gray")[:MOST_CHARACTERS]
    found = _COLOR.search(text)
    return found.group(1) if found else text


@lru_cache(maxsize=1 << 16)
def similarity(one: str, other: str) -> float:
    """Token-set similarity in percent; 100 when the words of one are among the other's.

    The shared words are compared with each text's sorted words, and the two with each other; the best of
    the three counts. The ratio of two strings is that of `difflib`.
    """
    first = set(_WORD.findall(one.lower()[:MOST_CHARACTERS]))
    second = set(_WORD.findall(other.lower()[:MOST_CHARACTERS]))
    if not first or not second:
        return 0.0
    shared = sorted(first & second)
    if shared and (first <= second or second <= first):
        return 100.0
    # In a fixed order, because the ratio of `difflib` depends on which text comes first.
    left, right = sorted(" ".join(shared + sorted(own)) for own in (first - second, second - first))
    common = " ".join(shared)
    return 100 * max(_ratio(common, left), _ratio(common, right), _ratio(left, right))


def matches(one: str, other: str) -> bool:
    """Whether two wordings count as the same."""
    return similarity(one, other) > THRESHOLD


def options_match(chosen: str, wanted: str) -> bool:
    """Whether a chosen option counts as the wanted one, after colour normalisation."""
    return matches(normal_color(chosen), normal_color(wanted))


def _ratio(one: str, other: str) -> float:
    if not one or not other:
        return 0.0
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
