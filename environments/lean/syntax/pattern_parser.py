"""Patterns of rcases, obtain, rintro, fun and match."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.cursor import Cursor
from ragen_bench.environments.lean.syntax.problems import out_of_reach


def pattern(cursor: Cursor, read_type: Callable[[Cursor], ast.Syntax]) -> ast.Pattern:
    """One closed pattern: a name, `_`, `-`, `rfl`, ⟨p, ...⟩ or (p | ... : type)."""
    with cursor.nested():
        if cursor.take("⟨"):
            items: list[ast.Pattern] = []
            while not cursor.take("⟩"):
                items.append(open_pattern(cursor, read_type))
                if not cursor.at("⟩"):
                    cursor.expect(",")
            return ast.TuplePattern(tuple(items))
        if cursor.take("("):
            inner = open_pattern(cursor, read_type)
            cursor.expect(")")
            return inner
        if cursor.take("-"):
            return ast.NamePattern("-")
        if cursor.at("@"):
            raise out_of_reach("'@' in a pattern")
        return ast.NamePattern(cursor.name("a pattern"))


def open_pattern(cursor: Cursor, read_type: Callable[[Cursor], ast.Syntax]) -> ast.Pattern:
    """`p | q | ...`, maybe followed by `: type`."""
    found = alternatives(cursor, read_type)
    if cursor.take(":"):
        kind = read_type(cursor)
        if not isinstance(found, ast.NamePattern):
            raise out_of_reach("a type on a pattern that is not a name")
        return ast.NamePattern(found.name, kind)
    return found


def alternatives(cursor: Cursor, read_type: Callable[[Cursor], ast.Syntax]) -> ast.Pattern:
    """`p | q | ...`."""
    items = [pattern(cursor, read_type)]
    while cursor.take("|"):
        items.append(pattern(cursor, read_type))
    return items[0] if len(items) == 1 else ast.AlternativePattern(tuple(items))


def match_pattern(cursor: Cursor, argument: bool = False) -> ast.Pattern:
    """A pattern of `match`: constructors applied to patterns, ⟨p, q⟩, names, `_`, numerals, `n + 1`."""
    with cursor.nested():
        found: ast.Pattern
        if cursor.take("⟨"):
            items: list[ast.Pattern] = []
            while not cursor.take("⟩"):
                items.append(match_pattern(cursor))
                if not cursor.at("⟩"):
                    cursor.expect(",")
            return ast.TuplePattern(tuple(items))
        if cursor.take("("):
            found = match_pattern(cursor)
            cursor.expect(")")
            return found
        if cursor.token.kind == "number":
            if cursor.advance().text != "0":
                raise out_of_reach("a numeral other than 0 in a pattern")
            return ast.ConstructorPattern("zero", ())
        dotted = cursor.token.kind == "dotted"
        name = cursor.advance().text if dotted else cursor.name("a pattern")
        if not dotted and "." not in name:
            if not argument and cursor.take("+"):
                if cursor.token.kind != "number" or cursor.advance().text != "1":
                    raise out_of_reach("a pattern other than n + 1")
                return ast.ConstructorPattern("succ", (ast.NamePattern(name),))
            return ast.NamePattern(name)
        inner: list[ast.Pattern] = []
        while not argument and (cursor.token.kind in ("name", "number", "dotted") or cursor.at("⟨", "(")):
            inner.append(match_pattern(cursor, argument=True))
        return ast.ConstructorPattern(name.rsplit(".", 1)[-1], tuple(inner))
