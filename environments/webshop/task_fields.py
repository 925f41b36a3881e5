"""Checks and completes tasks that are given by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragen_bench.environments.webshop.config import SOURCES, WORDINGS
from ragen_bench.environments.webshop.goods import KIND_BY_NAME
from ragen_bench.environments.webshop.scoring import score
from ragen_bench.environments.webshop.shops import shop_of
from ragen_bench.errors import InvalidTask
from ragen_bench.splits import Task

_FIELDS = ("instruction", "catalogue", "goal", "asin", "wording", "family")
_GOAL = ("query", "category", "title", "attributes", "options", "price_upper")
_LONGEST = 2000
_MOST_PARTS = 20


def validated(task: Mapping[str, Any]) -> Task:
    """The task with every field; see `WebShopTasks.validate`.

    Raises:
        InvalidTask: names the field.
    """
    for key in task:
        if key not in _FIELDS:
            raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
    said = _text("instruction", task.get("instruction"), 1)
    number = task.get("catalogue")
    if isinstance(number, bool) or not isinstance(number, int | str):
        raise InvalidTask("catalogue", number, f"a whole number, or {' or '.join(map(repr, SOURCES[1:]))}")
    if number not in SOURCES[1:] if isinstance(number, str) else not 0 <= number < 1 << 31:
        raise InvalidTask("catalogue", number, f"0 to 2**31 - 1, or {' or '.join(map(repr, SOURCES[1:]))}")
    goal = _goal(task.get("goal"))
    wording = task.get("wording", "plain")
    if wording not in WORDINGS:
        raise InvalidTask("wording", wording, f"one of {', '.join(WORDINGS)}")
    family = task.get("family", "given")
    if not isinstance(family, str) or not 1 <= len(family) <= 200:
        raise InvalidTask("family", family, "a short text")
    asin = _text("asin", task.get("asin", ""), 0)
    if asin and shop_of(number).product(asin) is None:
        raise InvalidTask("asin", asin, "a product of the task's catalogue, or left out")
    return {
        "instruction": said,
        "catalogue": number,
        "goal": goal,
        "asin": asin or _best(number, goal),
        "wording": wording,
        "family": family,
    }


def _goal(goal: object) -> dict[str, Any]:
    if not isinstance(goal, Mapping) or set(goal) != set(_GOAL):
        raise InvalidTask("goal", goal, f"a mapping of {', '.join(_GOAL)}")
    attributes, options, ceiling = goal["attributes"], goal["options"], goal["price_upper"]
    if not isinstance(attributes, list | tuple) or not 0 < len(attributes) <= _MOST_PARTS:
        raise InvalidTask("goal", attributes, f"with 1 to {_MOST_PARTS} attributes")
    if not isinstance(options, Mapping) or len(options) > _MOST_PARTS:
        raise InvalidTask("goal", options, "with options as a mapping of names to values")
    if isinstance(ceiling, bool) or not isinstance(ceiling, int | float) or not 0 < ceiling < 1e9:
        raise InvalidTask("goal", ceiling, "with a price_upper in dollars, above 0")
    return {
        "query": _text("goal", goal["query"], 0),
        "category": _text("goal", goal["category"], 0),
        "title": _text("goal", goal["title"], 1),
        "attributes": [_text("goal", part, 1) for part in attributes],
        "options": {_text("goal", name, 1): _text("goal", value, 1) for name, value in options.items()},
        "price_upper": float(ceiling),
    }


def _text(field: str, value: object, shortest: int) -> str:
    if not isinstance(value, str) or not shortest <= len(value.strip()) or len(value) > _LONGEST:
        raise InvalidTask(field, value, f"a text of {shortest} to {_LONGEST} characters")
    return value


def _best(number: int | str, goal: Mapping[str, Any]) -> str:
    """The product of a generated shop that is worth most, with its best options; "" in other shops.

    Public shops are too large to look at every product.
    """
    from ragen_bench.environments.webshop.catalogue import product_of, shop

    if isinstance(number, str):
        return ""
    place = shop(number)
    wanted = list(goal["options"].values())
    best, most = "", -1.0
    for item in place.by_kind[goal["query"]] if goal["query"] in KIND_BY_NAME else place.items:
        product = product_of(item)
        chosen = {
            name: next((value for value in values if value in wanted), values[0])
            for name, values in product.options.items()
        }
        worth = score(product, chosen, goal).reward
        if worth > most:
            best, most = item.asin, worth
    return best
