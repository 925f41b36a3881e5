"""Reproducible randomness: keys made by hashing, and one source of draws.

A stream of draws is the SHAKE-128 output of its key (FIPS 202), so it is the same in every process,
on every platform and with every library version, and any language can reproduce it. Nothing here
reads or moves a global generator.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import MutableSequence, Sequence
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

_SPAN = 1 << 64
#: Words in the first block of a stream, which SHAKE-128 gives for one permutation, and in later ones.
_FIRST_BLOCK = Struct(">16Q")
_BLOCK = Struct(">256Q")


def canonical_json(value: object) -> str:
    """JSON with sorted keys and no spaces: one text per value, the input of every hash here."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(*parts: object) -> bytes:
    """32 bytes that depend on every part and on where one part ends and the next begins."""
    return hashlib.sha256(canonical_json(parts).encode()).digest()


def fingerprint(value: object) -> str:
    """Hex SHA-256 of a JSON value."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


class Rng:
    """Draws from the SHAKE-128 stream of `key`. Cheap to make, to copy and to pickle.

    Every draw consumes whole 64-bit words in order; `below` rejects the tail, so it is unbiased.
    """

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    @classmethod
    def of(cls, *parts: object) -> Rng:
        """A stream for JSON-able parts, for example `Rng.of("Sokoban", 1, "train", 7)`."""
        return cls(digest(*parts))

    @classmethod
    def from_generator(cls, generator: np.random.Generator) -> Rng:
        """A stream keyed by 128 raw bits of a NumPy generator (moves that generator on by two words)."""
        bits = generator.bit_generator
        return cls(b"".join(int(bits.random_raw()).to_bytes(8, "little") for _ in range(2)))

    def word(self) -> int:
        """The next 64 bits, as an int in [0, 2**64)."""
        if not self._words:
            self._refill()
        return self._words.pop()

    def _refill(self) -> None:
        # Words are stored reversed because popping the end of a list is the cheap end, and little-endian
        # words last to first are the reversed bytes as big-endian words first to last.
        layout = _BLOCK if self._block else _FIRST_BLOCK
        data = hashlib.shake_128(self._key + self._block.to_bytes(8, "little")).digest(layout.size)
        self._words = list(layout.unpack(data[::-1]))
        self._block += 1

    def below(self, n: int) -> int:
        """Uniform int in [0, n), n >= 1."""
        if n < 1:
            raise ValueError(f"n must be at least 1, got {n}")
        if not self._words:
            self._refill()
        word = self._words.pop()
        # The tail that is rejected has fewer than n words, so it rarely needs to be worked out.
        if word > _SPAN - n:
            limit = _SPAN - _SPAN % n
            while word >= limit:
                word = self.word()
        return word % n

    def between(self, low: int, high: int) -> int:
        """Uniform int in [low, high], both ends included."""
        return low + self.below(high - low + 1)

    def random(self) -> float:
        """Uniform float in [0, 1) with 53 bits."""
        return (self.word() >> 11) * (1.0 / (1 << 53))

    def bernoulli(self, p: float) -> bool:
        """True with probability p."""
        return self.random() < p

    def choice(self, items: Sequence[T]) -> T:
        """One item, uniformly."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index drawn in proportion to non-negative weights."""
        point = self.random() * sum(weights)
        last = 0
        for index, weight in enumerate(weights):
            if weight > 0:
                last = index
                point -= weight
                if point < 0:
                    return index
        return last

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """k distinct positions of `items`, in random order."""
        pool = list(items)
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A shuffled copy."""
        return self.sample(items, len(items))

    def derive(self, *parts: object) -> Rng:
        """An independent stream named by `parts`; does not move this one."""
        return Rng(digest(self._key.hex(), *parts))

    def get_state(self) -> dict[str, Any]:
        """JSON-able position in the stream."""
        return {"key": self._key.hex(), "block": self._block, "left": len(self._words)}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Rng:
        """The inverse of `get_state`."""
        rng = cls(bytes.fromhex(state["key"]))
        if state["block"]:
            rng._block = state["block"] - 1
            rng._refill()
            del rng._words[state["left"] :]
        return rng

    def __getstate__(self) -> dict[str, Any]:
        return self.get_state()

    def __setstate__(self, state: dict[str, Any]) -> None:
        other = Rng.from_state(state)
        self._key, self._block, self._words = other._key, other._block, other._words
