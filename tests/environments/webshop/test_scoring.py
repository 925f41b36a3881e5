"""The reward: WebShop's formula, case by case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.webshop.matching import normal_color, options_match, similarity
from ragen_bench.environments.webshop.product import Product
from ragen_bench.environments.webshop.scoring import nouns, score, type_factor

LAMP = Product(
    asin="B000000001",
    title="Brand Model Desk Lamp, Dimmable, Cordless",
    price=20.0,
    price_text="$20.00",
    query="desk lamp",
    category="Home › Lighting › Desk Lamps",
    attributes=("dimmable", "cordless"),
    bullets=("Comes with a warm bulb",),
    description="Water resistant housing.",
    options={"color": ("navy", "red"), "size": ("small", "large")},
)
GOAL: dict[str, Any] = {
    "query": "desk lamp",
    "category": "Home › Lighting › Desk Lamps",
    "title": "Other Kind Desk Lamp, Dimmable, Cordless",
    "attributes": ["dimmable", "cordless"],
    "options": {"color": "navy", "size": "large"},
    "price_upper": 25.0,
}
RIGHT = {"color": "navy", "size": "large"}


@pytest.mark.parametrize(
    ("chosen", "change", "worth"),
    [
        (RIGHT, {}, 1.0),
        ({}, {}, 3 / 5),
        ({"color": "navy"}, {}, 4 / 5),
        ({"color": "red", "size": "large"}, {}, 4 / 5),
        (RIGHT, {"price_upper": 20.0}, 1.0),
        (RIGHT, {"price_upper": 19.99}, 4 / 5),
        (RIGHT, {"attributes": ["dimmable", "wall mountable"]}, 4 / 5),
        (RIGHT, {"attributes": ["water resistant"]}, 1.0),
        (RIGHT, {"attributes": ["warm bulb"]}, 1.0),
        ({}, {"options": {}}, 1.0),
        (RIGHT, {"options": {"option 1": "large", "option 2": "navy"}}, 1.0),
    ],
)
def test_the_reward_is_the_share_of_what_was_matched(
    chosen: dict[str, str], change: dict[str, Any], worth: float
) -> None:
    assert score(LAMP, chosen, {**GOAL, **change}).reward == pytest.approx(worth)


@pytest.mark.parametrize(
    ("title", "query", "category", "factor"),
    [
        ("Desk Lamp", "desk lamp", GOAL["category"], 1.0),
        ("Desk Lamp", "other", "Garden", 1.0),  # two of six nouns
        ("Lamp", "desk lamp", "Garden", 1.0),  # same query
        ("Lamp", "other", "Lighting › Home › Else", 1.0),  # two parts of the category
        ("Lamp", "other", "Home › Else", 0.5),
        ("Chair", "desk lamp", GOAL["category"], 0.0),
        ("", "desk lamp", GOAL["category"], 0.0),
    ],
)
def test_the_type_factor_follows_title_query_and_category(
    title: str, query: str, category: str, factor: float
) -> None:
    product = replace(LAMP, title=title, query=query, category=category)
    assert type_factor(product, GOAL) == factor
    assert score(product, RIGHT, GOAL).reward == pytest.approx(factor)


def test_a_title_that_shares_less_than_a_tenth_is_worth_a_tenth() -> None:
    goal = {**GOAL, "title": "alpha beta gamma delta epsilon zeta eta theta iota kappa lamp"}
    assert type_factor(replace(LAMP, title="lamp"), goal) == 0.1


def test_a_goal_title_without_nouns_counts_as_a_fifth() -> None:
    assert type_factor(replace(LAMP, query="x", category="y"), {**GOAL, "title": "for the"}) == 0.5


def test_numbers_and_common_words_are_no_nouns() -> None:
    assert nouns("The 12 Best Lamps for 3 Desks") == {"lamps", "desks"}


@pytest.mark.parametrize(
    ("chosen", "wanted", "same"),
    [
        ("navy", "navy", True),
        ("deep navy melange", "navy", True),
        ("Grey", "gray", True),
        ("navy", "red", False),
        ("large", "Large", True),
        ("large", "x large", True),  # the words of one are among the other's, as in WebShop
        ("12oz", "16oz", False),
        ("7", "8", False),
        ("queen size", "queen sized", True),
        ("", "large", False),
    ],
)
def test_options_match_after_colours_are_normalised(chosen: str, wanted: str, same: bool) -> None:
    assert options_match(chosen, wanted) is same


def test_a_colour_is_the_first_colour_word() -> None:
    assert normal_color("dark olive green") == "olive"
    assert normal_color("redwood") == "redwood"


@given(st.text(max_size=60), st.text(max_size=60))
def test_similarity_is_symmetric_bounded_and_full_for_equals(one: str, other: str) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 100
    assert similarity(one, one) in (0.0, 100.0)


@given(st.lists(st.sampled_from(["dimmable", "cordless", "vegan"]), min_size=1, max_size=5), st.floats(1, 50))
def test_the_reward_is_a_share(attributes: list[str], ceiling: float) -> None:
    worth = score(LAMP, RIGHT, {**GOAL, "attributes": attributes, "price_upper": ceiling})
    assert 0 <= worth.reward <= 1
    assert (worth.reward == 1.0) == ("vegan" not in attributes and ceiling >= 20)
