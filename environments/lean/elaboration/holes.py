"""Holes of a proof under construction: what each wants, what it may speak of, and what filled it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ragen_bench.environments.lean.elaboration.budget import (
    MAX_DEPTH,
    MAX_PROOF,
    MAX_PROOF_DEPTH,
    MAX_TERM,
    Budget,
)
from ragen_bench.environments.lean.kernel.operations import abstract, instantiate
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Sort, Term, Var
from ragen_bench.environments.lean.syntax.problems import LimitReached


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A variable of a goal. Names that cannot be written end in ✝."""

    local: Local
    type: Term

    @property
    def name(self) -> str:
        return self.local.name


Context: TypeAlias = tuple[Hypothesis, ...]


@dataclass(frozen=True, slots=True)
class Hole:
    """`asks`: only a tactic may fill it, unification leaves it alone."""

    context: Context
    type: Term
    tag: str = ""
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Closing:
    """The hole is `fun variables => body`, to be closed when the body has no holes left."""

    variables: Context
    body: Term


class Holes:
    """All holes of one proof. Terms are immutable; only the tables here change, and `undo` takes it back."""

    def __init__(self, budget: Budget, classical: bool = False) -> None:
        self.budget = budget
        self.classical = classical
        self.declared: dict[int, Hole] = {}
        self.filled: dict[int, Term | Closing] = {}
        self.local_types: dict[int, Term] = {}
        self._next = 1
        self._trail: list[int] = []

    def copy(self, budget: Budget) -> Holes:
        """An independent copy, for the next step."""
        other = Holes(budget, self.classical)
        other.declared = dict(self.declared)
        other.filled = dict(self.filled)
        other.local_types = dict(self.local_types)
        other._next = self._next
        return other

    def compact(self, root: Meta, goals: Sequence[Meta]) -> None:
        """Forgets what neither the proof so far nor an open goal speaks of."""
        kept: set[int] = set()
        known: dict[int, Term] = {}
        waiting = [root.uid, *(goal.uid for goal in goals)]
        while waiting:
            uid = waiting.pop()
            if uid in kept:
                continue
            kept.add(uid)
            filling = self.filled.get(uid)
            if filling is None:
                hole = self.declared[uid]
                waiting += holes_of(hole.type)
                for item in hole.context:
                    known[item.local.uid] = self.local_types[item.local.uid]
                    waiting += holes_of(item.type)
                continue
            if isinstance(filling, Closing):
                for item in filling.variables:
                    waiting += holes_of(item.type)
            waiting += holes_of(filling.body if isinstance(filling, Closing) else filling)
        self.declared = {uid: hole for uid, hole in self.declared.items() if uid in kept}
        self.filled = {uid: filling for uid, filling in self.filled.items() if uid in kept}
        self.local_types = known
        self._trail.clear()

    def variable(self, name: str, kind: Term) -> Hypothesis:
        """A fresh free variable."""
        local = Local(self._next, name)
        self._next += 1
        self.local_types[local.uid] = kind
        return Hypothesis(local, kind)

    def hole(self, context: Context, kind: Term, tag: str = "", asks: bool = False) -> Meta:
        """A fresh hole."""
        meta = Meta(self._next)
        self._next += 1
        self.declared[meta.uid] = Hole(context, kind, tag, asks)
        return meta

    def retag(self, uid: int, tag: str) -> None:
        self.declared[uid] = replace(self.declared[uid], tag=tag)

    def ask(self, uid: int) -> None:
        """Makes a hole a goal."""
        self.declared[uid] = replace(self.declared[uid], asks=True)

    def is_open(self, uid: int) -> bool:
        return uid not in self.filled

    def fill(self, uid: int, term: Term) -> None:
        self.filled[uid] = term
        self._trail.append(uid)

    def close(self, uid: int, variables: Sequence[Hypothesis], body: Term) -> None:
        """Fills the hole by `fun variables => body`, where the body may still have holes."""
        self.filled[uid] = Closing(tuple(variables), body) if variables else body
        self._trail.append(uid)

    def abstracted(self, context: Context, variables: Sequence[Hypothesis], body: Term, kind: Term) -> Term:
        """`fun variables => body` as a term outside of those variables; `kind` is the type of the body."""
        if not variables:
            return body
        body = self.resolve(body)
        if not has_holes(body):
            return self.lambda_over(variables, body)
        meta = self.hole(context, self.pi_over(variables, kind), asks=True)
        self.close(meta.uid, variables, body)
        return meta

    def lambda_over(self, variables: Sequence[Hypothesis], body: Term) -> Term:
        for item in reversed(variables):
            body = Lam(item.name, self.resolve(item.type), self.bound(body, item.local))
        # The domains above still speak of earlier variables; closing from the inside out reaches them too.
        return body

    def pi_over(self, variables: Sequence[Hypothesis], body: Term) -> Term:
        body = self.resolve(body)
        for item in reversed(variables):
            body = Pi(item.name, self.resolve(item.type), self.bound(body, item.local))
        return body

    def bound(self, body: Term, local: Local) -> Term:
        """`body` with `local` as its outermost bound variable."""
        self.measure(body, MAX_PROOF, MAX_PROOF_DEPTH)
        return abstract(body, local)

    def applied(self, body: Term, value: Term) -> Term:
        """`body` with its outermost bound variable replaced."""
        self.budget.spend(1)
        return instantiate(body, value)

    def mark(self) -> tuple[int, int]:
        return len(self._trail), self.budget.depth

    def undo(self, mark: tuple[int, int]) -> None:
        """Empties every hole filled since the mark."""
        length, self.budget.depth = mark
        while len(self._trail) > length:
            self.filled.pop(self._trail.pop(), None)

    def resolve(self, term: Term) -> Term:
        """`term` with every filled hole replaced by what fills it."""
        if not self.filled or not has_holes(term):
            return term
        return self._resolve(term)

    def _resolve(self, term: Term) -> Term:
        self.budget.spend(1)
        match term:
            case Meta(uid):
                return self._filling(term, uid)
            case App():
                arguments = []
                head: Term = term
                while isinstance(head, App):
                    arguments.append(head.argument)
                    head = head.function
                resolved = self._resolve(head)
                unfolds = isinstance(head, Meta) and isinstance(resolved, Lam)
                for argument in reversed(arguments):
                    argument = self._resolve(argument)
                    if unfolds and isinstance(resolved, Lam):
                        resolved = self.applied(resolved.body, argument)
                    else:
                        resolved = App(resolved, argument)
                return resolved
            case Lam(name, domain, body):
                return Lam(name, self._resolve(domain), self._resolve(body))
            case Pi(name, domain, body, implicit):
                return Pi(name, self._resolve(domain), self._resolve(body), implicit)
            case _:
                return term

    def _filling(self, meta: Meta, uid: int) -> Term:
        filling = self.filled.get(uid)
        if filling is None:
            return meta
        self.budget.enter()
        if isinstance(filling, Closing):
            body = self._resolve(filling.body)
            if has_holes(body):
                self.budget.leave()
                return meta
            result = self.lambda_over(filling.variables, body)
        else:
            result = self._resolve(filling)
        self.budget.leave()
        return result

    def measure(self, term: Term, most: int = MAX_TERM, deepest: int = MAX_DEPTH) -> int:
        """The nodes of `term`; raises when it is too large to work with."""
        count = 0
        stack = [(term, 1)]
        while stack:
            node, depth = stack.pop()
            count += 1
            if count > most or depth > deepest:
                raise LimitReached("maximum recursion depth has been reached: the term is too large")
            match node:
                case App(function, argument):
                    stack += ((argument, depth + 1), (function, depth + 1))
                case Lam(_, domain, body) | Pi(_, domain, body):
                    stack += ((domain, depth + 1), (body, depth + 1))
                case _:
                    pass
        self.budget.spend(count)
        return count


def has_holes(term: Term) -> bool:
    """Some hole occurs in `term`."""
    stack = [term]
    while stack:
        match stack.pop():
            case Meta():
                return True
            case App(function, argument):
                stack += (function, argument)
            case Lam(_, domain, body) | Pi(_, domain, body):
                stack += (domain, body)
            case Sort() | Const() | Local() | Var():
                pass
    return False


def holes_of(term: Term) -> list[int]:
    """The holes of `term`, each once, from left to right."""
    found: dict[int, None] = {}
    stack = [term]
    while stack:
        match stack.pop():
            case Meta(uid):
                found[uid] = None
            case App(function, argument):
                stack += (argument, function)
            case Lam(_, domain, body) | Pi(_, domain, body):
                stack += (body, domain)
            case _:
                pass
    return list(found)


def mentions_local(term: Term, uid: int) -> bool:
    """The free variable occurs in `term`."""
    stack = [term]
    while stack:
        match stack.pop():
            case Local(found):
                if found == uid:
                    return True
            case App(function, argument):
                stack += (function, argument)
            case Lam(_, domain, body) | Pi(_, domain, body):
                stack += (domain, body)
            case _:
                pass
    return False
