"""Scores of answers."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.searchqa import score_answer
from ragen_bench.environments.searchqa.scoring import MAX_LENGTH, normalise

CASES = json.loads((Path(__file__).parents[2] / "cases" / "search_answers.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: f"{case['answer']} for {case['gold']}")
def test_every_shared_case_is_scored_as_agreed(case: dict) -> None:
    exact, f1 = score_answer(case["answer"], case["gold"])
    assert exact == bool(case["em"])
    assert f1 == pytest.approx(case["f1"])


@pytest.mark.parametrize(
    ("answer", "gold", "exact"),
    [
        ("Vitamin A", "vitamin", False),
        ("vitamin a.", "Vitamin A", True),
        ("-5", "5", False),
        ("−5", "-5", True),
        (".5", "5", False),
        ("3,14", "314", False),
        ("1,234,567", "1234567", True),
        ("1914–1918", "1914-1918", True),
        ("1914-1918", "19141918", False),
        ("1990.", "1990", True),
        ("U.S.", "us", True),
        ("well-known", "wellknown", True),
        ("C++", "C++", True),
        ("???", "???", True),
        ("???", "!!!", False),
        ("“Paper Moon”", "the paper moon", True),
        ("no", "No.", True),
        ("noanswer", "yes", False),
        ("ＮＹＣ", "nyc", True),
        ("the", "The", True),
    ],
)
def test_known_holes_of_the_usual_normalisation_are_closed(answer: str, gold: str, exact: bool) -> None:
    assert score_answer(answer, [gold])[0] is exact


def test_f1_counts_shared_words_and_takes_the_best_gold() -> None:
    assert score_answer("Maren of Tarnholt", ["Maren Tolvick"])[1] == pytest.approx(2 / 5)
    assert score_answer("Maren", ["Tolvick", "Maren Tolvick"])[1] == pytest.approx(2 / 3)
    assert score_answer("no Maren", ["no"])[1] == 0.0
    assert score_answer("red red red", ["red"])[1] == pytest.approx(0.5)


def test_a_single_gold_may_be_a_plain_text() -> None:
    assert score_answer("Paris", "Paris") == (True, 1.0)


def test_an_over_long_answer_is_wrong_and_hostile_ones_take_no_time() -> None:
    assert score_answer("a " * MAX_LENGTH, ["a"]) == (False, 0.0)
    began = time.monotonic()
    for text in ("1," * 2000, *(char * 4000 for char in (",", "ﷺ", "-", "1", "\ud800")), "\ue000\ue001"):
        assert not score_answer(text, ["Paris"])[0]
    assert time.monotonic() - began < 1.0


@given(st.text(max_size=60), st.text(max_size=60))
def test_scores_are_bounded_symmetric_and_exact_only_at_one(one: str, two: str) -> None:
    exact, f1 = score_answer(one, [two])
    assert 0.0 <= f1 <= 1.0
    assert (exact, f1) == score_answer(two, [one])
    assert not exact or f1 == 1.0
    if normalise(one):
        assert score_answer(one, [one]) == (True, 1.0)
