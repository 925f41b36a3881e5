from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.lean.kernel.meter import Meter
from ragen_bench.environments.lean.kernel.operations import (
    abstract,
    apply,
    fresh,
    has_meta,
    identical,
    instantiate,
    lift,
    locals_of,
    number_of,
    numeral,
    parts,
    spine,
)
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Term, Var
from tests.environments.lean.random_proofs import any_term


@st.composite
def terms(draw: st.DrawFn) -> Term:
    return any_term(Random(draw(st.integers())), draw(st.integers(0, 5)))


def loose(term: Term, depth: int = 0) -> set[int]:
    """The loose variables, counted from outside the term."""
    match term:
        case Var(index):
            return {index - depth} if index >= depth else set()
        case App(function, argument):
            return loose(function, depth) | loose(argument, depth)
        case Lam(_, domain, body) | Pi(_, domain, body):
            return loose(domain, depth) | loose(body, depth + 1)
    return set()


@given(terms())
def test_a_variable_is_put_back_for_what_was_abstracted(term: Term) -> None:
    local = Local(1, "x")
    assert instantiate(abstract(term, local), local) == term
    assert 1 not in locals_of(abstract(term, local))


@given(terms(), terms())
def test_instantiating_takes_one_loose_variable_away(body: Term, value: Term) -> None:
    expected = {index - 1 for index in loose(body) if index > 0} | (
        loose(value) if 0 in loose(body) else set()
    )
    assert loose(instantiate(body, value)) == expected


@given(terms(), st.integers(0, 3), st.integers(0, 3))
def test_lifting_moves_the_loose_variables_and_adds_up(term: Term, first: int, second: int) -> None:
    assert loose(lift(term, first)) == {index + first for index in loose(term)}
    assert lift(lift(term, first), second) == lift(term, first + second)


@given(terms(), terms())
def test_a_value_does_not_come_under_a_binder_that_is_not_its_own(term: Term, value: Term) -> None:
    assert instantiate(lift(term, 1), value) == term


@given(terms(), terms())
def test_equality_of_structure_is_that_of_the_classes(left: Term, right: Term) -> None:
    assert identical(left, left, Meter())
    assert identical(left, right, Meter()) == (left == right)


@given(terms())
def test_an_application_is_its_head_and_its_arguments(term: Term) -> None:
    head, arguments = spine(term)
    assert not isinstance(head, App)
    assert apply(head, *arguments) == term
    assert has_meta(term) == any(isinstance(part, Meta) for part in parts(term))


@given(st.integers(0, 300))
def test_a_numeral_has_its_value(value: int) -> None:
    assert number_of(numeral(value)) == value
    assert number_of(App(Const("Nat.pred"), numeral(value))) is None


def test_binder_names_and_styles_do_not_count() -> None:
    left, right = Pi("x", Const("Nat"), Var(0)), Pi("y", Const("Nat"), Var(0), True)
    assert left == right
    assert identical(left, right, Meter())
    assert not identical(left, Lam("x", Const("Nat"), Var(0)), Meter())


def test_no_two_fresh_variables_are_the_same() -> None:
    assert len({fresh("x") for _ in range(100)}) == 100
