"""Seeded WebShop tasks, and the rows of the public ones.

A task holds the instruction, the shop, the goal and one best product; `wording` lets `perturb` speak
in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragen_bench.environments.webshop.catalogue import GeneratedShop, Item, shop
from ragen_bench.environments.webshop.config import WebShopConfig
from ragen_bench.environments.webshop.goals import (
    MOST_RESULTS,
    found_by_keywords,
    honest_query,
    misses,
    rivals,
)
from ragen_bench.environments.webshop.goods import KIND_BY_NAME, KINDS, Kind
from ragen_bench.environments.webshop.public_goals import public_revision, public_rows
from ragen_bench.environments.webshop.task_fields import validated
from ragen_bench.environments.webshop.wording import instruction
from ragen_bench.rng import Rng, canonical_json
from ragen_bench.splits import Task

#: Every split has a shop of its own, so that products seen in training are not those of the test.
SHOP_NUMBERS = {"train": 1, "validation": 2, "test": 3, "test_ood": 4, "fresh": 5}
#: Ceilings are multiples of this many dollars.
_STEP = 5


class WebShopTasks:
    """The task source of WebShop."""

    def generate(self, rng: Rng, config: WebShopConfig, split: str) -> Task | None:
        """One candidate, or None where the config asks for more than a product has."""
        number = SHOP_NUMBERS[split]
        kinds = _OOD_KINDS if split == "test_ood" else _KINDS
        kind = rng.choice(kinds)
        item = rng.choice(shop(number).by_kind[kind.name])
        features = sorted(rng.sample(item.features, config.features))
        places = sorted(rng.sample(range(len(item.choices)), config.options))
        named = kind.department.options
        options = {named[place][0]: rng.choice(item.choices[place]) for place in places}
        return _task(number, item, features, options, _ceiling(item.cents), config.wording, rng)

    def accept(self, task: Task, config: WebShopConfig) -> bool:
        """Whether a candidate is good enough.

        Enough products are almost right and few are right; the best one is among the results of a
        fair search; and, where asked for, keywords alone do not lead to it.
        """
        place, goal = shop(task["catalogue"]), task["goal"]
        right, near = rivals(place, goal)
        if len(right) > config.matches or len(near) < config.decoys:
            return False
        if config.refuse_shortcuts and found_by_keywords(place, task["instruction"], goal):
            return False
        return task["asin"] in place.search(honest_query(goal), MOST_RESULTS)

    def canonical(self, task: Task) -> str:
        """What is wanted: kind, features and options. Price, wording and shop make no other goal."""
        goal = task["goal"]
        parts: list[Any] = [goal["query"], sorted(goal["attributes"]), goal["options"]]
        if isinstance(task["catalogue"], str):
            # Public goals may share all this and still be different sentences.
            parts += [task["instruction"], goal["price_upper"]]
        return canonical_json(parts)

    def validate(self, task: Mapping[str, Any], config: WebShopConfig) -> Task:
        """A task given by hand; without an `asin`, a best product is looked for.

        Raises:
            InvalidTask: names the field.
        """
        return validated(task)

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The goal with one feature or option exchanged, so that another product of the shop is right."""
        if isinstance(task["catalogue"], str):
            return _poorer(task)
        place, goal = shop(task["catalogue"]), task["goal"]
        item = place.item(task["asin"])
        found = None
        if item is not None and item.kind.name == goal["query"]:
            found = _exchanged(place, item, goal, rng)
        other, features, options = found if found is not None else _elsewhere(place, item, goal, rng)
        ceiling = max(int(goal["price_upper"]), _ceiling(other.cents))
        changed = _task(task["catalogue"], other, features, options, ceiling, task["wording"], rng)
        return {**changed, "family": "perturbed"}

    def rows(self, config: WebShopConfig, split: str) -> Sequence[Task]:
        """The goals of a public split, in WebShop's order; see `public_goals`.

        Raises:
            MissingData: the files are not here. UnknownName: there is no such split.
        """
        return public_rows(config.source, config.goals, split)

    def revision(self, config: WebShopConfig) -> str:
        """Names the files that were read."""
        return public_revision(config.source)


_KINDS = tuple(kind for kind in KINDS if not kind.held_out)
_OOD_KINDS = tuple(kind for kind in KINDS if kind.held_out)


def _task(
    number: int,
    item: Item,
    features: Sequence[str],
    options: Mapping[str, str],
    ceiling: int,
    wording: str,
    rng: Rng,
) -> Task:
    kind: Kind = item.kind
    chosen = ", ".join(options) or "no option"
    return {
        "instruction": instruction(kind, features, options, ceiling, wording, rng),
        "catalogue": number,
        "goal": {
            "query": kind.name,
            "category": kind.category,
            "title": item.title,
            "attributes": list(features),
            "options": dict(options),
            "price_upper": float(ceiling),
        },
        "asin": item.asin,
        "wording": wording,
        "family": f"{kind.name}, {len(features)} features, {chosen}",
    }


def _ceiling(cents: int) -> int:
    """The next multiple of 5 dollars, not below the price."""
    return -(-cents // (100 * _STEP)) * _STEP


def _exchanged(
    place: GeneratedShop, item: Item, goal: Mapping[str, Any], rng: Rng
) -> tuple[Item, list[str], dict[str, str]] | None:
    """A product that misses the goal by one feature or option, and the goal bent to what it has instead."""
    _, near = rivals(place, goal)
    for other in rng.shuffled(near):
        kind, name = misses(other, goal)[0]
        features, options = list(goal["attributes"]), dict(goal["options"])
        if kind == "attribute":
            fresh = [own for own in other.features if own not in item.features]
            if not fresh:
                continue
            features[features.index(name)] = rng.choice(fresh)
        elif kind == "option" and name in (named := [option for option, _ in item.kind.department.options]):
            here = named.index(name)
            fresh = [value for value in other.choices[here] if value not in item.choices[here]]
            if not fresh:
                continue
            options[name] = rng.choice(fresh)
        else:
            continue
        return other, sorted(features), options
    return None


def _elsewhere(
    place: GeneratedShop, item: Item | None, goal: Mapping[str, Any], rng: Rng
) -> tuple[Item, list[str], dict[str, str]]:
    """Another product, and a goal for it of about the same size with a feature that `item` lacks."""
    known = goal["query"] in KIND_BY_NAME
    pool = place.by_kind[goal["query"]] if known else place.items
    old = set(item.features if item is not None else goal["attributes"])
    other = rng.choice([rival for rival in pool if set(rival.features) - old])
    new = rng.choice([name for name in other.features if name not in old])
    count = min(len(goal["attributes"]), len(other.features))
    features = [new, *rng.sample([name for name in other.features if name != new], count - 1)]
    named = [name for name, _ in other.kind.department.options]
    options = {
        name: rng.choice(other.choices[named.index(name)]) for name in goal["options"] if name in named
    }
    return other, sorted(features), options


def _poorer(task: Task) -> Task:
    """The task with half the limit, so that a product which was right is now too dear or was a bargain."""
    goal = task["goal"]
    ceiling = round(goal["price_upper"] / 2, 2)
    said = f"{task['instruction'][:1900]}. On second thought, {ceiling:.2f} dollars is all I can spend."
    return {
        **task,
        "instruction": said,
        "goal": {**goal, "price_upper": ceiling},
        "asin": "",
        "family": "perturbed",
    }


TASKS = WebShopTasks()
