"""Generated shops: the same everywhere, large, honest about features, in other words than shoppers'."""

from __future__ import annotations

import itertools
import time

import pytest

from ragen_bench.environments.webshop.catalogue import PRODUCTS, GeneratedShop, product_of, shop
from ragen_bench.environments.webshop.features import FEATURES
from ragen_bench.environments.webshop.goods import KINDS
from ragen_bench.environments.webshop.matching import matches, options_match
from ragen_bench.environments.webshop.scoring import has_attribute
from ragen_bench.environments.webshop.searching import Bm25, words
from ragen_bench.environments.webshop.tasks import SHOP_NUMBERS
from ragen_bench.rng import fingerprint

DEPARTMENTS = {kind.department.path: kind.department for kind in KINDS}.values()


def test_a_shop_follows_from_its_number() -> None:
    again = GeneratedShop(3)
    assert again.items == shop(3).items
    assert len(again.items) == PRODUCTS >= 5000
    assert {item.asin for item in again.items}.isdisjoint(item.asin for item in shop(1).items)


def test_the_first_products_are_pinned() -> None:
    texts = [product_of(item) for item in shop(3).items[:50]]
    seen = [
        [
            p.asin,
            p.title,
            p.price,
            p.description,
            list(p.reviews),
            p.rating,
            [list(v) for v in p.options.values()],
        ]
        for p in texts
    ]
    assert fingerprint(seen)[:16] == "a359fb4ce01426da"


def test_a_shop_is_built_in_under_two_seconds() -> None:
    started = time.process_time()
    built = GeneratedShop(77)
    built.search("desk lamp", 10)
    assert time.process_time() - started < 2


def test_every_split_has_a_shop_of_its_own() -> None:
    assert len(set(SHOP_NUMBERS.values())) == len(SHOP_NUMBERS)


def test_numbers_and_titles_are_unique() -> None:
    items = shop(3).items
    assert len({item.asin for item in items}) == len({item.title for item in items}) == len(items)


def test_no_shopper_speaks_in_the_words_of_the_shop() -> None:
    for feature in FEATURES.values():
        own = {word[:5] for word in words(feature.name)}
        for said in (*feature.plain, feature.indirect):
            assert own.isdisjoint(word[:5] for word in words(said)), (feature.name, said)


def test_no_two_features_or_options_of_a_department_are_similar_enough_to_match() -> None:
    for department in DEPARTMENTS:
        for one, other in itertools.combinations(department.features, 2):
            assert not matches(one, other), (one, other)
        values = [value for _, names in department.options for value in names]
        assert len(set(values)) == len(values)
        for one, other in itertools.combinations(values, 2):
            assert not options_match(one, other), (one, other)


def test_nothing_has_a_feature_that_it_does_not_list() -> None:
    for item in shop(3).items[::11]:
        product = product_of(item)
        for name in item.kind.department.features:
            assert has_attribute(product, name) == (name in item.features), (product.title, name)


def test_every_feature_is_on_the_features_page_and_every_option_has_a_choice() -> None:
    for item in shop(3).items[::11]:
        product = product_of(item)
        assert [bullet.lower() for bullet in product.bullets] == list(product.attributes)
        assert all(len(values) > 1 for values in product.options.values())
        assert product.price_text == f"${product.price:.2f}"


def test_a_search_ranks_by_shared_rare_words_and_breaks_ties_by_number() -> None:
    index = Bm25(["red lamp", "blue lamp", "red red chair", "lamp", "lamp", "nothing"])
    assert index.search("chairs", 5) == [2]
    assert index.search("red chair", 5)[0] == 2
    assert index.search("the lamp", 2) == [3, 4]
    assert index.search("lamp", 10) == [3, 4, 0, 1]
    assert index.search("", 5) == index.search("of the", 5) == index.search("zebra", 5) == []


@pytest.mark.parametrize("query", ["\x00" * 400, "lamp " * 80, "٣ ٤", "\ud800", '" OR 1=1 --'])
def test_any_query_is_answered_quickly(query: str) -> None:
    started = time.perf_counter()
    assert len(shop(3).search(query, 50)) <= 50
    assert time.perf_counter() - started < 1
