"""Why a text or a step is rejected; the message is what the agent reads."""

from __future__ import annotations

from collections.abc import Callable


class Problem(Exception):
    """A rejection. `kind` is parse, elaboration, tactic, reach or limit.

    A message may be given as a function: most problems are recovered from, and then nobody reads it.
    """

    def __init__(self, message: str | Callable[[], str], kind: str = "tactic") -> None:
        self._message, self.kind = message, kind
        super().__init__(message if isinstance(message, str) else kind)

    @property
    def message(self) -> str:
        return self._message if isinstance(self._message, str) else self._message()


class LimitReached(Problem):
    """Work, depth or size went past its bound. No `try` or `first` recovers from it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "limit")


def out_of_reach(what: str) -> Problem:
    """The rejection of something that Lean may well accept, but this checker does not know."""
    return Problem(f"{what} is outside this checker's reach", "reach")
