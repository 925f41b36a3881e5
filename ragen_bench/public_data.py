"""Finds public data sets on the user's disk, or through `datasets` from a hub.

Nothing is downloaded unless a public preset is played and the files are not in the data folder
(`RAGEN_BENCH_DATA`, or `--data` at the command line).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidData, MissingData

#: Environment variable that names the data folder.
DATA_VARIABLE = "RAGEN_BENCH_DATA"


def data_folder() -> Path | None:
    """The user's data folder, if one is set."""
    folder = os.environ.get(DATA_VARIABLE)
    # os.path's leaves the home of nobody as it is, pathlib's raises.
    return Path(os.path.expanduser(folder)) if folder else None


def find(name: str) -> Path | None:
    """The file or folder called `name` in the data folder."""
    folder = data_folder()
    path = folder / name if folder is not None else None
    return path if path is not None and path.exists() else None


def require(name: str, about: str) -> Path:
    """Like `find`.

    Raises:
        MissingData: it is not there; `about` says what it is and where it comes from.
    """
    path = find(name)
    if path is None:
        place = data_folder()
        where = (
            f"{place / name} does not exist"
            if place
            else f"no data folder is set ({DATA_VARIABLE} or --data)"
        )
        raise MissingData(f"{about} is needed as {name}, and {where}")
    return path


def revision(path: Path) -> str:
    """The first 12 hex digits of the SHA-256 of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()[:12]


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON Lines file.

    Raises:
        InvalidData: a line that is no JSON object; names file and line. MissingData: the file cannot be read.
    """
    number = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    row = json.loads(line)
                    if not isinstance(row, dict):
                        raise InvalidData(f"{path}:{number} must be a JSON object")
                    yield row
    except InvalidData:
        raise
    except json.JSONDecodeError as error:
        raise InvalidData(f"{path}:{number} is not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # no UTF-8, an over-long number, nesting without end
        raise InvalidData(f"{path}:{number} cannot be read: {error}") from error
    except OSError as error:
        raise MissingData(f"{path} cannot be read: {error.strerror or error}") from error


def hub_rows(repository: str, split: str, about: str, subset: str | None = None) -> list[dict[str, Any]]:
    """The rows of a split on a hub, through `datasets` (extra `data`).

    Raises:
        MissingExtra: `datasets` is not installed. MissingData: the hub cannot be reached, or has no such set.
    """
    try:
        import datasets
    except ImportError:
        from ragen_bench.errors import MissingExtra

        raise MissingExtra("datasets", "data", about) from None
    try:
        rows = datasets.load_dataset(repository, subset, split=split)
    except Exception as error:
        raise MissingData(
            f"{about} could not be read from {repository}: {type(error).__name__}: {error}"
        ) from error
    return [dict(row) for row in rows]
