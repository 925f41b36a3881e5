"""Returns and advantages, on published cases and against a slow reference."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.trainers.advantages import (
    bi_level_gae,
    gae,
    grpo,
    reinforce_pp,
    reward_to_go,
    rloo,
    turn_wise,
    whiten,
)

CASES = json.loads((Path(__file__).parents[1] / "cases" / "advantages.json").read_text())["cases"]
NUMBERS = st.floats(-20, 20, allow_nan=False, width=32)
FACTORS = st.floats(0, 1)


def cases(kind):
    return [case for case in CASES if case["kind"] == kind]


def compared(result, expected):
    return [(r, e) for r, e in zip(result, expected, strict=True) if e is not None]


@pytest.mark.parametrize("case", cases("reward_to_go"))
def test_returns_match_the_published_cases(case):
    result = reward_to_go(case["rewards"], case["mask"], case["gamma"])
    for got, wanted in compared(result, case["expected"]):
        assert got == pytest.approx(wanted)
    assert all(value == 0 for value, m in zip(result, case["mask"], strict=True) if not m)


@pytest.mark.parametrize("case", cases("gae"))
def test_advantages_match_the_published_cases(case):
    result = gae(case["rewards"], case["values"], case["mask"], case["gamma"], case["lam"])
    for got, wanted in compared(result, case["expected"]):
        assert got == pytest.approx(wanted)


def test_groups_match_the_published_cases():
    for case in cases("grpo"):
        assert np.array_equal(grpo(case["groups"]), case["expected"])
    for case in cases("grpo_no_std"):
        assert grpo(case["groups"], normalize=False) == pytest.approx(np.array(case["expected"]))
    for case in cases("grpo_missing"):
        (group,) = case["groups"]
        result = grpo([np.nan if r is None else r for r in group], normalize=False)
        assert result == pytest.approx([1 - case["mean"], 0, -case["mean"], -case["mean"]])


def slow_gae(rewards, values, mask, gamma, lam):
    """By the definition: a sum over later policy tokens, without any recursion."""
    tokens = [t for t, m in enumerate(mask) if m]
    result = [0.0] * len(rewards)
    paid = []
    for i, t in enumerate(tokens):
        end = tokens[i + 1] if i + 1 < len(tokens) else len(rewards)
        paid.append(sum(rewards[t:end]))
    value = [values[t] for t in tokens] + [0.0]
    for i, t in enumerate(tokens):
        result[t] = sum(
            (gamma * lam) ** (j - i) * (paid[j] + gamma * value[j + 1] - value[j])
            for j in range(i, len(tokens))
        )
    return result


@st.composite
def trajectories(draw):
    n = draw(st.integers(1, 9))
    row = st.lists(NUMBERS, min_size=n, max_size=n)
    return draw(row), draw(row), draw(st.lists(st.booleans(), min_size=n, max_size=n))


@given(trajectories(), FACTORS, FACTORS)
def test_advantages_equal_the_sum_that_defines_them(trajectory, gamma, lam):
    rewards, values, mask = trajectory
    expected = slow_gae(rewards, values, mask, gamma, lam)
    assert gae(rewards, values, mask, gamma, lam) == pytest.approx(expected, abs=1e-6)


@given(trajectories(), FACTORS, FACTORS)
def test_observation_tokens_may_be_inserted_without_changing_anything(trajectory, gamma, lam):
    rewards, values, mask = trajectory
    once = gae(rewards, values, mask, gamma, lam)
    padded = gae(
        np.repeat(rewards, 2) * np.tile([1, 0], len(rewards)),
        np.repeat(values, 2) * np.tile([1, np.nan], len(values)),
        np.repeat(mask, 2) * np.tile([1, 0], len(mask)),
        gamma,
        lam,
    )
    assert padded[::2] == pytest.approx(once)
    assert not padded[1::2].any()


@given(st.data())
def test_a_batch_is_its_rows_one_by_one(data):
    n, rows = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 4))
    table = st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=rows, max_size=rows)
    rewards, values = data.draw(table), data.draw(table)
    mask = np.array(data.draw(table)) > 0
    together = gae(rewards, values, mask, 0.9, 0.8)
    for row in range(rows):
        assert together[row] == pytest.approx(gae(rewards[row], values[row], mask[row], 0.9, 0.8))


@given(trajectories(), st.integers(0, 2**9))
def test_with_every_factor_one_turns_make_no_difference(trajectory, marks):
    rewards, values, mask = trajectory
    ends = [m and bool(marks >> t & 1) for t, m in enumerate(mask)]
    both = bi_level_gae(rewards, values, mask, 1.0, 1.0, ends, 1.0)
    assert both == pytest.approx(gae(rewards, values, mask, 1.0, 1.0), abs=1e-6)


@given(trajectories(), FACTORS, FACTORS)
def test_when_every_token_is_a_turn_only_the_turn_factors_count(trajectory, gamma_high, lam):
    rewards, values, mask = trajectory
    both = bi_level_gae(rewards, values, mask, 0.3, lam, mask, gamma_high)
    assert both == pytest.approx(gae(rewards, values, mask, gamma_high, lam), abs=1e-6)


def test_a_turn_that_pays_nothing_is_a_turn_all_the_same():
    # Three turns of two tokens; only the last pays. Each earlier turn discounts once.
    ends = [0, 1, 0, 1, 0, 1]
    result = bi_level_gae([0, 0, 0, 0, 0, 1.0], [0] * 6, [1] * 6, 1.0, 1.0, ends, 0.5)
    assert result == pytest.approx([0.25, 0.25, 0.5, 0.5, 1, 1])


def test_a_turn_end_on_an_observation_is_refused():
    with pytest.raises(ValueError, match="mask 0"):
        bi_level_gae([0, 1], [0, 0], [1, 0], 1.0, 1.0, [0, 1], 1.0)


def test_a_reward_that_comes_with_the_observation_belongs_to_the_token_before_it():
    assert reward_to_go([0, 1, 0, 2], [1, 0, 1, 0], 0.5) == pytest.approx([2, 0, 2, 0])


@pytest.mark.parametrize(
    ("rewards", "mask", "gamma"),
    [([1, 2], [1], 0.9), ([[[1.0]]], [[[1]]], 0.9), ([np.nan], [1], 0.9), ([1.0], [1], 1.5)],
)
def test_bad_shapes_numbers_and_factors_are_refused(rewards, mask, gamma):
    with pytest.raises(ValueError):
        reward_to_go(rewards, mask, gamma)


GROUPS = st.lists(st.one_of(NUMBERS, st.just(float("nan"))), min_size=1, max_size=8)


@given(GROUPS)
def test_group_advantages_sum_to_zero_and_are_finite(group):
    for result in (grpo(group), grpo(group, normalize=False), rloo(group)):
        assert np.isfinite(result).all()
        assert result.sum() == pytest.approx(0, abs=1e-3)
        assert not result[np.isnan(group)].any()


@given(st.lists(NUMBERS, min_size=2, max_size=8))
def test_leave_one_out_is_the_reward_minus_the_mean_of_the_others(group):
    expected = [r - np.mean(group[:i] + group[i + 1 :]) for i, r in enumerate(group)]
    assert rloo(group) == pytest.approx(expected, abs=1e-4)


def test_equal_float32_rewards_give_exact_zeros():
    group = np.full(7, 0.6667, dtype=np.float32)
    assert not grpo(group).any()
    assert not reinforce_pp([group, group]).any()
    assert not whiten(group, np.ones(7)).any()


@given(st.floats(-50, 50), st.floats(0.1, 50))
def test_normalised_advantages_do_not_depend_on_the_rewards_offset_and_scale(offset, scale):
    group = np.array([0.0, 1.0, 1.0, 3.0])
    assert grpo(group * scale + offset) == pytest.approx(grpo(group), abs=1e-3)


def test_batch_normalisation_gives_mean_zero_and_deviation_one():
    result = reinforce_pp([[0, 1, 1], [2, 2, 5.0]])
    assert result.mean() == pytest.approx(0)
    assert result.std(ddof=1) == pytest.approx(1, abs=1e-5)


def test_turn_wise_credit_leaves_out_what_was_paid_before():
    nan = np.nan
    result = turn_wise([[1, 0, nan], [1, 1, nan], [0, 2, 5.0]], normalize=False)
    assert result[:, 1] == pytest.approx([-8 / 3, -5 / 3, 13 / 3])  # returns 0, 1, 7
    assert result[:, 2] == pytest.approx([0, 0, 0])  # one play alone has nothing to be compared with


def test_whitening_leaves_masked_tokens_at_zero():
    result = whiten([[1, 2, 9], [3, 4, 9]], [[1, 1, 0], [1, 1, 0]])
    assert result[:, 2] == pytest.approx([0, 0])
    assert result[:, :2].mean() == pytest.approx(0)
