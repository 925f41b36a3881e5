"""Families of equations: rewriting with rules that hold for all things."""

from __future__ import annotations

import itertools

from ragen_bench.environments.lean.generation.draft import Draft, Refused, Rule, rule
from ragen_bench.environments.lean.generation.formulas import Expr, app, arg, eq, every, imp, replace


def equal_things(d: Draft, n: int) -> None:
    """a = b, c = b ⊢ f a = f c."""
    kind = d.carrier()
    things = [d.element(kind) for _ in range(n + 1)]
    f = d.function(kind, kind)
    rules = []
    goal: Expr = eq(app(f, things[0]), app(f, things[-1]))
    d.goal = goal
    for a, b in itertools.pairwise(things):
        if d.rng.below(2):
            rules.append(rule(d.given(eq(a, b)), a, b))
        else:
            rules.append(rule(d.given(eq(b, a)), b, a, back=True))
    d.rewrite(goal, *rules, then="closed")


def property_of_an_equal(d: Draft, n: int) -> None:
    """P (f a); ∀ x, f x = g x; a = b ⊢ P (g b)."""
    kind = d.carrier()
    a, b = d.element(kind), d.element(kind)
    f, g = d.function(kind, kind), d.function(kind, kind)
    p = d.predicate(kind)
    fact = d.given(app(p, app(f, a)))
    same, equal = d.given(every("x", kind, eq(app(f, "x"), app(g, "x")))), d.given(eq(a, b))
    d.goal = app(p, app(g, b))
    d.step(f"rw [← {same} {b}, ← {equal}]", f"exact {fact}")


def word_equations(d: Draft, n: int) -> None:
    """∀ x, f (g x) = k x, ... ⊢ an equation between towers of functions, n rewritings apart."""
    kind = d.some_carrier()
    start = d.element(kind)
    functions = [d.function(kind, kind) for _ in range(3)]
    words = _rules(d, functions)
    laws = [
        (d.given(every("x", kind, eq(_tower(left, "x"), _tower(right, "x")))), left, right)
        for left, right in words
    ]
    for _ in range(12):
        found = _derivation(d, functions, laws, n)
        if found is None:
            continue
        first, last, moves = found
        if _normal(first, words) == _normal(last, words):
            # Rewriting from left to right alone would do.
            continue
        goal = eq(_tower(first, start), _tower(last, start))
        rules = []
        for name, at, old, new, back in moves:
            inner = _tower(at, start)
            rules.append(rule(name, _tower(old, inner), _tower(new, inner), (inner,)))
            if back:
                rules[-1] = Rule(f"← {name} {arg(inner)}", _tower(old, inner), _tower(new, inner))
        if not _leads(goal, rules):
            continue
        d.goal = goal
        for number, item in enumerate(rules, start=1):
            goal = d.rewrite(goal, item, then="closed" if number == len(rules) else "open")
        return
    raise Refused("no derivation")


Word = tuple[str, ...]


def _tower(word: Word, inner: Expr) -> Expr:
    """f (g x) for the word (f, g)."""
    for function in reversed(word):
        inner = app(function, inner)
    return inner


def _rules(d: Draft, functions: list[str]) -> list[tuple[Word, Word]]:
    rules: list[tuple[Word, Word]] = []
    for _ in range(3):
        left = tuple(d.rng.choice(functions) for _ in range(2))
        right = tuple(d.rng.choice(functions) for _ in range(1 + d.rng.below(2)))
        if left == right or any({left, right} == {a, b} for a, b in rules):
            raise Refused("a rule twice")
        rules.append((left, right) if d.rng.below(2) else (right, left))
    return rules


def _derivation(
    d: Draft, functions: list[str], laws: list[tuple[str, Word, Word]], n: int
) -> tuple[Word, Word, list[tuple[str, Word, Word, Word, bool]]] | None:
    """A walk over words by the laws, used in both directions, that meets no word twice."""
    word = tuple(d.rng.choice(functions) for _ in range(3 + d.rng.below(2)))
    first, seen, moves = word, {word}, []
    for _ in range(n):
        possible = []
        for name, left, right in laws:
            for old, new, back in ((left, right, False), (right, left, True)):
                for at in range(len(word) - len(old) + 1):
                    if word[at : at + len(old)] == old:
                        after = word[:at] + new + word[at + len(old) :]
                        if after not in seen and len(after) <= 7:
                            possible.append((after, (name, word[at + len(old) :], old, new, back)))
        if not possible:
            return None
        word, move = d.rng.choice(possible)
        seen.add(word)
        moves.append(move)
    if not 0 < sum(move[4] for move in moves) < n:
        return None
    return first, word, moves


