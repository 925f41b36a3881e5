"""Random proofs, most of them wrong somewhere, for attacks on the kernel and comparisons with Lean's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ragen_bench.environments.lean.kernel.operations import (
    apply,
    arrow,
    forall,
    fun,
    instantiate,
    lift,
    numeral,
    parts,
    spine,
)
from ragen_bench.environments.lean.kernel.prelude import (
    FALSE,
    NAT,
    SUCC,
    TRUE,
    ConstantInfo,
    add,
    and_,
    eq,
    iff,
    le,
    mul,
    not_,
    or_,
    succ,
)
from ragen_bench.environments.lean.kernel.terms import (
    PROP,
    TYPE,
    App,
    Const,
    Lam,
    Local,
    Meta,
    Pi,
    Sort,
    Term,
    Var,
)
from ragen_bench.environments.lean.kernel.theorems import constants

# Checked here once, so that no test pays for it.
constants(True)

Path = tuple[str, ...]
Typed = tuple[Term, Term]


def const(name: str, *levels: int) -> Const:
    return Const(name, levels)


def refl(number: Term) -> Term:
    return apply(const("Eq.refl", 1), NAT, number)


def eq_rec(kind: Term, left: Term, motive: Term, case: Term, right: Term, proof: Term) -> Term:
    return apply(const("Eq.rec", 0, 1), kind, left, motive, case, right, proof)


class Prover:
    """Builds a proof backwards from its claim, and cheats where it runs out of fuel.

    Args:
        rng: for every choice.
        classical: constants of `Classical` are among those tried.
    """

    def __init__(self, rng: Random, classical: bool = True) -> None:
        self.rng = rng
        self.known: Mapping[str, ConstantInfo] = constants(classical)
        self.theorems = [info for info in self.known.values() if info.kind in ("theorem", "axiom")]

    def number(self, scope: list[Typed], fuel: int = 2) -> Term:
        variables = [term for term, kind in scope if kind == NAT]
        if fuel == 0 or self.rng.random() < 0.3:
            return self.rng.choice([*variables, numeral(self.rng.randrange(4))])
        make: Callable[[Term, Term], Term] = self.rng.choice(
            [add, mul, lambda a, b: apply(const("Nat.sub"), a, b), lambda a, _: succ(a), self._recursion]
        )
        return make(self.number(scope, fuel - 1), self.number(scope, fuel - 1))

    def _recursion(self, start: Term, end: Term) -> Term:
        step = fun("k", NAT, lambda k: fun("ih", NAT, lambda ih: self.rng.choice([ih, succ(ih), add(k, ih)])))
        return apply(const("Nat.rec", 1), fun("_", NAT, lambda _: NAT), start, step, end)

    def claim(self, scope: list[Typed], fuel: int = 2) -> Term:
        variables = [term for term, kind in scope if kind == PROP]
        if fuel == 0 or self.rng.random() < 0.2:
            return self.rng.choice(
                [
                    *variables,
                    TRUE,
                    FALSE,
                    eq(NAT, self.number(scope), self.number(scope)),
                    le(self.number(scope, 1), self.number(scope, 1)),
                ]
            )
        a, b = self.claim(scope, fuel - 1), self.claim(scope, fuel - 1)
        return self.rng.choice(
            [
                and_(a, b),
                or_(a, b),
                iff(a, b),
                arrow(a, b),
                not_(a),
                apply(const("Exists", 1), NAT, fun("x", NAT, lambda x: self.claim([*scope, (x, NAT)], 0))),
                forall("x", NAT, lambda x: self.claim([*scope, (x, NAT)], 0)),
                # One that computes.
                apply(
                    const("Nat.rec", 1),
                    fun("_", NAT, lambda _: PROP),
                    a,
                    fun("_", NAT, lambda _: fun("_", PROP, lambda ih: self.rng.choice([ih, b]))),
                    self.number(scope, 1),
                ),
            ]
        )

    def argument(self, kind: Term, scope: list[Typed], fuel: int) -> Term:
        """Something for a binder of type `kind`."""
        if kind == PROP:
            return self.claim(scope, 1)
        if kind == TYPE:
            return self.rng.choice([NAT, NAT, PROP])
        if kind == NAT:
            return self.number(scope, 1)
        if isinstance(kind, Pi) and kind.body in (PROP, NAT):
            return fun("x", kind.domain, lambda x: self.argument(kind.body, [*scope, (x, kind.domain)], fuel))
        return self.proof(kind, scope, fuel - 1)

    def proof(self, goal: Term, scope: list[Typed], fuel: int) -> Term:
        fitting = [term for term, kind in scope if kind == goal]
        if fitting and self.rng.random() < 0.7:
            return self.rng.choice(fitting)
        if fuel <= 0:
            return self.rng.choice(
                [const("True.intro"), refl(numeral(0)), *(term for term, _ in scope), *fitting * 3]
            )
        direct = self._direct(goal, scope, fuel - 1)
        if direct is not None and self.rng.random() < 0.7:
            return direct
        return self._roundabout(goal, scope, fuel - 1)

    def _direct(self, goal: Term, scope: list[Typed], fuel: int) -> Term | None:
        if isinstance(goal, Pi):
            domain, body = goal.domain, goal.body
            return fun("h", domain, lambda h: self.proof(instantiate(body, h), [*scope, (h, domain)], fuel))
        head, given = spine(goal)
        name = head.name if isinstance(head, Const) else ""
        if name == "Not":
            return fun("h", given[0], lambda h: self.proof(FALSE, [*scope, (h, given[0])], fuel))
        if name == "True":
            return const("True.intro")
        if name == "And":
            return apply(const("And.intro"), *given, *(self.proof(part, scope, fuel) for part in given))
        if name == "Or":
            side = self.rng.randrange(2)
            return apply(const(("Or.inl", "Or.inr")[side]), *given, self.proof(given[side], scope, fuel))
        if name == "Iff":
            ways = (arrow(*given), arrow(*reversed(given)))
            return apply(const("Iff.intro"), *given, *(self.proof(way, scope, fuel) for way in ways))
        if name == "Eq":
            return apply(const("Eq.refl", 1), given[0], self.rng.choice(given[1:]))
        if name == "Nat.le":
            return apply(const(self.rng.choice(["Nat.le.refl", "Nat.zero_le"])), self.rng.choice(given))
        if name == "Exists":
            witness = self.number(scope)
            goal = apply(given[1], witness)
            if isinstance(given[1], Lam):
                goal = instantiate(given[1].body, witness)
            return apply(const("Exists.intro", 1), *given, witness, self.proof(goal, scope, fuel))
        return None

    def _roundabout(self, goal: Term, scope: list[Typed], fuel: int) -> Term:
        a, b = self.claim(scope, 1), self.claim(scope, 1)
        n, m = self.number(scope, 1), self.number(scope, 1)

        def prove(claim: Term) -> Term:
            return self.proof(claim, scope, fuel)

        def constant(kind: Term) -> Term:
            return fun("_", kind, lambda _: goal)

        ways: list[Callable[[], Term]] = [
            lambda: apply(const("False.elim", 0), goal, prove(FALSE)),
            lambda: apply(const("False.rec", 0), constant(FALSE), prove(FALSE)),
            lambda: apply(const("absurd", 0), a, goal, prove(a), prove(not_(a))),
            lambda: apply(const("And.left"), goal, a, prove(and_(goal, a))),
            lambda: apply(const("And.right"), a, goal, prove(and_(a, goal))),
            lambda: apply(
                const("And.rec", 0),
                a,
                b,
                constant(and_(a, b)),
                prove(arrow(a, arrow(b, goal))),
                prove(and_(a, b)),
            ),
            lambda: apply(
                const("Or.rec"),
                a,
                b,
                constant(or_(a, b)),
                prove(arrow(a, goal)),
                prove(arrow(b, goal)),
                prove(or_(a, b)),
            ),
            lambda: apply(const("Iff.mp"), a, goal, prove(iff(a, goal)), prove(a)),
            lambda: App(prove(arrow(a, goal)), prove(a)),
            lambda: App(fun("x", goal, lambda x: x), prove(goal)),
            # Along an equality of propositions, and of numbers.
            lambda: eq_rec(
                PROP,
                a,
                fun("z", PROP, lambda z: fun("_", eq(PROP, a, z), lambda _: z)),
                prove(a),
                goal,
                prove(eq(PROP, a, goal)),
            ),
            lambda: apply(const("Eq.subst", 1), NAT, constant(NAT), n, m, prove(eq(NAT, n, m)), prove(goal)),
            lambda: apply(
                const("Nat.rec", 0),
                constant(NAT),
                prove(goal),
                prove(forall("k", NAT, lambda _: arrow(goal, goal))),
                n,
            ),
            lambda: apply(
                const("Nat.le.rec"),
                n,
                fun("k", NAT, lambda k: fun("_", le(n, k), lambda _: goal)),
                prove(goal),
                prove(forall("k", NAT, lambda k: arrow(le(n, k), arrow(goal, goal)))),
                m,
                prove(le(n, m)),
            ),
            lambda: apply(const("Classical.byContradiction"), goal, prove(arrow(not_(goal), FALSE))),
            lambda: self._theorem(scope, fuel),
        ]
        return self.rng.choice(ways)()

    def _theorem(self, scope: list[Typed], fuel: int) -> Term:
        info = self.rng.choice(self.theorems)
        levels = self.rng.choice(info.levels)
        term, kind = Const(info.name, levels), info.types[levels]
        made: Term = term
        while isinstance(kind, Pi):
            given = self.argument(kind.domain, scope, fuel)
            made, kind = App(made, given), instantiate(kind.body, given)
        return made


# ------------------------------------------------------------------------------------ mutations


def paths(term: Term) -> list[Path]:
    """The way to every subterm."""
    found: list[Path] = []
    waiting: list[tuple[Path, Term]] = [((), term)]
    while waiting:
        path, part = waiting.pop()
        found.append(path)
        waiting += [((*path, name), getattr(part, name)) for name in _children(part)]
    return found


def _children(term: Term) -> tuple[str, ...]:
    if isinstance(term, App):
        return ("function", "argument")
    return ("domain", "body") if isinstance(term, (Lam, Pi)) else ()


def put(term: Term, path: Path, make: Callable[[Term], Term]) -> Term:
    """The term with `make(part)` for the part at `path`."""
    if not path:
        return make(term)
    step, rest = path[0], path[1:]
    match term:
        case App(function, argument):
            if step == "function":
                return App(put(function, rest, make), argument)
            return App(function, put(argument, rest, make))
        case Lam(name, domain, body) | Pi(name, domain, body):
            made = type(term)
            if step == "domain":
                return made(name, put(domain, rest, make), body)
            return made(name, domain, put(body, rest, make))
    raise AssertionError(path)


def pool() -> list[Term]:
    """Parts of the library's proofs."""
    terms = [value for info in constants(True).values() for value in info.values.values()]
    return [part for term in terms for part in parts(term)]


