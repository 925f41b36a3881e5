"""The one text space: any string up to a length."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Text

#: Characters that `sample` draws from. `contains` accepts every character.
SAMPLE_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789 "
#: Longest sample: random text of the full length would only be slow.
SAMPLE_LENGTH = 32


class TextSpace(Text):
    """Contains every `str` of 0 to `max_length` characters; samples short strings of a small alphabet.

    Gymnasium's `Text` needs its charset listed, which for all of Unicode is slow to build and large
    to pickle, and its default rejects spaces and line breaks.
    """

    def __init__(self, max_length: int, seed: int | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=SAMPLE_ALPHABET, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """A random string of at most `SAMPLE_LENGTH` characters, or as the mask says."""
        if mask is None and probability is None:
            length = int(self.np_random.integers(0, min(self.max_length, SAMPLE_LENGTH) + 1))
            picks = self.np_random.integers(0, len(SAMPLE_ALPHABET), size=length)
            return "".join(SAMPLE_ALPHABET[i] for i in picks)
        return super().sample(mask, probability)

    def contains(self, x: Any) -> bool:
        """Any `str` that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"TextSpace({self.max_length})"

    def __eq__(self, other: object, /) -> bool:
        return isinstance(other, TextSpace) and self.max_length == other.max_length

    __hash__ = None  # type: ignore[assignment]
