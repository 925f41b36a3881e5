"""The numeric core on policies whose information is known exactly."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.diagnostics import collapse_report, plan, regime
from ragen_bench.diagnostics.bounds import jackknife, log_mean, lower_terms
from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng

CASES = json.loads((Path(__file__).parents[1] / "cases" / "collapse.json").read_text())["cases"]
#: The published policies: reply probabilities by prompt; every reply is sampled as often as it is likely.
POLICIES = {
    "template collapse": np.full((4, 2), 0.5),
    "deterministic and distinct": np.eye(4),
    "healthy": np.kron(np.eye(4), [[0.5, 0.5]]),
    "low-entropy collapse": np.ones((4, 1)),
}


def scored(policy):
    """(log-probabilities, own prompts) with each prompt's replies in proportion to their probability."""
    with np.errstate(divide="ignore"):
        logs = np.log(policy)
    rows, own = [], []
    for prompt, row in enumerate(policy):
        for reply, p in enumerate(row):
            for _ in range(round(4 * p)):
                rows.append(logs[:, reply])
                own.append(prompt)
    return np.array(rows), np.array(own)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_closed_form_policies_give_their_exact_values(case):
    report = collapse_report(*scored(POLICIES[case["name"]]))
    assert report.conditional_entropy == pytest.approx(case["H_Z_given_X"], abs=1e-6)
    assert report.mi_lower == pytest.approx(case["I"], abs=1e-6)
    if "retrieval" in case:
        wanted = 0.25 if case["retrieval"] == "chance" else case["retrieval"]
        assert report.retrieval_accuracy == pytest.approx(wanted)
    assert report.retrieval_chance == 0.25
    assert report.reasoning_entropy == pytest.approx(case["H_Z_given_X"] + case["I"], abs=1e-6)


def test_an_infinite_upper_bound_is_null_in_json_and_said_to_be_infinite():
    report = collapse_report(*scored(np.eye(4)))
    assert math.isinf(report.mi_upper)
    made = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert made["mi_upper"] is None
    assert made["mi_upper_infinite"] is True
    assert report.saturated


def gaussian(rng, n, k, noise):
    """Reasonings are noisy copies of their prompts' numbers; I is log(1 + 1 / noise^2) / 2 nats."""
    prompts = rng.normal(size=n)
    own = np.repeat(np.arange(n), k)
    replies = prompts[own] + noise * rng.normal(size=n * k)
    scores = -((replies[:, None] - prompts[None]) ** 2) / (2 * noise**2) - math.log(
        noise * math.sqrt(2 * math.pi)
    )
    return scores, own


def test_the_true_information_lies_between_the_bounds_on_average():
    rng = np.random.default_rng(0)
    for true in (0.2, 0.45, 1.0):
        noise = 1 / math.sqrt(math.exp(2 * true) - 1)
        reports = [collapse_report(*gaussian(rng, 32, 4, noise), permutations=1) for _ in range(60)]
        assert np.mean([r.mi_lower for r in reports]) <= true + 0.02
        assert np.mean([r.mi_upper for r in reports]) >= true - 0.02


def test_intervals_cover_what_they_estimate(verify_full):
    rng = np.random.default_rng(1)
    noise = 1 / math.sqrt(math.exp(0.9) - 1)
    draws = [gaussian(rng, 32, 4, noise) for _ in range(2000 if verify_full else 250)]
    reports = [collapse_report(*draw, permutations=1) for draw in draws]
    target = np.mean([r.mi_lower for r in reports])
    covered = np.mean([r.mi_interval[0] <= target <= r.mi_interval[1] for r in reports])
    # Nominal 0.95; 250 trials have a standard error of 1.4 points.
    assert covered >= (0.93 if verify_full else 0.91)


def test_permutation_p_values_have_their_size_where_columns_differ_and_are_one_where_they_are_equal(
    verify_full,
):
    rng = np.random.default_rng(2)
    trials = 1000 if verify_full else 200
    rejected = 0
    for trial in range(trials):
        # Exchangeable: every prompt's columns are drawn alike, whichever prompt a reasoning is of.
        scores = rng.normal(size=(16, 8)) + rng.normal(size=(1, 8))
        report = collapse_report(scores, np.repeat(np.arange(8), 2), rng=trial, permutations=99)
        rejected += report.p_value <= 0.05
    # 3 to 7 % at 1,000 trials; wider by their error at 200.
    low, high = (0.03, 0.07) if verify_full else (0.015, 0.09)
    assert low <= rejected / trials <= high
    equal = collapse_report(np.tile(rng.normal(size=(32, 1)), 16), np.repeat(np.arange(16), 2))
    assert equal.p_value == 1
    assert equal.mi_lower == pytest.approx(0)


def test_independent_reasoning_is_never_called_input_dependent():
    rng = np.random.default_rng(3)
    for n in (32, 64):
        scores = np.tile(rng.normal(size=(n * 2, 1)) - 50, n)
        report = collapse_report(scores, np.repeat(np.arange(n), 2))
        assert report.verdict == "low"
        assert regime(report).input == "input-agnostic"


def test_few_prompts_give_no_verdict_and_narrow_intervals_do():
    rng = np.random.default_rng(4)
    assert collapse_report(*gaussian(rng, 16, 8, 0.5)).verdict == "not enough data"
    assert collapse_report(*gaussian(rng, 128, 4, 0.5)).verdict == "high"
    # A margin far above the estimate turns the same data into "low".
    assert collapse_report(*gaussian(rng, 128, 4, 0.5), reference=20.0).verdict == "low"


