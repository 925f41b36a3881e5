"""WebShop's products and goals in one SQLite file, built once beside the data.

The file holds the products in their order, a full-text index (FTS5) and the goals. It is written
under another name and then moved, so that there is never half an index.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from ragen_bench import public_data
from ragen_bench.environments.webshop.config import SOURCES
from ragen_bench.environments.webshop.product import Product
from ragen_bench.environments.webshop.public_files import (
    elements,
    has_number,
    members,
    prices,
    public_product,
)
from ragen_bench.errors import StorageError

#: A change of what is stored, or how, makes a new index.
_EDITION = 1
_FOLDER = "webshop"
_PRODUCTS = {"full": "items_shuffle.json", "small": "items_shuffle_1000.json"}
_ABOUT = "WebShop's data (github.com/princeton-nlp/WebShop)"
#: Seeds with which WebShop draws prices and ceilings, and shuffles goals.
_PRICE_SEED = 42
#: Price of a product without one.
_NO_PRICE = 100.0
_CEILINGS = tuple(10.0 * number for number in range(1, 100))
_NO_CEILING = 1_000_000.0


def data_files(source: str) -> list[Path]:
    """Products, attributes and human instructions of a public catalogue.

    Raises:
        MissingData: one is not in the data folder.
    """
    attributes = "items_ins_v2.json"
    if source == SOURCES[2] and public_data.find(f"{_FOLDER}/items_ins_v2_1000.json"):
        attributes = "items_ins_v2_1000.json"
    names = (_PRODUCTS[source], attributes, "items_human_ins.json")
    return [public_data.require(f"{_FOLDER}/{name}", _ABOUT) for name in names]


def index_file(source: str) -> Path:
    """The index of a public catalogue, built when there is none for the files as they are.

    Raises:
        MissingData: a file is not in the data folder. InvalidData: one cannot be read.
        StorageError: there is no room for the index.
    """
    files = data_files(source)
    stats = [(str(file.resolve()), file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    stamp = json.dumps([_EDITION, stats])
    name = f"ragen-bench-webshop-{source}-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}.sqlite"
    folders = [files[0].parent, _cache_folder()]
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(prefix=name, suffix=".part", dir=folder)
        except OSError:
            continue
        os.close(handle)
        try:
            _build(Path(draft), source, files)
            os.replace(draft, folder / name)
        except sqlite3.OperationalError as error:
            raise StorageError(f"the index {folder / name} could not be written: {error}") from error
        finally:
            Path(draft).unlink(missing_ok=True)
        return folder / name
    raise StorageError(f"no index can be written in {' or '.join(map(str, folders))}; make one writable")


def read_product(text: str) -> Product:
    """A product as it is stored."""
    row = json.loads(text)
    return Product(
        **{
            **row,
            "attributes": tuple(row["attributes"]),
            "bullets": tuple(row["bullets"]),
            "reviews": tuple(row["reviews"]),
            "options": {name: tuple(values) for name, values in row["options"].items()},
        }
    )


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "ragen-bench" / _FOLDER


def _build(path: Path, source: str, files: list[Path]) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode = OFF")
        base.execute("PRAGMA synchronous = OFF")
        base.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        base.execute("CREATE TABLE products (place INTEGER PRIMARY KEY, asin TEXT UNIQUE, row TEXT)")
        base.execute("CREATE TABLE goals (kind TEXT, place INTEGER, row TEXT, PRIMARY KEY (kind, place))")
        base.execute("CREATE TABLE notes (asin TEXT PRIMARY KEY, row TEXT)")
        base.executemany(
            "INSERT OR REPLACE INTO notes VALUES (?, ?)",
            ((asin, json.dumps(row)) for asin, row in members(files[1])),
        )
        full_text = _full_text(base)
        draws = Random(_PRICE_SEED)
        _fill_products(base, files[0], full_text, draws)
        state = draws.getstate()
        _fill_goals(base, "human", _human(base, files[2]), draws)
        if source == SOURCES[2]:
            # WebShop makes one kind of goal per process, so either begins after the products' prices.
            draws.setstate(state)
            _fill_goals(base, "synthetic", _synthetic(base), draws)
        base.execute("DROP TABLE notes")
        revisions = [public_data.revision(file) for file in files]
        digest = hashlib.sha256(" ".join(revisions).encode()).hexdigest()[:12]
        base.executemany(
            "INSERT INTO meta VALUES (?, ?)", (("revision", digest), ("full_text", str(int(full_text))))
        )
        base.commit()


def _full_text(base: sqlite3.Connection) -> bool:
    """Makes the full-text table, where this SQLite can."""
    try:
        base.execute("CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61')")
    except sqlite3.OperationalError:
        return False
    return True


def document(product: Product) -> str:
    """What is searched of a product."""
    values = " ".join(value for values in product.options.values() for value in values)
    return " ".join((product.title, product.description, *product.bullets, values))


def _fill_products(base: sqlite3.Connection, path: Path, full_text: bool, draws: Random) -> None:
    seen = set()
    for row in elements(path):
        if not has_number(row) or row["asin"] in seen:
            continue
        seen.add(row["asin"])
        amounts = prices(row.get("pricing"))
        price = _NO_PRICE if not amounts else amounts[0]
        if len(amounts) > 1:
            price = draws.uniform(*amounts)
        shown = " to ".join(f"${amount}" for amount in amounts or [_NO_PRICE])
        note = _note(base, row["asin"])
        product = public_product(row, note.get("attributes") or [], price, shown)
        place = len(seen)
        base.execute(
            "INSERT INTO products VALUES (?, ?, ?)", (place, product.asin, json.dumps(asdict(product)))
        )
        if full_text:
            base.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (place, document(product)))


def _note(base: sqlite3.Connection, asin: str) -> dict[str, Any]:
    found = base.execute("SELECT row FROM notes WHERE asin = ?", (asin,)).fetchone()
    note = json.loads(found[0]) if found else {}
    return note if isinstance(note, dict) else {}


_Drafts = Iterator[tuple[Product, list[dict[str, Any]]]]


def _human(base: sqlite3.Connection, path: Path) -> _Drafts:
    """What people wrote about each product, products in the catalogue's order; a ceiling per instruction."""
    written = dict(members(path))
    for text in _rows(base):
        product = read_product(text)
        for said in written.get(product.asin, ()):
            if said.get("instruction_attributes"):
                wanted = said.get("instruction_options") or {}
                if not isinstance(wanted, dict):
                    wanted = {f"option {place}": value for place, value in enumerate(wanted, start=1)}
                draft = {
                    "instruction": str(said.get("instruction", "")).strip("."),
                    "attributes": list(said["instruction_attributes"]),
                    "options": {str(name): str(value) for name, value in wanted.items()},
                }
                yield product, [draft]


