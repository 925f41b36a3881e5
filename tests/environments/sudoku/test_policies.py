"""The oracle solves everything; the cheap policies solve next to nothing that is ranked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.agents.cheap import cheap_policies
from ragen_bench.env import TextEnv, make
from ragen_bench.environments.sudoku import SPECS
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")
RANKED = [preset.name for preset in SPEC.presets if preset.ranked]


def finish(env: TextEnv, policy) -> dict:
    info: dict = {}
    while not env.over:
        info = env.step(policy.act(env))[4]
    return info


def solves_all(preset: str, split: str, count: int) -> None:
    env = make(SPEC, preset=preset, split=split)
    oracle = load(SPEC.oracle)
    for seed in range(count):
        env.reset(seed=seed)
        while not env.over:
            assert not env.is_dead()
            _, reward, terminated, _, info = env.step(oracle.act(env))
            assert info["valid"]
        assert (reward, terminated, info["score"]) == (11.0, True, 1.0)


@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", SPLITS)
def test_the_oracle_scores_one_on_every_task(preset: str, split: str) -> None:
    solves_all(preset, split, 32)


@pytest.mark.full
@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", ["validation", "test"])
def test_the_oracle_scores_one_on_every_held_out_task(preset: str, split: str) -> None:
    solves_all(preset, split, 1024)


@given(st.integers(0, 30), st.integers(0, 12))
def test_the_oracle_leads_out_of_any_legal_state(seed: int, moves: int) -> None:
    env = make(SPEC, preset="small", max_turns=40)
    env.reset(seed=seed)
    rng = Rng.of("any state", seed, moves)
    for _ in range(moves):
        if not env.over:
            env.step(rng.choice(env.legal_actions()))
    if env.over:
        return
    while not env.over:
        info = env.step(load(SPEC.oracle).act(env))[4]
        assert info["valid"]
    assert info["success"]


def test_the_oracle_clears_entries_that_keep_each_other_in_the_wrong_place() -> None:
    env = make(SPEC, preset="small", max_turns=40)
    cleared = 0
    for seed in range(30):
        env.reset(seed=seed)
        rng = Rng.of("locked", seed)
        for _ in range(15):
            if not env.over:
                env.step(env.sample_action(rng))
        while not env.over:
            info = env.step(load(SPEC.oracle).act(env))[4]
            assert info["valid"]
            assert info["success"] == env.over
            cleared += sum(action.startswith("clear") for action in info["executed"])
    assert cleared > 0


@pytest.mark.parametrize("preset", RANKED)
def test_no_cheap_rule_solves_a_ranked_puzzle(preset: str) -> None:
    env = make(SPEC, preset=preset, split="test")
    tasks = 24
    for name, policy in cheap_policies(SPEC).items():
        wins = 0
        for seed in range(tasks):
            env.reset(seed=seed)
            wins += finish(env, policy)["success"]
        if name in ("naked_singles", "crosshatch", "row_scan", "empty", "constant", "echo"):
            assert wins == 0, name
        # Guesses are right now and then: the limit is 5 %, four more are four standard errors.
        assert wins <= 0.05 * tasks + 4 * (0.05 * 0.95 * tasks) ** 0.5, name


def test_a_random_filler_gets_some_cells_right_but_no_grid() -> None:
    env = make(SPEC, preset="medium", split="test")
    policy = load(SPEC.heuristics["random_fill"])
    shares = []
    for seed in range(30):
        env.reset(seed=seed)
        info = finish(env, policy)
        assert not info["success"]
        shares.append(info["share"])
    assert 0.15 < sum(shares) / len(shares) < 0.45
