"""A puzzle beside another: the same clues but for a few, and another solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ragen_bench.environments.sudoku.board import DIGITS, EMPTY, board, candidates
from ragen_bench.environments.sudoku.logic import logic
from ragen_bench.environments.sudoku.search import solutions, solve
from ragen_bench.rng import Rng

#: Clues that are tried with another digit.
_CELLS = 12
#: Guesses a proof may take: perturbing is no place for long searches.
_GUESSES = 2_000


def neighbour(size: int, grid: str, rng: Rng, differs: Callable[[str], bool]) -> str:
    """A puzzle with one solution, near `grid`, for which `differs` holds.

    First one clue is given another digit; where no such puzzle has exactly one solution, two digits
    change places along a closed chain of the solution; where that is only a renaming, everywhere,
    and one cell more is given or left empty.

    Args:
        size: of the board.
        grid: a puzzle with exactly one solution.
        rng: the only source of randomness.
        differs: whether a puzzle counts as another one.
    """
    for other in _nearest_first(size, grid, rng):
        if differs(other) and is_unique(size, other):
            return other
    raise ValueError("a grid without a puzzle beside it")


def is_unique(size: int, grid: str) -> bool:
    """Whether a grid has exactly one solution, as far as a short search can tell."""
    rules = logic(size)
    found = solutions(rules, rules.clues(grid), guesses=_GUESSES)
    return found is not None and len(found) == 1


def _nearest_first(size: int, grid: str, rng: Rng) -> Iterator[str]:
    shape = board(size)
    given = [cell for cell, digit in enumerate(grid) if digit != EMPTY]
    for cell in rng.sample(given, min(_CELLS, len(given))):
        for digit in rng.shuffled(candidates(shape, grid, cell)):
            if digit != grid[cell]:
                yield grid[:cell] + digit + grid[cell + 1 :]
    solution = solve(size, grid)
    assert solution is not None
    pairs = [(a, b) for a in DIGITS[:size] for b in DIGITS[:size] if a < b]
    for one, two in rng.shuffled(pairs):
        for chain in _chains(shape.houses, solution, one, two):
            yield _exchange(grid, chain, one, two)
    for one, two in pairs:
        renamed = _exchange(grid, range(size * size), one, two)
        answer = _exchange(solution, range(size * size), one, two)
        for cell in rng.shuffled(range(size * size)):
            instead = answer[cell] if renamed[cell] == EMPTY else EMPTY
            other = renamed[:cell] + instead + renamed[cell + 1 :]
            if EMPTY in other:
                yield other


def _chains(houses: tuple[tuple[int, ...], ...], solution: str, one: str, two: str) -> Iterator[list[int]]:
    """Sets of cells of two digits that can change places without breaking a rule; never all of them."""
    cells = [cell for cell, digit in enumerate(solution) if digit in (one, two)]
    group = {cell: cell for cell in cells}
    for house in houses:
        a, b = (cell for cell in house if cell in group)
        joined, gone = group[a], group[b]
        for cell in cells:
            if group[cell] == gone:
                group[cell] = joined
    for name in sorted(set(group.values())):
        chain = [cell for cell in cells if group[cell] == name]
        if len(chain) < len(cells):
            yield chain


def _exchange(grid: str, cells: list[int] | range, one: str, two: str) -> str:
    swapped = list(grid)
    for cell in cells:
        if grid[cell] in (one, two):
            swapped[cell] = two if grid[cell] == one else one
    return "".join(swapped)
