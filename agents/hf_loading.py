"""Loading a transformers model, its tokenizer and an adapter, with errors that say what to do."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidConfig, MissingExtra, ModelError

DTYPES = ("auto", "bf16", "f16", "f32")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model ready to decode.

    Args:
        model: the transformers model, adapter layers inside.
        tokenizer: its tokenizer.
        path: the folder or file that the weights came from, or None when that is not known.
        device, dtype: as strings, for example "cpu" and "bf16".
    """

    model: Any
    tokenizer: Any
    path: Path | None
    device: str
    dtype: str


def load(model: str | Path, adapter: str | Path | None, device: str, dtype: str) -> Loaded:
    """Load a folder, a `.gguf` file or a hub id, and a LoRA adapter folder.

    Code that comes with a model is never run.

    Raises:
        ModelError: not found, damaged, of a kind that is not supported, or out of memory.
        MissingExtra: torch, transformers, or peft for an adapter, is not installed.
    """
    if dtype not in DTYPES:
        raise InvalidConfig("dtype", dtype, f"one of {', '.join(DTYPES)}")
    try:
        import torch
        import transformers
    except ImportError as error:
        raise MissingExtra(error.name or "transformers", "hf", f"the model {str(model)!r}") from error
    where, options = _locate(model)
    place = _device(torch, device)
    kind = _dtype(torch, dtype, place)
    if adapter is not None:
        # Before the weights are read: a wrong path should not cost minutes.
        _adapter_config(Path(adapter).expanduser())
    try:
        with no_progress_bars(transformers):
            tokenizer: Any = transformers.AutoTokenizer.from_pretrained(where, **options)
            found: Any = transformers.AutoModelForCausalLM.from_pretrained(
                where, dtype=getattr(torch, _TORCH_NAMES[kind]), **options
            )
        found = found.to(place)
    except Exception as error:
        # Any parser of any file format may speak here; the cause stays attached.
        raise _load_error(model, where, error) from error
    if adapter is not None:
        found = _with_adapter(found, Path(adapter).expanduser())
    found.eval()
    if getattr(found, "_is_stateful", False):
        raise ModelError(
            f"the model {str(model)!r} ({found.config.model_type}) keeps a recurrent state, which the "
            "transformers agent cannot batch. Serve it and use openai:MODEL --base-url URL"
        )
    return Loaded(found, tokenizer, _weights_path(where, options, found), place, kind)


_TORCH_NAMES = {"bf16": "bfloat16", "f16": "float16", "f32": "float32"}


def _locate(model: str | Path) -> tuple[str, dict[str, Any]]:
    """What from_pretrained takes: a folder or hub id, and options. Paths are checked here."""
    text = str(model)
    try:
        path = Path(text).expanduser()
        path.exists()
    except (OSError, ValueError, RuntimeError) as error:  # too long, a NUL, or the home of nobody
        raise ModelError(f"no model at {text[:80]!r}: {error}") from error
    if path.is_file():
        if path.suffix != ".gguf":
            raise ModelError(
                f"the model {text!r} is a file that is not .gguf. Give the folder that holds config.json"
            )
        try:
            import gguf  # noqa: F401  (transformers reads the file through it)
        except ImportError as error:
            raise MissingExtra("gguf", "hf", f"the model {text!r}") from error
        return str(path.parent), {"gguf_file": path.name}
    if path.is_dir():
        if not (path / "config.json").is_file():
            hint = (
                " It holds an adapter: write BASE+ADAPTER" if (path / "adapter_config.json").exists() else ""
            )
            raise ModelError(f"the folder {text!r} holds no config.json, so it is no model.{hint}")
        return str(path), {}
    looks_like_path = isinstance(model, Path) or text.startswith((".", "/", "~")) or text.count("/") > 1
    if looks_like_path or (os.sep != "/" and os.sep in text) or text.endswith(".gguf"):
        raise ModelError(
            f"no model at {text!r}: there is no such folder or file. "
            "Give a folder with config.json, a .gguf file, or a hub id such as "
            "HuggingFaceTB/SmolLM2-135M-Instruct"
        )
    return text, _hub_options(text)


def _hub_options(name: str) -> dict[str, Any]:
    """Asks the hub once, so that being offline costs a second instead of a minute of retries."""
    import huggingface_hub

    try:
        huggingface_hub.HfApi().model_info(name, timeout=10)
    except Exception as error:  # noqa: BLE001 (which HTTP library speaks here depends on the version)
        try:
            huggingface_hub.hf_hub_download(name, "config.json", local_files_only=True)
        except (OSError, ValueError):
            raise _load_error(name, name, error) from error
        return {"local_files_only": True}
    return {}


