"""Propositional proofs: intro, exact, apply, cases, constructor and their kin."""

from __future__ import annotations

import pytest

from tests.environments.lean.proving import run

ACCEPTED = (
    (
        "(p q r : Prop) : (p → q) → (q → r) → p → r",
        """
intro hpq hqr hp
exact hqr (hpq hp)
""",
    ),
    (
        "(p q r : Prop) : p ∧ (q ∨ r) ↔ (p ∧ q) ∨ (p ∧ r)",
        """
constructor
· rintro ⟨hp, hq | hr⟩
  · exact Or.inl ⟨hp, hq⟩
  · exact Or.inr ⟨hp, hr⟩
· rintro (⟨hp, hq⟩ | ⟨hp, hr⟩)
  · exact ⟨hp, Or.inl hq⟩
  · exact ⟨hp, Or.inr hr⟩
""",
    ),
    (
        "(p q r : Prop) : p ∧ (q ∨ r) ↔ (p ∧ q) ∨ (p ∧ r)",
        """
apply Iff.intro
intro h
apply Or.elim h.right
intro hq
apply Or.inl
apply And.intro
exact h.left
assumption
intro hr
exact Or.inr (And.intro h.left hr)
intro h
cases h with
| inl h =>
  obtain ⟨a, b⟩ := h
  exact ⟨a, .inl b⟩
| inr h => exact ⟨h.1, .inr h.2⟩
""",
    ),
    (
        "(p q : Prop) (hnp : ¬p) (hp : p) : q",
        "exact absurd hp hnp",
    ),
    (
        "(p q : Prop) (hnp : ¬p) (hp : p) : q",
        "contradiction",
    ),
    (
        "(p q : Prop) (hnp : ¬p) (hp : p) : q",
        """
exfalso
apply hnp
exact hp
""",
    ),
    (
        "(p q : Prop) : ¬(p ∨ q) ↔ ¬p ∧ ¬q",
        """
constructor
· intro h
  constructor
  · intro hp
    exact h (Or.inl hp)
  · intro hq
    exact h (Or.inr hq)
· intro ⟨hnp, hnq⟩ h
  cases h with
  | inl hp => exact hnp hp
  | inr hq => exact hnq hq
""",
    ),
    (
        "(p q : Prop) : (p → q) → ¬q → ¬p",
        "exact fun h hnq hp => hnq (h hp)",
    ),
    (
        "(p q : Prop) (h : p ↔ q) (hp : p) : q",
        """
rw [← h]
exact hp
""",
    ),
    (
        "(p q : Prop) (h : p ↔ q) (hp : p) : q",
        "exact h.mp hp",
    ),
    (
        "(p q r : Prop) (h : p ↔ q) (g : r ∧ p) : q ∧ r",
        """
rw [h] at g
exact ⟨g.2, g.1⟩
""",
    ),
    (
        "(p q r s : Prop) (h : p ∧ q ∧ r) (f : r → s) : s ∧ p",
        """
rcases h with ⟨hp, -, hr⟩
refine ⟨?_, hp⟩
exact f hr
""",
    ),
    (
        "(p q : Prop) (hp : p) (hq : q) : p ∧ q ∧ p",
        "refine ⟨?_, ?_, ?_⟩ <;> assumption",
    ),
    (
        "(p q : Prop) (hp : p) (hq : q) : p ∧ q ∧ p",
        """
constructor
· assumption
· constructor <;> assumption
""",
    ),
    (
        "(p q : Prop) : p ∧ q → q ∧ p",
        "exact fun ⟨hp, hq⟩ => ⟨hq, hp⟩",
    ),
    (
        "(p q : Prop) : p ∨ q → q ∨ p",
        """
exact fun h => match h with
  | .inl hp => .inr hp
  | .inr hq => .inl hq
""",
    ),
    (
        "(p q : Prop) : p ∨ q → q ∨ p",
        """
intro h
match h with
| Or.inl hp => exact Or.inr hp
| Or.inr hq =>
  left
  exact hq
""",
    ),
    (
        "(p q : Prop) : p ∨ q → q ∨ p",
        """
exact fun
  | .inl hp => .inr hp
  | .inr hq => .inl hq
""",
    ),
    (
        "(p q : Prop) : p ∨ q → q ∨ p",
        "exact fun h => h.elim Or.inr Or.inl",
    ),
    (
        "(p q : Prop) : p ∨ q → q ∨ p",
        "exact fun h => Or.elim h (fun x => Or.inr x) (fun y => Or.inl y)",
    ),
    (
        "(p q : Prop) (h : p → q) (hp : p) : q",
        """
have hq := h hp
exact hq
""",
    ),
    (
        "(p q : Prop) (h : p → q) (hp : p) : q",
        """
have hq : q := by
  apply h
  exact hp
exact hq
""",
    ),
    (
        "(p q : Prop) (h : p → q) (hp : p) : q",
        """
suffices hq : q ∧ p from hq.1
exact ⟨h hp, hp⟩
""",
    ),
    (
        "(p q : Prop) (h : p → q) (hp : p) : q",
        """
specialize h hp
exact h
""",
    ),
    (
        "(p q : Prop) (h : p → q) (hp : p) : q",
        """
revert hp
exact h
""",
    ),
    (
        "(p q : Prop) : ¬(p ∧ q) → p → ¬q",
        """
intro h hp hq
exact h ⟨hp, hq⟩
""",
    ),
    (
        "(p q r : Prop) : (p → q → r) ↔ (p ∧ q → r)",
        "exact ⟨fun h ⟨a, b⟩ => h a b, fun h a b => h ⟨a, b⟩⟩",
    ),
    (
        "(p q r : Prop) (h1 : p ∨ q) (h2 : p → r) (h3 : q → r) : r",
        """
rcases h1 with h | h
· exact h2 h
· exact h3 h
""",
    ),
    (
        "(p q r : Prop) (h1 : p ∨ q) (h2 : p → r) (h3 : q → r) : r",
        """
cases h1
case inl h => exact h2 h
case inr h => exact h3 h
""",
    ),
    (
        "(p q r : Prop) (h1 : p ∨ q) (h2 : p → r) (h3 : q → r) : r",
        """
cases h1 with
| inl h => apply h2; exact h
| inr h => apply h3; assumption
""",
    ),
    (
        "(p q r : Prop) (h1 : p ∨ q) (h2 : p → r) (h3 : q → r) : r",
        """
obtain h | h := h1
exact h2 h
exact h3 h
""",
    ),
    (
        "(p q r : Prop) (h1 : p ∨ q) (h2 : p → r) (h3 : q → r) : r",
        "exact h1.elim h2 h3",
    ),
    (
        "(p : Prop) : ¬¬(p ∨ ¬p)",
        """
intro h
apply h
right
intro hp
apply h
left
exact hp
""",
    ),
    (
        "(p : Prop) : True ∧ (False → p)",
        "exact ⟨trivial, False.elim⟩",
    ),
    (
        "(p : Prop) : True ∧ (False → p)",
        """
constructor
· trivial
· intro h; cases h
""",
    ),
    (
        "(p q : Prop) : p → q → p",
        """
intros hp _
exact hp
""",
    ),
    (
        "(p q : Prop) : p → q → p",
        """
intros
assumption
""",
    ),
    (
        "(p q : Prop) : (p → q) → (¬p → q) → ¬¬q",
        """
intro h g n
apply n
apply g
intro hp
exact n (h hp)
""",
    ),
    (
        "(p q r : Prop) : p ∧ q ∧ r → r ∧ q ∧ p",
        """
rintro ⟨a, b, c⟩
exact ⟨c, b, a⟩
""",
    ),
    (
        "(p q : Prop) (h : ¬p ∨ q) : p → q",
        """
intro hp
exact h.elim (fun n => (n hp).elim) (fun x => x)
""",
    ),
    (
        "(p q : Prop) : p → (q → p)",
        "intro hp _; exact hp",
    ),
    (
        "(p q : Prop) (hp : p) (hq : q) : p ∧ q",
        "exact ⟨by assumption, by assumption⟩",
    ),
    (
        "(p q : Prop) (hp : p) (hq : q) : p ∧ q",
        "exact And.intro (left := hp) (right := hq)",
    ),
    (
        "(p : Prop) : False → p",
        """
intro h
nomatch h
""",
    ),
    (
        "(p q : Prop) (h : p ∧ q) : p",
        """
let ⟨a, _⟩ := h
exact a
""",
    ),
    (
        "(p q : Prop) (h : p /\\ q) : q /\\ p",
        "exact ⟨h.right, h.left⟩ -- swapped",
    ),
    (
        "(p q : Prop) (h : p <-> q) : q -> p",
        """
/- from the
right -/
exact h.mpr
""",
    ),
    (
        "(p q : Prop) (hp : p) : p ∨ q",
        """
show p ∨ q
exact show p ∨ q from Or.inl hp
""",
    ),
    (
        "(p q : Prop) (hp : p) : p ∨ q",
        """
refine Or.inl ?_
exact hp
""",
    ),
    (
        "(p q r : Prop) (h : p → q → r) (hp : p) (hq : q) : r",
        "apply h <;> assumption",
    ),
    (
        "(p q r : Prop) (h : p → q → r) (hp : p) (hq : q) : r",
        """
apply h
case a => exact hp
case a => exact hq
""",
    ),
    (
        "(p q r : Prop) (h : p → q → r) (hp : p) (hq : q) : r",
        """
refine h ?x ?y
case y => exact hq
case x => exact hp
""",
    ),
    (
        "(p q r : Prop) (h : p ∨ q ∨ r) : r ∨ q ∨ p",
        """
obtain a | b | c := h
· exact .inr (.inr a)
· exact .inr (.inl b)
· exact .inl c
""",
    ),
    (
        "(p q : Prop) : ¬(p ↔ ¬p)",
        """
intro h
have n : ¬p := fun x => h.mp x x
exact n (h.mpr n)
""",
    ),
    (
        "(p q : Prop) (h : p ∧ q) : q ∧ p",
        "exact And.comm.mp h",
    ),
    (
        "(p q : Prop) (h : p ∨ q) (n : ¬p) : q",
        "exact h.resolve_left n",
    ),
)

