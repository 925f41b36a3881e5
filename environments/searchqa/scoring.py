"""Scores an answer against the accepted ones: exact match and F1 over words.

Both are those of SQuAD (Rajpurkar et al. 2016, section 6.1), with HotpotQA's rule that yes and no are
all or nothing, and with the known holes of that normalisation closed: an article that ends an answer
is kept ("Vitamin A", "A"), so are a decimal point, a minus sign and the gap between two numbers;
only a comma that groups thousands is dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

#: Characters of an answer that are read; a longer one is wrong.
MAX_LENGTH = 4096

_ARTICLES = frozenset(("a", "an", "the"))
_ALL_OR_NOTHING = frozenset(("yes", "no", "noanswer"))
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[,:/\-‐‑‒–—−](?=\d)")
_POINT_OR_MINUS = re.compile(r"(?<!\w)[-−](?=\.?\d)|\.(?=\d)")
#: Stand in for a kept point and minus while punctuation is removed; neither is a letter of any text.
_POINT, _MINUS = "\ue000", "\ue001"


def normalise(text: str) -> list[str]:
    """The words that count, in lower case."""
    text = unicodedata.normalize("NFKC", text).casefold().replace(_POINT, "").replace(_MINUS, "")
    text = _THOUSANDS.sub(lambda match: match.group().replace(",", ""), text)
    text = _POINT_OR_MINUS.sub(lambda match: _POINT if match.group() == "." else _MINUS, text)
    text = _BETWEEN_DIGITS.sub(" ", text)
    kept = "".join(char for char in text if not _is_mark(char))
    words = kept.split() or text.split()
    # An article never ends a noun phrase, so as the last word it is a name: "Serie A".
    return [
        word.replace(_POINT, ".").replace(_MINUS, "-")
        for at, word in enumerate(words)
        if word not in _ARTICLES or at == len(words) - 1
    ]


def score_answer(answer: str, golds: Sequence[str] | str) -> tuple[bool, float]:
    """Exact match and F1, each the best over the accepted answers.

    Args:
        answer: the agent's text.
        golds: one accepted answer or several.

    Returns:
        (exact_match, f1) with f1 in [0, 1]; an exact match has 1.0.
    """
    accepted = (golds,) if isinstance(golds, str) else golds
    if len(answer) > MAX_LENGTH:
        return False, 0.0
    words = normalise(answer)
    best = 0.0
    for gold in accepted:
        wanted = normalise(gold)
        if words and words == wanted:
            return True, 1.0
        best = max(best, _f1(words, wanted))
    return False, best


def _f1(words: list[str], wanted: list[str]) -> float:
    if _all_or_nothing(words) or _all_or_nothing(wanted):
        return 0.0
    shared = sum((Counter(words) & Counter(wanted)).values())
    if not shared:
        return 0.0
    precision, recall = shared / len(words), shared / len(wanted)
    return 2 * precision * recall / (precision + recall)


def _all_or_nothing(words: list[str]) -> bool:
    return len(words) == 1 and words[0] in _ALL_OR_NOTHING


def _is_mark(char: str) -> bool:
    if char.isalnum() or char.isspace():
        return False
    return unicodedata.category(char)[0] == "P" or char in "$+<=>^`|~"
