"""A run folder as a leaderboard sees it: its numbers, its tier, and what keeps it from being ranked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragen_bench.errors import RagenError
from ragen_bench.evaluation.rows import EpisodeKey, EpisodeRow, jsonable
from ragen_bench.evaluation.store import SUMMARY, read_header, read_json, read_lines
from ragen_bench.evaluation.summary import summarize
from ragen_bench.evaluation.transcript import one_line
from ragen_bench.leaderboards.verify import (
    VerifyReport,
    installed_fingerprint,
    outside_plan,
    suite_problem,
    verify,
)
from ragen_bench.registry import get_preset, get_spec

#: From "the numbers are the submitter's" to "a maintainer ran it again".
TIERS = ("failed", "self-reported", "replayed", "reproduced")
#: Official run folders; only there may an entry.json say that a maintainer reproduced the run.
OFFICIAL = Path(__file__).parent / "results"
ENTRY = "entry.json"
#: Context settings that are not about the model but about the task, with what they are by default.
_DEFAULT_CONTEXT = {"mode": "full", "k": None, "keep_thinking": False}


@dataclass(frozen=True, slots=True, order=True)
class Board:
    """What runs must share to stand in one table.

    Args:
        suite: its label, with version.
        split: with the salt.
        tracks: of all environments.
        protocol: how replies were asked for.
        environments: (id, preset, fingerprint) in the order of the suite.
    """

    suite: str
    split: str
    tracks: tuple[str, ...]
    protocol: str
    environments: tuple[tuple[str, str, str], ...]

    @property
    def current(self) -> bool:
        """The environments behave as the installed ones do."""
        return all(_installed(env_id, preset) == mark for env_id, preset, mark in self.environments)


@dataclass(frozen=True, slots=True)
class Entry:
    """One run.

    Args:
        path: its folder.
        header: run.json.
        rows: the rows that count, in the order of the plan.
        summary: recomputed from the rows, so that no edited summary.json reaches a table.
        board: where it belongs.
        tier: one of TIERS.
        apart: why it is not ranked; empty when it is.
        report: what `verify` found; None when it was not asked.
    """

    path: Path
    header: dict[str, Any]
    rows: tuple[EpisodeRow, ...]
    summary: dict[str, Any]
    board: Board
    tier: str
    apart: tuple[str, ...]
    report: VerifyReport | None

    @property
    def model(self) -> str:
        """What the run is called."""
        return str(self.header["settings"]["model"])

    @property
    def ranked(self) -> bool:
        """It may be ranked beside others of its board."""
        return not self.apart

    @property
    def folder(self) -> str:
        """The folder's name."""
        return self.path.resolve().name

    @property
    def budget_limited(self) -> list[str]:
        """Environments where more than 2 % of the replies were cut off at the token limit."""
        return [env_id for env_id, entry in self.summary["environments"].items() if entry["budget_limited"]]


def read_entry(path: str | Path, *, check: bool = False, official: Path = OFFICIAL) -> Entry:
    """Reads a run folder.

    Args:
        path: the folder.
        check: replay it, which is what "replayed" and "failed" mean.
        official: the folder whose runs may be called reproduced.

    Raises:
        InvalidRun: not a run folder, or damaged.
        UnknownName, ...: an environment that is not installed here.
    """
    path = Path(path)
    header = read_header(path)
    rows: dict[EpisodeKey, EpisodeRow] = {}
    for _, row in read_lines(path):
        if outside_plan(row, header) is None:
            rows[EpisodeKey.of(row)] = row
    order = {env_id: place for place, env_id in enumerate(header["environments"])}
    counted = tuple(sorted(rows.values(), key=lambda r: (order[r["environment"]], r["index"], r["repeat"])))
    summary = jsonable(summarize(header, counted))
    _take_cost(summary, path)
    report = verify(path) if check else None
    tier = _tier(path, report, official)
    board = board_of(header)
    return Entry(path, header, counted, summary, board, tier, _apart(header, summary, board, report), report)


def board_of(header: Mapping[str, Any]) -> Board:
    """The board of a run."""
    settings, environments = header["settings"], header["environments"]
    protocol = settings["protocol"]
    if protocol in ("tags", "tool") and not settings["think"]:
        protocol += ", no thinking"
    return Board(
        settings["suite"],
        settings["split"],
        tuple(sorted({entry["track"] for entry in environments.values()})),
        protocol,
        tuple((env_id, entry["preset"], entry["fingerprint"]) for env_id, entry in environments.items()),
    )


def _apart(
    header: Mapping[str, Any], summary: Mapping[str, Any], board: Board, report: VerifyReport | None
) -> tuple[str, ...]:
    reasons: dict[str, list[str]] = {}
    for env_id, entry in summary["environments"].items():
        for reason in entry["unranked_because"]:
            reasons.setdefault(reason, []).append(env_id)
    settings = header["settings"]
    everywhere = len(summary["environments"])
    found = [
        reason if len(where) == everywhere else f"{reason} ({', '.join(where)})"
        for reason, where in reasons.items()
    ]
    if settings["suite"].partition("@")[2] in ("", "0"):
        found.append("a suite of its own")
    if wrong_suite := suite_problem(header):
        found.append(wrong_suite)
    context = settings["context"]
    changed = [name for name, usual in _DEFAULT_CONTEXT.items() if context.get(name, usual) != usual]
    if changed:
        found.append(f"context changed ({', '.join(changed)})")
    if not board.current:
        found.append("made with other behaviour of the environments than is installed")
    elif summary["suite_score"] is None and "incomplete" not in reasons:
        found.append("no baselines, so no suite score")
    if report is not None and not report.ok:
        found.append("verification failed: " + _first(report))
    return tuple(one_line(reason, 300) for reason in found)


def _first(report: VerifyReport) -> str:
    everything = [*report.problems, *map(str, report.mismatches)]
    more = f" (and {len(everything) - 1} more)" if len(everything) > 1 else ""
    return everything[0] + more


def _tier(path: Path, report: VerifyReport | None, official: Path) -> str:
    if report is not None and not report.ok:
        return "failed"
    if path.resolve().parent == official.resolve() and (path / ENTRY).is_file():
        tier = read_json(path / ENTRY).get("tier")
        if tier == "reproduced":
            return "reproduced"
    return "replayed" if report is not None else "self-reported"


def _take_cost(summary: dict[str, Any], path: Path) -> None:
    """Cost cannot be recomputed without the prices, so it is what summary.json says."""
    if not (path / SUMMARY).is_file():
        return
    recorded = read_json(path / SUMMARY)
    summary["cost"] = _amount(recorded.get("cost"))
    environments = recorded.get("environments")
    for env_id, entry in summary["environments"].items():
        own = environments.get(env_id) if isinstance(environments, dict) else None
        entry["cost"] = _amount(own.get("cost")) if isinstance(own, dict) else None


def _amount(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
        return None
    return float(value)


def _installed(env_id: str, preset: str) -> str | None:
    try:
        spec = get_spec(env_id)
        return installed_fingerprint(spec.id, get_preset(spec, preset).name)
    except RagenError:
        return None
