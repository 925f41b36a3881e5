"""Paired differences, rank ranges and many tests at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.statistics import (
    Estimate,
    Interval,
    holm,
    paired_difference,
    rank_ranges,
)
from ragen_bench.rng import Rng


def test_an_exact_sign_flip_counts_all_patterns() -> None:
    result = paired_difference([1, 1, 1, 1, 1, 1], [0] * 6, range(6), rng=Rng.of("x"))
    assert result is not None
    assert result.exact
    assert result.p_value == 2 / 64
    assert result.difference == 1
    assert result.interval is not None
    assert 0 < result.interval.low < result.interval.high == 1


def test_a_drawn_sign_flip_is_near_the_exact_one_and_repeats_with_its_seed() -> None:
    generator = np.random.default_rng(5)
    a, b = generator.random(12), generator.random(12) - 0.15
    exact = paired_difference(a, b, range(12), rng=Rng.of("x"), bounds=None)
    one, two = (
        paired_difference(a, b, range(12), rng=Rng.of("x"), draws=3000, bounds=None) for _ in range(2)
    )
    assert exact is not None
    assert one is not None
    assert exact.exact
    assert not one.exact
    assert one == two
    assert 0.02 < exact.p_value < 0.98
    assert one.p_value == pytest.approx(exact.p_value, abs=0.03)


def test_a_drawn_p_value_is_never_zero() -> None:
    result = paired_difference([1.0] * 200, [0.0] * 200, range(200), rng=Rng.of("x"), draws=99)
    assert result is not None
    assert not result.exact
    assert result.p_value == 1 / 100


def test_whole_families_are_flipped_and_clustered() -> None:
    a, b = [1] * 12, [0] * 12
    by_task = paired_difference(a, b, range(12), rng=Rng.of("x"))
    by_family = paired_difference(a, b, range(12), [i // 4 for i in range(12)], rng=Rng.of("x"))
    assert by_task is not None
    assert by_family is not None
    assert (by_task.p_value, by_family.p_value) == (2 / 4096, 2 / 8)
    assert (by_family.tasks, by_family.clusters, by_family.pairs) == (12, 3, 12)


def test_two_models_that_agree_everywhere_differ_by_nothing_within_a_width() -> None:
    result = paired_difference([1, 0] * 32, [1, 0] * 32, range(64), rng=Rng.of("x"))
    assert result is not None
    assert (result.difference, result.p_value) == (0, 1)
    assert result.interval == pytest.approx((-0.0566, 0.0566), abs=1e-4)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=10))
def test_swapping_the_models_turns_the_difference_round(pairs: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    there = paired_difference(a, b, range(len(a)), rng=Rng.of("x"))
    back = paired_difference(b, a, range(len(a)), rng=Rng.of("x"))
    assert there is not None
    assert back is not None
    assert there.interval is not None
    assert back.interval is not None
    assert back.difference == pytest.approx(-there.difference)
    assert back.p_value == pytest.approx(there.p_value)
    assert back.interval == pytest.approx((-there.interval.high, -there.interval.low))
    assert -1 <= there.interval.low <= there.difference <= there.interval.high <= 1


def test_pairing_is_narrower_than_two_intervals_where_tasks_differ() -> None:
    hard = np.linspace(0, 1, 40)
    result = paired_difference(hard * 0.9 + 0.05, hard * 0.9, range(40), rng=Rng.of("x"))
    assert result is not None
    assert result.se == pytest.approx(0, abs=1e-9)


def test_pairs_of_different_length_are_refused() -> None:
    with pytest.raises(InvalidConfig, match="as long as a"):
        paired_difference([1, 0], [1], ["t", "u"], rng=Rng.of("x"))


def test_models_that_nothing_tells_apart_share_a_rank_range() -> None:
    models = {"best": Estimate(0.9, 0.01), "b": Estimate(0.5, 0.05), "c": Estimate(0.48, 0.05)}
    assert rank_ranges(models) == {"best": (1, 1), "b": (2, 3), "c": (2, 3)}


def test_a_paired_interval_takes_the_place_of_two_separate_errors() -> None:
    models = {"a": Estimate(0.5, 0.05), "b": Estimate(0.45, 0.05)}
    assert rank_ranges(models) == {"a": (1, 2), "b": (1, 2)}
    told_apart = {"a": (1, 1), "b": (2, 2)}
    assert rank_ranges(models, {("a", "b"): Interval(0.01, 0.09)}) == told_apart
    assert rank_ranges(models, {("b", "a"): Interval(-0.09, -0.01)}) == told_apart
    with pytest.raises(InvalidConfig, match="differences"):
        rank_ranges(models, {("a", "z"): Interval(0, 1)})


def test_a_single_cluster_settles_no_rank() -> None:
    models = {"a": Estimate(0.9, None, 5, 1), "b": Estimate(0.1, 0.01)}
    assert rank_ranges(models) == {"a": (1, 2), "b": (1, 2)}


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 0.3)), min_size=1, max_size=6))
def test_every_rank_range_holds_the_rank_of_the_mean(models: list[tuple[float, float]]) -> None:
    ranges = rank_ranges({str(i): Estimate(mean, se) for i, (mean, se) in enumerate(models)})
    for i, (mean, _) in enumerate(models):
        rank = 1 + sum(other > mean for other, _ in models)
        best, worst = ranges[str(i)]
        assert 1 <= best <= rank <= worst <= len(models)


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]).tolist() == []
    with pytest.raises(InvalidConfig):
        holm([0.5, 1.5])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_lies_between_the_raw_and_the_bonferroni_values(values: list[float]) -> None:
    p = np.array(values)
    adjusted = holm(p)
    assert (adjusted >= p).all()
    assert (adjusted <= np.minimum(1, p * len(p)) + 1e-12).all()
    order = np.argsort(p, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()
