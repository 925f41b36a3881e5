"""The constants a written term can name: the kernel's prelude and the theorems proved over it."""

from __future__ import annotations

from functools import cache

from ragen_bench.environments.lean.elaboration import lemmas
from ragen_bench.environments.lean.kernel.prelude import ConstantInfo
from ragen_bench.environments.lean.kernel.terms import Const, Term
from ragen_bench.environments.lean.kernel.theorems import constants
from ragen_bench.environments.lean.syntax.problems import Problem

NUMBER_FUNCTIONS = frozenset({"Nat.add", "Nat.mul", "Nat.sub", "Nat.pred"})
"""Computed by their equations, so that what is stuck stays readable."""

UNFOLDS = frozenset({"Not", "Ne", "Nat.lt"})

ALIASES: dict[str, str] = {}
"""Other names for the same constant."""


@cache
def _all() -> dict[str, ConstantInfo]:
    return dict(constants(classical=True))


def _info(name: str) -> ConstantInfo | None:
    found = _all().get(name)
    return found if found is not None else lemmas.info(name)


def known(name: str) -> bool:
    """There is such a constant; whether excluded middle is allowed is for the caller to ask."""
    return name in _all() or lemmas.known(name)


def is_classical(name: str) -> bool:
    """The constant rests on excluded middle."""
    return name.startswith("Classical.") or lemmas.is_classical(name)


def is_lemma(name: str) -> bool:
    """The kernel does not know it: its proof must stand in the proof that uses it."""
    return name not in _all() and lemmas.known(name)


def constant(name: str) -> Const:
    """The constant at its usual levels: propositions as motives, types as domains."""
    found = _info(name)
    if found is None:
        raise Problem(f"unknown constant '{name}'", "elaboration")
    return Const(name, found.levels[0])


def type_of(term: Const) -> Term:
    """The type of a constant at its levels."""
    found = _info(term.name)
    kind = None if found is None else found.types.get(term.levels)
    if kind is None:
        raise Problem(f"'{term.name}' is used at a universe that this checker does not have", "reach")
    return kind


def printed_type(name: str) -> Term | None:
    """A type that says which arguments are implicit."""
    found = _info(name)
    return None if found is None else next(iter(found.types.values()))


def value_of(term: Const) -> Term | None:
    """What a definition unfolds to."""
    return _all()[term.name].values.get(term.levels)
