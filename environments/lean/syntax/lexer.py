"""Text to tokens, with the columns that layout needs.

As in Lean, `h.symm` is one identifier, `h.1` is an identifier and a field, and what follows `.` after white
space is a dotted constructor (`.inl h`) or a bullet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragen_bench.environments.lean.syntax.problems import Problem

MAX_TEXT = 16_384
"""Characters in one statement or step."""

MAX_TOKENS = 6_000

KEYWORDS = frozenset(
    [
        "fun",
        "λ",
        "forall",
        "∀",
        "exists",
        "∃",
        "by",
        "show",
        "from",
        "have",
        "let",
        "match",
        "with",
        "at",
        "then",
        "else",
        "if",
        "in",
        "do",
        "using",
        "Prop",
        "Type",
        "Sort",
        "nomatch",
        "suffices",
        "calc",
        "generalizing",
        "using",
    ]
)
ASCII_FORMS = {
    "->": "→",
    "/\\": "∧",
    "\\/": "∨",
    "<->": "↔",
    "=>": "=>",
    "↦": "=>",
    "<-": "←",
    "<=": "≤",
    ">=": "≥",
    "λ": "fun",
    "forall": "∀",
    "exists": "∃",
    "¬": "¬",
    "!=": "!=",
    "$": "<|",
}
_SYMBOLS = (
    "<;>",
    "<->",
    ":=",
    "=>",
    "->",
    "<-",
    "<=",
    ">=",
    "!=",
    "/\\",
    "\\/",
    "<|",
    "|>.",
    "|>",
    "$",
    "↦",
    "→",
    "←",
    "↔",
    "∧",
    "∨",
    "¬",
    "∀",
    "∃",
    "λ",
    "≠",
    "≤",
    "≥",
    "▸",
    "⟨",
    "⟩",
    "⊢",
    "·",
    "∣",
    "^",
    "%",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "|",
    "@",
    "=",
    "<",
    ">",
    "+",
    "*",
    "-",
    "/",
    "!",
    "×",
    "∘",
)
_GREEK = "α-κμ-ωΑ-ΟΡΤ-Ωϊ-ϻ"
_START = rf"a-zA-Z_{_GREEK}\u1f00-\u1ffe\u2100-\u214f\U0001d49c-\U0001d59f"
_REST = _START + r"0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a"
_ATOM = rf"[{_START}][{_REST}]*"
_TOKEN = re.compile(
    rf"(?P<space>[ \n]+)"
    rf"|(?P<comment>--[^\n]*)"
    rf"|(?P<hole>\?(?:{_ATOM}))"
    rf"|(?P<name>{_ATOM}(?:\.{_ATOM})*)"
    rf"|(?P<number>[0-9]+)"
    rf"|(?P<dotted>\.{_ATOM}(?:\.{_ATOM})*)"
    rf"|(?P<index>\.[0-9]+)"
    rf"|(?P<symbol>{'|'.join(re.escape(symbol) for symbol in _SYMBOLS)}|\.)"
)
_BLOCK_EDGE = re.compile(r"/-|-/")


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `kind` is name, number, hole, field, dotted, symbol, keyword or end."""

    kind: str
    text: str
    line: int
    column: int
    start: int
    end: int
    spaced: bool
    """White space, a comment or the start of the text is before it."""
    opens_line: bool


def tokenize(text: str) -> list[Token]:
    """All tokens of `text`, the last of kind "end".

    Raises:
        Problem: a text that is too long, or a character that belongs to no token.
    """
    if len(text) > MAX_TEXT:
        raise Problem(f"the text has {len(text)} characters, the limit is {MAX_TEXT}")
    text = text.replace("\r\n", "\n").replace("\t", "  ")
    tokens: list[Token] = []
    position, line, line_start = 0, 1, 0
    spaced, opens_line = True, True
    while position < len(text):
        if text.startswith("/-", position):
            end = _end_of_block(text, position)
            line, line_start, fresh = _advance(text, position, end, line, line_start)
            opens_line, spaced, position = opens_line or fresh, True, end
            continue
        match = _TOKEN.match(text, position)
        if match is None:
            raise Problem(
                f"{line}:{position - line_start}: unexpected character {_shown(text[position])}", "parse"
            )
        kind, end = str(match.lastgroup), match.end()
        if kind in ("space", "comment"):
            line, line_start, fresh = _advance(text, position, end, line, line_start)
            opens_line, spaced, position = opens_line or fresh, True, end
            continue
        found = match.group()
        attached = bool(tokens) and not spaced and _can_have_field(tokens[-1])
        if kind == "index" and not attached:
            raise Problem(f"{line}:{position - line_start}: unexpected token '.'", "parse")
        if kind == "index" or (kind == "dotted" and attached):
            kind, found = "field", found[1:]
        elif kind == "dotted":
            found = found[1:]
        elif (kind == "name" and found in KEYWORDS) or (kind == "symbol" and found in ("λ", "∀", "∃")):
            kind = "keyword"
        if kind in ("keyword", "symbol"):
            found = ASCII_FORMS.get(found, found)
        tokens.append(Token(kind, found, line, position - line_start, position, end, spaced, opens_line))
        if len(tokens) > MAX_TOKENS:
            raise Problem(f"the text has more than {MAX_TOKENS} tokens")
        position, spaced, opens_line = end, False, False
    tokens.append(Token("end", "", line, position - line_start, position, position, True, True))
    return tokens


def _can_have_field(token: Token) -> bool:
    return token.kind in ("name", "field", "dotted", "hole") or token.text in (")", "⟩")


def _end_of_block(text: str, start: int) -> int:
    depth = 0
    for edge in _BLOCK_EDGE.finditer(text, start):
        depth += 1 if edge.group() == "/-" else -1
        if depth == 0:
            return edge.end()
    raise Problem("unterminated comment", "parse")


def _advance(text: str, start: int, end: int, line: int, line_start: int) -> tuple[int, int, bool]:
    breaks = text.count("\n", start, end)
    if not breaks:
        return line, line_start, False
    return line + breaks, text.rfind("\n", start, end) + 1, True


def _shown(character: str) -> str:
    return repr(character) if character.isprintable() else f"U+{ord(character):04X}"
