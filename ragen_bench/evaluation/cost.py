"""What a run costs, from token counts and prices the user gives. This package knows no prices."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidConfig
from ragen_bench.policy import Usage

_PRICE_FIELDS = ("in", "cached", "out")
_FILE_SHAPE = (
    '{"as_of": "YYYY-MM-DD", "currency": "USD", "models": {"NAME": {"in": 1.0, "cached": 0.1, "out": 2.0}}}'
)


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices per million tokens, in the table's currency; finite, at least 0.

    Args:
        input: of prompt tokens that were not cached ("in" in a price file).
        output: of completion tokens, reasoning included ("out").
        cached: of cached prompt tokens; None when there is no discount.
    """

    input: float
    output: float
    cached: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("in", self.input), ("out", self.output), ("cached", self.cached)):
            if name == "cached" and value is None:
                continue
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not (value is not None and math.isfinite(value) and value >= 0):
                raise InvalidConfig(name, value, "a price per million tokens of at least 0", "prices")


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices as of one day.

    Args:
        as_of: the day they were read.
        currency: for example "USD".
        models: model name -> prices.
    """

    as_of: date
    currency: str
    models: Mapping[str, Prices]

    def get(self, model: str) -> Prices | None:
        """The prices of `model`, or None when the table does not hold exactly this name."""
        return self.models.get(model)


def cost(usage: Usage, prices: Prices | None) -> float | None:
    """The cost of one reply: ((in - cached) p_in + cached p_cached + out p_out) / 1,000,000.

    Cached tokens are part of the prompt tokens. Where an endpoint does not report them they count as not
    cached, so the cost is then the most it can be.

    Returns:
        In the currency of the prices; None when the prices or the token counts are not known, or the
        counts contradict each other (negative, or more cached than prompt tokens).
    """
    sent, received = usage.prompt_tokens, usage.completion_tokens
    cached = usage.cached_tokens or 0
    if prices is None or sent is None or received is None:
        return None
    if received < 0 or not 0 <= cached <= sent:
        return None
    cached_price = prices.input if prices.cached is None else prices.cached
    return ((sent - cached) * prices.input + cached * cached_price + received * prices.output) / 1e6


def total_cost(usages: Iterable[Usage], prices: Prices | None) -> float | None:
    """The sum over replies; None as soon as one is not known, for a partial sum reads like a whole one."""
    total = [cost(usage, prices) for usage in usages]
    known = [each for each in total if each is not None]
    return math.fsum(known) if prices is not None and len(known) == len(total) else None


def load_prices(path: str | Path) -> PriceTable:
    """Reads a price table: `{"as_of": "YYYY-MM-DD", "currency": "USD", "models": {NAME: {in, cached, out}}}`.

    "cached" may be left out. "currency" defaults to USD. A model may carry a "source", which is not read.

    Raises:
        InvalidConfig: the file cannot be read, or a field in it is wrong; names file and field.
    """
    path = Path(path)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = f"a readable JSON file of the form {_FILE_SHAPE}"
        raise InvalidConfig("prices", str(error), reason, str(path)) from error
    if not isinstance(data, dict) or not isinstance(data.get("models"), dict):
        raise InvalidConfig("models", data, f"an object; a price file reads {_FILE_SHAPE}", str(path))
    try:
        as_of = date.fromisoformat(data.get("as_of"))  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        allowed = "the day the prices were read, YYYY-MM-DD"
        raise InvalidConfig("as_of", data.get("as_of"), allowed, str(path)) from error
    currency = data.get("currency", "USD")
    if not isinstance(currency, str) or not currency:
        raise InvalidConfig("currency", currency, "a text such as USD", str(path))
    models = {name: _prices(entry, f"{path}: {name}") for name, entry in data["models"].items()}
    return PriceTable(as_of, currency, models)


def _prices(entry: Any, where: str) -> Prices:
    if not isinstance(entry, dict):
        raise InvalidConfig("prices", entry, "an object with in, out and, if there is one, cached", where)
    if unknown := sorted(set(entry) - {*_PRICE_FIELDS, "source"}):
        raise InvalidConfig("prices", unknown[0], "one of in, cached, out, source", where)
    try:
        return Prices(entry.get("in"), entry.get("out"), entry.get("cached"))  # type: ignore[arg-type]
    except InvalidConfig as error:
        raise InvalidConfig(error.field, error.value, error.allowed, where) from error
