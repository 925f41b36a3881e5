"""The oracle crosses the lakes; the cheap policies do not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.frozenlake import SPECS, rules
from ragen_bench.environments.frozenlake.board import MOVES, steps
from ragen_bench.environments.frozenlake.oracle import Oracle, value
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")
STILL = ("easy", "ragen")
WALKERS = (
    rules.rows_first, rules.columns_first, rules.alternating, rules.around_holes, rules.left_hand,
    rules.right_hand,
)  # fmt: skip


def plays(env: TextEnv, policy, count: int, split: str = "test") -> int:
    wins = 0
    for index in range(count):
        env.reset(options={"split": split, "index": index, "replica": 0})
        while not env.over:
            assert env.step(policy(env))[4]["valid"]
        wins += env.result()[0]
    return wins


@pytest.mark.parametrize("preset", STILL)
@pytest.mark.parametrize("split", SPLITS)
def test_on_still_ice_the_oracle_scores_one_on_every_task(preset: str, split: str) -> None:
    env = make(SPEC, preset=preset, split=split)
    assert plays(env, Oracle().act, 64, split) == 64


@pytest.mark.full
@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", ["validation", "test", "test_ood"])
def test_the_oracle_scores_its_stated_optimum_over_a_whole_split(preset: str, split: str) -> None:
    env = make(SPEC, preset=preset, split=split)
    size = env._stream.size or 0
    stated = []
    for index in range(size):
        env.reset(seed=index)
        stated.append(value(env.task, env.max_turns, env.max_actions_per_turn))
    variance = sum(v * (1 - v) for v in stated)
    wins = plays(env, Oracle().act, size, split)
    assert abs(wins - sum(stated)) <= 3.5 * variance**0.5


@pytest.mark.parametrize("preset", ["medium", "hard", "expert"])
@pytest.mark.parametrize("split", ["test", "test_ood"])
def test_no_cheap_policy_crosses_ranked_lakes(preset: str, split: str) -> None:
    env = make(SPEC, preset=preset, split=split)
    n = 250
    rng = Rng.of("random")
    policies = {name: load(path).act for name, path in SPEC.heuristics.items()}
    policies["random"] = lambda env: env.sample_action(rng)
    policies["constant"] = lambda _: SPEC.example
    policies["first_legal"] = lambda env: env.legal_actions()[0]
    for name, policy in policies.items():
        wins = plays(env, policy, n, split)
        # 5 % and three standard errors of 250 plays.
        assert wins / n <= 0.05 + 3 * (0.05 * 0.95 / n) ** 0.5, name


@pytest.mark.parametrize("preset", ["medium", "hard", "expert"])
def test_turns_are_too_few_to_look_after_every_move(preset: str) -> None:
    env = make(SPEC, preset=preset, split="test")
    bound = looking = 0.0
    for index in range(8):
        env.reset(seed=index)
        bound += value(env.task, env.max_turns, env.max_actions_per_turn)
        looking += value(env.task, env.max_turns, 1)
    assert looking < bound / 4


def test_a_straight_walker_crosses_most_of_ragen_s_lakes_and_hardly_any_of_ours() -> None:
    straight = load(SPEC.heuristics["straight"]).act
    assert plays(make(SPEC, preset="ragen"), straight, 200, "train") > 150
    assert plays(make(SPEC, preset="medium"), straight, 200, "train") < 4


def test_a_random_policy_on_preset_ragen_is_near_ragen_s_floor() -> None:
    rng = Rng.of("floor")
    env = make(SPEC, preset="ragen")
    wins = plays(env, lambda env: env.sample_action(rng), 1000, "train")
    # Measured on RAGEN's code: about 25 %, here with a standard error of 1.4 points.
    assert 0.20 < wins / 1000 < 0.32


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 200), st.sampled_from(WALKERS), st.sampled_from([1, 6]))
def test_the_exact_chance_of_a_walker_is_what_it_wins(index: int, walker, most: int) -> None:
    env = make(SPEC, preset="ragen", success_rate=0.7, max_turns=6, max_actions_per_turn=6)
    env.reset(seed=index)
    cells, columns = "".join(env.task["map"]), len(env.task["map"][0])
    exact = rules.chance(walker, cells, columns, 0.7, 6, most)
    wins, n = 0, 150
    for replica in range(n):
        env.reset(options={"index": index, "replica": replica})
        while not env.over:
            path = rules.walk(walker, cells, columns, env.position, env.heading, most)
            env.step(" || ".join(MOVES[move] for move in path))
        wins += env.result()[0]
    assert abs(wins / n - exact) <= 4.5 * (exact * (1 - exact) / n) ** 0.5 + 1e-9


@given(st.integers(0, 500), st.sampled_from(WALKERS))
def test_walkers_that_avoid_holes_never_mean_to_step_into_one(index: int, walker) -> None:
    env = make(SPEC)
    env.reset(seed=index)
    cells, columns = "".join(env.task["map"]), 6
    cell = cells.index("S")
    path = rules.walk(walker, cells, columns, cell, None, 20)
    assert 1 <= len(path) <= 20
    if walker in WALKERS[3:]:
        for move in path:
            cell = steps(6, 6)[move][cell]
            assert cells[cell] != "H"


def test_no_sequence_of_moves_collects_the_goal_twice_or_pays_on_the_way() -> None:
    env = make(SPEC, max_turns=10**6)
    rng = Rng.of("farm")
    for seed in range(30):
        env.reset(seed=seed)
        total = 0.0
        for _ in range(200):
            if env.over:
                break
            reward = env.step(rng.choice([env.sample_action(rng), "Left || Right", "Up || Jump", ""]))[1]
            assert reward <= 0 or env.over
            total += reward
        assert total <= 1.0
