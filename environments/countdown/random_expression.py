"""Random well-formed expressions over given numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ragen_bench.rng import Rng


def random_expression(numbers: Sequence[int], rng: Rng) -> str:
    """Every number once, in random order, with random operators and brackets.

    The order is uniform; then two neighbours, drawn uniformly, are joined by an operator drawn
    uniformly from + - * / until one expression is left. Its value may be negative, a fraction or
    undefined.
    """
    parts = [str(number) for number in rng.shuffled(numbers)]
    while len(parts) > 1:
        at = rng.below(len(parts) - 1)
        joined = f"{parts[at]} {'+-*/'[rng.below(4)]} {parts[at + 1]}"
        parts[at : at + 2] = [f"({joined})" if len(parts) > 2 else joined]
    return parts[0]
