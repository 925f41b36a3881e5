"""Outputs against expected outputs: types, floats, lines."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.deepcoder.comparison import same_output, same_value

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
#: One value of each kind that a lax comparison mixes up.
LOOK_ALIKES: list[Any] = [
    0,
    0.0,
    False,
    None,
    "",
    [],
    {},
    "0",
    [0],
    [[]],
    1,
    1.0,
    True,
    "1",
    [1],
    [True],
    {"0": 0},
]


@pytest.mark.parametrize("expected", LOOK_ALIKES, ids=repr)
def test_a_value_is_itself_and_none_of_its_look_alikes(expected: Any) -> None:
    assert [position for position, value in enumerate(LOOK_ALIKES) if same_value(value, expected)] == [
        position for position, value in enumerate(LOOK_ALIKES) if repr(value) == repr(expected)
    ]


@pytest.mark.parametrize(
    ("got", "expected", "same"),
    [
        (0.1 + 0.2, 0.3, True), (0.3 + 2e-6, 0.3, False), (1e9 + 1, 1e9, True), (1e9 + 10_000, 1e9, False),
        (1, 1.0, False), (1.0, 1, False), (True, 1, False), (1, True, False), (math.nan, 1.0, False),
        (math.inf, 1e308, False), ([0.1 + 0.2], [0.3], True), ([1, 2], [2, 1], False), ([1], [1, 2], False),
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}, True), ({"a": 1}, {"a": 1, "b": 2}, False),
        ("abc ", "abc", False), (10**40, 10**40, True), (10**40 + 1, 10**40, False), ("1.0", 1.0, False),
    ],
)  # fmt: skip
def test_types_must_match_and_floats_may_differ_by_a_millionth(got: Any, expected: Any, same: bool) -> None:
    assert same_value(got, expected) is same


@given(PLAIN)
def test_a_value_that_went_through_json_is_the_same(value: Any) -> None:
    assert same_value(json.loads(json.dumps(value)), value)


@given(PLAIN, PLAIN)
def test_what_compares_as_the_same_has_the_same_type_and_is_equal_but_for_floats(a: Any, b: Any) -> None:
    if same_value(a, b):
        assert type(a) is type(b)
        assert a == b or "." in json.dumps([a, b]) or "e" in json.dumps([a, b])


@pytest.mark.parametrize(
    ("got", "expected", "same"),
    [
        ("1 2\n", "1 2", True), ("1 2  \r\n\n\n", "1 2\n", True), ("1  2", "1 2", False), (" 1", "1", False),
        ("", "", True), ("\n \n", "", True), ("x", "", False), ("", "0", False), ("\n1", "1", False),
        ("a\n\nb", "a\nb", False), ("0.3000000001", "0.30", True), ("0.31", "0.30", False),
        ("3", "3.0", True),
        ("3.0", "3", False), ("x 0.50", "x 0.5", True), ("y 0.5", "x 0.5", False), ("1e0", "1.0", True),
        ("nan", "1.5", False), ("inf", "1.5", False), ("1_0.0", "10.0", False), ("٣.0", "3.0", False),
        ("0.5 1", "0.5  1", False), ("01", "1", False), ("1.2.3", "1.2.4", False), ("YES", "yes", False),
        ("9" * 5000 + ".0", "1.0", False),
    ],
)  # fmt: skip
def test_text_is_compared_line_by_line_and_numbers_only_where_a_point_is_expected(
    got: str, expected: str, same: bool
) -> None:
    assert same_output(got, expected) is same


@given(st.text(alphabet="01. -\n\tab", max_size=60))
def test_text_is_the_same_as_itself_with_white_space_behind_every_line(text: str) -> None:
    assert same_output("\n".join(f"{line} \t" for line in text.split("\n")) + "\n\n", text)


@given(st.text(alphabet="01. -\nab", max_size=40), st.text(alphabet="01. -\nab", max_size=40))
def test_comparing_text_is_symmetric_where_no_point_is_in_it(a: str, b: str) -> None:
    a, b = a.replace(".", ""), b.replace(".", "")
    assert same_output(a, b) is same_output(b, a)
