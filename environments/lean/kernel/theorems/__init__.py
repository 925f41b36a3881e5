"""Theorems over the prelude, each with its proof term.

Nothing here is believed: `constants` checks every proof with the kernel before it hands a theorem out. Names,
argument order and implicit arguments are those of Lean 4's core library.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ragen_bench.environments.lean.kernel.checker import Checker
from ragen_bench.environments.lean.kernel.prelude import PRELUDE, ConstantInfo
from ragen_bench.environments.lean.kernel.terms import Term
from ragen_bench.environments.lean.kernel.theorems.arithmetic import add_arithmetic
from ragen_bench.environments.lean.kernel.theorems.building import Theorems
from ragen_bench.environments.lean.kernel.theorems.classical import add_classical
from ragen_bench.environments.lean.kernel.theorems.connectives import add_connectives
from ragen_bench.environments.lean.kernel.theorems.equalities import add_equalities
from ragen_bench.environments.lean.kernel.theorems.order import add_order


@lru_cache(maxsize=1)
def _everything() -> Mapping[str, ConstantInfo]:
    lib = Theorems()
    for part in (add_equalities, add_connectives, add_arithmetic, add_order, add_classical):
        part(lib)
    known = dict(PRELUDE)
    for name, info in lib.made.items():
        for levels, statement in info.types.items():
            # A theorem may use only what stands before it.
            checker = Checker(known, name.startswith("Classical."))
            checker.check_proof(statement, info.values[levels])
        known[name] = info
    return known


def constants(classical: bool) -> Mapping[str, ConstantInfo]:
    """Prelude and library by name, in an order where each uses only those before it.

    Args:
        classical: with excluded middle and what follows from it.

    Raises:
        KernelError: a proof of the library is wrong.
    """
    return _everything() if classical else _constructive()


@lru_cache(maxsize=1)
def _constructive() -> Mapping[str, ConstantInfo]:
    return {name: info for name, info in _everything().items() if not name.startswith("Classical.")}


def check_proof(statement: Term, proof: Term, classical: bool = False) -> None:
    """The verdict on a closed proof, by a checker of its own.

    Raises:
        KernelError: not accepted; the message says why.
    """
    Checker(constants(classical), classical).check_proof(statement, proof)
