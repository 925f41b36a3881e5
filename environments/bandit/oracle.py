"""The oracle of Bandit: it knows the law and the order of the words, and learns the rest by pulling."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.environments.bandit.drift import DriftPlanner
from ragen_bench.environments.bandit.planning import JumpPlanner


@lru_cache(maxsize=16)
def planner_of(config: BanditConfig) -> JumpPlanner | DriftPlanner:
    """The planner of a config; what it has worked out serves every task."""
    return DriftPlanner(config) if config.law == "drift" else JumpPlanner(config)


class Oracle:
    """Bayes-optimal for the stated prior: it sees payouts and announcements, never the means.

    It maximises the expected payout (see `drift` for how closely where the best arm drifts). With one
    pull there is nothing to learn, and it goes by the words.
    """

    def act(self, env: Any) -> str:
        """The arm to pull now."""
        env = env.unwrapped
        names: list[str] = env.names
        config: BanditConfig = env.config
        if config.law in ("odds", "jobs"):
            return names[1]
        planner: Any = planner_of(config)
        seen = {turn: (level, points) for turn, level, points in env.history}
        moves = env.moves
        belief = planner.start
        for turn in range(env.turn + 1):
            if turn and turn % config.pulls == 0:
                belief = planner.move(belief, moves[turn // config.pulls - 1])
            if turn in seen:
                belief = planner.see(belief, *seen[turn])
        return names[planner.best(belief, env.turn)]