def _load_error(model: object, where: str, error: Exception) -> ModelError:
    reason = " ".join(str(error).split())[:300] or type(error).__name__
    if is_out_of_memory(error):
        return ModelError(
            f"not enough memory to load the model {str(model)!r}. Use a smaller model, or --dtype bf16"
        )
    if not Path(where).exists():
        return ModelError(
            f"cannot get the model {str(model)!r}: it is no folder here, and the hub did not give it "
            f"({reason}). Check the spelling and the network, or download it and give the folder's path"
        )
    return ModelError(f"cannot load the model {str(model)!r}: {reason}. Check or download the folder again")


def _device(torch: Any, device: str) -> str:
    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        kind = torch.device(device).type
    except RuntimeError as error:
        raise InvalidConfig("device", device, '"auto", "cpu", "cuda" or "cuda:N"') from error
    if kind == "cuda" and not torch.cuda.is_available():
        raise ModelError(f"device {device!r} was asked for, but torch sees no GPU here. Use --device cpu")
    return device


def _dtype(torch: Any, dtype: str, device: str) -> str:
    if dtype != "auto":
        return dtype
    if device.startswith("cuda"):
        return "bf16" if torch.cuda.is_bf16_supported() else "f16"
    # Without these instructions a CPU emulates bf16, slower than f32.
    for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"):
        probe = getattr(torch.cpu, name, None)
        if device == "cpu" and probe is not None and probe():
            return "bf16"
    return "f32"


def _adapter_config(path: Path) -> dict[str, Any]:
    file = path / "adapter_config.json"
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(
            f"no adapter at {str(path)!r}: {file.name} cannot be read ({error.strerror}). "
            "Give the folder that peft's save_pretrained wrote"
        ) from error
    except ValueError as error:
        raise ModelError(f"the adapter {str(path)!r} is damaged: {file} is not JSON ({error})") from error
    if not isinstance(config, dict) or config.get("peft_type") != "LORA":
        kind = config.get("peft_type") if isinstance(config, dict) else None
        raise ModelError(
            f"the adapter {str(path)!r} is of the kind {kind!r}; only LORA adapters are supported"
        )
    return config


def _with_adapter(model: Any, path: Path) -> Any:
    try:
        import peft
        from safetensors import SafetensorError
    except ImportError as error:
        raise MissingExtra(error.name or "peft", "hf", f"the adapter {str(path)!r}") from error
    base = getattr(model.config, "_name_or_path", "") or model.config.model_type
    try:
        with warnings.catch_warnings():
            # What peft warns of is an error below.
            warnings.simplefilter("ignore")
            wrapped: Any = peft.PeftModel.from_pretrained(model, str(path), is_trainable=False)
        stray = _stray_weights(peft, wrapped, path)
    except (ValueError, RuntimeError, KeyError, OSError, TypeError, SafetensorError) as error:
        reason = " ".join(str(error).split())[:300]
        raise ModelError(
            f"the adapter {str(path)!r} does not fit the model {base!r}: {reason}. "
            "Give the base model that it was trained on"
        ) from error
    if stray:
        raise ModelError(
            f"the adapter {str(path)!r} does not fit the model {base!r}: "
            f"{len(stray)} weights have no counterpart, for example {stray[0]}. "
            "Give the base model that it was trained on"
        )
    # The adapter layers sit inside the base model, whose forward is the plain one.
    return wrapped.get_base_model()


def _stray_weights(peft: Any, wrapped: Any, path: Path) -> list[str]:
    """Names that stand only in the file or only in the model; peft merely warns of them."""
    from safetensors import safe_open

    file = path / "adapter_model.safetensors"
    if not file.is_file():
        return []
    with safe_open(str(file), framework="pt") as stream:
        stored = set(stream.keys())
    expected = set(peft.get_peft_model_state_dict(wrapped, save_embedding_layers=False))
    return sorted(name for name in stored ^ expected if "lora_" in name)


def _weights_path(where: str, options: dict[str, Any], model: Any) -> Path | None:
    folder = Path(where)
    if folder.is_dir():
        return folder / options["gguf_file"] if "gguf_file" in options else folder
    from transformers.utils import cached_file

    try:
        config = cached_file(where, "config.json", local_files_only=True)
    except (OSError, ValueError):
        return None
    return Path(config).parent if config else None


@contextmanager
def no_progress_bars(transformers: Any) -> Iterator[None]:
    """Loading is silent: the command line has a progress display of its own."""
    logging = transformers.utils.logging
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def is_out_of_memory(error: BaseException) -> bool:
    """A failed allocation, on a GPU or in main memory."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    text = str(error)
    return isinstance(error, RuntimeError) and (
        "out of memory" in text or "not enough memory" in text or "can't allocate memory" in text
    )
