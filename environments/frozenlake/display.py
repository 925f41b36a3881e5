"""How a lake is shown: as text, and as a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ragen_bench.environments.frozenlake.config import FrozenLakeConfig
from ragen_bench.grids import Colour, Sprite, frame, position

if TYPE_CHECKING:
    import numpy as np

_ICE: Colour = (222, 240, 250)
_WATER: Colour = (30, 60, 110)
_CROSS = ("#....#", ".#..#.", "..##..", "..##..", ".#..#.", "#....#")
_FIGURE = ("..##..", "..##..", ".####.", "..##..", ".#..#.", ".#..#.")
_FLAG = (".##...", ".####.", ".##...", ".#....", ".#....", "###...")
_PALETTE: dict[str, Colour | Sprite] = {
    "F": _ICE,
    "H": _WATER,
    "G": Sprite(_ICE, (200, 30, 40), _FLAG),
    "P": Sprite(_ICE, (40, 40, 40), _FIGURE),
    "X": Sprite(_WATER, (240, 90, 60), _CROSS),
    "W": Sprite((150, 220, 150), (40, 40, 40), _FIGURE),
}


class Display:
    """Writes the states of one lake.

    Args:
        cells: all rows joined, over S, F, H, G.
        columns: length of a row.
        rate: share of moves that go as intended.
        config: the display options.
    """

    __slots__ = ("_cells", "_end", "_grid", "_names", "_player")

    def __init__(self, cells: str, columns: int, rate: float, config: FrozenLakeConfig) -> None:
        self._cells = cells
        symbols, observation = config.symbols, config.observation
        self._names: tuple[str, ...] | None = None
        self._grid = ""
        self._player = _players(symbols)
        where = ""
        names = _names(len(cells), columns)
        if observation != "coord":
            shown = cells.translate(_signs(symbols))
            self._grid = "\n".join([" ".join(shown[i : i + columns]) for i in range(0, len(cells), columns)])
        if observation != "grid":
            self._names = names
            holes = [name for name, sign in zip(names, cells, strict=True) if sign == "H"]
            where = f"\nGoal: {names[cells.index('G')]}\nHoles: {', '.join(holes) or 'none'}"
            if observation == "coord":
                where += f"\nLake: {len(cells) // columns} rows, {columns} columns"
        self._end = where + law(rate)

    def text(self, cell: int, turns_left: int) -> str:
        """The state with the player in a cell."""
        grid = self._grid
        if grid:
            # Cells are two characters apart, also across the end of a row.
            at = 2 * cell
            grid = f"{grid[:at]}{self._player[self._cells[cell]]}{grid[at + 1 :]}"
            if self._names is None:
                return f"{grid}{self._end}{turns_left}"
            return f"{grid}\nPlayer: {self._names[cell]}{self._end}{turns_left}"
        assert self._names is not None
        return f"Player: {self._names[cell]}{self._end}{turns_left}"

    def rows(self, cell: int) -> list[str]:
        """The grid as it is shown, without spaces; only where one is shown."""
        return (
            self.text(cell, 0).split("\nPlayer")[0].replace(" ", "").split("\n")[: self._grid.count("\n") + 1]
        )


def rules(instruction: str, turns: int, moves: int, config: FrozenLakeConfig) -> str:
    """The instruction, with what depends on the preset."""
    player, ice, hole, goal, drowned, won = tuple(config.symbols)
    lines = [instruction]
    if config.observation != "coord":
        lines.append(
            f"Signs: {player} player, {ice} ice, {hole} hole, {goal} goal, "
            f"{drowned} player in a hole, {won} player at the goal."
        )
    if config.observation != "grid":
        lines.append("Coordinates are (row, column), counted from 1, from the top left.")
    several = f", each with up to {moves} moves joined by ||" if moves > 1 else ", each with one move"
    lines.append(f"You have {turns} {'reply' if turns == 1 else 'replies'}{several}.")
    return "\n".join(lines)


def picture(cells: str, columns: int, cell: int) -> np.ndarray:
    """The lake as an image, 16 pixels a cell, uint8."""
    player = {"H": "X", "G": "W"}.get(cells[cell], "P")
    shown = (cells[:cell] + player + cells[cell + 1 :]).replace("S", "F")
    return frame([shown[i : i + columns] for i in range(0, len(shown), columns)], _PALETTE)


@lru_cache(maxsize=64)
def law(rate: float) -> str:
    """How moves go, and the start of the line with the turns left."""
    if rate == 1:
        how = "Every move goes as intended."
    else:
        how = (
            f"A move goes as intended with probability {rate:.4g}, and to each of the two perpendicular "
            f"directions with probability {(1 - rate) / 2:.4g}."
        )
    return f"\n{how}\nReplies left: "


@lru_cache(maxsize=64)
def _names(size: int, columns: int) -> tuple[str, ...]:
    return tuple(position(*divmod(cell, columns)) for cell in range(size))


@lru_cache(maxsize=16)
def _signs(symbols: str) -> dict[int, str]:
    return str.maketrans({"S": symbols[1], "F": symbols[1], "H": symbols[2], "G": symbols[3]})


@lru_cache(maxsize=16)
def _players(symbols: str) -> dict[str, str]:
    return {"S": symbols[0], "F": symbols[0], "H": symbols[4], "G": symbols[5]}
