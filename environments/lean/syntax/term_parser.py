"""Terms, with Lean's precedences."""

from __future__ import annotations

from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.cursor import Cursor
from ragen_bench.environments.lean.syntax.pattern_parser import match_pattern, pattern
from ragen_bench.environments.lean.syntax.problems import LimitReached, out_of_reach

MAX, LEAD, ARGUMENT = 1024, 1023, 1024
MAX_CHAIN = 100
MAX_NUMERAL = 200

# operator: its level, what the left side needs, what the right side needs
OPERATORS: dict[str, tuple[int, int, int]] = {
    "↔": (20, 21, 21),
    "→": (25, 26, 25),
    "∨": (30, 31, 30),
    "∧": (35, 36, 35),
    "=": (50, 51, 51),
    "≠": (50, 51, 51),
    "≤": (50, 51, 51),
    "≥": (50, 51, 51),
    "<": (50, 51, 51),
    ">": (50, 51, 51),
    "∣": (50, 51, 51),
    "+": (65, 65, 66),
    "-": (65, 65, 66),
    "*": (70, 70, 71),
    "/": (70, 70, 71),
    "%": (70, 70, 71),
    "^": (75, 76, 75),
    "▸": (75, 75, 75),
    "<|": (10, 11, 10),
    "|>": (10, 10, 11),
}
_UNKNOWN_OPERATORS = ("×", "∘", "!=", "|>.")
_BINDER_RELATIONS = ("<", ">", "≤", "≥")


def term(cursor: Cursor, level: int = 0) -> ast.Syntax:
    """A term of at least precedence `level`."""
    with cursor.nested():
        left, reached = _leading(cursor, level)
        chain = 0
        while True:
            chain += 1
            if chain > MAX_CHAIN:
                raise LimitReached("maximum recursion depth has been reached")
            if reached == MAX and level <= LEAD and _starts_argument(cursor):
                left, reached = ast.Apply(left, _arguments(cursor)), LEAD
                continue
            text = cursor.token.text if cursor.token.kind == "symbol" else ""
            if text in _UNKNOWN_OPERATORS:
                raise out_of_reach(f"the operator '{text}'")
            row = OPERATORS.get(text)
            if row is None or row[0] < level or reached < row[1]:
                return left
            cursor.advance()
            left, reached = _binary(text, left, term(cursor, row[2])), row[0]


def _binary(operator: str, left: ast.Syntax, right: ast.Syntax) -> ast.Syntax:
    if operator == "→":
        return ast.Arrow(left, right)
    if operator == "▸":
        return ast.Substitution(left, right)
    if operator == "<|":
        if isinstance(left, ast.Apply):
            return ast.Apply(left.function, (*left.arguments, right))
        return ast.Apply(left, (right,))
    if operator == "|>":
        if isinstance(right, ast.Apply):
            return ast.Apply(right.function, (*right.arguments, left))
        return ast.Apply(right, (left,))
    return ast.Binary(operator, left, right)


def _starts_argument(cursor: Cursor) -> bool:
    token = cursor.token
    if not token.spaced or not cursor.right_of_column():
        return False
    if token.kind in ("name", "number", "hole", "dotted"):
        return True
    if token.kind == "keyword":
        return token.text in ("fun", "Prop", "Type", "∃")
    return token.text in ("(", "⟨", "@", "¬") or (token.text == "·" and cursor.dots is not None)


def arguments(cursor: Cursor) -> tuple[ast.Syntax | ast.Named, ...]:
    """The arguments that follow, maybe none."""
    return _arguments(cursor) if _starts_argument(cursor) else ()


def _arguments(cursor: Cursor) -> tuple[ast.Syntax | ast.Named, ...]:
    found: list[ast.Syntax | ast.Named] = []
    while _starts_argument(cursor):
        if len(found) >= MAX_CHAIN:
            raise LimitReached("maximum recursion depth has been reached")
        if cursor.at("(") and cursor.peek().kind == "name" and cursor.peek(2).text == ":=":
            cursor.advance()
            name = cursor.name()
            cursor.advance()
            with cursor.measured_from(None):
                found.append(ast.Named(name, term(cursor)))
            cursor.expect(")")
        else:
            found.append(term(cursor, ARGUMENT))
    return tuple(found)


