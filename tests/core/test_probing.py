from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.probing import Question, cell_question, is_right, legal_question, place_question
from ragen_bench.rng import Rng


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        (place_question("Up", 3, 4, 0.1), "3, 4", True),
        (place_question("Up", 3, 4, 0.1), "row 3, column 4", False),
        (place_question("Up", 3, 4, 0.1), "(3,4)", True),
        (place_question("Up", 3, 4, 0.1), "4, 3", False),
        (place_question("Up", 3, 4, 0.1), None, False),
        (legal_question(["Up", "Left"], ["Up", "Down", "Left"]), "left and up", False),
        (legal_question(["Up", "Left"], ["Up", "Down", "Left"]), "left; UP", True),
        (legal_question(["Up"], ["Up", "Down"]), "Up, Up", False),
        (legal_question([], ["Up", "Down"]), "None", True),
        (Question("cell", "?", "#", 0.5), " '#' ", True),
        (Question("cell", "?", "#", 0.5), "_", False),
        (Question("cell", "?", "_", 0.5), "_", True),
        (Question("cell", "?", "_", 0.5), "#", False),
    ],
)
def test_an_answer_is_right_when_its_words_are(question, answer, right):
    assert is_right(question, answer) is right


@given(st.text(max_size=1000))
def test_any_text_can_be_judged(text):
    assert is_right(place_question("Up", 1, 1, 0.1), text) in (True, False)


def test_every_symbol_is_as_likely_to_be_asked_for():
    rows = ["#" * 20, "#" + "_" * 18 + "P"]
    asked = [cell_question(rows, Rng.of("cells", i)).answer for i in range(600)]
    assert all(150 < asked.count(symbol) < 250 for symbol in "#_P")


@pytest.mark.parametrize("name", ["sokoban", "frozenlake", "sudoku"])
def test_the_right_answers_come_from_the_game_itself(name):
    env = make(name, preset="easy")
    moves = {"sokoban": ["Up", "Down", "Left", "Right"], "frozenlake": ["Left", "Down", "Right", "Up"]}.get(
        name
    )
    kinds = set()
    for seed in range(25):
        env.reset(seed=seed)
        state = env.get_state()
        for question in env.questions(Rng.of("probe", seed)):
            kinds.add(question.kind)
            assert is_right(question, question.answer)
            assert 0 < question.chance < 1
            if question.kind == "legal" and moves:
                effective = set()
                for move in moves:
                    env.set_state(state)
                    if env.step(move)[4]["effective"]:
                        effective.add(move)
                assert set(question.answer.split(", ")) == effective or not effective
    assert kinds == {"cell", "legal", "next"}
