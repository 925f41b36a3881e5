"""Families that only test_ood plays: groups, maps, closures, iterates, descent, meets, linear sums."""

from __future__ import annotations

import itertools

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
    iff,
    imp,
    mul,
    neg,
    some,
)


def _after(n: Expr) -> Expr:
    return add(n, "1")


def left_cancellation(d: Draft, n: int) -> None:
    """A group's laws on the left; a·(b·...) = a·(c·...) ⊢ what is left after n cancellations."""
    kind = d.carrier()
    op, inverse, one = d.function(kind, kind, kind), d.function(kind, kind), d.element(kind)
    assoc = d.given(
        every("x y z", kind, eq(app(op, app(op, "x", "y"), "z"), app(op, "x", app(op, "y", "z"))))
    )
    unit = d.given(every("x", kind, eq(app(op, one, "x"), "x")))
    undone = d.given(every("x", kind, eq(app(op, app(inverse, "x"), "x"), one)))
    factors = [d.element(kind) for _ in range(n)]
    left: Expr = d.element(kind)
    right: Expr = d.element(kind)
    d.goal = eq(left, right)
    sides = [(left, right)]
    for factor in factors:
        left, right = app(op, factor, left), app(op, factor, right)
        sides.append((left, right))
    fact = d.given(eq(left, right))
    for factor, (a, b) in zip(reversed(factors), reversed(sides[:-1]), strict=True):
        found = d.label()
        whole = (app(op, factor, a), app(op, factor, b))
        product = f"({op} ({inverse} {factor}) {{}})"
        d.step(
            f"have {found} : {product.format(arg(whole[0]))[1:-1]} = {product.format(arg(whole[1]))[1:-1]}"
            f" := by rw [{fact}]"
        )
        parts = [f"← {assoc} ({inverse} {factor}) {factor} {arg(x)}" for x in (a, b)]
        d.step(f"rw [{parts[0]}, {parts[1]}, {undone} {factor}, {unit} {arg(a)}, {unit} {arg(b)}] at {found}")
        fact = found
    d.step(f"exact {fact}")


def composed_injections(d: Draft, n: int) -> None:
    """Injective maps, one after another ⊢ their composition is injective."""
    kinds = [d.carrier() for _ in range(2)]
    maps = []
    laws = []
    for number in range(n):
        a, b = kinds[number % 2], kinds[(number + 1) % 2]
        f = d.function(a, b)
        maps.append(f)
        laws.append(d.given(every("x y", a, imp(eq(app(f, "x"), app(f, "y")), eq("x", "y")))))
    x, y, h = d.name("local"), d.name("local"), d.label()

    def tower(inner: Expr, upto: int) -> Expr:
        for f in maps[:upto]:
            inner = app(f, inner)
        return inner

    d.goal = every("x y", kinds[0], imp(eq(tower("x", n), tower("y", n)), eq("x", "y")))
    d.step(f"intro {x} {y} {h}")
    for upto in range(n - 1, -1, -1):
        found = d.label()
        d.step(f"have {found} := {laws[upto]} {arg(tower(x, upto))} {arg(tower(y, upto))} {h}")
        h = found
    d.step(f"exact {h}")


def composed_surjections(d: Draft, n: int) -> None:
    """Maps that reach everything, one after another ⊢ their composition reaches everything."""
    kind = d.carrier()
    maps = [d.function(kind, kind) for _ in range(n)]
    laws = [d.given(every("y", kind, some("x", kind, eq(app(f, "x"), "y")))) for f in maps]
    tower: Expr = "x"
    for f in maps:
        tower = app(f, tower)
    d.goal = every("y", kind, some("x", kind, eq(tower, "y")))
    y = d.name("local")
    d.step(f"intro {y}")
    here = y
    equations = []
    for law in reversed(laws):
        x, equation = d.name("local"), d.label()
        d.step(f"obtain ⟨{x}, {equation}⟩ := {law} {here}")
        equations.append(equation)
        here = x
    d.step(f"exact ⟨{here}, by rw [{', '.join(reversed(equations))}]⟩")


