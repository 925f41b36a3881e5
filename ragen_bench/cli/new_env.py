"""`ragen-bench new-env`: start an environment of one's own."""

from __future__ import annotations

from pathlib import Path

import typer

from ragen_bench.cli.output import emit


def command(
    name: str = typer.Argument(..., help="CamelCase, such as MyPuzzle."),
    folder: Path = typer.Option(Path("."), help="Where to put the package folder."),
) -> None:
    """Write a plug-in package that passes the battery as it is."""
    from ragen_bench.scaffold import new_env

    path = new_env(name, folder)
    emit(str(path))
    emit(f"Next: pip install -e {path} && pytest {path}")
