"""The record of a training run: metrics.jsonl always, TensorBoard and W&B on request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidRun, MissingExtra
from ragen_bench.evaluation.rows import jsonable
from ragen_bench.evaluation.store import storage_errors

METRICS = "metrics.jsonl"


class Recorder:
    """Appends one line a step. Not-a-number is written as null, so that every reader of JSON can read it.

    Args:
        folder: the run's.
        start: steps done; lines of later ones, from an earlier attempt, are removed.
        tensorboard, wandb: record there too.
        config: shown by W&B.

    Raises:
        MissingExtra: a recorder that is not installed. StorageError: the disk refused.
    """

    def __init__(
        self, folder: Path, start: int, *, tensorboard: bool, wandb: bool, config: dict[str, Any]
    ) -> None:
        self._path = folder / METRICS
        self._board: Any = None
        self._wandb: Any = None
        if start:
            kept = [line for line in read_metrics(folder) if line["step"] <= start]
            _write(self._path, "".join(_line(line) for line in kept), "w")
        else:
            _write(self._path, "", "w")
        if tensorboard:
            try:
                from torch.utils.tensorboard.writer import SummaryWriter
            except ImportError as error:
                raise MissingExtra("tensorboard", "train", "tensorboard=true") from error
            self._board = SummaryWriter(str(folder / "tensorboard"), purge_step=start)  # type: ignore[no-untyped-call]
        if wandb:
            try:
                import wandb as weights_and_biases
            except ImportError as error:
                raise MissingExtra("wandb", "train", "wandb=true") from error
            self._wandb = weights_and_biases.init(
                project="ragen-bench", name=folder.name, config=config, dir=str(folder), resume="allow"
            )

    def add(self, figures: dict[str, Any]) -> None:
        """Records one step."""
        _write(self._path, _line(figures), "a")
        numbers = {k: v for k, v in figures.items() if isinstance(v, (int, float)) and k != "step"}
        if self._board is not None:
            for key, value in numbers.items():
                self._board.add_scalar(key, value, figures["step"])
        if self._wandb is not None:
            self._wandb.log(numbers, step=figures["step"])

    def close(self) -> None:
        """Flushes and leaves."""
        if self._board is not None:
            self._board.close()
        if self._wandb is not None:
            self._wandb.finish()


def read_metrics(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run's record; a torn last one is left out.

    Raises:
        InvalidRun: there is none, or one in the middle is damaged.
    """
    path = folder / METRICS
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InvalidRun(f"{path}: {error.strerror}. Is {folder} the folder of a training run?") from error
    read = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            read.append(json.loads(line))
        except ValueError as error:
            if number == len(lines):
                break
            raise InvalidRun(
                f"{path}, line {number}: not JSON. Delete the line to go on without it"
            ) from error
    return read


def _line(figures: dict[str, Any]) -> str:
    return json.dumps(jsonable(figures), ensure_ascii=True) + "\n"


def _write(path: Path, text: str, mode: str) -> None:
    with (
        storage_errors(path, "repeat the command with --resume: what was recorded before is intact"),
        path.open(mode, encoding="utf-8", newline="\n") as stream,
    ):
        stream.write(text)
