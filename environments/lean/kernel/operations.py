"""Substitution and building of terms."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from ragen_bench.environments.lean.kernel.meter import Meter
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Term, Var

_uids = itertools.count(1)


def fresh(name: str) -> Local:
    """A free variable that no term holds yet."""
    # Unique within the process; what is printed, stored or compared never holds the number.
    return Local(-next(_uids), name)


def lift(term: Term, by: int, depth: int = 0, meter: Meter | None = None) -> Term:
    """Raises the loose variables at or above `depth` by `by`."""
    if by == 0:
        return term
    if meter is not None:
        meter.spend()
    match term:
        case Var(index):
            return Var(index + by) if index >= depth else term
        case App():
            function, argument = lift(term.function, by, depth, meter), lift(term.argument, by, depth, meter)
            same = function is term.function and argument is term.argument
            return term if same else App(function, argument)
        case Lam(name, domain, body):
            new_domain = lift(domain, by, depth, meter)
            new_body = lift(body, by, depth + 1, meter)
            return term if new_domain is domain and new_body is body else Lam(name, new_domain, new_body)
        case Pi(name, domain, body):
            new_domain = lift(domain, by, depth, meter)
            new_body = lift(body, by, depth + 1, meter)
            same = new_domain is domain and new_body is body
            return term if same else Pi(name, new_domain, new_body, term.implicit)
    return term


def instantiate(body: Term, value: Term, depth: int = 0, meter: Meter | None = None) -> Term:
    """The body of a binder with `value` for its variable."""
    if meter is not None:
        meter.spend()
    match body:
        case Var(index):
            if index == depth:
                return lift(value, depth, 0, meter)
            return Var(index - 1) if index > depth else body
        case App():
            function, argument = (
                instantiate(body.function, value, depth, meter),
                instantiate(body.argument, value, depth, meter),
            )
            same = function is body.function and argument is body.argument
            return body if same else App(function, argument)
        case Lam(name, domain, inner):
            new_domain = instantiate(domain, value, depth, meter)
            new_inner = instantiate(inner, value, depth + 1, meter)
            return body if new_domain is domain and new_inner is inner else Lam(name, new_domain, new_inner)
        case Pi(name, domain, inner):
            new_domain = instantiate(domain, value, depth, meter)
            new_inner = instantiate(inner, value, depth + 1, meter)
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


def identical(left: Term, right: Term, meter: Meter) -> bool:
    """Equality of structure, without recursion: terms can be nested deeper than the interpreter allows."""
    waiting = [(left, right)]
    while waiting:
        one, other = waiting.pop()
        if one is other:
            continue
        meter.spend()
        match one, other:
            case App(), App():
                waiting += ((one.argument, other.argument), (one.function, other.function))
            case Lam(), Lam():
                waiting += ((one.body, other.body), (one.domain, other.domain))
            case Pi(), Pi():
                waiting += ((one.body, other.body), (one.domain, other.domain))
            case (App() | Lam() | Pi(), _) | (_, App() | Lam() | Pi()):
                return False
            case _ if one != other:
                return False
    return True


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
    "identical",
    "instantiate",
    "lift",
    "locals_of",
    "number_of",
    "numeral",
    "parts",
    "spine",
]
