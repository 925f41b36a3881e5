"""A person at the keyboard, as a policy."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.env import TextEnv


class Human:
    """Shows the state and asks for an action.

    Args:
        ask: shows a text and returns what was typed; raises EOFError at the end of input.
    """

    def __init__(self, ask: Callable[[str], str]) -> None:
        self._ask = ask

    def act(self, env: TextEnv) -> str:
        """The line typed in answer to the state."""
        env = env.unwrapped  # type: ignore[assignment]
        head = f"{env.instruction}\n\n" if env.turn == 0 else ""
        return self._ask(f"{head}{env.observe()}\n[turn {env.turn + 1} of {env.max_turns}] > ")
