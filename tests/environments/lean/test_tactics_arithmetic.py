"""Natural numbers: induction, cases, the lemmas of the prelude, decide."""

from __future__ import annotations

import pytest

from tests.environments.lean.proving import run

ACCEPTED = (
    (
        "(n m : Nat) : n + m = m + n",
        """
induction n with
| zero => rw [Nat.zero_add, Nat.add_zero]
| succ n ih => rw [Nat.succ_add, ih, Nat.add_succ]
""",
    ),
    (
        "(a b c : Nat) : a + b + c = a + c + b",
        "rw [Nat.add_assoc, Nat.add_comm b c, ← Nat.add_assoc]",
    ),
    (
        "(n : Nat) : n = 0 ∨ ∃ m, n = m + 1",
        """
cases n with
| zero => exact Or.inl rfl
| succ m => exact Or.inr ⟨m, rfl⟩
""",
    ),
    (
        "(n : Nat) (h : n + 1 = 0) : False",
        "cases h",
    ),
    (
        "(n m : Nat) (h : n + 1 = m + 1) : n = m",
        """
cases h
rfl
""",
    ),
    (
        "(n : Nat) (h : n + 1 = 0) (p : Prop) : p",
        "exact absurd h (Nat.succ_ne_zero n)",
    ),
    (
        ": ∃ n : Nat, n + 2 = 5",
        "exact ⟨3, rfl⟩",
    ),
    (
        ": ∃ n : Nat, n + 2 = 5",
        "exists 3",
    ),
    (
        ": 2 + 2 = 4 ∧ ¬ 1 = 2 ∧ 3 ≤ 5 ∧ ¬ 4 < 2",
        "decide",
    ),
    (
        "(n : Nat) : 0 ≤ n",
        "exact Nat.zero_le n",
    ),
    (
        "(a b c : Nat) : a * (b + c) = a * b + a * c",
        """
induction c with
| zero => rfl
| succ c ih => rw [← Nat.add_assoc, Nat.mul_succ, ih, Nat.mul_succ, Nat.add_assoc]
""",
    ),
    (
        "(a b : Nat) (h : a ≤ b) : a ≤ b + 1",
        "exact Nat.le_succ_of_le h",
    ),
    (
        "(a b : Nat) (h : a ≤ b) : a ≤ b + 1",
        """
apply Nat.le_trans h
exact Nat.le_succ b
""",
    ),
    (
        "(a b : Nat) (h : a < b) : a ≤ b",
        "exact Nat.le_of_lt h",
    ),
    (
        "(n m k : Nat) (h : n + m = k) : m + n = k",
        "rw [Nat.add_comm, h]",
    ),
    (
        "(n m k : Nat) (h : n + m = k) : m + n = k",
        "rw [← h, Nat.add_comm]",
    ),
    (
        "(f : Nat → Nat) (h : ∀ x, f x = x + 1) : f (f 0) = 2",
        "rw [h, h]",
    ),
    (
        "(n : Nat) : n * 0 = 0 ∧ n * 1 = n",
        "exact ⟨rfl, Nat.mul_one n⟩",
    ),
    (
        "(n m : Nat) : n = m → m = n",
        """
rintro rfl
rfl
""",
    ),
    (
        "(n : Nat) : n < n + 1",
        "exact Nat.lt_succ_self n",
    ),
    (
        "(n m : Nat) (h : n ≤ m) (g : m ≤ n) : n = m",
        "exact Nat.le_antisymm h g",
    ),
    (
        "(a b c : Nat) (h : a + b = c) : a + b + 1 = c + 1",
        "rw [h]",
    ),
    (
        "(a b c : Nat) (h : a + b = c) : a + b + 1 = c + 1",
        "exact congrArg (· + 1) h",
    ),
    (
        "(a b c : Nat) (h : a + b = c) : a + b + 1 = c + 1",
        "exact congrArg Nat.succ h",
    ),
    (
        "(n : Nat) : n + 0 = 0 + n",
        "rw [Nat.zero_add, Nat.add_zero]",
    ),
    (
        "(n : Nat) : 0 + n = n",
        """
induction n with
| zero => rfl
| succ k ih =>
  show 0 + k + 1 = k + 1
  rw [ih]
""",
    ),
    (
        "(n m : Nat) : Nat.succ n + m = Nat.succ (n + m)",
        """
induction m with
| zero => rfl
| succ m ih => rw [Nat.add_succ, ih, Nat.add_succ]
""",
    ),
    (
        "(n m : Nat) (h : n = m) : n + 1 = m + 1",
        "cases h; rfl",
    ),
    (
        "(n m k : Nat) : n * (m * k) = k * (m * n)",
        "rw [Nat.mul_comm n, Nat.mul_assoc, Nat.mul_comm m, Nat.mul_assoc, Nat.mul_comm n m]",
    ),
    (
        "(a b c : Nat) (h : a ≤ b) : a + c ≤ b + c",
        "exact Nat.add_le_add_right h c",
    ),
    (
        "(a b : Nat) (h : a < b) : ¬b ≤ a",
        "exact Nat.not_le.mpr h",
    ),
    (
        "(n : Nat) : n = 0 ∨ 0 < n",
        "exact Nat.eq_zero_or_pos n",
    ),
    (
        "(n : Nat) (h : n + 3 = 2) : False",
        "contradiction",
    ),
    (
        "(f : Nat → Nat) (h0 : f 0 = 0) (hs : ∀ n, f (n + 1) = f n) (n : Nat) : f n = 0",
        """
induction n with
| zero => exact h0
| succ n ih => rw [hs, ih]
""",
    ),
    (
        "(f : Nat → Nat → Nat) (h : ∀ n m, f (n + 1) m = f n (m + 1)) (n m : Nat) : "
        "f n (m + 1) = f (n + 1) m",
        "exact (h n m).symm",
    ),
    (
        "(P : Nat → Prop) (h0 : P 0) (hs : ∀ n, P n → P (n + 1)) : ∀ n, P n",
        """
intro n
induction n with
| zero => assumption
| succ k ih => exact hs k ih
""",
    ),
    (
        "(n m : Nat) : (∃ k, n + k = m) → n ≤ m",
        """
rintro ⟨k, rfl⟩
exact Nat.le_add_right n k
""",
    ),
    (
        ": ∃ n, n * n = 49",
        "exact ⟨7, rfl⟩",
    ),
    (
        "(a b : Nat) (h : a > b) : b < a",
        "exact h",
    ),
    (
        "(n m : Nat) : n + m = m + n",
        """
induction n generalizing m with
| zero => rw [Nat.zero_add]; rfl
| succ n ih => rw [Nat.succ_add, ih]; rfl
""",
    ),
)

REJECTED = (
    (
        "(n : Nat) : n = 0",
        """
induction n with
| zero => rfl
| succ n ih => exact ih
""",
        "type mismatch",
    ),
    (
        "(n m : Nat) : n + m = n",
        "rfl",
        "not definitionally equal",
    ),
    (
        ": 2 + 2 = 5",
        "decide",
        "is false",
    ),
    (
        ": 2 + 2 = 5",
        "rfl",
        "not definitionally equal",
    ),
    (
        "(n : Nat) : n < n",
        "decide",
        "free variables",
    ),
    (
        "(n : Nat) : n + 1 = 0",
        "exact Nat.succ_ne_zero n",
        "type mismatch",
    ),
    (
        "(n m : Nat) : n = m",
        """
induction n with
| zero => skip
| succ n ih => skip
""",
        "unsolved goals\ncase zero",
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
