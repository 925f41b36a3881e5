"""How much work a step may be: counted, never timed, so that it is the same anywhere."""

from __future__ import annotations

from ragen_bench.environments.lean.syntax.problems import LimitReached

STEP_WORK = 120_000
"""Visited nodes, unifications, reductions and tactics; some thirty times what a long step takes."""

MAX_TERM = 2_000
"""Nodes of one hypothesis or goal."""

MAX_DEPTH = 250
"""Nesting of one hypothesis or goal, and of the elaborator within itself."""

CLOSING_WORK = 500_000
CLOSING_DEPTH = 1_500
"""For putting the whole proof together: steps nest in each other."""

MAX_PROOF = 64_000
MAX_PROOF_DEPTH = 2_500
"""Nodes and nesting of the whole proof."""


class Budget:
    """Work that is left. Everything that loops or recurs spends from it."""

    __slots__ = ("_deepest", "depth", "left")

    def __init__(self, work: int = STEP_WORK, deepest: int = MAX_DEPTH) -> None:
        self.left, self._deepest = work, deepest
        self.depth = 0

    def spend(self, work: int = 1) -> None:
        self.left -= work
        if self.left < 0:
            raise LimitReached("(deterministic) timeout: the step takes more work than is allowed")

    def enter(self) -> None:
        """One level deeper; `leave` undoes it. Not undone on failure: whoever recovers restores `depth`."""
        self.depth += 1
        if self.depth > self._deepest:
            raise LimitReached("maximum recursion depth has been reached")

    def leave(self) -> None:
        self.depth -= 1
