"""Goals in generated shops: what meets them, what almost does, and what a keyword search would buy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragen_bench.environments.webshop.catalogue import GeneratedShop, Item

#: Search results that an agent can page through, as in WebShop.
MOST_RESULTS = 50


def misses(item: Item, goal: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The constraints that a product of the right kind does not meet, as (kind, name) pairs.

    Exact comparison of names: in generated shops no other name is similar enough to match.
    """
    missed = [("attribute", name) for name in goal["attributes"] if name not in item.features]
    if goal["options"]:
        options = item.kind.department.options
        choices = {name: values for (name, _), values in zip(options, item.choices, strict=True)}
        missed += [
            ("option", name) for name, value in goal["options"].items() if value not in choices.get(name, ())
        ]
    if item.cents > round(100 * goal["price_upper"]):
        missed.append(("price", ""))
    return missed


def rivals(shop: GeneratedShop, goal: Mapping[str, Any]) -> tuple[list[Item], list[Item]]:
    """(the products that meet the goal, those that miss it by exactly one constraint)."""
    right: list[Item] = []
    near: list[Item] = []
    kind = goal["query"]
    wanted = frozenset((*goal["attributes"], *(f"{name} {value}" for name, value in goal["options"].items())))
    ceiling = round(100 * goal["price_upper"])
    for item, (has, cents) in zip(shop.by_kind[kind], shop.has[kind], strict=True):
        missed = len(wanted - has) + (cents > ceiling)
        if missed < 2:
            (near if missed else right).append(item)
    return right, near


def honest_query(goal: Mapping[str, Any]) -> str:
    """What someone who understood the instruction would search for: the kind and the features by name."""
    return " ".join((goal["query"], *goal["attributes"], *goal["options"].values()))


def found_by_keywords(shop: GeneratedShop, instruction: str, goal: Mapping[str, Any]) -> bool:
    """Whether searching for the instruction and buying from what is listed could meet the goal.

    That is: the first result meets it, or the first within the price, or the first that has the options.
    """
    results: Sequence[str] = shop.search(instruction, MOST_RESULTS)
    kinds_of_pick = (("attribute", "option", "price"), ("price",), ("option",), ("option", "price"))
    for asked in kinds_of_pick:
        for asin in results:
            item = shop.item(asin)
            assert item is not None
            missed = misses(item, goal) if item.kind.name == goal["query"] else [("attribute", "")]
            if len(asked) == 3 or not any(kind in asked for kind, _ in missed):
                if not missed:
                    return True
                break
    return False
