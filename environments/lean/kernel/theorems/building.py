"""What theorems and their proof terms are put together from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ragen_bench.environments.lean.kernel.operations import abstract, apply, arrow, fresh, fun
from ragen_bench.environments.lean.kernel.prelude import (
    FALSE,
    NAT,
    TRUE,
    ConstantInfo,
    Levels,
    and_,
    iff,
    le,
    or_,
)
from ragen_bench.environments.lean.kernel.terms import PROP, Const, Lam, Local, Pi, Term

#: (name, type, implicit); a type may be a function of the binders before it.
Binder = tuple[str, Term | Callable[..., Term], bool]


class Theorems:
    """Theorems in the order in which they were added."""

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


def const(name: str, *levels: int) -> Const:
    return Const(name, levels)


def refl(kind: Term, a: Term) -> Term:
    return apply(const("Eq.refl", 1), kind, a)


def trans(a: Term, b: Term, c: Term, first: Term, second: Term, kind: Term = NAT) -> Term:
    return apply(const("Eq.trans", 1), kind, a, b, c, first, second)


def symm(a: Term, b: Term, proof: Term, kind: Term = NAT) -> Term:
    return apply(const("Eq.symm", 1), kind, a, b, proof)


def cong(function: Callable[[Term], Term], a: Term, b: Term, proof: Term) -> Term:
    """function a = function b on Nat."""
    return apply(const("congrArg", 1, 1), NAT, NAT, a, b, fun("x", NAT, function), proof)


def chain(*steps: Any) -> Term:
    """`chain(a, p, b, q, c)` proves a = c from p : a = b and q : b = c."""
    start, proof, here = steps[0], steps[1], steps[2]
    for step, target in zip(steps[3::2], steps[4::2], strict=True):
        proof, here = trans(start, here, target, proof, step), target
    made: Term = proof
    return made


def induction(claim: Callable[[Term], Term], zero: Term, step: Callable[[Term, Term], Term], n: Term) -> Term:
    case = fun("n", NAT, lambda k: fun("ih", claim(k), lambda ih: step(k, ih)))
    return apply(const("Nat.rec", 0), fun("x", NAT, claim), zero, case, n)


def le_induction(
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
    return apply(const("Nat.le.rec"), n, motive, refl, case, m, proof)


def le_refl(n: Term) -> Term:
    return apply(const("Nat.le.refl"), n)


def le_step(n: Term, m: Term, proof: Term) -> Term:
    return apply(const("Nat.le.step"), n, m, proof)


def absurd(claim: Term, proof_of_false: Term) -> Term:
    return apply(const("False.rec", 0), fun("_h", FALSE, lambda _: claim), proof_of_false)


def is_positive(n: Term) -> Term:
    """False at zero, True at successors."""
    motive = fun("_n", NAT, lambda _: PROP)
    case = fun("_n", NAT, lambda _: fun("_ih", PROP, lambda _: TRUE))
    return apply(const("Nat.rec", 1), motive, FALSE, case, n)


def split(a: Term, b: Term, claim: Term, pair: Term, body: Callable[[Term, Term], Term]) -> Term:
    motive = fun("_t", and_(a, b), lambda _: claim)
    case = fun("x", a, lambda x: fun("y", b, lambda y: body(x, y)))
    return apply(const("And.rec", 0), a, b, motive, case, pair)


def open_iff(a: Term, b: Term, claim: Term, proof: Term, body: Callable[[Term, Term], Term]) -> Term:
    motive = fun("_t", iff(a, b), lambda _: claim)
    case = fun("f", arrow(a, b), lambda f: fun("g", arrow(b, a), lambda g: body(f, g)))
    return apply(const("Iff.rec", 0), a, b, motive, case, proof)


def either(
    a: Term,
    b: Term,
    claim: Term,
    proof: Term,
    left: Callable[[Term], Term],
    right: Callable[[Term], Term],
) -> Term:
    motive = fun("_t", or_(a, b), lambda _: claim)
    return apply(const("Or.rec"), a, b, motive, fun("h", a, left), fun("h", b, right), proof)
