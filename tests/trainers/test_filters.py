"""Which groups are kept, on published cases and as properties."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng
from ragen_bench.trainers.filters import select_groups, variance_parts

DATA = json.loads((Path(__file__).parents[1] / "cases" / "filters.json").read_text())
NAMES = list(DATA["groups"])
REWARDS = [DATA["groups"][name] for name in NAMES]
RANKED = [("top_p", 0.5), ("top_p", 0.9), ("top_k", 0.4), ("top_k_abs", 2), ("min_p", 0.5)]


@pytest.mark.parametrize("case", DATA["cases"])
def test_the_published_cases_keep_the_published_groups(case):
    options = {name: value for name, value in case.items() if name != "kept"}
    assert [NAMES[i] for i in select_groups(REWARDS, **options)] == case["kept"]


@st.composite
def batches(draw):
    numbers = st.sampled_from([-1.0, -0.1, 0.0, 0.25, 0.9, 1.0, 10.9])
    return draw(st.lists(st.lists(numbers, min_size=4, max_size=4), min_size=1, max_size=8))


@given(batches(), st.randoms(use_true_random=False), st.sampled_from(RANKED))
def test_the_order_of_the_groups_does_not_matter(rewards, random, rule):
    variances = sorted(round(float(np.var(group)), 9) for group in rewards)
    assume(len(set(variances)) == len(variances))  # a tie at the cut is broken by position
    order = list(range(len(rewards)))
    random.shuffle(order)
    kept = select_groups([rewards[i] for i in order], *rule)
    assert sorted(order[i] for i in kept) == select_groups(rewards, *rule)


@given(batches(), st.sampled_from([r for r in RANKED if r[0] != "top_k_abs"]))
def test_rewards_times_ten_keep_the_same_groups(rewards, rule):
    assert select_groups(np.array(rewards) * 10, *rule) == select_groups(rewards, *rule)


@given(batches(), st.floats(0.01, 1), st.floats(0.01, 1))
def test_a_larger_share_keeps_no_fewer_groups(rewards, one, other):
    low, high = sorted((one, other))
    assert set(select_groups(rewards, "top_p", low)) <= set(select_groups(rewards, "top_p", high))


@given(batches(), st.floats(0.01, 1))
def test_top_p_is_the_smallest_prefix_that_holds_the_share(rewards, share):
    kept = select_groups(rewards, "top_p", share)
    variance = np.array([np.var(group, ddof=1) for group in rewards])
    if not kept:
        assert variance.max() < 1e-6
        return
    total = variance.sum()
    assert variance[kept].sum() >= share * total - 1e-6
    assert variance[kept].sum() - variance[kept].min() < share * total + 1e-6


@pytest.mark.parametrize("rule", RANKED)
@pytest.mark.parametrize("include_zero", [False, True])
def test_constant_groups_keep_nothing_so_that_the_update_is_skipped(rule, include_zero):
    assert select_groups([[1, 1], [0, 0]], *rule, include_zero=include_zero) == []


def test_an_empty_batch_keeps_nothing():
    assert select_groups([], "top_p", 0.9) == []


def test_equal_float32_rewards_have_no_variance():
    assert select_groups([np.full(7, 0.6667, dtype=np.float32)], "zero_variance") == []


def test_a_failed_play_gives_its_group_no_variance():
    nan = float("nan")
    assert select_groups([[1, 1, nan], [nan, nan, nan], [nan, 0, 1]], "zero_variance") == [2]


def test_a_nearly_solved_group_is_kept_whole():
    assert select_groups([[0] + [0.95] * 7], "top_p", 0.9) == [0]


def test_a_format_bonus_alone_is_variance_of_reward_but_not_of_success():
    rewards, successes = [[0, 0.1, 0, 0]], [[0, 0, 0, 0]]
    assert select_groups(rewards, "zero_variance") == [0]
    assert select_groups(rewards, "zero_variance", metric="success_variance", successes=successes) == []


def test_a_mixture_is_filtered_within_each_environment():
    rewards = [[0, 12], [0, 11], [0, 1], [0, 0.9], [0, 0.9], [0, 0.5]]
    names = ["sokoban"] * 2 + ["countdown"] * 2 + ["bandit"] * 2
    assert select_groups(rewards, "top_p", 0.5) == [0]
    assert select_groups(rewards, "top_p", 0.5, strata=names) == [0, 2, 4]


def test_ties_go_to_the_first_group():
    assert select_groups([[0, 1], [0, 1], [1, 0]], "top_k_abs", 1) == [0]


def test_the_smallest_can_be_kept_as_a_control():
    assert select_groups(REWARDS, "top_k_abs", 1, largest=False) == [NAMES.index("e")]


def test_a_random_drop_keeps_the_count_it_is_told_and_is_the_same_again():
    draws = {tuple(select_groups(REWARDS, "random", 2, rng=Rng.of(i), include_zero=True)) for i in range(40)}
    assert all(len(draw) == 2 for draw in draws)
    assert len(draws) == 10
    again = [select_groups(REWARDS, "random", 2, rng=Rng.of(3)) for _ in range(2)]
    assert again[0] == again[1]


def test_softmax_mass_depends_on_the_rewards_scale_and_linear_mass_does_not():
    small, large = np.array(REWARDS), np.array(REWARDS) * 100
    assert select_groups(small, "top_p", 0.9, mode="softmax") != select_groups(
        large, "top_p", 0.9, mode="softmax"
    )
    assert select_groups(small, "top_p", 0.9) == select_groups(large, "top_p", 0.9)


def test_means_may_be_ranked_although_they_are_negative():
    kept = select_groups([[-1, -0.9], [-5, -4]], "top_p", 0.5, metric="reward_mean")
    assert kept == [0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"strategy": "top-p"},
        {"metric": "variance"},
        {"mode": "log"},
        {"strategy": "top_p", "value": 0},
        {"strategy": "top_p", "value": 1.1},
        {"strategy": "top_p", "value": float("nan")},
        {"strategy": "top_k_abs", "value": 0.5},
        {"strategy": "random", "value": 2},
        {"metric": "success_variance"},
        {"strata": ["one"]},
    ],
)
def test_bad_settings_are_refused_by_name(wrong):
    (name,) = [key for key in wrong if key != "strategy"] or ["strategy"]
    with pytest.raises(InvalidConfig) as caught:
        select_groups(REWARDS, **wrong)
    assert caught.value.field in (name, "rng", "successes", "strata", "value")


def test_variance_is_split_into_actions_and_luck():
    rng = np.random.default_rng(0)
    actions, luck = rng.normal(0, 2, (4000, 1)), rng.normal(0, 1, (4000, 4))
    by_action, by_luck = variance_parts(actions + luck)
    assert by_action == pytest.approx(4, rel=0.1)
    assert by_luck == pytest.approx(1, rel=0.1)
    assert variance_parts(np.tile([[0.0], [1.0]], 3))[1] == 0
    with pytest.raises(InvalidConfig):
        variance_parts([[1.0], [2.0]])
