"""Another embedded search engine: SQLite's FTS5, behind the same seam.

It ranks by its own bm25() over titles and texts, so results differ a little from those of `index`, which is
faster by an order of magnitude, does not depend on how SQLite was built, and is what presets use.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence

from ragen_bench.environments.searchqa.index import TITLE_WEIGHT
from ragen_bench.environments.searchqa.searcher import Passage, words_of
from ragen_bench.errors import InvalidConfig


def available() -> bool:
    """Whether Python's SQLite has FTS5."""
    with sqlite3.connect(":memory:") as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        except sqlite3.OperationalError:
            return False
    return True


class Fts5Index:
    """An index in memory, in SQLite.

    Args:
        passages: what is searched.

    Raises:
        InvalidConfig: Python's SQLite has no FTS5.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        if not available():
            raise InvalidConfig("engine", "fts5", '"bm25": the SQLite of this Python has no FTS5')
        self._passages = sorted(passages, key=lambda passage: (passage.title, passage.text))
        # Threads of a rollout pool share an index; SQLite's own lock is not enough for one connection.
        self._lock = threading.Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute("CREATE VIRTUAL TABLE passages USING fts5(names, text, content='')")
        self._db.executemany(
            "INSERT INTO passages(rowid, names, text) VALUES (?, ?, ?)",
            (
                (at, " ".join(words_of(" ".join(p.names or (p.title,)))), " ".join(words_of(p.text)))
                for at, p in enumerate(self._passages)
            ),
        )

    def search(self, query: str, k: int) -> list[Passage]:
        """The best `k` passages that share a word with the query, best first."""
        words = sorted(set(words_of(query)))
        if not words:
            return []
        # Words are letters and digits only, so quoting them leaves nothing to FTS5's query language.
        match = " OR ".join(f'"{word}"' for word in words)
        with self._lock:
            rows = self._db.execute(
                "SELECT rowid FROM passages WHERE passages MATCH ? "
                "ORDER BY round(bm25(passages, ?, 1.0), 6), rowid LIMIT ?",
                (match, float(TITLE_WEIGHT), k),
            ).fetchall()
        return [self._passages[row[0]] for row in rows]
