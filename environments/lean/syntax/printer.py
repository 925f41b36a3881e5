"""Terms of the kernel as Lean writes them: notations, spacing and as few parentheses as Lean."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Sort, Term, Var
from ragen_bench.environments.lean.syntax.term_parser import LEAD, MAX, OPERATORS

_NEVER = MAX + 1
"""What follows such a term can never be taken for a part of it."""

BINARY: dict[str, tuple[str, int]] = {
    "And": ("∧", 0),
    "Or": ("∨", 0),
    "Iff": ("↔", 0),
    "Eq": ("=", 1),
    "Ne": ("≠", 1),
    "Nat.le": ("≤", 0),
    "Nat.lt": ("<", 0),
    "Nat.ge": ("≥", 0),
    "Nat.gt": (">", 0),
    "Nat.add": ("+", 0),
    "Nat.sub": ("-", 0),
    "Nat.mul": ("*", 0),
    "Nat.pow": ("^", 0),
}
"""Constant: its notation, and how many arguments stand before the two that are shown."""

_FIELDS = {"Nat.succ": "succ", "Nat.pred": "pred"}

# text, precedence, precedence of the slot at its right end
_Printed = tuple[str, int, int]


class Printer:
    """Prints terms under given names.

    Args:
        names: what each free variable is called; the others go by their own name.
        holes: what each hole is called, `?m` by default.
        type_of: the type of a constant, so that implicit arguments can be left out.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        holes: Mapping[int, str] | None = None,
        type_of: Callable[[str], Term | None] = lambda name: None,
    ) -> None:
        self._names, self._holes, self._type_of = names, holes or {}, type_of

    def text(self, term: Term, level: int = 0) -> str:
        """`term` where a term of at least precedence `level` is wanted."""
        return _closed(self._print(term, ()), level)

    def _print(self, term: Term, bound: tuple[str, ...]) -> _Printed:
        match term:
            case Sort(level):
                return ("Prop", MAX, _NEVER) if level == 0 else ("Type", MAX, _NEVER)
            case Const(name):
                return ("0" if name == "Nat.zero" else name), MAX, _NEVER
            case Var(index):
                return (bound[-1 - index] if index < len(bound) else f"#{index}"), MAX, _NEVER
            case Local(uid, name):
                return self._names.get(uid, name), MAX, _NEVER
            case Meta(uid):
                return self._holes.get(uid, "?m"), MAX, _NEVER
            case Lam():
                return self._lambda(term, bound)
            case Pi():
                return self._pi(term, bound)
            case App():
                return self._application(term, bound)

    def _pi(self, term: Pi, bound: tuple[str, ...]) -> _Printed:
        if not term.implicit and not mentions(term.body, 0):
            left = _closed(self._print(term.domain, bound), 26, 25)
            # The binder is never written, so it may have any name.
            right, _, end = self._print(term.body, (*bound, "_"))
            return f"{left} → {right}", 25, min(25, end)
        groups: list[tuple[list[str], str, bool]] = []
        body: Term = term
        while isinstance(body, Pi) and (body.implicit or mentions(body.body, 0)):
            domain = self._print(body.domain, bound)[0]
            name = self._fresh(body.name, body.body, bound)
            same = groups and groups[-1][1:] == (domain, body.implicit)
            if same and not groups_break(groups[-1][0], domain):
                groups[-1][0].append(name)
            else:
                groups.append(([name], domain, body.implicit))
            bound = (*bound, name)
            body = body.body
        shown = " ".join(
            f"{{{' '.join(names)} : {kind}}}" if implicit else f"({' '.join(names)} : {kind})"
            for names, kind, implicit in groups
        )
        return f"∀ {shown}, {self._print(body, bound)[0]}", LEAD, 0

    def _lambda(self, term: Lam, bound: tuple[str, ...]) -> _Printed:
        names = []
        body: Term = term
        while isinstance(body, Lam):
            name = self._fresh(body.name, body.body, bound)
            names.append(name)
            bound = (*bound, name)
            body = body.body
        return f"fun {' '.join(names)} => {self._print(body, bound)[0]}", MAX, 0

    def _exists(self, term: Term, bound: tuple[str, ...]) -> _Printed:
        names: list[str] = []
        body = term
        while (inner := _existential(body)) is not None:
            name = self._fresh(inner.name, inner.body, bound)
            names.append(name)
            bound = (*bound, name)
            body = inner.body
        return f"∃ {' '.join(names)}, {self._print(body, bound)[0]}", MAX, 0

    def _application(self, term: App, bound: tuple[str, ...]) -> _Printed:
        value = numeral(term)
        if value is not None:
            return str(value), MAX, _NEVER
        if _existential(term) is not None:
            return self._exists(term, bound)
        head: Term = term
        arguments: list[Term] = []
        while isinstance(head, App):
            arguments.append(head.argument)
            head = head.function
        arguments.reverse()
        if isinstance(head, Const):
            if head.name == "Not" and len(arguments) == 1:
                inner = self._print(arguments[0], bound)
                text = _closed(inner, 40)
                return f"¬{text}", MAX, min(40, inner[2]) if text == inner[0] else 40
            row = BINARY.get(head.name)
            if row is not None and len(arguments) == row[1] + 2:
                return self._binary(row[0], arguments[-2], arguments[-1], bound)
            if head.name in _FIELDS and len(arguments) == 1:
                receiver = _closed(self._print(arguments[0], bound), MAX, MAX)
                return f"{receiver}.{_FIELDS[head.name]}", MAX, _NEVER
            arguments = self._visible(head, arguments)
        function = _closed(self._print(head, bound), MAX, MAX)
        if not arguments:
            return function, MAX, _NEVER
        shown = [_closed(self._print(item, bound), MAX, MAX) for item in arguments[:-1]]
        last = self._print(arguments[-1], bound)
        text = _closed(last, MAX)
        shown.append(text)
        return f"{function} {' '.join(shown)}", LEAD, min(MAX, last[2]) if text == last[0] else MAX

    def _binary(self, operator: str, left: Term, right: Term, bound: tuple[str, ...]) -> _Printed:
        level, for_left, for_right = OPERATORS[operator]
        second = self._print(right, bound)
        text = _closed(second, for_right)
        first = _closed(self._print(left, bound), for_left, level)
        return (
            f"{first} {operator} {text}",
            level,
            min(for_right, second[2]) if text == second[0] else for_right,
        )

    def _visible(self, head: Const, arguments: list[Term]) -> list[Term]:
        kind = self._type_of(head.name)
        shown = []
        for argument in arguments:
            if isinstance(kind, Pi):
                if not kind.implicit:
                    shown.append(argument)
                kind = kind.body
            else:
                shown.append(argument)
        return shown

    def _fresh(self, name: str, body: Term, bound: tuple[str, ...]) -> str:
        """`name`, or `name_1` ... when the body also speaks of something else by that name."""
        used = {bound[-index] for index in free_indices(body) if 0 < index <= len(bound)}
        used |= {self._names.get(local.uid, local.name) for local in locals_of(body)}
        if name in ("", "_"):
            name = "x"
        chosen, count = name, 0
        while chosen in used:
            count += 1
            chosen = f"{name}_{count}"
        return chosen


