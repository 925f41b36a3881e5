"""Levels as sets of cells, each set one whole number: cell (r, c) is bit r * width + c.

The border of a level is wall, so no shift by a row or a column leaves the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

#: Names of the directions in the order in which every list here has them.
DIRECTIONS = ("Up", "Down", "Left", "Right")


#: Tables that turn a level's text into the binary digits of a set: floor, targets, boxes, player.
_MEMBERS = tuple(
    str.maketrans("#_OX√PS", "".join("01"[glyph in members] for glyph in "#_OX√PS"))
    for members in ("_OX√PS", "O√S", "X√", "PS")
)


@dataclass(frozen=True, slots=True)
class Level:
    """A position of the game.

    Args:
        width: columns, walls included.
        floor: every cell that is no wall, targets included.
        targets, boxes: sets of cells, of equal size.
        player: the one cell the player is on.
    """

    width: int
    floor: int
    targets: int
    boxes: int
    player: int

    @property
    def solved(self) -> bool:
        """Whether every box is on a target."""
        return self.boxes == self.targets

    def moved(self, direction: int) -> Level:
        """The position after a move; itself after a bump."""
        ahead = shifted(self.player, direction, self.width)
        if not ahead & self.floor:
            return self
        if not ahead & self.boxes:
            return replace(self, player=ahead)
        beyond = shifted(ahead, direction, self.width)
        if beyond & self.floor & ~self.boxes:
            return replace(self, player=ahead, boxes=self.boxes ^ ahead ^ beyond)
        return self


def shifted(cells: int, direction: int, width: int) -> int:
    """The cells one step on: 0 up, 1 down, 2 left, 3 right."""
    step = width if direction < 2 else 1
    return cells << step if direction & 1 else cells >> step


def single(cells: int) -> Iterator[int]:
    """The members of a set, each as a set of one, in reading order."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


def flood(start: int, free: int, width: int) -> int:
    """The cells of `free` that can be walked to from `start`, which lies in it."""
    seen = start
    while True:
        grown = (seen | seen << 1 | seen >> 1 | seen << width | seen >> width) & free
        if grown == seen:
            return seen
        seen = grown


def read_level(rows: Sequence[str]) -> Level:
    """The position that well-formed rows show."""
    text = "".join(rows)[::-1]
    floor, targets, boxes, player = [int(text.translate(members), 2) for members in _MEMBERS]
    return Level(len(rows[0]), floor, targets, boxes, player)


def write_level(level: Level, height: int) -> list[str]:
    """The rows that show a position; the inverse of `read_level`."""
    cells = ["#"] * (level.width * height)
    for cell in single(level.floor):
        cells[cell.bit_length() - 1] = "_"
    for cell in single(level.targets):
        cells[cell.bit_length() - 1] = "O"
    for cell in single(level.boxes):
        cells[cell.bit_length() - 1] = "√" if cell & level.targets else "X"
    cells[level.player.bit_length() - 1] = "S" if level.player & level.targets else "P"
    text, width = "".join(cells), level.width
    return [text[at : at + width] for at in range(0, width * height, width)]


@lru_cache(maxsize=4096)
def distance_table(width: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Steps between any two cells of an empty grid, by bit number."""
    places = [divmod(at, width) for at in range(size)]
    return tuple(tuple(abs(r - s) + abs(c - d) for s, d in places) for r, c in places)
