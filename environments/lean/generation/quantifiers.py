"""Families about "for all" and "there is"."""

from __future__ import annotations

import itertools

from ragen_bench.environments.lean.generation.draft import Draft
from ragen_bench.environments.lean.generation.formulas import (
    Expr,
    app,
    arg,
    conj,
    disj,
    eq,
    every,
    iff,
    imp,
    neg,
    some,
)


def instance_of_a_rule(d: Draft, n: int) -> None:
    """∀ x, P x → Q x; P a ⊢ Q a."""
    kind = d.carrier()
    thing: Expr = d.element(kind)
    if d.rng.below(2):
        thing = app(d.function(kind, kind), thing)
    links = [d.property(kind) for _ in range(n + 1)]
    proof = d.given(links[0](thing))
    for before, after in itertools.pairwise(links):
        x = d.rng.choice("xyz")
        proof = f"({d.given(every(x, kind, imp(before(x), after(x))))} {arg(thing)} {proof})"
    d.goal = links[-1](thing)
    d.step(f"exact {proof[1:-1]}")


def witness(d: Draft, n: int) -> None:
    """P a, Q a ⊢ ∃ x, P x ∧ Q x."""
    kind = d.carrier()
    thing = d.element(kind)
    d.element(kind)
    parts = [d.property(kind) for _ in range(n)]
    facts = [d.given(part(thing)) for part in parts]
    x = d.rng.choice("xyz")
    d.goal = some(x, kind, conj(*(part(x) for part in parts)))
    d.step(f"exact ⟨{', '.join((thing, *facts))}⟩")


def pursuit(d: Draft, n: int) -> None:
    """P a; ∀ x, P x → ∃ y, R x y ∧ Q y; ... ⊢ ∃ y, Z y: n things must be obtained, one from another."""
    kind = d.some_carrier()
    start = d.element(kind)
    stages = [d.property(kind) for _ in range(n + 1)]
    here, fact = start, d.given(stages[0](start))
    shown = []
    for before, after in itertools.pairwise(stages):
        relation = d.predicate(kind, kind)
        rule = d.given(
            every("x", kind, imp(before("x"), some("y", kind, conj(app(relation, "x", "y"), after("y")))))
        )
        there, link, reached = d.name("local"), d.label(), d.label()
        d.step(f"obtain ⟨{there}, {link}, {reached}⟩ := {rule} {here} {fact}")
        shown.append((relation, here, there, link))
        here, fact = there, reached
    if d.rng.below(2):
        relation, source, _, link = shown[-1]
        if source == start:
            d.goal = some("z", kind, conj(stages[-1]("z"), app(relation, source, "z")))
            d.step(f"exact ⟨{here}, {fact}, {link}⟩")
            return
        d.goal = some("x", kind, some("y", kind, conj(app(relation, "x", "y"), stages[-1]("y"))))
        d.step(f"exact ⟨{source}, {here}, {link}, {fact}⟩")
        return
    d.goal = some("z", kind, stages[-1]("z"))
    d.step(f"exact ⟨{here}, {fact}⟩")


def witness_through_rules(d: Draft, n: int) -> None:
    """∃ x, P x ∧ Q x; rules from P to R and from Q to S in n steps ⊢ ∃ x, R x ∧ S x."""
    kind = d.some_carrier()
    left, right = d.property(kind), d.property(kind)
    known = d.given(some("x", kind, conj(left("x"), right("x"))))
    x, first, second = d.name("local"), d.label(), d.label()
    d.step(f"obtain ⟨{x}, {first}, {second}⟩ := {known}")
    for number in range(n):
        turn = number % 2
        before = (left, right)[turn]
        after = d.property(kind)
        fact = (first, second)[turn]
        rule = d.given(every("y", kind, imp(before("y"), after("y"))))
        found = d.label()
        d.step(f"have {found} := {rule} {x} {fact}")
        if turn:
            right, second = after, found
        else:
            left, first = after, found
    d.goal = some("z", kind, conj(right("z"), left("z")))
    d.step(f"exact ⟨{x}, {second}, {first}⟩")


