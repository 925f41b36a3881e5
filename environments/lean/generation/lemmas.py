"""Families whose induction fails as stated: a stronger statement must be found first, or two inductions."""

from __future__ import annotations

from ragen_bench.environments.lean.generation.draft import Draft, rule
from ragen_bench.environments.lean.generation.formulas import add, app, arg, conj, eq, every, imp, mul, text


def _after(n: str) -> tuple[str, str, str]:
    return ("add", n, "1")


def accumulator(d: Draft, size: int) -> None:
    """g 0 y = y, g (n + 1) y = g n (y + k) ⊢ g n 0 = n * k: holds for every y, or the induction fails."""
    g, k = d.function("Nat", "Nat", "Nat"), d.element("Nat")
    zero = d.given(every("y", "Nat", eq(app(g, "0", "y"), "y")))
    law = d.given(every("n y", "Nat", eq(app(g, _after("n"), "y"), app(g, "n", add("y", k)))))
    n, m, y, key = d.name("index"), d.name("index"), d.name("local"), d.label()
    d.goal = every("n", "Nat", eq(app(g, "n", "0"), mul("n", k)))
    strong = every("n y", "Nat", eq(app(g, "n", "y"), add("y", mul("n", k))))
    d.step(
        f"intro {m}", f"suffices {key} : {text(strong)} from ({key} {m} 0).trans (Nat.zero_add ({m} * {k}))"
    )
    d.step(f"intro {n}")
    ih = d.induction(n, f"intro {y}", f"rw [Nat.zero_mul {k}, Nat.add_zero {y}]", f"exact {zero} {y}")
    d.step(f"intro {y}")
    product = mul(n, k)
    goal = eq(app(g, _after(n), y), add(y, mul(_after(n), k)))
    goal = d.rewrite(
        goal,
        rule(law, app(g, _after(n), y), app(g, n, add(y, k)), (n, y)),
        rule(ih, app(g, n, add(y, k)), add(add(y, k), product), (add(y, k),)),
    )
    goal = d.rewrite(
        goal,
        rule("Nat.add_mul", mul(_after(n), k), add(product, mul("1", k)), (n, "1", k)),
        rule("Nat.one_mul", mul("1", k), k, (k,)),
    )
    goal = d.rewrite(
        goal, rule("Nat.add_assoc", add(add(y, k), product), add(y, add(k, product)), (y, k, product))
    )
    d.rewrite(goal, rule("Nat.add_comm", add(k, product), add(product, k), (k, product)), then="closed")


def two_steps_back(d: Draft, size: int) -> None:
    """P 0, P 1, P n → P (n + 1) → P (n + 2) ⊢ ∀ n, P n: two neighbours at once."""
    p = d.property("Nat")
    first, second = d.given(p("0")), d.given(p("1"))
    up = d.given(every("n", "Nat", imp(p("n"), p(_after("n")), p(add("n", "2")))))
    n, m, key, a, b = d.name("index"), d.name("index"), d.label(), d.label(), d.label()
    d.goal = every("n", "Nat", p("n"))
    strong = every("n", "Nat", conj(p("n"), p(_after("n"))))
    d.step(f"suffices {key} : {text(strong)} from fun {m} => ({key} {m}).1", f"intro {n}")
    ih = d.induction(n, "constructor", f"exact {first}", f"exact {second}")
    d.step(f"obtain ⟨{a}, {b}⟩ := {ih}", "constructor")
    d.step(f"exact {b}", f"exact {up} {n} {a} {b}")


def defined_sum_commutes(d: Draft, size: int) -> None:
    """g 0 y = y, g (x + 1) y = g x y + 1 ⊢ g x y = g y x: through x + y."""
    g = d.function("Nat", "Nat", "Nat")
    zero = d.given(every("y", "Nat", eq(app(g, "0", "y"), "y")))
    law = d.given(every("x y", "Nat", eq(app(g, _after("x"), "y"), add(app(g, "x", "y"), "1"))))
    key, a, b, x, y = d.label(), d.name("local"), d.name("local"), d.name("index"), d.name("index")
    d.goal = every("x y", "Nat", eq(app(g, "x", "y"), app(g, "y", "x")))
    strong = every("x y", "Nat", eq(app(g, "x", "y"), add("x", "y")))
    d.step(
        f"suffices {key} : {text(strong)} from "
        f"fun {a} {b} => (({key} {a} {b}).trans (Nat.add_comm {a} {b})).trans ({key} {b} {a}).symm"
    )
    d.step(f"intro {x} {y}")
    ih = d.induction(x, f"rw [Nat.zero_add {y}]", f"exact {zero} {y}")
    goal = eq(app(g, _after(x), y), add(_after(x), y))
    goal = d.rewrite(goal, rule(law, app(g, _after(x), y), add(app(g, x, y), "1"), (x, y)))
    goal = d.rewrite(goal, rule(ih, app(g, x, y), add(x, y)))
    goal = d.rewrite(goal, rule("Nat.add_assoc", add(_after(x), y), add(x, add("1", y)), (x, "1", y)))
    goal = d.rewrite(goal, rule("Nat.add_comm", add("1", y), add(y, "1"), ("1", y)))
    d.rewrite(
        goal, rule("← Nat.add_assoc", add(x, add(y, "1")), add(add(x, y), "1"), (x, y, "1")), then="closed"
    )


