"""Playing Bandit."""

from __future__ import annotations

import copy
import json
import pickle
import warnings
from itertools import pairwise
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.bandit import SPECS
from ragen_bench.rng import Rng

SPEC = SPECS[0]
PRESETS = SPEC.preset_names


def _play(env: TextEnv, choose: Any) -> tuple[list[Any], dict[str, Any]]:
    steps, info = [], {}
    while not env.over:
        step = env.step(choose(env))
        steps.append(step)
        info = step[4]
    return steps, info


def _random(name: str) -> Any:
    rng = Rng.of(name)
    return lambda env: env.sample_action(rng)


@pytest.mark.parametrize("preset", PRESETS)
def test_gymnasium_accepts_every_preset_without_a_warning(preset: str) -> None:
    import gymnasium

    if SPEC.id not in gymnasium.registry:
        gymnasium.register(SPEC.id, entry_point=SPEC.entry_point, kwargs={"env_spec": SPEC})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(SPEC.id, preset=preset).unwrapped)


@pytest.mark.parametrize("preset", PRESETS)
def test_two_instances_play_alike(preset: str) -> None:
    one, two = make(SPEC, preset=preset), make(SPEC, preset=preset)
    for seed in (0, 7, 123):
        assert one.reset(seed=seed) == two.reset(seed=seed)
        assert _play(one, _random("alike")) == _play(two, _random("alike"))


def test_replicas_change_payouts_but_not_the_task() -> None:
    env = make(SPEC)
    rewards, tasks, openings = set(), [], set()
    for replica in range(4):
        opening, _ = env.reset(options={"index": 5, "replica": replica})
        tasks.append(env.task)
        openings.add(opening)
        steps, _ = _play(env, lambda e: e.names[0])
        rewards.add(tuple(step[1] for step in steps))
    assert all(task == tasks[0] for task in tasks)
    assert len(openings) == 1
    assert len(rewards) == 4


@pytest.mark.parametrize("preset", PRESETS)
def test_the_horizon_terminates_and_never_truncates(preset: str) -> None:
    env = make(SPEC, preset=preset)
    for choose in (_random("horizon"), lambda e: "nobody", lambda e: ""):
        env.reset(seed=2)
        steps, info = _play(env, choose)
        assert len(steps) == env.config.horizon == env.max_turns
        assert [step[2] for step in steps] == [False] * (len(steps) - 1) + [True]
        assert not any(step[3] for step in steps)
        assert info["turn"] == env.max_turns