def closure_operator(d: Draft, n: int) -> None:
    """A monotone operator that encloses and is idempotent ⊢ R x (cl y) → R (cl x) (cl y), along a path."""
    kind = d.carrier()
    relation, cl = d.predicate(kind, kind), d.function(kind, kind)
    trans = d.given(
        every("x y z", kind, imp(app(relation, "x", "y"), app(relation, "y", "z"), app(relation, "x", "z")))
    )
    mono = d.given(
        every("x y", kind, imp(app(relation, "x", "y"), app(relation, app(cl, "x"), app(cl, "y"))))
    )
    idem = d.given(every("x", kind, eq(app(cl, app(cl, "x")), app(cl, "x"))))
    nodes = [d.element(kind) for _ in range(n + 1)]
    facts = [d.given(app(relation, a, app(cl, b))) for a, b in itertools.pairwise(nodes)]
    enclosed = []
    for a, b, fact in zip(nodes, nodes[1:], facts, strict=False):
        found = d.label()
        d.step(f"have {found} := {mono} {a} ({cl} {b}) {fact}", f"rw [{idem} {b}] at {found}")
        enclosed.append(found)
    reached = enclosed[0]
    for number in range(1, n):
        found = d.label()
        a, b, c = (f"({cl} {nodes[i]})" for i in (0, number, number + 1))
        d.step(f"have {found} := {trans} {a} {b} {c} {reached} {enclosed[number]}")
        reached = found
    d.goal = app(relation, app(cl, nodes[0]), app(cl, nodes[-1]))
    d.step(f"exact {reached}")


def iterates_commute(d: Draft, n: int) -> None:
    """t 0 x = x, t (n + 1) x = f (t n x), f (g x) = g (f x) ⊢ t n (g x) = g (t n x)."""
    kind = d.carrier()
    t, f, g = d.function("Nat", kind, kind), d.function(kind, kind), d.function(kind, kind)
    zero = d.given(every("x", kind, eq(app(t, "0", "x"), "x")))
    law = d.given(every("n", "Nat", every("x", kind, eq(app(t, _after("n"), "x"), app(f, app(t, "n", "x"))))))
    swap = d.given(every("x", kind, eq(app(f, app(g, "x")), app(g, app(f, "x")))))
    m, x = d.name("index"), d.name("local")
    body = eq(app(t, "n", app(g, "x")), app(g, app(t, "n", "x")))
    d.goal = every("n", "Nat", every("x", kind, body))
    d.step(f"intro {m} {x}")
    gx = app(g, x)
    ih = d.induction(m, f"rw [{zero} {arg(gx)}, {zero} {x}]")
    now = app(t, m, x)
    goal = eq(app(t, _after(m), gx), app(g, app(t, _after(m), x)))
    goal = d.rewrite(goal, rule(law, app(t, _after(m), gx), app(f, app(t, m, gx)), (m, gx)))
    goal = d.rewrite(goal, rule(ih, app(t, m, gx), app(g, now)))
    goal = d.rewrite(goal, rule(swap, app(f, app(g, now)), app(g, app(f, now)), (now,)))
    d.rewrite(goal, rule(law, app(t, _after(m), x), app(f, now), (m, x)), then="closed")


def descent(d: Draft, n: int) -> None:
    """P (n + 1) → P n ⊢ P n → P 0; with a distance, P (n + k) → P n."""
    p = d.property("Nat")
    down = d.given(every("n", "Nat", imp(p(_after("n")), p("n"))))
    m, h = d.name("index"), d.label()
    if n < 2:
        d.goal = every("n", "Nat", imp(p("n"), p("0")))
        d.step(f"intro {m}")
        ih = d.induction(m, f"intro {h}", f"exact {h}")
        d.step(f"intro {h}", f"exact {ih} ({down} {m} {h})")
        return
    i, e = d.name("index"), d.label()
    d.goal = every("m n", "Nat", imp(p(add("m", "n")), p("m")))
    d.step(f"intro {m} {i}")
    ih = d.induction(i, f"intro {h}", f"exact {h}")
    d.step(f"intro {h}")
    d.step(f"have {e} := {down} ({m} + {i}) {h}", f"exact {ih} {e}")


