"""Adapters, on small files of the public schemas."""

from __future__ import annotations

import base64
import json
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.deepcoder import SPECS
from ragen_bench.environments.deepcoder.public_tests import Broken, in_columns, in_rows, private_tests
from ragen_bench.errors import InvalidConfig, InvalidData, MissingData, MissingExtra, UnknownName
from ragen_bench.public_data import DATA_VARIABLE
from ragen_bench.registry import load

SPEC = SPECS[0]
SPLIT = {"deepcoder": "train", "livecodebench": "test", "taco": "test"}
PRINTED = [{"input": "3 4\n", "output": "7\n"}, {"input": "10 5\n", "output": "15\n"}]
FUNCTION = "class Solution:\n    def shifted(self, nums: List[int], k: int) -> List[int]:\n        "


def packed(value: object, pickled: bool = True) -> str:
    text = json.dumps(value)
    return base64.b64encode(zlib.compress(pickle.dumps(text) if pickled else text.encode())).decode()


def private(pairs: list[tuple[str, str]], kind: str) -> list[dict[str, str]]:
    return [{"input": given, "output": output, "testtype": kind} for given, output in pairs]


FILES: dict[str, list[dict[str, Any]]] = {
    "deepcoder": [
        {
            "problem": "Add.",
            "tests": json.dumps([{"type": "stdin_stdout", **test} for test in PRINTED]),
            "starter_code": "",
        },
        {
            "problem": "Double.",
            "tests": json.dumps({"fn_name": "double", "inputs": [[4], [5]], "outputs": [[8], [10]]}),
            "starter_code": "def double(n):\n    ",
        },
        {
            "problem": "Triple.",
            "tests": json.dumps(
                [{"fn_name": "triple", "input": [2], "output": [6], "type": "function_call"}]
            ),
        },
        {
            "problem": "Shift.",
            "tests": json.dumps(private([("[1, 2]\n3", "[4, 5]")], "functional")),
            "starter_code": FUNCTION,
            "metadata": json.dumps({"func_name": "shifted"}),
        },
        {"problem": "No tests.", "tests": "[]"},
    ],
    "livecodebench": [
        {
            "question_content": "Add two numbers.",
            "starter_code": "",
            "public_test_cases": json.dumps(private([("1 2\n", "3\n")], "stdin")),
            "private_test_cases": packed(private([("3 4\n", "7\n"), ("10 5\n", "15\n")], "stdin")),
            "contest_date": "2024-10-05T00:00:00",
            "platform": "atcoder",
            "difficulty": "easy",
            "metadata": "{}",
        },
        {
            "question_content": "Shift the numbers.",
            "starter_code": FUNCTION,
            "public_test_cases": json.dumps(private([("[1]\n1", "[2]")], "functional")),
            "private_test_cases": json.dumps(
                private([("[1, 2]\n-3", "[-2, -1]"), ("[]\n1", "[]")], "functional")
            ),
            "contest_date": "2025-02-01T00:00:00",
            "platform": "leetcode",
            "difficulty": "medium",
            "metadata": json.dumps({"func_name": "shifted"}),
        },
    ],
    "taco": [
        {
            "question": "Add.",
            "input_output": json.dumps({"inputs": ["3 4\n", ["10 5", ""]], "outputs": ["7\n", "15"]}),
            "starter_code": "",
            "difficulty": "EASY",
        },
        {
            "question": "Double.",
            "input_output": json.dumps({"fn_name": "double", "inputs": [[4], [5]], "outputs": [[8], [10]]}),
            "starter_code": "def double(n):\n\t",
            "difficulty": "MEDIUM",
        },
    ],
}
ADD = "print(sum(map(int, input().split())))"
SHIFT = f"{FUNCTION}return [n + k for n in nums]"
EXPECTED = {
    "deepcoder": (
        ["", "double", "triple", "Solution.shifted"],
        [ADD, "double = lambda n: 2 * n", "def triple(n): return 3 * n", SHIFT],
        ["deepcoder"] * 4,
    ),
    "livecodebench": (["", "Solution.shifted"], [ADD, SHIFT], ["atcoder easy", "leetcode medium"]),
    "taco": (["", "double"], [ADD, "def double(n): return 2 * n"], ["taco easy", "taco medium"]),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    for name, rows in FILES.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return tmp_path


def test_every_public_preset_is_tried_here() -> None:
    assert set(FILES) == {preset.name for preset in SPEC.public_presets}


@pytest.mark.parametrize("name", FILES)
def test_rows_are_read_in_order_and_played(name: str, folder: Path) -> None:
    env = make(SPEC, preset=name, split=SPLIT[name])
    entries, programs, families = EXPECTED[name]
    assert env.split_size == len(entries)
    assert env.track.startswith(f"@public:{name}@")
    for index, program in enumerate(programs):
        env.reset(seed=index)
        assert (env.task["entry"], env.task["family"]) == (entries[index], families[index])
        info = env.step(f"```python\n{program}\n```")[4]
        assert info["success"], (name, index, info)
        env.reset(seed=index)
        assert not env.step(env.example())[4]["success"]


@pytest.mark.parametrize("name", FILES)
def test_a_row_can_be_given_back_and_changed(name: str, folder: Path) -> None:
    env = make(SPEC, preset=name, split=SPLIT[name])
    for index in range(len(EXPECTED[name][0])):
        opening, _ = env.reset(seed=index)
        task = json.loads(json.dumps(env.task))
        assert make(SPEC).reset(options={"task": task})[0] == opening
        changed = env.perturb(task)
        env.reset(options={"task": changed})
        assert not env.step(EXPECTED[name][1][index])[4]["success"]


def test_the_oracle_says_that_rows_have_no_program(folder: Path) -> None:
    env = make(SPEC, preset="taco", split="test")
    env.reset(seed=0)
    with pytest.raises(MissingData, match="public rows have tests only"):
        load(SPEC.oracle).act(env)


def test_public_examples_are_shown_and_private_tests_are_not(folder: Path) -> None:
    env = make(SPEC, preset="livecodebench", split="test")
    opening, _ = env.reset(seed=1)
    assert "Solution.shifted([1], 1)\nreturns\n[2]" in opening
    assert "[-2, -1]" not in opening
    assert len(env.task["tests"]) == 3


@pytest.mark.parametrize(
    ("since", "until", "entries"),
    [
        ("", "", ["", "Solution.shifted"]), ("2025-01-01", "", ["Solution.shifted"]),
        ("", "2024-10-05", [""]), ("2024-10-05", "2025-02-01", ["", "Solution.shifted"]),
    ],
)  # fmt: skip
def test_a_window_of_contest_dates_holds_both_its_ends(
    since: str, until: str, entries: list[str], folder: Path
) -> None:
    env = make(SPEC, preset="livecodebench", split="test", since=since, until=until)
    assert env.split_size == len(entries)
    for seed, entry in enumerate(entries):
        env.reset(seed=seed)
        assert env.task["entry"] == entry


def test_a_window_without_rows_and_a_date_for_undated_rows_are_refused(folder: Path) -> None:
    with pytest.raises(InvalidData, match="2030-01-01"):
        make(SPEC, preset="livecodebench", split="test", since="2030-01-01")
    with pytest.raises(InvalidConfig, match="since"):
        make(SPEC, preset="taco", split="test", since="2024-01-01")


@pytest.mark.parametrize("name", FILES)
def test_a_set_is_played_in_its_own_split_only(name: str, folder: Path) -> None:
    other = "test" if SPLIT[name] == "train" else "train"
    with pytest.raises(UnknownName, match=SPLIT[name]):
        make(SPEC, preset=name, split=other)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("deepcoder", {"tests": "[]"}), ("deepcoder", {"problem": "x", "tests": "[1]"}),
        ("deepcoder", {"problem": "x", "tests": "no json"}), ("deepcoder", {"problem": "x", "tests": None}),
        ("deepcoder", {"problem": "x", "tests": '[{"input": 1, "output": "1"}]'}),
        ("deepcoder", {"problem": "x", "tests": '[{"input": "1", "output": "1", "testtype": "functional"}]'}),
        ("deepcoder", {"problem": "x", "tests": '{"inputs": ["1"], "outputs": []}'}),
        ("taco", {"question": "x", "input_output": "[]"}), ("taco", {"question": 3, "input_output": "{}"}),
        ("livecodebench", {"question_content": "x", "public_test_cases": "{}"}),
        ("livecodebench", {"question_content": "x", "private_test_cases": "*"}),
    ],
)  # fmt: skip
def test_a_row_without_its_fields_is_named_by_file_and_line(
    name: str, row: dict[str, Any], folder: Path
) -> None:
    with (folder / f"{name}.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")
    with pytest.raises(InvalidData, match=rf"{name}\.jsonl:{len(FILES[name]) + 1}"):
        make(SPEC, preset=name, split=SPLIT[name])


