"""How many prompts and samples a wanted certainty takes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ragen_bench.diagnostics.collapse import LEAST_PROMPTS
from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.quantiles import t_critical

#: Standard deviations of the terms, nats, where no pilot says otherwise: between prompts and inside them.
BETWEEN, WITHIN = 0.6, 0.9
_MOST_PROMPTS = 4096


@dataclass(frozen=True, slots=True)
class Plan:
    """A design.

    Args:
        prompts: N.
        samples: K, reasonings per prompt.
        scores: N K N forward passes of one reasoning under one prompt.
        half_width: expected half width of the interval, nats.
        ceiling: log N; information beyond 0.8 of it is reported as "at least".
    """

    prompts: int
    samples: int
    scores: int
    half_width: float
    ceiling: float


def plan(
    half_width: float,
    between: float = BETWEEN,
    within: float = WITHIN,
    expected: float = 1.0,
    level: float = 0.95,
) -> Plan:
    """The cheapest design with an interval of the wanted half width that does not saturate.

    The variance of the mean is between^2 / N + within^2 / (N K); prompts lower both parts and the bias,
    samples only the second. Cost is N K N scores.

    Args:
        half_width: wanted, nats, above 0.
        between: standard deviation of prompts' means (of a pilot's), nats.
        within: standard deviation of terms inside a prompt, nats.
        expected: I that is to be told from log N, nats.
        level: of the interval.

    Raises:
        InvalidConfig: a number outside what is allowed, or a width that over 4,096 prompts do not reach.
    """
    if not half_width > 0:
        raise InvalidConfig("half_width", half_width, "above 0 nats")
    if not (between >= 0 and within >= 0 and between + within > 0):
        raise InvalidConfig("between, within", (between, within), "deviations, not both 0")
    best: Plan | None = None
    for samples in (1, 2, 4, 8, 16):
        # The quantile depends on N, so N is raised until it fits.
        prompts = max(LEAST_PROMPTS, math.ceil(math.exp(expected / 0.8)))
        while prompts <= _MOST_PROMPTS:
            error = math.sqrt(between**2 / prompts + within**2 / (prompts * samples))
            reached = t_critical(prompts - 1, level) * error
            if reached <= half_width:
                made = Plan(prompts, samples, prompts * samples * prompts, reached, math.log(prompts))
                if best is None or made.scores < best.scores:
                    best = made
                break
            prompts = max(prompts + 1, math.ceil(prompts * min(4.0, (reached / half_width) ** 2 * 0.98)))
    if best is None:
        raise InvalidConfig("half_width", half_width, f"reachable with {_MOST_PROMPTS:,} prompts")
    return best
