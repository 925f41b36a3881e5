"""Reads WebShop's files, some of which are larger than memory, piece by piece."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ragen_bench.environments.webshop.product import Product
from ragen_bench.errors import InvalidData

#: Characters read at a time, and most that one element may have.
_CHUNK = 1 << 20
_LONGEST = 1 << 26
#: Longest product number; longer ones are left out, as WebShop does.
MOST_ASIN = 10

_SPACE = re.compile(r"[\s,]*")


class _Reader:
    """A window on a JSON text that moves on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open(encoding="utf-8", errors="replace")
        self._decode = json.JSONDecoder().raw_decode
        self._text, self._at = "", 0

    def close(self) -> None:
        self._file.close()

    def peek(self) -> str:
        """The next character that is neither space nor comma; "" at the end."""
        while True:
            space = _SPACE.match(self._text, self._at)
            assert space is not None
            self._at = space.end()
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def skip(self, wanted: str) -> None:
        """Moves past a character."""
        if self.peek() != wanted:
            raise self._error(f"{wanted!r} was expected")
        self._at += 1

    def value(self) -> Any:
        """The next JSON value, which must not be a bare number at the end of the text."""
        self.peek()
        while True:
            try:
                value, self._at = self._decode(self._text, self._at)
            except (json.JSONDecodeError, RecursionError) as error:
                if isinstance(error, RecursionError) or len(self._text) - self._at > _LONGEST:
                    raise self._error("an element is too large or no JSON") from error
                if not self._more():
                    raise self._error("the file ends inside an element, or is no JSON") from error
            else:
                return value

    def _more(self) -> bool:
        # What was read already is dropped, so that the window stays as small as the largest element. Its
        # growth doubles, because a value that does not fit is decoded from its start again.
        block = self._file.read(max(_CHUNK, len(self._text) - self._at))
        self._text, self._at = self._text[self._at :] + block, 0
        return bool(block)

    def _error(self, what: str) -> InvalidData:
        return InvalidData(
            f"{self._path} cannot be read: {what} near {self._text[self._at : self._at + 40]!r}"
        )


def elements(path: Path) -> Iterator[Any]:
    """The elements of a JSON array.

    Raises:
        InvalidData: the file is no JSON array; names the file.
    """
    reader = _Reader(path)
    try:
        reader.skip("[")
        while reader.peek() != "]":
            yield reader.value()
    finally:
        reader.close()


def members(path: Path) -> Iterator[tuple[str, Any]]:
    """The (key, value) pairs of a JSON object.

    Raises:
        InvalidData: the file is no JSON object; names the file.
    """
    reader = _Reader(path)
    try:
        reader.skip("{")
        while reader.peek() != "}":
            key = reader.value()
            reader.skip(":")
            yield str(key), reader.value()
    finally:
        reader.close()


def prices(pricing: object) -> list[float]:
    """The dollars in "$10.99" or "$3.78$11.38"; empty when there are none."""
    found = []
    for part in str(pricing or "").split("$")[1:]:
        try:
            found.append(float(part.replace(",", "").strip()))
        except ValueError:
            continue
    return found[:2]


def options(customization: object) -> dict[str, tuple[str, ...]]:
    """Values by name, lower case; a "/" in a value becomes " | ", as WebShop shows it."""
    if not isinstance(customization, dict):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for name, values in customization.items():
        if isinstance(values, list):
            texts = [
                str(value.get("value", "")).strip().replace("/", " | ").lower()
                for value in values
                if isinstance(value, dict)
            ]
            found[str(name).lower()] = tuple(dict.fromkeys(text for text in texts if text))
    return found


def has_number(row: object) -> bool:
    """Whether WebShop would keep the row: it has a product number of usual length."""
    asin = row.get("asin") if isinstance(row, dict) else None
    return isinstance(asin, str) and asin not in ("", "nan") and len(asin) <= MOST_ASIN


def public_product(row: dict[str, Any], attributes: list[str], price: float, shown: str) -> Product:
    """A product of a row; `price` is drawn by the caller where a range is given."""
    bullets = row.get("small_description") or []
    bullets = bullets if isinstance(bullets, list) else [bullets]
    return Product(
        asin=row["asin"],
        title=_text(row.get("name")),
        price=price,
        price_text=shown,
        query=_text(row.get("query")).lower(),
        category=_text(row.get("product_category")),
        attributes=tuple(str(name) for name in attributes),
        bullets=tuple(_text(part) for part in bullets),
        description=_text(row.get("full_description")),
        options=options(row.get("customization_options")),
    )


def _text(value: object) -> str:
    return str(value).strip() if value is not None else ""
