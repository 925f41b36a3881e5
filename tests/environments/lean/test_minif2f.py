"""The adapter for miniF2F-style files, on rows of that schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragen_bench.env import make
from ragen_bench.environments.lean import SPECS
from ragen_bench.environments.lean.minif2f import task_of
from ragen_bench.errors import InvalidConfig, InvalidData, MissingData, UnknownName
from ragen_bench.public_data import DATA_VARIABLE

HEADER = "import Mathlib\n\nset_option maxHeartbeats 0\n\nopen Nat Real\n\n"
ROWS = [
    {
        "name": "sum_of_two",
        "split": "test",
        "formal_statement": f"{HEADER}theorem sum_of_two (x : ℝ)\n  (h₀ : x + x = 4) :\n  x = 2 := by sorry",
    },
    {"name": "small", "split": "valid", "formal_statement": f"{HEADER}theorem small : 1 < 2 := by\n  sorry"},
    {
        "name": "odd",
        "split": "valid",
        "formal_statement": "theorem odd : ∃ n, n % 2 = 1 := by",
        "header": HEADER,
    },
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    (tmp_path / "minif2f.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
    return tmp_path


def rows(split: str) -> list[dict[str, object]]:
    env = make(SPECS[0], preset="minif2f", split=split)
    assert env.track.startswith("@public:minif2f@")
    return [dict(env._stream.task(i)) for i in range(env.split_size or 0)]


def test_statements_lose_their_sorry_and_keep_what_stands_before_them(folder: Path) -> None:
    assert rows("test") == [
        {
            "statement": "theorem sum_of_two (x : ℝ)\n  (h₀ : x + x = 4) :\n  x = 2",
            "classical": True,
            "imports": ["import Mathlib", "set_option maxHeartbeats 0", "open Nat Real"],
            "family": "sum_of_two",
            "proof": [],
        }
    ]
    assert [row["statement"] for row in rows("validation")] == [
        "theorem small : 1 < 2",
        "theorem odd : ∃ n, n % 2 = 1",
    ]


def test_there_are_two_splits(folder: Path) -> None:
    with pytest.raises(UnknownName, match="validation"):
        make(SPECS[0], preset="minif2f", split="train")


def test_the_embedded_checker_says_which_flag_it_takes(folder: Path) -> None:
    env = make(SPECS[0], preset="minif2f", split="test", checker="embedded")
    with pytest.raises(InvalidConfig, match="--env-option checker=kimina:http"):
        env.reset(seed=0)


@pytest.mark.parametrize(
    "row",
    [
        {"name": "a", "split": "test"},
        {"name": "a", "split": "train", "formal_statement": "theorem a : True := by sorry"},
        {"name": "a", "split": "test", "formal_statement": "def a := 1"},
        {"name": "a", "split": "test", "formal_statement": "theorem a : True"},
        {"name": 1, "split": "test", "formal_statement": "theorem a : True := by sorry"},
    ],
)
def test_a_row_of_another_schema_is_named(folder: Path, row: dict[str, object]) -> None:
    (folder / "minif2f.jsonl").write_text(json.dumps(ROWS[0]) + "\n" + json.dumps(row) + "\n")
    with pytest.raises(InvalidData, match=r"minif2f.jsonl:2"):
        rows("test")


def test_without_the_file_it_is_said_where_it_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    with pytest.raises(MissingData, match=r"minif2f.jsonl"):
        make(SPECS[0], preset="minif2f", split="test")


@pytest.mark.parametrize(
    "ending", [":= by sorry", ":= by\n  sorry", ":=  by\n\nsorry\n", ":= by", ":= sorry", ":="]
)
def test_every_way_to_leave_a_proof_open_is_read(ending: str) -> None:
    task = task_of("a", f"import Mathlib\ntheorem a (h : 1 = 1) : True {ending}")
    assert task is not None
    assert task["statement"] == "theorem a (h : 1 = 1) : True"
