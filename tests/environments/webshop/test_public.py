"""WebShop's own files: a small set of the same schema is loaded, indexed and played."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ragen_bench import splits
from ragen_bench.env import make
from ragen_bench.environments.webshop import SPECS, public_index, public_shop
from ragen_bench.environments.webshop.public_files import elements, members, options, prices
from ragen_bench.errors import InvalidData, MissingData, UnknownName
from ragen_bench.registry import load

SPEC = SPECS[0]
THINGS = ("tea kettle", "wool scarf", "garden rake", "wall clock", "bread knife")


def row(number: int) -> dict[str, Any]:
    thing = THINGS[number % len(THINGS)]
    return {
        "asin": f"B{number:09d}",
        "name": f"Maker{number} {thing.title()} with extras",
        "query": f" {thing.title()} ",
        "category": "home",
        "product_category": f"Home › Things › {thing}",
        "full_description": f"A {thing} numbered {number}.",
        "small_description": [f"point {number}", "second point"],
        "pricing": ["$10.99", "$3.78$11.38", None, "$1,200.00"][number % 4],
        "customization_options": {
            "Color": [{"value": " Navy/White ", "image": None}, {"value": "red", "image": None}],
            "Size": None,
        }
        if number % 2
        else None,
        "images": ["https://example.org/a.jpg"],
    }


def products() -> list[dict[str, Any]]:
    rows = [row(number) for number in range(60)]
    odd = [{**row(3), "name": "repeated"}, {"name": "no number"}]
    odd += [{**row(99), "asin": asin} for asin in ("B" * 11, "nan", "")]
    return [*rows[:5], *odd, *rows[5:]]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "webshop"
    folder.mkdir()
    notes = {
        f"B{number:09d}": {
            "attributes": [f"trait {number}", "sturdy"],
            "instruction": f"Find me a {THINGS[number % 5]}" if number % 3 else None,
            "instruction_attributes": ["sturdy"] if number % 3 else None,
        }
        for number in range(60)
    }
    human = {
        f"B{number:09d}": [
            {
                "instruction": f"i want thing {number} take {take}.",
                "instruction_attributes": ["sturdy"] if take else [],
                "instruction_options": ["red"] if number % 2 else [],
            }
            for take in range(13)
        ]
        for number in range(60)
    }
    for name in ("items_shuffle.json", "items_shuffle_1000.json"):
        (folder / name).write_text(json.dumps(products()), encoding="utf-8")
    (folder / "items_ins_v2.json").write_text(json.dumps(notes, indent=1), encoding="utf-8")
    (folder / "items_human_ins.json").write_text(json.dumps(human), encoding="utf-8")
    monkeypatch.setenv("RAGEN_BENCH_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    yield folder
    forget()


def forget() -> None:
    splits._row_stream.cache_clear()
    public_shop._index.cache_clear()
    public_shop._shop.cache_clear()


def test_products_are_kept_once_and_read_as_webshop_does(data: Path) -> None:
    shop = public_shop.public_shop("full")
    assert len(shop.goals("human", 0, 10_000)) == 60 * 12
    kept = shop.product("B000000003")
    assert kept is not None
    assert kept.title == "Maker3 Wall Clock with extras"
    assert (kept.price, kept.price_text, kept.query) == (1200.0, "$1200.0", "wall clock")
    assert kept.options == {"color": ("navy | white", "red")}
    assert kept.attributes == ("trait 3", "sturdy")
    assert shop.product("nan") is None
    assert shop.product("B" * 11) is None
    without = shop.product("B000000002")
    assert without is not None
    assert (without.price, without.price_text) == (100.0, "$100.0")


def test_prices_and_ceilings_follow_the_original_s_order_of_draws(data: Path) -> None:
    shop = public_shop.public_shop("full")
    draws = Random(42)
    for number in range(60):
        product = shop.product(f"B{number:09d}")
        assert product is not None
        if number % 4 == 1:
            assert product.price == draws.uniform(3.78, 11.38)
    for number, goal in zip(
        (n for n in range(60) for _ in range(12)), shop.goals("human", 0, 999), strict=True
    ):
        product = shop.product(f"B{number:09d}")
        assert product is not None
        above = [10.0 * n for n in range(1, 100) if 10.0 * n > product.price][:4]
        assert goal["goal"]["price_upper"] == (sorted(draws.sample(above, 2))[1] if len(above) > 1 else 1e6)


def test_the_first_500_shuffled_human_goals_are_the_test(data: Path) -> None:
    env = make(SPEC, preset="webshop", split="test")
    assert env.split_size == 500
    assert env.track.startswith("@public:webshop@")
    order = list(range(720))
    Random(233).shuffle(order)
    goals = public_shop.public_shop("full").goals("human", 0, 999)
    for index in (0, 1, 499):
        env.reset(options={"index": index})
        assert env.task["instruction"] == goals[order[index]]["instruction"]
    assert make(SPEC, preset="webshop", split="validation").split_size == 220
    with pytest.raises(UnknownName, match="720 goals"):
        make(SPEC, preset="webshop", split="train")
    with pytest.raises(UnknownName, match="three"):
        make(SPEC, preset="webshop", split="test_ood")


def test_the_oracle_plays_public_goals_and_a_given_row_plays_alike(data: Path) -> None:
    env, oracle = make(SPEC, preset="webshop", split="test"), load(SPEC.oracle)
    for index in range(30):
        env.reset(options={"index": index})
        task = env.task
        while not env.over:
            info = env.step(oracle.act(env))[4]
        assert info["score"] == 1.0, task
        env.reset(options={"task": task})
        assert env.task == task
        assert env.perturb(task)["goal"]["price_upper"] == task["goal"]["price_upper"] / 2


def test_synthetic_goals_of_the_small_catalogue_take_every_combination(data: Path) -> None:
    env = make(SPEC, preset="webshop_small", split="test")
    assert env.split_size == sum(2 if number % 2 else 1 for number in range(60) if number % 3)
    env.reset(options={"index": 0})
    assert env.task["catalogue"] == "small"
    assert make(SPEC, preset="webshop_small", split="test", goals="human").split_size == 500


@pytest.mark.parametrize("full_text", [True, False])
def test_search_finds_products_with_and_without_full_text_tables(
    data: Path, monkeypatch: pytest.MonkeyPatch, full_text: bool
) -> None:
    if not full_text:
        monkeypatch.setattr(public_index, "_full_text", lambda base: False)
    shop = public_shop.public_shop("full")
    assert shop.meta("full_text") == str(int(full_text))
    assert shop.search("maker7", 5) == ["B000000007"]
    found = shop.search("kettles of any maker", 50)
    assert set(found) == {f"B{number:09d}" for number in range(0, 60, 5)}
    for query in ('" OR *', "NEAR(a b)", "text:x", "", "\x00", "a" * 400):
        assert len(shop.search(query, 5)) <= 5


def test_the_index_is_built_once_and_again_when_a_file_changes(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = public_index.index_file("full")
    revision = public_shop.public_shop("full").meta("revision")
    with monkeypatch.context() as patch:
        patch.setattr(public_index, "_build", lambda *_: pytest.fail("built again"))
        assert public_index.index_file("full") == first
    (data / "items_shuffle.json").write_text(json.dumps(products()[:20]), encoding="utf-8")
    assert public_index.index_file("full") != first
    forget()
    assert public_shop.public_shop("full").meta("revision") != revision


def test_a_build_that_fails_leaves_nothing_behind(data: Path) -> None:
    (data / "items_shuffle.json").write_text('[{"asin": "B1"}, {"asin": ', encoding="utf-8")
    with pytest.raises(InvalidData, match=r"items_shuffle\.json"):
        public_index.index_file("full")
    assert not list(data.glob("*.sqlite*"))
    assert not list(data.glob("*.part"))


def test_a_folder_that_cannot_be_written_sends_the_index_to_the_cache(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = public_index.tempfile.mkstemp

    def only_cache(**kwargs: Any) -> Any:
        if Path(kwargs["dir"]) == data:
            raise PermissionError("read-only")
        return whole(**kwargs)

    monkeypatch.setattr(public_index.tempfile, "mkstemp", only_cache)
    path = public_index.index_file("full")
    assert path.is_relative_to(tmp_path / "cache")
    with sqlite3.connect(path) as base:
        assert base.execute("SELECT count(*) FROM products").fetchone() == (60,)


def test_missing_files_are_named_with_where_they_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGEN_BENCH_DATA", str(tmp_path))
    forget()
    with pytest.raises(MissingData, match=r"items_shuffle\.json"):
        make(SPEC, preset="webshop", split="test")


@pytest.mark.parametrize("chunk", [1, 7, 1 << 20])
def test_files_are_read_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr("ragen_bench.environments.webshop.public_files._CHUNK", chunk)
    rows = [{"a": 'x"]}é', "b": [1, {"c": None}]}, {"a": "\\"}, {}]
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(rows, indent=2, ensure_ascii=False), encoding="utf-8")
    assert list(elements(path)) == rows
    path.write_text(json.dumps({"k:1": rows[0], "k2": [2]}), encoding="utf-8")
    assert list(members(path)) == [("k:1", rows[0]), ("k2", [2])]


@pytest.mark.parametrize("text", ["", "{}", "[1, 2", '[{"a": 1}', "[{]", "nonsense"])
def test_what_is_no_json_array_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidData, match=r"bad\.json"):
        list(elements(path))


def test_prices_and_options_of_any_shape_are_read() -> None:
    assert prices("$10.99") == [10.99]
    assert prices("$3.78$11.38$12") == [3.78, 11.38]
    assert prices("$1,234.50") == [1234.5]
    assert prices(None) == prices("") == prices("$free") == []
    assert options(None) == options([]) == options({"size": None}) == {}
    assert options({"Size": [{"value": "A/B"}, {"value": "A/B"}, {}, "x"]}) == {"size": ("a | b",)}
