"""The exhaustive solver: every solution is found, so one solution is a proof."""

from __future__ import annotations

from collections.abc import Iterable

from ragen_bench.environments.sudoku.logic import Logic, Position, logic, members

#: Guesses after which a grid given by hand is put away as too hard to prove.
MAX_GUESSES = 5_000


def solutions(
    rules: Logic, clues: Iterable[int], most: int = 2, guesses: int = MAX_GUESSES
) -> list[list[int]] | None:
    """The solutions, each as bits in order, but not more than `most`; None when that stays undecided.

    Args:
        rules: of the board's size.
        clues: bits of the given cells.
        most: where to stop; 2 tells one solution from several.
        guesses: how many may be tried.
    """
    found: list[list[int]] = []
    stack: list[Position] = [rules.start(clues)]
    left = guesses
    while stack:
        end = rules.close(*stack.pop(), rules.singles)
        if end is None:
            continue
        bits, placed = end
        if placed.bit_count() == rules.cells:
            found.append(members(placed))
            if len(found) >= most:
                break
            continue
        for bit in _narrowest(rules, bits, placed):
            left -= 1
            if left < 0:
                return None
            stack.append((bits & rules.keep[bit + 1], placed | 1 << bit))
    return found


def solve(size: int, grid: str) -> str | None:
    """The first solution of a grid, or None."""
    rules = logic(size)
    found = solutions(rules, rules.clues(grid), most=1)
    return rules.grid(found[0]) if found else None


def _narrowest(rules: Logic, bits: int, placed: int) -> list[int]:
    """The candidates of the open cell that has fewest."""
    best = 0
    fewest = rules.size + 1
    for cell in range(rules.cells):
        own = rules.values << cell
        if placed & own:
            continue
        count = (bits & own).bit_count()
        if count < fewest:
            best, fewest = bits & own, count
            if count == 2:
                break
    return members(best)
