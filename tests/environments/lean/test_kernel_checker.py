from __future__ import annotations

import pytest

from ragen_bench.environments.lean.kernel.checker import Checker, KernelError
from ragen_bench.environments.lean.kernel.operations import apply, arrow, forall, fun, numeral
from ragen_bench.environments.lean.kernel.prelude import (
    FALSE,
    NAT,
    TRUE,
    add,
    and_,
    eq,
    le,
    mul,
    not_,
    or_,
    succ,
)
from ragen_bench.environments.lean.kernel.terms import PROP, TYPE, App, Lam, Local, Meta, Pi, Sort, Term, Var
from ragen_bench.environments.lean.kernel.theorems import check_proof, constants
from tests.environments.lean.random_proofs import const, eq_rec, refl

IDENTITY = forall("p", PROP, lambda p: arrow(p, p))
EXCLUDED_MIDDLE = forall("p", PROP, lambda p: or_(p, not_(p)))


def whnf(term: Term) -> Term:
    return Checker(constants(True), True).whnf(term)


def refusal(statement: Term, proof: Term, classical: bool = False) -> str:
    with pytest.raises(KernelError) as caught:
        check_proof(statement, proof, classical)
    return str(caught.value)


def test_a_proof_is_accepted_for_its_own_statement_only() -> None:
    proof = fun("p", PROP, lambda p: fun("h", p, lambda h: h))
    check_proof(IDENTITY, proof)
    assert "another statement" in refusal(forall("p", PROP, lambda p: p), proof)
    assert "another statement" in refusal(TRUE, proof)


def test_a_statement_must_be_a_proposition() -> None:
    assert "no proposition" in refusal(NAT, numeral(1))
    assert "no proposition" in refusal(PROP, TRUE)
    assert "no proposition" in refusal(numeral(1), const("True.intro"))
    assert "no proposition" in refusal(arrow(PROP, PROP), fun("p", PROP, lambda p: p))


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        (Meta(3), "hole"),
        (Local(-1, "h"), "free variable"),
        (Local(10**9, "h"), "free variable"),
        (Var(0), "without a binder"),
        (Var(-1), "without a binder"),
        (const("sorryAx"), "not available"),
        (const("Classical.em"), "not available"),
        (const("True.intro", 0), "universe level"),
        (const("Eq.refl"), "universe level"),
        (const("Nat.rec", 2), "universe level"),
        (Sort(-1), "negative universe"),
        (App(TRUE, TRUE), "no function"),
        (App(const("Nat.succ"), TRUE), "another type"),
        (Lam("x", const("True.intro"), Var(0)), "a type was expected"),
        (Pi("x", numeral(2), PROP), "a type was expected"),
        (Lam("x", NAT, Var(1)), "without a binder"),
    ],
)
def test_what_is_no_closed_well_typed_term_is_refused_with_its_reason(proof: Term, why: str) -> None:
    assert why in refusal(TRUE, proof)
    # As part of something else as well.
    assert why in refusal(TRUE, App(fun("_", TRUE, lambda _: const("True.intro")), proof))
    assert why in refusal(proof, const("True.intro"))


def test_a_binders_variable_does_not_leave_it() -> None:
    # With the variable of the first function used in the second one.
    inner = Lam("h", Var(0), Var(0))
    assert refusal(IDENTITY, Lam("p", PROP, App(Lam("q", PROP, inner), FALSE))) != ""
    assert "without a binder" in refusal(TRUE, App(Lam("x", TRUE, Var(0)), Var(0)))


def test_excluded_middle_and_what_follows_need_a_classical_task() -> None:
    check_proof(EXCLUDED_MIDDLE, const("Classical.em"), classical=True)
    assert "not available" in refusal(EXCLUDED_MIDDLE, const("Classical.em"))
    for name in ("Classical.byContradiction", "Classical.byCases", "Classical.not_not"):
        info = constants(True)[name]
        check_proof(info.types[()], const(name), classical=True)
        assert "not available" in refusal(info.types[()], const(name))
        assert name not in constants(False)
    # Nor hidden where nobody looks: in a part that computing drops.
    dropped = App(fun("_", EXCLUDED_MIDDLE, lambda _: const("True.intro")), const("Classical.em"))
    assert "not available" in refusal(TRUE, dropped)
    check_proof(TRUE, dropped, classical=True)


