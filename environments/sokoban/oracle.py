"""The oracle of Sokoban: a plan with the fewest pushes, made anew from every state."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.sokoban.board import DIRECTIONS, Level
from ragen_bench.environments.sokoban.distances import push_distances
from ragen_bench.environments.sokoban.planning import fewest_moves, fewest_pushes


class Oracle:
    """Solves every generated task, with the fewest pushes; with the fewest moves where turns are short.

    From a position without a solution, or one too large to search, it walks up.
    """

    def act(self, env: Any) -> str:
        """The next actions of a solution of the level that `env` stands at."""
        env = env.unwrapped
        left = (env.max_turns - env.turn) * env.max_actions_per_turn
        plan = solution(env.level, left)
        return "||".join(DIRECTIONS[direction] for direction in plan[: env.max_actions_per_turn])


def solution(level: Level, moves: int) -> list[int]:
    """A plan of at most `moves` moves where one can be found, or else any, or else a step up."""
    plan = fewest_pushes(level, push_distances(level.width, level.floor, level.targets))
    if plan is None:
        return [0]
    if len(plan) > moves:
        # Fewer moves may need more pushes.
        return fewest_moves(level, moves) or plan
    return plan
