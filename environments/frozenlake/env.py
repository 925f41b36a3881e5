"""The FrozenLake environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.frozenlake.board import MOVES, distances, steps
from ragen_bench.environments.frozenlake.config import FrozenLakeConfig
from ragen_bench.environments.frozenlake.display import Display, picture, rules
from ragen_bench.probing import Question, cell_question, legal_question, place_question
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

if TYPE_CHECKING:
    import numpy as np

_NUMBERS = {move.casefold(): number for number, move in enumerate(MOVES)} | {
    move: number for number, move in enumerate(MOVES)
}
_SPAN = 1 << 64


class FrozenLakeEnv(TextEnv):
    """Cross a frozen lake with holes to the goal, on ice that makes moves slip.

    | | |
    |---|---|
    | Action | Left, Down, Right or Up; several a turn, joined by `||` |
    | Turns | 7 (easy), 8 (medium), 11 (hard), 14 (expert) of 6 moves; 5 of 2 (ragen) |
    | Reward | 1 at the goal, -0.1 for an invalid reply |
    | Luck | slips: replicas differ |

    ## Description
    With probability p a move goes as intended, else to one of the two perpendicular directions, each as
    likely; at the edge of the lake the player stays. p is part of the task and shown. The moves of one
    reply run one after another without a look in between, so a reply is a bet on how little will slip:
    turns are too few to look after every move.

    ## Action space
    Text: `Left`, `Down`, `Right`, `Up`, in upper or lower case; several joined by `||`.

    ## Observation space
    The lake with the player in it, the coordinates of player, goal and holes (row and column from 1, from
    the top left), p, and the turns left. `observation` leaves out the grid or the coordinates, `symbols`
    swaps the signs.

    ## Starting state
    A lake with a way to the goal. From medium up, walls of holes stand between start and goal.

    ## Rewards
    `goal` +1 on reaching the goal; `invalid` -0.1 for a reply with a part that is no move.

    ## Episode end
    Terminates at the goal and in a hole; truncated when the turns are used up. The score is 1 at the
    goal, else 0; where moves slip, the optimal policy's expected score is below 1 (see the oracle).

    ## Information
    The common keys only.

    ## Arguments
    The fields of `FrozenLakeConfig`, `max_turns` and `max_actions_per_turn`.

    ## Version history
    v1: first version.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # type: ignore[misc]
    max_action_length: ClassVar[int] = 1024
    config: FrozenLakeConfig

    def begin(self, task: Task) -> None:
        """Puts the player on the start."""
        rows = task["map"]
        self._cells = "".join(rows)
        self._columns = len(rows[0])
        self._position = self._cells.index("S")
        self._heading: int | None = None
        self._steps = steps(len(rows), self._columns)
        rate = task["success_rate"]
        # A draw below the first bound goes as intended, one below the second to one side.
        self._straight = round(rate * _SPAN)
        self._sideways = round((rate + (1 - rate) / 2) * _SPAN)
        self._display = Display(self._cells, self._columns, rate, self.config)
        self._distances: list[int] | None = None

    def observe(self) -> str:
        """The lake, p, and the turns left."""
        return self._display.text(self._position, self._max_turns - self.turn)

    def parse(self, text: str) -> int:
        """The number of a move."""
        move = _NUMBERS.get(text)
        if move is None:
            move = _NUMBERS.get(text.casefold())
            if move is None:
                raise InvalidAction("no_move", "That is no move.")
        return move

    def apply(self, action: int) -> bool:
        """Moves the player, or lets the player slip."""
        self._heading = action
        if self._straight < _SPAN:
            word = self.luck.word()
            if word >= self._straight:
                action = (action - 1 if word < self._sideways else action + 1) % 4
        before = self._position
        self._position = after = self._steps[action][before]
        sign = self._cells[after]
        if sign == "G":
            self.pay("goal", 1.0)
            self.say("You reached the goal.")
            self.finish()
        elif sign == "H":
            self.say("You fell into a hole.")
            self.finish()
        return after != before

    def result(self) -> tuple[bool, float]:
        """Success and score are the same here: whether the player stands on the goal."""
        there = self._cells[self._position] == "G"
        return there, float(there)

    def is_dead(self) -> bool:
        """Whether the goal is further away than moves are left, or the player is in a hole."""
        if self._distances is None:
            self._distances = distances(self._cells, self._columns)
        left = (self._max_turns - self.turn) * self._max_actions
        return not 0 <= self._distances[self._position] <= left or self._cells[self._position] == "H"

    def legal_actions(self) -> list[str]:
        """The four moves, always."""
        return list(MOVES)

    def sample_action(self, rng: Rng) -> str:
        """As many moves as a turn allows, each of the four equally likely."""
        return " || ".join(MOVES[rng.below(4)] for _ in range(self._max_actions))

    def rules(self) -> str:
        """The instruction with the limits and signs of this instance."""
        return rules(self.env_spec.instruction, self._max_turns, self._max_actions, self.config)

    def snapshot(self) -> dict[str, Any]:
        """Where the player is, and the last move as it was meant."""
        return {"position": self._position, "heading": self._heading}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """Puts the player there."""
        self.begin(task)
        self._position, self._heading = state["position"], state["heading"]

    def questions(self, rng: Rng) -> list[Question]:
        """A cell of the lake, the moves that lead off the player's cell, and where one of them leads."""
        moves = {
            name: step[self._position]
            for name, step in zip(MOVES, self._steps, strict=True)
            if step[self._position] != self._position
        }
        asked = [legal_question([*moves], MOVES)]
        if self.config.observation != "coord":
            rows = self._display.rows(self._position)
            asked.append(cell_question(rows, rng, skip="".join(rows)[self._position]))
        name = rng.choice([*moves])
        row, column = divmod(moves[name], self._columns)
        chance = 1 / len(self._cells)
        asked.append(place_question(f"{name}, if it goes as intended", row + 1, column + 1, chance))
        return asked

    def frame(self) -> np.ndarray:
        """The lake from above, 16 pixels a cell."""
        return picture(self._cells, self._columns, self._position)

    # -------------------------------------------------------------------- on `env.unwrapped`

    @property
    def position(self) -> int:
        """The player's cell, counted row by row from 0."""
        return self._position

    @property
    def heading(self) -> int | None:
        """The number of the last move as it was meant, None before the first."""
        return self._heading

    @property
    def turns_left(self) -> int:
        """Replies that may still be given."""
        return self._max_turns - self.turn
