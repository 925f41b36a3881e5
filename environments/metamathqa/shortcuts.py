"""Rules of thumb that answer a question from its numbers without reading it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

#: Answers of a guarded question are at least this: small numbers would be guessed.
LEAST_ANSWER = 11


def total(numbers: Sequence[int]) -> int:
    """The sum of all numbers."""
    return sum(numbers)


def last_product(numbers: Sequence[int]) -> int:
    """The product of the last two numbers."""
    return numbers[-1] * numbers[-2] if len(numbers) > 1 else sum(numbers)


def last_difference(numbers: Sequence[int]) -> int:
    """The difference of the last two numbers."""
    return abs(numbers[-1] - numbers[-2]) if len(numbers) > 1 else sum(numbers)


def span(numbers: Sequence[int]) -> int:
    """The largest number less the smallest."""
    return max(numbers) - min(numbers) if numbers else 0


def alternating(numbers: Sequence[int]) -> int:
    """The first number less all others, or the result's distance from the sum of the others."""
    return abs(2 * max(numbers) - sum(numbers)) if numbers else 0


def solved_by_shortcut(numbers: Sequence[int], answer: int) -> bool:
    """Whether the answer stands in the text, or joins all numbers or two neighbours by one operation."""
    if answer in numbers or answer in (total(numbers), span(numbers), alternating(numbers)):
        return True
    pairs = [*pairwise(numbers), (numbers[0], numbers[-1])] if numbers else []
    return any(
        answer in (a + b, abs(a - b), a * b) or (b and a == answer * b) or (a and b == answer * a)
        for a, b in pairs
    )