def hidden_invariant(d: Draft, size: int) -> None:
    """P 0 and Q 0 go on together only ⊢ ∀ n, Q n."""
    p, q = d.property("Nat"), d.property("Nat")
    r = d.property("Nat")
    first, second = d.given(p("0")), d.given(q("0"))
    up_p = d.given(every("n", "Nat", imp(p("n"), q("n"), p(_after("n")))))
    up_q = d.given(every("n", "Nat", imp(q("n"), p(_after("n")), q(_after("n")))))
    end = d.given(every("n", "Nat", imp(p("n"), q("n"), r("n"))))
    n, m, key, a, b, c = d.name("index"), d.name("index"), d.label(), d.label(), d.label(), d.label()
    d.goal = every("n", "Nat", r("n"))
    strong = every("n", "Nat", conj(p("n"), q("n")))
    d.step(f"suffices {key} : {text(strong)} from fun {m} => {end} {m} ({key} {m}).1 ({key} {m}).2")
    d.step(f"intro {n}")
    ih = d.induction(n, "constructor", f"exact {first}", f"exact {second}")
    d.step(f"obtain ⟨{a}, {b}⟩ := {ih}")
    d.step(f"have {c} := {up_p} {n} {a} {b}", "constructor", f"exact {c}", f"exact {up_q} {n} {b} {c}")


def nested_induction(d: Draft, size: int) -> None:
    """P 0 y, P x y → P x (y + 1) for x = 0 only, a step in x ⊢ P x y for all: one induction in another."""
    r = d.predicate("Nat", "Nat")
    corner = d.given(app(r, "0", "0"))
    along = d.given(every("y", "Nat", imp(app(r, "0", "y"), app(r, "0", _after("y")))))
    base = d.given(every("x", "Nat", imp(every("y", "Nat", app(r, "x", "y")), app(r, _after("x"), "0"))))
    both = d.given(
        every(
            "x y",
            "Nat",
            imp(app(r, "x", _after("y")), app(r, _after("x"), "y"), app(r, _after("x"), _after("y"))),
        )
    )
    x, y = d.name("index"), d.name("index")
    d.goal = every("x y", "Nat", app(r, "x", "y"))
    d.step(f"intro {x}")
    inner = d.label()
    row = (
        f"intro {y}",
        f"induction {y}",
        f"exact {corner}",
        f"rename_i {y} {inner}",
        f"exact {along} {y} {inner}",
    )
    outer = d.induction(x, *row)
    d.step(f"intro {y}")
    again = d.induction(y, f"exact {base} {x} {outer}")
    d.step(f"exact {both} {x} {y} ({outer} ({y} + 1)) {again}")


def zero_must_be_found(d: Draft, size: int) -> None:
    """f (x + y) = f x + f y ⊢ f (n * k) = n * f k, where f 0 = 0 is not given."""
    f, k = d.function("Nat", "Nat"), d.element("Nat")
    law = d.given(every("x y", "Nat", eq(app(f, add("x", "y")), add(app(f, "x"), app(f, "y")))))
    at_zero, twice, n = d.label(), d.label(), d.name("index")
    d.goal = every("n", "Nat", eq(app(f, mul("n", k)), mul("n", app(f, k))))
    d.step(f"have {twice} : {f} 0 + 0 = {f} 0 + {f} 0 := {law} 0 0")
    d.step(f"have {at_zero} : {f} 0 = 0 := (Nat.add_left_cancel {twice}).symm", f"intro {n}")
    value = app(f, k)
    ih = d.induction(n, f"rw [Nat.zero_mul {k}, Nat.zero_mul {arg(value)}]", f"exact {at_zero}")
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
