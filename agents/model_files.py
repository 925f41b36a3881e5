"""Where models lie on disk, and the hashes by which a run names the weights it used."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

#: Files that decide what a model computes; everything else in its folder is ignored.
WEIGHT_SUFFIXES = (".safetensors", ".gguf", ".bin", ".pt")
CONFIG_SUFFIXES = (".json", ".jinja", ".model", ".txt")

_HASHES = "file-hashes.json"
_REMEMBERED = 4096
_CHUNK = 1 << 20


def cache_root() -> Path:
    """`ragen-bench` under `$XDG_CACHE_HOME` or `~/.cache`."""
    root = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification says that a relative path is to be ignored.
    base = Path(root) if root and os.path.isabs(root) else Path.home() / ".cache"
    return base / "ragen-bench"


def model_hash(path: str | Path) -> str:
    """Hex SHA-256 over names and contents of the weight and config files of a folder (or one file).

    Independent of where the folder lies. Hashes of single files are remembered on disk by path, size
    and modification time, so a second call does not read the weights again.
    """
    path = Path(path)
    if path.is_file():
        files = [path]
    else:
        suffixes = WEIGHT_SUFFIXES + CONFIG_SUFFIXES
        files = sorted(f for f in path.iterdir() if f.is_file() and f.suffix in suffixes)
        if any(f.suffix == ".safetensors" for f in files):
            # The older format beside safetensors is not read.
            files = [f for f in files if f.suffix not in (".bin", ".pt")]
    remembered = _read_remembered()
    before = len(remembered)
    total = hashlib.sha256()
    for file in files:
        stat = file.stat()
        key = f"{file.resolve()}|{stat.st_size}|{stat.st_mtime_ns}"
        known = remembered.get(key) or _hash_file(file)
        remembered[key] = known
        total.update(f"{file.name}\0{known}\n".encode())
    if len(remembered) != before:
        _write_remembered(remembered)
    return total.hexdigest()


def _hash_file(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest()


def _read_remembered() -> dict[str, str]:
    try:
        data = json.loads((cache_root() / _HASHES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {k: v for k, v in data.items() if isinstance(v, str) and len(v) == 64}


def _write_remembered(hashes: dict[str, str]) -> None:
    # A cache only: a disk that refuses it costs time, nothing else.
    folder = cache_root()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".hashes-", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(dict(list(hashes.items())[-_REMEMBERED:]), stream)
            os.replace(name, folder / _HASHES)
        except OSError:
            Path(name).unlink(missing_ok=True)
