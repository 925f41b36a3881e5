"""Adapter for files in the manner of miniF2F for Lean 4: name, split, formal_statement."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ragen_bench import public_data
from ragen_bench.errors import InvalidData, UnknownName
from ragen_bench.splits import Task

FILE = "minif2f.jsonl"
ABOUT = "miniF2F in Lean 4 (rows with name, split and formal_statement)"
_SPLITS = {"test": "test", "valid": "validation", "validation": "validation"}
#: What a statement ends with, longest first.
_ENDINGS = (":= by sorry", ":= by", ":= sorry", ":=")


def rows(split: str) -> list[Task]:
    """The statements of a split.

    Raises:
        UnknownName: neither test nor validation. MissingData: no such file. InvalidData: a row is not as it
            should be.
    """
    if split not in ("test", "validation"):
        raise UnknownName("split", split, ["test", "validation"], "(miniF2F has these two)")
    return [task for where, task in _load() if where == split]


def revision() -> str:
    """The first 12 digits of the file's SHA-256."""
    return public_data.revision(public_data.require(FILE, ABOUT))


def _load() -> tuple[tuple[str, Task], ...]:
    path = public_data.require(FILE, ABOUT)
    return _read(str(path), path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: str, changed: int) -> tuple[tuple[str, Task], ...]:
    return tuple(_tasks(public_data.read_jsonl(Path(path)), path))


def _tasks(found: Iterable[dict[str, Any]], where: str) -> Iterable[tuple[str, Task]]:
    for line, row in enumerate(found, start=1):
        name, split, text = row.get("name"), row.get("split"), row.get("formal_statement")
        if not isinstance(name, str) or not isinstance(text, str) or split not in _SPLITS:
            raise InvalidData(f"{where}:{line} is no row of {ABOUT}")
        header = row.get("header")
        task = task_of(name, f"{header}\n{text}" if isinstance(header, str) else text)
        if task is None:
            raise InvalidData(f"{where}:{line} ({name}) holds no theorem that ends in ':= by sorry'")
        yield _SPLITS[split], task


def task_of(name: str, text: str) -> Task | None:
    """The task of one file of Lean text: what stands before its last theorem is kept as it is."""
    lines = text.strip().splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(("theorem ", "lemma "))]
    if not starts:
        return None
    statement = "\n".join(lines[starts[-1] :]).strip()
    flat = statement.rstrip()
    for ending in _ENDINGS:
        pieces = ending.split()
        kept = flat
        for piece in reversed(pieces):
            kept = kept.rstrip()
            if not kept.endswith(piece):
                break
            kept = kept[: -len(piece)]
        else:
            return {
                "statement": kept.rstrip(),
                "classical": True,
                "imports": [line.rstrip() for line in lines[: starts[-1]] if line.strip()],
                "family": name,
                "proof": [],
            }
    return None
