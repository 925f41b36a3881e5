"""Case splits by recursors: the types that can be taken apart, and what that leaves."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Hypothesis, mentions_local
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, sort_level, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import replaced
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import NAT, SUCC, ZERO
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Term
from ragen_bench.environments.lean.syntax.problems import Problem
from ragen_bench.environments.lean.tactics.state import Branch, Proof, joined_tag

_ADD = Const("Nat.add")


@dataclass(frozen=True, slots=True)
class Family:
    """An inductive type: its constructors by their short names, with the names of their fields."""

    name: str
    constructors: tuple[tuple[str, tuple[str, ...]], ...]


FAMILIES = {
    family.name: family
    for family in (
        Family("And", (("intro", ("left", "right")),)),
        Family("Or", (("inl", ("h",)), ("inr", ("h",)))),
        Family("Iff", (("intro", ("mp", "mpr")),)),
        Family("Exists", (("intro", ("w", "h")),)),
        Family("False", ()),
        Family("True", (("intro", ()),)),
        Family("Nat", (("zero", ()), ("succ", ("n",)))),
    )
}


def family_of(proof: Proof, kind: Term) -> tuple[Family | None, Term]:
    """The inductive family of a type, and the type in the form that shows it."""
    shown = whnf_core(proof.holes, kind)
    if head_name(shown) not in FAMILIES and head_name(shown) != "Eq":
        shown = whnf(proof.holes, shown)
    return FAMILIES.get(head_name(shown)), proof.holes.resolve(shown)


def split(proof: Proof, goal: Meta, major: Term, name: str = "cases") -> list[Branch]:
    """Takes `major` apart: one goal for each constructor. A variable that is taken apart disappears."""
    family, kind = family_of(proof, infer(proof.holes, major))
    if family is None:
        raise Problem(
            lambda: (
                f"tactic '{name}' failed, major premise type is not an inductive type\n  "
                + proof.elaborator().show(proof.context(goal), kind)
            )
        )
    if family.name == "Nat":
        return split_number(proof, goal, major, induction=False, generalizing=())
    if isinstance(major, Local) and any(
        mentions_local(proof.holes.resolve(item.type), major.uid) for item in proof.context(goal)
    ):
        raise Problem(f"tactic '{name}' failed: other hypotheses depend on it")
    hole = proof.hole(goal)
    claim = proof.claim(goal)
    if isinstance(major, Local):
        if mentions_local(claim, major.uid):
            raise Problem(f"tactic '{name}' failed: the goal depends on it")
        context = tuple(item for item in hole.context if item.local.uid != major.uid)
    else:
        context = hole.context
    parameters = spine(kind)[1]
    branches: list[Branch] = []
    minors: list[Term] = []
    for short, names in family.constructors:
        fields = _fields(proof, f"{family.name}.{short}", parameters, names)
        inner = proof.new_goal((*context, *fields), claim, joined_tag(hole.tag, short))
        minors.append(proof.holes.abstracted(context, fields, inner, claim))
        branches.append(Branch(inner, {}, tuple(item.local for item in fields)))
    motive = Lam("t", kind, claim)
    recursor = constants.constant(f"{family.name}.rec")
    proof.holes.fill(goal.uid, apply(recursor, *parameters, motive, *minors, major))
    return branches


def _fields(
    proof: Proof, constructor: str, parameters: list[Term], names: tuple[str, ...]
) -> tuple[Hypothesis, ...]:
    kind = constants.type_of(constants.constant(constructor))
    for parameter in parameters:
        assert isinstance(kind, Pi)
        kind = proof.holes.applied(kind.body, parameter)
    found: list[Hypothesis] = []
    for name in names:
        assert isinstance(kind, Pi)
        variable = proof.holes.variable(f"{name}✝", whnf_core(proof.holes, kind.domain))
        found.append(variable)
        kind = proof.holes.applied(kind.body, variable.local)
    return tuple(found)


def split_number(
    proof: Proof, goal: Meta, major: Term, induction: bool, generalizing: tuple[Local, ...]
) -> list[Branch]:
    """Cases or induction on a number. Hypotheses that speak of it are carried along."""
    number = proof.holes.resolve(major)
    if not isinstance(number, Local):
        goal, number = generalize(proof, goal, number, "n✝")
    if any(local.uid == number.uid for local in generalizing):
        raise Problem("the variable of the induction cannot be generalized")
    tag = proof.hole(goal).tag
    dependent = [
        item.local
        for item in proof.context(goal)
        if mentions_local(proof.holes.resolve(item.type), number.uid)
    ]
    goal, reverted = proof.revert(goal, (*generalizing, *dependent))
    if any(item.local.uid == number.uid for item in reverted):
        raise Problem("the variable of the induction depends on what is generalized")
    context = tuple(item for item in proof.context(goal) if item.local.uid != number.uid)
    claim = proof.claim(goal)
    motive = Lam(number.name, NAT, proof.holes.bound(claim, number))
    base = proof.new_goal(context, proof.holes.applied(motive.body, ZERO), joined_tag(tag, "zero"))
    smaller = proof.holes.variable("n✝", NAT)
    fields = [smaller]
    hypothesis = proof.holes.variable("a✝", proof.holes.applied(motive.body, smaller.local))
    if induction:
        fields.append(hypothesis)
    next_claim = proof.holes.applied(motive.body, apply(_ADD, smaller.local, App(SUCC, ZERO)))
    step = proof.new_goal((*context, *fields), next_claim, joined_tag(tag, "succ"))
    minor = proof.holes.abstracted(context, (smaller, hypothesis), step, next_claim)
    level = sort_level(proof.holes, claim)
    proof.holes.fill(goal.uid, apply(Const("Nat.rec", (level,)), motive, base, minor, number))
    branches: list[Branch] = []
    for inner, made in ((base, ()), (step, tuple(item.local for item in fields))):
        opened, moved = proof.introduce_again(inner, reverted)
        branches.append(Branch(opened, moved, made))
    return branches


def generalize(proof: Proof, goal: Meta, term: Term, name: str) -> tuple[Meta, Local]:
    """Replaces a term in the claim by a new variable."""
    hole = proof.hole(goal)
    kind = proof.holes.resolve(infer(proof.holes, term))
    variable = proof.holes.variable(name, kind)
    claim = replaced(proof.claim(goal), term, variable.local)
    inner = proof.new_goal((*hole.context, variable), claim, hole.tag)
    function = proof.holes.abstracted(hole.context, (variable,), inner, claim)
    proof.holes.fill(goal.uid, App(function, term))
    return inner, variable.local
