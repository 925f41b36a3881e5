"""Quantiles of the normal and of Student's t distribution, without SciPy."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

from ragen_bench.errors import InvalidConfig

# Above this many degrees of freedom the asymptotic series is right to about 1e-12, and the continued
# fraction would need ever more terms.
_SERIES_FROM = 1000.0
_TINY = 1e-300


def normal_critical(level: float = 0.95) -> float:
    """The two-sided critical value z of a standard normal: P(-z < Z < z) = level, 0 < level < 1."""
    return NormalDist().inv_cdf(0.5 + _checked(level) / 2)


@lru_cache(maxsize=4096)
def t_critical(df: float, level: float = 0.95) -> float:
    """The two-sided critical value of Student's t: P(-t < T < t) = level.

    Solves I_x(df / 2, 1 / 2) = 1 - level, x = df / (df + t^2), by bisection (Abramowitz & Stegun 26.7.1);
    beyond 1,000 degrees of freedom by the expansion around the normal quantile (26.7.5).

    Args:
        df: degrees of freedom, above 0, need not be whole; infinity gives the normal value.
        level: in (0, 1).
    """
    if not df > 0:
        raise InvalidConfig("df", df, "above 0", "t_critical")
    z = normal_critical(level)
    if df > _SERIES_FROM:
        terms = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        )
        return z + sum(term / df ** (power + 1) for power, term in enumerate(terms))
    outside = 1 - level
    low, high = 0.0, 1.0
    while t_two_sided(high, df) > outside:
        low, high = high, 2 * high
    # A midpoint that equals one of its ends is as close as a float can be.
    while low < (middle := (low + high) / 2) < high:
        if t_two_sided(middle, df) > outside:
            low = middle
        else:
            high = middle
    return high


def t_two_sided(t: float, df: float) -> float:
    """P(|T| > |t|) for Student's t with `df` degrees of freedom, in [0, 1]."""
    return incomplete_beta(df / 2, 0.5, df / (df + t * t))


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), for a, b > 0 and x in [0, 1].

    Continued fraction DLMF 8.17.22, evaluated by the modified Lentz method.
    """
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    # The fraction converges fast only on this side; the other follows by symmetry (DLMF 8.17.4).
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1.0 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 1000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for coefficient in (even, odd):
            d = 1.0 / _away_from_zero(1 + coefficient * d)
            c = _away_from_zero(1 + coefficient / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return math.exp(log_front) * fraction / a


def satterthwaite(parts: list[tuple[float, float]]) -> float:
    """Degrees of freedom of a sum of variances: (sum v)^2 / sum(v^2 / df) (Satterthwaite 1946).

    Args:
        parts: (variance, degrees of freedom) pairs; infinity marks a variance known exactly.

    Returns:
        A number above 0; infinity when nothing is uncertain.
    """
    total = sum(variance for variance, _ in parts)
    if total <= 0:
        return math.inf
    # Shares rather than squares of variances, which underflow for tiny ones.
    weight = sum((variance / total) ** 2 / df for variance, df in parts)
    return 1 / weight if weight > 0 else math.inf


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def _checked(level: float) -> float:
    if not 0 < level < 1:
        raise InvalidConfig("level", level, "between 0 and 1 (for example 0.95)")
    return level
