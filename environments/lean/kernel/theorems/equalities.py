"""Theorems of equality."""

from __future__ import annotations

from ragen_bench.environments.lean.kernel.operations import apply, arrow, fun
from ragen_bench.environments.lean.kernel.prelude import eq
from ragen_bench.environments.lean.kernel.terms import PROP, TYPE
from ragen_bench.environments.lean.kernel.theorems.building import Binder, Theorems, const, refl, symm


def add_equalities(lib: Theorems) -> None:
    """Adds them."""
    kind: Binder = ("α", TYPE, True)
    a: Binder = ("a", lambda t: t, True)
    b: Binder = ("b", lambda t, _a: t, True)
    c: Binder = ("c", lambda t, _a, _b: t, True)
    lib.add(
        "Eq.symm",
        [kind, a, b, ("h", eq, False)],
        lambda t, x, y, _: eq(t, y, x),
        lambda t, x, y, h: apply(
            const("Eq.rec", 0, 1),
            t,
            x,
            fun("z", t, lambda z: fun("_h", eq(t, x, z), lambda _: eq(t, z, x))),
            refl(t, x),
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
            const("Eq.rec", 0, 1),
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
            const("Eq.rec", 0, 1),
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
            const("Eq.rec", 0, 1),
            t,
            x,
            fun("w", t, lambda w: fun("_h", eq(t, x, w), lambda _: eq(u, apply(f, x), apply(f, w)))),
            refl(u, apply(f, x)),
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
            const("Eq.rec", 0, 1),
            arrow(t, u),
            f,
            fun(
                "w",
                arrow(t, u),
                lambda w: fun("_h", eq(arrow(t, u), f, w), lambda _: eq(u, apply(f, x), apply(w, x))),
            ),
            refl(u, apply(f, x)),
            g,
            h,
        ),
        (1, 1),
    )
    lib.add(
        "Ne.symm",
        [kind, a, b, ("h", lambda t, x, y: apply(const("Ne", 1), t, x, y), False)],
        lambda t, x, y, _: apply(const("Ne", 1), t, y, x),
        lambda t, x, y, h: fun("e", eq(t, y, x), lambda e: apply(h, symm(y, x, e, t))),
        (1,),
    )
