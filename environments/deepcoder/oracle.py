"""The oracle of DeepCoder: the reference program."""

from __future__ import annotations

from typing import Any

from ragen_bench.errors import MissingData


class Oracle:
    """Submits the reference program of the task; it knows what an agent has to write."""

    def act(self, env: Any) -> str:
        """The program of the task that `env` is playing, in a block.

        Raises:
            MissingData: a public row or a task by hand, which comes without a program.
        """
        program = env.unwrapped.task["program"]
        if not program:
            raise MissingData(
                "this task holds no reference program, so the oracle cannot play it; public rows have "
                "tests only. Use easy, medium, hard or expert, or give the task a field 'program'"
            )
        return f"```python\n{program}```"
