"""`ragen-bench card`: what there is to know about an environment."""

from __future__ import annotations

import typer

from ragen_bench.cli.output import emit, note


def command(
    env: str = typer.Argument(
        ..., metavar="ID", help="An environment, such as ragen/Countdown-v1 or countdown."
    ),
    write: bool = typer.Option(False, "--write", help="Write CARD.md beside the environment."),
    check: bool = typer.Option(False, "--check", help="Exit 1 unless CARD.md is what the spec generates."),
) -> None:
    """Print an environment's card, generated from its spec and baselines."""
    from ragen_bench.evaluation import cards
    from ragen_bench.registry import get_spec

    spec = get_spec(env)
    if check:
        if not cards.check_card(spec):
            note(f"{cards.card_path(spec)} is out of date; run: ragen-bench card {spec.id} --write")
            raise typer.Exit(1)
        note(f"{cards.card_path(spec)} is up to date")
    elif write:
        emit(str(cards.write_card(spec)))
    else:
        emit(cards.card(spec))
