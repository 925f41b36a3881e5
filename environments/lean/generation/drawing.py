"""Draws statements of a grade, each with its proof."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.lean.generation.composing import compose
from ragen_bench.environments.lean.generation.draft import Draft, Refused
from ragen_bench.environments.lean.generation.families import FAMILIES, HELD_OUT, Family
from ragen_bench.rng import Rng

#: Drafts in one candidate before it is refused.
TRIES = 6


def draw(
    rng: Rng, grade: str, steps: tuple[int, int], distractors: int, held_out: bool
) -> dict[str, Any] | None:
    """One task whose proof has a number of steps within `steps`; None when no draft does."""
    pool = HELD_OUT if held_out else FAMILIES
    for _ in range(TRIES):
        d = Draft(rng)
        try:
            key = _build(d, pool, grade)
        except Refused:
            continue
        if not steps[0] <= len(d.steps) <= steps[1]:
            continue
        if distractors:
            d.distract(distractors if held_out else rng.below(distractors + 1))
        return d.task(key)
    return None


def _build(d: Draft, pool: tuple[Family, ...], grade: str) -> str:
    if grade == "hard" and d.rng.below(2):
        return _composed(d, [_pick(d, pool, "medium"), _pick(d, pool, "medium", beside=True)])
    if grade == "expert":
        # A lemma beside something of another kind; held-out families have no lemmas, so more parts.
        first = _pick(d, pool, "expert")
        more = 1 if pool is FAMILIES else 2
        return _composed(d, [first, *(_pick(d, pool, "medium", beside=True) for _ in range(more))])
    family, size = _pick(d, pool, grade)
    # The few families of test_ood are joined with something random more often, the short ones always.
    joined = (3 if grade == "easy" else 2) if pool is HELD_OUT else 1
    if d.rng.below(3) < joined:
        compose(d, [(family, size)])
    else:
        family.build(d, size)
    return family.key


def _composed(d: Draft, parts: list[tuple[Family, int]]) -> str:
    parts = d.rng.shuffled(parts)
    compose(d, parts)
    return "+".join(family.key for family, _ in parts)


def _pick(d: Draft, pool: tuple[Family, ...], grade: str, beside: bool = False) -> tuple[Family, int]:
    family = d.rng.choice(
        [f for f in pool if grade in f.sizes and (beside or grade == "easy" or not f.falls)]
    )
    return family, d.rng.between(*family.sizes[grade])
