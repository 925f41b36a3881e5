"""The corpora of this process: generated worlds and pools of public rows, each built once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ragen_bench.environments.searchqa.articles import articles
from ragen_bench.environments.searchqa.fts5 import Fts5Index
from ragen_bench.environments.searchqa.index import Bm25Index
from ragen_bench.environments.searchqa.searcher import Passage, Searcher
from ragen_bench.environments.searchqa.world import World

#: Worlds kept at a time: one for each split, and another fresh one. 5,000 documents take 20 MB or so.
_KEPT = 6


@lru_cache(maxsize=_KEPT)
def world_of(name: str, documents: int) -> World:
    """A world, built on first use."""
    return World(name, documents)


@lru_cache(maxsize=_KEPT)
def world_index(name: str, documents: int, engine: str = "bm25") -> Searcher:
    """The search engine over a world's articles."""
    return index_of(articles(world_of(name, documents)), engine)


def index_of(passages: Sequence[Passage], engine: str) -> Searcher:
    """An embedded search engine over passages."""
    return Fts5Index(passages) if engine == "fts5" else Bm25Index(passages)
