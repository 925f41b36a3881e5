"""Any text can be written and read back; what must be looked up is one token."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.trainers.tiny.tokenizer import MAX_LENGTH, build_tokenizer, load_tokenizer


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return build_tokenizer()


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    tokenizer = build_once()
    ids = tokenizer(text, add_special_tokens=False).input_ids
    kept = tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)
    assert kept == text


_BUILT: list[Any] = []


def build_once() -> Any:
    if not _BUILT:
        _BUILT.append(build_tokenizer())
    return _BUILT[0]


@pytest.mark.parametrize(
    "text", ["(2, 4)", "(10, 10)", "# ", "√ ", "17", "200", "Right", "thirty-percent", "||"]
)
def test_what_is_looked_up_is_one_token(tokenizer: Any, text: str) -> None:
    assert len(tokenizer(text, add_special_tokens=False).input_ids) == 1


def test_an_unknown_word_is_spelled_letter_by_letter(tokenizer: Any) -> None:
    ids = tokenizer("small blorptastic", add_special_tokens=False).input_ids
    assert [tokenizer.decode([i]) for i in ids] == ["small", " b", *"lorptastic"]


def test_a_saved_tokenizer_is_the_same_and_knows_its_limit(tokenizer: Any, tmp_path: Path) -> None:
    tokenizer.save_pretrained(tmp_path)
    again = load_tokenizer(tmp_path)
    text = "Player: (4, 2)\n# P _ #\nplace 3 at row 2 col 1 <think>"
    assert again(text).input_ids == tokenizer(text).input_ids
    assert again.model_max_length == MAX_LENGTH
    assert again.chat_template == tokenizer.chat_template


def test_the_vocabulary_is_small_and_built_the_same_every_time(tokenizer: Any) -> None:
    assert len(tokenizer) < 2000
    assert build_tokenizer().get_vocab() == tokenizer.get_vocab()