def groups_break(names: list[str], domain: str) -> bool:
    """A binder's type that speaks of a binder of the same group cannot stand in that group."""
    return any(name in domain.split() for name in names)


def _closed(printed: _Printed, level: int, follows: int = -1) -> str:
    """In parentheses if it binds weaker than `level`, or would swallow an operator of level `follows`."""
    text, own, end = printed
    return f"({text})" if own < level or follows >= end else text


def _existential(term: Term) -> Lam | None:
    if (
        isinstance(term, App)
        and isinstance(term.argument, Lam)
        and isinstance(term.function, App)
        and isinstance(term.function.function, Const)
        and term.function.function.name == "Exists"
    ):
        return term.argument
    return None


def numeral(term: Term) -> int | None:
    """The number that a closed tower of successors stands for."""
    count = 0
    while isinstance(term, App) and isinstance(term.function, Const) and term.function.name == "Nat.succ":
        count += 1
        term = term.argument
    return count if isinstance(term, Const) and term.name == "Nat.zero" else None


def mentions(term: Term, index: int) -> bool:
    """The bound variable `index` occurs in `term`."""
    match term:
        case Var(found):
            return found == index
        case App(function, argument):
            return mentions(argument, index) or mentions(function, index)
        case Lam(_, domain, body) | Pi(_, domain, body):
            return mentions(domain, index) or mentions(body, index + 1)
        case _:
            return False


def free_indices(term: Term, depth: int = 0) -> set[int]:
    """The bound variables of the surroundings that `term` speaks of."""
    match term:
        case Var(index):
            return {index - depth} if index >= depth else set()
        case App(function, argument):
            return free_indices(function, depth) | free_indices(argument, depth)
        case Lam(_, domain, body) | Pi(_, domain, body):
            return free_indices(domain, depth) | free_indices(body, depth + 1)
        case _:
            return set()


def locals_of(term: Term) -> set[Local]:
    """The free variables of `term`."""
    found: set[Local] = set()
    stack = [term]
    while stack:
        match stack.pop():
            case Local() as local:
                found.add(local)
            case App(function, argument):
                stack += (function, argument)
            case Lam(_, domain, body) | Pi(_, domain, body):
                stack += (domain, body)
            case _:
                pass
    return found
