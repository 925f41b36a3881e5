"""How much work one step may be, counted in steps of work and never in seconds, so that it is the same anywhere."""

from __future__ import annotations

from ragen_bench.environments.lean.syntax.problems import LimitReached

STEP_WORK = 250_000
"""Visited nodes of terms, unifications, reductions and tactics; some hundred times what an ordinary step takes."""

MAX_TERM = 2_000
"""Nodes of one hypothesis or goal."""

MAX_DEPTH = 250
"""Nesting of one hypothesis or goal, and of the elaborator within itself."""


class Budget:
    """Work that is left. Everything that loops or recurs spends from it."""

    __slots__ = ("depth", "left")

    def __init__(self, work: int = STEP_WORK) -> None:
        self.left = work
        self.depth = 0

    def spend(self, work: int = 1) -> None:
        self.left -= work
        if self.left < 0:
            raise LimitReached("(deterministic) timeout: the step takes more work than is allowed")

    def enter(self) -> None:
        """One level deeper; `leave` undoes it. Not undone on failure: whoever recovers restores `depth`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitReached("maximum recursion depth has been reached")

    def leave(self) -> None:
        self.depth -= 1
