"""Random scripts: each step is drawn from the tactics and the names in sight, most of them well-formed."""

from __future__ import annotations

import re

from ragen_bench.environments.lean.checking import Checked, Statement
from ragen_bench.environments.lean.embedded import EmbeddedChecker
from ragen_bench.rng import Rng

#: Statements that do not hold, and whether excluded middle is allowed.
UNPROVABLE = (
    (": False", True),
    ("(p q : Prop) : p → q", True),
    ("(p : Prop) : p ∨ ¬p", False),
    ("(p : Prop) : ¬¬p → p", False),
    ("(p q : Prop) (h : p ∨ q) : p ∧ q", True),
    ("{α : Type} (P : α → Prop) (h : ∀ x, P x) : ∃ x, P x", True),
    ("{α : Type} (P : α → Prop) (h : ∃ x, P x) : ∀ x, P x", True),
    ("{α : Type} (f : α → α) (a b : α) (h : f a = f b) : a = b", True),
    ("(n m : Nat) (h : n ≤ m) : n = m", True),
    ("(n m : Nat) : n + m = n", True),
)

_CHECKER = EmbeddedChecker()
_NAME = re.compile(r"^([^:\n⊢]+) : ", re.MULTILINE)
_LEMMAS = (
    "Nat.add_comm",
    "Nat.succ.inj",
    "Nat.le_antisymm",
    "Nat.zero_le",
    "Nat.le_refl",
    "absurd",
    "False.elim",
    "And.intro",
    "Or.inl",
    "Or.inr",
    "Or.elim",
    "Iff.intro",
    "Exists.intro",
    "congrArg",
    "Eq.symm",
    "Eq.trans",
    "Eq.subst",
    "Classical.em",
    "Classical.byContradiction",
    "not_not_em",
    "Nat.lt_or_ge",
    "rfl",
    "trivial",
)
_CLAIMS = ("p", "q", "p ∨ q", "p → q", "¬p", "False", "True", "n = m", "n = 0", "a = b", "∃ x, P x", "P a")
_WORDS = (
    "assumption",
    "constructor",
    "left",
    "right",
    "contradiction",
    "rfl",
    "trivial",
    "exfalso",
    "intros",
    "simp",
    "simp_all",
    "decide",
    "omega",
    "symm",
    "skip",
    "apply Exists.intro",
    "all_goals try assumption",
    "repeat constructor",
    "first | rfl | omega | simp | assumption | contradiction | exfalso",
    "refine ⟨?_, ?_⟩",
    "constructor <;> intro h",
)


def _term(rng: Rng, names: list[str], depth: int) -> str:
    if depth == 0:
        return rng.choice(names or _LEMMAS)
    shape = rng.below(12)
    if shape < 2 and names:
        return rng.choice(names)
    if shape == 2:
        return rng.choice(_LEMMAS)
    one, two = _term(rng, names, depth - 1), _term(rng, names, depth - 1)
    return (
        f"({one} {two})",
        f"⟨{one}, {two}⟩",
        f"(fun x => {one})",
        f"{one}.{rng.choice(('1', '2', 'symm', 'elim', 'mp', 'left'))}" if one[0] != "(" else f"{one}.1",
        f"({rng.choice(_LEMMAS)} {one} {two})",
        f"({rng.choice(_LEMMAS)} {one})",
        "(by assumption)",
        f"({one} ▸ {two})",
        f"(show {rng.choice(_CLAIMS)} from {one})",
    )[shape % 9]


def _step(rng: Rng, names: list[str]) -> str:
    name = rng.choice(names) if names else "h"
    term = _term(rng, names, 2)
    shape = rng.below(25)
    if rng.below(4) == 0:
        return rng.choice(_WORDS)
    return (
        f"exact {term}",
        f"apply {term}",
        f"intros {name} {rng.choice(('h', 'x'))}",
        f"intro {rng.choice(('h', 'x', '⟨a, b⟩', '_'))}",
        f"cases {name}",
        f"cases {term}",
        f"rcases {name} with ⟨a, b⟩ | c",
        f"have h : {rng.choice(_CLAIMS)} := {term}",
        f"have h : {rng.choice(_CLAIMS)}",
        f"have := {term}",
        f"rw [{term}]",
        f"rw [← {name}] at {rng.choice(names) if names else 'h'}",
        f"simp [{name}]",
        f"simp [{name}] at {rng.choice(names) if names else 'h'}",
        f"induction {name}",
        f"subst {name}",
        f"by_cases h : {rng.choice(_CLAIMS)}",
        "by_contra h",
        f"specialize {name} {term}",
        f"exists {term}",
        f"revert {name}",
        f"suffices h : {rng.choice(_CLAIMS)} from {term}",
        f"refine {rng.choice(_LEMMAS)} ?_ ?_",
        f"match {name} with\n| ⟨a, b⟩ => exact {term}",
        f"calc _ = _ := {term}\n  _ = _ := {name}",
    )[shape]


def random_walk(statement: str, classical: bool, number: int, length: int = 12) -> list[Checked]:
    """Tries random steps one after the other, keeping those that are accepted; all answers."""
    rng = Rng.of("random lean scripts", statement, number)
    theorem = Statement(f"theorem t {statement}", classical)
    accepted: list[str] = []
    answers: list[Checked] = []
    shown = _CHECKER.check(theorem, accepted, None).goals
    for _ in range(length):
        first = shown.split("\n\n")[0]
        names = [name for line in _NAME.findall(first) for name in line.split() if "✝" not in name]
        step = _step(rng, names)
        answer = _CHECKER.check(theorem, accepted, step)
        answers.append(answer)
        if answer.status == "open":
            accepted.append(step)
            shown = answer.goals
        elif answer.status == "proved":
            break
    return answers
