"""Worlds: consistent, deterministic, without clues in names or wording."""

from __future__ import annotations

import re
import time
from collections import Counter

import pytest

from ragen_bench.environments.searchqa.articles import articles
from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.ontology import Relation
from ragen_bench.environments.searchqa.searcher import STOP_WORDS
from ragen_bench.environments.searchqa.world import FEWEST_OF_A_KIND, Entity, World
from ragen_bench.rng import fingerprint

WORLD = World("tests", 2_000)
ARTICLES = articles(WORLD)


def value(entity: Entity, key: str) -> Entity:
    return WORLD.entities[entity.facts[key]]


def test_a_world_follows_from_its_name_and_size() -> None:
    again = articles(World("tests", 2_000))
    assert again == ARTICLES
    assert articles(World("other", 2_000))[:50] != ARTICLES[:50]
    assert fingerprint(ARTICLES) == "4bdcf7907290a5954401c4409b654ec24634b703c6688bf5cdceca4c88a94111"


def test_a_world_of_5000_is_built_within_two_seconds() -> None:
    began = time.process_time()
    assert len(articles(World("timed", 5_000))) == 5_000
    assert time.process_time() - began < 2.0


@pytest.mark.parametrize("documents", [1_500, 2_000, 5_000])
def test_every_kind_has_enough_entities_and_every_value_enough_choices(documents: int) -> None:
    world = World("sizes", documents)
    assert len(world.entities) == documents
    for kind in ONTOLOGY.kinds:
        assert len(world.of_kind[kind.name]) >= FEWEST_OF_A_KIND >= 50
    for relation in ONTOLOGY.relations:
        values = {e.facts[relation.key] for e in world.of_kind[relation.source] if relation.key in e.facts}
        # A region's boasts are as many as there are regions that have them.
        assert len(values) >= (25 if relation.source == "region" else 30), relation.name


def test_names_are_unique_and_none_is_a_word_of_the_texts() -> None:
    names = [name.lower().removeprefix("the ") for e in WORLD.entities for name in e.names]
    assert len(set(names)) == len(names)
    assert not set(names) & ONTOLOGY.vocabulary
    assert set(WORLD.by_name) == {name.casefold() for e in WORLD.entities for name in e.names}


def test_no_answer_shares_a_word_with_many_others() -> None:
    for kind, members in WORLD.of_kind.items():
        words = Counter(word for e in members for word in e.name.lower().split() if word != "the")
        assert words.most_common(1)[0][1] <= max(12, len(members) // 12), kind


def test_makers_are_alive_and_grown_up() -> None:
    for relation in ONTOLOGY.links:
        if relation.lag is None:
            continue
        for entity in WORLD.of_kind[relation.source]:
            if relation.key in entity.facts:
                between = value(entity, relation.key).year - entity.year
                assert relation.lag[0] <= between <= relation.lag[1], (relation.name, entity.name)


def test_what_two_articles_say_of_a_place_agrees() -> None:
    for region in WORLD.of_kind["region"]:
        if "capital" in region.facts:
            assert value(region, "capital").facts["region"] == region.number
        if "festival" in region.facts:
            assert value(value(region, "festival"), "town").facts["region"] == region.number
        inside = [m for m in WORLD.of_kind["mountain"] if m.facts["region"] == region.number]
        assert ("peak" in region.facts) == bool(inside)
        if inside:
            assert value(region, "peak").value == max(m.value for m in inside)
    for river in WORLD.of_kind["river"]:
        if "mouth" in river.facts:
            assert value(river, "mouth").facts["river"] == river.number
    for club in WORLD.of_kind["club"]:
        assert value(club, "town") is value(value(club, "ground"), "town")
    for mountain in WORLD.of_kind["mountain"]:
        if "base" in mountain.facts:
            assert value(mountain, "base").facts["region"] == mountain.facts["region"]


def test_an_article_tells_every_fact_of_its_subject_by_name() -> None:
    for entity, article in zip(WORLD.entities, ARTICLES, strict=True):
        assert article.title == entity.name
        for relation in ONTOLOGY.of_kind[entity.kind]:
            if relation.key not in entity.facts:
                continue
            if relation.is_value:
                assert str(entity.facts[relation.key]) in article.text.replace(",", "")
            else:
                assert WORLD.mention(entity, relation) in article.text
        assert not entity.alias or entity.alias in article.text


def test_articles_read_like_english() -> None:
    for article in ARTICLES:
        assert not re.search(r"[{}]|  |\ba [aeio]|\ban [^aeiou]|\bthe The\b", article.text), article.text
        assert all(sentence[0].isupper() for sentence in article.text.rstrip(".").split(". "))
        assert len(article.text) < 700


def stems(texts: tuple[str, ...]) -> set[str]:
    words = re.findall(r"[a-z]{4,}", re.sub(r"\{.\}", "", " ".join(texts)).lower())
    return {word[:5] for word in words if word not in STOP_WORDS}


@pytest.mark.parametrize("relation", ONTOLOGY.relations, ids=lambda relation: relation.name)
def test_questions_and_articles_share_no_word_of_a_fact(relation: Relation) -> None:
    assert not stems(relation.articles) & stems((*relation.nouns, *relation.asks))


@pytest.mark.parametrize("relation", ONTOLOGY.relations, ids=lambda relation: relation.name)
def test_every_fact_is_told_and_asked_in_two_ways(relation: Relation) -> None:
    asked = relation.asks if relation.is_value else relation.nouns
    assert len(set(relation.articles)) == 2
    assert len(set(asked)) == 2
    assert all("{x}" in text for text in asked)
    assert all(noun.startswith("the ") and noun.endswith("{x}") for noun in relation.nouns)
