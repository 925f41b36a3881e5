"""The embedded search engine: BM25 over whole passages, exact and the same on every platform.

Scores are Okapi BM25 (Robertson and Zaragoza 2009, equation 3.15) with k1 = 1.2, b = 0.75 and
idf = log(1 + (N - n + 0.5) / (n + 0.5)); a word of a name counts as often as TITLE_WEIGHT words of the
text. What one word adds to one passage is rounded to a whole number once, when the index is built, so
that sums are exact and an order never depends on rounding; passages with equal sums stand in the order of
their titles.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from ragen_bench.environments.searchqa.searcher import Passage, words_of

K1 = 1.2
B = 0.75
TITLE_WEIGHT = 3
#: Steps in a score of 1.
_STEPS = 1 << 12


class Bm25Index:
    """An index in memory.

    Args:
        passages: what is searched; copies are kept by reference.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = sorted(passages, key=lambda passage: (passage.title, passage.text))
        self._vocabulary: dict[str, int] = {}
        self._starts = np.zeros(1, np.int64)
        self._where = np.zeros(0, np.int32)
        self._adds = np.zeros(0, np.int32)
        self._build()

    def search(self, query: str, k: int) -> list[Passage]:
        """The best `k` passages that share a word with the query, best first."""
        known = self._vocabulary
        words = sorted({known[word] for word in words_of(query) if word in known})
        if not words:
            return []
        scores = np.zeros(len(self._passages), np.int64)
        for word in words:
            part = slice(self._starts[word], self._starts[word + 1])
            scores[self._where[part]] += self._adds[part]
        found = np.flatnonzero(scores)
        scores = scores[found]
        if len(found) > k:
            # Everything as good as the k-th stays in, for ties go by title.
            worst = np.partition(scores, len(scores) - k)[len(scores) - k]
            kept = scores >= worst
            found, scores = found[kept], scores[kept]
        order = np.argsort(-scores, kind="stable")[:k]
        return [self._passages[at] for at in found[order]]

    def _build(self) -> None:
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        flat: list[int] = []
        lengths: list[int] = []
        for passage in self._passages:
            names = words_of(" ".join(passage.names or (passage.title,)))
            words = words_of(passage.text) + TITLE_WEIGHT * names
            flat += [numbers[word] for word in words]
            lengths.append(len(words))
        count = len(lengths)
        if not flat:
            return
        sizes = np.asarray(lengths, np.int64)
        keys = np.asarray(flat, np.int64) * count + np.repeat(np.arange(count), sizes)
        keys, times = np.unique(keys, return_counts=True)
        words_at, where = np.divmod(keys, count)
        spread = np.bincount(words_at, minlength=len(numbers))
        # math.log once per number of passages: NumPy's own logarithm differs in its last bit between builds.
        levels, level_of = np.unique(spread, return_inverse=True)
        idf = np.asarray([math.log(1 + (count - n + 0.5) / (n + 0.5)) for n in levels.tolist()])[level_of]
        norm = K1 * (1 - B + B * sizes * (count / sizes.sum()))
        tf = times * (K1 + 1) / (times + norm[where])
        self._adds = np.maximum(np.rint(idf[words_at] * tf * _STEPS), 1).astype(np.int32)
        self._where = where.astype(np.int32)
        self._starts = np.concatenate(([0], np.cumsum(spread)))
        self._vocabulary = dict(numbers)
