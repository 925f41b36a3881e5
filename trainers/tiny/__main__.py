"""`python -m ragen_bench.trainers.tiny --out FOLDER`: makes the model, or goes on making it."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from ragen_bench.trainers.tiny.model import Shape
from ragen_bench.trainers.tiny.teach import TeachConfig, teach


def main() -> None:
    """Reads the command line and teaches."""
    parser = argparse.ArgumentParser(prog="python -m ragen_bench.trainers.tiny", description=__doc__)
    usual = TeachConfig()
    parser.add_argument("--out", type=Path, required=True, help="output folder; a run in it is continued")
    parser.add_argument("--steps", type=int, default=usual.steps)
    parser.add_argument("--batch", type=int, default=usual.batch)
    parser.add_argument("--rate", type=float, default=usual.rate)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--until", type=int, help="stop after this step; the schedule stays")
    parser.add_argument("--width", type=int, default=usual.shape.width)
    parser.add_argument("--layers", type=int, default=usual.shape.layers)
    parser.add_argument("--heads", type=int, default=usual.shape.heads)
    parser.add_argument("--inner", type=int, default=usual.shape.inner)
    parser.add_argument("--save-every", type=int, default=250)
    parser.add_argument("--validate", type=int, default=48, help="tasks of each environment, 0 for none")
    given = parser.parse_args()
    shape = Shape(given.width, given.layers, given.heads, given.inner)
    config = replace(
        usual, steps=given.steps, batch=given.batch, rate=given.rate, seed=given.seed, shape=shape
    )

    def play(step: int, folder: Path) -> dict[str, Any]:
        from ragen_bench.trainers.tiny.validate import validate

        return validate(folder, given.validate) if given.validate else {}

    teach(given.out, config, until=given.until, save_every=given.save_every, after_save=play)


if __name__ == "__main__":
    main()