def _leading(cursor: Cursor, level: int) -> tuple[ast.Syntax, int]:
    token = cursor.token
    if token.kind in ("name", "number", "hole", "dotted") or cursor.at("(", "⟨", "@"):
        return _with_fields(cursor, _atom(cursor)), MAX
    if cursor.at("·") and cursor.dots is not None:
        cursor.advance()
        cursor.dots.append(f"x{len(cursor.dots) + 1}·")
        return ast.Name(cursor.dots[-1]), MAX
    if cursor.at("Prop"):
        cursor.advance()
        return ast.Universe(0), MAX
    if cursor.at("Type"):
        cursor.advance()
        if cursor.token.kind == "number" and cursor.token.text == "0":
            cursor.advance()
        elif cursor.token.kind == "name" or cursor.at("*"):
            raise out_of_reach("a universe other than Prop and Type")
        return ast.Universe(1), MAX
    if cursor.take("¬"):
        return ast.Negation(term(cursor, 40)), MAX
    if cursor.at("fun"):
        return _lambda(cursor), MAX
    if cursor.at("∃"):
        return _quantified(cursor), MAX
    if level <= LEAD:
        if cursor.at("∀"):
            return _quantified(cursor), LEAD
        if cursor.take("by"):
            return ast.By(cursor.read_block()), LEAD
        if cursor.at("show", "have", "match", "nomatch", "suffices", "calc"):
            return _block_form(cursor), LEAD
    if cursor.at("let", "if", "do", "Sort", "[", "{", "·", "!"):
        raise out_of_reach(f"'{token.text}' in a term")
    cursor.fail("expected term")


def _atom(cursor: Cursor) -> ast.Syntax:
    token = cursor.advance()
    if token.kind == "name":
        return ast.Hole() if token.text == "_" else ast.Name(token.text)
    if token.kind == "dotted":
        return ast.Name(token.text, dotted=True)
    if token.kind == "hole":
        return ast.Hole(asks=True, name="" if token.text == "?_" else token.text[1:])
    if token.kind == "number":
        if len(token.text) > 4 or int(token.text) > MAX_NUMERAL:
            raise out_of_reach(f"a numeral above {MAX_NUMERAL}")
        return ast.Numeral(int(token.text))
    if token.text == "@":
        return ast.Explicit(ast.Name(cursor.name()))
    if token.text == "⟨":
        return ast.Anonymous(_items(cursor, "⟩"))
    with cursor.measured_from(None):
        if cursor.at(")"):
            raise out_of_reach("'()'")
        outer, cursor.dots = cursor.dots, []
        inner = term(cursor)
        if cursor.take(":"):
            inner = ast.Ascription(inner, term(cursor))
        if cursor.at(","):
            raise out_of_reach("a pair (a, b)")
        if cursor.dots:
            inner = ast.Lambda(tuple(ast.Binder((name,), None) for name in cursor.dots), inner)
        cursor.dots = outer
        cursor.expect(")")
    return inner


def _items(cursor: Cursor, closer: str) -> tuple[ast.Syntax, ...]:
    found: list[ast.Syntax] = []
    with cursor.measured_from(None):
        while not cursor.take(closer):
            found.append(term(cursor))
            if not cursor.at(closer):
                cursor.expect(",")
    return tuple(found)


def _with_fields(cursor: Cursor, atom: ast.Syntax) -> ast.Syntax:
    count = 0
    while cursor.token.kind == "field":
        count += 1
        if count > MAX_CHAIN:
            raise LimitReached("maximum recursion depth has been reached")
        atom = ast.Field(atom, cursor.advance().text)
    return atom


def binders(cursor: Cursor, closers: tuple[str, ...], patterns: bool) -> tuple[ast.Binder, ...]:
    """`x y`, `x : α`, `(x y : α) {z : β}` or ⟨a, b⟩ up to one of `closers`, which is not taken."""
    found: list[ast.Binder] = []
    bare: list[str] = []
    while not cursor.at(*closers):
        if len(found) + len(bare) > MAX_CHAIN:
            raise LimitReached("maximum recursion depth has been reached")
        if cursor.at("(", "{"):
            found += [ast.Binder((name,), None) for name in bare]
            bare = []
            found.append(bracketed_binder(cursor))
        elif cursor.at("[") or cursor.at("{"):
            raise out_of_reach("an instance binder")
        elif patterns and cursor.at("⟨"):
            found += [ast.Binder((name,), None) for name in bare]
            bare = []
            found.append(ast.Binder((), None, pattern=pattern(cursor, term)))
        elif cursor.at(":") and bare:
            cursor.advance()
            found.append(ast.Binder(tuple(bare), term(cursor)))
            bare = []
            break
        else:
            bare.append(cursor.name())
    found += [ast.Binder((name,), None) for name in bare]
    if not found:
        cursor.fail("expected a variable")
    return tuple(found)


