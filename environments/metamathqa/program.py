"""How an answer follows from the numbers of a question: a small postfix language, evaluated exactly.

A program is lines joined by "; ". A line is postfix: `#3` is the number at position 3 of the question
(counted from 0), `r2` the result of line 2, `x` the unknown, and bare digits are constants that the text says
in words. The last line gives the result. Every operator is one reasoning step.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

#: Characters and operators beyond which a program is refused.
MAX_LENGTH = 2000
#: Bits beyond which a value is refused.
_MOST_BITS = 512

Number = int | Fraction

_NUMBERS = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?!\d)|(?<![\w.])\d{1,15}", re.ASCII)
_PROGRAM = re.compile(
    r"(?:(?:#\d{1,2}|r\d{1,2}|x|\d{1,5}|[-+*/%]|mod|div|gcd|lcm)(?:; |[ ]|\Z))+\Z", re.ASCII
)


class Undefined(Exception):
    """The program has no value for these numbers."""


def _whole(value: Number) -> int:
    if isinstance(value, Fraction):
        raise Undefined
    return value


def _quotient(a: Number, b: Number) -> Number:
    if not b:
        raise Undefined
    if isinstance(a, int) and isinstance(b, int) and a % b == 0:
        return a // b
    return simplest(Fraction(a) / b)


def _modulo(a: Number, b: Number) -> Number:
    if b == 0:
        raise Undefined
    return _whole(a) % _whole(b)


def _floor(a: Number, b: Number) -> Number:
    if b == 0:
        raise Undefined
    return _whole(a) // _whole(b)


OPERATORS: dict[str, Callable[[Number, Number], Number]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _quotient,
    "%": lambda a, b: _quotient(a * b, 100),
    "mod": _modulo,
    "div": _floor,
    "gcd": lambda a, b: math.gcd(_whole(a), _whole(b)),
    "lcm": lambda a, b: math.lcm(_whole(a), _whole(b)),
}
#: Operators in which the result is no linear function of a number.
UNEVEN = frozenset(("mod", "div", "gcd", "lcm"))


def simplest(value: Number) -> Number:
    """A fraction with denominator 1 as an int."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def is_program(text: str) -> bool:
    """Whether a text is written in the language; its value may still be undefined."""
    return len(text) <= MAX_LENGTH and _PROGRAM.match(text) is not None


def numbers_in(question: str) -> list[int]:
    """The numbers of a question, in order."""
    return [int(text.replace(",", "")) for text in _NUMBERS.findall(question)]


def replace_number(question: str, position: int, value: int) -> str:
    """The question with the number at `position` replaced."""
    match = list(_NUMBERS.finditer(question))[position]
    return question[: match.start()] + written(value) + question[match.end() :]


def written(value: Number) -> str:
    """A number as questions and answers write it: 1,250 and 7/3."""
    return f"{value:,}" if isinstance(value, int) else f"{value.numerator}/{value.denominator}"


def has_unknown(program: str) -> bool:
    """Whether the program has an x: the question is backward, and states the result as its last number."""
    return "x" in program.replace(";", " ").split()


def steps(program: str) -> int:
    """Operators in the program."""
    return sum(token in OPERATORS for token in program.replace(";", "").split())


def run(
    program: str,
    numbers: Sequence[int],
    unknown: Number | None = None,
    check: Callable[[Number], bool] | None = None,
) -> Number:
    """The result of a program.

    Args:
        program: text for which `is_program` holds.
        numbers: what `#0`, `#1`, ... stand for.
        unknown: what `x` stands for.
        check: asked for the result of every operator.

    Raises:
        Undefined: a division by zero, a missing number, a value that is too large or that `check` refuses.
    """
    results: list[Number] = []
    for line in program.split("; "):
        stack: list[Number] = []
        for token in line.split():
            stack.append(_value(token, stack, results, numbers, unknown, check))
        if len(stack) != 1:
            raise Undefined
        results.append(stack[0])
    return results[-1]


def _value(
    token: str,
    stack: list[Number],
    results: list[Number],
    numbers: Sequence[int],
    unknown: Number | None,
    check: Callable[[Number], bool] | None,
) -> Number:
    operator = OPERATORS.get(token)
    if operator is not None:
        if len(stack) < 2:
            raise Undefined
        b, a = stack.pop(), stack.pop()
        value = simplest(operator(a, b))
        size = value.bit_length() if isinstance(value, int) else value.denominator.bit_length()
        if size > _MOST_BITS or (check is not None and not check(value)):
            raise Undefined
        return value
    if token == "x":
        if unknown is None:
            raise Undefined
        return unknown
    known: Sequence[Number] = numbers if token[0] == "#" else results
    if token[0] not in "#r":
        return int(token)
    if int(token[1:]) >= len(known):
        raise Undefined
    return known[int(token[1:])]


def solve(program: str, numbers: Sequence[int], result: Number) -> Number:
    """The x for which a program gives `result`.

    Raises:
        Undefined: the program is no linear function of x, or constant in it.
    """
    if UNEVEN & set(program.replace(";", "").split()):
        raise Undefined
    zero, one, two = (Fraction(run(program, numbers, point)) for point in (1, 2, 3))
    slope = one - zero
    if slope == 0 or two - one != slope:
        raise Undefined
    return simplest(1 + (result - zero) / slope)
