"""The oracle solves everything; rules of thumb stay on the floor of what is ranked."""

from __future__ import annotations

import time

import pytest

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.sokoban import SPECS
from ragen_bench.environments.sokoban.board import flood
from ragen_bench.environments.sokoban.distances import matched_distance, pushes
from ragen_bench.policy import PrivilegedPolicy
from ragen_bench.registry import load
from ragen_bench.rng import Rng
from ragen_bench.splits import split_of
from ragen_bench.testing.subject import Subject, play, wilson

SPEC = SPECS[0]
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")
RANKED = [preset.name for preset in SPEC.presets if preset.ranked]


def solves(env: TextEnv, policy: PrivilegedPolicy) -> bool:
    return bool(play(env, policy.act)[-1].info["success"])


@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", SPLITS)
def test_the_oracle_scores_one_on_every_level(preset: str, split: str, verify_full: bool) -> None:
    env = make(SPEC, preset=preset, split=split)
    oracle = load(SPEC.oracle)
    size = split_of(SPEC, env.preset, split.partition(":")[0]).size or 1024
    for seed in range(size if verify_full else min(size, 12 if preset == "expert" else 48)):
        env.reset(seed=seed)
        assert not env.is_dead()
        end = play(env, oracle.act)[-1]
        assert (end.terminated, end.truncated, end.info["score"]) == (True, False, 1.0)


def test_the_oracle_finds_back_after_moves_that_can_be_undone() -> None:
    env = make(SPEC, preset="medium", max_turns=60)
    oracle = load(SPEC.oracle)
    solved = dead = 0
    for seed in range(30):
        env.reset(seed=seed)
        rng = Rng.of("astray", seed)
        for _ in range(3):
            env.step(env.sample_action(rng))
        if env.is_dead():
            dead += 1
            assert not solves(env, oracle)
        else:
            solved += solves(env, oracle)
    assert solved > 5


def test_the_oracle_answers_levels_without_a_solution_in_bounded_time() -> None:
    open_hall = ["#" * 12, "#P_________#", *["#_X_X_X_X__#"] * 3, "#OOOOOOOOOO#", "#OO________#", "#" * 12]
    for rows in (["#####", "#OPX#", "#####"], open_hall):
        env = make(SPEC, max_turns=1)
        env.reset(options={"task": {"level": rows}})
        started = time.perf_counter()
        *_, info = env.step(load(SPEC.oracle).act(env))
        assert time.perf_counter() - started < 20
        assert info["valid"]


@pytest.mark.parametrize("preset", RANKED)
def test_no_rule_that_only_approaches_targets_solves_a_ranked_level(preset: str) -> None:
    env = make(SPEC, preset=preset, split="test", max_turns=100)
    for seed in range(40):
        env.reset(seed=seed)
        assert not _approach(env)


def _approach(env: TextEnv) -> bool:
    """Whether some order of pushes that all lower the matched distance solves the level."""
    level = env.level
    stack, seen = [(level.boxes, level.player)], set()
    while stack:
        boxes, player = stack.pop()
        if boxes == level.targets:
            return True
        region = flood(player, level.floor & ~boxes, level.width)
        if (boxes, region) in seen:
            continue
        seen.add((boxes, region))
        now = matched_distance(boxes, level.targets, level.width)
        for _, box, after in pushes(boxes, region, level.floor, level.width):
            if matched_distance(after, level.targets, level.width) < now:
                stack.append((after, box))
    return False


@pytest.mark.parametrize("preset", ["easy", *RANKED])
def test_cheap_policies_stay_on_the_floor(preset: str, verify_full: bool) -> None:
    count = 1000 if verify_full else 60
    env = make(SPEC, preset=preset, split="test")
    for name, choose in Subject(SPEC).cheap().items():
        if preset == "easy" and name != "random":
            continue
        wins = 0
        for seed in range(count):
            env.reset(seed=seed)
            wins += bool(play(env, choose)[-1].info["success"])
        assert wilson(wins, count)[0] <= (0.25 if preset == "easy" else 0.05), name


@pytest.mark.parametrize("name", SPEC.heuristics)
def test_rules_of_thumb_play_valid_actions_and_the_same_ones_every_time(name: str) -> None:
    policy = load(SPEC.heuristics[name])
    for preset in ("easy", "medium", "hard"):
        env = make(SPEC, preset=preset)
        for seed in range(10):
            env.reset(seed=seed)
            moments = play(env, policy.act)
            assert all(moment.info["valid"] for moment in moments)
            actions = [moment.action for moment in moments]
            env.reset(seed=seed)
            assert [moment.action for moment in play(env, policy.act)] == actions
