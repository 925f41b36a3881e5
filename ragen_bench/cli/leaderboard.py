"""`ragen-bench leaderboard`: build the page, verify a submission."""

from __future__ import annotations

from pathlib import Path

import typer

from ragen_bench.cli.output import emit, emit_json, note


def build() -> typer.Typer:
    """The sub-commands."""
    app = typer.Typer(
        help="Build a leaderboard from run folders; verify a run by replay.", rich_markup_mode=None
    )
    app.command("build")(build_page)
    app.command("verify")(verify_run)
    return app


def build_page(
    runs: list[Path] = typer.Argument(..., metavar="RUN...", help="Run folders."),
    out: Path = typer.Option(Path("site"), help="Where to write index.html, leaderboard.md and .json."),
    verify: bool = typer.Option(False, "--verify", help="Replay every run first; shown as a tier."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Build the leaderboard page from run folders."""
    from ragen_bench.leaderboards import build as build_site

    built = build_site(runs, out, verify=verify)
    if as_json:
        left_out = {str(path): reason for path, reason in built.left_out}
        emit_json({"files": [str(path) for path in built.files], "left_out": left_out})
        return
    for path, reason in built.left_out:
        note(f"left out: {path}: {reason}")
    for written in built.files:
        emit(str(written))


def verify_run(
    runs: list[Path] = typer.Argument(..., metavar="RUN...", help="Run folders."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Replay every recorded reply and compare; exit 1 if a reward does not follow from the replies."""
    from ragen_bench.leaderboards import verify

    reports = {str(run): verify(run) for run in runs}
    if as_json:
        emit_json({run: report.as_dict() for run, report in reports.items()})
    else:
        for run, report in reports.items():
            for problem in report.problems:
                note(f"{run}: {problem}")
            for mismatch in report.mismatches:
                note(f"{run}: {mismatch}")
            state = "verified" if report.ok else "NOT verified"
            emit(f"{run}: {state}, {report.checked} episodes replayed, {report.skipped} errors skipped")
    if not all(report.ok for report in reports.values()):
        raise typer.Exit(1)
