"""The numbers of a summary: pass@k, error accounting, the suite score, the interquartile mean.

Intervals are in `intervals`, comparisons of models in `comparison`; their names can be had from here too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.comparison import PairedDifference, holm, paired_difference, rank_ranges
from ragen_bench.evaluation.intervals import (
    Estimate,
    Interval,
    bootstrap_interval,
    clustered,
    finite,
    success_estimate,
    success_interval,
    wilson,
)
from ragen_bench.evaluation.quantiles import satterthwaite, t_critical

__all__ = [
    "EnvironmentScore",
    "ErrorAccount",
    "Estimate",
    "Interval",
    "PairedDifference",
    "PassAtK",
    "SuiteScore",
    "bootstrap_interval",
    "clustered",
    "error_bounds",
    "holm",
    "iqm",
    "mean_pass_at_k",
    "normalized_score",
    "paired_difference",
    "pass_at_k",
    "rank_ranges",
    "success_estimate",
    "success_interval",
    "suite_score",
    "wilson",
]

# An oracle this close to the floor leaves nothing to measure.
_NO_HEADROOM = 1e-9


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """The chance that at least one of k samples succeeds, unbiased: 1 - C(n - c, k) / C(n, k).

    Chen et al. 2107.03374, equation 1.

    Args:
        n: samples taken of one task, at least 0.
        c: successes among them, in [0, n].
        k: at least 1.

    Returns:
        In [0, 1]; None when k > n, which cannot be estimated.
    """
    if k < 1:
        raise InvalidConfig("k", k, "at least 1", "pass_at_k")
    if n < 0 or not 0 <= c <= n:
        raise InvalidConfig("c", c, f"between 0 and n ({n}), n at least 0", "pass_at_k")
    if k > n:
        return None
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


@dataclass(frozen=True, slots=True)
class PassAtK:
    """pass@k over many tasks.

    Args:
        k: samples allowed.
        value: mean over the tasks that have at least k samples; None when there are none.
        tasks: how many those are.
        left_out: tasks with fewer than k samples.
    """

    k: int
    value: float | None
    tasks: int
    left_out: int


def mean_pass_at_k(counts: Iterable[tuple[int, int]], k: int) -> PassAtK:
    """Mean of `pass_at_k` over the tasks where it can be estimated.

    Args:
        counts: one (samples, successes) pair per task.
        k: at least 1.
    """
    results = [pass_at_k(n, c, k) for n, c in counts]
    known = [result for result in results if result is not None]
    value = math.fsum(known) / len(known) if known else None
    return PassAtK(k, value, len(known), len(results) - len(known))


@dataclass(frozen=True, slots=True)
class ErrorAccount:
    """What episodes that ended in an error do to a success rate. Rates are in [0, 1], None when 0 / 0.

    Args:
        episodes: all of them, errors included.
        errors: those that say nothing of the model (transport, sandbox).
        error_rate: errors / episodes.
        success_rate_errors_as_failures: successes / episodes: the low extreme.
        success_rate_scored: successes / (episodes - errors).
        success_rate_errors_as_successes: (successes + errors) / episodes: the high extreme.
        ranked: at most 1 % errors, and at least one episode.
    """

    episodes: int
    errors: int
    error_rate: float | None
    success_rate_errors_as_failures: float | None
    success_rate_scored: float | None
    success_rate_errors_as_successes: float | None
    ranked: bool


def error_bounds(episodes: int, success: int, errors: int) -> ErrorAccount:
    """The success rate at both extremes of what the errors could hide, and whether it may be ranked.

    Args:
        episodes: all episodes, errors included.
        success: successful ones, none of which is an error.
        errors: episodes that ended in an error.
    """
    if min(episodes, success, errors) < 0 or success + errors > episodes:
        raise InvalidConfig(
            "success + errors",
            success + errors,
            f"whole numbers of at least 0, at most episodes ({episodes})",
        )
    return ErrorAccount(
        episodes=episodes,
        errors=errors,
        error_rate=_ratio(errors, episodes),
        success_rate_errors_as_failures=_ratio(success, episodes),
        success_rate_scored=_ratio(success, episodes - errors),
        success_rate_errors_as_successes=_ratio(success + errors, episodes),
        # In whole numbers: 1 % of 100 is exactly one.
        ranked=episodes > 0 and 100 * errors <= episodes,
    )


@dataclass(frozen=True, slots=True)
class EnvironmentScore:
    """One environment's part of a suite score, all three in the unit of `score`.

    Args:
        name: environment id.
        score: the model's mean score and its error.
        floor: the best cheap policy's. Being the best of several, it leans a little high: strict, not kind.
        oracle: the oracle's; `Estimate(1.0)`, an exact number, where it always succeeds.
    """

    name: str
    score: Estimate
    floor: Estimate
    oracle: Estimate


@dataclass(frozen=True, slots=True)
class SuiteScore:
    """A macro mean over environments: 0 is the best cheap policy, 1 the oracle; not clipped.

    Args:
        mean: the suite score.
        se: its standard error.
        interval: confidence interval.
        environments: (name, normalised score with its error) in the order given.
    """

    mean: float
    se: float
    interval: Interval
    environments: tuple[tuple[str, Estimate], ...]


def normalized_score(part: EnvironmentScore, *, level: float = 0.95) -> Estimate:
    """(score - floor) / (oracle - floor) with the error of all three.

    First-order propagation (delta method): with D = oracle - floor and r the result, variance =
    (se_score^2 + ((1 - r) se_floor)^2 + (r se_oracle)^2) / D^2. A standard error of 0 from a rate that
    never varied is replaced by its interval's (`Estimate.working_se`).

    Raises:
        InvalidConfig: (a ValueError) the oracle is not above the floor.
    """
    mean, parts = _normalize(part)
    se, interval = _combine(mean, parts, level)
    return Estimate(mean, se, part.score.n, part.score.clusters, interval)


def suite_score(parts: Sequence[EnvironmentScore], *, level: float = 0.95) -> SuiteScore:
    """The macro mean of the normalised scores; every environment counts the same.

    Environments are independent, so se = sqrt(sum of their variances) / environments; the interval is
    mean +- t se with Satterthwaite's degrees of freedom. It speaks of new tasks of these environments,
    not of other environments.

    Raises:
        InvalidConfig: (a ValueError) no environments, one twice, or an oracle not above its floor.
    """
    if not parts:
        raise InvalidConfig("parts", 0, "at least one environment", "suite_score")
    names = [part.name for part in parts]
    if len(set(names)) != len(names):
        raise InvalidConfig("parts", names, "distinct environments", "suite_score")
    normalized = [_normalize(part) for part in parts]
    count = len(parts)
    mean = math.fsum(value for value, _ in normalized) / count
    pooled = [(variance / count**2, df) for _, variances in normalized for variance, df in variances]
    se, interval = _combine(mean, pooled, level)
    each = tuple((part.name, normalized_score(part, level=level)) for part in parts)
    return SuiteScore(mean, se, interval, each)


def iqm(values: npt.ArrayLike) -> float:
    """The interquartile mean (Agarwal et al. 2108.13264): the mean without the lowest and highest quarter.

    floor(n / 4) values are cut at each end, over all axes.

    Raises:
        InvalidConfig: no values, or one that is not finite.
    """
    array = np.sort(finite(np.ravel(np.asarray(values, dtype=np.float64)), "values"))
    if not len(array):
        raise InvalidConfig("values", values, "at least one number", "iqm")
    cut = len(array) // 4
    return float(array[cut : len(array) - cut].mean())


def _normalize(part: EnvironmentScore) -> tuple[float, list[tuple[float, float]]]:
    """The normalised score, and (variance, degrees of freedom) from each of its three sources."""
    score, floor, oracle = part.score, part.floor, part.oracle
    span = oracle.mean - floor.mean
    if not span > _NO_HEADROOM:
        raise InvalidConfig(
            "oracle",
            oracle.mean,
            f"above the floor ({floor.mean:g}), or nothing is left to measure; leave this environment out "
            "or measure its baselines again",
            part.name,
        )
    mean = (score.mean - floor.mean) / span
    weighted = ((1.0, score), (1 - mean, floor), (mean, oracle))
    # 0 x infinity, a source that does not matter and is not known, is 0 here.
    variances = [
        ((weight * source.working_se / span) ** 2 if weight else 0.0, source.df)
        for weight, source in weighted
    ]
    return mean, variances


def _combine(mean: float, parts: list[tuple[float, float]], level: float) -> tuple[float, Interval]:
    se = math.sqrt(math.fsum(variance for variance, _ in parts))
    half = t_critical(satterthwaite(parts), level) * se if math.isfinite(se) else math.inf
    return se, Interval(mean - half, mean + half)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
