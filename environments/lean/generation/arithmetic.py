"""Families of natural numbers without induction: rewriting by the laws, divisibility, order."""

from __future__ import annotations

import itertools

from ragen_bench.environments.lean.generation.draft import Draft, Refused, Rule, rule
from ragen_bench.environments.lean.generation.formulas import (
    Expr,
    add,
    arg,
    eq,
    imp,
    le,
    mul,
    replace,
    some,
    text,
)

#: Rewritings of a long equation in one step.
_RULES_PER_STEP = 6
_NAMES = {"add": ("Nat.add_comm", "Nat.add_assoc"), "mul": ("Nat.mul_comm", "Nat.mul_assoc")}


def rewrite_moves(term: Expr) -> list[Rule]:
    """Every rewriting of a part of `term` by commutativity, associativity or distributivity."""
    if isinstance(term, str):
        return []
    operator, left, right = term
    comm, assoc = _NAMES[operator]
    found = [rule(comm, term, (operator, right, left), (left, right))]
    if isinstance(left, tuple) and left[0] == operator:
        new: Expr = (operator, left[1], (operator, left[2], right))
        found.append(rule(assoc, term, new, (left[1], left[2], right)))
    if isinstance(right, tuple) and right[0] == operator:
        new = (operator, (operator, left, right[1]), right[2])
        found.append(rule(f"← {assoc}", term, new, (left, right[1], right[2])))
    if operator == "mul":
        if isinstance(left, tuple) and left[0] == "add":
            new = add(mul(left[1], right), mul(left[2], right))
            found.append(rule("Nat.add_mul", term, new, (left[1], left[2], right)))
        if isinstance(right, tuple) and right[0] == "add":
            new = add(mul(left, right[1]), mul(left, right[2]))
            found.append(rule("Nat.mul_add", term, new, (left, right[1], right[2])))
    return [*found, *rewrite_moves(left), *rewrite_moves(right)]


def leads(goal: Expr, rules: list[Rule]) -> bool:
    """`rw` by these rules, one step each, closes the equation with the last of them and not before."""
    for number, item in enumerate(rules, start=1):
        changed = replace(goal, item.old, item.new)
        if changed == goal or (changed[1] == changed[2]) != (number == len(rules)):
            return False
        goal = changed
    return True


def _random_term(d: Draft, names: list[str]) -> Expr:
    term: Expr = names[0]
    for name in names[1:]:
        operator = "mul" if d.rng.below(2) else "add"
        term = (operator, term, name) if d.rng.below(2) else (operator, name, term)
    return term


def _walk(d: Draft, term: Expr, n: int) -> tuple[Expr, list[Rule]] | None:
    rules: list[Rule] = []
    seen = {term}
    for _ in range(n):
        options = [r for r in rewrite_moves(term) if replace(term, r.old, r.new) not in seen]
        if not options:
            return None
        rules.append(d.rng.choice(options))
        term = replace(term, rules[-1].old, rules[-1].new)
        seen.add(term)
    return term, rules