def test_universes_do_not_contain_themselves() -> None:
    checker = Checker(constants(False))
    assert checker.infer(PROP) == TYPE
    assert checker.infer(TYPE) == Sort(2)
    # A product into Prop is one, whatever it ranges over; into a type it is as large as both.
    assert checker.infer(forall("p", TYPE, lambda _: TRUE)) == PROP
    assert checker.infer(arrow(TYPE, NAT)) == Sort(2)
    assert checker.infer(arrow(NAT, NAT)) == TYPE
    # Equality is over Type, and Type is not in it.
    assert "another type" in refusal(apply(const("Eq", 1), TYPE, NAT, NAT), const("True.intro"))


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (add(numeral(2), numeral(3)), 5),
        (mul(numeral(3), numeral(4)), 12),
        (apply(const("Nat.sub"), numeral(5), numeral(2)), 3),
        (apply(const("Nat.sub"), numeral(2), numeral(5)), 0),
        (apply(const("Nat.pred"), numeral(0)), 0),
        (apply(const("Nat.pred"), numeral(9)), 8),
    ],
)
def test_arithmetic_computes(term: Term, value: int) -> None:
    check_proof(eq(NAT, term, numeral(value)), refl(numeral(value)))
    assert "another statement" in refusal(eq(NAT, term, numeral(value + 1)), refl(numeral(value)))
    assert "another statement" in refusal(eq(NAT, term, numeral(value)), refl(numeral(value + 1)))


def test_arithmetic_computes_on_its_second_argument_only() -> None:
    right = forall("n", NAT, lambda n: eq(NAT, add(n, succ(numeral(0))), succ(n)))
    check_proof(right, fun("n", NAT, lambda n: refl(succ(n))))
    left = forall("n", NAT, lambda n: eq(NAT, add(numeral(0), n), n))
    assert "another statement" in refusal(left, fun("n", NAT, refl))


def test_every_recursor_computes_at_its_constructors() -> None:
    yes, no = numeral(1), numeral(2)
    to_number = fun("_", NAT, lambda _: NAT)
    step = fun("k", NAT, lambda k: fun("ih", NAT, lambda ih: add(k, ih)))
    rec = const("Nat.rec", 1)
    assert whnf(apply(rec, to_number, yes, step, numeral(0))) == yes
    check_proof(eq(NAT, apply(rec, to_number, numeral(0), step, numeral(4)), numeral(6)), refl(numeral(6)))
    transport = apply(
        const("Eq.rec", 1, 1),
        NAT,
        yes,
        fun("x", NAT, lambda x: fun("_", eq(NAT, yes, x), lambda _: NAT)),
        no,
        yes,
        refl(yes),
    )
    assert whnf(transport) == no
    a, b = TRUE, TRUE
    trivially = const("True.intro")
    pair = apply(const("And.intro"), a, b, trivially, trivially)
    case = fun("x", a, lambda x: fun("y", b, lambda _: x))
    assert whnf(apply(const("And.rec", 0), a, b, fun("_", and_(a, b), lambda _: a), case, pair)) == trivially
    left = fun("h", a, lambda h: h)
    right = fun("h", b, lambda _: apply(const("And.left"), a, b, pair))
    either = apply(const("Or.rec"), a, b, fun("_", or_(a, b), lambda _: a), left, right)
    assert whnf(App(either, apply(const("Or.inl"), a, b, trivially))) == trivially
    witness = apply(
        const("Exists.intro", 1), NAT, fun("x", NAT, lambda x: eq(NAT, x, x)), numeral(7), refl(numeral(7))
    )
    taken = apply(
        const("Exists.rec", 1),
        NAT,
        fun("x", NAT, lambda x: eq(NAT, x, x)),
        fun("_", TRUE, lambda _: TRUE),
        fun("w", NAT, lambda w: fun("h", eq(NAT, w, w), lambda h: h)),
        witness,
    )
    assert whnf(taken) == refl(numeral(7))


