"""The parser and scorer: shared cases, the kinds they stand for, and an independent evaluation."""

from __future__ import annotations

import ast
import json
import operator
import re
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.countdown import score_expression
from ragen_bench.environments.countdown.expression import (
    MAX_LENGTH,
    REASONS,
    Expression,
    evaluate,
    read_expression,
)

CASES = json.loads((Path(__file__).parents[2] / "cases" / "countdown.json").read_text())["cases"]
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def value_by_ast(node: ast.AST) -> Fraction:
    """An independent evaluation of the grammar; LookupError for anything outside it."""
    if isinstance(node, ast.Expression):
        return value_by_ast(node.body)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return Fraction(node.value)
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](value_by_ast(node.left), value_by_ast(node.right))
    raise LookupError(type(node).__name__)


@st.composite
def expressions(draw: st.DrawFn) -> str:
    text = str(draw(st.integers(0, 99)))
    for _ in range(draw(st.integers(0, 8))):
        sign = draw(st.sampled_from("+-*/"))
        other = str(draw(st.integers(0, 99)))
        if draw(st.booleans()):
            other = f"({other} {draw(st.sampled_from('+-*/'))} {draw(st.integers(0, 9))})"
        text = f"{text}{sign}{other}" if draw(st.booleans()) else f"{other} {sign} ({text})"
    return text


@pytest.mark.parametrize("case", CASES, ids=[case["answer"] for case in CASES])
def test_expressions_that_have_misled_graders_are_scored_right(case: dict) -> None:
    started = time.perf_counter()
    verdict = score_expression(case["answer"], case["numbers"], case["target"])
    assert verdict.score == case["score"]
    assert (verdict.reason == "correct") == bool(case["score"])
    assert time.perf_counter() - started < 0.1


@pytest.mark.parametrize(
    "text",
    [
        "44 or 3", "44 # 3", "44#3", "True+True", "2**3", "7//2", "12 ^ 8", "9**9**9", "abs(3)", "44, 3",
        "[44]", "44;3", "44\\3", "44 % 3", "44 & 3", "44 if 3 else 3", "lambda: 44", "__import__('os')",
        "4_4", "44.0 + 3", "0x2c", "4e1", "44 x 3", "44 + + 3", "+44 + 3", "-44 + 3", "44 * -3",
        "44 (3)", "(44)(3)", "44 3", "()", "(44", "44)", ")44(", "44 +", "* 44", "044 + 3", "٤٤ + ٣",
        "４４+３", "4² + 3", "44 − − 3", "x", "44 + 3.", "`44 + 3`", "$44 + 3$", "\\frac{44}{3}",
        "47 = 44 + 3",
        "44 + 3 = 47 = 47", "44 + 3 =", "= 47", "44 + 3 = x", "44 + 3 == 47", "44 + 3 = 47.0", "44 + 3 = 047",
    ],
)  # fmt: skip
def test_text_that_is_no_plain_arithmetic_is_unreadable(text: str) -> None:
    verdict = score_expression(text, [44, 3], 47)
    assert verdict.score == 0.0
    assert verdict.reason == "unreadable"


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u00a0"])
def test_blank_text_is_called_empty(text: str) -> None:
    assert score_expression(text, [1, 2], 3).reason == "empty"


@pytest.mark.parametrize(
    ("text", "numbers", "target"),
    [
        ("6 × 4", [6, 4], 24),
        ("6 · 4", [4, 6], 24),
        ("6 ⋅ 4", [4, 6], 24),
        ("24 ÷ 4", [4, 24], 6),
        ("24 − 4", [4, 24], 20),
        ("24 – 4", [4, 24], 20),
        ("8 / (3 - 8 / 3)", [3, 3, 8, 8], 24),
        ("1 - 2 + 6", [1, 2, 6], 5),
        ("2 * (3 - 5) + 9", [2, 3, 5, 9], 5),
        ("((((3))))+4", [3, 4], 7),
        ("  3+4  =  7 ", [3, 4], 7),
        ("3\n+\n4", [3, 4], 7),
        ("2 - 5 = -3", [2, 5], -3),
        ("5 - 5 = 0", [5, 5], 0),
        ("0 + 3", [0, 3], 3),
        ("100 / 8 / 5 * 2", [2, 5, 8, 100], 5),
    ],
)
def test_what_people_write_is_read(text: str, numbers: list[int], target: int) -> None:
    verdict = score_expression(text, numbers, target)
    assert (verdict.score, verdict.reason) == (1.0, "correct")