def witness_by_cases(d: Draft, n: int) -> None:
    """∃ x, P x ∧ (Q x ∨ R x); rules to two ends ⊢ (∃ x, S x) ∨ ∃ x, T x."""
    kind = d.some_carrier()
    base = d.property(kind)
    sides = [d.property(kind) for _ in range(n)]
    known = d.given(some("x", kind, conj(base("x"), disj(*(side("x") for side in sides)))))
    x, fact, either = d.name("local"), d.label(), d.label()
    names = [d.label() for _ in sides]
    ends = [d.property(kind), d.property(kind)]
    d.goal = disj(some("y", kind, ends[0]("y")), some("y", kind, ends[1]("y")))
    d.step(f"obtain ⟨{x}, {fact}, {either}⟩ := {known}", f"rcases {either} with {' | '.join(names)}")
    for number, (side, name) in enumerate(zip(sides, names, strict=True)):
        end = number % 2
        rule = d.given(every("x", kind, imp(base("x"), side("x"), ends[end]("x"))))
        found = d.label()
        d.step(f"have {found} := {rule} {x} {fact} {name}")
        d.step(("left", "right")[end], f"exact ⟨{x}, {found}⟩")


def exists_and_or(d: Draft, n: int) -> None:
    """(∃ x, P x ∨ Q x) ↔ (∃ x, P x) ∨ ∃ x, Q x."""
    kind = d.some_carrier()
    p, q = d.property(kind), d.property(kind)
    inner = some("x", kind, disj(p("x"), q("x")))
    outer = disj(some("x", kind, p("x")), some("x", kind, q("x")))
    h, g = d.label(), d.label()
    a, b = d.label(), d.label()
    x, y = d.name("local"), d.name("local")
    forwards = [
        f"intro {h}",
        f"rcases {h} with ⟨{x}, {a} | {b}⟩",
        f"exact Or.inl ⟨{x}, {a}⟩",
        f"exact Or.inr ⟨{x}, {b}⟩",
    ]
    backwards = [
        f"intro {g}",
        f"rcases {g} with ⟨{y}, {a}⟩ | ⟨{y}, {a}⟩",
        f"exact ⟨{y}, Or.inl {a}⟩",
        f"exact ⟨{y}, Or.inr {a}⟩",
    ]
    d.step("constructor")
    if d.rng.below(2):
        d.goal = iff(inner, outer)
        d.step(*forwards, *backwards)
    else:
        d.goal = iff(outer, inner)
        d.step(*backwards, *forwards)


def forall_and_and(d: Draft, n: int) -> None:
    """(∀ x, P x ∧ Q x) ↔ (∀ x, P x) ∧ ∀ x, Q x."""
    kind = d.some_carrier()
    p, q = d.property(kind), d.property(kind)
    h, g, x = d.label(), d.label(), d.name("local")
    d.goal = iff(
        every("x", kind, conj(p("x"), q("x"))), conj(every("x", kind, p("x")), every("x", kind, q("x")))
    )
    d.step("constructor", f"intro {h}", "constructor")
    d.step(f"intro {x}", f"exact ({h} {x}).1", f"intro {x}", f"exact ({h} {x}).2")
    d.step(f"intro {g} {x}", f"exact ⟨{g}.1 {x}, {g}.2 {x}⟩")


def no_witness(d: Draft, n: int) -> None:
    """(¬∃ x, P x ∧ Q x) ↔ ∀ x, P x → ¬Q x."""
    kind = d.some_carrier()
    p, q = d.property(kind), d.property(kind)
    h, g, a, b = d.label(), d.label(), d.label(), d.label()
    x, y = d.name("local"), d.name("local")
    none = neg(some("x", kind, conj(p("x"), q("x"))))
    d.goal = iff(none, every("x", kind, imp(p("x"), neg(q("x")))))
    d.step("constructor", f"intro {h} {x} {a} {b}", f"exact {h} ⟨{x}, {a}, {b}⟩")
    d.step(f"intro {g} {h}", f"obtain ⟨{y}, {a}, {b}⟩ := {h}", f"exact {g} {y} {a} {b}")


def exported_premise(d: Draft, n: int) -> None:
    """((∃ x, P x) → q) ↔ ∀ x, P x → q."""
    kind = d.some_carrier()
    p, q = d.property(kind), d.claim()
    h, g, a, b = d.label(), d.label(), d.label(), d.label()
    x, y = d.name("local"), d.name("local")
    d.goal = iff(imp(some("x", kind, p("x")), q), every("x", kind, imp(p("x"), q)))
    d.step("constructor", f"intro {h} {x} {a}", f"exact {h} ⟨{x}, {a}⟩")
    d.step(f"intro {g} {b}", f"obtain ⟨{y}, {a}⟩ := {b}", f"exact {g} {y} {a}")


