"""Equality: rw, subst, symm, ▸, calc."""

from __future__ import annotations

import pytest

from tests.environments.lean.proving import run

ACCEPTED = (
    (
        "{α : Type} (a b c : α) (h : a = b) (g : b = c) : a = c",
        "rw [h, g]",
    ),
    (
        "{α : Type} (a b c : α) (h : a = b) (g : b = c) : a = c",
        "exact h.trans g",
    ),
    (
        "{α : Type} (a b c : α) (h : a = b) (g : b = c) : c = a",
        """
subst h
exact g.symm
""",
    ),
    (
        "{α : Type} (f : α → α) (a b : α) (h : a = b) : f (f a) = f (f b)",
        "rw [h]",
    ),
    (
        "{α : Type} (f : α → α) (a b : α) (h : a = b) : f (f a) = f (f b)",
        "exact congrArg (fun x => f (f x)) h",
    ),
    (
        "{α : Type} (f : α → α) (a b : α) (h : a = b) (P : α → Prop) (g : P (f a)) : P (f b)",
        "exact h ▸ g",
    ),
    (
        "{α : Type} (f : α → α) (h : ∀ x, f (f x) = x) (a b : α) (g : f a = f b) : a = b",
        """
have e : f (f a) = f (f b) := by rw [g]
rw [h, h] at e
exact e
""",
    ),
    (
        "{α : Type} (f : α → α) (h : ∀ x, f (f x) = x) (a b : α) (g : f a = f b) : a = b",
        """
calc a = f (f a) := (h a).symm
  _ = f (f b) := by rw [g]
  _ = b := h b
""",
    ),
    (
        "{α : Type} (a b : α) (h : a ≠ b) : b ≠ a",
        "exact h.symm",
    ),
    (
        "{α : Type} (a b : α) (h : a ≠ b) : b ≠ a",
        """
intro e
apply h
rw [e]
""",
    ),
    (
        "{α : Type} (a b : α) (h : a ≠ b) : b ≠ a",
        "exact fun e => h e.symm",
    ),
    (
        "{α : Type} (a b : α) (h : a ≠ b) : b ≠ a",
        """
intro e
exact h (by rw [e])
""",
    ),
    (
        "(p q : Prop) (h : p = q) (hp : p) : q",
        """
rw [← h]
exact hp
""",
    ),
    (
        "(p q : Prop) (h : p = q) (hp : p) : q",
        """
rw [h] at hp
exact hp
""",
    ),
    (
        "(p q : Prop) (h : p = q) (hp : p) : q",
        "exact h ▸ hp",
    ),
    (
        "{α : Type} (a b c d : α) (h : a = b) (g : c = b) (k : c = d) : a = d",
        "rw [h, ← g, k]",
    ),
    (
        "{α : Type} (f : α → α → α) (comm : ∀ x y, f x y = f y x) (a b c : α) : f (f a b) c = f c (f b a)",
        "rw [comm a b, comm]",
    ),
    (
        "{α : Type} (a b : α) (P : α → Prop) (h : a = b) (g : P b) : P a",
        """
cases h
exact g
""",
    ),
    (
        "{α : Type} (a b : α) (P : α → Prop) (h : a = b) (g : P b) : P a",
        "rwa [h]",
    ),
    (
        "{α : Type} (a b : α) (P : α → Prop) (h : a = b) (g : P b) : P a",
        """
obtain rfl := h
assumption
""",
    ),
    (
        "{α : Type} (a b : α) (h : a = b) : b = a",
        """
symm
assumption
""",
    ),
    (
        "{α : Type} (a b : α) (h : ¬a = b) : ¬b = a",
        "exact fun e => h (Eq.symm e)",
    ),
    (
        "{α : Type} (f g : α → α) (h : f = g) (a : α) : f a = g a",
        "exact congrFun h a",
    ),
)

REJECTED = (
    (
        "{α : Type} (a b : α) : a = b",
        "rfl",
        "not definitionally equal",
    ),
    (
        "{α : Type} (a b : α) (h : a = b) : b = a",
        "exact h",
        "type mismatch",
    ),
    (
        "{α : Type} (a b c : α) (h : a = b) : c = c",
        "rw [h]",
        "did not find instance of the pattern",
    ),
    (
        "{α : Type} (f : α → α) (a b : α) (h : f a = f b) : a = b",
        "cases h",
        "failed",
    ),
    (
        "{α : Type} (f : α → α) (a b : α) (h : f a = f b) : a = b",
        "exact congrArg f h",
        "type mismatch",
    ),
    (
        "{α : Type} (a b : α) (h : a ≠ b) : a = b",
        "rw [h]",
        "equality or iff proof expected",
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
