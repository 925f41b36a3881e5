"""Reads and scores an arithmetic expression that a model wrote.

The text is split into tokens and turned into postfix order with a stack, so nothing is evaluated by
Python, nothing recurses, and the cost is linear in a bounded length. Numbers are compared with the
given ones before any arithmetic, so the size of every value is bounded too.

Grammar (blanks anywhere between tokens):

    answer      =  expression [ "=" integer ]
    expression  =  term   { ("+" | "-") term }
    term        =  factor { ("*" | "/") factor }
    factor      =  number | "(" expression ")"
    number      =  "0" | digit 1-9 followed by digits, in ASCII

There is no sign in front of a number or bracket, no power, and no multiplication by juxtaposition.
Digits of other scripts and leading zeros are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

#: Longest text that is read, in characters.
MAX_LENGTH = 1000

#: Every reason, with the sentence that an agent is told. None of them holds a value or a solution.
REASONS = {
    "correct": "Correct.",
    "wrong_value": "The value of the expression is not the target.",
    "wrong_numbers": "The expression does not use every given number exactly once and no other.",
    "division_by_zero": "The expression divides by zero.",
    "unreadable": "That is no expression of whole numbers, + - * / and parentheses.",
    "empty": "There was no expression.",
    "too_long": f"An expression has at most {MAX_LENGTH} characters.",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth.

    Args:
        score: 1.0 when correct, else 0.0.
        reason: a key of `REASONS`.
    """

    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Expression:
    """A well-formed answer.

    Args:
        postfix: numbers and operator characters, operands before their operator.
        numbers: the numbers in the order written.
        claim: the integer after "=", or None.
    """

    postfix: list[int | str]
    numbers: list[int]
    claim: int | None


_VERDICTS = {reason: Verdict(1.0 if reason == "correct" else 0.0, reason) for reason in REASONS}
_TOKEN = re.compile(r"[1-9][0-9]*|\S")
_CLAIM = re.compile(r"([-−–]?)\s*(0|[1-9][0-9]*)\Z")
#: Signs that people paste: times, middle dot, dot operator, obelus, minus, en dash.
_PASTED = str.maketrans({"×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-"})


def score_expression(text: str, numbers: Sequence[int], target: int) -> Verdict:
    """Scores an answer: every number exactly once, exact rational arithmetic, any value on the way.

    A trailing "= n" is allowed and must name the target. Never raises for any text.

    Args:
        text: what the model wrote.
        numbers: the given numbers.
        target: the value to reach.

    Returns:
        The verdict. Its reason is the first that applies of: empty, too_long, unreadable,
        wrong_numbers, division_by_zero, wrong_value, correct.
    """
    expression = read_expression(text)
    if isinstance(expression, str):
        return _VERDICTS[expression]
    return judge(expression, numbers, target)


def read_expression(text: str) -> Expression | str:
    """The expression in `text`, or the reason why there is none: empty, too_long or unreadable."""
    if len(text) > MAX_LENGTH:
        return "too_long"
    claim = None
    if "=" in text:
        text, _, right = text.partition("=")
        match = _CLAIM.match(right.strip())
        if match is None:
            return "unreadable"
        claim = -int(match[2]) if match[1] else int(match[2])
    elif not text or text.isspace():
        return "empty"
    if not text.isascii():
        text = text.translate(_PASTED)
    postfix: list[int | str] = []
    numbers: list[int] = []
    waiting: list[str] = []
    operand_next = True
    for token in _TOKEN.findall(text):
        if operand_next:
            # Only the ASCII digits lie between "0" and ":".
            if "0" <= token < ":":
                number = int(token)
                postfix.append(number)
                numbers.append(number)
                operand_next = False
            elif token == "(":
                waiting.append(token)
            else:
                return "unreadable"
        # Two comparisons take two thirds of the time of one `in`.
        elif token == "+" or token == "-":
            while waiting and waiting[-1] != "(":
                postfix.append(waiting.pop())
            waiting.append(token)
            operand_next = True
        elif token == "*" or token == "/":
            while waiting and waiting[-1] in "*/":
                postfix.append(waiting.pop())
            waiting.append(token)
            operand_next = True
        elif token == ")":
            while waiting and waiting[-1] != "(":
                postfix.append(waiting.pop())
            if not waiting:
                return "unreadable"
            waiting.pop()
        else:
            return "unreadable"
    if operand_next or "(" in waiting:
        return "unreadable"
    waiting.reverse()
    postfix += waiting
    return Expression(postfix, numbers, claim)


def judge(expression: Expression, numbers: Sequence[int], target: int) -> Verdict:
    """The verdict on a well-formed expression."""
    if sorted(expression.numbers) != sorted(numbers):
        return _VERDICTS["wrong_numbers"]
    try:
        value = evaluate(expression.postfix)
    except ZeroDivisionError:
        return _VERDICTS["division_by_zero"]
    if value != target or (expression.claim is not None and expression.claim != target):
        return _VERDICTS["wrong_value"]
    return _VERDICTS["correct"]


def evaluate(postfix: Sequence[int | str]) -> int | Fraction:
    """The exact value of an expression in postfix order.

    Raises:
        ZeroDivisionError: it divides by zero.
    """
    stack: list[int | Fraction] = []
    for item in postfix:
        if not isinstance(item, str):
            stack.append(item)
            continue
        right = stack.pop()
        left = stack[-1]
        if item == "+":
            stack[-1] = left + right
        elif item == "-":
            stack[-1] = left - right
        elif item == "*":
            stack[-1] = left * right
        elif left % right:
            stack[-1] = Fraction(left) / right
        else:
            # The floor of an exact quotient is the quotient, and whole values stay plain ints.
            stack[-1] = left // right
    return stack[0]
