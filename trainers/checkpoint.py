"""Checkpoints: a folder each, complete or not there, from which a run continues exactly."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidRun, StorageError

_STATE = "state.json"
_BEST = "best"


def save(folder: Path, step: int, models: Any, optimisers: Any, state: dict[str, Any]) -> Path:
    """Writes checkpoints/step-N: adapter (peft), every trained tensor, optimizers, and plain state.

    Written beside and renamed, so that a kill or a full disk leaves the earlier ones as they were.

    Raises:
        StorageError: the disk refused.
    """
    import torch
    from safetensors.torch import save_file

    target = folder / f"step-{step:06d}"
    partial = folder / f".step-{step:06d}.{os.getpid()}"
    try:
        partial.mkdir(parents=True)
        models.save_adapter(partial)
        save_file(models.state(), str(partial / "trained.safetensors"))
        torch.save(optimisers.state(), partial / "optimisers.pt")
        (partial / _STATE).write_text(json.dumps({"step": step, **state}, indent=1), encoding="utf-8")
        if target.exists():
            shutil.rmtree(target)
        partial.rename(target)
    except (OSError, RuntimeError) as error:
        # torch and safetensors report a full disk as RuntimeError of their own.
        shutil.rmtree(partial, ignore_errors=True)
        raise StorageError(
            f"cannot write the checkpoint {target}: {' '.join(str(error).split())[:200]}. Earlier "
            "checkpoints are intact; make room and repeat the command with --resume"
        ) from error
    return target


def load(path: Path, models: Any, optimisers: Any) -> dict[str, Any]:
    """Restores a checkpoint; returns its plain state.

    Raises:
        InvalidRun: damaged.
    """
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        state: dict[str, Any] = json.loads((path / _STATE).read_text(encoding="utf-8"))
        models.load_state(load_file(str(path / "trained.safetensors")))
        # weights_only refuses anything but tensors and plain containers.
        optimisers.load_state(
            torch.load(path / "optimisers.pt", map_location=models.device, weights_only=True)
        )
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        raise InvalidRun(
            f"the checkpoint {path} is damaged: {' '.join(str(error).split())[:200]}. Delete that folder and "
            "repeat the command with --resume to continue from the one before"
        ) from error
    return state


def found(folder: Path) -> list[Path]:
    """Complete checkpoints, oldest first."""
    return sorted(path for path in folder.glob("step-*") if (path / _STATE).is_file())


def keep_best(folder: Path, path: Path) -> None:
    """Copies a checkpoint's adapter as the best so far."""
    target, partial = folder / _BEST, folder / f".{_BEST}.{os.getpid()}"
    shutil.copytree(path, partial, ignore=shutil.ignore_patterns("optimisers.pt", "trained.safetensors"))
    if target.exists():
        shutil.rmtree(target)
    partial.rename(target)


def tidy(folder: Path, keep: int) -> None:
    """Deletes all but the last `keep` checkpoints, and what kills left half written."""
    for path in found(folder)[:-keep]:
        shutil.rmtree(path, ignore_errors=True)
    for path in folder.glob(".step-*"):
        shutil.rmtree(path, ignore_errors=True)
