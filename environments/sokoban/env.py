"""The Sokoban environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.sokoban.board import DIRECTIONS, Level, read_level
from ragen_bench.environments.sokoban.config import GLYPHS, SokobanConfig
from ragen_bench.environments.sokoban.dead_ends import hopeless_cells, is_lost
from ragen_bench.environments.sokoban.pictures import PALETTE
from ragen_bench.environments.sokoban.wording import rules
from ragen_bench.grids import frame, position
from ragen_bench.probing import Question, cell_question, legal_question, place_question
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

_NUMBERS = {name: number for number, name in enumerate(DIRECTIONS)}
_READ = {form(name): at for name, at in _NUMBERS.items() for form in (str, str.lower, str.upper)}
#: One byte for every glyph, so that a state is a bytearray: a box on a target is V inside.
_CODES = str.maketrans("√", "V")
_WALL, _FLOOR, _TARGET, _BOX, _STORED, _PLAYER, _STANDING = b"#_OXVPS"
_FREE = frozenset((_FLOOR, _TARGET))
_BOXES = frozenset((_BOX, _STORED))
_TARGETS = frozenset((_TARGET, _STORED, _STANDING))
_OPEN = frozenset(b"_OXVPS")


class SokobanEnv(TextEnv):
    """Push every box onto a target.

    | | |
    |---|---|
    | Action | Up, Down, Left or Right; several per reply, separated by `||` |
    | Turns | 5 (ragen) to 20 (expert), of 2 to 8 actions |
    | Reward | -0.1 per action, +1 and -1 for a box onto and off a target, +10 when solved |
    | Luck | none: replicas are equal |

    ## Description
    The player walks on floor and targets and pushes a box by walking into it, when the cell behind
    the box is free. Boxes cannot be pulled, so a careless push can make the level unsolvable.

    ## Action space
    Text: directions in any case, separated by `||`.

    ## Observation space
    The grid, cells separated by spaces: `#` wall, `_` floor, `O` target, `X` box, `√` box on target,
    `P` player, `S` player on target; then the positions of player, boxes and targets as (row, column)
    counted from 1. `view` leaves out one of the two, `symbols` writes the grid in other characters.

    ## Starting state
    A level that has a solution within half of the actions allowed, with at least one box off target.

    ## Rewards
    `step` -0.1 for every action, `box_on` +1 and `box_off` -1 as boxes come onto and off targets,
    `solved` +10 at the end, `invalid` -0.1 once for a reply with something that is no direction.

    ## Episode end
    Terminates when every box is on a target; truncates out of turns.

    ## Information
    The common keys. Walking into a wall or an immovable box is valid and not effective.

    ## Arguments
    The fields of `SokobanConfig`, `max_turns` and `max_actions_per_turn`.

    ## Version history
    v1: first version.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # type: ignore[misc]
    max_action_length: ClassVar[int] = 1024
    config: SokobanConfig

    #: The text of the grid, one byte per character, and the player's place in it.
    _cells: bytearray
    _at: int
    #: What a step adds to a place, by direction.
    _steps: tuple[int, int, int, int]
    #: Boxes off target.
    _missing: int
    _names: list[str]
    #: Lines of positions: of boxes, made anew after a push, and of what never moves.
    _boxes: str | None
    _fixed: str
    _hopeless: int | None

    def _bind(self) -> None:
        super()._bind()
        self._with_grid = self.config.view != "coord"
        self._with_positions = self.config.view != "grid"
        symbols = self.config.symbols
        # The usual symbols differ from the codes in one place only.
        self._shown = None if symbols == GLYPHS else str.maketrans(GLYPHS.replace("√", "V"), symbols)

    def begin(self, task: Task) -> None:
        """Sets up the level."""
        self._set(task["level"])

    def observe(self) -> str:
        """The level as it stands."""
        if not self._with_positions:
            return self._grid()
        boxes = self._boxes
        if boxes is None:
            boxes = self._boxes = f"\nBoxes: {self._where(_BOXES)}"
        text = f"Player: {self._names[self._at]}{boxes}{self._fixed}"
        return f"{self._grid()}\n{text}" if self._with_grid else text

    def parse(self, text: str) -> int:
        """The number of a direction."""
        direction = _READ.get(text)
        if direction is None:
            direction = _NUMBERS.get(text.capitalize())
            if direction is None:
                raise InvalidAction("no_direction", "That is not a direction.")
        return direction

    def apply(self, action: int) -> bool:
        """Walks, pushes, or bumps."""
        self.pay("step", -0.1)
        cells, at, step = self._cells, self._at, self._steps[action]
        ahead = at + step
        content = cells[ahead]
        if content in _FREE:
            cells[ahead] = _PLAYER if content == _FLOOR else _STANDING
        elif content == _WALL:
            return False
        else:
            behind = cells[ahead + step]
            if behind not in _FREE:
                return False
            self._boxes = None
            cells[ahead + step] = _BOX if behind == _FLOOR else _STORED
            cells[ahead] = _PLAYER if content == _BOX else _STANDING
            if content == _STORED:
                self._missing += 1
                self.pay("box_off", -1.0)
            if behind == _TARGET:
                self._missing -= 1
                self.pay("box_on", 1.0)
        cells[at] = _FLOOR if cells[at] == _PLAYER else _TARGET
        self._at = ahead
        if not self._missing:
            self.pay("solved", 10.0)
            self.say("Every box is on a target.")
            self.finish()
        return True

    def result(self) -> tuple[bool, float]:
        """Solved or not."""
        return not self._missing, float(not self._missing)

    def legal_actions(self) -> list[str]:
        """The four directions; a bump is legal."""
        return list(DIRECTIONS)

    def sample_action(self, rng: Rng) -> str:
        """As many directions as a reply may have, each uniform and independent."""
        return "||".join([DIRECTIONS[rng.below(4)] for _ in range(self._max_actions)])

    def is_dead(self) -> bool:
        """Whether a box is on a cell that leads to no target, or frozen off target."""
        if not self._missing:
            return False
        level = self.level
        if self._hopeless is None:
            self._hopeless = hopeless_cells(level.floor, level.targets, level.width)
        return is_lost(level.boxes, level.floor, level.targets, self._hopeless, level.width)

    def rules(self) -> str:
        """The rules, with the symbols and positions that are shown."""
        return rules(self.config, self._max_turns, self._max_actions)

    def questions(self, rng: Rng) -> list[Question]:
        """A cell of the grid, the moves that do something, and where the player is after one of them."""
        cells, at = self._cells, self._at
        moves = {}
        for name, step in zip(DIRECTIONS, self._steps, strict=True):
            content = cells[at + step]
            if content in _FREE or (content in _BOXES and cells[at + 2 * step] in _FREE):
                moves[name] = at + step
        asked = [legal_question([*moves], DIRECTIONS)]
        if self._with_grid:
            asked.append(cell_question(self._grid().replace(" ", "").split("\n"), rng))
        if moves:
            name = rng.choice([*moves])
            row, column = divmod(moves[name], self._steps[1])
            open_cells = sum(code in _OPEN for code in cells[::2])
            asked.append(place_question(name, row + 1, column // 2 + 1, 1 / open_cells))
        return asked

    def frame(self) -> np.ndarray:
        """The level in pixels, 16 to a cell."""
        return frame(self.rows, PALETTE)

    def snapshot(self) -> dict[str, Any]:
        """The level as it stands."""
        return {"level": self.rows}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """Puts boxes and player back."""
        self._set(state["level"])

    # -------------------------------------------------------------------- on `env.unwrapped`

    @property
    def rows(self) -> list[str]:
        """The level as it stands, in the symbols of tasks."""
        return self._cells.decode("ascii").replace("V", "√").replace(" ", "").split("\n")

    @property
    def level(self) -> Level:
        """The level as it stands, as sets of cells."""
        return read_level(self.rows)

    # ------------------------------------------------------------------------------ internals

    def _set(self, rows: Sequence[str]) -> None:
        # Every cell is followed by a space or a newline: the state is the text that is shown.
        text = "\n".join(map(" ".join, rows)).translate(_CODES)
        self._cells = bytearray(text, "ascii")
        width = 2 * len(rows[0])
        self._steps = (-width, width, -2, 2)
        self._at = max(text.find("P"), text.find("S"))
        self._missing = text.count("X")
        self._names = _names(len(rows), len(rows[0]))
        self._boxes = None
        self._hopeless = None
        if self._with_positions:
            self._fixed = f"\nTargets: {self._where(_TARGETS)}"
            if not self._with_grid:
                self._fixed += (
                    f"\nSize: {len(rows)} rows, {len(rows[0])} columns\nFloor: {self._where(_OPEN)}"
                )

    def _where(self, kinds: frozenset[int]) -> str:
        cells, names = self._cells, self._names
        return ", ".join([names[at] for at in range(0, len(cells), 2) if cells[at] in kinds])

    def _grid(self) -> str:
        text = self._cells.decode("ascii")
        return text.replace("V", "√") if self._shown is None else text.translate(self._shown)


@lru_cache(maxsize=64)
def _names(height: int, width: int) -> list[str]:
    """(row, column) of every cell, by its place in the text."""
    return [position(at // 2 // width, at // 2 % width) for at in range(2 * height * width)]
