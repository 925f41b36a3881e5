"""The environment: one turn, the written rewards, the reason for a zero."""

from __future__ import annotations

import copy
import json
import pickle
import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.countdown import SPECS, score_expression
from ragen_bench.environments.countdown.expression import REASONS, Expression, read_expression
from ragen_bench.errors import EpisodeOver
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]
TASK = {"numbers": [3, 2, 4], "target": 6}


def playing(task: dict | None = None) -> TextEnv:
    env = make(SPEC)
    env.reset(options={"task": task or TASK})
    return env


@pytest.mark.parametrize(
    ("action", "reward", "reason", "valid"),
    [
        ("3 / 2 * 4", 1.0, "correct", True),
        ("3 / 2 * 4 = 6", 1.0, "correct", True),
        ("3 + 2 + 4", 0.1, "wrong_value", True),
        ("3 / 2 * 4 = 7", 0.1, "wrong_value", True),
        ("3 + 2", 0.0, "wrong_numbers", True),
        ("6", 0.0, "wrong_numbers", True),
        ("3 2 4", 0.0, "unreadable", False),
        ("no idea", 0.0, "unreadable", False),
        ("", 0.0, "empty", False),
        ("  \n", 0.0, "empty", False),
        ("1 + " * 300 + "1", 0.0, "too_long", False),
    ],
)
def test_the_reward_and_the_reason_for_it(action: str, reward: float, reason: str, valid: bool) -> None:
    observation, paid, terminated, truncated, info = playing().step(action)
    assert paid == pytest.approx(reward)
    assert sum(info["reward_terms"].values()) == pytest.approx(reward)
    assert set(info["reward_terms"]) <= {term.name for term in SPEC.reward.terms}
    assert (terminated, truncated) == (True, False)
    assert info["reason"] == reason
    assert info["valid"] is valid
    assert info["error"] == (None if valid else reason)
    assert info["success"] == (reason == "correct")
    assert info["score"] == float(reason == "correct")
    told = {"empty": "There was no action.", "too_long": "at most 1000 characters"}
    assert told.get(reason, REASONS[reason]) in observation


def test_division_by_zero_is_an_attempt() -> None:
    _, reward, _, _, info = playing({"numbers": [5, 5, 5], "target": 3}).step("5 / (5 - 5)")
    assert reward == pytest.approx(0.1)
    assert info["reason"] == "division_by_zero"


def test_every_reason_of_the_environment_is_the_scorer_s() -> None:
    for action in ("3/2*4", "3+2+4", "3", "?", "", "9" * 1001, "3/(2-2)"):
        *_, info = playing().step(action)
        assert info["reason"] == score_expression(action, TASK["numbers"], TASK["target"]).reason


def test_an_episode_pays_once_and_then_is_over() -> None:
    env = playing()
    env.step("3 + 2 + 4")
    for _ in range(3):
        with pytest.raises(EpisodeOver):
            env.step("3 + 2 + 4")


@pytest.mark.parametrize("action", ["3 / 2 * 4", "3 + 2 + 4", "?", "", "x" * 10_000])
def test_neither_text_nor_info_holds_a_solution_the_seed_or_the_family(action: str) -> None:
    env = make(SPEC, split="test")
    observation, info = env.reset(seed=977)
    answer = load(SPEC.oracle).act(env)
    family = env.task["family"]
    after, *_, final = env.step(action)
    for text in (observation, json.dumps(info), after, json.dumps(final), env.instruction):
        assert answer not in text or answer == action
        assert "977" not in text
        assert json.dumps(family) not in text


def test_before_the_end_there_is_no_reason_and_no_score() -> None:
    _, info = make(SPEC).reset(seed=0)
    assert (info["reason"], info["score"], info["success"]) == ("", 0.0, False)


def test_the_example_and_the_invalid_example_are_what_they_are_called() -> None:
    assert isinstance(read_expression(SPEC.example), Expression)
    assert read_expression(SPEC.invalid_example) == "unreadable"


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_a_random_action_is_readable_and_uses_the_numbers(preset: str) -> None:
    env = make(SPEC, preset=preset)
    seen = set()
    for seed in range(50):
        env.reset(seed=seed)
        action = env.sample_action(Rng.of("sample", seed))
        seen.add(action)
        *_, info = env.step(action)
        assert info["reason"] in {"correct", "wrong_value", "division_by_zero"}
    assert len(seen) == 50


def test_a_snapshot_taken_before_or_after_the_answer_continues_exactly() -> None:
    env = playing()
    before = json.loads(json.dumps(env.get_state()))
    first = env.step("3 / 2 * 4")
    after = json.loads(json.dumps(env.get_state()))
    other = make(SPEC)
    other.set_state(before)
    assert other.step("3 / 2 * 4") == first
    other.set_state(after)
    assert other.over
    assert other.result() == (True, 1.0)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_play_on_alone(duplicate) -> None:
    env = make(SPEC, split="validation")
    env.reset(seed=5)
    other = duplicate(env)
    assert other.step("1 + 1") == env.step("1 + 1")
    assert other.reset(seed=6) == env.reset(seed=6)


def test_two_instances_agree_and_replicas_are_equal() -> None:
    one, two = make(SPEC, preset="hard"), make(SPEC, preset="hard")
    for seed in range(20):
        assert one.reset(seed=seed) == two.reset(seed=seed)
        assert one.observe() == two.reset(options={"index": seed, "replica": 3})[0]


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_gymnasium_has_nothing_to_complain_of(preset: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(SPEC.id, preset=preset, render_mode="ansi").unwrapped)