def _normal(word: Word, rules: list[tuple[Word, Word]]) -> Word:
    """What rewriting by the rules from left to right makes of a word, for as long as a simplifier might."""
    for _ in range(40):
        for left, right in rules:
            at = next((i for i in range(len(word)) if word[i : i + len(left)] == left), None)
            if at is not None and len(word) < 30:
                word = word[:at] + right + word[at + len(left) :]
                break
        else:
            break
    return word


def _leads(goal: Expr, rules: list[Rule]) -> bool:
    """The rules, applied to both sides at once as `rw` does, make the sides the same at the end only."""
    for number, item in enumerate(rules, start=1):
        changed = replace(goal, item.old, item.new)
        if changed == goal or (changed[1] == changed[2]) != (number == len(rules)):
            return False
        goal = changed
    return True


def rearranged_word(d: Draft, n: int) -> None:
    """An associative and commutative operation ⊢ two products of the same things, n rewritings apart."""
    kind = d.some_carrier()
    op = d.function(kind, kind, kind)
    comm = d.given(every("x y", kind, eq(app(op, "x", "y"), app(op, "y", "x"))))
    assoc = d.given(
        every("x y z", kind, eq(app(op, app(op, "x", "y"), "z"), app(op, "x", app(op, "y", "z"))))
    )
    things = [d.element(kind) for _ in range(3 + n // 3)]
    for _ in range(12):
        term: Expr = things[0]
        for thing in d.rng.shuffled(things[1:]):
            term = app(op, term, thing) if d.rng.below(2) else app(op, thing, term)
        rules: list[Rule] = []
        first, seen = term, {term}
        for _ in range(n):
            options = [r for r in _moves(term, op, comm, assoc) if replace(term, r.old, r.new) not in seen]
            if not options:
                break
            rules.append(d.rng.choice(options))
            term = replace(term, rules[-1].old, rules[-1].new)
            seen.add(term)
        goal = eq(first, term)
        if len(rules) == n and _leads(goal, rules):
            d.goal = goal
            for number, item in enumerate(rules, start=1):
                goal = d.rewrite(goal, item, then="closed" if number == len(rules) else "open")
            return
    raise Refused("no derivation")


def _moves(term: Expr, op: str, comm: str, assoc: str) -> list[Rule]:
    if isinstance(term, str):
        return []
    _, _, left, right = term
    found = [rule(comm, term, app(op, right, left), (left, right))]
    if isinstance(left, tuple):
        inner = (left[2], left[3], right)
        found.append(rule(assoc, term, app(op, left[2], app(op, left[3], right)), inner))
    if isinstance(right, tuple):
        inner = (left, right[2], right[3])
        new = app(op, app(op, left, right[2]), right[3])
        found.append(Rule(f"← {assoc} {' '.join(arg(x) for x in inner)}", term, new))
    return [*found, *_moves(left, op, comm, assoc), *_moves(right, op, comm, assoc)]


def implied_equation(d: Draft, n: int) -> None:
    """∀ x, P x → f x = g x; P kept by g ⊢ f (f a) = g (g a), n deep."""
    kind = d.some_carrier()
    p = d.property(kind)
    f, g, a = d.function(kind, kind), d.function(kind, kind), d.element(kind)
    same = d.given(every("x", kind, imp(p("x"), eq(app(f, "x"), app(g, "x")))))
    kept = d.given(every("x", kind, imp(p("x"), p(app(g, "x")))))
    fact = d.given(p(a))
    left: Expr = a
    right: Expr = a
    for _ in range(n):
        left, right = app(f, left), app(g, right)
    d.goal = eq(left, right)
    inner: Expr = a
    names = []
    for number in range(n):
        name = d.label()
        d.step(f"have {name} := {same} {arg(inner)} {fact}")
        names.append(name)
        if number < n - 1:
            found = d.label()
            d.step(f"have {found} := {kept} {arg(inner)} {fact}")
            fact = found
        inner = app(g, inner)
    d.step(f"rw [{', '.join(names)}]")
