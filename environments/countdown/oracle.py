"""The oracle of Countdown: a search that sees what the agent sees."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.countdown.shortcuts import total
from ragen_bench.environments.countdown.solver import solve


class Oracle:
    """Solves every generated task. Tasks hold no solution, so there is none to look up.

    On a task given by hand that has no solution, or one only through fractions, zero or negative
    numbers, it answers with the sum.
    """

    def act(self, env: Any) -> str:
        """A correct expression for the task that `env` is playing."""
        task = env.unwrapped.task
        return solve(task["numbers"], task["target"]) or total(task["numbers"], task["target"])
