"""The oracle of MetaMathQA: the known answer, given on the first try."""

from __future__ import annotations

from typing import Any


class Oracle:
    """Answers with the task's own answer; it knows what an agent has to work out."""

    def act(self, env: Any) -> str:
        """The answer of the task that `env` is playing."""
        return str(env.unwrapped.task["answer"])