def mutated(term: Term, rng: Random, spare: list[Term]) -> Term:
    """The term with one or two places changed; some changes keep its meaning."""
    for _ in range(rng.choice((1, 1, 1, 2))):
        term = put(term, rng.choice(paths(term)), lambda old: _changed(old, rng, spare))
    return term


def _changed(old: Term, rng: Random, spare: list[Term]) -> Term:
    ways: list[Callable[[], Term]] = [
        lambda: rng.choice(spare),
        lambda: Var(rng.randrange(5)),
        lambda: App(old, rng.choice(spare)),
        lambda: App(Lam("x", rng.choice([NAT, PROP, TRUE]), Var(0)), old),
        lambda: Lam("x", rng.choice([NAT, PROP]), App(lift(old, 1), Var(0))),
    ]
    match old:
        case Var(index):
            ways += [lambda: Var(max(0, index + rng.choice((-1, 1))))] * 3
        case Sort(level):
            ways += [lambda: Sort(max(0, level + rng.choice((-1, 1))))] * 3
        case Const(name, levels):
            other = rng.choice(list(constants(True)))
            ways += [
                lambda: Const(other, levels),
                lambda: Const(other, constants(True)[other].levels[0]),
                lambda: Const(name, tuple(1 - level for level in levels)),
                lambda: Const(name, (*levels, 0)),
            ]
        case App(function, argument):
            ways += [lambda: function, lambda: argument, lambda: App(argument, function)]
            if isinstance(function, App):
                ways += [lambda: apply(function.function, argument, function.argument)] * 2
            ways += [lambda: _same_meaning(old)] * 6
        case Lam(name, domain, body):
            ways += [lambda: Pi(name, domain, body), lambda: Lam(name, rng.choice(spare), body), lambda: body]
        case Pi(name, domain, body):
            ways += [lambda: Lam(name, domain, body), lambda: Pi(name, body, domain), lambda: domain]
            if body == FALSE:
                ways += [lambda: not_(domain)] * 4
    return rng.choice(ways)()


