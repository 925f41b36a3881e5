"""simp, simp only, simpa, simp_all."""

from __future__ import annotations

import pytest

from tests.environments.lean.proving import run

ACCEPTED = (
    (
        "(a b : Nat) (h : a = b) : b + 0 = a",
        "simp [h]",
    ),
    (
        "(a b : Nat) (h : a = b) : b + 0 = a",
        "simp [h]",
    ),
    (
        "(p q : Prop) (hp : p) (hq : q) : p ∧ q",
        "simp [hp, hq]",
    ),
    (
        "(p q : Prop) (hp : p) : p ∨ q",
        "simp [hp]",
    ),
    (
        "(p q : Prop) : p ∧ True ↔ p",
        "simp",
    ),
    (
        "(p q : Prop) : ¬(p ∨ q) ↔ ¬p ∧ ¬q",
        "simp",
    ),
    (
        "(n : Nat) : 0 + n * 1 = n",
        "simp",
    ),
    (
        "(n : Nat) : 0 + n = n",
        """
induction n with
| zero => simp
| succ n ih => simp
""",
    ),
    (
        "(n : Nat) (h : n + 1 = 0) : False",
        "simp at h",
    ),
    (
        "(a b c : Nat) : a + b + c = c + b + a",
        "simp [Nat.add_comm, Nat.add_left_comm, Nat.add_assoc]",
    ),
    (
        "(a b c : Nat) : a + b + c = c + b + a",
        "simp only [Nat.add_comm, Nat.add_left_comm, Nat.add_assoc]",
    ),
    (
        "{α : Type} (f : α → α) (h : ∀ x, f x = x) (a : α) : f (f a) = a",
        "simp [h]",
    ),
    (
        "{α : Type} (f : α → α) (h : ∀ x, f x = x) (a : α) : f (f a) = a",
        "simp only [h]",
    ),
    (
        "{α : Type} (P Q : α → Prop) (h : ∀ x, P x → Q x) (a : α) (g : P a) : Q a",
        "simp [h, g]",
    ),
    (
        "{α : Type} (P Q : α → Prop) (h : ∀ x, P x ↔ Q x) (a : α) (g : P a) : Q a",
        "simpa [h] using g",
    ),
    (
        "{α : Type} (P Q : α → Prop) (h : ∀ x, P x ↔ Q x) : (∃ x, P x) ↔ ∃ x, Q x",
        "simp [h]",
    ),
    (
        "(p q : Prop) (h : p ∧ q) : q ∧ p",
        "simp [h]",
    ),
    (
        "(p q r : Prop) (h : p → q) (g : q → r) (hp : p) : r",
        "simp_all",
    ),
    (
        ": 2 + 3 = 5 ∧ 2 < 7",
        "simp",
    ),
    (
        "(n : Nat) : n ≤ n + 3 ∧ ¬ n < n",
        "simp",
    ),
    (
        "(a b : Nat) (h : a + 2 = b + 2) : a = b",
        """
simp at h
exact h
""",
    ),
    (
        "(a b : Nat) (h : a + 2 = b + 2) : a = b",
        "simpa using h",
    ),
    (
        "(p : Prop) : ¬¬¬p → ¬p",
        """
intro h hp
simp [hp] at h
""",
    ),
)

REJECTED = (
    (
        "(p q : Prop) (h : p) : q",
        "simp",
        "simp made no progress",
    ),
    (
        "(a b : Nat) : a + 0 = b",
        """
simp
done
""",
        "unsolved goals",
    ),
    (
        "{α : Type} (f : α → α) (h : ∀ x, f x = f (f x)) (a : α) : f a = a",
        "simp [h]",
        "maximum recursion depth",
    ),
)


@pytest.mark.parametrize(("statement", "script"), ACCEPTED)
def test_a_correct_script_proves_its_theorem(statement: str, script: str) -> None:
    answer = run(statement, script)
    assert (answer.status, answer.message) == ("proved", "")
    assert answer.goals == ""


@pytest.mark.parametrize(("statement", "script", "reason"), REJECTED)
def test_a_wrong_script_is_rejected_with_the_reason(statement: str, script: str, reason: str) -> None:
    before = run(statement, "skip").goals
    answer = run(statement, script)
    assert answer.status == "rejected"
    assert reason in answer.message
    assert answer.goals == before
