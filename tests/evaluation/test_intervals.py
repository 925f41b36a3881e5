"""Quantiles against tables, and intervals: shared cases, invariants, simulated coverage."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.quantiles import normal_critical, satterthwaite, t_critical, t_two_sided
from ragen_bench.evaluation.statistics import (
    Estimate,
    bootstrap_interval,
    clustered,
    paired_difference,
    success_estimate,
    success_interval,
    wilson,
)
from ragen_bench.rng import Rng

CASES = json.loads((Path(__file__).parents[1] / "cases" / "statistics.json").read_text())["cases"]


def cases(kind: str) -> list[dict[str, Any]]:
    found = [case for case in CASES if case["kind"] == kind]
    assert found
    return found


def rate(values: Any, clusters: Any) -> Estimate:
    estimate = clustered(values, clusters, rate=True)
    assert estimate is not None
    assert estimate.interval is not None
    return estimate


@pytest.mark.parametrize(
    ("df", "level", "table"),
    [
        (1, 0.95, 12.706),
        (2, 0.95, 4.303),
        (3, 0.99, 5.841),
        (5, 0.95, 2.571),
        (9, 0.95, 2.262),
        (10, 0.90, 1.812),
        (30, 0.95, 2.042),
        (60, 0.99, 2.660),
        (120, 0.95, 1.980),
        (1_000_000, 0.95, 1.960),
    ],
)
def test_t_quantiles_agree_with_the_published_table(df: int, level: float, table: float) -> None:
    assert t_critical(df, level) == pytest.approx(table, abs=5.1e-4)


def test_t_quantiles_agree_with_the_closed_forms_of_one_and_two_degrees() -> None:
    for level in (0.5, 0.9, 0.95, 0.999):
        assert t_critical(1, level) == pytest.approx(math.tan(math.pi * level / 2), rel=1e-10)
        assert t_critical(2, level) == pytest.approx(level * math.sqrt(2 / (1 - level**2)), rel=1e-10)


def test_the_two_ways_to_a_t_quantile_meet_where_they_change_over() -> None:
    assert t_critical(1000, 0.95) == pytest.approx(t_critical(1000.0001, 0.95), rel=1e-8)
    assert t_two_sided(t_critical(5000, 0.9), 5000) == pytest.approx(0.1, rel=1e-9)
    assert t_critical(math.inf, 0.95) == normal_critical(0.95) == pytest.approx(1.959964, abs=1e-6)


@given(st.floats(0.5, 3000), st.floats(0.01, 0.999))
def test_the_t_quantile_inverts_the_t_distribution(df: float, level: float) -> None:
    assert t_two_sided(t_critical(df, level), df) == pytest.approx(1 - level, rel=1e-7)


def test_satterthwaite_adds_up_degrees_of_freedom_of_equal_variances() -> None:
    assert satterthwaite([(1.0, 9.0), (1.0, 9.0)]) == pytest.approx(18)
    assert satterthwaite([(1.0, 9.0), (0.0, 3.0)]) == pytest.approx(9)
    assert satterthwaite([(0.0, 9.0)]) == math.inf


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_a_level_outside_zero_and_one_is_refused(level: float) -> None:
    with pytest.raises(InvalidConfig, match="level"):
        wilson(1, 2, level)


def test_wilson_agrees_with_the_shared_cases() -> None:
    for case in cases("wilson_95"):
        interval = wilson(case["successes"], case["n"])
        assert interval == pytest.approx((case["low"], case["high"]), abs=5e-5)


def test_interval_widths_at_each_size_agree_with_the_shared_cases() -> None:
    for case in cases("intervals"):
        for n, half in case["half_width_95"].items():
            low, high = wilson(case["p"] * int(n), int(n)) or (0, 0)
            assert (high - low) / 2 == pytest.approx(half, abs=5e-4)


def test_no_trials_give_no_interval() -> None:
    assert wilson(0, 0) is None
    assert clustered([], []) is None
    assert success_interval([], [], []) is None
    assert paired_difference([], [], [], rng=Rng.of("x")) is None


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_rate_inside_zero_and_one_with_some_width(counts: tuple[int, int]) -> None:
    c, n = counts
    low, high = wilson(c, n) or (1, 0)
    assert 0 <= low <= c / n <= high <= 1
    assert low < high
    mirrored = wilson(n - c, n)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(st.integers(2, 500).flatmap(lambda n: st.tuples(st.integers(0, n - 1), st.just(n))))
def test_wilson_rises_with_successes_and_narrows_with_trials(counts: tuple[int, int]) -> None:
    c, n = counts
    here, more = wilson(c, n), wilson(c + 1, n)
    assert here is not None
    assert more is not None
    assert more.low > here.low
    assert more.high > here.high
    fourfold = wilson(4 * c, 4 * n)
    assert fourfold is not None
    assert fourfold.high - fourfold.low < here.high - here.low


@pytest.mark.parametrize(("successes", "n"), [(3, 2), (-1, 2), (1, -1), (math.nan, 3)])
def test_impossible_counts_are_refused(successes: float, n: float) -> None:
    with pytest.raises(InvalidConfig):
        wilson(successes, n)


def test_the_clustered_error_agrees_with_the_shared_case_and_not_with_the_naive_one() -> None:
    for case in cases("cluster_se"):
        tasks = [task for task in range(case["tasks"]) for _ in range(case["repeats"])]
        values = [float(task < case["tasks_all_solved"]) for task in tasks]
        estimate = clustered(values, tasks)
        assert estimate is not None
        assert estimate.se == pytest.approx(case["se"], abs=5e-5)
        assert (estimate.n, estimate.clusters) == (80, 10)
        assert estimate.interval == pytest.approx((0.5 - 2.262157 / 6, 0.5 + 2.262157 / 6), abs=1e-6)
        assert np.std(values, ddof=1) / math.sqrt(80) == pytest.approx(0.056, abs=5e-4)


binary_groups = st.lists(
    st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=5), min_size=1, max_size=12
)


def flat(groups: list[list[float]]) -> tuple[list[float], list[int]]:
    return [v for group in groups for v in group], [i for i, group in enumerate(groups) for _ in group]


@given(binary_groups, st.randoms(use_true_random=False))
def test_neither_order_nor_names_of_clusters_matter(groups: list[list[float]], chance: random.Random) -> None:
    values, keys = flat(groups)
    order = list(range(len(values)))
    chance.shuffle(order)
    here = rate(values, keys)
    there = rate([values[i] for i in order], [("family", str(-keys[i])) for i in order])
    assert there.mean == pytest.approx(here.mean)
    assert there.se == pytest.approx(here.se, abs=1e-12)
    assert there.interval == pytest.approx(here.interval, abs=1e-9)


@given(binary_groups, st.integers(2, 5))
def test_repeating_every_episode_teaches_nothing(groups: list[list[float]], times: int) -> None:
    values, keys = flat(groups)
    assert rate(values * times, keys * times).se == pytest.approx(rate(values, keys).se, abs=1e-9)


@given(binary_groups)
def test_an_interval_of_a_rate_stays_in_range_holds_the_mean_and_has_a_width(
    groups: list[list[float]],
) -> None:
    estimate = rate(*flat(groups))
    assert estimate.interval is not None
    low, high = estimate.interval
    assert 0 <= low <= estimate.mean <= high <= 1
    assert high - low > 0.01
    assert estimate.working_se > 0


@given(st.integers(1, 300), st.integers(1, 4), st.booleans())
def test_all_solved_or_none_falls_back_to_wilson_over_clusters(count: int, size: int, solved: bool) -> None:
    estimate = rate([float(solved)] * (count * size), [i for i in range(count) for _ in range(size)])
    assert estimate.interval == pytest.approx(wilson(count * solved, count), abs=1e-12)


def test_equal_scores_that_are_not_exact_in_binary_show_no_spread() -> None:
    estimate = rate([0.1] * 30, range(30))
    assert estimate.se == 0
    assert estimate.interval is not None
    assert estimate.interval.high - estimate.interval.low > 0.05


def test_one_cluster_shows_no_spread() -> None:
    estimate = clustered([1.0, 2.0], ["a", "a"])
    assert estimate == Estimate(1.5, None, 2, 1, None)
    assert estimate is not None
    assert estimate.working_se == math.inf


@pytest.mark.parametrize("values", [[0.5, math.nan], [0.5, math.inf], [[0.5], [0.5]]])
def test_values_that_are_not_numbers_in_a_row_are_refused(values: Any) -> None:
    with pytest.raises(InvalidConfig, match="values"):
        clustered(values, ["a", "b"])


def test_a_rate_outside_its_range_and_a_missing_key_are_refused() -> None:
    with pytest.raises(InvalidConfig, match=r"values.*1\.5"):
        clustered([0.0, 1.5], ["a", "b"], rate=True)
    with pytest.raises(InvalidConfig, match="clusters"):
        clustered([0.0, 1.0], ["a"])


def test_success_is_wilson_where_each_episode_is_its_own_family() -> None:
    values = [1] * 7 + [0] * 13
    assert success_interval(values, range(20), range(20)) == wilson(7, 20)
    assert success_interval(values, [None] * 20, range(20)) == wilson(7, 20)


def test_success_is_clustered_where_tasks_repeat_or_share_a_family() -> None:
    values = [1] * 8 + [0] * 12
    by_family = success_interval(values, [i // 4 for i in range(20)], range(20))
    by_repeat = success_interval(values, [i // 4 for i in range(20)], [i // 4 for i in range(20)])
    plain = wilson(8, 20)
    assert by_family == by_repeat == rate(values, [i // 4 for i in range(20)]).interval
    assert by_family is not None
    assert plain is not None
    assert by_family.low < plain.low
    assert by_family.high > plain.high


def test_one_family_for_all_is_clustered_by_task() -> None:
    values = [1, 1, 0, 0, 0, 0]
    assert (
        success_interval(values, ["f"] * 6, [0, 0, 1, 1, 2, 2]) == rate(values, [0, 0, 1, 1, 2, 2]).interval
    )
    assert success_interval(values, ["f"] * 6, range(6)) == wilson(2, 6)


def test_scores_between_zero_and_one_use_their_own_spread() -> None:
    narrow = success_estimate([0.4, 0.5, 0.6] * 10, range(30), range(30))
    assert narrow is not None
    assert narrow.interval is not None
    assert narrow.se is not None
    assert narrow.interval.high - narrow.interval.low == pytest.approx(2 * 2.045 * narrow.se, rel=0.01)


def test_a_task_of_two_families_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="families"):
        success_interval([1, 0], ["a", "b"], ["t", "t"])


def simulated_coverage(mean: float, runs: int = 1000) -> tuple[float, float]:
    """Shares of runs whose clustered and naive intervals hold the true rate: 64 families of 8 tasks."""
    generator = np.random.default_rng(20240601)
    families = np.repeat(np.arange(64), 8).tolist()
    hits = np.zeros(2)
    for _ in range(runs):
        chances = generator.beta(mean, 1 - mean, size=64)
        values = (generator.random((64, 8)) < chances[:, None]).astype(float).ravel()
        own, naive = success_interval(values, families, range(512)), wilson(values.sum(), 512)
        assert own is not None
        assert naive is not None
        hits += [own.low <= mean <= own.high, naive.low <= mean <= naive.high]
    return hits[0] / runs, hits[1] / runs


@pytest.mark.parametrize("mean", [0.5, 0.2])
def test_the_clustered_interval_covers_as_promised_and_the_naive_one_does_not(mean: float) -> None:
    own, naive = simulated_coverage(mean)
    assert 0.93 <= own <= 0.97
    assert naive < 0.75


def test_the_bootstrap_keeps_every_stratum_at_its_size() -> None:
    values, strata = [0.0] * 5 + [1.0] * 15, ["a"] * 5 + ["b"] * 15
    assert bootstrap_interval(values, strata, lambda x: float(x.mean()), Rng.of("x"), 50) == (0.75, 0.75)
    low, high = bootstrap_interval(values, ["a"] * 20, lambda x: float(x.mean()), Rng.of("x"), 200)
    assert low < 0.75 < high


def test_the_bootstrap_repeats_with_its_seed_and_finds_the_textbook_width() -> None:
    values = np.random.default_rng(1).normal(size=100)
    one, two, other = (
        bootstrap_interval(values, [0] * 100, lambda x: float(x.mean()), Rng.of(seed), 1500) for seed in "xxy"
    )
    assert one == two != other
    assert (one.high - one.low) / 2 == pytest.approx(1.96 * values.std() / 10, rel=0.1)


def test_the_bootstrap_resamples_whole_rows() -> None:
    rows = np.stack([np.arange(6.0), np.arange(6.0)], axis=1)
    difference = bootstrap_interval(
        rows, [0] * 6, lambda x: float((x[:, 0] - x[:, 1]).sum()), Rng.of("x"), 20
    )
    assert difference == (0, 0)