def test_equal_prompts_count_as_one_column():
    scores, own = scored(POLICIES["healthy"])
    doubled = np.concatenate([scores, scores], axis=1)
    keys = [0, 1, 2, 3, 0, 1, 2, 3]
    moved = own + 4 * (np.arange(len(own)) % 2)
    report = collapse_report(doubled, moved, prompt_keys=keys)
    assert report.mi_lower == pytest.approx(math.log(4))
    assert report.retrieval_accuracy == pytest.approx(1)
    assert report.retrieval_chance == 0.25
    assert report.prompts == 4


def test_log_probabilities_of_minus_two_thousand_neither_underflow_nor_overflow():
    scores, own = scored(np.full((4, 2), 0.5))
    far = collapse_report(scores - 2000, own)
    assert far.mi_lower == pytest.approx(0, abs=1e-9)
    assert far.conditional_entropy == pytest.approx(2000 + math.log(2))
    assert log_mean(np.array([[-2000.0, -2000.0]]))[0] == pytest.approx(-2000)


def test_figures_per_token_divide_the_totals_by_the_tokens():
    scores, own = scored(np.full((4, 2), 0.5))
    report = collapse_report(scores, own, lengths=np.full(len(own), 2))
    assert report.conditional_entropy_per_token == pytest.approx(math.log(2) / 2)


def test_strata_keep_columns_prompts_and_permutations_apart():
    rng = np.random.default_rng(5)
    a, own_a = gaussian(rng, 32, 2, 0.5)
    b, own_b = gaussian(rng, 32, 2, 0.5)
    # Across strata the scores would be absurd, and they are never looked at.
    scores = np.full((128, 64), 99.0)
    scores[:64, :32], scores[64:, 32:] = a, b
    own = np.concatenate([own_a, own_b + 32])
    report = collapse_report(scores, own, strata=["a"] * 32 + ["b"] * 32)
    apart = [collapse_report(a, own_a), collapse_report(b, own_b)]
    assert report.mi_lower == pytest.approx(np.mean([r.mi_lower for r in apart]))
    assert report.retrieval_chance == pytest.approx(1 / 32)


@given(st.integers(3, 7), st.integers(1, 3), st.integers(0, 1000))
def test_the_lower_bound_is_at_most_log_n_whatever_the_scores(n, k, seed):
    rng = np.random.default_rng(seed)
    scores = 5 * rng.normal(size=(n * k, n))
    report = collapse_report(scores, np.repeat(np.arange(n), k), permutations=3)
    assert report.mi_lower <= math.log(n) + 1e-9
    assert 0 < report.p_value <= 1


@given(st.integers(0, 1000))
def test_the_order_of_rows_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    scores, own = gaussian(rng, 6, 3, 1.0)
    order = rng.permutation(len(own))
    one, other = (
        collapse_report(*pair, permutations=9) for pair in ((scores, own), (scores[order], own[order]))
    )
    assert other.mi_lower == pytest.approx(one.mi_lower)
    assert other.mi_interval == pytest.approx(one.mi_interval)
    assert other.p_value == one.p_value


def test_the_jackknife_is_the_one_that_leaves_a_prompt_out_by_hand():
    scores, own = gaussian(np.random.default_rng(6), 5, 2, 1.0)
    values = []
    for left in range(5):
        rows = own != left
        rest = np.delete(scores[rows], left, axis=1)
        values.append(lower_terms(rest, own[rows] - (own[rows] > left)).mean())
    whole = lower_terms(scores, own).mean()
    corrected, error = jackknife(scores, own)
    assert corrected == pytest.approx(5 * whole - 4 * np.mean(values))
    assert error == pytest.approx(math.sqrt(4 / 5 * np.sum((values - np.mean(values)) ** 2)))


def test_permutations_do_not_touch_any_global_generator():
    state = np.random.get_state()[1].tolist()  # noqa: NPY002 - looked at, not drawn from
    scores, own = gaussian(np.random.default_rng(7), 8, 2, 1.0)
    one = collapse_report(scores, own, rng=Rng.of("mine"))
    assert collapse_report(scores, own, rng=Rng.of("mine")) == one
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002


@pytest.mark.parametrize(
    ("scores", "own", "word"),
    [
        ([[0.0, 1.0]], [2], "columns"),
        ([[0.0, math.nan]], [0], "NaN"),
        ([[math.inf, 0.0]], [0], "NaN or"),
        ([[-math.inf, 0.0], [0.0, 0.0]], [0, 1], "own prompt"),
        ([[0.0, 1.0]], [0], "at least one row"),
        ([[0.0]], [0], "at least 2"),
        ([0.0, 1.0], [0], "shape|\\(S, N\\)"),
    ],
)
def test_matrices_that_say_nothing_are_refused_by_name(scores, own, word):
    with pytest.raises(InvalidConfig, match=word):
        collapse_report(scores, own)


def test_the_planner_finds_the_cheapest_design_that_is_precise_enough():
    made = plan(0.2)
    assert made.half_width <= 0.2
    assert made.prompts >= 32
    assert plan(0.1).scores > made.scores
    assert plan(0.2, expected=3.5).ceiling >= 3.5 / 0.8
    with pytest.raises(InvalidConfig):
        plan(0.0001)
