"""How a level looks in pixels."""

from __future__ import annotations

from ragen_bench.grids import Colour, Sprite

_STONE, _GROUND, _GOAL, _WOOD, _STORED, _COAT = (
    (70, 74, 82), (232, 226, 212), (206, 74, 64), (150, 98, 48), (72, 138, 74), (44, 92, 160),
)  # fmt: skip
_SPOT = ("........", "........", "........", "...##...", "...##...", "........", "........", "........")
_CRATE = ("........", ".######.", ".##..##.", ".#.##.#.", ".#.##.#.", ".##..##.", ".######.", "........")
_FIGURE = ("...##...", "...##...", "..####..", ".######.", "...##...", "...##...", "..#..#..", "..#..#..")
_MARKED = (210, 160, 150)

#: A look for every character of a level.
PALETTE: dict[str, Colour | Sprite] = {
    "#": _STONE,
    "_": _GROUND,
    "O": Sprite(_GROUND, _GOAL, _SPOT),
    "X": Sprite(_GROUND, _WOOD, _CRATE),
    "√": Sprite(_GROUND, _STORED, _CRATE),
    "P": Sprite(_GROUND, _COAT, _FIGURE),
    "S": Sprite(_MARKED, _COAT, _FIGURE),
}
