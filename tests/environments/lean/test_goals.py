"""Goals in Lean's own format."""

from __future__ import annotations

import pytest

from ragen_bench.environments.lean.checking import Statement, StatementError
from ragen_bench.environments.lean.embedded import EmbeddedChecker
from tests.environments.lean.proving import goals, run, steps


def test_neighbours_of_one_type_share_a_line() -> None:
    assert goals("(p q : Prop) (hp : p) (hq hr : q) : p ∧ q") == ("p q : Prop\nhp : p\nhq hr : q\n⊢ p ∧ q")


def test_every_goal_is_shown_with_its_tag_and_a_blank_line_between_goals() -> None:
    assert goals("(p q : Prop) : p ∧ q → q ∧ p", "intro h", "constructor") == (
        "case left\np q : Prop\nh : p ∧ q\n⊢ q\n\ncase right\np q : Prop\nh : p ∧ q\n⊢ p"
    )


def test_hypotheses_that_were_given_no_name_carry_a_dagger() -> None:
    assert goals("(p q : Prop) : p ∨ q → q ∨ p", "intro h", "cases h").splitlines()[2] == "h✝ : p"
    assert goals("(p q : Prop) : p → q → p", "intros") == "p q : Prop\na✝¹ : p\na✝ : q\n⊢ p"


def test_a_hidden_hypothesis_carries_a_dagger() -> None:
    assert goals("(p q : Prop) : p → q → p", "intro h", "intro h") == "p q : Prop\nh✝ : p\nh : q\n⊢ p"


def test_a_bound_variable_is_renamed_where_it_would_hide_another() -> None:
    shown = goals("{α : Type} (R : α → α → Prop) : ∀ x, ∀ y, R x y", "intro y")
    assert shown.endswith("⊢ ∀ (y_1 : α), R y y_1")


def test_induction_shows_numerals_and_successors_as_lean_does() -> None:
    assert goals("(n : Nat) : 0 + n = n", "induction n") == (
        "case zero\n⊢ 0 + 0 = 0\n\ncase succ\nn✝ : Nat\na✝ : 0 + n✝ = n✝\n⊢ 0 + (n✝ + 1) = n✝ + 1"
    )


def test_tags_of_nested_splits_are_joined() -> None:
    shown = goals("(p q r : Prop) (h : p ∨ (q ∧ r)) : r", "rcases h with h | ⟨a, b⟩")
    assert [line for line in shown.splitlines() if line.startswith("case")] == [
        "case inl",
        "case inr.intro",
    ]


