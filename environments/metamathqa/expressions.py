"""Reads mathematical expressions in plain or LaTeX writing, and evaluates them, both in bounded time.

Nothing is ever handed to an interpreter. Rational values are exact; other values are complex floats.
Whatever is too deep, too long or too large is refused, never computed.
"""

from __future__ import annotations

import cmath
import hashlib
import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

#: Tokens, nesting and bits beyond which an expression is refused.
_MOST_TOKENS = 200
_DEEPEST = 24
_MOST_BITS = 4096
_MOST_DIGITS = 60

Value = Fraction | complex
#: ("n", Fraction), ("v", name), ("+", nodes), ("*", nodes), ("^", base, power), ("/", a, b),
#: (function, node).
Node = tuple[Any, ...]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"|\\(?P<command>[A-Za-z]+)|(?P<word>[A-Za-z]+)|(?P<sign>[-+*/^()\[\]{}|!]))",
    re.ASCII,
)
_SIGNS = {"cdot": "*", "times": "*", "ast": "*", "div": "/"}
_FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac")
_SKIPPED = ("left", "right", "displaystyle")
_GREEK = ("alpha", "beta", "gamma", "delta", "theta", "lambda", "mu", "phi", "omega", "sigma", "rho")
#: Letters that stand side by side for a product; words such as "no" are left to the comparison of texts.
_PRODUCT = re.compile(r"[abcknmrxyzpqtuvw]{2,3}\Z")


class Unreadable(Exception):
    """The text is no expression, or one too large to be dealt with."""


def _log(value: complex) -> complex:
    return cmath.log(value)


_FUNCTIONS: dict[str, Callable[[complex], complex]] = {
    "sin": cmath.sin,
    "cos": cmath.cos,
    "tan": cmath.tan,
    "ln": _log,
    "log": _log,
    "exp": cmath.exp,
}


def read_expression(text: str) -> Node:
    """The expression tree.

    Raises:
        Unreadable: it is none, or exceeds the limits.
    """
    reader = _Reader(_tokens(text))
    node = reader.sum(0)
    if reader.at < len(reader.tokens):
        raise Unreadable
    return node


def variables(node: Node) -> set[str]:
    """The names of the variables that occur."""
    if node[0] == "v":
        return {node[1]}
    if node[0] == "n":
        return set()
    found: set[str] = set()
    for part in node[1:]:
        for child in part if isinstance(part, list) else (part,):
            found |= variables(child)
    return found


def evaluate(node: Node, point: int = 0) -> Value:
    """The value, with every variable at a fixed rational value that depends on its name and `point`.

    Raises:
        Unreadable: undefined, or too large.
    """
    try:
        return _value(node, point)
    except (ZeroDivisionError, OverflowError, ValueError) as error:
        raise Unreadable from error


