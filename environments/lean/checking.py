"""What a proof checker is: the seam between the environment and Lean, or what stands in for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ragen_bench.errors import RagenError

#: "open": goals are left. "proved": none is, and what was built has been checked. "rejected": the new step
#: does not go through; the state is what it was before.
Status = Literal["open", "proved", "rejected"]


class StatementError(RagenError, ValueError):
    """A statement that the checker cannot read or elaborate; says where and why."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What is to be proved.

    Args:
        text: the header, without `:=`: "theorem t (p q : Prop) (hp : p) : p ∨ q".
        classical: excluded middle may be used.
        imports: lines that stand before the theorem in a real Lean ("import Mathlib", "open Nat").
    """

    text: str
    classical: bool = False
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """What a checker says of a statement, accepted steps and perhaps one new step.

    Args:
        status: see `Status`.
        goals: every open goal in Lean's own format, apart by blank lines; "" when proved. Of a rejected
            step, the goals before it.
        message: why a step was rejected, in Lean's manner; "" otherwise.
    """

    status: Status
    goals: str
    message: str


class ProofChecker(Protocol):
    """Checks steps of a proof. Answers depend on the arguments only."""

    name: str

    def check(self, statement: Statement, accepted: Sequence[str], step: str | None) -> Checked:
        """The state after `accepted` and then `step`; with None, the state before any new step.

        Args:
            statement: what is to be proved.
            accepted: the steps so far, each accepted by this checker after those before it.
            step: the new tactic block, as the agent wrote it.

        Raises:
            StatementError: the statement is not in the checker's reach.
            TransportError: the checker, not the step, failed.
        """
        ...
