"""Comparing models: differences on the same tasks, rank ranges, and many tests at once."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.intervals import (
    Array,
    Estimate,
    Interval,
    cluster_codes,
    clustered,
    evaluation_clusters,
    finite,
    same_everywhere,
)
from ragen_bench.evaluation.quantiles import satterthwaite, t_critical
from ragen_bench.rng import Rng


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """How much better a is than b on the same tasks.

    Args:
        difference: mean of a - b, in the unit of the values.
        se: its clustered standard error, None with one cluster.
        interval: confidence interval, None with one cluster.
        p_value: two-sided, of "the signs of the clusters' differences are chance"; in (0, 1].
        exact: all sign patterns were counted, not a sample of them.
        pairs: values compared.
        tasks: distinct tasks among them.
        clusters: independent groups among them.
    """

    difference: float
    se: float | None
    interval: Interval | None
    p_value: float
    exact: bool
    pairs: int
    tasks: int
    clusters: int


def paired_difference(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    tasks: Sequence[Hashable],
    families: Sequence[Hashable] | None = None,
    *,
    rng: Rng,
    draws: int = 9999,
    level: float = 0.95,
    bounds: tuple[float, float] | None = (0.0, 1.0),
) -> PairedDifference | None:
    """The difference of two means over the same tasks (Miller 2411.00640).

    Pairing removes what the tasks share. The standard error is that of `clustered` on a - b, by family (by
    task where there is none, or only one); the interval is difference +- t se with clusters - 1 degrees of
    freedom. The p-value flips the signs of whole clusters: all 2^clusters patterns where those are no more
    than draws + 1, otherwise (hits + 1) / (draws + 1) (Phipson & Smyth 1603.05766). Below six clusters it
    cannot fall under 0.05.

    Args:
        a, b: shape (n,), finite; a[i] and b[i] are the results of two models on one play of tasks[i].
        tasks: n task keys; a task may come several times (repeats).
        families: n family keys, or None.
        rng: where sign patterns are drawn from; moved on only when not exact.
        draws: sign patterns to draw.
        level: of the interval.
        bounds: the least and greatest value a and b can take, None when there are none. With bounds the
            interval stays within their differences, and has a width even when all clusters agree.

    Returns:
        None when there is nothing to compare.
    """
    first, second = finite(a, "a"), finite(b, "b")
    if len(first) != len(second):
        raise InvalidConfig("b", len(second), f"as long as a ({len(first)})", "paired_difference")
    if draws < 1:
        raise InvalidConfig("draws", draws, "at least 1", "paired_difference")
    keys = evaluation_clusters(tasks if families is None else families, tasks)
    estimate = clustered(first - second, keys, level=level)
    if estimate is None:
        return None
    codes, count = cluster_codes(keys, len(first))
    sums: Array = np.bincount(codes, weights=first - second, minlength=count).astype(np.float64)
    p_value, exact = _sign_flip(sums, rng, draws)
    interval = estimate.interval
    if bounds is not None and interval is not None:
        span = bounds[1] - bounds[0]
        if estimate.se:
            interval = Interval(max(-span, interval.low), min(span, interval.high))
        else:
            interval = same_everywhere(estimate.mean, count, -span, span, level)
    return PairedDifference(
        difference=estimate.mean,
        se=estimate.se,
        interval=interval,
        p_value=p_value,
        exact=exact,
        pairs=len(first),
        tasks=len(set(tasks)),
        clusters=count,
    )


def _sign_flip(sums: Array, rng: Rng, draws: int) -> tuple[float, bool]:
    """Two-sided p-value of sum(sums) under independent sign flips, and whether it is exact."""
    scale = float(np.abs(sums).sum())
    # Ties count as hits; sums in another order may differ in the last bits.
    threshold = abs(float(sums.sum())) - 1e-9 * scale
    # A cluster without a difference is the same under either sign.
    moving = sums[sums != 0]
    if 2 ** len(moving) <= draws + 1:
        totals = np.zeros(1)
        for value in moving:
            totals = np.concatenate([totals + value, totals - value])
        return float((np.abs(totals) >= threshold).mean()), True
    words = -(-len(moving) // 64)
    hits = 0
    for start in range(0, draws, 256):
        rows = min(256, draws - start)
        raw = b"".join(rng.word().to_bytes(8, "little") for _ in range(rows * words))
        bits = np.unpackbits(np.frombuffer(raw, dtype=np.uint8).reshape(rows, 8 * words), axis=1)
        totals = (1.0 - 2.0 * bits[:, : len(moving)]) @ moving
        hits += int((np.abs(totals) >= threshold).sum())
    return (hits + 1) / (draws + 1), False


def rank_ranges(
    estimates: Mapping[str, Estimate],
    differences: Mapping[tuple[str, str], Interval] | None = None,
    *,
    level: float = 0.95,
) -> dict[str, tuple[int, int]]:
    """For each model the best and the worst rank that the data leave open (1 is best).

    One model is ahead of another where the interval of their difference lies above 0: the paired interval
    where one is given, else the difference of means +- t sqrt(se_a^2 + se_b^2), Welch's, which ignores that
    the tasks are the same and so is rather too wide. Best rank = 1 + models ahead of it; worst = all - models
    behind it. The intervals are pairwise, each at `level`, not corrected for the number of pairs. Models
    that nothing tells apart share their range.

    Args:
        estimates: model -> its mean and error.
        differences: (a, b) -> interval of mean(a) - mean(b), either order, for any of the pairs.

    Returns:
        model -> (best, worst), 1 <= best <= worst <= models, in the order of `estimates`.
    """
    names = list(estimates)
    given = dict(differences or {})
    for pair in given:
        if unknown := [name for name in pair if name not in estimates]:
            raise InvalidConfig("differences", pair, f"pairs of models with an estimate; {unknown} have none")
    ahead: dict[str, int] = dict.fromkeys(names, 0)
    behind: dict[str, int] = dict.fromkeys(names, 0)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if (one, other) in given:
                low, high = given[one, other]
            elif (other, one) in given:
                low, high = -given[other, one][1], -given[other, one][0]
            else:
                low, high = _welch(estimates[one], estimates[other], level)
            if low > 0:
                ahead[other] += 1
                behind[one] += 1
            elif high < 0:
                ahead[one] += 1
                behind[other] += 1
    return {name: (1 + ahead[name], len(names) - behind[name]) for name in names}


def _welch(a: Estimate, b: Estimate, level: float) -> Interval:
    variances = [(a.working_se**2, a.df), (b.working_se**2, b.df)]
    total = sum(variance for variance, _ in variances)
    if math.isinf(total):
        return Interval(-math.inf, math.inf)
    half = t_critical(satterthwaite(variances), level) * math.sqrt(total)
    return Interval(a.mean - b.mean - half, a.mean - b.mean + half)


def holm(p_values: npt.ArrayLike) -> Array:
    """Holm's step-down adjusted p-values (Holm 1979): compare each with the level as it is.

    adjusted of the i-th smallest = max over j <= i of min(1, (m - j + 1) p_(j)).

    Args:
        p_values: shape (m,), each in [0, 1].

    Returns:
        Shape (m,), in the order given.
    """
    p = finite(p_values, "p_values")
    if len(p) and not (p.min() >= 0 and p.max() <= 1):
        raise InvalidConfig("p_values", p.tolist(), "in [0, 1]")
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(np.minimum(1.0, p[order] * np.arange(len(p), 0, -1)))
    adjusted = np.empty_like(p)
    adjusted[order] = stepped
    return adjusted
