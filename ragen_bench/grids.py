"""What grid environments share: symmetric forms, text with coordinates, and pictures.

A grid is a sequence of rows, each a string with one character per cell. Rows and columns are counted
from 1, from the top left, wherever an agent reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragen_bench.errors import InvalidConfig

if TYPE_CHECKING:
    import numpy as np

#: Red, green, blue, each from 0 to 255.
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A two-coloured picture of one cell.

    Args:
        background: colour of the cell.
        ink: colour of the drawing.
        pattern: rows of `#` (ink) and anything else (background), stretched to the cell.
    """

    background: Colour
    ink: Colour
    pattern: tuple[str, ...]


def canonical_symmetry(rows: Sequence[str]) -> str:
    """The smallest of the eight rotations and reflections, as rows joined by newlines.

    A grid that is no square is compared with its transposed forms too, so that both ways of holding
    the sheet give one text. Where directions matter (words along a row), do not use it.
    """
    across = [*map("".join, zip(*rows, strict=True))]
    # Reading a joined grid backwards is a half turn, so four joins give all eight.
    four = ("\n".join(rows), "\n".join(rows[::-1]), "\n".join(across), "\n".join(across[::-1]))
    return min(*four, *[text[::-1] for text in four])


def symmetries(rows: Sequence[str]) -> list[tuple[str, ...]]:
    """The eight rotations and reflections of a grid, itself first; equal ones are repeated."""
    found = []
    for form in (tuple(rows), tuple(map("".join, zip(*rows, strict=True)))):
        for upright in (form, form[::-1]):
            found += [upright, tuple(row[::-1] for row in upright)]
    return found


def render_grid(rows: Sequence[str], spaced: bool = True) -> str:
    """The grid as text. Spaces between cells keep a tokenizer from gluing neighbours together."""
    return "\n".join(map(" ".join, rows) if spaced else rows)


def position(row: int, column: int) -> str:
    """A cell as text, counted from 1, of indices counted from 0."""
    return f"({row + 1}, {column + 1})"


def coordinates(rows: Sequence[str], names: Mapping[str, str]) -> str:
    """One line per name, with the cells that hold one of its characters, in reading order.

    Args:
        rows: the grid.
        names: what a line is called -> the characters it lists, such as {"Player": "PS"}.
    """
    lines = []
    for name, glyphs in names.items():
        cells = [
            position(r, c) for r, row in enumerate(rows) for c, glyph in enumerate(row) if glyph in glyphs
        ]
        lines.append(f"{name}: {', '.join(cells) or 'none'}")
    return "\n".join(lines)


def frame(rows: Sequence[str], palette: Mapping[str, Colour | Sprite], cell: int = 16) -> np.ndarray:
    """The grid as an image, shape (rows * cell, columns * cell, 3), uint8.

    Args:
        rows: the grid.
        palette: a colour or a sprite for every character.
        cell: width and height of a cell in pixels, at least 1.

    Raises:
        InvalidConfig: a character without an entry, or a cell without a pixel.
    """
    import numpy as np

    if cell < 1:
        raise InvalidConfig("cell", cell, "at least 1")
    tiles = {glyph: _tile(look, cell) for glyph, look in palette.items()}
    for glyph in "".join(rows):
        if glyph not in tiles:
            raise InvalidConfig("palette", sorted(tiles), f"a mapping with an entry for {glyph!r}")
    picture = [np.concatenate([tiles[glyph] for glyph in row], axis=1) for row in rows]
    return np.concatenate(picture, axis=0)


def _tile(look: Colour | Sprite, cell: int) -> np.ndarray:
    import numpy as np

    tile = np.empty((cell, cell, 3), dtype=np.uint8)
    if not isinstance(look, Sprite):
        tile[:] = look
        return tile
    tile[:] = look.background
    height = len(look.pattern)
    for y in range(cell):
        line = look.pattern[y * height // cell]
        for x in range(cell):
            if line[x * len(line) // cell] == "#":
                tile[y, x] = look.ink
    return tile
