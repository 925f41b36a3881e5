"""WebShop's goals as splits, in WebShop's order.

Goals are made product by product in the catalogue's order and shuffled with WebShop's seed; the first
500 are test, the next 1,000 validation, the rest train. The order is the original's, since a shuffle
depends on the seed and the number of goals alone. Prices of products with a price range, and the
ceilings of goals, follow WebShop's seed and order of draws too; they would differ from a run of the
original only where another library of that run drew from the same global generator before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ragen_bench.environments.webshop.public_shop import PublicShop, public_shop
from ragen_bench.errors import UnknownName
from ragen_bench.splits import Task

_SHUFFLE_SEED = 233
_PARTS = {"test": (0, 500), "validation": (500, 1500), "train": (1500, None)}


def public_rows(source: str, goals: str, split: str) -> Sequence[Task]:
    """The tasks of a public split.

    Raises:
        UnknownName: there is no such split, or it is empty. MissingData: the files are not here.
    """
    if split not in _PARTS:
        raise UnknownName("split", split, _PARTS, "WebShop's goals have these three.")
    shop: PublicShop = public_shop(source)
    rows = shop.goals(goals, 0, 1 << 40)
    Random(_SHUFFLE_SEED).shuffle(rows)
    first, after = _PARTS[split]
    part = rows[first:after]
    if not part:
        raise UnknownName("split", split, ["test"], f"There are only {len(rows)} goals in this data.")
    return [_task(row, source) for row in part]


def public_revision(source: str) -> str:
    """Names the files that were read: 12 hex digits of a hash of their contents."""
    return public_shop(source).meta("revision")


def _task(row: dict[str, Any], source: str) -> Task:
    return {
        "instruction": row["instruction"],
        "catalogue": source,
        "goal": row["goal"],
        "asin": row["asin"],
        "wording": "plain",
        "family": row["asin"],
    }
