"""Rank ranges of the runs of one board: which ranks the data leave open."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragen_bench.evaluation.comparison import paired_difference, rank_ranges
from ragen_bench.evaluation.intervals import Estimate, Interval
from ragen_bench.evaluation.quantiles import satterthwaite, t_critical
from ragen_bench.leaderboards.entries import Entry
from ragen_bench.rng import Rng


def ranks(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """(best, worst) rank of each entry by suite score; 1 is best.

    Every pair is compared on the tasks that both played, so luck with the tasks cancels out, and so
    does the error of floor and oracle, up to the scale they share.

    Args:
        entries: ranked entries of one board.
    """
    names = [str(place) for place in range(len(entries))]
    estimates = {name: _estimate(entry) for name, entry in zip(names, entries, strict=True)}
    differences = {
        (names[i], names[j]): interval
        for i in range(len(entries))
        for j in range(i + 1, len(entries))
        if (interval := suite_difference(entries[i], entries[j])) is not None
    }
    return list(rank_ranges(estimates, differences).values())


def suite_difference(a: Entry, b: Entry, level: float = 0.95) -> Interval | None:
    """The interval of a's suite score minus b's, from paired differences within each environment.

    The mean over environments of difference / (oracle - floor); se and degrees of freedom as for a suite
    score. None where an environment has no episodes in common, or no baselines.
    """
    parts: list[tuple[float, float]] = []
    total = 0.0
    environments = a.summary["environments"]
    for env_id, entry in environments.items():
        scores = [
            {
                (r["index"], r["repeat"]): r
                for r in run.rows
                if r["environment"] == env_id and r["error"] is None
            }
            for run in (a, b)
        ]
        common = [key for key in scores[0] if key in scores[1]]
        if entry["floor"] is None or not entry["oracle"] > entry["floor"] or not common:
            return None
        span = entry["oracle"] - entry["floor"]
        paired = paired_difference(
            [scores[0][key]["score"] for key in common],
            [scores[1][key]["score"] for key in common],
            [index for index, _ in common],
            [scores[0][key]["family"] or None for key in common],
            rng=Rng.of("rank ranges"),
            draws=1,  # the p-value is not used
            level=level,
        )
        assert paired is not None, "there are common episodes"
        estimate = Estimate(paired.difference, paired.se, paired.pairs, paired.clusters, paired.interval)
        total += paired.difference / span
        parts.append(((estimate.working_se / span) ** 2, estimate.df))
    count = len(environments)
    variance = math.fsum(each for each, _ in parts) / count**2
    if not math.isfinite(variance):
        return Interval(-math.inf, math.inf)
    half = t_critical(satterthwaite(parts), level) * math.sqrt(variance) if variance else 0.0
    return Interval(total / count - half, total / count + half)


def _estimate(entry: Entry) -> Estimate:
    ends = entry.summary["suite_score_interval"]
    interval = None if ends is None or None in ends else Interval(*ends)
    return Estimate(entry.summary["suite_score"], entry.summary["suite_score_se"], interval=interval)
