"""The grid as the agent sees it, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ragen_bench.environments.sudoku.board import DIGITS, EMPTY, Board, rows_of
from ragen_bench.grids import Colour, Sprite, frame, render_grid

if TYPE_CHECKING:
    import numpy as np

LETTERS = "ABCDEFGHI"
#: Digit -> what is written, for each choice of symbols.
SYMBOLS: dict[str, dict[str, str]] = {
    "digits": {EMPTY: EMPTY, **{digit: digit for digit in DIGITS}},
    "letters": {EMPTY: EMPTY, **dict(zip(DIGITS, LETTERS, strict=True))},
}

_GIVEN: Colour = (20, 20, 20)
_OWN: Colour = (30, 80, 200)
_PAPER: Colour = (255, 255, 255)
_SHADE: Colour = (226, 226, 226)
_LEAST = 16
# Five rows of three pixels each.
_DIGITS = (
    ".#. ##. .#. .#. ###",
    "##. ..# .#. #.. ###",
    "##. ..# .#. ..# ##.",
    "#.# #.# ### ..# ..#",
    "### #.. ##. ..# ##.",
    ".## #.. ### #.# ###",
    "### ..# .#. .#. .#.",
    "### #.# ### #.# ###",
    "### #.# ### ..# ##.",
)


@lru_cache(maxsize=8)
def template(shape: Board) -> str:
    """The grid with coordinates, with one `%s` for each cell: the fastest way to fill a text in."""
    size, width = shape.size, shape.width
    lefts = range(0, size, width)
    numbers = (" ".join(str(column + 1) for column in range(left, left + width)) for left in lefts)
    lines = [f"col     {'   '.join(numbers)}"]
    # A bar stands in the middle of three places, so inner boxes are one dash longer on either side.
    dashes = ["-" * (2 * width + (0 < left < size - width)) for left in lefts]
    dashes[-1] = "-" * (2 * width)
    for row in range(size):
        if row and row % shape.height == 0:
            lines.append(f"        {'+'.join(dashes)}")
        cells = " | ".join(" ".join(["%s"] * width) for _ in lefts)
        lines.append(f"row {row + 1}   {cells}")
    return "\n".join(lines)


def plain(size: int, shown: str) -> str:
    """The bare grid."""
    return render_grid(rows_of(shown, size))


def listed(size: int, shown: str) -> str:
    """The cells as a list: row, column and value of filled ones, row and column of empty ones."""
    filled, empty = [], []
    for cell, symbol in enumerate(shown):
        row, column = cell // size + 1, cell % size + 1
        if symbol == EMPTY:
            empty.append(f"{row},{column}")
        else:
            filled.append(f"{row},{column},{symbol}")
    return f"Filled (row,col,value): {' '.join(filled)}\nEmpty (row,col): {' '.join(empty) or 'none'}"


def picture(shape: Board, cells: Sequence[str], given: Sequence[bool]) -> np.ndarray:
    """The grid as an image: given cells in black, own entries in blue, boxes shaded in turn."""
    palette: dict[str, Colour | Sprite] = {}
    rows = []
    for row in range(shape.size):
        glyphs = []
        for column in range(shape.size):
            cell = row * shape.size + column
            shaded = (row // shape.height + column // shape.width) % 2
            paper = _SHADE if shaded else _PAPER
            # Glyphs only tell the looks apart: one for each digit, ink and paper.
            value = 0 if cells[cell] == EMPTY else int(cells[cell])
            glyph = chr(0x100 + value * 4 + 2 * given[cell] + shaded)
            if glyph not in palette:
                palette[glyph] = _sprite(value, _GIVEN if given[cell] else _OWN, paper) if value else paper
            glyphs.append(glyph)
        rows.append("".join(glyphs))
    return frame(rows, palette, cell=_LEAST)


def _sprite(value: int, ink: Colour, paper: Colour) -> Sprite:
    drawn = (f"..{part}.." for part in _DIGITS[value - 1].split())
    return Sprite(paper, ink, (".......", *drawn, "......."))