def test_an_invalid_turn_earns_nothing_and_costs_what_the_best_arm_pays() -> None:
    env = make(SPEC)
    env.reset(seed=1)
    task = env.task
    steps = []
    for turn in range(20):
        best = env.names[task["best"][turn // 4]]
        steps.append(env.step("no such arm" if turn in (3, 4) else best))
    for turn in (3, 4):
        observation, reward, _, _, info = steps[turn]
        assert reward == 0
        assert info["reward_terms"] == {}
        assert (info["valid"], info["error"], info["effective"]) == (False, "no_arm", False)
        assert "paid" not in observation
        assert all(arm["name"] in observation.splitlines()[0] for arm in task["arms"])
    final = steps[-1][4]
    assert final["pulls"] == 18
    random_regret = sum(4 * sum(abs(level - best) for level in range(5)) / 5 for best in task["best"])
    assert final["score"] == pytest.approx(max(0.0, 1 - 2 * task["top"] / random_regret))
    assert final["success"] is False


def test_the_score_compares_regret_in_means_with_that_of_random_pulls() -> None:
    env = make(SPEC)
    env.reset(seed=9)
    task = env.task
    regret, paid = 0, 0.0
    rng = Rng.of("score")
    for turn in range(20):
        best = task["best"][turn // 4]
        level = min(4, max(0, best + rng.below(3) - 1)) if turn % 4 == 0 else best
        regret += abs(level - best)
        _, reward, _, _, info = env.step(env.names[level])
        assert abs(reward * 10 - (task["top"] - abs(level - best))) <= 1 + 1e-9
        paid += reward
    random_regret = sum(4 * sum(abs(level - best) for level in range(5)) / 5 for best in task["best"])
    assert info["score"] == pytest.approx(1 - regret / random_regret)
    assert info["success"] is True


def test_success_begins_at_exactly_four_fifths() -> None:
    arms = [{"name": f"{word} cook", "level": k} for k, word in enumerate(("a", "b", "c", "d", "e"))]
    # Random regret: 4 pulls x (10 + 6 + 10 + 6 + 10) / 5 + ... = 33.6 points; a fifth is 6.72.
    task = {"arms": arms, "best": [0, 2, 4, 2, 0], "top": 8}
    env = make(SPEC)
    for misses, success in ((6, True), (7, False)):
        env.reset(options={"task": task})
        for turn in range(20):
            best = task["best"][turn // 4]
            level = best + (1 if best < 4 else -1) if turn < misses else best
            *_, info = env.step(env.names[level])
            assert env.is_dead() == (turn >= 6 and misses == 7)
        assert info["success"] is success
        assert info["score"] == pytest.approx(1 - misses / 33.6)


def test_with_one_pull_success_is_the_better_arm() -> None:
    for preset in ("easy", "ragen"):
        env = make(SPEC, preset=preset)
        for seed in range(20):
            for level in (0, 1):
                env.reset(seed=seed)
                *_, terminated, _, info = env.step(env.names[level])
                assert terminated
                assert info["success"] == (level == env.task["best"][0])
                assert info["score"] == float(info["success"])


@pytest.mark.parametrize("preset", PRESETS)
def test_payouts_follow_the_stated_law(preset: str) -> None:
    env = make(SPEC, preset=preset)
    config = env.config
    seen: dict[int, set[int]] = {}
    for replica in range(120):
        env.reset(options={"index": 3, "replica": replica})
        best, top = env.task["best"][0], env.task["top"]
        level = replica % config.arms
        env.step(env.names[level])
        seen.setdefault(level, set()).add(env.history[0][2])
    for level, points in seen.items():
        if config.law == "jobs":
            assert points == ({config.tops[0]} if level == 0 else {0, config.prize})
        else:
            mean = top - config.slope * abs(level - best)
            assert points <= set(range(mean - config.noise, mean + config.noise + 1))
            assert len(points) > config.noise


def test_noise_is_uniform() -> None:
    env = make(SPEC, preset="hard")
    counts = dict.fromkeys(range(-2, 3), 0)
    for replica in range(100):
        env.reset(options={"index": 0, "replica": replica})
        _play(env, lambda e: e.names[e.task["best"][e.turn // 6]])
        for _, _, points in env.history:
            counts[points - env.task["top"]] += 1
    assert sum(counts.values()) == 3000
    # 4.5 standard deviations of a count of 600.
    assert all(abs(count - 600) < 100 for count in counts.values())


def test_names_are_read_in_any_case_and_in_quotation_marks_and_nothing_else_is() -> None:
    env = make(SPEC)
    env.reset(seed=4)
    name = env.legal_actions()[0]
    spaced = name.replace(" ", "  ")
    for text in (name, name.upper(), f'"{name}"', f" '{name}' ", f"“{name.title()}”", spaced):
        assert env.parse(text.strip()) == name
        *_, info = env.step(text)
        assert info["valid"]
    for text in (name.split()[0], name.split()[1], f"pull {name}", f"{name}, {name}", f"{name}.", "1"):
        *_, info = env.step(text)
        assert info["error"] == "no_arm"
    *_, info = env.step(name + " " * 300)
    assert info["error"] == "too_long"


@given(st.integers(0, 50), st.text(max_size=40))
def test_any_text_is_answered_and_costs_one_turn(seed: int, text: str) -> None:
    env = make(SPEC)
    env.reset(seed=seed)
    *_, terminated, truncated, info = env.step(text)
    assert not terminated
    assert not truncated
    assert info["error"] in (None, "no_arm", "empty")
    assert info["turn"] == 1


def test_every_round_begins_with_its_announcement() -> None:
    env = make(SPEC, preset="hard")
    env.reset(seed=8)
    best = env.task["best"]
    for turn in range(30):
        observation, *_ = env.step(env.legal_actions()[0] if turn % 3 else "nobody")
        if turn == 29:
            assert "best arm moved" not in observation
            assert observation.endswith("No pulls are left.")
            break
        number = (turn + 1) // 6
        assert f"Round {number + 1} of 5, pull {(turn + 1) % 6 + 1} of 6." in observation
        if number:
            steps = best[number] - best[number - 1]
            noun = "step" if abs(steps) == 1 else "steps"
            way = "up" if steps > 0 else "down"
            assert f"With this round the best arm moved {abs(steps)} {noun} {way} the scale." in observation
        else:
            assert "best arm moved" not in observation
    assert env.moves == [after - before for before, after in pairwise(best)]


def test_a_drift_is_announced_without_its_direction() -> None:
    env = make(SPEC, preset="expert")
    lines = set()
    for seed in range(10):
        env.reset(seed=seed)
        for _ in range(4):
            observation, *_ = env.step(env.legal_actions()[0])
        lines |= {line for line in observation.splitlines() if "best arm moved" in line}
        assert env.moves == [0]
    assert lines == {"With this round the best arm moved one step up or down the scale."}


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_agent_sees_says_nothing_of_the_hidden_law(preset: str) -> None:
    env = make(SPEC, preset=preset)
    opening, info = env.reset(seed=6)
    task = env.task
    count = env.config.arms
    other = copy.deepcopy(task)
    other["best"] = [count - 1 - level for level in task["best"]] if preset != "ragen" else task["best"]
    other["top"] = env.config.tops[0]
    again, other_info = env.reset(options={"task": other})
    assert (again, other_info) == (opening, info)


@pytest.mark.parametrize("preset", PRESETS)
def test_an_episode_goes_on_from_a_snapshot(preset: str) -> None:
    env = make(SPEC, preset=preset)
    env.reset(seed=11)
    for _ in range(env.max_turns // 2):
        env.step(env.legal_actions()[0])
    state = json.loads(json.dumps(env.get_state()))
    others = [make(SPEC, preset=preset), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    others[0].set_state(state)
    rest = _play(env, lambda e: e.legal_actions()[1])
    for other in others:
        assert _play(other, lambda e: e.legal_actions()[1]) == rest
        assert (other.history, other.observe()) == (env.history, env.observe())
        assert other.is_dead() == env.is_dead()


def test_rounds_and_pulls_can_be_overridden_and_the_horizon_follows() -> None:
    env = make(SPEC, rounds=2, pulls=3)
    env.reset(seed=0)
    steps, info = _play(env, lambda e: e.names[e.task["best"][e.turn // 3]])
    assert len(steps) == 6
    assert info["score"] == 1.0
    assert "6 pulls in all" in env.instruction
    env = make(SPEC, max_turns=7)
    env.reset(seed=0)
    steps, info = _play(env, lambda e: e.names[e.task["best"][e.turn // 4]])
    assert len(steps) == 7
    assert steps[-1][2]
    assert info["score"] == 1.0


def test_the_example_is_an_arm_of_the_task_being_played() -> None:
    env = make(SPEC)
    assert env.example() == SPEC.example
    env.reset(seed=3)
    assert env.example() in env.legal_actions()