def test_the_revision_follows_the_bytes_of_the_file(folder: Path) -> None:
    before = make(SPEC, preset="taco", split="test").track
    with (folder / "taco.jsonl").open("a") as file:
        file.write("\n")
    assert make(SPEC, preset="taco", split="test").track != before


def test_without_file_and_hub_the_message_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    monkeypatch.setattr(
        "ragen_bench.public_data.hub_rows",
        lambda *_: (_ for _ in ()).throw(MissingData("TACO could not be read from BAAI/TACO")),
    )
    with pytest.raises((MissingData, MissingExtra), match="TACO"):
        make(SPEC, preset="taco", split="test")


# --------------------------------------------------------------------------------- pickles


class _Runs:
    def __reduce__(self) -> tuple[Any, ...]:
        return (Path("/tmp/never_made_by_a_pickle").touch, ())


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("size", [1, 300, 70_000])
def test_a_pickled_text_is_read_without_loading_the_pickle(
    protocol: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = private([("é" * size, "1")], "stdin")
    packed_text = base64.b64encode(zlib.compress(pickle.dumps(json.dumps(tests), protocol))).decode()
    monkeypatch.setattr(pickle, "loads", None)
    assert private_tests(packed_text) == tests


@pytest.mark.parametrize(
    "value", [_Runs(), [1], ["a", "b"], {"a": "b"}, 3, b"bytes", "[]x", None, (), ("[]",)]
)
def test_a_pickle_that_is_more_than_a_text_is_refused(value: object) -> None:
    content = base64.b64encode(zlib.compress(pickle.dumps(value))).decode()
    with pytest.raises(Broken):
        private_tests(content)
    assert not Path("/tmp/never_made_by_a_pickle").exists()


@given(st.binary(max_size=200))
def test_bytes_that_claim_to_be_a_pickle_are_read_or_refused(data: bytes) -> None:
    content = base64.b64encode(zlib.compress(b"\x80\x04" + data)).decode()
    with pytest.raises(Broken):
        private_tests(content)


def test_a_field_that_unfolds_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragen_bench.environments.deepcoder.public_tests.MOST_BYTES", 1000)
    with pytest.raises(Broken, match="1,000"):
        private_tests(packed(["x" * 5000]))


def test_compressed_json_needs_no_pickle() -> None:
    assert private_tests(packed([1, "é"], pickled=False)) == [1, "é"]


# ----------------------------------------------------------------------------------- tests


def test_results_wrapped_in_a_list_are_unwrapped_only_where_all_are() -> None:
    assert in_columns({"fn_name": "f", "inputs": [[1], [2]], "outputs": [[[1]], [[2, 3]]]}, "")[1] == [
        {"input": [1], "output": [1]},
        {"input": [2], "output": [2, 3]},
    ]
    assert in_columns({"fn_name": "f", "inputs": [[1], [2]], "outputs": [[1], [2, 3]]}, "")[1] == [
        {"input": [1], "output": [1]},
        {"input": [2], "output": [2, 3]},
    ]


def test_arguments_are_one_json_value_a_line() -> None:
    found = private([('"a b"\n[1]\n', "null"), ("1\n2", '"x"')], "functional")
    assert in_rows(found, "f") == (
        "f",
        [{"input": ["a b", [1]], "output": None}, {"input": [1, 2], "output": "x"}],
    )


_KEYS = st.sampled_from(["input", "output", "testtype", "type", "fn_name", "metadata"])
_HELD = (
    st.none() | st.text(max_size=5) | st.lists(st.integers(), max_size=2) | st.sampled_from(["functional"])
)


@given(st.lists(st.dictionaries(_KEYS, _HELD), max_size=3))
def test_any_rows_are_read_or_refused_in_words(found: list[dict[str, Any]]) -> None:
    try:
        entry, tests = in_rows(found, "f")
    except Broken:
        return
    assert all(isinstance(test["input"], list if entry else str) for test in tests)
