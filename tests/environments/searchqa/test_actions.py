"""What is read as an action."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import InvalidAction
from ragen_bench.environments.searchqa.actions import MAX_ANSWER, MAX_QUERY, Finish, Search, read_action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("search[Tarnholt]", Search("Tarnholt")),
        ("SEARCH [ Tarnholt\n river ].", Search("Tarnholt river")),
        ("Finish[Maren Tolvick]", Finish("Maren Tolvick")),
        ("finish[a [b] c]", Finish("a [b] c")),
        ("finish[a [b]", Finish("a [b")),
        ("search[search[x]]", Search("search[x]")),
        ("search[" + "x" * MAX_QUERY + "]", Search("x" * MAX_QUERY)),
    ],
)
def test_a_verb_and_what_is_in_its_brackets(text: str, action: Search | Finish) -> None:
    assert read_action(text) == action


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Tarnholt", "unreadable"),
        ("search Tarnholt", "unreadable"),
        ("research[x]", "unreadable"),
        ("I think search[x]", "unreadable"),
        ("search[x", "unreadable"),
        ("search[x] please", "unreadable"),
        ("search[x]]", "unreadable"),
        ("search[x] finish[y]", "several"),
        ("search[x]\nsearch[y]", "several"),
        ("search[]", "nothing"),
        ("finish[  \n]", "nothing"),
        ("search[" + "x" * (MAX_QUERY + 1) + "]", "too_long"),
        ("finish[" + "x" * (MAX_ANSWER + 1) + "]", "too_long"),
    ],
)
def test_anything_else_is_refused_with_its_reason(text: str, kind: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        read_action(text)
    assert caught.value.kind == kind


@given(st.text(alphabet="[]se arch.finish[x", max_size=200))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = read_action(text)
    except InvalidAction:
        return
    assert isinstance(action, Search | Finish)


def test_brackets_without_end_take_no_time() -> None:
    began = time.monotonic()
    for text in ("search[" * 5000, "search[" + "]" * 20_000, "search" + " " * 20_000 + "[x]", "[" * 20_000):
        with pytest.raises(InvalidAction):
            read_action(text)
    assert time.monotonic() - began < 0.5
