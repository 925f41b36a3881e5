"""Adapters, on small files of the public schemas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragen_bench.env import make
from ragen_bench.environments.metamathqa import SPECS
from ragen_bench.environments.metamathqa.public import last_box
from ragen_bench.errors import InvalidData, MissingData, MissingExtra, UnknownName
from ragen_bench.public_data import DATA_VARIABLE

SPEC = SPECS[0]

FILES = {
    "metamathqa": [
        {
            "query": "A hen lays 3 eggs. Two hens?",
            "response": "3 * 2 = 6\n#### 6\nThe answer is: 6",
            "type": "GSM_Rephrased",
        },
        {
            "query": "Find x.",
            "response": "So x is a half.\nThe answer is: \\frac{1}{2}",
            "type": "MATH_FOBAR",
        },
        {"query": "What?", "response": "I cannot say.", "type": "GSM_SV"},
    ],
    "gsm8k": [{"question": "What is 6 times 300?", "answer": "6 * 300 = <<6*300=1800>>1800\n#### 1,800"}],
    "gsm8k_backward": [
        {"question": "x + 2? If the answer is 7, what is x?", "answer": "5", "original_answer": "7"}
    ],
    "math": [
        {"problem": "Simplify.", "solution": "It is $\\boxed{\\frac{\\sqrt{3}}{2}}$.", "type": "Algebra"},
        {"problem": "Which?", "solution": "We get $\\boxed{\\text{Evelyn}}$.", "subject": "Prealgebra"},
    ],
}
EXPECTED = {
    "metamathqa": (["6", "\\frac{1}{2}"], ["GSM_Rephrased", "MATH_FOBAR"], ["6 eggs", "0.5"]),
    "gsm8k": (["1,800"], ["gsm8k"], ["$1800"]),
    "gsm8k_backward": (["5"], ["gsm8k_backward"], ["x = 5"]),
    "math": (
        ["\\frac{\\sqrt{3}}{2}", "\\text{Evelyn}"],
        ["Algebra", "Prealgebra"],
        ["\\sqrt{3}/2", "Evelyn"],
    ),
}
SPLIT = {"metamathqa": "train", "gsm8k": "test", "gsm8k_backward": "test", "math": "test"}


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
    answers, families, said = EXPECTED[name]
    assert env.split_size == len(answers)
    assert env.track.startswith(f"@public:{name}@")
    for index, action in enumerate(said):
        env.reset(seed=index)
        assert (env.task["answer"], env.task["family"]) == (answers[index], families[index])
        assert env.step(action)[4]["success"]


@pytest.mark.parametrize("name", FILES)
def test_a_set_is_played_in_its_own_split_only(name: str, folder: Path) -> None:
    other = "test" if SPLIT[name] == "train" else "train"
    with pytest.raises(UnknownName, match=SPLIT[name]):
        make(SPEC, preset=name, split=other)


def test_a_row_without_its_fields_is_named_by_file_and_line(folder: Path) -> None:
    with (folder / "gsm8k.jsonl").open("a") as file:
        file.write('{"question": "What?"}\n')
    with pytest.raises(InvalidData, match=r"gsm8k\.jsonl:2"):
        make(SPEC, preset="gsm8k", split="test")


def test_the_revision_follows_the_bytes_of_the_file(folder: Path) -> None:
    before = make(SPEC, preset="gsm8k", split="test").track
    (folder / "gsm8k.jsonl").write_text('{"question": "2 + 2 + 10?", "answer": "#### 14"}\n')
    assert make(SPEC, preset="gsm8k", split="test").track != before


def test_without_file_and_hub_the_message_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    monkeypatch.setattr(
        "ragen_bench.public_data.hub_rows",
        lambda *_: (_ for _ in ()).throw(MissingData("GSM8K could not be read from openai/gsm8k")),
    )
    with pytest.raises((MissingData, MissingExtra), match="GSM8K"):
        make(SPEC, preset="gsm8k", split="test")


@pytest.mark.parametrize(
    ("solution", "answer"),
    [
        ("\\boxed{1} then \\boxed{2}", "2"), ("\\boxed{\\frac{1}{2}}", "\\frac{1}{2}"), ("$\\boxed 7$", "7"),
        ("\\fbox{3}", "3"), ("none", ""), ("\\boxed{4", ""),
    ],
)  # fmt: skip
def test_the_last_box_of_a_solution_is_its_answer(solution: str, answer: str) -> None:
    assert last_box(solution) == answer
