"""Theorems over the prelude, each with its proof term.

Nothing here is believed: `library` checks every proof with the kernel before it hands the theorem out. Names,
argument order and implicit arguments are those of Lean 4's core library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ragen_bench.environments.lean.kernel.checker import Checker
from ragen_bench.environments.lean.kernel.operations import abstract, apply, arrow, fresh, fun
from ragen_bench.environments.lean.kernel.prelude import (
    FALSE,
    NAT,
    PRELUDE,
    TRUE,
    ZERO,
    ConstantInfo,
    Levels,
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
from ragen_bench.environments.lean.kernel.terms import PROP, TYPE, Const, Lam, Local, Pi, Term

#: (name, type, implicit); a type may be a function of the binders before it.
Binder = tuple[str, Term | Callable[..., Term], bool]


class _Library:
    def __init__(self) -> None:
        self.made: dict[str, ConstantInfo] = {}

    def add(
        self,
        name: str,
        binders: list[Binder],
        claim: Callable[..., Term] | Term,
        proof: Callable[..., Term],
        levels: Levels = (),
        kind: str = "theorem",
    ) -> None:
        """Closes claim and proof over the binders."""
        opened: list[tuple[Local, Term, bool]] = []
        for binder_name, type_, implicit in binders:
            known = [local for local, _, _ in opened]
            domain = type_(*known) if callable(type_) else type_
            opened.append((fresh(binder_name), domain, implicit))
        known = [local for local, _, _ in opened]
        statement = claim(*known) if callable(claim) else claim
        value = proof(*known)
        for local, domain, implicit in reversed(opened):
            statement = Pi(local.name, domain, abstract(statement, local), implicit)
            value = Lam(local.name, domain, abstract(value, local))
        self.made[name] = ConstantInfo(name, kind, (levels,), {levels: statement}, {levels: value})


def _c(name: str, *levels: int) -> Const:
    return Const(name, levels)


def _refl(kind: Term, a: Term) -> Term:
    return apply(_c("Eq.refl", 1), kind, a)


def _trans(a: Term, b: Term, c: Term, first: Term, second: Term, kind: Term = NAT) -> Term:
    return apply(_c("Eq.trans", 1), kind, a, b, c, first, second)


def _symm(a: Term, b: Term, proof: Term, kind: Term = NAT) -> Term:
    return apply(_c("Eq.symm", 1), kind, a, b, proof)


def _cong(function: Callable[[Term], Term], a: Term, b: Term, proof: Term) -> Term:
    """function a = function b on Nat."""
    return apply(_c("congrArg", 1, 1), NAT, NAT, a, b, fun("x", NAT, function), proof)


def _chain(*steps: Any) -> Term:
    """`_chain(a, p, b, q, c)` proves a = c from p : a = b and q : b = c."""
    start, proof, here = steps[0], steps[1], steps[2]
    for step, target in zip(steps[3::2], steps[4::2], strict=True):
        proof, here = _trans(start, here, target, proof, step), target
    made: Term = proof
    return made


def _induction(
    claim: Callable[[Term], Term], zero: Term, step: Callable[[Term, Term], Term], n: Term
) -> Term:
    case = fun("n", NAT, lambda k: fun("ih", claim(k), lambda ih: step(k, ih)))
    return apply(_c("Nat.rec", 0), fun("x", NAT, claim), zero, case, n)


def _le_induction(
    n: Term,
    claim: Callable[[Term], Term],
    refl: Term,
    step: Callable[[Term, Term, Term], Term],
    m: Term,
    proof: Term,
) -> Term:
    motive = fun("k", NAT, lambda k: fun("_h", le(n, k), lambda _: claim(k)))
    case = fun(
        "k", NAT, lambda k: fun("a", le(n, k), lambda a: fun("ih", claim(k), lambda ih: step(k, a, ih)))
    )
    return apply(_c("Nat.le.rec"), n, motive, refl, case, m, proof)


def _le_refl(n: Term) -> Term:
    return apply(_c("Nat.le.refl"), n)


def _le_step(n: Term, m: Term, proof: Term) -> Term:
    return apply(_c("Nat.le.step"), n, m, proof)


def _absurd(claim: Term, proof_of_false: Term) -> Term:
    return apply(_c("False.rec", 0), fun("_h", FALSE, lambda _: claim), proof_of_false)


def _is_positive(n: Term) -> Term:
    """False at zero, True at successors."""
    motive = fun("_n", NAT, lambda _: PROP)
    case = fun("_n", NAT, lambda _: fun("_ih", PROP, lambda _: TRUE))
    return apply(_c("Nat.rec", 1), motive, FALSE, case, n)


def _split(a: Term, b: Term, claim: Term, pair: Term, body: Callable[[Term, Term], Term]) -> Term:
    motive = fun("_t", and_(a, b), lambda _: claim)
    case = fun("x", a, lambda x: fun("y", b, lambda y: body(x, y)))
    return apply(_c("And.rec", 0), a, b, motive, case, pair)


def _open_iff(a: Term, b: Term, claim: Term, proof: Term, body: Callable[[Term, Term], Term]) -> Term:
    motive = fun("_t", iff(a, b), lambda _: claim)
    case = fun("f", arrow(a, b), lambda f: fun("g", arrow(b, a), lambda g: body(f, g)))
    return apply(_c("Iff.rec", 0), a, b, motive, case, proof)


def _either(
    a: Term,
    b: Term,
    claim: Term,
    proof: Term,
    left: Callable[[Term], Term],
    right: Callable[[Term], Term],
) -> Term:
    motive = fun("_t", or_(a, b), lambda _: claim)
    return apply(_c("Or.rec"), a, b, motive, fun("h", a, left), fun("h", b, right), proof)


def _equalities(lib: _Library) -> None:
    kind: Binder = ("α", TYPE, True)
    a: Binder = ("a", lambda t: t, True)
    b: Binder = ("b", lambda t, _a: t, True)
    c: Binder = ("c", lambda t, _a, _b: t, True)
    lib.add(
        "Eq.symm",
        [kind, a, b, ("h", eq, False)],
        lambda t, x, y, _: eq(t, y, x),
        lambda t, x, y, h: apply(
            _c("Eq.rec", 0, 1),
            t,
            x,
            fun("z", t, lambda z: fun("_h", eq(t, x, z), lambda _: eq(t, z, x))),
            _refl(t, x),
            y,
            h,
        ),
        (1,),
    )
    lib.add(
        "Eq.trans",
        [
            kind,
            a,
            b,
            c,
            ("h₁", lambda t, x, y, _z: eq(t, x, y), False),
            ("h₂", lambda t, _x, y, z, _h: eq(t, y, z), False),
        ],
        lambda t, x, _y, z, _h, _g: eq(t, x, z),
        lambda t, x, y, z, h, g: apply(
            _c("Eq.rec", 0, 1),
            t,
            y,
            fun("w", t, lambda w: fun("_h", eq(t, y, w), lambda _: eq(t, x, w))),
            h,
            z,
            g,
        ),
        (1,),
    )
    lib.add(
        "Eq.subst",
        [
            kind,
            ("motive", lambda t: arrow(t, PROP), True),
            ("a", lambda t, _p: t, True),
            ("b", lambda t, _p, _a: t, True),
            ("h₁", lambda t, _p, x, y: eq(t, x, y), False),
            ("h₂", lambda _t, p, x, _y, _h: apply(p, x), False),
        ],
        lambda _t, p, _x, y, _h, _g: apply(p, y),
        lambda t, p, x, y, h, g: apply(
            _c("Eq.rec", 0, 1),
            t,
            x,
            fun("w", t, lambda w: fun("_h", eq(t, x, w), lambda _: apply(p, w))),
            g,
            y,
            h,
        ),
        (1,),
    )
    two: list[Binder] = [("α", TYPE, True), ("β", TYPE, True)]
    lib.add(
        "congrArg",
        [
            *two,
            ("a₁", lambda t, _u: t, True),
            ("a₂", lambda t, _u, _x: t, True),
            ("f", lambda t, u, _x, _y: arrow(t, u), False),
            ("h", lambda t, _u, x, y, _f: eq(t, x, y), False),
        ],
        lambda _t, u, x, y, f, _h: eq(u, apply(f, x), apply(f, y)),
        lambda t, u, x, y, f, h: apply(
            _c("Eq.rec", 0, 1),
            t,
            x,
            fun("w", t, lambda w: fun("_h", eq(t, x, w), lambda _: eq(u, apply(f, x), apply(f, w)))),
            _refl(u, apply(f, x)),
            y,
            h,
        ),
        (1, 1),
    )
    lib.add(
        "congrFun",
        [
            *two,
            ("f", arrow, True),
            ("g", lambda t, u, _f: arrow(t, u), True),
            ("h", lambda t, u, f, g: eq(arrow(t, u), f, g), False),
            ("a", lambda t, _u, _f, _g, _h: t, False),
        ],
        lambda _t, u, f, g, _h, x: eq(u, apply(f, x), apply(g, x)),
        lambda t, u, f, g, h, x: apply(
            _c("Eq.rec", 0, 1),
            arrow(t, u),
            f,
            fun(
                "w",
                arrow(t, u),
                lambda w: fun("_h", eq(arrow(t, u), f, w), lambda _: eq(u, apply(f, x), apply(w, x))),
            ),
            _refl(u, apply(f, x)),
            g,
            h,
        ),
        (1, 1),
    )
    lib.add(
        "Ne.symm",
        [kind, a, b, ("h", lambda t, x, y: apply(_c("Ne", 1), t, x, y), False)],
        lambda t, x, y, _: apply(_c("Ne", 1), t, y, x),
        lambda t, x, y, h: fun("e", eq(t, y, x), lambda e: apply(h, _symm(y, x, e, t))),
        (1,),
    )


def _connectives(lib: _Library) -> None:
    a: Binder = ("a", PROP, True)
    b: Binder = ("b", PROP, True)
    c: Binder = ("c", PROP, True)
    pair: Binder = ("self", and_, False)
    lib.add(
        "False.elim",
        [("C", PROP, True), ("h", FALSE, False)],
        lambda x, _: x,
        _absurd,
        (0,),
    )
    lib.add(
        "absurd",
        [a, b, ("h₁", lambda x, _y: x, False), ("h₂", lambda x, _y, _h: not_(x), False)],
        lambda _x, y, _h, _g: y,
        lambda _x, y, h, g: _absurd(y, apply(g, h)),
        (0,),
    )
    lib.add(
        "And.left", [a, b, pair], lambda x, _y, _: x, lambda x, y, p: _split(x, y, x, p, lambda left, _: left)
    )
    lib.add("And.right", [a, b, pair], lambda _x, y, _: y, lambda x, y, p: _split(x, y, y, p, lambda _, r: r))
    lib.add(
        "And.symm",
        [a, b, ("h", and_, False)],
        lambda x, y, _: and_(y, x),
        lambda x, y, p: _split(
            x, y, and_(y, x), p, lambda left, right: apply(_c("And.intro"), y, x, right, left)
        ),
    )
    both: Binder = ("self", iff, False)
    lib.add(
        "Iff.mp",
        [a, b, both],
        lambda x, y, _: arrow(x, y),
        lambda x, y, p: _open_iff(x, y, arrow(x, y), p, lambda f, _: f),
    )
    lib.add(
        "Iff.mpr",
        [a, b, both],
        lambda x, y, _: arrow(y, x),
        lambda x, y, p: _open_iff(x, y, arrow(y, x), p, lambda _, g: g),
    )

    def itself(x: Term) -> Term:
        same = fun("h", x, lambda h: h)
        return apply(_c("Iff.intro"), x, x, same, same)

    lib.add(
        "Iff.refl",
        [("a", PROP, False)],
        lambda x: iff(x, x),
        itself,
    )
    lib.add("Iff.rfl", [a], lambda x: iff(x, x), itself)
    lib.add(
        "Iff.symm",
        [a, b, ("h", iff, False)],
        lambda x, y, _: iff(y, x),
        lambda x, y, p: _open_iff(x, y, iff(y, x), p, lambda f, g: apply(_c("Iff.intro"), y, x, g, f)),
    )
    lib.add(
        "Iff.trans",
        [a, b, c, ("h₁", lambda x, y, _z: iff(x, y), False), ("h₂", lambda _x, y, z, _h: iff(y, z), False)],
        lambda x, _y, z, _h, _g: iff(x, z),
        lambda x, y, z, h, g: apply(
            _c("Iff.intro"),
            x,
            z,
            fun("p", x, lambda p: apply(_c("Iff.mp"), y, z, g, apply(_c("Iff.mp"), x, y, h, p))),
            fun("r", z, lambda r: apply(_c("Iff.mpr"), x, y, h, apply(_c("Iff.mpr"), y, z, g, r))),
        ),
    )
    lib.add(
        "Or.elim",
        [
            a,
            b,
            c,
            ("h", lambda x, y, _z: or_(x, y), False),
            ("left", lambda x, _y, z, _h: arrow(x, z), False),
            ("right", lambda _x, y, z, _h, _l: arrow(y, z), False),
        ],
        lambda _x, _y, z, _h, _l, _r: z,
        lambda x, y, z, h, f, g: _either(x, y, z, h, lambda p: apply(f, p), lambda q: apply(g, q)),
    )
    lib.add(
        "Or.symm",
        [a, b, ("h", or_, False)],
        lambda x, y, _: or_(y, x),
        lambda x, y, h: _either(
            x,
            y,
            or_(y, x),
            h,
            lambda p: apply(_c("Or.inr"), y, x, p),
            lambda q: apply(_c("Or.inl"), y, x, q),
        ),
    )
    lib.add(
        "mt",
        [a, b, ("h₁", arrow, False), ("h₂", lambda _x, y, _h: not_(y), False)],
        lambda x, _y, _h, _g: not_(x),
        lambda x, _y, h, g: fun("p", x, lambda p: apply(g, apply(h, p))),
    )
    lib.add(
        "not_not_intro",
        [("p", PROP, True), ("h", lambda x: x, False)],
        lambda x, _: not_(not_(x)),
        lambda x, h: fun("n", not_(x), lambda n: apply(n, h)),
    )
    lib.add(
        "trivial",
        [],
        TRUE,
        lambda: _c("True.intro"),
    )
    lib.add(
        "Exists.elim",
        [
            ("α", TYPE, True),
            ("p", lambda t: arrow(t, PROP), True),
            ("b", lambda _t, _p: PROP, True),
            ("h₁", lambda t, p, _b: apply(_c("Exists", 1), t, p), False),
            (
                "h₂",
                lambda t, p, y, _h: _forall_hyp(t, p, y),
                False,
            ),
        ],
        lambda _t, _p, y, _h, _g: y,
        lambda t, p, y, h, g: apply(
            _c("Exists.rec", 1),
            t,
            p,
            fun("_t", apply(_c("Exists", 1), t, p), lambda _: y),
            fun("w", t, lambda w: fun("h", apply(p, w), lambda hw: apply(g, w, hw))),
            h,
        ),
        (1,),
    )


def _forall_hyp(kind: Term, predicate: Term, claim: Term) -> Term:
    local = fresh("a")
    body = arrow(apply(predicate, local), claim)
    return Pi("a", kind, abstract(body, local))


def _classical(lib: _Library) -> None:
    p: Binder = ("p", PROP, True)

    def cases(x: Term, claim: Term, yes: Callable[[Term], Term], no: Callable[[Term], Term]) -> Term:
        return _either(x, not_(x), claim, apply(_c("Classical.em"), x), yes, no)

    lib.add(
        "Classical.byContradiction",
        [p, ("h", lambda x: arrow(not_(x), FALSE), False)],
        lambda x, _: x,
        lambda x, h: cases(x, x, lambda yes: yes, lambda no: _absurd(x, apply(h, no))),
    )
    lib.add(
        "Classical.byCases",
        [
            p,
            ("q", PROP, True),
            ("hpq", arrow, False),
            ("hnpq", lambda x, y, _h: arrow(not_(x), y), False),
        ],
        lambda _x, y, _h, _g: y,
        lambda x, y, h, g: cases(x, y, lambda yes: apply(h, yes), lambda no: apply(g, no)),
    )
    lib.add(
        "Classical.not_not",
        [("a", PROP, True)],
        lambda x: iff(not_(not_(x)), x),
        lambda x: apply(
            _c("Iff.intro"),
            not_(not_(x)),
            x,
            fun("h", not_(not_(x)), lambda h: cases(x, x, lambda y: y, lambda n: _absurd(x, apply(h, n)))),
            fun("h", x, lambda h: fun("n", not_(x), lambda n: apply(n, h))),
        ),
    )


def _arithmetic(lib: _Library) -> None:
    n: Binder = ("n", NAT, False)
    m: Binder = ("m", NAT, False)
    k: Binder = ("k", NAT, False)

    def use(name: str, *arguments: Term) -> Term:
        return apply(_c(name), *arguments)

    def s(a: Term, b: Term, proof: Term) -> Term:
        return _cong(succ, a, b, proof)

    lib.add("Nat.add_zero", [n], lambda x: eq(NAT, add(x, ZERO), x), lambda x: _refl(NAT, x))
    lib.add(
        "Nat.add_succ",
        [n, m],
        lambda x, y: eq(NAT, add(x, succ(y)), succ(add(x, y))),
        lambda x, y: _refl(NAT, succ(add(x, y))),
    )
    lib.add(
        "Nat.zero_add",
        [n],
        lambda x: eq(NAT, add(ZERO, x), x),
        lambda x: _induction(
            lambda z: eq(NAT, add(ZERO, z), z), _refl(NAT, ZERO), lambda z, ih: s(add(ZERO, z), z, ih), x
        ),
    )
    lib.add(
        "Nat.succ_add",
        [n, m],
        lambda x, y: eq(NAT, add(succ(x), y), succ(add(x, y))),
        lambda x, y: _induction(
            lambda z: eq(NAT, add(succ(x), z), succ(add(x, z))),
            _refl(NAT, succ(x)),
            lambda z, ih: s(add(succ(x), z), succ(add(x, z)), ih),
            y,
        ),
    )
    lib.add(
        "Nat.add_comm",
        [n, m],
        lambda x, y: eq(NAT, add(x, y), add(y, x)),
        lambda x, y: _induction(
            lambda z: eq(NAT, add(x, z), add(z, x)),
            _symm(add(ZERO, x), x, use("Nat.zero_add", x)),
            lambda z, ih: _chain(
                succ(add(x, z)),
                s(add(x, z), add(z, x), ih),
                succ(add(z, x)),
                _symm(add(succ(z), x), succ(add(z, x)), use("Nat.succ_add", z, x)),
                add(succ(z), x),
            ),
            y,
        ),
    )
    lib.add(
        "Nat.add_assoc",
        [n, m, k],
        lambda x, y, z: eq(NAT, add(add(x, y), z), add(x, add(y, z))),
        lambda x, y, z: _induction(
            lambda w: eq(NAT, add(add(x, y), w), add(x, add(y, w))),
            _refl(NAT, add(x, y)),
            lambda w, ih: s(add(add(x, y), w), add(x, add(y, w)), ih),
            z,
        ),
    )
    lib.add(
        "Nat.add_left_comm",
        [n, m, k],
        lambda x, y, z: eq(NAT, add(x, add(y, z)), add(y, add(x, z))),
        lambda x, y, z: _chain(
            add(x, add(y, z)),
            _symm(add(add(x, y), z), add(x, add(y, z)), use("Nat.add_assoc", x, y, z)),
            add(add(x, y), z),
            _cong(lambda w: add(w, z), add(x, y), add(y, x), use("Nat.add_comm", x, y)),
            add(add(y, x), z),
            use("Nat.add_assoc", y, x, z),
            add(y, add(x, z)),
        ),
    )
    lib.add(
        "Nat.add_right_comm",
        [n, m, k],
        lambda x, y, z: eq(NAT, add(add(x, y), z), add(add(x, z), y)),
        lambda x, y, z: _chain(
            add(add(x, y), z),
            use("Nat.add_assoc", x, y, z),
            add(x, add(y, z)),
            _cong(lambda w: add(x, w), add(y, z), add(z, y), use("Nat.add_comm", y, z)),
            add(x, add(z, y)),
            _symm(add(add(x, z), y), add(x, add(z, y)), use("Nat.add_assoc", x, z, y)),
            add(add(x, z), y),
        ),
    )
    lib.add("Nat.mul_zero", [n], lambda x: eq(NAT, mul(x, ZERO), ZERO), lambda _: _refl(NAT, ZERO))
    lib.add(
        "Nat.mul_succ",
        [n, m],
        lambda x, y: eq(NAT, mul(x, succ(y)), add(mul(x, y), x)),
        lambda x, y: _refl(NAT, add(mul(x, y), x)),
    )
    lib.add(
        "Nat.zero_mul",
        [n],
        lambda x: eq(NAT, mul(ZERO, x), ZERO),
        lambda x: _induction(lambda z: eq(NAT, mul(ZERO, z), ZERO), _refl(NAT, ZERO), lambda _, ih: ih, x),
    )
    lib.add(
        "Nat.succ_mul",
        [n, m],
        lambda x, y: eq(NAT, mul(succ(x), y), add(mul(x, y), y)),
        lambda x, y: _induction(
            lambda z: eq(NAT, mul(succ(x), z), add(mul(x, z), z)),
            _refl(NAT, ZERO),
            # (x+1)z + (x+1) = (xz + z) + (x+1) = ((xz + z) + x) + 1 = ((xz + x) + z) + 1
            lambda z, ih: s(
                add(mul(succ(x), z), x),
                add(add(mul(x, z), x), z),
                _chain(
                    add(mul(succ(x), z), x),
                    _cong(lambda w: add(w, x), mul(succ(x), z), add(mul(x, z), z), ih),
                    add(add(mul(x, z), z), x),
                    use("Nat.add_right_comm", mul(x, z), z, x),
                    add(add(mul(x, z), x), z),
                ),
            ),
            y,
        ),
    )
    lib.add(
        "Nat.mul_comm",
        [n, m],
        lambda x, y: eq(NAT, mul(x, y), mul(y, x)),
        lambda x, y: _induction(
            lambda z: eq(NAT, mul(x, z), mul(z, x)),
            _symm(mul(ZERO, x), ZERO, use("Nat.zero_mul", x)),
            lambda z, ih: _chain(
                add(mul(x, z), x),
                _cong(lambda w: add(w, x), mul(x, z), mul(z, x), ih),
                add(mul(z, x), x),
                _symm(mul(succ(z), x), add(mul(z, x), x), use("Nat.succ_mul", z, x)),
                mul(succ(z), x),
            ),
            y,
        ),
    )
    one = succ(ZERO)
    lib.add("Nat.mul_one", [n], lambda x: eq(NAT, mul(x, one), x), lambda x: use("Nat.zero_add", x))
    lib.add(
        "Nat.one_mul",
        [n],
        lambda x: eq(NAT, mul(one, x), x),
        lambda x: _chain(mul(one, x), use("Nat.mul_comm", one, x), mul(x, one), use("Nat.mul_one", x), x),
    )
    lib.add(
        "Nat.mul_add",
        [n, m, k],
        lambda x, y, z: eq(NAT, mul(x, add(y, z)), add(mul(x, y), mul(x, z))),
        lambda x, y, z: _induction(
            lambda w: eq(NAT, mul(x, add(y, w)), add(mul(x, y), mul(x, w))),
            _refl(NAT, mul(x, y)),
            lambda w, ih: _chain(
                add(mul(x, add(y, w)), x),
                _cong(lambda v: add(v, x), mul(x, add(y, w)), add(mul(x, y), mul(x, w)), ih),
                add(add(mul(x, y), mul(x, w)), x),
                use("Nat.add_assoc", mul(x, y), mul(x, w), x),
                add(mul(x, y), add(mul(x, w), x)),
            ),
            z,
        ),
    )
    lib.add(
        "Nat.left_distrib",
        [n, m, k],
        lambda x, y, z: eq(NAT, mul(x, add(y, z)), add(mul(x, y), mul(x, z))),
        lambda x, y, z: use("Nat.mul_add", x, y, z),
    )

    def add_mul(x: Term, y: Term, z: Term) -> Term:
        return _chain(
            mul(add(x, y), z),
            use("Nat.mul_comm", add(x, y), z),
            mul(z, add(x, y)),
            use("Nat.mul_add", z, x, y),
            add(mul(z, x), mul(z, y)),
            _cong(lambda w: add(w, mul(z, y)), mul(z, x), mul(x, z), use("Nat.mul_comm", z, x)),
            add(mul(x, z), mul(z, y)),
            _cong(lambda w: add(mul(x, z), w), mul(z, y), mul(y, z), use("Nat.mul_comm", z, y)),
            add(mul(x, z), mul(y, z)),
        )

    for name in ("Nat.add_mul", "Nat.right_distrib"):
        lib.add(
            name, [n, m, k], lambda x, y, z: eq(NAT, mul(add(x, y), z), add(mul(x, z), mul(y, z))), add_mul
        )
    lib.add(
        "Nat.mul_assoc",
        [n, m, k],
        lambda x, y, z: eq(NAT, mul(mul(x, y), z), mul(x, mul(y, z))),
        lambda x, y, z: _induction(
            lambda w: eq(NAT, mul(mul(x, y), w), mul(x, mul(y, w))),
            _refl(NAT, ZERO),
            lambda w, ih: _chain(
                add(mul(mul(x, y), w), mul(x, y)),
                _cong(lambda v: add(v, mul(x, y)), mul(mul(x, y), w), mul(x, mul(y, w)), ih),
                add(mul(x, mul(y, w)), mul(x, y)),
                _symm(
                    mul(x, add(mul(y, w), y)),
                    add(mul(x, mul(y, w)), mul(x, y)),
                    use("Nat.mul_add", x, mul(y, w), y),
                ),
                mul(x, add(mul(y, w), y)),
            ),
            z,
        ),
    )
    lib.add(
        "Nat.mul_left_comm",
        [n, m, k],
        lambda x, y, z: eq(NAT, mul(x, mul(y, z)), mul(y, mul(x, z))),
        lambda x, y, z: _chain(
            mul(x, mul(y, z)),
            _symm(mul(mul(x, y), z), mul(x, mul(y, z)), use("Nat.mul_assoc", x, y, z)),
            mul(mul(x, y), z),
            _cong(lambda w: mul(w, z), mul(x, y), mul(y, x), use("Nat.mul_comm", x, y)),
            mul(mul(y, x), z),
            use("Nat.mul_assoc", y, x, z),
            mul(y, mul(x, z)),
        ),
    )
    pred = _c("Nat.pred")
    lib.add(
        "Nat.succ.inj",
        [("m", NAT, True), ("n", NAT, True), ("h", lambda x, y: eq(NAT, succ(x), succ(y)), False)],
        lambda x, y, _: eq(NAT, x, y),
        lambda x, y, h: apply(_c("congrArg", 1, 1), NAT, NAT, succ(x), succ(y), pred, h),
    )
    lib.add(
        "Nat.succ_ne_zero",
        [n],
        lambda x: apply(_c("Ne", 1), NAT, succ(x), ZERO),
        lambda x: fun(
            "h",
            eq(NAT, succ(x), ZERO),
            lambda h: apply(
                _c("Eq.rec", 0, 1),
                NAT,
                succ(x),
                fun("w", NAT, lambda w: fun("_h", eq(NAT, succ(x), w), lambda _: _is_positive(w))),
                _c("True.intro"),
                ZERO,
                h,
            ),
        ),
    )
    lib.add(
        "Nat.zero_ne_succ",
        [n],
        lambda x: apply(_c("Ne", 1), NAT, ZERO, succ(x)),
        lambda x: fun(
            "h",
            eq(NAT, ZERO, succ(x)),
            lambda h: apply(use("Nat.succ_ne_zero", x), _symm(ZERO, succ(x), h)),
        ),
    )
    hidden: list[Binder] = [("n", NAT, True), ("m", NAT, True), ("k", NAT, True)]
    lib.add(
        "Nat.add_right_cancel",
        [
            ("n", NAT, True),
            ("m", NAT, True),
            ("k", NAT, True),
            ("h", lambda x, y, z: eq(NAT, add(x, y), add(z, y)), False),
        ],
        lambda x, _y, z, _: eq(NAT, x, z),
        lambda x, y, z, h: apply(
            _induction(
                lambda w: arrow(eq(NAT, add(x, w), add(z, w)), eq(NAT, x, z)),
                fun("h", eq(NAT, x, z), lambda g: g),
                lambda w, ih: fun(
                    "h",
                    eq(NAT, succ(add(x, w)), succ(add(z, w))),
                    lambda g: apply(ih, use("Nat.succ.inj", add(x, w), add(z, w), g)),
                ),
                y,
            ),
            h,
        ),
    )
    lib.add(
        "Nat.add_left_cancel",
        [*hidden, ("h", lambda x, y, z: eq(NAT, add(x, y), add(x, z)), False)],
        lambda _x, y, z, _: eq(NAT, y, z),
        lambda x, y, z, h: use(
            "Nat.add_right_cancel",
            y,
            x,
            z,
            _chain(
                add(y, x),
                use("Nat.add_comm", y, x),
                add(x, y),
                h,
                add(x, z),
                use("Nat.add_comm", x, z),
                add(z, x),
            ),
        ),
    )


def _order(lib: _Library) -> None:
    n: Binder = ("n", NAT, False)
    hn: Binder = ("n", NAT, True)
    hm: Binder = ("m", NAT, True)
    hk: Binder = ("k", NAT, True)

    def use(name: str, *arguments: Term) -> Term:
        return apply(_c(name), *arguments)

    def lt(a: Term, b: Term) -> Term:
        return apply(_c("Nat.lt"), a, b)

    lib.add("Nat.le_refl", [n], lambda x: le(x, x), _le_refl)
    lib.add("Nat.le_succ", [n], lambda x: le(x, succ(x)), lambda x: _le_step(x, x, _le_refl(x)))
    lib.add(
        "Nat.le_trans",
        [hn, hm, hk, ("h₁", lambda x, y, _z: le(x, y), False), ("h₂", lambda _x, y, z, _h: le(y, z), False)],
        lambda x, _y, z, _h, _g: le(x, z),
        lambda x, y, z, h, g: _le_induction(
            y, lambda w: le(x, w), h, lambda w, _a, ih: _le_step(x, w, ih), z, g
        ),
    )
    lib.add(
        "Nat.zero_le",
        [n],
        lambda x: le(ZERO, x),
        lambda x: _induction(lambda z: le(ZERO, z), _le_refl(ZERO), lambda z, ih: _le_step(ZERO, z, ih), x),
    )
    lib.add(
        "Nat.succ_le_succ",
        [hn, hm, ("h", le, False)],
        lambda x, y, _: le(succ(x), succ(y)),
        lambda x, y, h: _le_induction(
            x,
            lambda w: le(succ(x), succ(w)),
            _le_refl(succ(x)),
            lambda w, _a, ih: _le_step(succ(x), succ(w), ih),
            y,
            h,
        ),
    )
    lib.add(
        "Nat.le_of_succ_le_succ",
        [hn, hm, ("h", lambda x, y: le(succ(x), succ(y)), False)],
        lambda x, y, _: le(x, y),
        lambda x, y, h: _le_induction(
            succ(x),
            lambda w: le(x, use("Nat.pred", w)),
            _le_refl(x),
            lambda w, a, _ih: use("Nat.le_trans", x, succ(x), w, use("Nat.le_succ", x), a),
            succ(y),
            h,
        ),
    )
    lib.add(
        "Nat.not_succ_le_zero",
        [n],
        lambda x: not_(le(succ(x), ZERO)),
        lambda x: fun(
            "h",
            le(succ(x), ZERO),
            lambda h: _le_induction(
                succ(x), _is_positive, _c("True.intro"), lambda _w, _a, _ih: _c("True.intro"), ZERO, h
            ),
        ),
    )
    lib.add("Nat.not_lt_zero", [n], lambda x: not_(lt(x, ZERO)), lambda x: use("Nat.not_succ_le_zero", x))
    lib.add(
        "Nat.lt_irrefl",
        [n],
        lambda x: not_(lt(x, x)),
        lambda x: _induction(
            lambda z: not_(lt(z, z)),
            use("Nat.not_succ_le_zero", ZERO),
            lambda z, ih: fun(
                "h",
                lt(succ(z), succ(z)),
                lambda h: apply(ih, use("Nat.le_of_succ_le_succ", succ(z), z, h)),
            ),
            x,
        ),
    )
    lib.add(
        "Nat.le_antisymm",
        [hn, hm, ("h₁", le, False), ("h₂", lambda x, y, _h: le(y, x), False)],
        lambda x, y, _h, _g: eq(NAT, x, y),
        lambda x, y, h, g: apply(
            _le_induction(
                x,
                lambda w: arrow(le(w, x), eq(NAT, x, w)),
                fun("_h", le(x, x), lambda _: _refl(NAT, x)),
                lambda w, a, _ih: fun(
                    "b",
                    le(succ(w), x),
                    lambda b: _absurd(
                        eq(NAT, x, succ(w)),
                        apply(use("Nat.lt_irrefl", w), use("Nat.le_trans", succ(w), x, w, b, a)),
                    ),
                ),
                y,
                h,
            ),
            g,
        ),
    )
    lib.add("Nat.lt_succ_self", [n], lambda x: lt(x, succ(x)), lambda x: _le_refl(succ(x)))
    lib.add(
        "Nat.zero_lt_succ",
        [n],
        lambda x: lt(ZERO, succ(x)),
        lambda x: use("Nat.succ_le_succ", ZERO, x, use("Nat.zero_le", x)),
    )
    lib.add(
        "Nat.le_of_lt",
        [hn, hm, ("h", lt, False)],
        lambda x, y, _: le(x, y),
        lambda x, y, h: use("Nat.le_trans", x, succ(x), y, use("Nat.le_succ", x), h),
    )
    lib.add(
        "Nat.le_succ_of_le",
        [hn, hm, ("h", le, False)],
        lambda x, y, _: le(x, succ(y)),
        _le_step,
    )
    lib.add(
        "Nat.lt_of_lt_of_le",
        [hn, hm, hk, ("h₁", lambda x, y, _z: lt(x, y), False), ("h₂", lambda _x, y, z, _h: le(y, z), False)],
        lambda x, _y, z, _h, _g: lt(x, z),
        lambda x, y, z, h, g: use("Nat.le_trans", succ(x), y, z, h, g),
    )
    lib.add(
        "Nat.lt_of_le_of_lt",
        [hn, hm, hk, ("h₁", lambda x, y, _z: le(x, y), False), ("h₂", lambda _x, y, z, _h: lt(y, z), False)],
        lambda x, _y, z, _h, _g: lt(x, z),
        lambda x, y, z, h, g: use("Nat.le_trans", succ(x), succ(y), z, use("Nat.succ_le_succ", x, y, h), g),
    )
    lib.add(
        "Nat.lt_trans",
        [hn, hm, hk, ("h₁", lambda x, y, _z: lt(x, y), False), ("h₂", lambda _x, y, z, _h: lt(y, z), False)],
        lambda x, _y, z, _h, _g: lt(x, z),
        lambda x, y, z, h, g: use("Nat.lt_of_lt_of_le", x, y, z, h, use("Nat.le_of_lt", y, z, g)),
    )
    ab: list[Binder] = [n, ("k", NAT, False)]
    lib.add(
        "Nat.le_add_right",
        ab,
        lambda x, z: le(x, add(x, z)),
        lambda x, z: _induction(
            lambda w: le(x, add(x, w)), _le_refl(x), lambda w, ih: _le_step(x, add(x, w), ih), z
        ),
    )
    lib.add(
        "Nat.le_add_left",
        [n, ("m", NAT, False)],
        lambda x, y: le(x, add(y, x)),
        lambda x, y: apply(
            _c("Eq.subst", 1),
            NAT,
            fun("w", NAT, lambda w: le(x, w)),
            add(x, y),
            add(y, x),
            use("Nat.add_comm", x, y),
            use("Nat.le_add_right", x, y),
        ),
    )
    more: Binder = ("k", NAT, False)
    lib.add(
        "Nat.add_le_add_left",
        [hn, hm, ("h", le, False), more],
        lambda x, y, _h, z: le(add(z, x), add(z, y)),
        lambda x, y, h, z: _le_induction(
            x,
            lambda w: le(add(z, x), add(z, w)),
            _le_refl(add(z, x)),
            lambda w, _a, ih: _le_step(add(z, x), add(z, w), ih),
            y,
            h,
        ),
    )
    lib.add(
        "Nat.add_le_add_right",
        [hn, hm, ("h", le, False), more],
        lambda x, y, _h, z: le(add(x, z), add(y, z)),
        lambda x, y, h, z: _induction(
            lambda w: le(add(x, w), add(y, w)),
            h,
            lambda w, ih: use("Nat.succ_le_succ", add(x, w), add(y, w), ih),
            z,
        ),
    )
    lib.add(
        "Nat.add_le_add",
        [
            ("a", NAT, True),
            ("b", NAT, True),
            ("c", NAT, True),
            ("d", NAT, True),
            ("h₁", lambda a, b, _c, _d: le(a, b), False),
            ("h₂", lambda _a, _b, c, d, _h: le(c, d), False),
        ],
        lambda a, b, c, d, _h, _g: le(add(a, c), add(b, d)),
        lambda a, b, c, d, h, g: use(
            "Nat.le_trans",
            add(a, c),
            add(b, c),
            add(b, d),
            use("Nat.add_le_add_right", a, b, h, c),
            use("Nat.add_le_add_left", c, d, g, b),
        ),
    )


@lru_cache(maxsize=1)
def _everything() -> Mapping[str, ConstantInfo]:
    lib = _Library()
    for part in (_equalities, _connectives, _arithmetic, _order, _classical):
        part(lib)
    known = dict(PRELUDE)
    for name, info in lib.made.items():
        for levels, statement in info.types.items():
            # A theorem may use only what stands before it.
            checker = Checker(known, name.startswith("Classical."))
            checker.check_proof(statement, info.values[levels])
        known[name] = info
    return known


def constants(classical: bool) -> Mapping[str, ConstantInfo]:
    """Prelude and library by name, in an order where each uses only those before it.

    Args:
        classical: with excluded middle and what follows from it.

    Raises:
        KernelError: a proof of the library is wrong.
    """
    return _everything() if classical else _constructive()


@lru_cache(maxsize=1)
def _constructive() -> Mapping[str, ConstantInfo]:
    return {name: info for name, info in _everything().items() if not name.startswith("Classical.")}


def check_proof(statement: Term, proof: Term, classical: bool = False) -> None:
    """The verdict on a closed proof, by a checker of its own.

    Raises:
        KernelError: not accepted; the message says why.
    """
    Checker(constants(classical), classical).check_proof(statement, proof)
