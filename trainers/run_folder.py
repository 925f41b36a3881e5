"""The folder of a training run: its settings, and whether it may be continued with others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ragen_bench import __version__
from ragen_bench.errors import InvalidRun, RunConflict
from ragen_bench.evaluation.store import read_json, storage_errors, write_json
from ragen_bench.trainers.config import TrainConfig, as_dict, build

CONFIG = "train.json"
#: Settings that may differ when a run is continued: they change how long or where, not what.
_MAY_CHANGE = ("steps", "max_minutes", "tensorboard", "wandb", "device")


def prepare(path: Path, config: TrainConfig, resume: bool) -> None:
    """Makes the folder with its settings.

    Raises:
        RunConflict: it holds a run and `resume` was not asked for, or one with other settings.
        StorageError: the disk refused.
    """
    file = path / CONFIG
    if file.exists():
        if not resume:
            raise RunConflict(
                f"{path} holds a training run already. Continue it with --resume, or choose another --out"
            )
        differing = _differences(as_dict(read_config(path)), as_dict(config))
        if differing:
            raise RunConflict(
                f"{path} was begun with other settings: {', '.join(differing[:5])}. Repeat them, or "
                "choose another --out"
            )
    with storage_errors(path):
        path.mkdir(parents=True, exist_ok=True)
        write_json(file, {"ragen-bench": __version__, "config": as_dict(config)})


def read_config(path: Path) -> TrainConfig:
    """The settings of a training run.

    Raises:
        InvalidRun: the folder holds none.
    """
    file = path / CONFIG
    try:
        return build(read_json(file)["config"])
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InvalidRun(f"{file} is not the record of a training run: {error}") from error


def _differences(old: dict[str, Any], new: dict[str, Any], prefix: str = "") -> list[str]:
    found = []
    for key, value in new.items():
        name = f"{prefix}{key}"
        if name in _MAY_CHANGE:
            continue
        if isinstance(value, dict):
            found += _differences(old.get(key) or {}, value, f"{name}.")
        elif old.get(key) != value:
            found.append(f"{name} was {old.get(key)!r} and is {value!r}")
    return found
