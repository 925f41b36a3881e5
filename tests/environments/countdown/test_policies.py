"""The oracle solves everything; the cheap policies solve nothing that is ranked."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.countdown import SPECS, score_expression
from ragen_bench.environments.countdown import shortcuts as rules
from ragen_bench.environments.countdown.solver import solve
from ragen_bench.registry import load

SPEC = SPECS[0]
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")
RULES = (
    rules.total, rules.product, rules.greedy, rules.greedy_descending, rules.signs, rules.last_step,
)  # fmt: skip


@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", SPLITS)
def test_the_oracle_scores_one_on_every_task(preset: str, split: str) -> None:
    env = make(SPEC, preset=preset, split=split)
    oracle = load(SPEC.oracle)
    for seed in range(64):
        env.reset(seed=seed)
        _, reward, terminated, truncated, info = env.step(oracle.act(env))
        assert (reward, terminated, truncated, info["score"]) == (1.0, True, False, 1.0)


@pytest.mark.parametrize("preset", ["medium", "hard", "expert"])
def test_no_rule_of_thumb_solves_a_ranked_puzzle(preset: str) -> None:
    env = make(SPEC, preset=preset, split="test")
    policies = {name: load(path) for name, path in SPEC.heuristics.items()}
    for seed in range(100):
        env.reset(seed=seed)
        for name, policy in policies.items():
            answer = policy.act(env)
            verdict = score_expression(answer, env.task["numbers"], env.task["target"])
            assert verdict.reason == "wrong_value", name


@given(st.lists(st.integers(1, 20), min_size=2, max_size=6), st.integers(1, 200))
def test_a_puzzle_counts_as_solved_by_a_shortcut_exactly_when_a_rule_solves_it(
    numbers: list[int], target: int
) -> None:
    verdicts = [score_expression(rule(numbers, target), numbers, target) for rule in RULES]
    assert {v.reason for v in verdicts} <= {"correct", "wrong_value"}
    assert rules.solved_by_shortcut(numbers, target) == any(v.score for v in verdicts)


@given(st.lists(st.integers(1, 50), min_size=2, max_size=6), st.data())
def test_signs_are_found_whenever_there_are_some(numbers: list[int], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from([1, -1]), min_size=len(numbers), max_size=len(numbers)))
    target = sum(s * n for s, n in zip(chosen, numbers, strict=True))
    if target > 0:
        assert score_expression(rules.signs(numbers, target), numbers, target).score == 1.0


@given(st.lists(st.integers(1, 30), min_size=2, max_size=6), st.data())
def test_the_solver_finds_what_can_be_built_from_positive_whole_numbers(
    numbers: list[int], data: st.DataObject
) -> None:
    values = list(numbers)
    while len(values) > 1:
        x, y = values.pop(data.draw(st.integers(0, len(values) - 1))), values.pop()
        options = [x + y, x * y, abs(x - y)] + [x // y] * (not x % y)
        values.append(data.draw(st.sampled_from([v for v in options if v > 0])))
    answer = solve(numbers, values[0])
    assert answer is not None
    assert score_expression(answer, numbers, values[0]).score == 1.0


def test_the_oracle_answers_puzzles_without_a_solution_in_bounded_time() -> None:
    env = make(SPEC)
    oracle = load(SPEC.oracle)
    for numbers, target in (([2, 2], 999), ([1] * 6, 999), ([1] * 10, 1_000_000), ([3, 3, 8, 8], 24)):
        env.reset(options={"task": {"numbers": numbers, "target": target}})
        started = time.perf_counter()
        answer = oracle.act(env)
        assert time.perf_counter() - started < 20
        assert score_expression(answer, numbers, target).reason == "wrong_value"