def semiring(d: Draft, n: int) -> None:
    """Two forms of one expression in + and *, n rewritings apart."""
    names = [d.element("Nat") for _ in range(3 + n // 4)]
    for _ in range(12):
        first = _random_term(d, names)
        walked = _walk(d, first, n)
        if walked is None:
            continue
        last, rules = walked
        goal = eq(first, last)
        if leads(goal, rules):
            d.goal = goal
            for number, item in enumerate(rules, start=1):
                goal = d.rewrite(goal, item, then="closed" if number == n else "open")
            return
    raise Refused("no derivation")


def measured_products(d: Draft, n: int) -> None:
    """a * b = c, d + c = e ⊢ an equation that needs both, after rearranging."""
    a, b, c, e = (d.element("Nat") for _ in range(4))
    known: Expr = mul(a, b)
    first = d.given(eq(known, c))
    total = add(c, e)
    f = d.element("Nat")
    second = d.given(eq(total, f))
    x = d.element("Nat")
    # x * (e + b * a) = f * x
    goal = eq(mul(x, add(e, mul(b, a))), mul(f, x))
    d.goal = goal
    goal = d.rewrite(goal, rule("Nat.mul_comm", mul(b, a), known, (b, a)))
    goal = d.rewrite(goal, rule(first, known, c))
    goal = d.rewrite(goal, rule("Nat.add_comm", add(e, c), total, (e, c)))
    goal = d.rewrite(goal, rule(second, total, f))
    d.rewrite(goal, rule("Nat.mul_comm", mul(x, f), mul(f, x), (x, f)), then="closed")
    if n > 5:
        _extend(d, n - 5)


def _extend(d: Draft, more: int) -> None:
    """Wraps both sides in further operations, each undone by one more rewriting."""
    left, right = d.goal[1], d.goal[2]
    for _ in range(more):
        y = d.element("Nat")
        name = d.rng.choice(("add", "mul"))
        lemma = _NAMES[name][0]
        left, right = (name, y, left), (name, right, y)
        d.steps.insert(0, f"rw [{lemma} {y} {arg(left[2])}]")
    d.goal = eq(left, right)


def divisible_sum(d: Draft, n: int) -> None:
    """∃ k, a = d * k for n numbers ⊢ ∃ k, a * x + b * y = d * k."""
    base = d.element("Nat")
    numbers = [d.element("Nat") for _ in range(n)]
    facts = [d.given(some("x", "Nat", eq(number, mul(base, "x")))) for number in numbers]
    parts: list[Expr] = []
    quotients: list[Expr] = []
    rules: list[str] = []
    for number, fact in zip(numbers, facts, strict=True):
        quotient, equation = d.name("local"), d.label()
        d.step(f"obtain ⟨{quotient}, {equation}⟩ := {fact}")
        rules.append(equation)
        if d.rng.below(2):
            factor = d.element("Nat")
            parts.append(mul(number, factor))
            quotients.append(mul(quotient, factor))
            rules.append(f"Nat.mul_assoc {base} {quotient} {factor}")
        else:
            parts.append(number)
            quotients.append(quotient)
    total, quotient_sum = parts[0], quotients[0]
    for part, item in zip(parts[1:], quotients[1:], strict=True):
        rules.append(f"← Nat.mul_add {base} {arg(quotient_sum)} {arg(item)}")
        total, quotient_sum = add(total, part), add(quotient_sum, item)
    d.goal = some("x", "Nat", eq(total, mul(base, "x")))
    d.step(f"refine ⟨{text(quotient_sum)}, ?_⟩")
    # All at once would be more work than a checker allows for one step.
    for at in range(0, len(rules), _RULES_PER_STEP):
        d.step(f"rw [{', '.join(rules[at : at + _RULES_PER_STEP])}]")


def divisible_chain(d: Draft, n: int) -> None:
    """∃ k, b = a * k; ∃ k, c = b * k; ... ⊢ ∃ k, c = a * k."""
    numbers = [d.element("Nat") for _ in range(n + 1)]
    facts = [
        d.given(some("x", "Nat", eq(later, mul(earlier, "x"))))
        for earlier, later in itertools.pairwise(numbers)
    ]
    found = []
    for fact in facts:
        quotient, equation = d.name("local"), d.label()
        d.step(f"obtain ⟨{quotient}, {equation}⟩ := {fact}")
        found.append((quotient, equation))
    product: Expr = found[0][0]
    for quotient, _ in found[1:]:
        product = mul(product, quotient)
    d.goal = some("x", "Nat", eq(numbers[-1], mul(numbers[0], "x")))
    d.step(f"refine ⟨{text(product)}, ?_⟩")
    for _, equation in reversed(found):
        d.step(f"rw [{equation}]")
    # a * x * y * z = a * (x * y * z): associativity from the inside out.
    inner: Expr = found[0][0]
    rules = []
    for quotient, _ in found[1:]:
        rules.append(f"Nat.mul_assoc {numbers[0]} {arg(inner)} {quotient}")
        inner = mul(inner, quotient)
    if not rules:
        raise Refused("one step is no chain")
    d.step(f"rw [{', '.join(rules)}]")


def order_chain(d: Draft, n: int) -> None:
    """a ≤ b, b ≤ c, c ≤ d ⊢ x + a ≤ x + d: transitivity, then a sum on both sides."""
    numbers = [d.element("Nat") for _ in range(n + 1)]
    facts = [d.given(le(a, b)) for a, b in itertools.pairwise(numbers)]
    reached = facts[0]
    for fact in facts[1:]:
        found = d.label()
        d.step(f"have {found} := Nat.le_trans {reached} {fact}")
        reached = found
    more = d.element("Nat")
    a, b = numbers[0], numbers[-1]
    if d.rng.below(2):
        d.goal = le(add(more, a), add(more, b))
        d.step(f"exact Nat.add_le_add_left {reached} {more}")
    else:
        d.goal = le(add(a, more), add(b, more))
        d.step(f"exact Nat.add_le_add_right {reached} {more}")


def sum_of_orders(d: Draft, n: int) -> None:
    """a * x ≤ b and c ≤ d * y, with products turned round ⊢ x * a + c ≤ b + y * d."""
    a, x, b, c, e, y = (d.element("Nat") for _ in range(6))
    first, second = d.given(le(mul(a, x), b)), d.given(le(c, mul(e, y)))
    d.goal = le(add(mul(x, a), c), add(b, mul(y, e)))
    if n > 2:
        d.given(imp(d.prop(), le(b, a)))
    d.step(f"rw [Nat.mul_comm {x} {a}, Nat.mul_comm {y} {e}]", f"exact Nat.add_le_add {first} {second}")
