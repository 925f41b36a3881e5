"""`ragen-bench check`: the conformance battery on one environment."""

from __future__ import annotations

import typer

from ragen_bench.cli.output import emit, emit_json


def command(
    env: str = typer.Argument(..., metavar="ID", help="An environment, installed plug-ins included."),
    thorough: bool = typer.Option(False, "--thorough", help="More draws; minutes instead of seconds."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Check every sentence of the environment contract; exit 1 if one does not hold."""
    from ragen_bench.registry import get_spec
    from ragen_bench.testing import check_environment

    report = check_environment(get_spec(env), thorough=thorough)
    if as_json:
        emit_json(
            {
                "environment": report.environment,
                "ok": report.ok,
                "checks": list(report.checks),
                "failures": [
                    {"check": f.check, "sentence": f.sentence, "evidence": f.evidence}
                    for f in report.failures
                ],
            }
        )
    else:
        for failure in report.failures:
            emit(f"FAILED {failure.check}: {failure.sentence}\n       {failure.evidence}")
        passed = len(report.checks) - len(report.failures)
        emit(f"{report.environment}: {passed} of {len(report.checks)} checks passed")
    if not report.ok:
        raise typer.Exit(1)
