"""The three boards: cells, boxes, and which cells exclude each other.

Cells are numbered row by row from 0. A grid is a list of rows or one text of all of them, `.` for an
empty cell, digits otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

#: Size -> (rows, columns) of a box.
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}
SIZES = tuple(BOXES)
EMPTY = "."
DIGITS = "123456789"


@dataclass(frozen=True, slots=True)
class Board:
    """A board of `size` rows, columns, boxes and values.

    Args:
        size: 4, 6 or 9.
        height, width: of a box.
        houses: the cells of every row, then of every column, then of every box.
        peers: for each cell, the others in its row, column and box, in order.
        box: for each cell, the number of its box.
    """

    size: int
    height: int
    width: int
    houses: tuple[tuple[int, ...], ...]
    peers: tuple[tuple[int, ...], ...]
    box: tuple[int, ...]


@lru_cache(maxsize=len(SIZES))
def board(size: int) -> Board:
    """The board of a size, made once."""
    height, width = BOXES[size]
    line = range(size)
    cells = range(size * size)
    box = tuple((cell // size // height) * (size // width) + cell % size // width for cell in cells)
    houses = (
        *(tuple(row * size + column for column in line) for row in line),
        *(tuple(row * size + column for row in line) for column in line),
        *(tuple(cell for cell in cells if box[cell] == number) for number in line),
    )
    peers = tuple(
        tuple(sorted({other for house in houses if cell in house for other in house} - {cell}))
        for cell in cells
    )
    return Board(size, height, width, houses, peers, box)


def candidates(shape: Board, grid: str, cell: int) -> str:
    """The digits that no other cell of the row, column and box holds, in order."""
    seen = {grid[peer] for peer in shape.peers[cell]}
    return "".join(digit for digit in DIGITS[: shape.size] if digit not in seen)


def breaks_rule(shape: Board, grid: str) -> bool:
    """Whether a row, column or box holds a digit twice."""
    for house in shape.houses:
        filled = [grid[cell] for cell in house if grid[cell] != EMPTY]
        if len(set(filled)) < len(filled):
            return True
    return False


def rows_of(grid: str, size: int) -> list[str]:
    """A text of all cells as rows."""
    return [grid[start : start + size] for start in range(0, size * size, size)]
