"""The stated prelude: the inductive types, their recursors, and the definitions over them.

Names, argument order and implicit arguments are those of Lean 4's core. Universe levels are concrete: `Eq`
and `Exists` range over `Type` (and `Prop`, which is a `Type`), recursors eliminate into `Prop`, and those of
False and Nat into `Type` as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ragen_bench.environments.lean.kernel.operations import apply, arrow, forall, fun
from ragen_bench.environments.lean.kernel.terms import PROP, TYPE, Const, Sort, Term

Levels = tuple[int, ...]

NAT, ZERO, SUCC = Const("Nat"), Const("Nat.zero"), Const("Nat.succ")
TRUE, FALSE = Const("True"), Const("False")
EQ, EXISTS = Const("Eq", (1,)), Const("Exists", (1,))


@dataclass(frozen=True, slots=True)
class ConstantInfo:
    """One constant.

    Args:
        name: as in Lean.
        kind: "type", "constructor", "recursor", "definition", "theorem" or "axiom".
        levels: the level tuples it may carry.
        types: its type at each of them.
        values: of definitions and theorems, at each of them.
    """

    name: str
    kind: str
    levels: tuple[Levels, ...]
    types: Mapping[Levels, Term]
    values: Mapping[Levels, Term]

    def type_of(self, levels: Levels = ()) -> Term:
        """Its type; KeyError for levels it cannot carry."""
        return self.types[levels]

    def value_of(self, levels: Levels = ()) -> Term | None:
        """What it unfolds to, for definitions; the proof, for theorems."""
        return self.values.get(levels)


@dataclass(frozen=True, slots=True)
class Rule:
    """How a recursor computes.

    Args:
        major: position of the argument that is taken apart.
        parameters: arguments that the type's constructors share, at the front of both.
        minors: constructor's name -> position of its case.
        recursive: constructor's name -> positions, among its own arguments, of those of the type itself.
        indices: arguments between the cases and the major one; not passed on.
    """

    major: int
    parameters: int
    minors: Mapping[str, int]
    recursive: Mapping[str, tuple[int, ...]]
    indices: int = 0


def eq(kind: Term, left: Term, right: Term) -> Term:
    """`left = right`."""
    return apply(EQ, kind, left, right)


def not_(claim: Term) -> Term:
    """`¬claim`."""
    return apply(Const("Not"), claim)


def le(left: Term, right: Term) -> Term:
    """`left ≤ right` on Nat."""
    return apply(Const("Nat.le"), left, right)


def succ(number: Term) -> Term:
    """`number + 1`."""
    return apply(SUCC, number)


def add(left: Term, right: Term) -> Term:
    """`left + right`."""
    return apply(Const("Nat.add"), left, right)


def mul(left: Term, right: Term) -> Term:
    """`left * right`."""
    return apply(Const("Nat.mul"), left, right)


_Declare = Callable[[Levels], Term]
_made: dict[str, ConstantInfo] = {}


def _declare(
    name: str,
    kind: str,
    type_of: _Declare,
    levels: tuple[Levels, ...] = ((),),
    value_of: _Declare | None = None,
) -> None:
    values = {level: value_of(level) for level in levels} if value_of is not None else {}
    _made[name] = ConstantInfo(name, kind, levels, {level: type_of(level) for level in levels}, values)


def _fixed(term: Term) -> _Declare:
    return lambda _: term


_ONE: tuple[Levels, ...] = ((1,),)
_PROP_ONLY: tuple[Levels, ...] = ((0,),)
_PROP_OR_TYPE: tuple[Levels, ...] = ((0,), (1,))

_declare("True", "type", _fixed(PROP))
_declare("True.intro", "constructor", _fixed(TRUE))
_declare("False", "type", _fixed(PROP))
_declare("And", "type", _fixed(arrow(PROP, arrow(PROP, PROP))))
_declare("Or", "type", _fixed(arrow(PROP, arrow(PROP, PROP))))
_declare("Iff", "type", _fixed(arrow(PROP, arrow(PROP, PROP))))


def and_(a: Term, b: Term) -> Term:
    """`a ∧ b`."""
    return apply(Const("And"), a, b)


def or_(a: Term, b: Term) -> Term:
    """`a ∨ b`."""
    return apply(Const("Or"), a, b)


def iff(a: Term, b: Term) -> Term:
    """`a ↔ b`."""
    return apply(Const("Iff"), a, b)


def _two_props(body: Callable[[Term, Term], Term]) -> Term:
    return forall("a", PROP, lambda a: forall("b", PROP, lambda b: body(a, b), True), True)


def _hyp(name: str, claim: Term, body: Term | Callable[[Term], Term]) -> Term:
    return forall(name, claim, body if callable(body) else lambda _: body)


_declare(
    "And.intro",
    "constructor",
    _fixed(_two_props(lambda a, b: _hyp("left", a, _hyp("right", b, and_(a, b))))),
)
_declare("Or.inl", "constructor", _fixed(_two_props(lambda a, b: _hyp("h", a, or_(a, b)))))
_declare("Or.inr", "constructor", _fixed(_two_props(lambda a, b: _hyp("h", b, or_(a, b)))))
_declare(
    "Iff.intro",
    "constructor",
    _fixed(_two_props(lambda a, b: _hyp("mp", arrow(a, b), _hyp("mpr", arrow(b, a), iff(a, b))))),
)


def _pair_recursor(
    whole: str, first: Callable[[Term, Term], Term], second: Callable[[Term, Term], Term]
) -> _Declare:
    def type_of(levels: Levels) -> Term:
        def body(a: Term, b: Term) -> Term:
            pair = apply(Const(whole), a, b)
            names = ("left", "right") if whole == "And" else ("mp", "mpr")

            def with_motive(motive: Term) -> Term:
                case = forall(
                    names[0],
                    first(a, b),
                    lambda x: forall(
                        names[1],
                        second(a, b),
                        lambda y: apply(motive, apply(Const(f"{whole}.intro"), a, b, x, y)),
                    ),
                )
                return _hyp("intro", case, forall("t", pair, lambda t: apply(motive, t)))

            return forall("motive", arrow(pair, Sort(levels[0])), with_motive, True)

        return _two_props(body)

    return type_of


_declare("And.rec", "recursor", _pair_recursor("And", lambda a, b: a, lambda a, b: b), _PROP_ONLY)
_declare(
    "Iff.rec",
    "recursor",
    _pair_recursor("Iff", arrow, lambda a, b: arrow(b, a)),
    _PROP_ONLY,
)


def _or_rec(_: Levels) -> Term:
    def body(a: Term, b: Term) -> Term:
        whole = or_(a, b)

        def with_motive(motive: Term) -> Term:
            left = forall("h", a, lambda h: apply(motive, apply(Const("Or.inl"), a, b, h)))
            right = forall("h", b, lambda h: apply(motive, apply(Const("Or.inr"), a, b, h)))
            return _hyp("inl", left, _hyp("inr", right, forall("t", whole, lambda t: apply(motive, t))))

        return forall("motive", arrow(whole, PROP), with_motive, True)

    return _two_props(body)


_declare("Or.rec", "recursor", _or_rec)
_declare(
    "False.rec",
    "recursor",
    lambda levels: forall(
        "motive",
        arrow(FALSE, Sort(levels[0])),
        lambda motive: forall("t", FALSE, lambda t: apply(motive, t)),
    ),
    _PROP_OR_TYPE,
)
_declare(
    "True.rec",
    "recursor",
    lambda levels: forall(
        "motive",
        arrow(TRUE, Sort(levels[0])),
        lambda motive: _hyp(
            "intro", apply(motive, Const("True.intro")), forall("t", TRUE, lambda t: apply(motive, t))
        ),
        True,
    ),
    _PROP_ONLY,
)
_declare("Eq", "type", _fixed(forall("α", TYPE, lambda kind: arrow(kind, arrow(kind, PROP)), True)), _ONE)
_declare(
    "Eq.refl",
    "constructor",
    _fixed(forall("α", TYPE, lambda kind: forall("a", kind, lambda a: eq(kind, a, a)), True)),
    _ONE,
)


def _eq_rec(levels: Levels) -> Term:
    def body(kind: Term, a: Term) -> Term:
        motive_type = forall("a", kind, lambda x: arrow(eq(kind, a, x), Sort(levels[0])))

        def with_motive(motive: Term) -> Term:
            case = apply(motive, a, apply(Const("Eq.refl", (1,)), kind, a))
            last = forall(
                "a", kind, lambda x: forall("t", eq(kind, a, x), lambda t: apply(motive, x, t)), True
            )
            return _hyp("refl", case, last)

        return forall("motive", motive_type, with_motive, True)

    return forall("α", TYPE, lambda kind: forall("a", kind, lambda a: body(kind, a), True), True)


_declare("Eq.rec", "recursor", _eq_rec, ((0, 1), (1, 1)))
_declare(
    "Exists",
    "type",
    _fixed(forall("α", TYPE, lambda kind: arrow(arrow(kind, PROP), PROP), True)),
    _ONE,
)


def _over_predicate(body: Callable[[Term, Term], Term]) -> Term:
    return forall("α", TYPE, lambda kind: forall("p", arrow(kind, PROP), lambda p: body(kind, p), True), True)


_declare(
    "Exists.intro",
    "constructor",
    _fixed(
        _over_predicate(
            lambda kind, p: forall("w", kind, lambda w: _hyp("h", apply(p, w), apply(EXISTS, kind, p)))
        )
    ),
    _ONE,
)


def _exists_rec(_: Levels) -> Term:
    def body(kind: Term, p: Term) -> Term:
        whole = apply(EXISTS, kind, p)

        def with_motive(motive: Term) -> Term:
            def of(w: Term) -> Term:
                made = apply(Const("Exists.intro", (1,)), kind, p, w)
                return forall("h", apply(p, w), lambda h: apply(motive, apply(made, h)))

            return _hyp("intro", forall("w", kind, of), forall("t", whole, lambda t: apply(motive, t)))

        return forall("motive", arrow(whole, PROP), with_motive, True)

    return _over_predicate(body)


_declare("Exists.rec", "recursor", _exists_rec, _ONE)
_declare("Nat", "type", _fixed(TYPE))
_declare("Nat.zero", "constructor", _fixed(NAT))
_declare("Nat.succ", "constructor", _fixed(forall("n", NAT, lambda _: NAT)))


def _nat_rec(levels: Levels) -> Term:
    def with_motive(motive: Term) -> Term:
        step = forall("n", NAT, lambda n: _hyp("n_ih", apply(motive, n), apply(motive, succ(n))))
        last = forall("t", NAT, lambda t: apply(motive, t))
        return _hyp("zero", apply(motive, ZERO), _hyp("succ", step, last))

    return forall("motive", arrow(NAT, Sort(levels[0])), with_motive, True)


_declare("Nat.rec", "recursor", _nat_rec, _PROP_OR_TYPE)
_declare("Nat.le", "type", _fixed(forall("n", NAT, lambda _: arrow(NAT, PROP))))
_declare("Nat.le.refl", "constructor", _fixed(forall("n", NAT, lambda n: le(n, n), True)))
_declare(
    "Nat.le.step",
    "constructor",
    _fixed(
        forall(
            "n", NAT, lambda n: forall("m", NAT, lambda m: _hyp("a", le(n, m), le(n, succ(m))), True), True
        )
    ),
)


def _le_rec(_: Levels) -> Term:
    def body(n: Term) -> Term:
        def with_motive(motive: Term) -> Term:
            start = apply(motive, n, apply(Const("Nat.le.refl"), n))

            def step(m: Term) -> Term:
                def given(a: Term) -> Term:
                    further = apply(motive, succ(m), apply(Const("Nat.le.step"), n, m, a))
                    return _hyp("a_ih", apply(motive, m, a), further)

                return forall("a", le(n, m), given)

            last = forall("a", NAT, lambda k: forall("t", le(n, k), lambda t: apply(motive, k, t)), True)
            return _hyp("refl", start, _hyp("step", forall("m", NAT, step, True), last))

        return forall("motive", forall("a", NAT, lambda k: arrow(le(n, k), PROP)), with_motive, True)

    return forall("n", NAT, body, True)


_declare("Nat.le.rec", "recursor", _le_rec)

_NAT_TO_NAT = arrow(NAT, NAT)


def _by_recursion(number: Term, at_zero: Term, step: Callable[[Term, Term], Term]) -> Term:
    motive = fun("x", NAT, lambda _: NAT)
    case = fun("n", NAT, lambda n: fun("ih", NAT, lambda ih: step(n, ih)))
    return apply(Const("Nat.rec", (1,)), motive, at_zero, case, number)


_declare(
    "Not",
    "definition",
    _fixed(forall("a", PROP, lambda _: PROP)),
    value_of=_fixed(fun("a", PROP, lambda a: arrow(a, FALSE))),
)
_declare(
    "Ne",
    "definition",
    _fixed(
        forall("α", TYPE, lambda kind: forall("a", kind, lambda _: forall("b", kind, lambda _: PROP)), True)
    ),
    _ONE,
    _fixed(
        fun(
            "α",
            TYPE,
            lambda kind: fun("a", kind, lambda a: fun("b", kind, lambda b: not_(eq(kind, a, b)))),
        )
    ),
)


def _binary(body: Callable[[Term, Term], Term]) -> Term:
    return fun("n", NAT, lambda n: fun("m", NAT, lambda m: body(n, m)))


_NAT2 = forall("n", NAT, lambda _: forall("m", NAT, lambda _: NAT))
_declare(
    "Nat.add",
    "definition",
    _fixed(_NAT2),
    value_of=_fixed(_binary(lambda n, m: _by_recursion(m, n, lambda _, ih: succ(ih)))),
)
_declare(
    "Nat.mul",
    "definition",
    _fixed(_NAT2),
    value_of=_fixed(_binary(lambda n, m: _by_recursion(m, ZERO, lambda _, ih: add(ih, n)))),
)
_declare(
    "Nat.pred",
    "definition",
    _fixed(forall("n", NAT, lambda _: NAT)),
    value_of=_fixed(fun("n", NAT, lambda n: _by_recursion(n, ZERO, lambda k, _: k))),
)
_declare(
    "Nat.sub",
    "definition",
    _fixed(_NAT2),
    value_of=_fixed(_binary(lambda n, m: _by_recursion(m, n, lambda _, ih: apply(Const("Nat.pred"), ih)))),
)
_declare(
    "Nat.lt",
    "definition",
    _fixed(forall("n", NAT, lambda _: forall("m", NAT, lambda _: PROP))),
    value_of=_fixed(_binary(lambda n, m: le(succ(n), m))),
)
_declare("Classical.em", "axiom", _fixed(forall("p", PROP, lambda p: or_(p, not_(p)))))

PRELUDE: Mapping[str, ConstantInfo] = _made
#: Only where a task is classical.
CLASSICAL_ONLY = ("Classical.",)

RULES: Mapping[str, Rule] = {
    "True.rec": Rule(2, 0, {"True.intro": 1}, {}),
    "And.rec": Rule(4, 2, {"And.intro": 3}, {}),
    "Iff.rec": Rule(4, 2, {"Iff.intro": 3}, {}),
    "Or.rec": Rule(5, 2, {"Or.inl": 3, "Or.inr": 4}, {}),
    "Eq.rec": Rule(5, 2, {"Eq.refl": 3}, {}, 1),
    "Exists.rec": Rule(4, 2, {"Exists.intro": 3}, {}),
    "Nat.rec": Rule(3, 0, {"Nat.zero": 1, "Nat.succ": 2}, {"Nat.succ": (0,)}),
    # No case: its index would change on the way, and any two proofs of `n ≤ m` are equal anyway.
    "Nat.le.rec": Rule(5, 1, {}, {}, 1),
    "False.rec": Rule(1, 0, {}, {}),
}
