"""The oracle of FrozenLake: the optimal policy under the environment's own limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragen_bench.environments.frozenlake.board import MOVES
from ragen_bench.environments.frozenlake.planning import plan_of


def value(task: Mapping[str, Any], max_turns: int, max_actions_per_turn: int) -> float:
    """The optimal expected score of a task from its start.

    Exact for chunks of up to `planning.LONGEST_CHUNK` moves, and on still ice; where a turn allows more
    moves, it is the optimum among policies that use chunks of at most that length.
    """
    plan = plan_of(tuple(task["map"]), task["success_rate"], max_actions_per_turn)
    return plan.value("".join(task["map"]).index("S"), max_turns)


class Oracle:
    """Maximises the chance to reach the goal with the turns that are left.

    It sees what the agent sees, and no slip before it happens.
    """

    def act(self, env: Any) -> str:
        """The moves to commit now."""
        env = env.unwrapped
        task = env.task
        plan = plan_of(tuple(task["map"]), task["success_rate"], env.max_actions_per_turn)
        return " || ".join(MOVES[move] for move in plan.best(env.position, env.turns_left))

    def value(self, env: Any) -> float:
        """The expected score from the state that `env` is in; exact where `value` is."""
        env = env.unwrapped
        task = env.task
        plan = plan_of(tuple(task["map"]), task["success_rate"], env.max_actions_per_turn)
        return plan.value(env.position, env.turns_left)
