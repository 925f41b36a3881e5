"""The environment: tries, rewards, feedback, policies."""

from __future__ import annotations

import json

import pytest

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.metamathqa import SPECS, answers_match
from ragen_bench.registry import load
from ragen_bench.rng import Rng
from ragen_bench.testing import check_environment

SPEC = SPECS[0]
TASK = {"question": "What is 7 times 8?", "answer": "56"}


def playing(preset: str = "medium") -> TextEnv:
    env = make(SPEC, preset=preset)
    env.reset(options={"task": TASK})
    return env


@pytest.mark.parametrize(
    ("action", "right", "error"),
    [
        ("56", True, None), ("\\boxed{56}", True, None), ("**56** eggs", True, None), ("x = 56", True, None),
        ("41", False, None), ("55 or 56", False, None), ("no idea", False, None), ("", False, "empty"),
        ("???", False, "unreadable"), ("\\boxed{}", False, "unreadable"), ("4" * 1001, False, "too_long"),
    ],
)  # fmt: skip
def test_one_try_is_right_or_wrong_and_ends_the_task(action: str, right: bool, error: str | None) -> None:
    _, reward, terminated, truncated, info = playing().step(action)
    assert reward == float(right)
    assert info["reward_terms"] == ({"correct": 1.0} if right else {})
    assert (terminated, truncated) == (True, False)
    assert (info["success"], info["score"], info["error"]) == (right, float(right), error)
    assert info["valid"] is (error is None)


@pytest.mark.parametrize("wrong", range(6))
def test_each_try_halves_the_reward_and_only_the_first_scores(wrong: int) -> None:
    env = playing("retries")
    total = 0.0
    for turn in range(wrong):
        if env.over:
            break
        observation, reward, terminated, truncated, info = env.step("41" if turn % 2 else "???")
        total += reward
        assert info["tries"] == turn + 1
        assert terminated is (turn == 4)
        assert not truncated
        assert TASK["question"] in observation
        assert "56" not in observation
    if not env.over:
        observation, reward, terminated, truncated, info = env.step("56")
        total += reward
        assert (terminated, truncated, info["tries"]) == (True, False, wrong)
        assert "Right." in observation
    assert total == (0.5**wrong if wrong < 5 else 0.0)
    assert (info["success"], info["score"]) == (wrong < 5, float(wrong == 0))


def test_a_retry_shows_the_question_and_how_many_tries_are_left() -> None:
    env = playing("retries")
    assert env.observe() == "What is 7 times 8?\n\nTries left: 5"
    assert env.step("41")[0] == "Wrong.\nWhat is 7 times 8?\n\nTries left: 4"


def test_feedback_on_a_wrong_answer_is_the_same_however_close_it_is() -> None:
    texts = {
        playing("retries").step(answer)[0] for answer in ("55.999", "57", "-56", "7", "Evelyn", "56 or 43")
    }
    assert len(texts) == 1


def test_nothing_that_is_shown_holds_the_family_the_program_or_the_index() -> None:
    env = make(SPEC, preset="hard")
    observation, info = env.reset(seed=98765431)
    after, *_, final = env.step("1")
    for text in (observation, after, json.dumps(info), json.dumps(final), env.instruction):
        assert env.task["program"] not in text
        assert "98765431" not in text
    assert not {"answer", "program", "family"} & set(final)


def test_a_snapshot_between_two_tries_continues_exactly() -> None:
    env = playing("retries")
    env.step("41")
    state = json.loads(json.dumps(env.get_state()))
    other = make(SPEC, preset="retries")
    other.set_state(state)
    assert other.step("56") == env.step("56")


@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", ["train", "validation", "test", "test_ood", "fresh:salt"])
def test_the_oracle_scores_one(preset: str, split: str) -> None:
    env, oracle = make(SPEC, preset=preset, split=split), load(SPEC.oracle)
    for seed in range(40):
        env.reset(seed=seed)
        _, reward, terminated, _, info = env.step(oracle.act(env))
        assert (reward, terminated, info["score"]) == (1.0, True, 1.0)


@pytest.mark.full
@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_the_oracle_scores_one_on_every_held_out_task(preset: str) -> None:
    oracle = load(SPEC.oracle)
    for split in ("validation", "test", "test_ood", "fresh:salt"):
        env = make(SPEC, preset=preset, split=split)
        for seed in range(1024):
            env.reset(seed=seed)
            assert env.step(oracle.act(env))[4]["score"] == 1.0


@pytest.mark.parametrize("preset", ["medium", "hard"])
def test_no_rule_of_thumb_answers_a_ranked_question(preset: str) -> None:
    env, rng = make(SPEC, preset=preset, split="test"), Rng.of("guess")
    policies = {name: load(path).act for name, path in SPEC.heuristics.items()}
    policies |= {"random": lambda env: env.sample_action(rng), "constant": lambda env: SPEC.example}
    wins = dict.fromkeys(policies, 0)
    for seed in range(200):
        env.reset(seed=seed)
        for name, act in policies.items():
            wins[name] += answers_match(act(env), env.task["answer"])
    assert max(wins.values()) <= 0.03 * 200, wins


@pytest.mark.slow
def test_the_environment_keeps_the_contract() -> None:
    assert not check_environment(SPEC).failures
