"""Summary numbers: pass@k, error accounting, the suite score, the interquartile mean."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.statistics import (
    EnvironmentScore,
    Estimate,
    clustered,
    error_bounds,
    iqm,
    mean_pass_at_k,
    normalized_score,
    pass_at_k,
    suite_score,
)

CASES = json.loads((Path(__file__).parents[1] / "cases" / "statistics.json").read_text())["cases"]


def cases(kind: str) -> list[dict[str, Any]]:
    found = [case for case in CASES if case["kind"] == kind]
    assert found
    return found


def test_pass_at_k_agrees_with_the_shared_cases() -> None:
    for case in cases("pass_at_k"):
        assert pass_at_k(case["n"], case["c"], case["k"]) == case["expected"]


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_pass_at_k_is_the_share_of_subsets_with_a_success(numbers: tuple[int, int, int]) -> None:
    from itertools import combinations

    n, c, k = numbers
    subsets = [any(i < c for i in chosen) for chosen in combinations(range(n), k)]
    assert pass_at_k(n, c, k) == pytest.approx(sum(subsets) / len(subsets))


def test_tasks_with_too_few_samples_are_left_out_and_counted() -> None:
    result = mean_pass_at_k([(4, 1), (4, 0), (1, 1)], 2)
    assert (result.value, result.tasks, result.left_out) == (0.25, 2, 1)
    assert mean_pass_at_k([(1, 1)], 2).value is None


@pytest.mark.parametrize(("n", "c", "k"), [(2, 3, 1), (2, -1, 1), (2, 1, 0), (-1, 0, 1)])
def test_impossible_pass_at_k_is_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(InvalidConfig):
        pass_at_k(n, c, k)


def test_error_accounting_agrees_with_the_shared_cases() -> None:
    for case in cases("errors"):
        account = error_bounds(case["episodes"], case["success"], case["errors"])
        for field in ("success_rate_errors_as_failures", "success_rate_scored", "error_rate"):
            assert getattr(account, field) == pytest.approx(case[field], abs=5e-5)
        assert account.ranked is case["ranked"]
        assert account.success_rate_errors_as_successes == 0.5


def test_exactly_one_percent_of_errors_is_ranked_and_more_is_not() -> None:
    assert error_bounds(700, 0, 7).ranked
    assert error_bounds(100, 99, 1).ranked
    assert not error_bounds(699, 0, 7).ranked
    assert not error_bounds(0, 0, 0).ranked
    assert error_bounds(0, 0, 0).error_rate is None
    assert error_bounds(2, 0, 2).success_rate_scored is None


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_the_scored_rate_lies_between_the_extremes(success: int, failures: int, errors: int) -> None:
    account = error_bounds(success + failures + errors, success, errors)
    assume(account.success_rate_scored is not None)
    assert (
        account.success_rate_errors_as_failures - 1e-12
        <= account.success_rate_scored
        <= account.success_rate_errors_as_successes + 1e-12
    )


def test_more_outcomes_than_episodes_are_refused() -> None:
    with pytest.raises(InvalidConfig, match="success"):
        error_bounds(3, 2, 2)


def part(
    name: str, score: float, se: float = 0.03, floor: float = 0.2, oracle: float = 1.0
) -> EnvironmentScore:
    return EnvironmentScore(
        name,
        Estimate(score, se, 64, 64),
        Estimate(floor, 0.01),
        Estimate(oracle, 0.0 if oracle == 1 else 0.02),
    )


def test_the_floor_scores_zero_the_oracle_one_and_nothing_is_clipped() -> None:
    results = [suite_score([part("e", score)]).mean for score in (0.2, 1.0, 0.0)]
    assert results == pytest.approx([0, 1, -0.25])


def test_the_error_of_score_floor_and_oracle_all_count() -> None:
    result = normalized_score(part("e", 0.5, se=0.03, floor=0.2, oracle=0.8))
    assert result.mean == pytest.approx(0.5)
    expected = math.sqrt(0.03**2 + (0.5 * 0.01) ** 2 + (0.5 * 0.02) ** 2) / 0.6
    assert result.se == pytest.approx(expected)


def test_the_propagated_error_agrees_with_a_simulation() -> None:
    generator = np.random.default_rng(3)
    s, f, o = (generator.normal(m, e, 200_000) for m, e in ((0.5, 0.03), (0.2, 0.01), (0.8, 0.02)))
    drawn = float(np.std((s - f) / (o - f)))
    assert normalized_score(part("e", 0.5, floor=0.2, oracle=0.8)).se == pytest.approx(drawn, rel=0.02)


def test_environments_count_the_same_and_their_errors_add_in_squares() -> None:
    parts = [part("a", 0.6, se=0.0001), part("b", 0.4, se=0.1)]
    result = suite_score(parts)
    each = [estimate for _, estimate in result.environments]
    assert result.mean == pytest.approx((each[0].mean + each[1].mean) / 2)
    assert result.se == pytest.approx(math.hypot(each[0].se or 0, each[1].se or 0) / 2)
    assert result.interval.low < result.mean < result.interval.high


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=5),
    st.floats(0, 1),
)
def test_the_suite_score_is_linear_in_the_scores(pairs: list[tuple[float, float]], share: float) -> None:
    def score(values: list[float]) -> float:
        return suite_score([part(str(i), v, floor=0.1 * i) for i, v in enumerate(values)]).mean

    mixed = [share * a + (1 - share) * b for a, b in pairs]
    expected = share * score([a for a, _ in pairs]) + (1 - share) * score([b for _, b in pairs])
    assert score(mixed) == pytest.approx(expected, abs=1e-9)


def test_a_model_that_fails_everywhere_is_not_certain_to_do_so() -> None:
    estimate = clustered([0.0] * 64, range(64), rate=True)
    assert estimate is not None
    result = suite_score([EnvironmentScore("e", estimate, Estimate(0.02, 0.005), Estimate(1.0))])
    assert result.se > 0.01
    assert result.interval.high > 0


def test_an_oracle_no_better_than_the_floor_is_a_clear_error() -> None:
    for floor in (0.8, 0.9):
        with pytest.raises(ValueError, match=r"ragen/X-v1: oracle must be above the floor"):
            suite_score([part("ragen/X-v1", 0.5, floor=floor, oracle=0.8)])


def test_an_empty_suite_and_an_environment_twice_are_refused() -> None:
    with pytest.raises(InvalidConfig):
        suite_score([])
    with pytest.raises(InvalidConfig, match="distinct"):
        suite_score([part("a", 0.5), part("a", 0.6)])


def test_the_interquartile_mean_drops_a_quarter_at_each_end() -> None:
    assert iqm([-1000, 2, 4, 1000]) == 3
    assert iqm([[1, 2], [3, 4]]) == 2.5
    assert iqm([7]) == 7
    with pytest.raises(InvalidConfig):
        iqm([])
