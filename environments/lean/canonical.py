"""One text for statements that differ only in names and in the order of variables and hypotheses.

Names are replaced by what they do: a variable starts as its type, and is told apart, round by round, by the
hypotheses it stands in (colour refinement). Statements that remain alike are taken for one, which is coarser
than renaming, never finer.
"""

from __future__ import annotations

import hashlib
import re

from ragen_bench.environments.lean.header import read

_TOKEN = re.compile(r"[^\W\d][\w'!?₀-₉]*(?:\.[^\W\d][\w'!?₀-₉]*)*|\d+|[^\s\w]|[₀-₉]+")
_NAME = re.compile(r"[^\W\d]")
_BINDERS = ("∀", "∃", "fun", "λ")
_ENDS = (",", "=>", "↦")
_ROUNDS = 3


def tokens_of(text: str) -> list[str]:
    """Names, numbers and symbols, in order."""
    return _TOKEN.findall(text)


def canonical(statement: str) -> str:
    """The canonical text of a theorem's header."""
    header = read(statement)
    if header is None:
        return " ".join(statement.split())
    kinds = [(name, tokens_of(binder.kind)) for binder in header.binders for name in binder.names or ("",)]
    claim = tokens_of(header.claim)
    mentioned = {token for _, kind in kinds for token in kind} | set(claim)
    variables: dict[str, list[str]] = {}
    formulas = [_numbered(claim)]
    for name, kind in kinds:
        if name in mentioned:
            variables[name] = kind
        else:
            formulas.append(_numbered(kind))
    first = {
        name: _digest([" ".join("·" if token in variables else token for token in kind)])
        for name, kind in variables.items()
    }
    places: dict[str, list[tuple[int, int]]] = {name: [] for name in variables}
    rows = [*formulas, *variables.values()]
    for number, row in enumerate(rows):
        for at, token in enumerate(row):
            if token in places:
                places[token].append((number, at))
    colours = first
    for _ in range(_ROUNDS):
        # The claim is not one hypothesis among others, nor is a variable's type.
        marks = [
            _digest([colours.get(token, token) for token in row], "⊢" if i == 0 else str(i < len(formulas)))
            for i, row in enumerate(rows)
        ]
        colours = {
            name: _digest([colours[name], *sorted(f"{marks[row]}{at}" for row, at in where)])
            for name, where in places.items()
        }
    shown = [" ".join(colours.get(token, token) for token in row) for row in formulas]
    return "\n".join((*sorted(shown[1:]), f"⊢ {shown[0]}", *sorted(colours.values())))


def _numbered(tokens: list[str]) -> list[str]:
    """Bound variables by the order in which they are bound."""
    names: dict[str, str] = {}
    out: list[str] = []
    binding = typed = False
    count = 0
    for token in tokens:
        if token in _BINDERS:
            binding, typed = True, False
        elif binding and token in _ENDS:
            binding = False
        elif binding and token == ":":
            typed = True
        elif binding and token in ("(", ")"):
            typed = False
        elif binding and not typed and _NAME.match(token):
            count += 1
            names[token] = f"#{count}"
        out.append(names.get(token, token))
    return out


def _digest(parts: list[str], mark: str = "") -> str:
    return hashlib.blake2b("\x1f".join((mark, *parts)).encode(), digest_size=8).hexdigest()
