"""The embedded engines: order, bounds, agreement."""

from __future__ import annotations

import math
import time
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.searchqa import fts5
from ragen_bench.environments.searchqa.corpora import index_of, world_index, world_of
from ragen_bench.environments.searchqa.index import K1, TITLE_WEIGHT, B, Bm25Index
from ragen_bench.environments.searchqa.searcher import MAX_TEXT, MAX_TITLE, Passage, shown, words_of
from ragen_bench.errors import InvalidConfig

PASSAGES = (
    Passage("Tarnholt", "Tarnholt is a town on the Olvane."),
    Passage("Olvane", "The Olvane springs from Ervas and ends in Brissel."),
    Passage("Brissel", "Brissel is a harbour town. The Olvane ends there."),
    Passage("Ervas", "Ervas is a mountain.", ("Ervas", "Old Tooth")),
)
_words = st.lists(st.sampled_from(["ab", "bc", "cd", "de", "ef", "fg", "gh"]), max_size=8).map(" ".join)


def textbook(passages: list[Passage], query: str) -> dict[str, float]:
    """BM25 written out, title -> score."""
    bags = {p.title: Counter(words_of(p.text) + TITLE_WEIGHT * words_of(p.title)) for p in passages}
    average = sum(sum(bag.values()) for bag in bags.values()) / len(bags)
    scores = dict.fromkeys(bags, 0.0)
    for word in set(words_of(query)):
        n = sum(word in bag for bag in bags.values())
        idf = math.log(1 + (len(bags) - n + 0.5) / (n + 0.5))
        for title, bag in bags.items():
            norm = K1 * (1 - B + B * sum(bag.values()) / average)
            scores[title] += idf * bag[word] * (K1 + 1) / (bag[word] + norm)
    return scores


@given(st.lists(_words, min_size=1, max_size=8), _words)
def test_the_order_is_that_of_bm25_written_out(texts: list[str], query: str) -> None:
    passages = [Passage(f"t{number}", text) for number, text in enumerate(texts)]
    scores = textbook(passages, query)
    found = Bm25Index(passages).search(query, len(passages))
    assert {p.title for p in found} == {title for title, score in scores.items() if score > 0}
    for better, worse in pairwise(found):
        # Rounding to steps may part what is equal in theory, never more.
        assert scores[better.title] >= scores[worse.title] - 0.01


def test_ties_stand_in_the_order_of_titles_whatever_the_order_of_passages() -> None:
    twins = [Passage(title, "quiet words") for title in ("D", "B", "C", "A")]
    for passages in (twins, twins[::-1]):
        assert [p.title for p in Bm25Index(passages).search("quiet", 3)] == ["A", "B", "C"]


@pytest.mark.parametrize("engine", ["bm25", "fts5"])
def test_names_lead_to_their_article_and_other_names_too(engine: str) -> None:
    index = index_of(PASSAGES, engine)
    assert [index.search(p.title, 1)[0].title for p in PASSAGES] == [p.title for p in PASSAGES]
    assert index.search("old tooth", 1)[0].title == "Ervas"
    assert len(index.search("olvane", 2)) == 2


@pytest.mark.parametrize("engine", ["bm25", "fts5"])
@pytest.mark.parametrize(
    "query", ["", "the of a", "zzz", '"', 'a" OR "b', "NEAR(x y)", "\x00", "\ud800", "*" * 250]
)
def test_odd_queries_find_nothing_and_break_nothing(engine: str, query: str) -> None:
    assert index_of(PASSAGES, engine).search(query, 3) == []


def test_an_empty_corpus_can_be_searched() -> None:
    assert Bm25Index([]).search("anything", 3) == []
    assert Bm25Index([Passage("", "")]).search("anything", 3) == []


def test_engines_agree_on_what_a_name_finds_in_a_whole_world() -> None:
    world = world_of("test", 5_000)
    own, other = world_index("test", 5_000), world_index("test", 5_000, "fts5")
    for entity in world.entities[::250]:
        assert own.search(entity.name, 1)[0].title == entity.name == other.search(entity.name, 1)[0].title


def test_a_python_without_fts5_is_told_of_the_other_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fts5, "available", lambda: False)
    with pytest.raises(InvalidConfig, match="bm25"):
        fts5.Fts5Index(PASSAGES)


def test_what_is_shown_is_bounded_and_can_be_written() -> None:
    passage = shown(Passage("t" * 9999 + "\ud800", "x\ud800\n\n" + "y" * 99_999))
    assert len(passage.title) == MAX_TITLE
    assert len(passage.text) == MAX_TEXT
    (passage.title + passage.text).encode()


def test_a_search_in_5000_articles_takes_a_millisecond_at_most() -> None:
    index = world_index("test", 5_000)
    queries = ["Which river flows through the birthplace of the author of Paper Moon?", "town region river"]
    began = time.process_time()
    for _ in range(100):
        for query in queries:
            index.search(query, 3)
    # Ten times what it takes, so that a busy machine does not fail it.
    assert (time.process_time() - began) / 200 < 0.002
