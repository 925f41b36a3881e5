"""Blocks of tactics, laid out by columns as in Lean."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.cursor import Cursor
from ragen_bench.environments.lean.syntax.pattern_parser import alternatives, open_pattern, pattern
from ragen_bench.environments.lean.syntax.problems import LimitReached, Problem, out_of_reach
from ragen_bench.environments.lean.syntax.tactic_names import BEYOND, PLAIN
from ragen_bench.environments.lean.syntax.term_parser import arguments, binders, chain, term

MAX_TREE = 150
"""Depth of the syntax tree of one step."""


def script(text: str) -> ast.Block:
    """One step: a block of tactics that ends where the text ends.

    Raises:
        Problem: the text is no tactic block, or it is too long or too deep.
    """
    cursor = Cursor(text, read_block=block)
    if cursor.token.kind == "end":
        raise Problem("unexpected end of input; expected a tactic", "parse")
    found = block(cursor)
    if cursor.token.kind != "end":
        cursor.fail("expected the end of the tactic block")
    if ast.depth(found) > MAX_TREE:
        raise LimitReached("maximum recursion depth has been reached")
    return found


def block(cursor: Cursor) -> ast.Block:
    """Tactics at one column, or separated by `;`. A nested block stands right of the one around it."""
    with cursor.nested():
        column = cursor.token.column
        outer, cursor.dots = cursor.dots, None
        if not cursor.right_of_column():
            cursor.fail("expected an indented tactic block")
        found: list[ast.Tactic] = []
        with cursor.measured_from(column):
            while True:
                found.append(_chained(cursor))
                if cursor.take(";"):
                    if cursor.token.kind == "end" or cursor.at(")", "|"):
                        break
                    if cursor.token.opens_line and cursor.token.column != column:
                        break
                    continue
                if cursor.token.kind == "end" or not cursor.token.opens_line or cursor.token.column != column:
                    break
        cursor.dots = outer
        return ast.Block(tuple(found))


def _chained(cursor: Cursor) -> ast.Tactic:
    left = _tactic(cursor)
    count = 0
    while cursor.take("<;>"):
        count += 1
        if count > MAX_TREE:
            raise LimitReached("maximum recursion depth has been reached")
        left = ast.Then(left, _tactic(cursor))
    return left


def _tactic(cursor: Cursor) -> ast.Tactic:
    with cursor.nested():
        token = cursor.token
        if token.kind == "keyword" or token.kind == "symbol":
            return _reserved(cursor)
        if token.kind != "name":
            cursor.fail("expected a tactic")
        word = token.text
        if word in PLAIN:
            cursor.advance()
            if word == "intros":
                return ast.Intro(_intro_patterns(cursor), "intros")
            return ast.Plain("rfl" if word in ("eq_refl", "rfl'") else word)
        reader = _READERS.get(word)
        if reader is not None:
            cursor.advance()
            return reader(cursor, word)
        if word in BEYOND:
            cursor.advance()
            _skip_arguments(cursor)
            return ast.OutOfReach(word)
        raise Problem(f"{token.line}:{token.column}: unknown tactic '{word[:40]}'", "parse")


def _reserved(cursor: Cursor) -> ast.Tactic:
    if cursor.at("·", "."):
        cursor.advance()
        return ast.Focus(block(cursor))
    if cursor.take("("):
        with cursor.measured_from(None):
            found = block(cursor)
            cursor.expect(")")
        return ast.Wrapped("", found)
    if cursor.take("∃"):
        return ast.Exists(_terms(cursor), "exists")
    if cursor.at("have", "suffices"):
        return _have(cursor)
    if cursor.take("show"):
        kind = term(cursor)
        if cursor.take("from"):
            return ast.GiveTerm("exact", ast.ShowFrom(kind, term(cursor)))
        if cursor.take("by"):
            return ast.GiveTerm("exact", ast.ShowFrom(kind, ast.By(cursor.read_block())))
        return ast.GiveTerm("show", kind)
    if cursor.take("calc"):
        return ast.Calculate(chain(cursor))
    if cursor.take("match"):
        return _match(cursor)
    if cursor.at("let") and cursor.peek().text == "⟨":
        return _have(cursor)
    if cursor.take("nomatch"):
        return ast.Split("cases", term(cursor), (), None)
    if cursor.at("let", "if", "do"):
        raise out_of_reach(f"the tactic '{cursor.token.text}'")
    cursor.fail("expected a tactic")


def _names(cursor: Cursor) -> tuple[str, ...]:
    found: list[str] = []
    while cursor.token.kind == "name" and cursor.right_of_column() and len(found) <= MAX_TREE:
        found.append(cursor.name())
    return tuple(found)


def _terms(cursor: Cursor) -> tuple[ast.Syntax, ...]:
    found = [term(cursor)]
    while cursor.take(","):
        found.append(term(cursor))
    return tuple(found)


def _intro_patterns(cursor: Cursor) -> tuple[ast.Pattern, ...]:
    found: list[ast.Pattern] = []
    while cursor.right_of_column() and (cursor.token.kind == "name" or cursor.at("⟨", "(", "-")):
        if len(found) > MAX_TREE:
            raise LimitReached("maximum recursion depth has been reached")
        found.append(pattern(cursor, term))
    return tuple(found)


def _intro(cursor: Cursor, word: str) -> ast.Tactic:
    return ast.Intro(_intro_patterns(cursor), word)


def _give(cursor: Cursor, word: str) -> ast.Tactic:
    found = term(cursor)
    if cursor.at("at"):
        raise out_of_reach(f"'{word} ... at'")
    return ast.GiveTerm("show" if word == "change" else word, found)


def _use(cursor: Cursor, word: str) -> ast.Tactic:
    return ast.Exists(_terms(cursor), word)


def _have(cursor: Cursor) -> ast.Tactic:
    token = cursor.advance()
    word, name = token.text, "this"
    found: tuple[ast.Binder, ...] = ()
    with cursor.measured_from(token.column):
        if word in ("have", "let") and cursor.at("⟨"):
            left = pattern(cursor, term)
            kind = term(cursor) if cursor.take(":") else None
            value = term(cursor) if cursor.take(":=") else None
            return ast.Obtain("have", left, kind, value)
        if cursor.token.kind == "name":
            name = cursor.name()
        if not cursor.at(":", ":="):
            found = binders(cursor, (":", ":="), patterns=False)
        kind = term(cursor) if cursor.take(":") else None
        value = None
        if word == "suffices":
            if cursor.take("by"):
                value = ast.By(cursor.read_block())
            elif cursor.take("from"):
                value = term(cursor)
        elif cursor.take(":="):
            value = term(cursor)
    if kind is None and value is None:
        cursor.fail("expected ':' or ':='")
    return ast.HaveTactic(word, name, found, kind, value)


def _obtain(cursor: Cursor, word: str) -> ast.Tactic:
    kind: ast.Syntax | None = None
    if word == "rcases":
        subject = term(cursor)
        if cursor.at(",", ":"):
            raise out_of_reach("'rcases' on more than one term")
        left: ast.Pattern = ast.TuplePattern(())
        if cursor.take("with"):
            left = alternatives(cursor, term)
        return ast.Obtain(word, left, None, subject)
    left = open_pattern(cursor, term)
    if isinstance(left, ast.NamePattern) and left.type is not None:
        left, kind = ast.NamePattern(left.name), left.type
    elif cursor.take(":"):
        kind = term(cursor)
    value = term(cursor) if cursor.take(":=") else None
    if kind is None and value is None:
        cursor.fail("expected ':='")
    return ast.Obtain(word, left, kind, value)


def _match(cursor: Cursor) -> ast.Tactic:
    subject = term(cursor)
    if cursor.at(",", ":"):
        raise out_of_reach("'match' on more than one term")
    cursor.expect("with")
    found: list[tuple[ast.Pattern, ast.Syntax]] = []
    from ragen_bench.environments.lean.syntax.pattern_parser import match_pattern

    column = cursor.token.column
    while cursor.at("|") and cursor.token.column >= column:
        cursor.advance()
        left = match_pattern(cursor)
        cursor.expect("=>")
        found.append((left, ast.By(block(cursor))))
    if not found:
        cursor.fail("expected '|'")
    return ast.GiveTerm("exact", ast.Match(subject, tuple(found)))


def _split(cursor: Cursor, word: str) -> ast.Tactic:
    equation = ""
    if cursor.token.kind == "name" and cursor.peek().text == ":":
        equation = cursor.name()
        cursor.advance()
    target = term(cursor)
    if cursor.at(","):
        raise out_of_reach(f"'{word}' on more than one term")
    if cursor.at("using"):
        raise out_of_reach(f"'{word} ... using'")
    generalizing: tuple[str, ...] = ()
    if cursor.at("generalizing"):
        cursor.advance()
        generalizing = _names(cursor)
    if not cursor.take("with"):
        return ast.Split(word, target, generalizing, None, equation=equation)
    first = None if cursor.at("|") else ast.Block((_tactic(cursor),))
    arms: list[ast.CaseArm] = []
    column = cursor.token.column
    while cursor.at("|") and cursor.token.column >= column:
        arms.append(_arm(cursor))
    if not arms:
        cursor.fail("expected '|'")
    return ast.Split(word, target, generalizing, tuple(arms), first, equation)


def _arm(cursor: Cursor) -> ast.CaseArm:
    constructors: list[str] = []
    names: tuple[str, ...] = ()
    explicit = False
    while cursor.take("|"):
        explicit = cursor.take("@") or explicit
        constructors.append(cursor.name("a constructor").rsplit(".", 1)[-1])
        names = _arm_names(cursor)
    cursor.expect("=>")
    if cursor.token.kind == "hole":
        raise out_of_reach("'?_' as a case")
    return ast.CaseArm(tuple(constructors), names, block(cursor), explicit)


def _arm_names(cursor: Cursor) -> tuple[str, ...]:
    found: list[str] = []
    while cursor.token.kind == "name" and len(found) <= MAX_TREE:
        found.append(cursor.name())
    return tuple(found)


def _rules(cursor: Cursor, removed: list[str] | None) -> tuple[ast.RewriteRule, ...]:
    cursor.expect("[")
    found: list[ast.RewriteRule] = []
    with cursor.measured_from(None):
        while not cursor.take("]"):
            if removed is not None and cursor.take("-"):
                removed.append(cursor.name())
            elif removed is not None and cursor.at("*"):
                cursor.advance()
                found.append(ast.RewriteRule(ast.Name("*"), False))
            else:
                reverse = cursor.take("←")
                found.append(ast.RewriteRule(term(cursor), reverse))
            if not cursor.at("]"):
                cursor.expect(",")
    return tuple(found)


def _place(cursor: Cursor) -> ast.Place:
    if not cursor.take("at"):
        return ast.Place()
    if cursor.take("*"):
        return ast.Place(everywhere=True)
    names: list[str] = []
    goal = False
    while len(names) <= MAX_TREE:
        if cursor.take("⊢"):
            goal = True
        elif cursor.token.kind == "name" and cursor.right_of_column():
            names.append(cursor.name())
        else:
            break
    if not names and not goal:
        cursor.fail("expected a hypothesis")
    return ast.Place(tuple(names), goal)


def _rewrite(cursor: Cursor, word: str) -> ast.Tactic:
    return ast.Rewrite(word, _rules(cursor, None), _place(cursor))


def _simplify(cursor: Cursor, word: str) -> ast.Tactic:
    removed: list[str] = []
    only = cursor.at_name("only")
    if only:
        cursor.advance()
    rules = _rules(cursor, removed) if cursor.at("[") else ()
    using = None
    if word == "simpa" and cursor.at("using"):
        cursor.advance()
        using = term(cursor)
    return ast.Simplify(word, only, rules, tuple(removed), _place(cursor), using)


def _unfold(cursor: Cursor, word: str) -> ast.Tactic:
    return ast.Unfold(_names(cursor), _place(cursor))


def _on_names(cursor: Cursor, word: str) -> ast.Tactic:
    found = _names(cursor)
    if not found:
        cursor.fail("expected identifier")
    return ast.OnNames(word, found)


def _by_cases(cursor: Cursor, word: str) -> ast.Tactic:
    if word == "by_contra":
        name = cursor.name() if cursor.token.kind == "name" and cursor.right_of_column() else "this"
        kind = term(cursor) if cursor.take(":") else None
        return ast.ByCases(word, name, kind)
    name = "h"
    if cursor.token.kind == "name" and cursor.peek().text == ":":
        name = cursor.name()
        cursor.advance()
    return ast.ByCases(word, name, term(cursor))


def _specialize(cursor: Cursor, word: str) -> ast.Tactic:
    name = cursor.name()
    found = arguments(cursor)
    if not found:
        cursor.fail("expected an argument")
    return ast.Specialize(name, found)


def _on_goal(cursor: Cursor, word: str) -> ast.Tactic:
    if word == "next":
        tag, names = "", _arm_names(cursor)
    else:
        tag = cursor.name("a tag")
        names = _arm_names(cursor)
        if cursor.at("|"):
            raise out_of_reach("'case' with more than one tag")
    cursor.expect("=>")
    return ast.OnGoal(tag, names, block(cursor))


def _wrapped(cursor: Cursor, word: str) -> ast.Tactic:
    return ast.Wrapped(word, block(cursor))


def _first(cursor: Cursor, word: str) -> ast.Tactic:
    found: list[ast.Block] = []
    column = cursor.token.column
    while cursor.at("|") and cursor.token.column >= column:
        cursor.advance()
        found.append(block(cursor))
    if not found:
        cursor.fail("expected '|'")
    return ast.First(tuple(found))


def _skip_arguments(cursor: Cursor) -> None:
    depth = 0
    while cursor.token.kind != "end":
        if depth == 0 and (cursor.at(";", "<;>", "|", ")", "⟩", "]") or not cursor.right_of_column()):
            return
        depth += 1 if cursor.at("(", "[", "⟨", "{") else -1 if cursor.at(")", "]", "⟩", "}") else 0
        cursor.advance()


_READERS: dict[str, Callable[[Cursor, str], ast.Tactic]] = {
    "intro": _intro,
    "rintro": _intro,
    "exact": _give,
    "apply": _give,
    "refine": _give,
    "change": _give,
    "use": _use,
    "obtain": _obtain,
    "rcases": _obtain,
    "cases": _split,
    "induction": _split,
    "rw": _rewrite,
    "rewrite": _rewrite,
    "rwa": _rewrite,
    "simp": _simplify,
    "simp_all": _simplify,
    "simpa": _simplify,
    "unfold": _unfold,
    "subst": _on_names,
    "clear": _on_names,
    "revert": _on_names,
    "rename_i": _on_names,
    "by_cases": _by_cases,
    "by_contra": _by_cases,
    "specialize": _specialize,
    "case": _on_goal,
    "next": _on_goal,
    "try": _wrapped,
    "repeat": _wrapped,
    "all_goals": _wrapped,
    "any_goals": _wrapped,
    "focus": _wrapped,
    "first": _first,
}