def meet_order(d: Draft, n: int) -> None:
    """R x y ↔ x · y = x for an associative operation; a path ⊢ R of its ends."""
    kind = d.carrier()
    op, relation = d.function(kind, kind, kind), d.predicate(kind, kind)
    assoc = d.given(
        every("x y z", kind, eq(app(op, app(op, "x", "y"), "z"), app(op, "x", app(op, "y", "z"))))
    )
    means = d.given(every("x y", kind, iff(app(relation, "x", "y"), eq(app(op, "x", "y"), "x"))))
    nodes = [d.element(kind) for _ in range(n + 1)]
    facts = [d.given(app(relation, a, b)) for a, b in itertools.pairwise(nodes)]
    equations = []
    for a, b, fact in zip(nodes, nodes[1:], facts, strict=False):
        found = d.label()
        d.step(f"have {found} := ({means} {a} {b}).mp {fact}")
        equations.append(found)
    a = nodes[0]
    reached = equations[0]
    for number in range(1, n):
        b, c = nodes[number], nodes[number + 1]
        found = d.label()
        d.step(
            f"have {found} : {op} {a} {c} = {a} := by\n"
            f"  rw [← {reached}, {assoc} {a} {b} {c}, {equations[number]}]"
        )
        reached = found
    d.goal = app(relation, nodes[0], nodes[-1])
    d.step(f"exact ({means} {nodes[0]} {nodes[-1]}).mpr {reached}")


def linear_sums(d: Draft, n: int) -> None:
    """s adds up f, t adds up k * f ⊢ t n = k * s n."""
    f, s, t = (d.function("Nat", "Nat") for _ in range(3))
    k = d.element("Nat")
    zero_s, zero_t = d.given(eq(app(s, "0"), "0")), d.given(eq(app(t, "0"), "0"))
    law_s = d.given(every("n", "Nat", eq(app(s, _after("n")), add(app(s, "n"), app(f, "n")))))
    law_t = d.given(every("n", "Nat", eq(app(t, _after("n")), add(app(t, "n"), mul(k, app(f, "n"))))))
    m = d.name("index")
    d.goal = every("n", "Nat", eq(app(t, "n"), mul(k, app(s, "n"))))
    d.step(f"intro {m}")
    ih = d.induction(m, f"rw [{zero_s}, {zero_t}, Nat.mul_zero {k}]")
    x, y, z = app(s, m), app(t, m), app(f, m)
    goal = eq(app(t, _after(m)), mul(k, app(s, _after(m))))
    goal = d.rewrite(goal, rule(law_t, app(t, _after(m)), add(y, mul(k, z)), (m,)))
    goal = d.rewrite(goal, rule(ih, y, mul(k, x)))
    goal = d.rewrite(goal, rule(law_s, app(s, _after(m)), add(x, z), (m,)))
    d.rewrite(
        goal, rule("Nat.mul_add", mul(k, add(x, z)), add(mul(k, x), mul(k, z)), (k, x, z)), then="closed"
    )


def mirrored_sequences(d: Draft, n: int) -> None:
    """f (n + 1) = u (g n), g (n + 1) = u (f n), f 0 = g 0 ⊢ f n = g n."""
    kind = d.carrier()
    f, g = d.function("Nat", kind), d.function("Nat", kind)
    u = d.function(kind, kind)
    zero = d.given(eq(app(f, "0"), app(g, "0")))
    law_f = d.given(every("n", "Nat", eq(app(f, _after("n")), app(u, app(g, "n")))))
    law_g = d.given(every("n", "Nat", eq(app(g, _after("n")), app(u, app(f, "n")))))
    m = d.name("index")
    d.goal = every("n", "Nat", eq(app(f, "n"), app(g, "n")))
    d.step(f"intro {m}")
    ih = d.induction(m, f"exact {zero}")
    goal = eq(app(f, _after(m)), app(g, _after(m)))
    goal = d.rewrite(goal, rule(law_f, app(f, _after(m)), app(u, app(g, m)), (m,)))
    goal = d.rewrite(goal, rule(law_g, app(g, _after(m)), app(u, app(f, m)), (m,)))
    d.rewrite(goal, rule(ih, app(f, m), app(g, m)), then="closed")


def fixed_points(d: Draft, n: int) -> None:
    """Commuting maps, one with a single fixed point ⊢ it is fixed by the other, n times over."""
    kind = d.carrier()
    f, g, a = d.function(kind, kind), d.function(kind, kind), d.element(kind)
    commute = d.given(every("x", kind, eq(app(f, app(g, "x")), app(g, app(f, "x")))))
    fixed = d.given(eq(app(f, a), a))
    only = d.given(every("x", kind, imp(eq(app(f, "x"), "x"), eq("x", a))))
    key, found = d.label(), d.label()
    d.step(f"have {key} : {f} ({g} {a}) = {g} {a} := by rw [{commute} {a}, {fixed}]")
    d.step(f"have {found} := {only} ({g} {a}) {key}")
    tower: Expr = a
    for _ in range(n):
        tower = app(g, tower)
    d.goal = eq(tower, a)
    for _ in range(n - 1):
        d.step(f"rw [{found}]")
    d.step(f"exact {found}")