REJECTED = (
    (
        "(p q : Prop) (hp : p) : q",
        "exact hp",
        "type mismatch\n  hp\nhas type\n  p : Prop\nbut is expected to have type\n  q : Prop",
    ),
    (
        "(p q : Prop) (hp : p) : q",
        "assumption",
        "tactic 'assumption' failed",
    ),
    (
        "(p q : Prop) (hp : p) : p ∧ q",
        "exact ⟨hp, hp⟩",
        "type mismatch",
    ),
    (
        "(p q : Prop) (hp : p) : p ∧ q",
        "exact ⟨hp⟩",
        "insufficient number of arguments",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "exact hq",
        "unknown identifier 'hq'",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "intro h",
        "insufficient number of binders",
    ),
    (
        "(p q : Prop) (hp : p) : p ∨ q",
        """
constructor
exact hq
""",
        "unknown identifier",
    ),
    (
        "(p q : Prop) (h : p ∨ q) : p",
        """
cases h with
| inl h => exact h
| inr h => skip
""",
        "unsolved goals\ncase inr",
    ),
    (
        "(p q : Prop) (h : p ∨ q) : p",
        """
cases h with
| inl h => exact h
""",
        "alternative 'inr' has not been provided",
    ),
    (
        "(p q : Prop) (h : p ∨ q) : p",
        """
cases h with
| left h => exact h
""",
        "invalid alternative name 'left'",
    ),
    (
        "(p q : Prop) (h : p ∨ q) : p",
        "exact h.1",
        "invalid",
    ),
    (
        "(p q : Prop) (h : p ∧ q) : p",
        "· skip",
        "unsolved goals",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        """
exact hp
exact hp
""",
        "no goals",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "linarith",
        "outside this checker's reach",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "frobnicate",
        "unknown tactic",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "exact hp)",
        "unexpected token ')'",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "exact (hp",
        "unexpected end of input",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        """
skip
  exact hp
""",
        "expected",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "exact _",
        "don't know how to synthesize placeholder",
    ),
    (
        "(p q : Prop) (hp : p) : p",
        "exact ?_",
        "don't know how to synthesize placeholder",
    ),
    (
        "(p q : Prop) : p ∨ ¬p",
        "by_cases h : p",
        "excluded middle",
    ),
    (
        "(p q : Prop) : p ∨ ¬p",
        "exact Classical.em p",
        "excluded middle",
    ),
    (
        "(p q : Prop) : ¬¬p → p",
        """
intro h
by_contra n
exact h n
""",
        "excluded middle",
    ),
    (
        "(p q : Prop) : ¬¬p → p",
        "simp",
        "simp made no progress",
    ),
    (
        "(p q : Prop) (h : p → q) : q",
        """
apply h
done
""",
        "unsolved goals",
    ),
    (
        "(p q : Prop) (h : p → q) : q",
        "contradiction",
        "tactic 'contradiction' failed",
    ),
    (
        "(p q : Prop) (h : p → q) : q",
        "exact h h",
        "type mismatch",
    ),
    (
        "(p q : Prop) (h : p → q) : p",
        "apply h",
        "could not unify",
    ),
    (
        "(p q : Prop) (h : p ∧ q) : p",
        """
rcases h with ⟨a, b⟩ | c
exact q
""",
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
