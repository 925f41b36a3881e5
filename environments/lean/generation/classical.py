"""Families that need excluded middle."""

from __future__ import annotations

import itertools

from ragen_bench.environments.lean.generation.draft import Draft
from ragen_bench.environments.lean.generation.formulas import (
    app,
    arg,
    conj,
    disj,
    every,
    imp,
    neg,
    some,
    text,
)


def material_implication(d: Draft, n: int) -> None:
    """p → q ⊢ ¬p ∨ q."""
    d.classical = True
    p, q = d.claim(), d.claim()
    rule, x = d.given(imp(p, q)), d.label()
    d.goal = disj(neg(p), q)
    d.step(f"rcases Classical.em {arg(p)} with {x} | {x}", f"exact Or.inr ({rule} {x})", f"exact Or.inl {x}")


def double_negation(d: Draft, n: int) -> None:
    """¬p → q, ¬q ⊢ p."""
    d.classical = True
    p, q = d.claim(), d.claim()
    rule, no, x = d.given(imp(neg(p), q)), d.given(neg(q)), d.label()
    d.goal = p
    d.step("refine Classical.byContradiction ?_", f"intro {x}", f"exact {no} ({rule} {x})")


def counterexample(d: Draft, n: int) -> None:
    """¬∀ x, P x → Q x ⊢ ∃ x, P x ∧ ¬Q x."""
    d.classical = True
    kind = d.some_carrier()
    p, q = d.property(kind), d.property(kind)
    h = d.given(neg(every("x", kind, imp(p("x"), q("x")))))
    a, b, c, x = d.label(), d.label(), d.label(), d.name("local")
    d.goal = some("x", kind, conj(p("x"), neg(q("x"))))
    d.step("refine Classical.byContradiction ?_", f"intro {a}", f"apply {h}", f"intro {x} {b}")
    d.step("refine Classical.byContradiction ?_", f"intro {c}", f"exact {a} ⟨{x}, {b}, {c}⟩")


def excluded_cases(d: Draft, n: int) -> None:
    """∀ x, P x → Q x; ∀ x, ¬P x → R x; both lead to S ⊢ ∀ x, S x."""
    d.classical = True
    kind = d.some_carrier()
    p = d.property(kind, 0)
    q, r, s = d.property(kind), d.property(kind), d.property(kind)
    yes = d.given(every("x", kind, imp(p("x"), q("x"))))
    no = d.given(every("x", kind, imp(neg(p("x")), r("x"))))
    first = d.given(every("x", kind, imp(q("x"), s("x"))))
    second = d.given(every("x", kind, imp(r("x"), s("x"))))
    x, h, g, e = d.name("local"), d.label(), d.label(), d.label()
    d.goal = every("x", kind, s("x"))
    d.step(f"intro {x}", f"rcases Classical.em {arg(p(x))} with {h} | {h}")
    d.step(f"have {g} := {yes} {x} {h}", f"exact {first} {x} {g}")
    d.step(f"have {e} := {no} {x} {h}", f"exact {second} {x} {e}")


def drinker(d: Draft, n: int) -> None:
    """a ⊢ ∃ x, P x → ∀ y, P y, and the like with a guard."""
    d.classical = True
    kind = d.some_carrier()
    p = d.property(kind)
    a = d.element(kind)
    h, g, y, e, f = d.label(), d.label(), d.name("local"), d.label(), d.label()
    everyone = every("y", kind, p("y"))
    d.goal = some("x", kind, imp(p("x"), everyone))
    d.step(f"rcases Classical.em ({text(everyone)}) with {h} | {h}", f"exact ⟨{a}, fun _ => {h}⟩")
    d.step("refine Classical.byContradiction ?_", f"intro {g}", f"apply {h}", f"intro {y}")
    d.step("refine Classical.byContradiction ?_", f"intro {e}")
    d.step(f"exact {g} ⟨{y}, fun {f} => absurd {f} {e}⟩")


def link_or_stop(d: Draft, n: int) -> None:
    """A path of n steps, each of which leads on or stops ⊢ some thing on it stops, or the end is reached."""
    d.classical = True
    kind = d.some_carrier()
    p = d.predicate(kind)
    stops = d.predicate(kind)
    nodes = [d.element(kind) for _ in range(n + 1)]
    start = d.given(app(p, nodes[0]))
    rules = [d.given(imp(app(p, a), neg(app(stops, a)), app(p, b))) for a, b in itertools.pairwise(nodes)]
    d.goal = disj(some("x", kind, conj(app(p, "x"), app(stops, "x"))), app(p, nodes[-1]))
    fact = start
    for node, rule in zip(nodes, rules, strict=False):
        h, found = d.label(), d.label()
        d.step(f"rcases Classical.em ({stops} {node}) with {h} | {h}", f"exact Or.inl ⟨{node}, {fact}, {h}⟩")
        d.step(f"have {found} := {rule} {fact} {h}")
        fact = found
    d.step(f"exact Or.inr {fact}")


def de_morgan_of_quantifiers(d: Draft, n: int) -> None:
    """¬∃ x, P x ∧ ¬Q x ⊢ ∀ x, P x → Q x, and then along a rule."""
    d.classical = True
    kind = d.some_carrier()
    p, q, r = d.property(kind), d.property(kind), d.property(kind)
    h = d.given(neg(some("x", kind, conj(p("x"), neg(q("x"))))))
    rule = d.given(every("x", kind, imp(q("x"), r("x"))))
    x, a, b = d.name("local"), d.label(), d.label()
    d.goal = every("x", kind, imp(p("x"), r("x")))
    d.step(f"intro {x} {a}", f"refine {rule} {x} ?_", "refine Classical.byContradiction ?_", f"intro {b}")
    d.step(f"apply {h}", f"exact ⟨{x}, {a}, {b}⟩")
