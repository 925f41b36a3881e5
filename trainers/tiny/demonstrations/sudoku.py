"""Sudoku: every cell with what it holds, then one cell after another with what its row, column and box hold.

The cell with the fewest candidates comes next, in reading order. Where more than one value is left
the line ends with the right one, and nothing in the line says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ragen_bench.environments.sudoku.board import EMPTY, Board
from ragen_bench.environments.sudoku.search import solve
from ragen_bench.trainers.tiny.demonstrations import Demonstration
from ragen_bench.trainers.tiny.demonstrations.cells import written

_solve = lru_cache(maxsize=256)(solve)


def demonstrate(env: Any) -> Demonstration:
    """As many placements as a reply takes; a wrong entry is cleared first."""
    env = env.unwrapped
    shape, cells = env.shape, list(env.cells)
    size = shape.size
    right = _solve(size, env.given)
    assert right is not None, "tasks have a solution"
    lines = ["".join(transcribed(cells, size))]
    actions: list[str] = []
    for cell, digit in enumerate(cells):
        if digit not in (EMPTY, right[cell]):
            cells[cell] = EMPTY
            lines.append(f"{_cell(cell, size)}: clear")
            actions.append(f"{cell // size + 1},{cell % size + 1},{EMPTY}")
    while len(actions) < env.max_actions_per_turn and EMPTY in cells:
        cell = min(
            (i for i, digit in enumerate(cells) if digit == EMPTY),
            key=lambda i: -len({cells[peer] for peer in shape.peers[i]} - {EMPTY}),
        )
        line = held(shape, cells, cell)
        cells[cell] = right[cell]
        lines.append(f"{line} = {right[cell]}")
        actions.append(f"{cell // size + 1},{cell % size + 1},{right[cell]}")
    return Demonstration("\n".join(lines), " || ".join(actions[: env.max_actions_per_turn]))


def transcribed(cells: Sequence[str], size: int) -> list[str]:
    """Each cell with what it holds."""
    return [f"{_cell(i, size)}{digit}" for i, digit in enumerate(cells)]


def held(shape: Board, cells: Sequence[str], cell: int) -> str:
    """A cell, and what its row, its column and its box hold."""
    places = (cell // shape.size, shape.size + cell % shape.size, 2 * shape.size + shape.box[cell])
    houses = (sorted({cells[i] for i in shape.houses[place]} - {EMPTY}) for place in places)
    return f"{_cell(cell, shape.size)}: " + " | ".join(" ".join(digits) for digits in houses)


def _cell(cell: int, size: int) -> str:
    return written((cell // size + 1, cell % size + 1))