def _synthetic(base: sqlite3.Connection) -> _Drafts:
    """A goal for every combination of a product's options; one ceiling per product."""
    from itertools import product as combinations

    for text in _rows(base):
        product = read_product(text)
        note = _note(base, product.asin)
        said, attributes = note.get("instruction"), note.get("instruction_attributes")
        if said and attributes:
            names = sorted(product.options)
            drafts = []
            for values in combinations(*(product.options[name] for name in names)):
                wanted = dict(zip(names, values, strict=True))
                tail = ", and ".join(f"{name}: {value}" for name, value in wanted.items())
                drafts.append(
                    {
                        "instruction": f"{said} with {tail}" if tail else str(said),
                        "attributes": list(attributes),
                        "options": wanted,
                    }
                )
            yield product, drafts


def _rows(base: sqlite3.Connection) -> Iterator[str]:
    return (row for (row,) in base.execute("SELECT row FROM products ORDER BY place"))


def _fill_goals(base: sqlite3.Connection, kind: str, drafts: _Drafts, draws: Random) -> None:
    goals = []
    for product, wanted in drafts:
        above = [amount for amount in _CEILINGS if amount > product.price][:4]
        ceiling, tail = _NO_CEILING, ""
        if len(above) >= 2:
            ceiling = max(draws.sample(above, 2))
            tail = f", and price lower than {ceiling:.2f} dollars"
        for draft in wanted:
            goal = {
                "query": product.query,
                "category": product.category,
                "title": product.title,
                "attributes": draft["attributes"],
                "options": draft["options"],
                "price_upper": ceiling,
            }
            goals.append({"instruction": draft["instruction"] + tail, "goal": goal, "asin": product.asin})
    base.executemany(
        "INSERT INTO goals VALUES (?, ?, ?)",
        ((kind, place, json.dumps(goal)) for place, goal in enumerate(goals)),
    )
