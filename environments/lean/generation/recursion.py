"""Families of functions on the natural numbers given by recursion equations, by induction."""

from __future__ import annotations

from ragen_bench.environments.lean.generation.draft import Draft, rule
from ragen_bench.environments.lean.generation.formulas import (
    Expr,
    add,
    app,
    arg,
    conj,
    disj,
    eq,
    every,
    imp,
    le,
    mul,
    some,
)


def _after(n: Expr) -> Expr:
    return add(n, "1")


def _sequence(d: Draft, start: Expr, step: Expr, f: str) -> tuple[str, str]:
    """f 0 = start; ∀ n, f (n + 1) = step, where step speaks of n."""
    return d.given(eq(app(f, "0"), start)), d.given(every("n", "Nat", eq(app(f, _after("n")), step)))


def arithmetic_progression(d: Draft, size: int) -> None:
    """f 0 = a, f (n + 1) = f n + k ⊢ f n = a + n * k."""
    f, a, k = d.function("Nat", "Nat"), d.element("Nat"), d.element("Nat")
    forwards = bool(d.rng.below(2))
    here = app(f, "n")
    zero, law = _sequence(d, a, add(here, k) if forwards else add(k, here), f)
    n = d.name("index")
    now, product = app(f, n), mul(n, k)
    d.goal = every("n", "Nat", eq(here, add(a, mul("n", k))))
    d.step(f"intro {n}")
    ih = d.induction(n, f"rw [Nat.zero_mul {k}, Nat.add_zero {a}]", f"exact {zero}")
    goal = eq(app(f, _after(n)), add(a, mul(_after(n), k)))
    goal = d.rewrite(goal, rule(law, app(f, _after(n)), add(now, k) if forwards else add(k, now), (n,)))
    if not forwards:
        goal = d.rewrite(goal, rule("Nat.add_comm", add(k, now), add(now, k), (k, now)))
    goal = d.rewrite(
        goal,
        rule(ih, now, add(a, product)),
        rule("Nat.add_mul", mul(_after(n), k), add(product, mul("1", k)), (n, "1", k)),
        rule("Nat.one_mul", mul("1", k), k, (k,)),
    )
    old, new = add(add(a, product), k), add(a, add(product, k))
    d.rewrite(goal, rule("Nat.add_assoc", old, new, (a, product, k)), then="closed")


def sum_of_odds(d: Draft, size: int) -> None:
    """f 0 = 0, f (n + 1) = f n + (n + n + 1) ⊢ f n = n * n."""
    f = d.function("Nat", "Nat")
    a = d.element("Nat") if size > 1 else ""
    start: Expr = a or "0"
    zero, law = _sequence(d, start, add(app(f, "n"), add(add("n", "n"), "1")), f)
    n = d.name("index")
    square, now = mul(n, n), app(f, n)
    whole: Expr = mul("n", "n")
    d.goal = every("n", "Nat", eq(app(f, "n"), add(a, whole) if a else whole))
    d.step(f"intro {n}")
    base = f"rw [Nat.zero_mul 0, Nat.add_zero {a}]" if a else "rw [Nat.zero_mul 0]"
    ih = d.induction(n, base, f"exact {zero}")
    next_square = mul(_after(n), _after(n))
    goal = eq(app(f, _after(n)), add(a, next_square) if a else next_square)
    gain = add(add(n, n), "1")
    goal = d.rewrite(
        goal,
        rule(law, app(f, _after(n)), add(now, gain), (n,)),
        rule(ih, now, add(a, square) if a else square),
    )
    split = add(mul(n, _after(n)), mul("1", _after(n)))
    goal = d.rewrite(
        goal,
        rule("Nat.add_mul", next_square, split, (n, "1", _after(n))),
        rule("Nat.mul_add", mul(n, _after(n)), add(square, mul(n, "1")), (n, n, "1")),
        rule("Nat.mul_one", mul(n, "1"), n, (n,)),
        rule("Nat.one_mul", mul("1", _after(n)), _after(n), (_after(n),)),
    )
    goal = d.rewrite(
        goal,
        rule("Nat.add_assoc", gain, add(n, _after(n)), (n, n, "1")),
        rule(
            "Nat.add_assoc",
            add(add(square, n), _after(n)),
            add(square, add(n, _after(n))),
            (square, n, _after(n)),
        ),
        then="open" if a else "closed",
    )
    if a:
        rest = add(n, _after(n))
        old, new = add(add(a, square), rest), add(a, add(square, rest))
        d.rewrite(goal, rule("Nat.add_assoc", old, new, (a, square, rest)), then="closed")


