"""Statements that are played as they are: the hand-picked list of this package, and public files."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from ragen_bench import public_data
from ragen_bench.environments.lean import minif2f
from ragen_bench.errors import UnknownName
from ragen_bench.splits import Task

_FILE = Path(__file__).parent / "handpicked.toml"


def rows(name: str, split: str) -> list[Task]:
    """The statements of a list, in its order.

    Raises:
        UnknownName: a split that the list does not have. MissingData, InvalidData: of a public file.
    """
    if name == "minif2f":
        return minif2f.rows(split)
    if split != "test":
        raise UnknownName("split", split, ["test"], "(the hand-picked statements are one list)")
    return [dict(task) for task in handpicked()]


def revision_of(name: str) -> str:
    """The first 12 digits of the file's SHA-256."""
    if name == "minif2f":
        return minif2f.revision()
    return public_data.revision(_FILE)


@lru_cache(maxsize=1)
def handpicked() -> tuple[Task, ...]:
    """The hand-picked statements, easiest first within a topic, each with a proof."""
    with _FILE.open("rb") as file:
        tables: list[dict[str, Any]] = tomllib.load(file)["statement"]
    return tuple(
        {
            "statement": f"theorem {table['name']} {table['says']}",
            "classical": table.get("classical", False),
            "imports": [],
            "family": table["topic"],
            "proof": list(table["proof"].strip("\n").split("\n;\n")),
        }
        for table in tables
    )