def involution(d: Draft, n: int) -> None:
    """f (f x) = x ⊢ f a = b ↔ a = f b."""
    kind = d.carrier()
    f, a, b = d.function(kind, kind), d.element(kind), d.element(kind)
    twice = d.given(every("x", kind, eq(app(f, app(f, "x")), "x")))
    h = d.label()
    shift: Expr = b
    d.goal = iff(eq(app(f, a), shift), eq(a, app(f, shift)))
    d.step("constructor", f"intro {h}", f"rw [← {h}, {twice} {a}]")
    d.step(f"intro {h}", f"rw [{h}, {twice} {b}]")


def least_of_two(d: Draft, n: int) -> None:
    """A total order: of n things one is below all ⊢ it exists."""
    kind = d.carrier()
    relation = d.predicate(kind, kind)
    total = d.given(every("x y", kind, disj(app(relation, "x", "y"), app(relation, "y", "x"))))
    refl = d.given(every("x", kind, app(relation, "x", "x")))
    p = d.property(kind)
    a, b = d.element(kind), d.element(kind)
    first, second = d.given(p(a)), d.given(p(b))
    x, y = d.label(), d.label()
    low = conj(p("x"), conj(app(relation, "x", a), app(relation, "x", b)))
    d.goal = some("x", kind, low)
    d.step(f"rcases {total} {a} {b} with {x} | {y}")
    d.step(f"exact ⟨{a}, {first}, {refl} {a}, {x}⟩", f"exact ⟨{b}, {second}, {y}, {refl} {b}⟩")


def no_common_witness(d: Draft, n: int) -> None:
    """∃ x, P x; ∃ x, ¬P x, and equality follows from Q ⊢ not all things are Q of one another."""
    kind = d.carrier()
    p = d.property(kind, 0)
    q = d.predicate(kind, kind)
    some_p, some_not = d.given(some("x", kind, p("x"))), d.given(some("x", kind, neg(p("x"))))
    same = d.given(every("x y", kind, imp(app(q, "x", "y"), p("x"), p("y"))))
    h, x, y, a, b, e = d.label(), d.name("local"), d.name("local"), d.label(), d.label(), d.label()
    d.goal = neg(every("x y", kind, app(q, "x", "y")))
    d.step(f"intro {h}", f"obtain ⟨{x}, {a}⟩ := {some_p}", f"obtain ⟨{y}, {b}⟩ := {some_not}")
    d.step(f"have {e} := {same} {x} {y} ({h} {x} {y}) {a}", f"exact {b} {e}")


def double_reversal(d: Draft, n: int) -> None:
    """r reverses products, e twice is nothing ⊢ r (r (x · y)) = x · y."""
    kind = d.carrier()
    op, r = d.function(kind, kind, kind), d.function(kind, kind)
    law = d.given(every("x y", kind, eq(app(r, app(op, "x", "y")), app(op, app(r, "y"), app(r, "x")))))
    things = [d.element(kind) for _ in range(n + 1)]
    facts = [d.given(eq(app(r, app(r, thing)), thing)) for thing in things]
    word: Expr = things[-1]
    for thing in reversed(things[:-1]):
        word = app(op, thing, word)
    goal = eq(app(r, app(r, word)), word)
    d.goal = goal
    rest = word
    for number, thing in enumerate(things[:-1]):
        inner = rest[3]
        flipped = app(op, app(r, inner), app(r, thing))
        goal = d.rewrite(
            goal,
            rule(law, app(r, app(op, thing, inner)), flipped, (thing, inner)),
            rule(
                law,
                app(r, flipped),
                app(op, app(r, app(r, thing)), app(r, app(r, inner))),
                (app(r, inner), app(r, thing)),
            ),
        )
        goal = d.rewrite(goal, rule(facts[number], app(r, app(r, thing)), thing))
        rest = inner
    d.rewrite(goal, rule(facts[-1], app(r, app(r, things[-1])), things[-1]), then="closed")