def _same_meaning(old: App) -> Term:
    head, given = spine(old)
    match head, given:
        case Const("Not"), [claim]:
            return Pi("h", claim, FALSE)
        case Const("Nat.lt"), [a, b]:
            return le(succ(a), b)
        case Const("Nat.succ"), [a]:
            return add(a, numeral(1))
        case Const("Nat.add"), [a, App(function, b)] if function == SUCC:
            return succ(add(a, b))
        case Lam(_, _, body), [value, *rest]:
            return apply(instantiate(body, value), *rest)
    return App(apply(Lam("f", NAT, lift(old.function, 1)), numeral(2)), old.argument)


# ------------------------------------------------------------------------- statements with proofs


def disputed(rng: Random, spare: list[Term]) -> tuple[Term, Term]:
    """A statement and a proof of it that may be right or wrong, each in about one case of four or more."""
    theorems = [info for info in constants(True).values() if info.kind == "theorem"]
    info = rng.choice(theorems)
    levels = rng.choice(info.levels)
    statement, proof = info.types[levels], info.values[levels]
    prover = Prover(rng)
    match rng.randrange(5):
        case 0:
            return statement, mutated(proof, rng, spare)
        case 1:
            return mutated(statement, rng, spare), proof
        case 2:
            left = prover.number([], 3)
            right = rng.choice([left, succ(left), prover.number([], 2)])
            return eq(NAT, left, right), refl(rng.choice([left, right]))
        case 3:
            claim = prover.claim([], 3)
            return arrow(claim, mutated(claim, rng, spare)), Lam("h", claim, Var(0))
    claim = prover.claim([], 2)
    return claim, prover.proof(claim, [], rng.randrange(3, 6))


# -------------------------------------------------------------------------- any shape whatever


def any_term(rng: Random, fuel: int) -> Term:
    """A term of any shape, well or ill-formed."""
    kind = rng.randrange(9) if fuel > 0 else rng.randrange(5)
    if kind == 0:
        return Sort(rng.randrange(-1, 4))
    if kind == 1:
        return Var(rng.randrange(-1, 4))
    if kind == 2:
        return Local(rng.randrange(-3, 3), "h")
    if kind == 3:
        return Meta(rng.randrange(3))
    if kind == 4:
        name = rng.choice([*constants(True), "sorryAx", "Nat.elim", ""])
        return Const(name, rng.choice([(), (0,), (1,), (0, 1), (2,), (-1,)]))
    if kind in (5, 6):
        return App(any_term(rng, fuel - 1), any_term(rng, fuel - 1))
    make = Lam if kind == 7 else Pi
    return make("x", any_term(rng, fuel - 1), any_term(rng, fuel - 1))