def geometric_pair(d: Draft, size: int) -> None:
    """f (n + 1) = c * f n, g (n + 1) = g n * c ⊢ f n * g 0 = f 0 * g n."""
    f, g = d.function("Nat", "Nat"), d.function("Nat", "Nat")
    a, b, c = (d.element("Nat") for _ in range(3))
    zero_f, law_f = _sequence(d, a, mul(c, app(f, "n")), f)
    zero_g, law_g = _sequence(d, b, mul(app(g, "n"), c), g)
    n = d.name("index")
    d.goal = every("n", "Nat", eq(mul(app(f, "n"), b), mul(a, app(g, "n"))))
    d.step(f"intro {n}")
    ih = d.induction(n, f"rw [{zero_f}, {zero_g}]")
    x, y = app(f, n), app(g, n)
    goal = eq(mul(app(f, _after(n)), b), mul(a, app(g, _after(n))))
    goal = d.rewrite(goal, rule(law_f, app(f, _after(n)), mul(c, x), (n,)))
    goal = d.rewrite(goal, rule(law_g, app(g, _after(n)), mul(y, c), (n,)))
    goal = d.rewrite(
        goal,
        rule("Nat.mul_assoc", mul(mul(c, x), b), mul(c, mul(x, b)), (c, x, b)),
        rule(ih, mul(x, b), mul(a, y)),
    )
    goal = d.rewrite(goal, rule("← Nat.mul_assoc", mul(a, mul(y, c)), mul(mul(a, y), c), (a, y, c)))
    d.rewrite(goal, rule("Nat.mul_comm", mul(c, mul(a, y)), mul(mul(a, y), c), (c, mul(a, y))), then="closed")


def scaled_sequence(d: Draft, size: int) -> None:
    """f (n + 1) = k * f n, g (n + 1) = k * g n, f 0 = d * g 0 ⊢ f n = d * g n."""
    f, g = d.function("Nat", "Nat"), d.function("Nat", "Nat")
    k, factor = d.element("Nat"), d.element("Nat")
    zero = d.given(eq(app(f, "0"), mul(factor, app(g, "0"))))
    law_f = d.given(every("n", "Nat", eq(app(f, _after("n")), mul(k, app(f, "n")))))
    law_g = d.given(every("n", "Nat", eq(app(g, _after("n")), mul(k, app(g, "n")))))
    n = d.name("index")
    x, y = app(f, n), app(g, n)
    d.goal = every("n", "Nat", eq(app(f, "n"), mul(factor, app(g, "n"))))
    d.step(f"intro {n}")
    ih = d.induction(n, f"exact {zero}")
    goal = eq(app(f, _after(n)), mul(factor, app(g, _after(n))))
    goal = d.rewrite(goal, rule(law_f, app(f, _after(n)), mul(k, x), (n,)))
    goal = d.rewrite(goal, rule(law_g, app(g, _after(n)), mul(k, y), (n,)))
    goal = d.rewrite(goal, rule(ih, x, mul(factor, y)))
    old, new = mul(k, mul(factor, y)), mul(factor, mul(k, y))
    goal = d.rewrite(
        goal,
        rule("← Nat.mul_assoc", old, mul(mul(k, factor), y), (k, factor, y)),
        rule("Nat.mul_comm", mul(k, factor), mul(factor, k), (k, factor)),
    )
    d.rewrite(goal, rule("Nat.mul_assoc", mul(mul(factor, k), y), new, (factor, k, y)), then="closed")


def additive_function(d: Draft, size: int) -> None:
    """f 0 = 0, f (x + y) = f x + f y ⊢ f (n * k) = n * f k."""
    f, k = d.function("Nat", "Nat"), d.element("Nat")
    zero = d.given(eq(app(f, "0"), "0"))
    law = d.given(every("x y", "Nat", eq(app(f, add("x", "y")), add(app(f, "x"), app(f, "y")))))
    n = d.name("index")
    d.goal = every("n", "Nat", eq(app(f, mul("n", k)), mul("n", app(f, k))))
    d.step(f"intro {n}")
    value = app(f, k)
    ih = d.induction(n, f"rw [Nat.zero_mul {k}, Nat.zero_mul {arg(value)}]", f"exact {zero}")
    goal = eq(app(f, mul(_after(n), k)), mul(_after(n), value))
    goal = d.rewrite(
        goal,
        rule("Nat.add_mul", mul(_after(n), k), add(mul(n, k), mul("1", k)), (n, "1", k)),
        rule("Nat.one_mul", mul("1", k), k, (k,)),
    )
    inner = app(f, mul(n, k))
    goal = d.rewrite(goal, rule(law, app(f, add(mul(n, k), k)), add(inner, value), (mul(n, k), k)))
    goal = d.rewrite(goal, rule(ih, inner, mul(n, value)))
    d.rewrite(
        goal,
        rule("Nat.add_mul", mul(_after(n), value), add(mul(n, value), mul("1", value)), (n, "1", value)),
        rule("Nat.one_mul", mul("1", value), value, (value,)),
        then="closed",
    )


