"""`ragen-bench show`: a run folder, read by a person."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from ragen_bench.cli.output import emit, emit_json, note, table


def command(
    run: Path = typer.Argument(..., metavar="RUN", help="A run folder."),
    env: str = typer.Option(None, help="Show episodes of this environment."),
    episode: str = typer.Option(
        None, help='Show one episode: "countdown:3", or "countdown:3:1" for repeat 1.'
    ),
    failed: bool = typer.Option(False, "--failed", help="Only episodes without success."),
    limit: int = typer.Option(3, min=1, help="Show at most this many episodes."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Print a run's table, or with --env, --episode or --failed episodes as readable transcripts."""
    from ragen_bench.evaluation.store import SUMMARY, read_header, read_json, read_rows
    from ragen_bench.evaluation.summary import summarize

    header = read_header(run)
    if env is None and episode is None and not failed:
        stored = run / SUMMARY
        # A run that was killed has rows but no summary yet.
        summary = read_json(stored) if stored.exists() else summarize(header, read_rows(run))
        if as_json:
            emit_json(summary)
        else:
            print_summary(summary)
        return
    from ragen_bench.evaluation.transcript import find_row, transcript
    from ragen_bench.registry import get_spec

    wanted = get_spec(env).id if env else None
    rows = [
        row
        for row in read_rows(run)
        if (wanted is None or row["environment"] == wanted) and not (failed and row["success"])
    ]
    if episode is not None:
        rows = [find_row(rows, episode)]
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
    from ragen_bench.evaluation.transcript import interval, number, one_line, run_table

    shown = run_table(summary)
    title = one_line(
        f"{summary['model']}, {summary['split']}, {summary['protocol']}, {' '.join(summary['track'])}"
    )
    table(title, shown.columns, shown.rows, right=range(2, len(shown.columns)))
    score = f"{number(summary['suite_score'])} {interval(summary['suite_score_interval'])}"
    emit(f"suite score (0 the best cheap policy, 1 the oracle): {score}")
    for env_id, entry in summary["environments"].items():
        if entry["budget_limited"]:
            emit(
                one_line(
                    f"budget-limited: {env_id}, more than 2 % of the replies were cut at the token limit"
                )
            )
    reasons = sorted({r for entry in summary["environments"].values() for r in entry["unranked_because"]})
    if reasons:
        emit(f"not ranked: {'; '.join(reasons)}")
