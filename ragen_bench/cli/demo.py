"""`ragen-bench demo`: the whole road, from policies to a leaderboard page."""

from __future__ import annotations

from pathlib import Path

import typer

from ragen_bench.cli.output import EpisodeProgress, emit, emit_json, note

#: Played beside the model; the page shows each environment's best cheap policy as well.
POLICIES = ("oracle", "random", "first", "constant", "spray")


def command(
    out: Path = typer.Option(Path("demo"), help="Where runs and the page go."),
    model: str = typer.Option(None, help="A model to play as well, such as smollm2."),
    size: str = typer.Option("dev", help="Episodes per environment for the cheap policies."),
    model_episodes: int = typer.Option(16, min=1, help="Episodes per environment for the model."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Evaluate random, oracle and cheap policies (and a model) and build the leaderboard page.

    Repeating it goes on where it stopped.
    """
    from ragen_bench.agents.resolve import resolve
    from ragen_bench.cli.show import print_summary
    from ragen_bench.evaluation import evaluate
    from ragen_bench.leaderboards import build as build_site

    paths, summaries = [], {}
    for name in [*([model] if model else []), *POLICIES]:
        if name == model:
            note(f"loading {name}")
        resolved = resolve(name)
        path = out / "runs" / name.replace("/", "-").replace(":", "-")
        with EpisodeProgress(name) as progress:
            run = evaluate(
                resolved,
                size=size,
                episodes=model_episodes if name == model else None,
                out=path,
                resume=True,
                tick=progress.tick,
            )
        if not as_json:
            print_summary(run.summary)
        summaries[name] = run.summary
        paths.append(path)
    index = build_site(paths, out / "site").index
    if as_json:
        emit_json({"runs": summaries, "leaderboard": str(index)})
    else:
        emit(f"\nleaderboard: {index.resolve().as_uri()}")