def power_law(d: Draft, size: int) -> None:
    """p 0 = 1, p (n + 1) = p n * b ⊢ p (m + n) = p m * p n."""
    p, b = d.function("Nat", "Nat"), d.element("Nat")
    zero, law = _sequence(d, "1", mul(app(p, "n"), b), p)
    m, n = d.name("index"), d.name("index")
    d.goal = every("m n", "Nat", eq(app(p, add("m", "n")), mul(app(p, "m"), app(p, "n"))))
    d.step(f"intro {m} {n}")
    x, y = app(p, m), app(p, n)
    ih = d.induction(n, f"rw [Nat.add_zero {m}, {zero}, Nat.mul_one {arg(x)}]")
    goal = eq(app(p, add(m, _after(n))), mul(x, app(p, _after(n))))
    goal = d.rewrite(goal, rule("← Nat.add_assoc", add(m, _after(n)), _after(add(m, n)), (m, n, "1")))
    goal = d.rewrite(goal, rule(law, app(p, _after(add(m, n))), mul(app(p, add(m, n)), b), (add(m, n),)))
    goal = d.rewrite(goal, rule(ih, app(p, add(m, n)), mul(x, y)))
    goal = d.rewrite(goal, rule(law, app(p, _after(n)), mul(y, b), (n,)))
    d.rewrite(goal, rule("Nat.mul_assoc", mul(mul(x, y), b), mul(x, mul(y, b)), (x, y, b)), then="closed")


def defined_product(d: Draft, size: int) -> None:
    """g 0 y = c, g (x + 1) y = g x y + y ⊢ g x y = c + x * y."""
    g, c = d.function("Nat", "Nat", "Nat"), d.element("Nat")
    zero = d.given(every("y", "Nat", eq(app(g, "0", "y"), c)))
    law = d.given(every("x y", "Nat", eq(app(g, _after("x"), "y"), add(app(g, "x", "y"), "y"))))
    x, y = d.name("index"), d.name("index")
    d.goal = every("x y", "Nat", eq(app(g, "x", "y"), add(c, mul("x", "y"))))
    d.step(f"intro {x} {y}")
    ih = d.induction(x, f"rw [Nat.zero_mul {y}, Nat.add_zero {c}]", f"exact {zero} {y}")
    product = mul(x, y)
    goal = eq(app(g, _after(x), y), add(c, mul(_after(x), y)))
    goal = d.rewrite(goal, rule(law, app(g, _after(x), y), add(app(g, x, y), y), (x, y)))
    goal = d.rewrite(goal, rule(ih, app(g, x, y), add(c, product)))
    goal = d.rewrite(
        goal,
        rule("Nat.add_mul", mul(_after(x), y), add(product, mul("1", y)), (x, "1", y)),
        rule("Nat.one_mul", mul("1", y), y, (y,)),
    )
    d.rewrite(
        goal,
        rule("Nat.add_assoc", add(add(c, product), y), add(c, add(product, y)), (c, product, y)),
        then="closed",
    )


def growing_sequence(d: Draft, size: int) -> None:
    """R reflexive and transitive, R (f n) (f (n + 1)) ⊢ R (f n) (f (n + k))."""
    kind = d.some_carrier()
    relation, f = d.predicate(kind, kind), d.function("Nat", kind)
    refl = d.given(every("x", kind, app(relation, "x", "x")))
    trans = d.given(
        every("x y z", kind, imp(app(relation, "x", "y"), app(relation, "y", "z"), app(relation, "x", "z")))
    )
    up = d.given(every("n", "Nat", app(relation, app(f, "n"), app(f, _after("n")))))
    n, m, e = d.name("index"), d.name("index"), d.label()
    d.goal = every("n m", "Nat", app(relation, app(f, "n"), app(f, add("n", "m"))))
    d.step(f"intro {n} {m}")
    at = app(f, n)
    ih = d.induction(m, f"exact {refl} {arg(at)}")
    d.step(f"have {e} := {up} ({n} + {m})")
    d.step(f"exact {trans} {arg(at)} ({f} ({n} + {m})) ({f} ({n} + {m} + 1)) {ih} {e}")


def steady_growth(d: Draft, size: int) -> None:
    """c ≤ f 0, 1 ≤ g n, f (n + 1) = f n + g n ⊢ c + n ≤ f n."""
    f, g, c = d.function("Nat", "Nat"), d.function("Nat", "Nat"), d.element("Nat")
    start = d.given(le(c, app(f, "0")))
    gain = d.given(every("n", "Nat", le("1", app(g, "n"))))
    law = d.given(every("n", "Nat", eq(app(f, _after("n")), add(app(f, "n"), app(g, "n")))))
    n, more = d.name("index"), d.label()
    d.goal = every("n", "Nat", le(add(c, "n"), app(f, "n")))
    d.step(f"intro {n}")
    ih = d.induction(n, f"exact {start}")
    d.step(f"rw [{law} {n}]", f"have {more} := {gain} {n}")
    d.step(f"rw [← Nat.add_assoc {c} {n} 1]", f"exact Nat.add_le_add {ih} {more}")


