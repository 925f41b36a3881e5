"""Costs: the shared case, what is not known, and price files."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.cost import Prices, cost, load_prices, total_cost
from ragen_bench.policy import Usage

CASES = json.loads((Path(__file__).parents[1] / "cases" / "statistics.json").read_text())["cases"]
PRICES = Prices(input=1.0, output=2.0, cached=0.1)


def test_cost_agrees_with_the_shared_cases() -> None:
    found = [case for case in CASES if case["kind"] == "cost"]
    assert found
    for case in found:
        price, usage = case["price_per_million"], case["usage"]
        prices = Prices(price["in"], price["out"], price["cached"])
        tokens = Usage(usage["in"], usage["out"], usage["cached"])
        assert cost(tokens, prices) == pytest.approx(case["cost"], rel=1e-12)


@pytest.mark.parametrize(
    ("usage", "prices"),
    [
        (Usage(10, 10), None),
        (Usage(None, 10), PRICES),
        (Usage(10, None), PRICES),
        (Usage(10, 10, cached_tokens=11), PRICES),
        (Usage(10, -1), PRICES),
        (Usage(-1, 10), PRICES),
        (Usage(10, 10, cached_tokens=-1), PRICES),
    ],
)
def test_a_cost_that_is_not_known_is_none(usage: Usage, prices: Prices | None) -> None:
    assert cost(usage, prices) is None


def test_unreported_caching_and_a_missing_discount_cost_the_full_price() -> None:
    assert cost(Usage(1_000_000, 0), PRICES) == 1.0
    assert cost(Usage(1_000_000, 0, cached_tokens=1_000_000), Prices(1.0, 2.0)) == 1.0
    assert cost(Usage(1_000_000, 0, cached_tokens=1_000_000), PRICES) == pytest.approx(0.1)


@given(
    st.integers(0, 10**7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), st.integers(0, 10**6)
)
def test_caching_never_costs_more_where_it_is_cheaper(prompt: tuple[int, int], out: int) -> None:
    with_cache = cost(Usage(prompt[0], out, cached_tokens=prompt[1]), PRICES)
    without = cost(Usage(prompt[0], out), PRICES)
    assert with_cache is not None
    assert without is not None
    assert 0 <= with_cache <= without * (1 + 1e-12)


def test_a_sum_with_one_unknown_part_is_unknown() -> None:
    assert total_cost([Usage(10, 10)] * 3, PRICES) == pytest.approx(9e-5)
    assert total_cost([Usage(10, 10), Usage()], PRICES) is None
    assert total_cost([], PRICES) == 0
    assert total_cost([], None) is None


def test_a_price_file_is_read_with_its_date(tmp_path: Path) -> None:
    path = tmp_path / "prices.json"
    models = {"m": {"in": 1, "out": 2, "cached": 0.1, "source": "a page"}, "plain": {"in": 0, "out": 0}}
    path.write_text(json.dumps({"as_of": "2026-11-30", "currency": "EUR", "models": models}))
    table = load_prices(path)
    assert (table.as_of, table.currency) == (date(2026, 11, 30), "EUR")
    assert table.get("m") == PRICES
    assert table.get("plain") == Prices(0, 0)
    assert table.get("M") is None


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ([], "models"),
        ({"as_of": "2026-11-30"}, "models"),
        ({"models": {}}, "as_of"),
        ({"as_of": "yesterday", "models": {}}, "as_of"),
        ({"as_of": "2026-11-30", "currency": 5, "models": {}}, "currency"),
        ({"as_of": "2026-11-30", "models": {"m": 3}}, "m: prices"),
        ({"as_of": "2026-11-30", "models": {"m": {"out": 2}}}, "m: in"),
        ({"as_of": "2026-11-30", "models": {"m": {"in": 1, "out": "2"}}}, "m: out"),
        ({"as_of": "2026-11-30", "models": {"m": {"in": True, "out": 2}}}, "m: in"),
        ({"as_of": "2026-11-30", "models": {"m": {"in": -1, "out": 2}}}, "m: in"),
        ({"as_of": "2026-11-30", "models": {"m": {"in": float("nan"), "out": 2}}}, "m: in"),
        ({"as_of": "2026-11-30", "models": {"m": {"in": 1, "out": 2, "input": 3}}}, "input"),
    ],
)
def test_a_wrong_price_file_is_refused_with_the_field_named(tmp_path: Path, data: Any, named: str) -> None:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InvalidConfig) as caught:
        load_prices(path)
    assert named in str(caught.value)
    assert "prices.json" in str(caught.value)


def test_a_price_file_that_is_missing_or_not_json_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff{")
    for path in (tmp_path / "none.json", broken):
        with pytest.raises(InvalidConfig, match=path.name):
            load_prices(path)
