"""Terms that are made to be costly: each ends in a verdict or a `KernelError`, in bounded work."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

import pytest

from ragen_bench.environments.lean.kernel.checker import Checker, KernelError
from ragen_bench.environments.lean.kernel.operations import apply, arrow, fun, numeral
from ragen_bench.environments.lean.kernel.prelude import NAT, TRUE, add, eq, mul
from ragen_bench.environments.lean.kernel.terms import PROP, App, Lam, Pi, Sort, Term, Var
from ragen_bench.environments.lean.kernel.theorems import check_proof, constants
from tests.environments.lean.random_proofs import const, refl

TRIVIAL = const("True.intro")


def nested(wrap: Callable[[Term], Term], times: int, inner: Term) -> Term:
    for _ in range(times):
        inner = wrap(inner)
    return inner


WRAPS: dict[str, Callable[[Term], Term]] = {
    "arguments": lambda term: App(const("Nat.succ"), term),
    "functions": lambda term: App(term, TRIVIAL),
    "bodies": lambda term: Lam("x", TRUE, term),
    "domains": lambda term: Lam("x", term, Var(0)),
    "products": lambda term: Pi("x", TRUE, term),
    "domains of products": lambda term: Pi("x", term, PROP),
    "redexes": lambda term: App(Lam("x", TRUE, Var(0)), term),
    "negations": lambda term: App(const("Not"), term),
}


@pytest.mark.parametrize("times", [2_000, 10_000, 50_000])
@pytest.mark.parametrize("wrap", WRAPS)
def test_deep_nesting_is_refused_with_a_message(wrap: str, times: int) -> None:
    term = nested(WRAPS[wrap], times, TRIVIAL)
    with pytest.raises(KernelError):
        check_proof(TRUE, term)
    with pytest.raises(KernelError):
        check_proof(term, TRIVIAL)


def test_nesting_within_the_bound_is_accepted() -> None:
    check_proof(TRUE, nested(WRAPS["redexes"], 300, TRIVIAL))
    check_proof(nested(WRAPS["products"], 300, TRUE), nested(WRAPS["bodies"], 300, TRIVIAL))
    check_proof(eq(NAT, numeral(900), numeral(900)), refl(numeral(900)))


def test_the_verdict_does_not_depend_on_how_deep_the_caller_is() -> None:
    term = nested(WRAPS["redexes"], 300, TRIVIAL)

    def below(levels: int) -> None:
        if levels:
            below(levels - 1)
        else:
            check_proof(TRUE, term)

    below(900)


def test_the_verdict_is_the_same_in_a_thread() -> None:
    said: list[str] = []

    def run() -> None:
        check_proof(TRUE, nested(WRAPS["redexes"], 300, TRIVIAL))
        try:
            check_proof(TRUE, nested(WRAPS["redexes"], 50_000, TRIVIAL))
        except KernelError as error:
            said.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert said == ["the term is nested too deeply"]


@pytest.mark.parametrize(("number", "square"), [(10, 100), (20, 400), (30, 900)])
def test_numbers_of_some_size_compute(number: int, square: int) -> None:
    check_proof(eq(NAT, mul(numeral(number), numeral(number)), numeral(square)), refl(numeral(square)))
    with pytest.raises(KernelError, match="another statement"):
        check_proof(
            eq(NAT, mul(numeral(number), numeral(number)), numeral(square - 1)), refl(numeral(square))
        )


def ackermann(level: int, number: int) -> Term:
    """Grows beyond all bounds; its term is small."""
    kind = arrow(NAT, NAT)

    def next_level(f: Term) -> Term:
        again = fun("_", NAT, lambda _: fun("r", NAT, lambda r: App(f, r)))
        start = App(f, numeral(1))
        return fun(
            "m", NAT, lambda m: apply(const("Nat.rec", 1), fun("_", NAT, lambda _: NAT), start, again, m)
        )

    step = fun("_", NAT, lambda _: fun("f", kind, next_level))
    motive = fun("_", NAT, lambda _: kind)
    successor = fun("m", NAT, lambda m: App(const("Nat.succ"), m))
    return apply(const("Nat.rec", 1), motive, successor, step, numeral(level), numeral(number))


HARD: dict[str, tuple[Term, Term]] = {
    "a product of large numbers": (
        eq(NAT, nested(lambda term: mul(term, term), 6, numeral(9)), numeral(7)),
        refl(numeral(7)),
    ),
    "powers of numbers": (
        eq(NAT, numeral(0), nested(lambda term: mul(numeral(99), add(term, term)), 9, numeral(9))),
        refl(numeral(0)),
    ),
    "Ackermann's function": (eq(NAT, ackermann(4, 3), numeral(7)), refl(numeral(7))),
    "many arguments": (TRUE, apply(TRIVIAL, *[TRIVIAL] * 100_000)),
    "many constants": (TRUE, nested(lambda term: App(term, term), 40, TRIVIAL)),
    "a large universe": (Sort(10**30), TRIVIAL),
    "products over products": (nested(lambda term: Pi("x", term, term), 40, TRUE), TRIVIAL),
}


@pytest.mark.parametrize("name", HARD)
def test_costly_terms_are_refused_within_seconds(name: str) -> None:
    started = time.process_time()
    with pytest.raises(KernelError):
        check_proof(*HARD[name])
    assert time.process_time() - started < 10


def test_small_values_of_the_same_function_compute() -> None:
    check_proof(eq(NAT, ackermann(2, 3), numeral(9)), refl(numeral(9)))


def test_work_is_counted_and_not_timed() -> None:
    statement, proof = eq(NAT, add(numeral(9), numeral(9)), numeral(18)), refl(numeral(18))
    spent = []
    for _ in range(2):
        checker = Checker(constants(False))
        before = checker.meter.left
        checker.check_proof(statement, proof)
        spent.append(before - checker.meter.left)
    assert spent[0] == spent[1] > 0
    Checker(constants(False), work=spent[0]).check_proof(statement, proof)
    with pytest.raises(KernelError, match="too many steps"):
        Checker(constants(False), work=spent[0] - 1).check_proof(statement, proof)


def test_room_for_the_checkers_own_frames_is_made_once() -> None:
    check_proof(TRUE, TRIVIAL)
    limit = sys.getrecursionlimit()
    check_proof(TRUE, TRIVIAL)
    assert sys.getrecursionlimit() == limit
