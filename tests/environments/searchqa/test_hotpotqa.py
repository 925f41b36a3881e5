"""HotpotQA rows from small files of its schemas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragen_bench import public_data
from ragen_bench.env import make
from ragen_bench.environments.searchqa import SPECS
from ragen_bench.errors import InvalidData, InvalidTask, MissingData, UnknownName
from ragen_bench.public_data import DATA_VARIABLE
from ragen_bench.registry import load
from tests.environments.searchqa.rows_for_tests import HUB_ROWS, original, row, write_jsonl

SPEC = SPECS[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    return tmp_path


def write(folder: Path, schema: str, name: str = "dev") -> None:
    if schema == "hub":
        write_jsonl(folder / "hotpotqa" / f"{name}.jsonl", HUB_ROWS)
    else:
        (folder / "hotpotqa").mkdir()
        path = folder / "hotpotqa" / f"{name}.json"
        path.write_text(json.dumps([original(item) for item in HUB_ROWS]), encoding="utf-8")


@pytest.mark.parametrize("schema", ["hub", "original"])
def test_rows_of_both_schemas_are_played_in_order_and_the_oracle_answers(folder: Path, schema: str) -> None:
    write(folder, schema)
    env = make(SPEC, preset="hotpotqa", split="test")
    assert env.split_size == 2
    for index, item in enumerate(HUB_ROWS):
        env.reset(seed=index)
        assert env.task["question"] == item["question"]
        assert env.task["answers"] == [item["answer"]]
        while not env.over:
            *_, info = env.step(load(SPEC.oracle).act(env))
        assert info["success"]
        assert info["searches"] == 2
    assert env.track.startswith("@public:hotpotqa@")
    assert "yes, no" in env.instruction


def test_search_goes_over_the_pooled_paragraphs_of_all_rows(folder: Path) -> None:
    extra = row(3, "What is Quern Isle?", "an island", ["Quern Isle"])
    extra["context"] = {"title": ["Quern Isle"], "sentences": [["Quern Isle is an island."]]}
    write_jsonl(folder / "hotpotqa" / "dev.jsonl", [*HUB_ROWS, extra])
    env = make(SPEC, preset="hotpotqa", split="test")
    env.reset(seed=0)
    env.step("search[Quern Isle]")
    assert [passage.title for passage in env.results] == ["Quern Isle"]
    env.reset(seed=0)
    env.step("search[Danish]")
    # Rows 1 and 2 bring the same paragraphs, and each is there once.
    assert sorted(passage.title for passage in env.results) == ["Jonas Pell", "Mira Holt"]


def test_fewer_rows_are_read_when_asked_for(folder: Path) -> None:
    write(folder, "hub")
    assert make(SPEC, preset="hotpotqa", split="test", rows=1).split_size == 1


def test_training_rows_are_apart_and_other_splits_do_not_exist(folder: Path) -> None:
    write(folder, "hub", "train")
    env = make(SPEC, preset="hotpotqa")
    env.reset(seed=0)
    assert env.task["world"] == "hotpotqa train"
    with pytest.raises(UnknownName, match="validation"):
        make(SPEC, preset="hotpotqa", split="validation")


def test_the_revision_follows_the_files(folder: Path) -> None:
    write(folder, "hub")
    one = make(SPEC, preset="hotpotqa", split="test").track
    other = folder / "other"
    write_jsonl(other / "hotpotqa" / "dev.jsonl", HUB_ROWS[:1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_VARIABLE, str(other))
        assert make(SPEC, preset="hotpotqa", split="test").track != one


def test_perturbing_a_row_gives_another_one(folder: Path) -> None:
    write(folder, "hub")
    env = make(SPEC, preset="hotpotqa", split="test")
    env.reset(seed=0)
    changed = env.perturb(env.task)
    assert changed["answers"] == ["yes"]
    env.reset(options={"task": changed})


def test_a_given_task_must_be_of_a_public_corpus(folder: Path) -> None:
    write(folder, "hub")
    env = make(SPEC, preset="hotpotqa", split="test")
    chains = ({"plan": {"anchors": ["x"]}}, {"plan": {"titles": 1}})
    for change in ({"world": "train"}, {"documents": 5_000}, *chains):
        with pytest.raises(InvalidTask, match=next(iter(change))):
            env.reset(options={"task": {"question": "Why?", "answers": ["x"], **change}})


@pytest.mark.parametrize(
    "change",
    [
        {"question": ""},
        {"answer": None},
        {"context": None},
        {"context": {"title": ["A"], "sentences": []}},
        {"context": [["A", "no list"]]},
        {"context": ["A"]},
        {"supporting_facts": {"title": "A"}},
        {"supporting_facts": [[3, 0]]},
    ],
)
def test_a_bad_row_is_named_by_file_and_number(folder: Path, change: dict) -> None:
    write_jsonl(folder / "hotpotqa" / "dev.jsonl", [HUB_ROWS[0], {**HUB_ROWS[1], **change}])
    with pytest.raises(InvalidData, match=r"dev\.jsonl, row 2"):
        make(SPEC, preset="hotpotqa", split="test")


@pytest.mark.parametrize("text", ["{", '{"a": 1}', "[]", "[3]"])
def test_a_file_that_holds_no_rows_is_named(folder: Path, text: str) -> None:
    (folder / "hotpotqa").mkdir()
    (folder / "hotpotqa" / "dev.json").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidData, match=r"dev\.json"):
        make(SPEC, preset="hotpotqa", split="test")


def test_without_a_file_the_hub_is_asked_and_a_failure_says_where_to_put_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def hub_rows(repository: str, split: str, about: str, subset: str | None = None) -> list[dict]:
        asked.append((repository, split, subset))
        if split == "train":
            raise MissingData("no network")
        return HUB_ROWS

    monkeypatch.setattr(public_data, "hub_rows", hub_rows)
    # A row count of its own, so that nothing is met that another test has read.
    assert make(SPEC, preset="hotpotqa", split="test", rows=7).split_size == 2
    with pytest.raises(MissingData, match=r"hotpotqa/train\.jsonl"):
        make(SPEC, preset="hotpotqa", rows=7)
    assert asked == [("hotpotqa/hotpot_qa", split, "distractor") for split in ("validation", "train")]
