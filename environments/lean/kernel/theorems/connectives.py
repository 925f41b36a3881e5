"""Theorems of the connectives and of "there is"."""

from __future__ import annotations

from ragen_bench.environments.lean.kernel.operations import abstract, apply, arrow, fresh, fun
from ragen_bench.environments.lean.kernel.prelude import FALSE, TRUE, and_, iff, not_, or_
from ragen_bench.environments.lean.kernel.terms import PROP, TYPE, Pi, Term
from ragen_bench.environments.lean.kernel.theorems.building import (
    Binder,
    Theorems,
    absurd,
    const,
    either,
    open_iff,
    split,
)


def _forall_hyp(kind: Term, predicate: Term, claim: Term) -> Term:
    local = fresh("a")
    body = arrow(apply(predicate, local), claim)
    return Pi("a", kind, abstract(body, local))


def add_connectives(lib: Theorems) -> None:
    """Adds them."""
    a: Binder = ("a", PROP, True)
    b: Binder = ("b", PROP, True)
    c: Binder = ("c", PROP, True)
    pair: Binder = ("self", and_, False)
    lib.add(
        "False.elim",
        [("C", PROP, True), ("h", FALSE, False)],
        lambda x, _: x,
        absurd,
        (0,),
    )
    lib.add(
        "absurd",
        [a, b, ("h₁", lambda x, _y: x, False), ("h₂", lambda x, _y, _h: not_(x), False)],
        lambda _x, y, _h, _g: y,
        lambda _x, y, h, g: absurd(y, apply(g, h)),
        (0,),
    )
    lib.add(
        "And.left", [a, b, pair], lambda x, _y, _: x, lambda x, y, p: split(x, y, x, p, lambda left, _: left)
    )
    lib.add("And.right", [a, b, pair], lambda _x, y, _: y, lambda x, y, p: split(x, y, y, p, lambda _, r: r))
    lib.add(
        "And.symm",
        [a, b, ("h", and_, False)],
        lambda x, y, _: and_(y, x),
        lambda x, y, p: split(
            x, y, and_(y, x), p, lambda left, right: apply(const("And.intro"), y, x, right, left)
        ),
    )
    both: Binder = ("self", iff, False)
    lib.add(
        "Iff.mp",
        [a, b, both],
        lambda x, y, _: arrow(x, y),
        lambda x, y, p: open_iff(x, y, arrow(x, y), p, lambda f, _: f),
    )
    lib.add(
        "Iff.mpr",
        [a, b, both],
        lambda x, y, _: arrow(y, x),
        lambda x, y, p: open_iff(x, y, arrow(y, x), p, lambda _, g: g),
    )

    def itself(x: Term) -> Term:
        same = fun("h", x, lambda h: h)
        return apply(const("Iff.intro"), x, x, same, same)

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
        lambda x, y, p: open_iff(x, y, iff(y, x), p, lambda f, g: apply(const("Iff.intro"), y, x, g, f)),
    )
    lib.add(
        "Iff.trans",
        [a, b, c, ("h₁", lambda x, y, _z: iff(x, y), False), ("h₂", lambda _x, y, z, _h: iff(y, z), False)],
        lambda x, _y, z, _h, _g: iff(x, z),
        lambda x, y, z, h, g: apply(
            const("Iff.intro"),
            x,
            z,
            fun("p", x, lambda p: apply(const("Iff.mp"), y, z, g, apply(const("Iff.mp"), x, y, h, p))),
            fun("r", z, lambda r: apply(const("Iff.mpr"), x, y, h, apply(const("Iff.mpr"), y, z, g, r))),
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
        lambda x, y, z, h, f, g: either(x, y, z, h, lambda p: apply(f, p), lambda q: apply(g, q)),
    )
    lib.add(
        "Or.symm",
        [a, b, ("h", or_, False)],
        lambda x, y, _: or_(y, x),
        lambda x, y, h: either(
            x,
            y,
            or_(y, x),
            h,
            lambda p: apply(const("Or.inr"), y, x, p),
            lambda q: apply(const("Or.inl"), y, x, q),
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
        lambda: const("True.intro"),
    )
    lib.add(
        "Exists.elim",
        [
            ("α", TYPE, True),
            ("p", lambda t: arrow(t, PROP), True),
            ("b", lambda _t, _p: PROP, True),
            ("h₁", lambda t, p, _b: apply(const("Exists", 1), t, p), False),
            (
                "h₂",
                lambda t, p, y, _h: _forall_hyp(t, p, y),
                False,
            ),
        ],
        lambda _t, _p, y, _h, _g: y,
        lambda t, p, y, h, g: apply(
            const("Exists.rec", 1),
            t,
            p,
            fun("_t", apply(const("Exists", 1), t, p), lambda _: y),
            fun("w", t, lambda w: fun("h", apply(p, w), lambda hw: apply(g, w, hw))),
            h,
        ),
        (1,),
    )