def same_value(a: Value, b: Value) -> bool:
    """Equality: exact between rational values, else up to rounding (1 part in 10**12)."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    try:
        a, b = complex(a), complex(b)
    except OverflowError:
        return False
    if not (cmath.isfinite(a) and cmath.isfinite(b)):
        return False
    return abs(a - b) <= 1e-12 * max(1e-3, abs(a), abs(b))


def _tokens(text: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or len(found) >= _MOST_TOKENS:
            raise Unreadable
        at = match.end()
        kind, word = str(match.lastgroup), match.group(str(match.lastgroup))
        if kind == "number":
            if len(word) > _MOST_DIGITS:
                raise Unreadable
            found.append(("number", Fraction(word.replace(",", ""))))
        elif kind == "sign":
            found.append(("sign", word))
        elif kind == "command" and word in _SIGNS:
            found.append(("sign", _SIGNS[word]))
        elif kind == "command" and word in _FRACTIONS:
            found.append(("function", "frac"))
        elif word in _FUNCTIONS or word == "sqrt":
            found.append(("function", word))
        elif kind == "command" and word in _SKIPPED:
            continue
        elif word == "pi" or (kind == "command" and word in _GREEK) or len(word) == 1:
            found.append(("name", word))
        elif kind == "word" and _PRODUCT.match(word):
            found += [("name", letter) for letter in word]
        else:
            raise Unreadable
    return found


class _Reader:
    """Recursive descent over the tokens, with the depth as an argument."""

    def __init__(self, tokens: list[tuple[str, Any]]) -> None:
        self.tokens, self.at = tokens, 0

    def sign(self) -> str:
        """The sign at hand, or ""."""
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "sign":
            return str(self.tokens[self.at][1])
        return ""

    def expect(self, sign: str) -> None:
        if self.sign() != sign:
            raise Unreadable
        self.at += 1

    def sum(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise Unreadable
        parts = [self.product(depth)]
        while self.sign() in ("+", "-"):
            minus = self.sign() == "-"
            self.at += 1
            part = self.product(depth)
            parts.append(_negative(part) if minus else part)
        return parts[0] if len(parts) == 1 else ("+", parts)

    def product(self, depth: int) -> Node:
        if self.sign() in ("+", "-"):
            minus = self.sign() == "-"
            self.at += 1
            if self.sign() in ("+", "-"):
                raise Unreadable
            part = self.product(depth)
            return _negative(part) if minus else part
        node = self.power(depth)
        while self.at < len(self.tokens):
            sign = self.sign()
            if sign in ("*", "/"):
                self.at += 1
                other = self.signed(depth)
                node = ("/", node, other) if sign == "/" else ("*", [node, other])
            elif self.tokens[self.at][0] in ("name", "function") or sign in ("(", "{"):
                mixed = node[0] == "n" and self.tokens[self.at] == ("function", "frac")
                other = self.power(depth)
                node = ("+", [node, other]) if mixed and _proper(node, other) else ("*", [node, other])
            else:
                break
        return node

    def signed(self, depth: int) -> Node:
        if self.sign() == "-":
            self.at += 1
            return _negative(self.power(depth))
        return self.power(depth)

    def power(self, depth: int) -> Node:
        node = self.atom(depth)
        while self.sign() == "!":
            self.at += 1
            node = ("!", node)
        if self.sign() == "^":
            self.at += 1
            minus = self.sign() == "-"
            self.at += minus
            if depth > _DEEPEST:
                raise Unreadable
            exponent = self.power(depth + 1)
            node = ("^", node, _negative(exponent) if minus else exponent)
        return node

    def atom(self, depth: int) -> Node:
        if self.at >= len(self.tokens):
            raise Unreadable
        kind, word = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return ("n", word)
        if kind == "name":
            return ("v", word)
        if kind == "function":
            return self.function(word, depth)
        if word in "({":
            node = self.sum(depth + 1)
            self.expect(")" if word == "(" else "}")
            return node
        if word == "|":
            node = self.sum(depth + 1)
            self.expect("|")
            return ("abs", node)
        raise Unreadable

    def function(self, name: str, depth: int) -> Node:
        if depth > _DEEPEST:
            raise Unreadable
        if name == "frac":
            above, below = self.atom(depth + 1), self.atom(depth + 1)
            return ("/", above, below)
        if name == "sqrt":
            index: Node = ("n", Fraction(2))
            if self.sign() == "[":
                self.at += 1
                index = self.sum(depth + 1)
                self.expect("]")
            return ("^", self.atom(depth + 1), ("/", ("n", Fraction(1)), index))
        return (name, self.power(depth + 1))


def _negative(node: Node) -> Node:
    return ("*", [("n", Fraction(-1)), node])


def _proper(whole: Node, part: Node) -> bool:
    """Whether a whole number in front of a fraction makes a mixed number."""
    return (
        whole[1].denominator == 1
        and part[0] == "/"
        and part[1][0] == part[2][0] == "n"
        and part[1][1].denominator == part[2][1].denominator == 1
        and 0 < part[1][1] < part[2][1]
    )


def _value(node: Node, point: int) -> Value:
    kind = node[0]
    if kind == "n":
        return Fraction(node[1])
    if kind == "v":
        return _at(node[1], point)
    if kind in ("+", "*"):
        total = _value(node[1][0], point)
        for part in node[1][1:]:
            other = _value(part, point)
            total = _checked(total + other if kind == "+" else total * other)
        return total
    if kind == "/":
        return _checked(_value(node[1], point) / _value(node[2], point))
    if kind == "^":
        return _checked(_power(_value(node[1], point), _value(node[2], point)))
    inner = _value(node[1], point)
    if kind == "abs":
        return abs(inner) if isinstance(inner, Fraction) else complex(abs(inner))
    if kind == "!":
        if not isinstance(inner, Fraction) or inner.denominator != 1 or not 0 <= inner <= 30:
            raise Unreadable
        return Fraction(math.factorial(int(inner)))
    return _checked(_FUNCTIONS[kind](complex(inner)))


def _checked(value: Value) -> Value:
    if isinstance(value, Fraction):
        if value.numerator.bit_length() + value.denominator.bit_length() > 4 * _MOST_BITS:
            raise Unreadable
    elif not cmath.isfinite(value):
        raise Unreadable
    return value


def _power(base: Value, exponent: Value) -> Value:
    if isinstance(base, Fraction) and isinstance(exponent, Fraction):
        bits = base.numerator.bit_length() + base.denominator.bit_length()
        if exponent.denominator == 1:
            if abs(exponent) * bits > _MOST_BITS:
                raise Unreadable
            return base ** int(exponent)
        if 2 <= exponent.denominator <= 6 and abs(exponent.numerator) <= 6 and base > 0:
            root = _root(base, exponent.denominator)
            if root is not None:
                return root**exponent.numerator
    return complex(base) ** complex(exponent)


def _root(value: Fraction, index: int) -> Fraction | None:
    parts = []
    for whole in (value.numerator, value.denominator):
        if whole.bit_length() > 900:
            raise Unreadable
        near = round(float(whole) ** (1 / index))
        exact = [root for root in (near - 1, near, near + 1) if root >= 0 and root**index == whole]
        if not exact:
            return None
        parts.append(exact[0])
    return Fraction(parts[0], parts[1])


def _at(name: str, point: int) -> Value:
    if name == "pi":
        return complex(math.pi)
    if name == "e":
        return complex(math.e)
    if name == "i":
        return complex(0, 1)
    digest = hashlib.sha256(f"{name}:{point}".encode()).digest()
    return Fraction(digest[0] + 3, digest[1] + 7)
