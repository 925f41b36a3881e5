"""What needs no thought proves no ranked statement."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ragen_bench.env import make
from ragen_bench.environments.lean import SPECS
from ragen_bench.environments.lean.automation import SPRAYS, proved_by_a_spray
from ragen_bench.environments.lean.checking import Statement
from ragen_bench.environments.lean.generation.draft import Draft, Refused
from ragen_bench.environments.lean.generation.families import FAMILIES, HELD_OUT, Family, may_fall
from ragen_bench.environments.lean.heuristics import SEARCH_BUDGET, search
from ragen_bench.environments.lean.tasks import TASKS, statement_of
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]
RANKED = [preset.name for preset in SPEC.presets if preset.ranked]


@pytest.mark.parametrize("preset", RANKED)
def test_no_line_of_automation_proves_a_ranked_statement(preset: str, verify_full: bool) -> None:
    for split in ("train", "test_ood"):
        env = make(SPEC, preset=preset, split=split)
        proved = 0
        count = 300 if verify_full else 5
        for seed in range(count):
            env.reset(seed=seed)
            proved += proved_by_a_spray(statement_of(env.task))
        # Families that were never seen to fall are not tried one by one.
        assert proved <= count // 50


@pytest.mark.parametrize("preset", RANKED)
def test_cheap_policies_prove_at_most_one_in_twenty(preset: str, verify_full: bool) -> None:
    env = make(SPEC, preset=preset)
    count = 300 if verify_full else 8
    for name, path in SPEC.heuristics.items():
        policy, proved = load(path), 0
        for seed in range(count):
            env.reset(seed=seed)
            # After its first replies a policy of these only repeats itself.
            for _ in range(len(SPRAYS) if name == "sprays" else 12):
                if env.over:
                    break
                proved += env.step(policy.act(env))[4]["success"]
        assert proved <= max(2, count // 20), name


def test_families_that_are_said_to_fall_do() -> None:
    for family in (*FAMILIES, *HELD_OUT):
        if family.falls:
            assert any(proved_by_a_spray(s) or search(s, SEARCH_BUDGET) for s in drafts(family)), family.key


def drafts(family: Family) -> Iterator[Statement]:
    for number in range(6):
        d = Draft(Rng.of("falls", family.key, number))
        try:
            family.build(d, family.sizes["medium"][0])
        except Refused:
            continue
        yield Statement(d.statement(), d.classical)


def test_a_statement_that_a_line_proves_is_refused_on_ranked_presets() -> None:
    config = next(p.config for p in SPEC.presets if p.name == "medium")
    task = {
        "statement": "theorem claim (a b c : Nat) : a * b * c = c * b * a",
        "classical": False,
        "imports": [],
        "family": "semiring",
        "proof": [],
    }
    assert not TASKS.accept(task, config)
    assert TASKS.accept({**task, "family": "pursuit"}, config)
    assert may_fall("semiring+rearranged_word")
    assert not may_fall("semiring+pursuit")


def test_the_search_finds_what_takes_a_few_simple_tactics() -> None:
    for says in (
        "(p q r : Prop) (h : p ∧ q) : q ∧ (p ∨ r)",
        "(p q r : Prop) (h : p → q) (g : q → r) : p → r",
        "(p q : Prop) : ¬(p ∨ q) → ¬p",
        "(α : Type) (P Q : α → Prop) (h : ∃ x, P x ∧ Q x) : ∃ x, Q x",
    ):
        statement = Statement(f"theorem claim {says}")
        assert search(statement, 40) is not None, says
    assert search(Statement("theorem claim (p : Prop) : p ∨ ¬p"), 40) is None
    assert search(Statement("theorem claim : True", imports=("import Mathlib",)), 40) is None