@pytest.mark.parametrize(
    "text", ["44", "3 + 44 + 3", "44 + 3 + 0", "44 + 4", "4 + 43", "443", "44 + 3 * 1", "22 * 2 + 3", "47"]
)
def test_numbers_must_be_used_exactly_once_each(text: str) -> None:
    assert score_expression(text, [44, 3], 47).reason == "wrong_numbers"


def test_a_number_given_twice_must_be_used_twice() -> None:
    assert score_expression("5 + 5 + 1", [5, 5, 1], 11).score == 1.0
    assert score_expression("5 + 1", [5, 5, 1], 6).reason == "wrong_numbers"
    assert score_expression("5 + 1 + 1", [5, 5, 1], 7).reason == "wrong_numbers"


@pytest.mark.parametrize("text", ["3 + 4 = 12", "3 + 4 = 8", "3 * 4 = 7", "3 + 4 = -7"])
def test_a_claim_never_stands_in_for_the_value(text: str) -> None:
    verdict = score_expression(text, [3, 4], 7)
    assert (verdict.score, verdict.reason) == (0.0, "wrong_value")


@pytest.mark.parametrize("text", ["5/(5-5)", "5/(5/5-5/5)", "(5-5)/(5-5)"])
def test_division_by_zero_is_wrong_and_not_a_crash(text: str) -> None:
    numbers = [5] * text.count("5")
    assert score_expression(text, numbers, 0).reason == "division_by_zero"


def test_reasons_come_in_their_written_order() -> None:
    assert score_expression("(1 +", [1], 1).reason == "unreadable"
    assert score_expression("9 / (9 - 9)", [9, 9], 1).reason == "wrong_numbers"
    assert score_expression("9 / (9 - 9) = 5", [9, 9, 9], 1).reason == "division_by_zero"
    assert score_expression("1" * (MAX_LENGTH + 1), [1], 1).reason == "too_long"


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9", "9" * 1000, "9" * 10**6, "(" * 1000, "(" * 500 + "1" + ")" * 499, " " * 1000, "1+" * 500,
        "1*" * 499 + "1", "1/0" * 300, "=" * 1000, "1" + " " * 998 + "=", "1=" + " " * 997 + "x",
        "1=" + "-" * 900, "1=" + "9" * 998, "-" * 1000, "\u0660" * 1000, "\ud800" * 1000, "\x00" * 1000,
        "9" * 499 + "*" + "9" * 499, ")" * 1000, "1)" * 500, "𝟗" * 1000,
    ],
)  # fmt: skip
def test_hostile_text_is_answered_in_bounded_time(text: str) -> None:
    started = time.perf_counter()
    verdict = score_expression(text, [9, 9, 9], 27)
    assert time.perf_counter() - started < 0.1
    assert verdict.score == 0.0
    assert verdict.reason in REASONS


def test_the_cost_is_linear_and_depth_needs_no_recursion() -> None:
    assert score_expression("(" * 499 + "7" + ")" * 499, [7], 7).score == 1.0
    long = "+".join(["1"] * 500)
    assert score_expression(long, [1] * 500, 500).score == 1.0
    powers = "*".join(["99"] * 333)
    assert score_expression(powers, [99] * 333, 99**333).score == 1.0


@given(expressions())
def test_values_agree_with_an_independent_evaluation(text: str) -> None:
    expression = read_expression(text)
    assert isinstance(expression, Expression)
    assert expression.numbers == [int(n) for n in re.findall(r"\d+", text)]
    try:
        expected = value_by_ast(ast.parse(text, mode="eval"))
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            evaluate(expression.postfix)
        assert score_expression(text, expression.numbers, 1).reason == "division_by_zero"
    else:
        assert evaluate(expression.postfix) == expected
        right = score_expression(text, expression.numbers, int(expected) if expected.denominator == 1 else 0)
        assert (right.reason == "correct") == (expected.denominator == 1)


@given(st.text(alphabet="0123456789+-*/() ", max_size=24))
def test_it_reads_exactly_the_written_grammar(text: str) -> None:
    read = read_expression(text)
    try:
        # Python reads "00" as 0; the grammar knows no leading zeros.
        value_by_ast(ast.parse(text.strip(), mode="eval"))
        expected = not re.search(r"(?<!\d)0\d", text)
    except ZeroDivisionError:
        expected = not re.search(r"(?<!\d)0\d", text)
    except (SyntaxError, LookupError):
        expected = False
    assert isinstance(read, Expression) == expected


@given(st.text(max_size=60) | st.text(alphabet="1239+-−×÷·*/()= \n٣²", max_size=40))
def test_no_text_raises_and_every_reason_is_known(text: str) -> None:
    verdict = score_expression(text, [1, 2, 3], 6)
    assert verdict.reason in REASONS
    assert (verdict.score == 1.0) == (verdict.reason == "correct")
