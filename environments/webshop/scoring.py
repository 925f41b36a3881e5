"""WebShop's reward, written from the paper's definition (arXiv 2207.01206, section 3 and appendix).

r = r_type * (attributes matched + options matched + [price <= ceiling]) / (attributes + options + 1)

where r_type tells whether the product is of the wanted type: with t the share of the goal title's
nouns that are in the product's title, it is 0 at t = 0, 0.1 at t < 0.1, 0.5 at t <= 0.2 unless the
products are filed under the same query or share two parts of the category, and 1 otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ragen_bench.environments.webshop.matching import matches, options_match
from ragen_bench.environments.webshop.product import Product

_WORD = re.compile(r"[^\W\d_]{2,}")
#: Words that are hardly ever nouns. What is left stands in for the nouns that the paper takes from a tagger.
_OTHERS = """a an and are as at be best both but by easy extra fits for free from good great has have high in
is it its large long low new non of on or our out per pro proof safe small so soft super that the this to two
ultra up use very wide with without you your"""
_NOT_NOUNS = frozenset(_OTHERS.split())


@dataclass(frozen=True, slots=True)
class Score:
    """What a purchase is worth.

    Args:
        type_factor: r_type: 0, 0.1, 0.5 or 1.
        attributes, options: how many of the goal's were matched.
        price: the price is within the ceiling.
        wanted: attributes + options + 1 of the goal.
    """

    type_factor: float
    attributes: int
    options: int
    price: bool
    wanted: int

    @property
    def reward(self) -> float:
        """The formula, in [0, 1]; exactly 1.0 when everything matches."""
        return self.type_factor * (self.attributes + self.options + self.price) / self.wanted


def score(product: Product, chosen: Mapping[str, str], goal: Mapping[str, Any]) -> Score:
    """The worth of buying `product` with the `chosen` options (name -> value) for a task's goal."""
    wanted_options = list(goal["options"].values())
    return Score(
        type_factor=type_factor(product, goal),
        attributes=sum(has_attribute(product, wanted) for wanted in goal["attributes"]),
        options=sum(
            any(options_match(value, wanted) for value in chosen.values()) for wanted in wanted_options
        ),
        price=product.price <= goal["price_upper"],
        wanted=len(goal["attributes"]) + len(wanted_options) + 1,
    )


def type_factor(product: Product, goal: Mapping[str, Any]) -> float:
    """r_type of the module's formula. A goal title without a noun counts as t = 0.2."""
    wanted = nouns(goal["title"])
    share = len(wanted & nouns(product.title)) / len(wanted) if wanted else 0.2
    if share == 0:
        return 0.0
    if share < 0.1:
        return 0.1
    same_query = bool(goal["query"]) and product.query == goal["query"]
    if same_query or share > 0.2 or len(_parts(product.category) & _parts(goal["category"])) >= 2:
        return 1.0
    return 0.5


def has_attribute(product: Product, wanted: str) -> bool:
    """Whether the product lists the attribute, nearly so spelt, or its text contains it."""
    if any(matches(listed, wanted) for listed in product.attributes):
        return True
    text = wanted.lower()
    return text in product.title.lower() or any(
        text in part.lower() for part in (*product.bullets, product.description)
    )


def nouns(title: str) -> set[str]:
    """The words of a title that may be nouns."""
    return set(_WORD.findall(title.lower())) - _NOT_NOUNS


def _parts(category: str) -> set[str]:
    return {part.strip().lower() for part in category.split("›")} - {""}
