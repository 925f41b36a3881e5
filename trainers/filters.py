"""Which groups of a batch to learn from: the SNR-adaptive filter and its controls.

A group is G plays of one task. Where their rewards are all equal, a group-relative method has no gradient
from the task, and what is left is regularisation and noise (RAGEN-2, arXiv 2604.06268). The filter ranks
groups by the sample variance of the raw environment reward, penalties for format apart, and keeps the top of
the list. Any claim about it needs the controls: `random` with the same count, the smallest
(`largest=False`), and `zero_variance` alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng

STRATEGIES = ("top_p", "top_k", "top_k_abs", "min_p", "random", "zero_variance", "none")
METRICS = ("reward_variance", "success_variance", "reward_mean")
#: Strategies that rank by the metric, so that they keep nothing where nothing varies.
_RANKED = ("top_p", "top_k", "top_k_abs", "min_p")
#: A variance below this share of the largest reward squared is rounding, not signal.
RELATIVE_ZERO = 1e-8
_SLACK = 1e-9


def select_groups(
    rewards: Sequence[Sequence[float]] | Any,
    strategy: str = "top_p",
    value: float = 0.9,
    mode: str = "linear",
    largest: bool = True,
    include_zero: bool = False,
    metric: str = "reward_variance",
    eps: float | None = None,
    successes: Sequence[Sequence[float]] | Any = None,
    strata: Sequence[Any] | None = None,
    rng: Rng | None = None,
) -> list[int]:
    """Indices of the groups to keep, ascending; empty when there is no signal and the update must be skipped.

    Args:
        rewards: groups of raw rewards, (N, G) or ragged; NaN is a missing play and takes no part.
        strategy:
            "top_p": the smallest number of groups, best first, whose share of the metric's sum is >= value;
            "top_k": the best max(1, floor(value n)) of n eligible groups; "top_k_abs": the best `value`;
            "min_p": those with metric >= value times the largest;
            "random": as many as top_k (or `value` itself where it is an int), drawn by `rng`;
            "zero_variance": all that vary; "none": all.
        value: see strategy. In (0, 1] for top_p, top_k, min_p; a count of at least 1 for top_k_abs.
        mode: "linear" weighs by the metric itself, which does not depend on the reward's scale; "softmax"
            by softmax(metric), for comparison with runs that did so. Only for top_p.
        largest: False keeps the smallest instead, as a control.
        include_zero: groups without variance are eligible too. Where no group varies, ranking strategies
            keep nothing all the same.
        metric: "reward_variance" (ddof 1), "success_variance" (needs `successes`), "reward_mean".
        eps: a variance of at most eps counts as zero; by default 1e-8 times the group's largest reward
            squared.
        successes: as `rewards`, of 0 and 1.
        strata: one label a group. Each stratum is filtered on its own, so that in a mixture of environments
            the one with the largest rewards does not keep nearly all.
        rng: for "random".

    Ties are broken by position, so the result is the same in every process.

    Raises:
        InvalidConfig: an unknown name, or a value outside what is allowed.
    """
    _check(strategy, value, mode, metric, successes, rng)
    groups = [np.asarray(group, dtype=float) for group in rewards]
    for name, other in (("successes", successes), ("strata", strata)):
        if other is not None and len(other) != len(groups):
            raise InvalidConfig(name, f"{len(other)} entries", f"one per group ({len(groups)})")
    varies = np.array([_variance(group) > _zero(group, eps) for group in groups], dtype=bool)
    if metric == "reward_mean":
        scores = np.array([_mean(group) for group in groups])
    elif metric == "success_variance":
        played = [np.asarray(group, dtype=float) for group in successes]
        scores = np.array([_variance(group) for group in played])
        varies = np.array([_variance(group) > _zero(group, eps) for group in played], dtype=bool)
    else:
        scores = np.array([_variance(group) for group in groups])
    if strategy == "none":
        return list(range(len(groups)))
    labels = list(strata) if strata is not None else [None] * len(groups)
    kept: list[int] = []
    for label in dict.fromkeys(labels):
        members = [index for index, own in enumerate(labels) if own == label]
        if strategy in _RANKED and not varies[members].any():
            continue
        eligible = [index for index in members if include_zero or varies[index]]
        kept += _keep(eligible, scores, strategy, value, mode, largest, rng)
    return sorted(kept)


def _keep(
    eligible: list[int],
    scores: np.ndarray,
    strategy: str,
    value: float,
    mode: str,
    largest: bool,
    rng: Rng | None,
) -> list[int]:
    if not eligible or strategy == "zero_variance":
        return eligible
    share = max(1, math.floor(value * len(eligible) + _SLACK))
    if strategy == "random":
        assert rng is not None
        count = min(value, len(eligible)) if isinstance(value, int) else share
        return rng.sample(eligible, int(count))
    ranked = sorted(eligible, key=lambda index: (-scores[index] if largest else scores[index], index))
    if strategy == "top_k":
        return ranked[:share]
    if strategy == "top_k_abs":
        return ranked[: int(value)]
    if strategy == "min_p":
        limit = value * max(scores[index] for index in eligible)
        above = [index for index in ranked if scores[index] >= limit * (1 - _SLACK)]
        return above if largest else ranked[: len(above)]
    mass = np.array([scores[index] for index in ranked])
    if mode == "softmax":
        mass = np.exp(mass - mass.max())
    elif mass.min() < 0:
        # Means may be negative; only their differences can be shares.
        mass = mass - mass.min()
    total = mass.sum()
    if total <= 0:
        return ranked
    reached = np.cumsum(mass) / total >= value - _SLACK
    return ranked[: int(np.argmax(reached)) + 1] if reached.any() else ranked


def variance_parts(rewards: Any) -> tuple[float, float]:
    """Splits the variance of a group's rewards into what the actions did and what was luck.

    Law of total variance: Var(R) = Var(E[R | actions]) + E[Var(R | actions)]. The first part is estimated
    without the bias that the luck in each mean brings (one-way random effects; Searle, Casella & McCulloch
    1992, section 3.5), so it may come out below 0, where it is cut.

    Args:
        rewards: (G, M): the actions of play g played again under M >= 2 replicas.

    Returns:
        (action, luck), both variances, at least 0.

    Raises:
        InvalidConfig: fewer than two plays or two replicas.
    """
    table = np.asarray(rewards, dtype=float)
    if table.ndim != 2 or min(table.shape) < 2:
        raise InvalidConfig("rewards", table.shape, "(G, M) with at least 2 plays and 2 replicas")
    luck = float(table.var(axis=1, ddof=1).mean())
    between = float(table.mean(axis=1).var(ddof=1))
    return max(0.0, between - luck / table.shape[1]), luck


def _check(strategy: str, value: float, mode: str, metric: str, successes: Any, rng: Rng | None) -> None:
    for name, given, known in (
        ("strategy", strategy, STRATEGIES),
        ("mode", mode, ("linear", "softmax")),
        ("metric", metric, METRICS),
    ):
        if given not in known:
            raise InvalidConfig(name, given, f"one of {', '.join(known)}")
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if strategy == "top_k_abs" and not (number and value >= 1 and value == int(value)):
        raise InvalidConfig("value", value, "a whole number of at least 1 for top_k_abs")
    if strategy in ("top_p", "top_k", "min_p") and not (number and 0 < value <= 1):
        raise InvalidConfig("value", value, f"in (0, 1] for {strategy}")
    if strategy == "random":
        count = isinstance(value, int) and value >= 1
        if not number or not (count or 0 < value <= 1):
            raise InvalidConfig("value", value, "a share in (0, 1], or a count of at least 1 as an int")
        if rng is None:
            raise InvalidConfig("rng", None, 'a ragen_bench.rng.Rng for strategy "random"')
    if metric == "success_variance" and successes is None:
        raise InvalidConfig("successes", None, "given for metric success_variance")


def _present(group: np.ndarray) -> np.ndarray:
    return group[~np.isnan(group)]


def _variance(group: np.ndarray) -> float:
    taken = _present(group)
    return float(taken.var(ddof=1)) if taken.size > 1 else 0.0


def _mean(group: np.ndarray) -> float:
    taken = _present(group)
    return float(taken.mean()) if taken.size else 0.0


def _zero(group: np.ndarray, eps: float | None) -> float:
    if eps is not None:
        return eps
    taken = _present(group)
    return RELATIVE_ZERO * float(np.abs(taken).max()) ** 2 if taken.size else 0.0
