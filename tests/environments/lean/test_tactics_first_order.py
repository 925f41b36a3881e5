"""Quantifiers: terms and patterns for ∀ and ∃."""

from __future__ import annotations

import pytest

from tests.environments.lean.proving import run

ACCEPTED = (
    (
        "{α : Type} (P Q : α → Prop) : (∀ x, P x ∧ Q x) ↔ (∀ x, P x) ∧ ∀ x, Q x",
        """
constructor
· intro h
  exact ⟨fun x => (h x).1, fun x => (h x).2⟩
· intro h x
  exact ⟨h.1 x, h.2 x⟩
""",
    ),
    (
        "{α : Type} (P : α → Prop) (q : Prop) : (∃ x, P x) → (∀ x, P x → q) → q",
        """
intro h g
obtain ⟨x, hx⟩ := h
exact g x hx
""",
    ),
    (
        "{α : Type} (P : α → Prop) (q : Prop) : (∃ x, P x) → (∀ x, P x → q) → q",
        """
intro h g
cases h with
| intro x hx =>
  apply g
  exact hx
""",
    ),
    (
        "{α : Type} (R : α → α → Prop) (sym : ∀ x y, R x y → R y x) "
        "(tr : ∀ x y z, R x y → R y z → R x z) : ∀ x y, R x y → R x x",
        """
intro x y h
apply tr x y
· exact h
· apply sym
  exact h
""",
    ),
    (
        "{α : Type} (P : α → Prop) (a : α) (h : P a) : ∃ x, P x",
        "exact ⟨a, h⟩",
    ),
    (
        "{α : Type} (P : α → Prop) (a : α) (h : P a) : ∃ x, P x",
        """
apply Exists.intro a
exact h
""",
    ),
    (
        "{α : Type} (P : α → Prop) (a : α) (h : P a) : ∃ x, P x",
        """
apply Exists.intro
exact h
""",
    ),
    (
        "{α : Type} (P : α → Prop) (a : α) (h : P a) : ∃ x, P x",
        """
constructor
exact h
""",
    ),
    (
        "{α : Type} (P : α → Prop) (a : α) (h : P a) : ∃ x, P x",
        "use a",
    ),
    (
        "{α : Type} (P Q : α → Prop) (h : ∀ x, P x → Q x) : (∃ x, P x) → ∃ x, Q x",
        """
intro ⟨x, hx⟩
exact ⟨x, h x hx⟩
""",
    ),
    (
        "{α : Type} (P Q : α → Prop) (h : ∀ x, P x → Q x) : (∃ x, P x) → ∃ x, Q x",
        """
intro h2
cases h2
rename_i w hw
exact ⟨w, h _ hw⟩
""",
    ),
    (
        "{α : Type} (P Q : α → Prop) (h : ∀ x, P x → Q x) : (∃ x, P x) → ∃ x, Q x",
        """
rintro ⟨x, hx⟩
refine ⟨x, ?_⟩
apply h
assumption
""",
    ),
    (
        "{α : Type} (P : α → Prop) : (¬∃ x, P x) → ∀ x, ¬P x",
        """
intro h x hx
apply h
exact ⟨x, hx⟩
""",
    ),
    (
        "{α : Type} (P : α → Prop) : (∀ x, P x) → ¬∃ x, ¬P x",
        """
intro h ⟨x, hx⟩
exact hx (h x)
""",
    ),
    (
        "{α : Type} (P : α → α → Prop) : (∃ x, ∀ y, P x y) → ∀ y, ∃ x, P x y",
        """
rintro ⟨x, h⟩ y
exact ⟨x, h y⟩
""",
    ),
    (
        "{α : Type} (P Q : α → Prop) : (∃ x, P x ∨ Q x) ↔ (∃ x, P x) ∨ ∃ x, Q x",
        """
constructor
case mp =>
  intro h
  let ⟨x, hx⟩ := h
  exact hx.elim (fun a => .inl ⟨x, a⟩) fun a => .inr ⟨x, a⟩
case mpr =>
  rintro (⟨x, hp⟩ | ⟨x, hq⟩)
  · exact ⟨x, .inl hp⟩
  · exact ⟨x, .inr hq⟩
""",
    ),
    (
        "{α : Type} (P : α → Prop) : ¬(∃ x, ¬P x) → ∀ x, ¬¬P x",
        """
intro h x n
exact h ⟨x, n⟩
""",
    ),
    (
        "{α β : Type} (R : α → β → Prop) : (∃ x, ∃ y, R x y) → ∃ y x, R x y",
        """
rintro ⟨x, y, h⟩
exact ⟨y, x, h⟩
""",
    ),
    (
        "{α : Type} (P Q : α → Prop) (a : α) : (∀ x, P x → Q x) → P a → ∃ x, P x ∧ Q x",
        """
intro h g
refine ⟨a, g, ?_⟩
exact h a g
""",
    ),
    (
        "{α : Type} (P : α → Prop) (h : ∃ x, ¬P x) : ¬∀ x, P x",
        """
intro g
match h with
| ⟨x, n⟩ => exact n (g x)
""",
    ),
    (
        "{α : Type} (P : α → Prop) (q : Prop) : (∀ x, q → P x) ↔ (q → ∀ x, P x)",
        "constructor <;> intro h a b <;> exact h b a",
    ),
    (
        "(h : ∀ p q : Prop, p ∨ q → q) : False",
        "exact h True False (Or.inl trivial)",
    ),
)

REJECTED = (
    (
        "{α : Type} (P : α → Prop) : (∀ x, P x) → ∃ x, P x",
        """
intro h
exact ⟨_, h _⟩
""",
        "don't know how to synthesize placeholder",
    ),
    (
        "{α : Type} (P : α → Prop) : (∃ x, P x) → ∀ x, P x",
        """
intro ⟨x, h⟩ y
exact h
""",
        "type mismatch",
    ),
    (
        "{α : Type} (P : α → Prop) (h : ∀ x : α, ∃ y, P y) : ∃ y, P y",
        "exact h _",
        "don't know how to synthesize",
    ),
    (
        "{α : Type} (R : α → α → Prop) : (∀ x, ∃ y, R x y) → ∃ y, ∀ x, R x y",
        """
intro h
refine ⟨?_, fun x => ?_⟩
exact (h ?_).1
""",
        "invalid",
    ),
    (
        "{α β : Type} (P : α → Prop) (b : β) : ∃ x, P x",
        "exact ⟨b, rfl⟩",
        "type mismatch",
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
