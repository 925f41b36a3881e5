"""The command table."""

from __future__ import annotations

import typer

from ragen_bench import __version__
from ragen_bench.cli import (
    baselines,
    card,
    check,
    demo,
    doctor,
    evaluate,
    leaderboard,
    listing,
    lock,
    new_env,
    play,
    probe,
    show,
    train,
)
from ragen_bench.cli.output import emit


def build() -> typer.Typer:
    """The application, with every command."""
    app = typer.Typer(
        name="ragen-bench",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        help="Versioned text environments, evaluation and leaderboards for LLM agents.",
    )
    app.callback(invoke_without_command=True)(_root)
    for name, command in (
        ("list", listing.command),
        ("card", card.command),
        ("evaluate", evaluate.command),
        ("show", show.command),
        ("play", play.command),
        ("probe", probe.command),
        ("train", train.command),
        ("demo", demo.command),
        ("doctor", doctor.command),
        ("check", check.command),
        ("lock", lock.command),
        ("baselines", baselines.command),
        ("new-env", new_env.command),
    ):
        app.command(name)(command)
    app.add_typer(leaderboard.build(), name="leaderboard")
    return app


def _root(
    context: typer.Context, version: bool = typer.Option(False, "--version", help="Print the version.")
) -> None:
    if version:
        emit(__version__)
    elif context.invoked_subcommand is None:
        emit(context.get_help())
