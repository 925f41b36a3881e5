"""Keyword search: Okapi BM25 (Robertson and Zaragoza 2009) over an inverted index in memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log
from typing import Any, Protocol

import numpy as np

#: Words of a query that are looked up; the rest of a longer one is not read.
MOST_WORDS = 64

_WORD = re.compile(r"[^\W_]+")
_COMMON = """a an and are as at be but by for from has have i in is it its me my not of on one or so that the
them then there they this to too was want will with would you your"""
_STOP_WORDS = frozenset(_COMMON.split())
_K1, _B = 1.2, 0.75
#: Weights are kept as multiples of a millionth, so that the last bit of a logarithm decides nothing.
_SCALE = 1_000_000
_Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Searcher(Protocol):
    """Finds documents for a query."""

    def search(self, query: str, limit: int) -> Sequence[int]:
        """Numbers of the best documents, best first; ties by number."""
        ...


def words(text: str) -> list[str]:
    """Lower-case words without stop words; a plural "s" is cut off."""
    return [
        word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word
        for word in _WORD.findall(text.lower())
        if word not in _STOP_WORDS
    ]


class Bm25:
    """An index of documents, which are numbered from 0.

    Args:
        documents: their texts.
    """

    def __init__(self, documents: Iterable[str]) -> None:
        counts: dict[str, tuple[list[int], list[int]]] = {}
        lengths: list[int] = []
        for number, text in enumerate(documents):
            found = words(text)
            lengths.append(len(found))
            for word, count in Counter(found).items():
                places, times = counts.setdefault(word, ([], []))
                places.append(number)
                times.append(count)
        self._size = len(lengths)
        average = sum(lengths) / len(lengths) if lengths else 1.0
        norms = _K1 * (1 - _B + _B * np.array(lengths, dtype=np.float64) / average)
        self._postings: dict[str, tuple[_Numbers, _Numbers]] = {}
        for word, (places, times) in counts.items():
            idf = log(1 + (self._size - len(places) + 0.5) / (len(places) + 0.5))
            numbers = np.array(places, dtype=np.int64)
            count_of = np.array(times, dtype=np.float64)
            weights = idf * count_of * (_K1 + 1) / (count_of + norms[numbers])
            # Whole numbers add up to the same sum in any order and on any machine.
            self._postings[word] = numbers, np.rint(weights * _SCALE).astype(np.int64)

    def search(self, query: str, limit: int) -> list[int]:
        """Numbers of the best documents that share a word with the query, best first; ties by number."""
        scores = np.zeros(self._size, dtype=np.int64)
        for word in list(dict.fromkeys(words(query)))[:MOST_WORDS]:
            if word in self._postings:
                numbers, weights = self._postings[word]
                scores[numbers] += weights
        found = np.flatnonzero(scores)
        if len(found) > limit:
            last = np.partition(scores[found], len(found) - limit)[len(found) - limit]
            found = found[scores[found] >= last]
        best = found[np.lexsort((found, -scores[found]))][:limit]
        return [int(number) for number in best]
