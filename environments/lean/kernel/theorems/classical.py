"""What follows from excluded middle."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.lean.kernel.operations import apply, arrow, fun
from ragen_bench.environments.lean.kernel.prelude import FALSE, iff, not_
from ragen_bench.environments.lean.kernel.terms import PROP, Term
from ragen_bench.environments.lean.kernel.theorems.building import Binder, Theorems, absurd, const, either


def add_classical(lib: Theorems) -> None:
    """Adds them."""
    p: Binder = ("p", PROP, True)

    def cases(x: Term, claim: Term, yes: Callable[[Term], Term], no: Callable[[Term], Term]) -> Term:
        return either(x, not_(x), claim, apply(const("Classical.em"), x), yes, no)

    lib.add(
        "Classical.byContradiction",
        [p, ("h", lambda x: arrow(not_(x), FALSE), False)],
        lambda x, _: x,
        lambda x, h: cases(x, x, lambda yes: yes, lambda no: absurd(x, apply(h, no))),
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
            const("Iff.intro"),
            not_(not_(x)),
            x,
            fun("h", not_(not_(x)), lambda h: cases(x, x, lambda y: y, lambda n: absurd(x, apply(h, n)))),
            fun("h", x, lambda h: fun("n", not_(x), lambda n: apply(n, h))),
        ),
    )
