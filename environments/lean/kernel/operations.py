"""Substitution and building of terms."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Term, Var

_uids = itertools.count(1)


def fresh(name: str) -> Local:
    """A free variable that no term holds yet."""
    # Unique within the process; what is printed, stored or compared never holds the number.
    return Local(-next(_uids), name)


def lift(term: Term, by: int, depth: int = 0) -> Term:
    """Raises the loose variables at or above `depth` by `by`."""
    if by == 0:
        return term
    match term:
        case Var(index):
            return Var(index + by) if index >= depth else term
        case App():
            function, argument = lift(term.function, by, depth), lift(term.argument, by, depth)
            same = function is term.function and argument is term.argument
            return term if same else App(function, argument)
        case Lam(name, domain, body):
            new_domain, new_body = lift(domain, by, depth), lift(body, by, depth + 1)
            return term if new_domain is domain and new_body is body else Lam(name, new_domain, new_body)
        case Pi(name, domain, body):
            new_domain, new_body = lift(domain, by, depth), lift(body, by, depth + 1)
            same = new_domain is domain and new_body is body
            return term if same else Pi(name, new_domain, new_body, term.implicit)
    return term


def instantiate(body: Term, value: Term, depth: int = 0) -> Term:
    """The body of a binder with `value` for its variable."""
    match body:
        case Var(index):
            if index == depth:
                return lift(value, depth)
            return Var(index - 1) if index > depth else body
        case App():
            function, argument = (
                instantiate(body.function, value, depth),
                instantiate(body.argument, value, depth),
            )
            same = function is body.function and argument is body.argument
            return body if same else App(function, argument)
        case Lam(name, domain, inner):
            new_domain, new_inner = instantiate(domain, value, depth), instantiate(inner, value, depth + 1)
            return body if new_domain is domain and new_inner is inner else Lam(name, new_domain, new_inner)
        case Pi(name, domain, inner):
            new_domain, new_inner = instantiate(domain, value, depth), instantiate(inner, value, depth + 1)
            same = new_domain is domain and new_inner is inner
            return body if same else Pi(name, new_domain, new_inner, body.implicit)
    return body


def abstract(term: Term, local: Local, depth: int = 0) -> Term:
    """The term as a binder's body, with its variable where `local` was."""
    match term:
        case Local(uid):
            return Var(depth) if uid == local.uid else term
        case Var(index):
            return Var(index + 1) if index >= depth else term
        case App():
            function, argument = abstract(term.function, local, depth), abstract(term.argument, local, depth)
            same = function is term.function and argument is term.argument
            return term if same else App(function, argument)
        case Lam(name, domain, body):
            new_domain, new_body = abstract(domain, local, depth), abstract(body, local, depth + 1)
            return term if new_domain is domain and new_body is body else Lam(name, new_domain, new_body)
        case Pi(name, domain, body):
            new_domain, new_body = abstract(domain, local, depth), abstract(body, local, depth + 1)
            same = new_domain is domain and new_body is body
            return term if same else Pi(name, new_domain, new_body, term.implicit)
    return term


def spine(term: Term) -> tuple[Term, list[Term]]:
    """The head of an application and its arguments."""
    arguments: list[Term] = []
    while isinstance(term, App):
        arguments.append(term.argument)
        term = term.function
    arguments.reverse()
    return term, arguments


def apply(function: Term, *arguments: Term) -> Term:
    """`function` applied to arguments."""
    for argument in arguments:
        function = App(function, argument)
    return function


def parts(term: Term) -> Iterator[Term]:
    """Every subterm, itself included, without recursion."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        yield part
        match part:
            case App(function, argument):
                waiting += (function, argument)
            case Lam(_, domain, body) | Pi(_, domain, body):
                waiting += (domain, body)


def has_meta(term: Term) -> bool:
    """Whether a hole is left."""
    return any(isinstance(part, Meta) for part in parts(term))


def locals_of(term: Term) -> set[int]:
    """Numbers of the free variables."""
    return {part.uid for part in parts(term) if isinstance(part, Local)}


def arrow(domain: Term, codomain: Term) -> Pi:
    """`domain -> codomain`, both without loose variables."""
    return Pi("a", domain, codomain)


def fun(name: str, domain: Term, body: Callable[[Local], Term]) -> Lam:
    """`fun name : domain => body`, the body given as a function of the variable."""
    local = fresh(name)
    return Lam(name, domain, abstract(body(local), local))


def forall(name: str, domain: Term, body: Callable[[Local], Term], implicit: bool = False) -> Pi:
    """`(name : domain) -> body`, the body given as a function of the variable."""
    local = fresh(name)
    return Pi(name, domain, abstract(body(local), local), implicit)


def numeral(value: int) -> Term:
    """A number as successors of zero."""
    term: Term = Const("Nat.zero")
    for _ in range(value):
        term = App(Const("Nat.succ"), term)
    return term


def number_of(term: Term) -> int | None:
    """The value of a numeral; None for any other term."""
    value = 0
    while isinstance(term, App) and term.function == Const("Nat.succ"):
        value, term = value + 1, term.argument
    return value if term == Const("Nat.zero") else None


__all__ = [
    "abstract",
    "apply",
    "arrow",
    "forall",
    "fresh",
    "fun",
    "has_meta",
    "instantiate",
    "lift",
    "locals_of",
    "number_of",
    "numeral",
    "parts",
    "spine",
]
