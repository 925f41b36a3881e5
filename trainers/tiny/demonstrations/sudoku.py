"""Sudoku: the filled cells, then one cell after another with what its row, column and box hold.

The cell with the fewest candidates comes next, in reading order. Where more than one value is left
the line ends with the right one, and nothing in the line says why.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ragen_bench.environments.sudoku.board import EMPTY
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
    lines = ["".join(f"{_cell(i, size)}{digit}" for i, digit in enumerate(cells) if digit != EMPTY)]
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
        places = (cell // size, size + cell % size, 2 * size + shape.box[cell])
        houses = [shape.houses[place] for place in places]
        held = " | ".join(" ".join(sorted({cells[i] for i in house} - {EMPTY})) for house in houses)
        cells[cell] = right[cell]
        lines.append(f"{_cell(cell, size)}: {held} = {right[cell]}")
        actions.append(f"{cell // size + 1},{cell % size + 1},{right[cell]}")
    return Demonstration("\n".join(lines), " || ".join(actions[: env.max_actions_per_turn]))


def _cell(cell: int, size: int) -> str:
    return written((cell // size + 1, cell % size + 1))
