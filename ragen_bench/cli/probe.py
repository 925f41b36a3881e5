"""`ragen-bench probe`: does a model see the state, before it plans in it?"""

from __future__ import annotations

from pathlib import Path

import typer

from ragen_bench.cli import NEGATIVE
from ragen_bench.cli.output import emit, emit_json, note, table


def command(
    model: str = typer.Argument(
        ..., metavar="MODEL", help="As for evaluate: a folder, hub id, openai:NAME, smollm2."
    ),
    env: str = typer.Option(..., "--env", help="An environment with probe questions, such as sokoban."),
    preset: str = typer.Option("medium", help="A rung of the ladder."),
    split: str = typer.Option("validation", help="Whose states."),
    tasks: int = typer.Option(
        32, min=1, help="Tasks; one question of each kind is asked about a state of each."
    ),
    out: Path = typer.Option(None, help="Write everything that was asked and answered to this JSON file."),
    base_url: str = typer.Option(None, help="openai: the endpoint."),
    max_new_tokens: int = typer.Option(None, min=1, help="Tokens per reply."),
    think: bool = typer.Option(True, help="Invite thinking before the answer."),
    temperature: float = typer.Option(None, help="Default: the model's own, else 0.6."),
    seed: int = typer.Option(0, min=0, help="Seed of questions and sampling."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Ask MODEL to name cells, list the moves that do something, and predict the next state.

    Exit code 1 if more than 1 % of the questions ended in an error of transport.
    """
    from ragen_bench.agents.resolve import ModelOptions, resolve
    from ragen_bench.evaluation.probe import probe
    from ragen_bench.evaluation.store import storage_errors, write_json
    from ragen_bench.evaluation.transcript import interval, percent
    from ragen_bench.registry import get_preset, get_spec

    spec = get_spec(env)
    get_preset(spec, preset)
    options = ModelOptions(
        base_url=base_url, max_new_tokens=max_new_tokens, temperature=temperature, think=think
    )

    def tick(done: int, total: int) -> None:
        if done % 16 == 0 or done == total:
            note(f"{model}, {spec.id}: {done}/{total} questions")

    result = probe(resolve(model, options), spec, preset, split, tasks, seed, think, tick)
    if out is not None:
        with storage_errors(out):
            out.parent.mkdir(parents=True, exist_ok=True)
            write_json(out, result)
    if as_json:
        emit_json(result)
    else:
        rows = [
            (
                kind,
                str(entry["asked"]),
                percent(entry["right"]),
                interval(entry["interval"]),
                percent(entry["chance"]),
                str(entry["untagged"]),
                str(entry["unanswered"]),
                str(entry["errors"]),
            )
            for kind, entry in result["kinds"].items()
        ]
        columns = ("kind", "asked", "right", "95 %", "chance", "untagged", "no answer", "errors")
        table(f"{model}, {spec.id}, {preset}, {split}", columns, rows, right=range(1, 8))
        if out is not None:
            emit(f"written: {out}")
    asked = sum(entry["asked"] for entry in result["kinds"].values())
    if 100 * sum(entry["errors"] for entry in result["kinds"].values()) > asked:
        note("more than 1 % of the questions ended in an error; repeat the command")
        raise typer.Exit(NEGATIVE)