def alternating(d: Draft, size: int) -> None:
    """P 0, P n → Q (n + 1), Q n → P (n + 1) ⊢ ∀ n, P n ∨ Q n; with more predicates, round."""
    parts = [d.property("Nat", 0) for _ in range(size)]
    start = d.given(parts[0]("0"))
    laws = [
        d.given(every("n", "Nat", imp(part("n"), parts[(i + 1) % size](_after("n")))))
        for i, part in enumerate(parts)
    ]
    n = d.name("index")
    d.goal = every("n", "Nat", disj(*(part("n") for part in parts)))
    d.step(f"intro {n}")
    ih = d.induction(n, "left", f"exact {start}")
    names = [d.label() for _ in parts]
    d.step(f"rcases {ih} with {' | '.join(names)}")
    for i, name in enumerate(names):
        target = (i + 1) % size
        d.step(*["right"] * target)
        if target < size - 1:
            d.step("left")
        d.step(f"exact {laws[i]} {n} {name}")


def carried_together(d: Draft, size: int) -> None:
    """P 0, P n → Q n, P n → Q n → P (n + 1) ⊢ ∀ n, P n ∧ Q n."""
    p, q = d.property("Nat"), d.property("Nat")
    start = d.given(p("0"))
    also = d.given(every("n", "Nat", imp(p("n"), q("n"))))
    up = d.given(every("n", "Nat", imp(p("n"), q("n"), p(_after("n")))))
    n, left, right, found = d.name("index"), d.label(), d.label(), d.label()
    d.goal = every("n", "Nat", conj(p("n"), q("n")))
    d.step(f"intro {n}")
    ih = d.induction(n, f"exact ⟨{start}, {also} 0 {start}⟩")
    d.step(f"obtain ⟨{left}, {right}⟩ := {ih}")
    d.step(f"have {found} := {up} {n} {left} {right}", f"exact ⟨{found}, {also} ({n} + 1) {found}⟩")


def reached_value(d: Draft, size: int) -> None:
    """∃ x, R 0 x; R n x → ∃ y, S x y ∧ R (n + 1) y ⊢ ∀ n, ∃ x, R n x."""
    kind = d.some_carrier()
    relation, step = d.predicate("Nat", kind), d.predicate(kind, kind)
    p = d.property(kind)
    start = d.given(some("x", kind, conj(app(relation, "0", "x"), p("x"))))
    further = some("y", kind, conj(app(step, "x", "y"), app(relation, _after("n"), "y")))
    up = d.given(every("n", "Nat", every("x", kind, imp(app(relation, "n", "x"), p("x"), further))))
    keeps = d.given(every("x y", kind, imp(app(step, "x", "y"), p("x"), p("y"))))
    n = d.name("index")
    d.goal = every("n", "Nat", some("x", kind, conj(app(relation, "n", "x"), p("x"))))
    d.step(f"intro {n}")
    ih = d.induction(n, f"exact {start}")
    x, y = d.name("local"), d.name("local")
    a, b, c, e = (d.label() for _ in range(4))
    d.step(f"obtain ⟨{x}, {a}, {b}⟩ := {ih}", f"obtain ⟨{y}, {c}, {e}⟩ := {up} {n} {x} {a} {b}")
    d.step(f"exact ⟨{y}, {e}, {keeps} {x} {y} {c} {b}⟩")


def bounded_below(d: Draft, size: int) -> None:
    """c ≤ f 0, f n ≤ g n, g n ≤ f (n + 1) ⊢ ∀ n, c ≤ f n ∧ c ≤ g n."""
    f, g, c = d.function("Nat", "Nat"), d.function("Nat", "Nat"), d.element("Nat")
    start = d.given(le(c, app(f, "0")))
    over = d.given(every("n", "Nat", le(app(f, "n"), app(g, "n"))))
    up = d.given(every("n", "Nat", le(app(g, "n"), app(f, _after("n")))))
    n, left, right, found = d.name("index"), d.label(), d.label(), d.label()
    d.goal = every("n", "Nat", conj(le(c, app(f, "n")), le(c, app(g, "n"))))
    d.step(f"intro {n}")
    ih = d.induction(n, f"exact ⟨{start}, Nat.le_trans {start} ({over} 0)⟩")
    d.step(f"obtain ⟨{left}, {right}⟩ := {ih}")
    d.step(f"have {found} := Nat.le_trans {right} ({up} {n})")
    d.step(f"exact ⟨{found}, Nat.le_trans {found} ({over} ({n} + 1))⟩")
