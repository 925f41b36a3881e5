"""A place in a list of tokens, the column that layout is measured from, and the nesting depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.lexer import Token, tokenize
from ragen_bench.environments.lean.syntax.problems import LimitReached, Problem

MAX_NESTING = 100
"""Terms or blocks within each other: Lean's own default is a few hundred frames."""


class Cursor:
    """Reads tokens one by one. Arguments must stand right of `column`, which is None inside brackets."""

    def __init__(self, text: str, read_block: Callable[[Cursor], ast.Block] | None = None) -> None:
        self.tokens = tokenize(text)
        self.index = 0
        self.column: int | None = None
        self.nesting = 0
        self.dots: list[str] | None = None
        """The arguments of `(· + 1)` met so far; None outside of parentheses."""
        self._read_block = read_block

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    def peek(self, ahead: int = 1) -> Token:
        return self.tokens[min(self.index + ahead, len(self.tokens) - 1)]

    def advance(self) -> Token:
        token = self.tokens[self.index]
        if token.kind != "end":
            self.index += 1
        return token

    def at(self, *texts: str) -> bool:
        """The next token is one of these symbols or keywords."""
        token = self.token
        return token.text in texts and token.kind in ("symbol", "keyword")

    def at_name(self, *texts: str) -> bool:
        """The next token is one of these words, which Lean does not reserve."""
        token = self.token
        return token.kind == "name" and token.text in texts

    def take(self, *texts: str) -> bool:
        if self.at(*texts):
            self.index += 1
            return True
        return False

    def expect(self, *texts: str) -> Token:
        if not self.at(*texts):
            self.fail("expected " + " or ".join(f"'{text}'" for text in texts))
        return self.advance()

    def name(self, what: str = "identifier") -> str:
        if self.token.kind != "name":
            self.fail(f"expected {what}")
        return self.advance().text

    def fail(self, expected: str) -> NoReturn:
        token = self.token
        seen = (
            "unexpected end of input" if token.kind == "end" else f"unexpected token '{_short(token.text)}'"
        )
        raise Problem(f"{token.line}:{token.column}: {seen}; {expected}", "parse")

    def right_of_column(self) -> bool:
        """The next token may still belong to what is being read."""
        return self.column is None or self.token.column > self.column

    def read_block(self) -> ast.Block:
        if self._read_block is None:
            self.fail("expected a term: no tactics here")
        return self._read_block(self)

    @contextmanager
    def nested(self) -> Iterator[None]:
        if self.nesting >= MAX_NESTING:
            raise LimitReached("maximum recursion depth has been reached")
        self.nesting += 1
        yield
        self.nesting -= 1

    @contextmanager
    def measured_from(self, column: int | None) -> Iterator[None]:
        """Layout counts from `column` meanwhile. Not restored on failure: a failed parse is never resumed."""
        before, self.column = self.column, column
        yield
        self.column = before


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"
