"""`ragen-bench lock`: freeze what an environment does, and see whether it still does it."""

from __future__ import annotations

import typer

from ragen_bench.cli.output import emit, note


def command(
    envs: list[str] = typer.Argument(None, metavar="[ID]...", help="Environments; default all installed."),
    check: bool = typer.Option(
        False, "--check", help="Change nothing; exit 1 if behaviour has moved. Default."
    ),
    write: bool = typer.Option(False, "--write", help="Lock what is not locked yet."),
    force: bool = typer.Option(
        False, "--force", help="With --write: lock changed behaviour under the old number."
    ),
) -> None:
    """Check (or write) lock.json: fingerprints of tasks, observations and rewards.

    A version that is locked stays as it is: what can change a result gets a new number. --force is for
    a version that nobody has used yet.
    """
    from ragen_bench import lock
    from ragen_bench.registry import get_spec, list_environments

    specs = [get_spec(env) for env in envs] if envs else list(list_environments())
    moved = 0
    for spec in specs:
        differences = [] if write and force else lock.check(spec)
        if check or not write or (differences and lock.read(spec) is not None):
            moved += bool(differences)
            for difference in differences:
                note(str(difference))
            if not differences:
                emit(f"{spec.id}: unchanged")
        else:
            emit(str(lock.write(spec)))
    if moved:
        raise typer.Exit(1)
