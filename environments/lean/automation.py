"""What proves a statement without thought: lines of automation that anyone would try first."""

from __future__ import annotations

from ragen_bench.environments.lean.backends import checker_for
from ragen_bench.environments.lean.checking import ProofChecker, Statement

CLOSE = "first | assumption | rfl | contradiction | trivial | omega | decide | simp_all"
_LAWS = (
    "Nat.add_comm, Nat.add_left_comm, Nat.add_assoc, Nat.mul_comm, Nat.mul_left_comm, Nat.mul_assoc, "
    "Nat.add_mul, Nat.mul_add"
)
#: One reply each, in the order in which they are tried.
SPRAYS = (
    f"intros\n{CLOSE}",
    f"intros\nsimp_all [{_LAWS}]",
    f"intro n\ninduction n <;> {CLOSE}",
    f"intro n\ninduction n <;> simp_all [{_LAWS}]",
    f"intro n m\ninduction m <;> simp_all [{_LAWS}]",
    f"intro n m\ninduction n <;> simp_all [{_LAWS}]",
    f"intros\nconstructor <;> intros <;> {CLOSE}",
    "intros\nrepeat (first | assumption | rfl | omega | intro _ | constructor | contradiction)",
)


def proved_by_a_spray(statement: Statement, checker: ProofChecker | None = None) -> bool:
    """Whether one of the lines proves the statement by itself."""
    checker = checker or checker_for("embedded")
    return any(checker.check(statement, (), spray).status == "proved" for spray in SPRAYS)
