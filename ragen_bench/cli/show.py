"""`ragen-bench show`: a run folder, read by a person."""

from __future__ import annotations

import contextlib
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
    from ragen_bench.evaluation.store import read_header, read_rows

    header = read_header(run)
    if env is None and episode is None and not failed:
        summary = _summary(run, header)
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


def _summary(run: Path, header: Mapping[str, Any]) -> Mapping[str, Any]:
    """What follows from the rows: summary.json may be missing after a kill, cut short, or another run's.

    Only a cost is not in the rows, so a stored summary that differs in nothing else is preferred.
    """
    from ragen_bench.errors import InvalidRun
    from ragen_bench.evaluation.rows import jsonable
    from ragen_bench.evaluation.store import SUMMARY, read_json, read_rows
    from ragen_bench.evaluation.summary import summarize

    summary: dict[str, Any] = jsonable(summarize(header, read_rows(run)))
    with contextlib.suppress(InvalidRun):
        stored = read_json(run / SUMMARY)
        if _without_cost(stored) == _without_cost(summary):
            return stored
    return summary


def _without_cost(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_cost(item) for key, item in value.items() if key != "cost"}
    return value


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
        emit(one_line(f"not ranked: {'; '.join(reasons)}", 1000))
