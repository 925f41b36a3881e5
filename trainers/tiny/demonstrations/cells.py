"""Cells of grids as they are written: (row, column), counted from 1."""

from __future__ import annotations

from collections.abc import Iterable

Cell = tuple[int, int]

#: A step of each move.
STEPS: dict[str, Cell] = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}


def moved(cell: Cell, move: str, times: int = 1) -> Cell:
    """The cell `times` steps on; it may lie outside the grid."""
    row, column = STEPS[move]
    return cell[0] + times * row, cell[1] + times * column


def written(cell: Cell) -> str:
    """A cell as observations write it."""
    return f"({cell[0]}, {cell[1]})"


def listed(cells: Iterable[Cell]) -> str:
    """Cells one after another, without spaces: a third of the tokens would be spaces."""
    return "".join(written(cell) for cell in cells)


def walked(start: Cell, moves: Iterable[str]) -> str:
    """A way, each move with the cell it leads to."""
    parts, at = [written(start)], start
    for move in moves:
        at = moved(at, move)
        parts.append(f"{move}{written(at)}")
    return "".join(parts)