def bracketed_binder(cursor: Cursor) -> ast.Binder:
    """`(x y : type)`, `{x : type}`."""
    implicit = cursor.expect("(", "{").text == "{"
    with cursor.measured_from(None):
        names = [cursor.name()]
        while cursor.token.kind == "name":
            names.append(cursor.name())
            if len(names) > MAX_CHAIN:
                raise LimitReached("maximum recursion depth has been reached")
        kind = term(cursor) if cursor.take(":") else None
        cursor.expect("}" if implicit else ")")
    return ast.Binder(tuple(names), kind, implicit)


def _quantified(cursor: Cursor) -> ast.Syntax:
    quantifier = cursor.advance().text
    if cursor.token.kind == "name" and cursor.peek().text in _BINDER_RELATIONS:
        name = cursor.name()
        relation = cursor.advance().text
        bound = ast.Binary(relation, ast.Name(name), term(cursor, 51))
        cursor.expect(",")
        body = term(cursor)
        guarded = ast.Arrow(bound, body) if quantifier == "∀" else ast.Binary("∧", bound, body)
        return ast.Quantified(quantifier, (ast.Binder((name,), None),), guarded)
    found = binders(cursor, (",",), patterns=False)
    cursor.expect(",")
    return ast.Quantified(quantifier, found, term(cursor))


def _lambda(cursor: Cursor) -> ast.Syntax:
    cursor.expect("fun")
    if cursor.at("|"):
        return ast.Match(None, _alternatives(cursor))
    found = binders(cursor, ("=>",), patterns=True)
    cursor.expect("=>")
    return ast.Lambda(found, term(cursor))


def _alternatives(cursor: Cursor) -> tuple[tuple[ast.Pattern, ast.Syntax], ...]:
    found: list[tuple[ast.Pattern, ast.Syntax]] = []
    column = cursor.token.column
    while cursor.at("|") and cursor.token.column >= column:
        cursor.advance()
        left = match_pattern(cursor)
        if cursor.at(","):
            raise out_of_reach("'match' on more than one term")
        cursor.expect("=>")
        with cursor.measured_from(column):
            found.append((left, term(cursor)))
    return tuple(found)


def _block_form(cursor: Cursor) -> ast.Syntax:
    word = cursor.token
    cursor.advance()
    if word.text == "show":
        kind = term(cursor)
        if cursor.take("by"):
            return ast.ShowFrom(kind, ast.By(cursor.read_block()))
        cursor.expect("from", ";")
        return ast.ShowFrom(kind, term(cursor))
    if word.text == "match":
        subject = term(cursor)
        if cursor.at(",", ":"):
            raise out_of_reach("'match' on more than one term")
        cursor.expect("with")
        if not cursor.at("|"):
            cursor.fail("expected '|'")
        return ast.Match(subject, _alternatives(cursor))
    if word.text == "nomatch":
        return ast.By(ast.Block((ast.Split("cases", term(cursor), (), None),)))
    if word.text == "calc":
        return chain(cursor)
    if word.text == "suffices":
        raise out_of_reach("'suffices' in a term")
    with cursor.measured_from(word.column):
        left: ast.Pattern = ast.NamePattern("this")
        if cursor.at("⟨"):
            left = pattern(cursor, term)
        elif cursor.token.kind == "name":
            left = ast.NamePattern(cursor.name())
        stated = term(cursor) if cursor.take(":") else None
        cursor.expect(":=")
        value = term(cursor)
    cursor.take(";")
    return ast.LocalHave(left, stated, value, term(cursor))


def chain(cursor: Cursor) -> ast.Chain:
    """The links after the word `calc`."""
    links: list[tuple[ast.Syntax, ast.Syntax]] = []
    while not links or (cursor.token.text == "_" and cursor.token.opens_line and cursor.right_of_column()):
        if len(links) > MAX_CHAIN:
            raise LimitReached("maximum recursion depth has been reached")
        with cursor.measured_from(cursor.token.column):
            relation = term(cursor)
            cursor.expect(":=")
            links.append((relation, term(cursor)))
    return ast.Chain(tuple(links))
