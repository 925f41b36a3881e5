"""What shapes a SearchQA task."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_whole

#: Smallest and largest world. The smallest still has enough entities of every kind.
FEWEST_DOCUMENTS = 1_500
MOST_DOCUMENTS = 200_000
#: Hops of a generated question.
MOST_HOPS = 4
#: Passages of one search.
MOST_RESULTS = 10

SOURCES = ("world", "hotpotqa")
ENGINES = ("bm25", "fts5")
REWARDS = ("f1", "em")


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """Parameters of questions, corpus and search.

    Args:
        hops: facts that have to be put together, 1 to MOST_HOPS.
        comparisons: percentage of questions that compare two entities on the way; needs 3 hops.
        documents: articles of the generated world.
        source: "world", or "hotpotqa" for public rows.
        rows: most public rows that are read; 0 reads all.
        top_k: passages per search.
        reward: what the last turn pays, "f1" or "em".
        engine: the embedded search engine, "bm25" or "fts5" (see `index` and `fts5`).
        retriever_url: address of a retrieval server (see `server`); for public rows only.
        retriever_timeout: seconds that one call to it may take.
    """

    hops: int = 2
    comparisons: int = 0
    documents: int = 5_000
    source: str = "world"
    rows: int = 0
    # From here on nothing changes which question is asked.
    top_k: int = field(default=3, metadata={"display": True})
    reward: str = field(default="f1", metadata={"display": True})
    engine: str = field(default="bm25", metadata={"display": True})
    retriever_url: str = field(default="", metadata={"display": True})
    retriever_timeout: float = field(default=10.0, metadata={"display": True})

    def __post_init__(self) -> None:
        check_whole("hops", self.hops, 1, MOST_HOPS)
        check_whole("comparisons", self.comparisons, 0, 100)
        if self.comparisons and self.hops < 3:
            raise InvalidConfig("comparisons", self.comparisons, "0 with fewer than 3 hops")
        check_whole("documents", self.documents, FEWEST_DOCUMENTS, MOST_DOCUMENTS)
        check_whole("rows", self.rows, 0, 10_000_000)
        check_whole("top_k", self.top_k, 1, MOST_RESULTS)
        for name, allowed in (("source", SOURCES), ("reward", REWARDS), ("engine", ENGINES)):
            check_one_of(name, getattr(self, name), allowed)
        self._check_retriever()

    def _check_retriever(self) -> None:
        url = self.retriever_url
        if not isinstance(url, str) or (url and not url.startswith(("http://", "https://"))):
            raise InvalidConfig(
                "retriever_url", url, '"" or an address such as "http://localhost:8000/retrieve"'
            )
        if url and self.source == "world":
            raise InvalidConfig("retriever_url", url, '"" for the generated world, which no server knows')
        seconds = self.retriever_timeout
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.01 <= seconds <= 600:
            raise InvalidConfig("retriever_timeout", seconds, "seconds from 0.01 to 600")
