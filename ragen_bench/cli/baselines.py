"""`ragen-bench baselines`: measure what cheap policies and the oracle score."""

from __future__ import annotations

import typer

from ragen_bench.cli.output import emit_json, note, table


def command(
    env: str = typer.Argument(..., metavar="ID", help="An environment."),
    preset: str = typer.Option(None, help="One preset; default all."),
    episodes: int = typer.Option(
        None, min=1, help="Episodes per policy (default 1000; 250 for presets that are not ranked)."
    ),
    write: bool = typer.Option(
        False,
        "--write",
        help="Measure what is missing or stale, keep it in baselines.json, rewrite the card.",
    ),
    force: bool = typer.Option(False, "--force", help="With --write: measure again what is present as well."),
    workers: int = typer.Option(2, min=1, help="Processes."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Play the oracle, the noisy oracles and every cheap policy."""
    from ragen_bench.evaluation import cards
    from ragen_bench.evaluation.baselines import baselines_path, measure, read_entries
    from ragen_bench.evaluation.transcript import interval, number, percent
    from ragen_bench.registry import get_preset, get_spec

    spec = get_spec(env)
    presets = [get_preset(spec, preset)] if preset else list(spec.presets)

    def tick(line: str) -> None:
        note(f"{spec.id} {line}: done")

    if write:
        names = tuple(chosen.name for chosen in presets)
        path = cards.refresh(spec, names, episodes, force=force, workers=workers, tick=tick)
        kept = read_entries(spec.id)
        entries = {name: kept[name] for name in names}
    else:
        entries = {
            chosen.name: measure(spec, chosen, episodes, tick=tick, workers=workers) for chosen in presets
        }
    if as_json:
        emit_json(entries)
    else:
        for name, entry in entries.items():
            rows = [
                (
                    policy,
                    percent(values["success"]["mean"]),
                    number(values["score"]["mean"]),
                    interval(values["score"]["interval"]),
                    f"{values['reward']:.3f}",
                )
                for policy, values in entry["policies"].items()
            ]
            table(
                f"{spec.id} [{name}]",
                ("policy", "success", "score", "95 %", "reward"),
                rows,
                right=(1, 2, 3, 4),
            )
    if write:
        note(str(baselines_path(spec.id)))
        note(str(path))
