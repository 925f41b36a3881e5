"""From rows to summary.json."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ragen_bench.evaluation.baselines import Baseline, read_baselines
from ragen_bench.evaluation.cost import Prices, total_cost
from ragen_bench.evaluation.rows import EpisodeRow, add_usage
from ragen_bench.evaluation.statistics import (
    EnvironmentScore,
    Estimate,
    error_bounds,
    mean_pass_at_k,
    normalized_score,
    success_estimate,
    suite_score,
)
from ragen_bench.evaluation.suites import RANKED_EPISODES
from ragen_bench.policy import Usage
from ragen_bench.registry import get_preset, get_spec
from ragen_bench.spec import EnvSpec

#: Above this share of truncated replies a row is called budget-limited.
BUDGET_LIMITED = 0.02


def summarize(
    header: Mapping[str, Any], rows: Iterable[EpisodeRow], prices: Prices | None = None
) -> dict[str, Any]:
    """The summary of a run: one entry per environment, and the suite score.

    Args:
        header: run.json.
        rows: the rows that count.
        prices: per million tokens; None leaves cost null.

    Returns:
        `{"environments": {id: {...}}, "suite_score": ..., "complete": bool, ...}`. Rates are in
        [0, 1]; intervals are 95 %; null means not known or not estimable.
    """
    by_environment: dict[str, list[EpisodeRow]] = defaultdict(list)
    for row in rows:
        by_environment[row["environment"]].append(row)
    settings = header["settings"]
    environments: dict[str, Any] = {}
    parts: list[EnvironmentScore] = []
    for env_id, recorded in header["environments"].items():
        expected = recorded["episodes"] * settings["repeats"]
        own = sorted(by_environment.get(env_id, []), key=lambda row: (row["index"], row["repeat"]))
        entry, part = _environment(env_id, recorded, own, expected, settings, prices)
        environments[env_id] = entry
        if part is not None:
            parts.append(part)
    complete = all(entry["complete"] for entry in environments.values())
    suite = None
    if parts and len(parts) == len(environments):
        score = suite_score(parts)
        suite = {"mean": score.mean, "se": score.se, "interval": list(score.interval)}
    return {
        "format": 1,
        "model": settings["model"],
        "suite": settings["suite"],
        "split": settings["split"],
        "track": sorted({entry["track"] for entry in environments.values()}),
        "protocol": settings["protocol"],
        "environments": environments,
        "suite_score": suite["mean"] if suite else None,
        "suite_score_se": suite["se"] if suite else None,
        "suite_score_interval": suite["interval"] if suite else None,
        "episodes": sum(entry["episodes"] for entry in environments.values()),
        "errors": sum(entry["errors"] for entry in environments.values()),
        "usage": add_usage(row["usage"] for own in by_environment.values() for row in own),
        "cost": _total(entry["cost"] for entry in environments.values()),
        "seconds": math.fsum(row["seconds"] for own in by_environment.values() for row in own),
        "complete": complete,
        "ranked": complete and all(entry["ranked"] for entry in environments.values()),
    }


def _environment(
    env_id: str,
    recorded: Mapping[str, Any],
    rows: Sequence[EpisodeRow],
    expected: int,
    settings: Mapping[str, Any],
    prices: Prices | None,
) -> tuple[dict[str, Any], EnvironmentScore | None]:
    scored = [row for row in rows if row["error"] is None]
    errors = len(rows) - len(scored)
    account = error_bounds(len(rows), sum(row["success"] for row in scored), errors)
    tasks = [row["index"] for row in scored]
    families = [row["family"] or None for row in scored]
    success = success_estimate([row["success"] for row in scored], families, tasks)
    score = success_estimate([row["score"] for row in scored], families, tasks)
    turns = [turn for row in scored for turn in row["turns"]]
    preset = recorded["preset"]
    baseline = read_baselines(env_id).get(preset)
    if baseline is not None and baseline.fingerprint != recorded["fingerprint"]:
        baseline = None  # floors of another behaviour say nothing of this one
    entry: dict[str, Any] = {
        "preset": preset,
        "track": recorded["track"],
        "fingerprint": recorded["fingerprint"],
        "expected": expected,
        "episodes": len(rows),
        "families": len(set(families)),
        "errors": errors,
        "error_rate": account.error_rate,
        "error_kinds": _counts(row["error"] for row in rows if row["error"]),
        "success": _mean(success),
        "success_interval": _interval(success),
        "success_errors_as_failures": account.success_rate_errors_as_failures,
        "success_errors_as_successes": account.success_rate_errors_as_successes,
        "score": _mean(score),
        "score_se": score.se if score else None,
        "score_interval": _interval(score),
        "score_errors_as_failures": _ratio(math.fsum(row["score"] for row in scored), len(rows)),
        "score_errors_as_successes": _ratio(math.fsum(row["score"] for row in scored) + errors, len(rows)),
        "reward": _ratio(math.fsum(row["reward"] for row in scored), len(scored)),
        "reward_terms": _reward_terms(scored),
        "pass_at_k": _pass_at_k(scored),
        **_floor_fields(baseline),
        "normalized_score": None,
        "normalized_interval": None,
        **_truncation(scored, turns),
        "invalid_rate": _ratio(sum(not turn["valid"] for turn in turns), len(turns)),
        "format_failure_rate": _ratio(sum(not turn["format_ok"] for turn in turns), len(turns)),
        "empty_rate": _ratio(sum(not turn["reply"].strip() for turn in turns), len(turns)),
        "out_of_turns_rate": _ratio(sum(row["truncated"] for row in scored), len(scored)),
        "dead_rate": _ratio(sum(row["dead"] for row in scored), len(scored)),
        "turns": _ratio(len(turns), len(scored)),
        "usage": add_usage(row["usage"] for row in scored),
        "cost": total_cost((Usage(**row["usage"]) for row in rows), prices) if rows else None,
        "seconds": _ratio(math.fsum(row["seconds"] for row in scored), len(scored)),
    }
    part = _part(env_id, score, baseline)
    if part is not None:
        normalized = normalized_score(part)
        entry["normalized_score"] = normalized.mean
        entry["normalized_interval"] = _interval(normalized)
    entry["complete"] = len(rows) == expected and account.ranked
    entry["unranked_because"] = _unranked(env_id, entry, settings)
    entry["ranked"] = not entry["unranked_because"]
    return entry, part


def _part(env_id: str, score: Estimate | None, baseline: Baseline | None) -> EnvironmentScore | None:
    if score is None or baseline is None or not baseline.oracle.score.mean > baseline.floor.score.mean:
        return None
    return EnvironmentScore(env_id, score, baseline.floor.score, baseline.oracle.score)


def _floor_fields(baseline: Baseline | None) -> dict[str, Any]:
    if baseline is None:
        return {"floor": None, "floor_policy": None, "floor_interval": None, "oracle": None}
    return {
        "floor": baseline.floor.score.mean,
        "floor_policy": baseline.floor.policy,
        "floor_interval": _interval(baseline.floor.score),
        "oracle": baseline.oracle.score.mean,
    }


def _truncation(rows: Sequence[EpisodeRow], turns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Truncated replies, and the success rate with them counted as failure (as is) and as missing."""
    cut = sum(turn["finish"] == "length" for turn in turns)
    share = _ratio(cut, len(turns))
    whole = [row for row in rows if all(turn["finish"] != "length" for turn in row["turns"])]
    return {
        "truncated_reply_rate": share,
        "budget_limited": share is not None and share > BUDGET_LIMITED,
        "success_truncated_missing": _ratio(sum(row["success"] for row in whole), len(whole)),
        "context_overflow_rate": _ratio(sum(turn["finish"] == "context" for turn in turns), len(turns)),
        "refusal_rate": _ratio(sum(turn["finish"] == "refusal" for turn in turns), len(turns)),
    }