def test_a_recursor_stands_still_where_no_constructor_is() -> None:
    n = Local(1, "n")
    assert whnf(add(numeral(2), n)) != numeral(2)
    # Proofs of `≤` are not taken apart by computing; their recursor must come out whole.
    step = apply(const("Nat.le.step"), numeral(0), numeral(0), apply(const("Nat.le.refl"), numeral(0)))
    motive = fun("k", NAT, lambda k: fun("_", le(numeral(0), k), lambda _: TRUE))
    again = fun("k", NAT, lambda k: fun("a", le(numeral(0), k), lambda _: fun("ih", TRUE, lambda ih: ih)))
    term = apply(const("Nat.le.rec"), numeral(0), motive, const("True.intro"), again, numeral(1), step)
    assert whnf(term) == term
    check_proof(TRUE, term)


def test_definitions_unfold_and_theorems_do_not() -> None:
    p = forall("p", PROP, lambda p: arrow(not_(p), arrow(p, FALSE)))
    check_proof(p, fun("p", PROP, lambda p: fun("h", not_(p), lambda h: h)))
    theorem = apply(const("Nat.add_zero"), numeral(1))
    assert whnf(theorem) == theorem


def test_functions_are_equal_to_what_they_pass_on_to() -> None:
    def statement(f: Term) -> Term:
        kind = arrow(NAT, NAT)
        return eq(kind, f, fun("x", NAT, lambda x: App(f, x)))

    whole = forall("f", arrow(NAT, NAT), statement)
    proof = fun("f", arrow(NAT, NAT), lambda f: apply(const("Eq.refl", 1), arrow(NAT, NAT), f))
    check_proof(whole, proof)
    flipped = forall(
        "f", arrow(NAT, NAT), lambda f: eq(arrow(NAT, NAT), f, fun("x", NAT, lambda x: succ(App(f, x))))
    )
    assert "another statement" in refusal(flipped, proof)


def test_proofs_of_one_proposition_are_equal_and_numbers_are_not() -> None:
    def statement(p: Term, q: Term, body: Term) -> Term:
        return forall("h", p, lambda h: forall("g", q, lambda g: arrow(App(body, h), App(body, g))))

    def proof(p: Term, q: Term, body: Term) -> Term:
        return fun("h", p, lambda h: fun("g", q, lambda _: fun("x", App(body, h), lambda x: x)))

    def both(kind: Term, sort: Term) -> tuple[Term, Term]:
        predicate = arrow(kind, sort)
        return (
            forall("b", predicate, lambda b: statement(kind, kind, b)),
            fun("b", predicate, lambda b: proof(kind, kind, b)),
        )

    check_proof(*both(TRUE, PROP))
    assert "another statement" in refusal(*both(NAT, PROP))


def test_a_cast_along_an_assumed_equality_does_not_compute() -> None:
    """Lean's kernel would go on here; being stricter is allowed, being laxer is not."""

    def claim(h: Term) -> Term:
        cast = apply(
            const("Eq.rec", 1, 1),
            NAT,
            numeral(0),
            fun("x", NAT, lambda x: fun("_", eq(NAT, numeral(0), x), lambda _: NAT)),
            numeral(3),
            numeral(0),
            h,
        )
        return eq(NAT, cast, numeral(3))

    given = eq(NAT, numeral(0), numeral(0))
    assert "another statement" in refusal(
        forall("h", given, claim), fun("h", given, lambda _: refl(numeral(3)))
    )


def test_false_follows_from_a_wrong_equation_only_where_that_is_given() -> None:
    wrong = eq(NAT, numeral(0), numeral(1))
    motive = fun(
        "x",
        NAT,
        lambda x: fun(
            "_",
            eq(NAT, numeral(0), x),
            lambda _: apply(
                const("Nat.rec", 1),
                fun("_", NAT, lambda _: PROP),
                TRUE,
                fun("_", NAT, lambda _: fun("_", PROP, lambda _: FALSE)),
                x,
            ),
        ),
    )

    def proof(h: Term) -> Term:
        return eq_rec(NAT, numeral(0), motive, const("True.intro"), numeral(1), h)

    check_proof(arrow(wrong, FALSE), fun("h", wrong, proof))
    assert "another type" in refusal(FALSE, proof(refl(numeral(0))))