@pytest.mark.parametrize(
    "claim",
    [
        "p ∧ q ∧ r",
        "(p ∧ q) ∧ r",
        "p ∨ q ∧ r",
        "(p ∨ q) ∧ r",
        "p → q → r",
        "(p → q) → r",
        "p ∧ (q → r)",
        "¬p ∧ ¬¬q",
        "¬(p ∧ q)",
        "(p ↔ q) ↔ r",
        "p ↔ (q ↔ r)",
        "¬p → q ↔ r",
        "∀ (x : α), P x → p",
        "∀ (x y : α), R x y",
        "∀ (x : α) (s : Prop), P x → s",
        "p ∧ ∀ (x : α), P x",
        "(∀ (x : α), P x) ∧ p",
        "¬∀ (x : α), P x",
        "(¬∀ (x : α), P x) ∧ p",
        "∃ x, P x ∧ p",
        "(∃ x, P x) ∧ p",
        "∃ x y, R x y",
        "¬∃ x, P x",
        "f a = a ∧ f (f a) ≠ a",
        "¬f a = a",
        "a = a → p",
        "R (f a) a",
        "n + m + 1 = n + (m + 1)",
        "n * (m + 1) ≤ n * m + n",
        "n.succ = n + 1",
        "n < m ∨ ¬m ≤ n",
        "p = q",
        "(p ∧ q) = r",
        "α → p",
        "2 + 2 = 4",
        "(g fun x => x) = a",
        "Q ¬p",
        "Q (p ∧ q)",
        "True ∧ False",
    ],
)
def test_a_claim_in_leans_own_form_is_printed_as_it_is_read(claim: str) -> None:
    binders = (
        "{α : Type} (p q r : Prop) (P : α → Prop) (Q : Prop → Prop) (R : α → α → Prop) (f : α → α) "
        "(g : (α → α) → α) (a : α) (n m : Nat)"
    )
    assert goals(f"{binders} : {claim}").splitlines()[-1] == f"⊢ {claim}"


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("p -> q /\\ r", "p → q ∧ r"),
        ("not' p", None),
        ("¬ (p)", "¬p"),
        ("∀ x, P x", "∀ (x : α), P x"),
        ("∀ x : α, P x ∧ p", "∀ (x : α), P x ∧ p"),
        ("∃ x : α, ∃ y : α, R x y", "∃ x y, R x y"),
        ("exists x, P x", "∃ x, P x"),
        ("∀ k < n, k ≤ n", "∀ (k : Nat), k < n → k ≤ n"),
        ("∃ k > n, k = k", "∃ k, n < k ∧ k = k"),
        ("n ≥ 1", "1 ≤ n"),
        ("Nat.succ n = 1", "n.succ = 1"),
        ("p ∧ q ↔ r", "p ∧ q ↔ r"),
        ("(fun x => f x) a = a", "(fun x => f x) a = a"),
    ],
)
def test_other_ways_to_write_a_claim(written: str, printed: str | None) -> None:
    statement = Statement(
        "theorem t {α : Type} (p q r : Prop) (P : α → Prop) (R : α → α → Prop) (f : α → α) (a : α) "
        f"(n : Nat) : {written}"
    )
    if printed is None:
        with pytest.raises(StatementError):
            EmbeddedChecker().check(statement, (), None)
    else:
        answer = EmbeddedChecker().check(statement, (), None)
        assert answer.goals.splitlines()[-1] == f"⊢ {printed}"


def test_a_step_that_fails_leaves_the_goals_as_they_were() -> None:
    answer = steps("(p q : Prop) (hp : p) : p ∨ q", "left", "exact hq")
    assert answer.status == "rejected"
    assert answer.goals == "p q : Prop\nhp : p\n⊢ p"


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    theorem = Statement("theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q")
    scripts = ("constructor", "· exact hp", "exact hq")
    fresh = [EmbeddedChecker().check(theorem, scripts[:n], scripts[n]) for n in range(3)]
    used = EmbeddedChecker(cached_states=1)
    assert [used.check(theorem, scripts[:n], scripts[n]) for n in (2, 0, 1)] == [fresh[2], fresh[0], fresh[1]]
    assert [answer.status for answer in fresh] == ["open", "open", "proved"]


def test_nothing_more_is_accepted_after_the_proof() -> None:
    answer = steps("(p : Prop) (hp : p) : p", "exact hp", "exact hp")
    assert (answer.status, answer.message) == ("rejected", "no goals to be proved")


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "theorem",
        "theorem t : ",
        "theorem t (p : Prop) : q",
        "theorem t (p : Prop : p",
        "theorem t (p : Prop) : p p",
        "theorem t (n : Nat) : n",
        "theorem t (α : Type 1) : True",
        "theorem t [Inhabited α] : True",
        "theorem t (x : Real) : x = x",
        "theorem t (a : Nat) (b : Prop) : a = b",
        "theorem t (p : Prop) : p = _",
        "theorem t : by exact True",
        "theorem t : ∀ x, x = x",
        "def t : True",
        "theorem t : True := trivial",
        "theorem t : " + "(" * 5000,
        "theorem t : " + "¬" * 500 + "True",
        "theorem t " + "(p : Prop) " * 500 + ": True",
    ],
)
def test_a_statement_out_of_reach_is_an_error_that_says_so(statement: str) -> None:
    with pytest.raises(StatementError, match="cannot be read"):
        EmbeddedChecker().check(Statement(statement), (), None)


def test_the_same_script_closes_goals_of_a_numeral_and_its_successors() -> None:
    assert run(": 3 = Nat.succ (Nat.succ (Nat.succ 0))", "rfl").status == "proved"
