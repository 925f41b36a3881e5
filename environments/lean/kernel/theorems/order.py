"""Theorems of ≤ and <."""

from __future__ import annotations

from ragen_bench.environments.lean.kernel.operations import apply, arrow, fun
from ragen_bench.environments.lean.kernel.prelude import NAT, ZERO, add, eq, le, not_, succ
from ragen_bench.environments.lean.kernel.terms import Term
from ragen_bench.environments.lean.kernel.theorems.building import (
    Binder,
    Theorems,
    absurd,
    const,
    induction,
    is_positive,
    le_induction,
    le_refl,
    le_step,
    refl,
)


def add_order(lib: Theorems) -> None:
    """Adds them."""
    n: Binder = ("n", NAT, False)
    hn: Binder = ("n", NAT, True)
    hm: Binder = ("m", NAT, True)
    hk: Binder = ("k", NAT, True)

    def use(name: str, *arguments: Term) -> Term:
        return apply(const(name), *arguments)

    def lt(a: Term, b: Term) -> Term:
        return apply(const("Nat.lt"), a, b)

    lib.add("Nat.le_refl", [n], lambda x: le(x, x), le_refl)
    lib.add("Nat.le_succ", [n], lambda x: le(x, succ(x)), lambda x: le_step(x, x, le_refl(x)))
    lib.add(
        "Nat.le_trans",
        [hn, hm, hk, ("h₁", lambda x, y, _z: le(x, y), False), ("h₂", lambda _x, y, z, _h: le(y, z), False)],
        lambda x, _y, z, _h, _g: le(x, z),
        lambda x, y, z, h, g: le_induction(
            y, lambda w: le(x, w), h, lambda w, _a, ih: le_step(x, w, ih), z, g
        ),
    )
    lib.add(
        "Nat.zero_le",
        [n],
        lambda x: le(ZERO, x),
        lambda x: induction(lambda z: le(ZERO, z), le_refl(ZERO), lambda z, ih: le_step(ZERO, z, ih), x),
    )
    lib.add(
        "Nat.succ_le_succ",
        [hn, hm, ("h", le, False)],
        lambda x, y, _: le(succ(x), succ(y)),
        lambda x, y, h: le_induction(
            x,
            lambda w: le(succ(x), succ(w)),
            le_refl(succ(x)),
            lambda w, _a, ih: le_step(succ(x), succ(w), ih),
            y,
            h,
        ),
    )
    lib.add(
        "Nat.le_of_succ_le_succ",
        [hn, hm, ("h", lambda x, y: le(succ(x), succ(y)), False)],
        lambda x, y, _: le(x, y),
        lambda x, y, h: le_induction(
            succ(x),
            lambda w: le(x, use("Nat.pred", w)),
            le_refl(x),
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
            lambda h: le_induction(
                succ(x), is_positive, const("True.intro"), lambda _w, _a, _ih: const("True.intro"), ZERO, h
            ),
        ),
    )
    lib.add("Nat.not_lt_zero", [n], lambda x: not_(lt(x, ZERO)), lambda x: use("Nat.not_succ_le_zero", x))
    lib.add(
        "Nat.lt_irrefl",
        [n],
        lambda x: not_(lt(x, x)),
        lambda x: induction(
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
            le_induction(
                x,
                lambda w: arrow(le(w, x), eq(NAT, x, w)),
                fun("_h", le(x, x), lambda _: refl(NAT, x)),
                lambda w, a, _ih: fun(
                    "b",
                    le(succ(w), x),
                    lambda b: absurd(
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
    lib.add("Nat.lt_succ_self", [n], lambda x: lt(x, succ(x)), lambda x: le_refl(succ(x)))
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
        le_step,
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
        lambda x, z: induction(
            lambda w: le(x, add(x, w)), le_refl(x), lambda w, ih: le_step(x, add(x, w), ih), z
        ),
    )
    lib.add(
        "Nat.le_add_left",
        [n, ("m", NAT, False)],
        lambda x, y: le(x, add(y, x)),
        lambda x, y: apply(
            const("Eq.subst", 1),
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
        lambda x, y, h, z: le_induction(
            x,
            lambda w: le(add(z, x), add(z, w)),
            le_refl(add(z, x)),
            lambda w, _a, ih: le_step(add(z, x), add(z, w), ih),
            y,
            h,
        ),
    )
    lib.add(
        "Nat.add_le_add_right",
        [hn, hm, ("h", le, False), more],
        lambda x, y, _h, z: le(add(x, z), add(y, z)),
        lambda x, y, h, z: induction(
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
            ("h₁", lambda a, b, const, _d: le(a, b), False),
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
