"""Lessons are asked exactly as evaluation asks."""

from __future__ import annotations

from typing import Any

import pytest

from ragen_bench.agents.chat_format import ChatFormat
from ragen_bench.evaluation.episode import Episode, Job, PlaySettings
from ragen_bench.registry import get_spec
from ragen_bench.reply import parse_reply
from ragen_bench.trainers.tiny.lessons import CONTEXT, DRILLS, Lessons, Mixture
from ragen_bench.trainers.tiny.tokenizer import END, TAUGHT, build_tokenizer


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return build_tokenizer()


@pytest.mark.parametrize("name", TAUGHT)
def test_the_prompt_of_a_lesson_is_that_of_evaluation_token_by_token(tokenizer: Any, name: str) -> None:
    lessons = Lessons(tokenizer, mixture=Mixture(play={name: 1.0}, see={}, drill={}, start=1.0))
    chat = ChatFormat(tokenizer)
    spec = get_spec(f"ragen/{name}-v1")
    matched = 0
    for number in range(10):
        lesson = lessons.lesson(number)
        if lesson.index is None:
            continue
        episode = Episode(Job(spec, "easy", "train", lesson.index, 0), PlaySettings(context=CONTEXT))
        request = episode.request()
        assert request is not None
        assert lesson.prompt == chat.tokens(request.messages)
        matched += 1
    assert matched >= 3


def test_every_reply_is_well_formed_and_ends(tokenizer: Any) -> None:
    lessons = Lessons(tokenizer, seed=3)
    for number in range(100):
        lesson = lessons.lesson(number)
        if lesson.name in DRILLS:
            continue
        text = tokenizer.decode(lesson.reply)
        assert text.endswith(END)
        assert parse_reply(text.removesuffix(END)).format_ok, text


def test_a_lesson_depends_on_its_number_alone(tokenizer: Any) -> None:
    one, other = Lessons(tokenizer, seed=1), Lessons(tokenizer, seed=1)
    forwards = [one.lesson(number) for number in range(20)]
    backwards = [other.lesson(number) for number in reversed(range(20))]
    assert forwards == backwards[::-1]
    assert forwards != [Lessons(tokenizer, seed=2).lesson(number) for number in range(20)]


def test_all_kinds_of_lessons_come_up(tokenizer: Any) -> None:
    lessons = Lessons(tokenizer)
    kinds = {lessons.lesson(number).name for number in range(400)}
    assert {*TAUGHT, "Sokoban cell", "FrozenLake legal", "Sudoku next", *DRILLS} <= kinds
