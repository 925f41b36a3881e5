"""`ragen-bench train`: StarPO or supervised learning on LoRA adapters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ragen_bench.cli import OUTSIDE
from ragen_bench.cli.output import emit, emit_json, note


def command(
    preset: str = typer.Argument(..., metavar="PRESET", help="A named preset, or a YAML file of settings."),
    overrides: list[str] = typer.Argument(
        None, metavar="[KEY=VALUE]...", help="Settings, such as filter.value=0.9 steps=200 seed=1."
    ),
    out: Path = typer.Option(None, help="Run folder (default runs/train-PRESET)."),
    resume: bool = typer.Option(False, "--resume", help="Continue from the last checkpoint."),
    print_config: bool = typer.Option(False, "--print-config", help="Print all settings as YAML and stop."),
    as_json: bool = typer.Option(False, "--json", help="Print the outcome as JSON."),
    quiet: bool = typer.Option(False, "--quiet", help="No progress."),
) -> None:
    """Train adapters on environments and write a run folder with metrics, checkpoints and a report.

    Exit codes: 0 trained; 1 gradients without a value; 2 bad input; 3 trouble outside. A run that was
    stopped or killed continues exactly with --resume.
    """
    from ragen_bench.trainers.config import as_yaml, load_config

    config = load_config(preset, overrides or [])
    if print_config:
        emit(as_yaml(config).rstrip())
        return
    path = out if out is not None else Path("runs") / f"train-{Path(preset).stem}"
    from ragen_bench.agents.resolve import model_path
    from ragen_bench.cli.training import TrainingProgress
    from ragen_bench.trainers.parallel import is_first
    from ragen_bench.trainers.report import write_report
    from ragen_bench.trainers.starpo.loop import train

    with TrainingProgress(config, quiet or not is_first()) as progress:
        outcome = train(
            config,
            path,
            resume=resume,
            tick=progress.tick,
            warn=note if is_first() else None,
            model_path=model_path(config.model),
        )
    if not is_first():
        return
    report = write_report(path)
    result: dict[str, Any] = {
        "run": str(path),
        "steps": outcome.step,
        "best": list(outcome.best) if outcome.best else None,
        "stopped": outcome.stopped,
        "report": str(report),
        "metrics": outcome.metrics,
    }
    if as_json:
        emit_json(result)
    else:
        if outcome.best:
            emit(f"best validation score {outcome.best[1]:.3f} at step {outcome.best[0]}")
            emit(f"evaluate it: ragen-bench evaluate {config.model}+{path}/checkpoints/best --split test")
        emit(f"report: {report}")
    if outcome.stopped:
        note(f"stopped at step {outcome.step}: {outcome.stopped}. Repeat the command with --resume to go on")
        if outcome.out_of_time:
            raise typer.Exit(OUTSIDE)
