"""Families of propositional logic, constructive."""

from __future__ import annotations

import itertools

from ragen_bench.environments.lean.generation.draft import Draft
from ragen_bench.environments.lean.generation.formulas import Expr, conj, disj, iff, imp, neg


def implication_chain(d: Draft, n: int) -> None:
    """p, p → q, q → r ⊢ r."""
    links = [d.claim() for _ in range(n + 1)]
    proof = d.given(links[0])
    for before, after in itertools.pairwise(links):
        proof = f"({d.given(imp(before, after))} {proof})"
    d.goal = links[-1]
    d.step(f"exact {proof.removeprefix('(').removesuffix(')')}")


def regrouped_conjunction(d: Draft, n: int) -> None:
    """p ∧ (q ∧ r) ⊢ r ∧ p."""
    parts = [d.claim() for _ in range(n + 1)]
    whole = d.given(conj(*parts))
    names = [d.label() for _ in parts]
    order = d.rng.shuffled(range(n + 1))[: max(2, n)]
    d.goal = conj(*(parts[i] for i in order))
    d.step(f"obtain ⟨{', '.join(names)}⟩ := {whole}")
    d.step(f"exact ⟨{', '.join(names[i] for i in order)}⟩")


def case_split(d: Draft, n: int) -> None:
    """p ∨ q, p → r, q → r ⊢ r."""
    parts = [d.claim() for _ in range(n)]
    d.goal = d.claim()
    either = d.given(disj(*parts))
    rules = [d.given(imp(part, d.goal)) for part in parts]
    names = [d.label() for _ in parts]
    d.step(f"rcases {either} with {' | '.join(names)}")
    d.step(*(f"exact {rule} {name}" for rule, name in zip(rules, names, strict=True)))


def swapped_cases(d: Draft, n: int) -> None:
    """p ∨ q, p → r ⊢ q ∨ r."""
    p, q, r = d.claim(), d.claim(), d.claim()
    either, rule = d.given(disj(p, q)), d.given(imp(p, r))
    first, second = d.label(), d.label()
    d.goal = disj(q, r)
    d.step(f"rcases {either} with {first} | {second}")
    d.step(f"exact Or.inr ({rule} {first})", f"exact Or.inl {second}")


def both_ways(d: Draft, n: int) -> None:
    """p → q, q → p ⊢ p ↔ q."""
    p, q = d.claim(), d.claim()
    there, back = d.given(imp(p, q)), d.given(imp(q, p))
    d.goal = iff(p, q)
    d.step("constructor", f"exact {there}", f"exact {back}")


def currying(d: Draft, n: int) -> None:
    """(p ∧ q → r) → p → q → r, and back."""
    p, q, r = d.claim(), d.claim(), d.claim()
    h, x, y = d.label(), d.label(), d.label()
    packed, curried = imp(conj(p, q), r), imp(p, q, r)
    if d.rng.below(2):
        d.goal = imp(packed, p, q, r)
        d.step(f"intro {h} {x} {y}", f"exact {h} ⟨{x}, {y}⟩")
    else:
        d.goal = imp(curried, conj(p, q), r)
        d.step(f"intro {h} {x}", f"exact {h} {x}.1 {x}.2")


def constructive_de_morgan(d: Draft, n: int) -> None:
    """¬(p ∨ q) ⊢ ¬p ∧ ¬q, and the directions that need no excluded middle."""
    p, q = d.claim(), d.claim()
    shape = d.rng.below(3)
    if shape == 0:
        h, x = d.given(neg(disj(p, q))), d.label()
        d.goal = neg(p) if d.rng.below(2) else neg(q)
        side = "inl" if d.goal == neg(p) else "inr"
        d.step(f"intro {x}", f"exact {h} (Or.{side} {x})")
    elif shape == 1:
        h, x = d.given(conj(neg(p), neg(q))), d.label()
        d.goal = neg(disj(p, q))
        d.step(f"intro {x}", f"exact Or.elim {x} {h}.1 {h}.2")
    else:
        h, x = d.given(disj(neg(p), neg(q))), d.label()
        d.goal = neg(conj(p, q))
        d.step(f"intro {x}", f"exact Or.elim {h} (fun y => y {x}.1) (fun y => y {x}.2)")


def contraposition(d: Draft, n: int) -> None:
    """p → q, ¬q ⊢ ¬p; ¬¬¬p ⊢ ¬p."""
    p, q = d.claim(), d.claim()
    x = d.label()
    if d.rng.below(3):
        rule, no = d.given(imp(p, q)), d.given(neg(q))
        d.goal = neg(p)
        d.step(f"intro {x}", f"exact {no} ({rule} {x})")
    else:
        h = d.given(neg(neg(neg(p))))
        d.goal = neg(p)
        d.step(f"intro {x}", f"exact {h} (fun y => y {x})")


def absurdity(d: Draft, n: int) -> None:
    """p → q, p → ¬q, p ⊢ r."""
    p, q = d.claim(), d.claim()
    d.goal = d.claim()
    yes, no, h = d.given(imp(p, q)), d.given(imp(p, neg(q))), d.given(p)
    d.step("exfalso", f"exact {no} {h} ({yes} {h})")


def excluded_middle_is_not_refutable(d: Draft, n: int) -> None:
    """¬¬(p ∨ ¬p), and ¬¬ of other classical laws, under a premise."""
    p, q = d.claim(), d.claim()
    h, x = d.label(), d.label()
    law: Expr = disj(p, neg(p))
    rule = d.given(imp(law, q))
    no = d.given(neg(q))
    d.goal = d.claim()
    d.step("exfalso", f"apply {no}", f"apply {rule}", "right", f"intro {x}")
    d.step(f"have {h} := {rule} (Or.inl {x})", f"exact {no} {h}")


def distribution(d: Draft, n: int) -> None:
    """p ∧ (q ∨ r) ⊢ p ∧ q ∨ p ∧ r."""
    p, q, r = d.claim(), d.claim(), d.claim()
    h = d.given(conj(p, disj(q, r)))
    x, y, z = d.label(), d.label(), d.label()
    d.goal = disj(conj(p, q), conj(p, r))
    d.step(f"obtain ⟨{x}, {y} | {z}⟩ := {h}")
    d.step(f"exact Or.inl ⟨{x}, {y}⟩", f"exact Or.inr ⟨{x}, {z}⟩")
