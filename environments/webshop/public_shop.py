"""WebShop's own products as a shop."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from ragen_bench.environments.webshop.product import Product
from ragen_bench.environments.webshop.public_index import document, index_file, read_product
from ragen_bench.environments.webshop.searching import MOST_WORDS, Bm25, words


class PublicShop:
    """The products of an index file.

    Args:
        path: a file that `index_file` made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open = threading.local()

    def product(self, asin: str) -> Product | None:
        """The product with that number."""
        found = self._rows("SELECT row FROM products WHERE asin = ?", (asin,))
        return read_product(found[0][0]) if found else None

    def search(self, query: str, limit: int) -> Sequence[str]:
        """Numbers of the best products for a query, best first; ties in the catalogue's order."""
        if self.meta("full_text") != "1":
            return [self._fallback[1][place] for place in self._fallback[0].search(query, limit)]
        asked = list(dict.fromkeys(words(query)))[:MOST_WORDS]
        if not asked:
            return []
        # Words hold letters and digits only, so quoting makes each of them a plain term.
        match = " OR ".join(f'"{word}"' for word in asked)
        found = self._rows(
            "SELECT products.asin FROM (SELECT rowid AS place, rank AS worth FROM words WHERE words MATCH ? "
            "ORDER BY rank LIMIT ?) JOIN products USING (place) ORDER BY worth, place",
            (match, limit),
        )
        return [asin for (asin,) in found]

    def goals(self, kind: str, first: int, after: int) -> list[dict[str, Any]]:
        """Goals in the order of the catalogue, `first` up to but without `after`."""
        found = self._rows(
            "SELECT row FROM goals WHERE kind = ? AND place >= ? AND place < ? ORDER BY place",
            (kind, first, after),
        )
        return [json.loads(row) for (row,) in found]

    def meta(self, key: str) -> str:
        """A fact about the index: "revision" or "full_text"."""
        return str(self._rows("SELECT value FROM meta WHERE key = ?", (key,))[0][0])

    @cached_property
    def _fallback(self) -> tuple[Bm25, list[str]]:
        """An index in memory, for an SQLite without full-text search."""
        rows = self._rows("SELECT asin FROM products ORDER BY place", ())
        texts = (
            document(read_product(row))
            for (row,) in self._base().execute("SELECT row FROM products ORDER BY place")
        )
        return Bm25(texts), [asin for (asin,) in rows]

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        return self._base().execute(statement, values).fetchall()

    def _base(self) -> sqlite3.Connection:
        # A connection belongs to one thread of one process; a fork would share the file's position.
        owner = os.getpid()
        if getattr(self._open, "owner", None) != owner:
            self._open.base = sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=ro", uri=True)
            self._open.owner = owner
        base: sqlite3.Connection = self._open.base
        return base


@lru_cache(maxsize=4)
def _shop(path: Path) -> PublicShop:
    return PublicShop(path)


def public_shop(source: str) -> PublicShop:
    """The shop "full" or "small", indexed when it is first asked for.

    Raises:
        MissingData: its files are not in the data folder.
    """
    return _shop(_index(source, os.environ.get("RAGEN_BENCH_DATA", "")))


@lru_cache(maxsize=4)
def _index(source: str, folder: str) -> Path:
    """Looked up once per data folder, so that a search does not look at files."""
    return index_file(source)
