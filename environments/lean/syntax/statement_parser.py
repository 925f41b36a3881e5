"""The header of a theorem: `theorem t (p q : Prop) (hp : p) : p ∨ q`."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.cursor import Cursor
from ragen_bench.environments.lean.syntax.problems import LimitReached, out_of_reach
from ragen_bench.environments.lean.syntax.tactic_parser import MAX_TREE
from ragen_bench.environments.lean.syntax.term_parser import bracketed_binder, term

MAX_BINDERS = 64


@dataclass(frozen=True, slots=True)
class Header:
    """A theorem as written: its name, its binders and what it claims."""

    name: str
    binders: tuple[ast.Binder, ...]
    claim: ast.Syntax


def header(text: str) -> Header:
    """Reads `theorem name binders : claim`, with or without a final `:=` or `:= by`.

    Raises:
        Problem: the text is not such a header, or it is too long or too deep.
    """
    cursor = Cursor(text)
    word = cursor.name("'theorem'")
    name = ""
    if word in ("theorem", "lemma"):
        name = cursor.name("the theorem's name")
    elif word != "example":
        cursor.index -= 1
        cursor.fail("expected 'theorem'")
    found: list[ast.Binder] = []
    while not cursor.at(":"):
        if cursor.at("["):
            raise out_of_reach("an instance binder")
        binder = bracketed_binder(cursor)
        if binder.type is None:
            raise out_of_reach("a binder without a type")
        found.append(binder)
        if len(found) > MAX_BINDERS:
            raise LimitReached(f"a theorem with more than {MAX_BINDERS} binders")
    cursor.expect(":")
    claim = term(cursor)
    if cursor.take(":="):
        cursor.take("by")
    if cursor.token.kind != "end":
        cursor.fail("expected the end of the statement")
    read = Header(name, tuple(found), claim)
    if ast.depth(read) > MAX_TREE:
        raise LimitReached("maximum recursion depth has been reached")
    return read
