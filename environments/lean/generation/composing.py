"""Statements of several families put together, so that a proof has several parts."""

from __future__ import annotations

from ragen_bench.environments.lean.generation.draft import Draft
from ragen_bench.environments.lean.generation.families import Family
from ragen_bench.environments.lean.generation.formulas import Expr, conj, disj, imp

#: Ways in which parts are joined.
JOINS = ("rule", "guard", "and", "cases")


def compose(d: Draft, parts: list[tuple[Family, int]]) -> None:
    """Builds every part in one draft and joins their goals."""
    goals: list[Expr] = []
    proofs: list[list[str]] = []
    for family, size in parts:
        family.build(d, size)
        goals.append(d.goal)
        proofs.append(d.steps)
        d.steps = []
    join = d.rng.choice(JOINS if len(goals) > 1 else JOINS[:2])
    if join == "and":
        d.goal = conj(*goals)
        for number, proof in enumerate(proofs):
            if number < len(proofs) - 1:
                d.step("constructor")
            d.step(*proof)
    elif join == "rule":
        d.goal = d.prop()
        law = d.given(imp(*goals, d.goal))
        d.step(f"refine {law} {' '.join('?_' for _ in goals)}")
        for proof in proofs:
            d.step(*proof)
    elif join == "cases":
        d.goal = d.prop()
        cases = [d.prop() for _ in goals]
        either = d.given(disj(*cases))
        laws = [d.given(imp(case, goal, d.goal)) for case, goal in zip(cases, goals, strict=True)]
        names = [d.label() for _ in goals]
        d.step(f"rcases {either} with {' | '.join(names)}")
        for law, name, proof in zip(laws, names, proofs, strict=True):
            d.step(f"refine {law} {name} ?_", *proof)
    else:
        _guard(d, goals, proofs)


def _guard(d: Draft, goals: list[Expr], proofs: list[list[str]]) -> None:
    """A premise, and behind it the first goal and what follows from the premise and the others."""
    guard, h = d.claim(2), d.label()
    d.step(f"intro {h}")
    if len(goals) == 1:
        d.goal = imp(guard, goals[0])
        d.step(*proofs[0])
        return
    conclusion = d.prop()
    law = d.given(imp(guard, *goals[1:], conclusion))
    d.goal = imp(guard, conj(goals[0], conclusion))
    d.step("constructor", *proofs[0], f"refine {law} {h} {' '.join('?_' for _ in goals[1:])}")
    for proof in proofs[1:]:
        d.step(*proof)
