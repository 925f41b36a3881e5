"""Random short tactics that fit the look of a goal."""

from __future__ import annotations

import re

from ragen_bench.rng import Rng

_PLAIN = (
    "assumption",
    "constructor",
    "left",
    "right",
    "rfl",
    "exfalso",
    "contradiction",
    "intro h",
    "intro x",
    "intros",
    "simp",
    "omega",
)
_WITH_NAME = (
    "exact {}",
    "apply {}",
    "cases {}",
    "obtain ⟨x, hx⟩ := {}",
    "rw [{}]",
    "rw [← {}]",
    "induction {}",
    "exact {} {}",
)
_LINE = re.compile(r"^([^\s⊢:|][^:⊢]*?) : ", re.MULTILINE)


def names_of(goals: str) -> list[str]:
    """The accessible names of the first goal."""
    first = goals.partition("\n\n")[0]
    return [name for match in _LINE.finditer(first) for name in match[1].split() if "✝" not in name]


def random_tactic(rng: Rng, goals: str) -> str:
    """One of 12 plain tactics, or with equal chance one of 8 forms with names of the first goal."""
    names = names_of(goals)
    if not names or rng.below(2):
        return rng.choice(_PLAIN)
    form = rng.choice(_WITH_NAME)
    return form.format(*(rng.choice(names) for _ in range(form.count("{}"))))
