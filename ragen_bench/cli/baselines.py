"""`ragen-bench baselines`: measure what cheap policies and the oracle score."""

from __future__ import annotations

import typer

from ragen_bench.cli.output import decimal, emit, emit_json, note, percent, table


def command(
    env: str = typer.Argument(..., metavar="ID", help="An environment."),
    preset: str = typer.Option(None, help="One preset; default all."),
    episodes: int = typer.Option(1000, min=1, help="Episodes per policy."),
    write: bool = typer.Option(False, "--write", help="Keep them in baselines.json and rewrite the card."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Play the oracle, the noisy oracles and every cheap policy."""
    from ragen_bench.evaluation import cards
    from ragen_bench.evaluation.baselines import measure, write_baselines
    from ragen_bench.registry import get_preset, get_spec

    spec = get_spec(env)
    presets = [get_preset(spec, preset)] if preset else list(spec.presets)
    entries = {}
    for chosen in presets:
        label = f"{spec.id} [{chosen.name}]"
        entries[chosen.name] = measure(
            spec, chosen, episodes, tick=lambda name, label=label: note(f"{label}: {name} done")
        )
        if write:
            # Each preset is kept as soon as it is measured.
            path = write_baselines(spec, {chosen.name: entries[chosen.name]})
    if as_json:
        emit_json(entries)
    else:
        for name, entry in entries.items():
            rows = [
                (
                    policy,
                    percent(values["success"]["mean"], values["success"]["interval"]),
                    decimal(values["score"]["mean"], values["score"]["interval"]),
                    f"{values['reward']:.3f}",
                )
                for policy, values in entry["policies"].items()
            ]
            table(f"{spec.id} [{name}]", ("policy", "success", "score", "reward"), rows, right=(1, 2, 3))
    if write:
        emit(str(path))
        emit(str(cards.write_card(spec)))
