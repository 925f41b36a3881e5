"""Rooms of the ladder: seven styles, three of which only test_ood has.

A style digs floor into a square of wall. What it digs is cut down to one connected piece.
"""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.sokoban.board import flood
from ragen_bench.rng import Rng

Style = Callable[[Rng, int, int], int]

#: Steps of a digger before it gives up on the wanted number of cells.
_MOST_STEPS = 60


def rectangle(width: int, top: int, left: int, height: int, across: int) -> int:
    """The cells of a rectangle in a grid of `width` columns."""
    row = ((1 << across) - 1) << left
    cells = 0
    for r in range(top, top + height):
        cells |= row << r * width
    return cells


def dig(style: str, rng: Rng, width: int, low: int, high: int) -> int:
    """One connected room of `low` to `high` cells in a square of `width`, or 0 when the draw fails."""
    wanted = low + rng.below(high - low + 1)
    cells = STYLES[style](rng, width, wanted)
    if not cells:
        return 0
    # The piece that holds a random cell: large pieces are found more often.
    start = nth_cell(cells, rng.below(cells.bit_count()))
    room = flood(start, cells, width)
    return room if low <= room.bit_count() <= high else 0


def nth_cell(cells: int, n: int) -> int:
    """The member with n members before it in reading order, as a set of one."""
    for _ in range(n):
        cells &= cells - 1
    return cells & -cells


def _pillars(rng: Rng, width: int, wanted: int) -> int:
    """A hall with single cells walled up at random."""
    n = width - 2
    cells = rectangle(width, 1, 1, n, n)
    while cells.bit_count() > wanted:
        cells &= ~(1 << (1 + rng.below(n)) * width + 1 + rng.below(n))
    return cells


def _blocks(rng: Rng, width: int, wanted: int) -> int:
    """A hall with walled-up rectangles."""
    n = width - 2
    cells = rectangle(width, 1, 1, n, n)
    for _ in range(_MOST_STEPS):
        if cells.bit_count() <= wanted:
            break
        height, across = 1 + rng.below(2), 1 + rng.below(3)
        if rng.below(2):
            height, across = across, height
        top, left = 1 + rng.below(n - height + 1), 1 + rng.below(n - across + 1)
        cells &= ~rectangle(width, top, left, height, across)
    return cells


def _walk(rng: Rng, width: int, wanted: int) -> int:
    """A random walk that digs one or two cells at a step."""
    n = width - 2
    row, column = rng.below(n), rng.below(n)
    heading = 0
    cells = 0
    for _ in range(_MOST_STEPS):
        draw = rng.below(48)
        if draw < 24:
            heading = draw & 3
        if heading < 2:
            row = min(max(row + 2 * heading - 1, 0), n - 1)
        else:
            column = min(max(column + 2 * heading - 5, 0), n - 1)
        at = (row + 1) * width + column + 1
        cells |= 1 << at
        if draw % 3 == 0:
            # A second cell to the side makes room to walk around a box.
            if heading < 2:
                cells |= 1 << (at + 1 if column < n - 1 else at - 1)
            else:
                cells |= 1 << (at + width if row < n - 1 else at - width)
        if cells.bit_count() >= wanted:
            break
    return cells


def _bays(rng: Rng, width: int, wanted: int) -> int:
    """Small chambers thrown over each other."""
    n = width - 2
    cells = 0
    for _ in range(_MOST_STEPS):
        height, across = 1 + rng.below(3), 1 + rng.below(3)
        top, left = 1 + rng.below(n - height + 1), 1 + rng.below(n - across + 1)
        new = rectangle(width, top, left, height, across)
        beside = new << 1 | new >> 1 | new << width | new >> width
        if not cells or (new | beside) & cells:
            cells |= new
        if cells.bit_count() >= wanted:
            break
    return cells


def _chambers(rng: Rng, width: int, wanted: int) -> int:
    """Two halls with a wall between them that has one or two doors."""
    n = width - 2
    cells = rectangle(width, 1, 1, n, n)
    line = 2 + rng.below(n - 2)
    upright = rng.below(2)
    doors = {rng.below(n), rng.below(n)}
    for at in range(n):
        if at not in doors:
            cells &= ~(1 << ((at + 1) * width + line if upright else line * width + at + 1))
    while cells.bit_count() > wanted:
        cell = 1 << (1 + rng.below(n)) * width + 1 + rng.below(n)
        cells &= ~cell
    return cells


def _ring(rng: Rng, width: int, wanted: int) -> int:
    """A loop around a block of wall, with bays."""
    n = width - 2
    height, across = 3 + rng.below(n - 2), 3 + rng.below(n - 2)
    top, left = 1 + rng.below(n - height + 1), 1 + rng.below(n - across + 1)
    cells = rectangle(width, top, left, height, across)
    cells &= ~rectangle(width, top + 1, left + 1, height - 2, across - 2)
    return _bulge(rng, width, cells, wanted)


def _comb(rng: Rng, width: int, wanted: int) -> int:
    """A corridor with dead ends on both sides."""
    n = width - 2
    line = 2 + rng.below(n - 2)
    upright = rng.below(2)
    cells = rectangle(width, 1, line, n, 1) if upright else rectangle(width, line, 1, 1, n)
    for at in range(rng.below(2), n, 2):
        reach = rng.below(line), rng.below(n - line + 1)
        for sign, length in zip((-1, 1), reach, strict=True):
            for step in range(1, length + 1):
                row, column = (at + 1, line + sign * step) if upright else (line + sign * step, at + 1)
                cells |= 1 << row * width + column
    return _bulge(rng, width, cells, wanted)


def _bulge(rng: Rng, width: int, cells: int, wanted: int) -> int:
    """Digs further cells beside what is dug."""
    n = width - 2
    inside = rectangle(width, 1, 1, n, n)
    while cells.bit_count() < wanted:
        beside = (cells << 1 | cells >> 1 | cells << width | cells >> width) & inside & ~cells
        cells |= nth_cell(beside, rng.below(beside.bit_count()))
    return cells


STYLES: dict[str, Style] = {
    "pillars": _pillars,
    "blocks": _blocks,
    "walk": _walk,
    "bays": _bays,
    "chambers": _chambers,
    "ring": _ring,
    "comb": _comb,
}
#: Styles of train, validation, test and fresh.
COMMON_STYLES = ("pillars", "blocks", "walk", "bays")
#: Styles of test_ood.
OOD_STYLES = ("chambers", "ring", "comb")
