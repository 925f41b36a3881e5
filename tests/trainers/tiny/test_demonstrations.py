"""Worked replies are exactly playable, and speak of the state."""

from __future__ import annotations

import re

import pytest

from ragen_bench.env import TextEnv, make
from ragen_bench.probing import is_right
from ragen_bench.rng import Rng
from ragen_bench.trainers.tiny.demonstrations import WRITERS, demonstrate
from ragen_bench.trainers.tiny.perception import explain

TASKS = 40


def _env(name: str) -> TextEnv:
    return make(f"ragen/{name}-v1", preset="easy", split="train")


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "Bandit"])
def test_whoever_follows_the_demonstrations_solves_every_task(name: str) -> None:
    env = _env(name)
    for index in range(TASKS):
        env.reset(seed=index)
        while not env.over:
            _, _, _, _, info = env.step(demonstrate(env).answer)
            assert info["valid"], (index, info)
        assert info["success"], index


def test_the_bandit_demonstration_names_the_arm_that_is_higher_on_the_scale() -> None:
    env = _env("Bandit")
    for index in range(TASKS):
        env.reset(seed=index)
        best = max(env.task["arms"], key=lambda arm: arm["level"])["name"]
        assert demonstrate(env).answer == best


@pytest.mark.parametrize("name", ["Sokoban", "FrozenLake"])
def test_demonstrations_from_states_that_chance_led_to_still_reach_the_goal(name: str) -> None:
    env = _env(name)
    reached = tried = 0
    for index in range(TASKS):
        env.reset(seed=index)
        env.step(env.sample_action(Rng.of("astray", index)).split("||")[0])
        if env.over or env.is_dead():
            continue
        tried += 1
        while not env.over:
            _, _, _, _, info = env.step(demonstrate(env).answer)
        reached += info["success"]
    # Fewest pushes may take more moves than are left.
    assert tried > TASKS // 3
    assert reached >= tried - 1


@pytest.mark.parametrize("name", list(WRITERS))
def test_another_state_is_thought_about_in_other_words(name: str) -> None:
    env = _env(name)
    thoughts = set()
    for index in range(TASKS):
        env.reset(seed=index)
        thoughts.add(demonstrate(env).thinking)
    assert len(thoughts) > TASKS * 0.9


def test_the_sokoban_walk_ends_where_the_environment_puts_the_player() -> None:
    env = _env("Sokoban")
    for index in range(TASKS):
        env.reset(seed=index)
        shown = demonstrate(env)
        observation, *_ = env.step(shown.answer)
        last = re.findall(r"\(\d+, \d+\)", shown.thinking)[-1]
        assert f"Player: {last}" in observation


def test_every_equation_of_a_countdown_line_is_true() -> None:
    env = _env("Countdown")
    for index in range(TASKS):
        env.reset(seed=index)
        numbers, target = env.task["numbers"], env.task["target"]
        for line in demonstrate(env).thinking.splitlines():
            a, b, *rest = (int(n) if n.isdigit() else 0 for n in re.findall(r"\d+|no", line))
            gives, last, needs = rest[:4], rest[4], rest[5:9]
            assert sorted([a, b, last]) == sorted(numbers)
            assert gives[0] in (a + b, 0)
            assert gives[1] in (a - b, 0)
            assert gives[2] in (a * b, 0)
            assert gives[3] * b in (a, 0)
            assert needs[0] in (target - last, 0)
            assert needs[1] in (target + last, 0)
            assert needs[3] * last in (target, 0)


@pytest.mark.parametrize("name", ["Sokoban", "FrozenLake", "Sudoku"])
def test_every_probe_question_of_a_taught_grid_has_a_worked_answer(name: str) -> None:
    env = _env(name)
    for index in range(TASKS):
        env.reset(seed=index)
        for question in env.questions(Rng.of("asked", index)):
            shown = explain(env, question)
            assert shown is not None
            assert shown.thinking
            assert is_right(question, shown.answer)


def test_a_cell_lesson_in_sokoban_lists_the_floor_and_no_wall() -> None:
    env = _env("Sokoban")
    for index in range(TASKS):
        env.reset(seed=index)
        question = next(q for q in env.questions(Rng.of("asked", index)) if q.kind == "cell")
        shown = explain(env, question)
        assert shown is not None
        floor, asked = shown.thinking.split("\n")
        assert asked.endswith(question.answer)
        inside = asked.removesuffix(question.answer) in floor
        assert inside == (question.answer != "#")
