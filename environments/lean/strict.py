"""A second judge for finished proofs: Lean 4's own kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ragen_bench.environments.lean.backends import checker_for
from ragen_bench.environments.lean.checking import Statement
from ragen_bench.errors import TransportError

if TYPE_CHECKING:
    from ragen_bench.environments.lean.lean4 import Lean4Kernel


@lru_cache(maxsize=1)
def _kernel() -> Lean4Kernel:
    from ragen_bench.environments.lean.lean4 import Lean4Kernel

    return Lean4Kernel()


def confirm(statement: Statement, steps: Sequence[str]) -> None:
    """Does nothing when Lean accepts what the embedded checker called proved.

    Raises:
        TransportError: Lean does not, or it could not be asked. Two judges that disagree give no verdict.
        MissingExtra: Lean's kernel is not installed.
    """
    from ragen_bench.environments.lean.embedded import EmbeddedChecker

    checker = checker_for("embedded")
    if not isinstance(checker, EmbeddedChecker):
        raise TransportError("checker", f"a strict check needs the embedded checker, not {checker.name}")
    proof = checker.prove(statement, list(steps))
    verdict = _kernel().check([(proof.statement, proof.term)], statement.classical)[0]
    if not verdict.accepted:
        raise TransportError(
            "checker", f"Lean's kernel refuses what the embedded checker proved: {verdict.message}"
        )
