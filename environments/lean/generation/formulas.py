"""Formulas and terms as small trees, and their text in Lean's notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

#: A name, or (operator, parts...).
Expr: TypeAlias = "str | tuple[Any, ...]"
#: A statement about one thing.
Property: TypeAlias = Callable[[Expr], Expr]

# operator: its text, its level, what the left and the right side need
_BINARY = {
    "iff": ("↔", 20, 21, 21),
    "imp": ("→", 25, 26, 25),
    "or": ("∨", 30, 31, 30),
    "and": ("∧", 35, 36, 35),
    "eq": ("=", 50, 51, 51),
    "le": ("≤", 50, 51, 51),
    "lt": ("<", 50, 51, 51),
    "add": ("+", 65, 65, 66),
    "mul": ("*", 70, 70, 71),
}
_ATOM = 1024
_QUANTIFIERS = {"all": "∀", "ex": "∃"}


def app(function: str, *arguments: Expr) -> Expr:
    """`function` applied to arguments."""
    return ("app", function, *arguments) if arguments else function


def conj(*parts: Expr) -> Expr:
    """a ∧ (b ∧ ...)."""
    return _right("and", parts)


def disj(*parts: Expr) -> Expr:
    """a ∨ (b ∨ ...)."""
    return _right("or", parts)


def imp(*parts: Expr) -> Expr:
    """a → (b → ...)."""
    return _right("imp", parts)


def iff(a: Expr, b: Expr) -> Expr:
    """a ↔ b."""
    return ("iff", a, b)


def neg(a: Expr) -> Expr:
    """¬a."""
    return ("not", a)


def every(names: str, kind: str, body: Expr) -> Expr:
    """∀ names : kind, body."""
    return ("all", names, kind, body)


def some(names: str, kind: str, body: Expr) -> Expr:
    """∃ names : kind, body."""
    return ("ex", names, kind, body)


def eq(a: Expr, b: Expr) -> Expr:
    """a = b."""
    return ("eq", a, b)


def le(a: Expr, b: Expr) -> Expr:
    """a ≤ b."""
    return ("le", a, b)


def add(a: Expr, b: Expr) -> Expr:
    """a + b."""
    return ("add", a, b)


def mul(a: Expr, b: Expr) -> Expr:
    """a * b."""
    return ("mul", a, b)


def _right(operator: str, parts: tuple[Expr, ...]) -> Expr:
    found = parts[-1]
    for part in reversed(parts[:-1]):
        found = (operator, part, found)
    return found


def text(expr: Expr, level: int = 0) -> str:
    """`expr` in Lean's notation, in parentheses where a term of precedence `level` is wanted."""
    if isinstance(expr, str):
        return expr
    operator = expr[0]
    if operator == "app":
        shown = f"{expr[1]} {' '.join(text(part, _ATOM) for part in expr[2:])}"
        return f"({shown})" if level >= _ATOM else shown
    if operator == "not":
        inner = expr[1]
        bare = isinstance(inner, str) or inner[0] in ("app", "not")
        shown = f"¬{text(inner)}" if bare else f"¬({text(inner)})"
        return f"({shown})" if level >= _ATOM else shown
    quantifier = _QUANTIFIERS.get(operator)
    if quantifier is not None:
        shown = f"{quantifier} {expr[1]} : {expr[2]}, {text(expr[3])}"
        return f"({shown})" if level > 0 else shown
    symbol, own, left, right = _BINARY[operator]
    after = expr[2]
    # What a quantifier binds goes as far as it can, so after an arrow at the end it needs no parentheses.
    open_end = level == 0 and operator == "imp" and isinstance(after, tuple) and after[0] in _QUANTIFIERS
    shown = f"{text(expr[1], left)} {symbol} {text(after, 0 if open_end else right)}"
    return f"({shown})" if level > own else shown


def arg(expr: Expr) -> str:
    """The text of `expr` as an argument."""
    return text(expr, _ATOM)


def replace(expr: Expr, old: Expr, new: Expr) -> Expr:
    """`expr` with `new` for every occurrence of `old`."""
    if expr == old:
        return new
    if isinstance(expr, str):
        return expr
    return tuple(part if i == 0 else replace(part, old, new) for i, part in enumerate(expr))
