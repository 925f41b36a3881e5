"""omega: inequalities of natural numbers, added up."""

from __future__ import annotations

import pytest

from tests.environments.lean.proving import run

ACCEPTED = (
    (
        "(a b c : Nat) : a + b + c = c + b + a",
        "omega",
    ),
    (
        "(a b c : Nat) (h : a ≤ b) (g : b < c) : a < c",
        "omega",
    ),
    (
        "(a b c : Nat) (h : a ≤ b) (g : b < c) : a + 1 ≤ c ∧ ¬ c ≤ a",
        "omega",
    ),
    (
        "(a b : Nat) (h : 2 * a + 1 = b) (g : b = 5) : a = 2",
        "omega",
    ),
    (
        "(a b : Nat) (h : a ≠ b) : a < b ∨ b < a",
        "omega",
    ),
    (
        "(a b : Nat) (h : a = b ∨ a + 1 = b) : a ≤ b",
        "omega",
    ),
    (
        "(a b : Nat) (h : a + b = 0) : a = 0",
        "omega",
    ),
    (
        "(n : Nat) (h : n + 1 = 0) : False",
        "omega",
    ),
    (
        "(f : Nat → Nat) (n : Nat) (h : f n = 3) : f n + n ≥ 3",
        "omega",
    ),
    (
        "(a b : Nat) : a < b → ¬ b ≤ a",
        """
intro h
omega
""",
    ),
    (
        "(a b c d : Nat) (h : a + 3 * b ≤ c) (g : c ≤ d) (k : d ≤ 2) : b = 0",
        "omega",
    ),
    (
        "(n : Nat) : Nat.succ n = n + 1",
        "omega",
    ),
)

REJECTED = (
    (
        "(a b : Nat) (h : a ≤ b) : a < b",
        "omega",
        "outside this checker's reach",
    ),
    (
        "(a b : Nat) : a * b = b * a + 1",
        "omega",
        "outside this checker's reach",
    ),
    (
        "(p : Prop) : p",
        "omega",
        "outside this checker's reach",
    ),
    (
        "(a b : Nat) (h : 2 * a = 2 * b + 1) : False",
        "omega",
        "outside this checker's reach",
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
