"""Cheap policies: the walkers of `rules`, as policies.

Each comes at two paces: as many moves as a turn allows, planned as if nothing slipped, and a single move
a turn. They remember their last move and nothing else.
"""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.frozenlake import rules
from ragen_bench.environments.frozenlake.board import MOVES


class _Walker:
    """Walks by a rule of thumb."""

    def __init__(self, walker: rules.Walker, most: int | None = None) -> None:
        self._walker, self._most = walker, most

    def act(self, env: Any) -> str:
        """The moves to commit now."""
        env = env.unwrapped
        rows = env.task["map"]
        most = min(self._most or env.max_actions_per_turn, env.max_actions_per_turn)
        path = rules.walk(self._walker, "".join(rows), len(rows[0]), env.position, env.heading, most)
        return " || ".join(MOVES[move] for move in path)


STRAIGHT = _Walker(rules.rows_first)
STRAIGHT_LOOKING = _Walker(rules.rows_first, 1)
COLUMNS_FIRST = _Walker(rules.columns_first)
STAIRCASE = _Walker(rules.alternating)
AROUND_HOLES = _Walker(rules.around_holes)
AROUND_HOLES_LOOKING = _Walker(rules.around_holes, 1)
LEFT_HAND = _Walker(rules.left_hand)
LEFT_HAND_LOOKING = _Walker(rules.left_hand, 1)
RIGHT_HAND = _Walker(rules.right_hand)
RIGHT_HAND_LOOKING = _Walker(rules.right_hand, 1)