def uniform_witness(d: Draft, n: int) -> None:
    """∃ x, ∀ y, P y → R x y; P closed under f; rules ⊢ ∀ y, P y → ∃ x, S x (f y)."""
    kind = d.some_carrier()
    p = d.property(kind)
    relation, other = d.predicate(kind, kind), d.predicate(kind, kind)
    functions = [d.function(kind, kind) for _ in range(n)]
    known = d.given(some("x", kind, every("y", kind, imp(p("y"), app(relation, "x", "y")))))
    closed = [d.given(every("y", kind, imp(p("y"), p(app(f, "y"))))) for f in functions]
    rule = d.given(every("x y", kind, imp(app(relation, "x", "y"), app(other, "y", "x"))))
    y, fact = d.name("local"), d.label()
    x, uniform = d.name("local"), d.label()
    term: Expr = "y"
    for f in functions:
        term = app(f, term)
    d.goal = every("y", kind, imp(p("y"), some("x", kind, app(other, term, "x"))))
    d.step(f"intro {y} {fact}", f"obtain ⟨{x}, {uniform}⟩ := {known}")
    here: Expr = y
    for f, proof in zip(functions, closed, strict=True):
        found = d.label()
        d.step(f"have {found} := {proof} {arg(here)} {fact}")
        here, fact = app(f, here), found
    last = d.label()
    d.step(f"have {last} := {uniform} {arg(here)} {fact}", f"refine ⟨{x}, ?_⟩")
    d.step(f"exact {rule} {x} {arg(here)} {last}")


def only_one(d: Draft, n: int) -> None:
    """∃ x, P x ∧ ∀ y, P y → y = x; P kept by f ⊢ f (f a) = a."""
    kind = d.some_carrier()
    p = d.property(kind)
    a, f = d.element(kind), d.function(kind, kind)
    unique = d.given(some("x", kind, conj(p("x"), every("y", kind, imp(p("y"), eq("y", "x"))))))
    kept = d.given(every("x", kind, imp(p("x"), p(app(f, "x")))))
    fact = d.given(p(a))
    x, holds, only = d.name("local"), d.label(), d.label()
    d.step(f"obtain ⟨{x}, {holds}, {only}⟩ := {unique}")
    facts = [fact]
    terms: list[Expr] = [a]
    for _ in range(n):
        found = d.label()
        d.step(f"have {found} := {kept} {arg(terms[-1])} {facts[-1]}")
        facts.append(found)
        terms.append(app(f, terms[-1]))
    left, right = d.label(), d.label()
    d.step(f"have {left} := {only} {arg(terms[-1])} {facts[-1]}", f"have {right} := {only} {a} {fact}")
    d.goal = eq(terms[-1], a)
    d.step(f"exact {left}.trans {right}.symm")


def two_sorts(d: Draft, n: int) -> None:
    """Things of two types that lead to one another, under a function that brings them back."""
    first, second = d.carrier(), d.carrier()
    p, q = d.property(first), d.property(second)
    there, back = d.predicate(first, second), d.function(second, first)
    a = d.element(first)
    fact = d.given(p(a))
    out = d.given(every("x", first, imp(p("x"), some("y", second, conj(app(there, "x", "y"), q("y"))))))
    home = d.given(every("y", second, imp(q("y"), p(app(back, "y")))))
    here: Expr = a
    path = []
    for _ in range(n):
        y, link, reached, again = d.name("local"), d.label(), d.label(), d.label()
        d.step(f"obtain ⟨{y}, {link}, {reached}⟩ := {out} {arg(here)} {fact}")
        d.step(f"have {again} := {home} {y} {reached}")
        path.append((here, y, link, reached))
        here, fact = app(back, y), again
    source, y, link, _ = path[-1]
    if n == 1:
        d.goal = some("x", first, some("y", second, conj(app(there, "x", "y"), p(app(back, "y")))))
        d.step(f"exact ⟨{arg(source)}, {y}, {link}, {fact}⟩")
        return
    _, before, _, reached = path[-2]
    d.goal = some("y", second, conj(q("y"), some("z", second, app(there, app(back, "y"), "z"))))
    d.step(f"exact ⟨{before}, {reached}, {y}, {link}⟩")
