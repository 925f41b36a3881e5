"""How much work one check may be, counted in visited nodes: a verdict is the same on every machine."""

from __future__ import annotations

import sys

#: Visited nodes of one check. The largest proofs of the library take some thousands.
MOST_WORK = 1_000_000


class KernelError(Exception):
    """A term that is not accepted; the message says why."""


class Meter:
    """Work that is left."""

    __slots__ = ("left",)

    def __init__(self, work: int = MOST_WORK) -> None:
        self.left = work

    def spend(self, nodes: int = 1) -> None:
        """Work on some nodes.

        Raises:
            KernelError: nothing is left.
        """
        self.left -= nodes
        if self.left < 0:
            raise KernelError("checking takes too many steps")


def make_room(frames: int) -> None:
    """Lets a bound of ours, not the interpreter's or the caller's depth, be what ends deep nesting."""
    if sys.getrecursionlimit() < frames:
        sys.setrecursionlimit(frames)