def _unranked(env_id: str, entry: Mapping[str, Any], settings: Mapping[str, Any]) -> list[str]:
    spec: EnvSpec = get_spec(env_id)
    reasons = []
    if not entry["complete"]:
        reasons.append("incomplete" if entry["episodes"] < entry["expected"] else "more than 1 % errors")
    if settings["split"] != "test":
        reasons.append(f"split {settings['split']}")
    if entry["expected"] < RANKED_EPISODES:
        reasons.append(f"fewer than {RANKED_EPISODES} episodes")
    if not get_preset(spec, entry["preset"]).ranked:
        reasons.append(f"preset {entry['preset']} is not ranked")
    if settings["overrides"]:
        reasons.append("environment options changed")
    return reasons


def _reward_terms(rows: Sequence[EpisodeRow]) -> dict[str, float]:
    """Mean per episode of every reward term, such as the share of blanks filled rightly in a Sudoku."""
    sums: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for turn in row["turns"]:
            for name, value in turn["reward_terms"].items():
                sums[name].append(value)
    return {name: math.fsum(values) / len(rows) for name, values in sorted(sums.items())}


def _pass_at_k(rows: Sequence[EpisodeRow]) -> dict[str, float | None]:
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        counts[row["index"]][0] += 1
        counts[row["index"]][1] += row["success"]
    most = max((n for n, _ in counts.values()), default=0)
    ks = [k for k in (1, 2, 4, 8, 16, 32) if k <= most]
    pairs = [(n, c) for n, c in counts.values()]
    return {str(k): mean_pass_at_k(pairs, k).value for k in ks}


def _counts(kinds: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return dict(sorted(counts.items()))


def _total(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return math.fsum(v for v in known if v is not None) if known and None not in known else None


def _mean(estimate: Estimate | None) -> float | None:
    return estimate.mean if estimate else None


def _interval(estimate: Estimate | None) -> list[float] | None:
    return list(estimate.interval) if estimate and estimate.interval else None


def _ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None
