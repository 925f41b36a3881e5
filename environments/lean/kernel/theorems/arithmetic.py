"""Theorems of addition and multiplication."""

from __future__ import annotations

from ragen_bench.environments.lean.kernel.operations import apply, arrow, fun
from ragen_bench.environments.lean.kernel.prelude import NAT, ZERO, add, eq, mul, succ
from ragen_bench.environments.lean.kernel.terms import Term
from ragen_bench.environments.lean.kernel.theorems.building import (
    Binder,
    Theorems,
    chain,
    cong,
    const,
    induction,
    is_positive,
    refl,
    symm,
)


def add_arithmetic(lib: Theorems) -> None:
    """Adds them."""
    n: Binder = ("n", NAT, False)
    m: Binder = ("m", NAT, False)
    k: Binder = ("k", NAT, False)

    def use(name: str, *arguments: Term) -> Term:
        return apply(const(name), *arguments)

    def s(a: Term, b: Term, proof: Term) -> Term:
        return cong(succ, a, b, proof)

    lib.add("Nat.add_zero", [n], lambda x: eq(NAT, add(x, ZERO), x), lambda x: refl(NAT, x))
    lib.add(
        "Nat.add_succ",
        [n, m],
        lambda x, y: eq(NAT, add(x, succ(y)), succ(add(x, y))),
        lambda x, y: refl(NAT, succ(add(x, y))),
    )
    lib.add(
        "Nat.zero_add",
        [n],
        lambda x: eq(NAT, add(ZERO, x), x),
        lambda x: induction(
            lambda z: eq(NAT, add(ZERO, z), z), refl(NAT, ZERO), lambda z, ih: s(add(ZERO, z), z, ih), x
        ),
    )
    lib.add(
        "Nat.succ_add",
        [n, m],
        lambda x, y: eq(NAT, add(succ(x), y), succ(add(x, y))),
        lambda x, y: induction(
            lambda z: eq(NAT, add(succ(x), z), succ(add(x, z))),
            refl(NAT, succ(x)),
            lambda z, ih: s(add(succ(x), z), succ(add(x, z)), ih),
            y,
        ),
    )
    lib.add(
        "Nat.add_comm",
        [n, m],
        lambda x, y: eq(NAT, add(x, y), add(y, x)),
        lambda x, y: induction(
            lambda z: eq(NAT, add(x, z), add(z, x)),
            symm(add(ZERO, x), x, use("Nat.zero_add", x)),
            lambda z, ih: chain(
                succ(add(x, z)),
                s(add(x, z), add(z, x), ih),
                succ(add(z, x)),
                symm(add(succ(z), x), succ(add(z, x)), use("Nat.succ_add", z, x)),
                add(succ(z), x),
            ),
            y,
        ),
    )
    lib.add(
        "Nat.add_assoc",
        [n, m, k],
        lambda x, y, z: eq(NAT, add(add(x, y), z), add(x, add(y, z))),
        lambda x, y, z: induction(
            lambda w: eq(NAT, add(add(x, y), w), add(x, add(y, w))),
            refl(NAT, add(x, y)),
            lambda w, ih: s(add(add(x, y), w), add(x, add(y, w)), ih),
            z,
        ),
    )
    lib.add(
        "Nat.add_left_comm",
        [n, m, k],
        lambda x, y, z: eq(NAT, add(x, add(y, z)), add(y, add(x, z))),
        lambda x, y, z: chain(
            add(x, add(y, z)),
            symm(add(add(x, y), z), add(x, add(y, z)), use("Nat.add_assoc", x, y, z)),
            add(add(x, y), z),
            cong(lambda w: add(w, z), add(x, y), add(y, x), use("Nat.add_comm", x, y)),
            add(add(y, x), z),
            use("Nat.add_assoc", y, x, z),
            add(y, add(x, z)),
        ),
    )
    lib.add(
        "Nat.add_right_comm",
        [n, m, k],
        lambda x, y, z: eq(NAT, add(add(x, y), z), add(add(x, z), y)),
        lambda x, y, z: chain(
            add(add(x, y), z),
            use("Nat.add_assoc", x, y, z),
            add(x, add(y, z)),
            cong(lambda w: add(x, w), add(y, z), add(z, y), use("Nat.add_comm", y, z)),
            add(x, add(z, y)),
            symm(add(add(x, z), y), add(x, add(z, y)), use("Nat.add_assoc", x, z, y)),
            add(add(x, z), y),
        ),
    )
    lib.add("Nat.mul_zero", [n], lambda x: eq(NAT, mul(x, ZERO), ZERO), lambda _: refl(NAT, ZERO))
    lib.add(
        "Nat.mul_succ",
        [n, m],
        lambda x, y: eq(NAT, mul(x, succ(y)), add(mul(x, y), x)),
        lambda x, y: refl(NAT, add(mul(x, y), x)),
    )
    lib.add(
        "Nat.zero_mul",
        [n],
        lambda x: eq(NAT, mul(ZERO, x), ZERO),
        lambda x: induction(lambda z: eq(NAT, mul(ZERO, z), ZERO), refl(NAT, ZERO), lambda _, ih: ih, x),
    )
    lib.add(
        "Nat.succ_mul",
        [n, m],
        lambda x, y: eq(NAT, mul(succ(x), y), add(mul(x, y), y)),
        lambda x, y: induction(
            lambda z: eq(NAT, mul(succ(x), z), add(mul(x, z), z)),
            refl(NAT, ZERO),
            # (x+1)z + (x+1) = (xz + z) + (x+1) = ((xz + z) + x) + 1 = ((xz + x) + z) + 1
            lambda z, ih: s(
                add(mul(succ(x), z), x),
                add(add(mul(x, z), x), z),
                chain(
                    add(mul(succ(x), z), x),
                    cong(lambda w: add(w, x), mul(succ(x), z), add(mul(x, z), z), ih),
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
        lambda x, y: induction(
            lambda z: eq(NAT, mul(x, z), mul(z, x)),
            symm(mul(ZERO, x), ZERO, use("Nat.zero_mul", x)),
            lambda z, ih: chain(
                add(mul(x, z), x),
                cong(lambda w: add(w, x), mul(x, z), mul(z, x), ih),
                add(mul(z, x), x),
                symm(mul(succ(z), x), add(mul(z, x), x), use("Nat.succ_mul", z, x)),
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
        lambda x: chain(mul(one, x), use("Nat.mul_comm", one, x), mul(x, one), use("Nat.mul_one", x), x),
    )
    lib.add(
        "Nat.mul_add",
        [n, m, k],
        lambda x, y, z: eq(NAT, mul(x, add(y, z)), add(mul(x, y), mul(x, z))),
        lambda x, y, z: induction(
            lambda w: eq(NAT, mul(x, add(y, w)), add(mul(x, y), mul(x, w))),
            refl(NAT, mul(x, y)),
            lambda w, ih: chain(
                add(mul(x, add(y, w)), x),
                cong(lambda v: add(v, x), mul(x, add(y, w)), add(mul(x, y), mul(x, w)), ih),
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
        return chain(
            mul(add(x, y), z),
            use("Nat.mul_comm", add(x, y), z),
            mul(z, add(x, y)),
            use("Nat.mul_add", z, x, y),
            add(mul(z, x), mul(z, y)),
            cong(lambda w: add(w, mul(z, y)), mul(z, x), mul(x, z), use("Nat.mul_comm", z, x)),
            add(mul(x, z), mul(z, y)),
            cong(lambda w: add(mul(x, z), w), mul(z, y), mul(y, z), use("Nat.mul_comm", z, y)),
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
        lambda x, y, z: induction(
            lambda w: eq(NAT, mul(mul(x, y), w), mul(x, mul(y, w))),
            refl(NAT, ZERO),
            lambda w, ih: chain(
                add(mul(mul(x, y), w), mul(x, y)),
                cong(lambda v: add(v, mul(x, y)), mul(mul(x, y), w), mul(x, mul(y, w)), ih),
                add(mul(x, mul(y, w)), mul(x, y)),
                symm(
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
        lambda x, y, z: chain(
            mul(x, mul(y, z)),
            symm(mul(mul(x, y), z), mul(x, mul(y, z)), use("Nat.mul_assoc", x, y, z)),
            mul(mul(x, y), z),
            cong(lambda w: mul(w, z), mul(x, y), mul(y, x), use("Nat.mul_comm", x, y)),
            mul(mul(y, x), z),
            use("Nat.mul_assoc", y, x, z),
            mul(y, mul(x, z)),
        ),
    )
    pred = const("Nat.pred")
    lib.add(
        "Nat.succ.inj",
        [("m", NAT, True), ("n", NAT, True), ("h", lambda x, y: eq(NAT, succ(x), succ(y)), False)],
        lambda x, y, _: eq(NAT, x, y),
        lambda x, y, h: apply(const("congrArg", 1, 1), NAT, NAT, succ(x), succ(y), pred, h),
    )
    lib.add(
        "Nat.succ_ne_zero",
        [n],
        lambda x: apply(const("Ne", 1), NAT, succ(x), ZERO),
        lambda x: fun(
            "h",
            eq(NAT, succ(x), ZERO),
            lambda h: apply(
                const("Eq.rec", 0, 1),
                NAT,
                succ(x),
                fun("w", NAT, lambda w: fun("_h", eq(NAT, succ(x), w), lambda _: is_positive(w))),
                const("True.intro"),
                ZERO,
                h,
            ),
        ),
    )
    lib.add(
        "Nat.zero_ne_succ",
        [n],
        lambda x: apply(const("Ne", 1), NAT, ZERO, succ(x)),
        lambda x: fun(
            "h",
            eq(NAT, ZERO, succ(x)),
            lambda h: apply(use("Nat.succ_ne_zero", x), symm(ZERO, succ(x), h)),
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
            induction(
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
            chain(
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
