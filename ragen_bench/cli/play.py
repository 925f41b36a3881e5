"""`ragen-bench play`: try an environment by hand."""

from __future__ import annotations

import sys

import typer

from ragen_bench.cli.output import emit


def command(
    env: str = typer.Argument(..., metavar="ID", help="An environment."),
    preset: str = typer.Option("medium", help="A rung of the ladder."),
    split: str = typer.Option("train", help="Whose tasks."),
    index: int = typer.Option(0, min=0, help="Which task."),
    replica: int = typer.Option(0, min=0, help="Which draw of luck."),
) -> None:
    """Play one task at the terminal. An empty line or Ctrl-D leaves."""
    from ragen_bench.env import make

    game = make(env, preset=preset, split=split)
    observation, _ = game.reset(options={"index": index, "replica": replica})
    emit(f"{game.instruction}\n")
    total = 0.0
    while True:
        emit(f"{observation}\n")
        sys.stdout.write(f"[turn {game.turn + 1} of {game.max_turns}] action: ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line.strip():
            emit("left")
            return
        observation, reward, terminated, truncated, info = game.step(line.rstrip("\n"))
        total += reward
        terms = ", ".join(f"{name} {value:+g}" for name, value in info["reward_terms"].items())
        emit(f"reward {reward:+g}" + (f" ({terms})" if terms else ""))
        if terminated or truncated:
            emit(f"{observation}\n")
            outcome = "solved" if info["success"] else "out of turns" if truncated else "not solved"
            emit(f"{outcome}: score {info['score']:.3f}, return {total:+g}, {info['turn']} turns")
            return
