"""`ragen-bench show`: a run folder, read by a person."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from ragen_bench.cli.output import decimal, emit, emit_json, note, percent, table


def command(
    run: Path = typer.Argument(..., metavar="RUN", help="A run folder."),
    env: str = typer.Option(None, help="Show episodes of this environment."),
    index: int = typer.Option(None, min=0, help="Show the episodes of this task."),
    failed: bool = typer.Option(False, "--failed", help="Only episodes without success."),
    limit: int = typer.Option(3, min=1, help="Show at most this many episodes."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Print a run's table, or with --env or --index the episodes as readable transcripts."""
    from ragen_bench.evaluation.store import SUMMARY, read_header, read_json, read_rows
    from ragen_bench.evaluation.summary import summarize

    header = read_header(run)
    if env is None and index is None and not failed:
        stored = run / SUMMARY
        # A run that was killed has rows but no summary yet.
        summary = read_json(stored) if stored.exists() else summarize(header, read_rows(run))
        if as_json:
            emit_json(summary)
        else:
            print_summary(summary)
        return
    from ragen_bench.evaluation.transcript import transcript
    from ragen_bench.registry import get_spec

    wanted = get_spec(env).id if env else None
    rows = [
        row
        for row in read_rows(run)
        if (wanted is None or row["environment"] == wanted)
        and (index is None or row["index"] == index)
        and not (failed and row["success"])
    ]
    if as_json:
        emit_json({"episodes": rows[:limit]})
        return
    for row in rows[:limit]:
        emit(transcript(row, header))
    if len(rows) > limit:
        note(f"{len(rows) - limit} more episodes; show them with --limit {len(rows)}")
    if not rows:
        note("no such episode in this run")
        raise typer.Exit(1)


def print_summary(summary: Mapping[str, Any]) -> None:
    """The table of a summary."""
    rows = []
    for env_id, entry in summary["environments"].items():
        rows.append(
            (
                f"{env_id} [{entry['preset']}]",
                f"{entry['episodes']}" + (f" ({entry['errors']} errors)" if entry["errors"] else ""),
                percent(entry["success"], entry["success_interval"]),
                decimal(entry["score"], entry["score_interval"]),
                f"{decimal(entry['floor'])} ({entry['floor_policy'] or 'not measured'})",
                decimal(entry["oracle"]),
                percent(entry["invalid_rate"]),
                percent(entry["format_failure_rate"]),
                percent(entry["truncated_reply_rate"])
                + (" budget-limited" if entry["budget_limited"] else ""),
            )
        )
    columns = (
        "environment",
        "episodes",
        "success [95 %]",
        "score [95 %]",
        "floor",
        "oracle",
        "invalid",
        "bad format",
        "truncated",
    )
    title = f"{summary['model']}, {summary['suite']}, {summary['split']}, {summary['protocol']}"
    title += f", {' '.join(summary['track'])}"
    table(title, columns, rows, right=range(1, 9))
    score = decimal(summary["suite_score"], summary["suite_score_interval"])
    emit(f"suite score (0 best cheap policy, 1 oracle): {score}")
    reasons = sorted({r for entry in summary["environments"].values() for r in entry["unranked_because"]})
    if reasons:
        emit(f"not ranked: {'; '.join(reasons)}")
