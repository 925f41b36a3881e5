"""The checker's own lemmas: read and proved when first used, and part of every proof that uses them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from ragen_bench.environments.lean.elaboration.lemma_texts import ARITHMETIC, CLASSICAL, LOGIC
from ragen_bench.environments.lean.kernel.operations import abstract, fresh, parts
from ragen_bench.environments.lean.kernel.prelude import ConstantInfo
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Pi, Term


@dataclass(frozen=True, slots=True)
class Lemma:
    """A lemma as written."""

    name: str
    header: str
    script: str
    classical: bool


@cache
def _texts() -> dict[str, Lemma]:
    found: dict[str, Lemma] = {}
    for text, classical in ((LOGIC, False), (ARITHMETIC, False), (CLASSICAL, True)):
        for line in re.sub(r"\n +", " ", text.strip()).splitlines():
            header, proof = line.split(" := ", 1)
            name = header.split()[1]
            script = proof.removeprefix("by ") if proof.startswith("by ") else f"exact {proof}"
            found[name] = Lemma(name, header, script, classical)
    return found


def known(name: str) -> bool:
    """There is such a lemma."""
    return name in _texts()


def names() -> tuple[str, ...]:
    """All lemmas."""
    return tuple(_texts())


def is_classical(name: str) -> bool:
    """The lemma rests on excluded middle."""
    lemma = _texts().get(name)
    return lemma is not None and lemma.classical


@cache
def info(name: str) -> ConstantInfo | None:
    """The lemma as a constant, its statement only."""
    from ragen_bench.environments.lean.checking import Statement
    from ragen_bench.environments.lean.embedded import closed_statement

    lemma = _texts().get(name)
    if lemma is None:
        return None
    claim = closed_statement(Statement(lemma.header, lemma.classical))
    return ConstantInfo(name, "theorem", ((),), {(): claim}, {})


@cache
def _proof(name: str) -> Term:
    """The closed proof, which may name other lemmas."""
    from ragen_bench.environments.lean.embedded import prove_lemma

    return prove_lemma(_texts()[name])


def proof_of(name: str) -> Term:
    """The closed proof, which names only what the kernel knows."""
    return with_lemmas(_proof(name))


def with_lemmas(term: Term) -> Term:
    """`term` with the lemmas that it rests on as arguments of functions around it.

    The kernel gets `(fun (l : statement) => term) proof`: it checks each lemma once for every proof.
    """
    order: list[str] = []
    _collect(term, order)
    for name in reversed(order):
        statement = info(name)
        assert statement is not None
        local = fresh(name.rsplit(".", 1)[-1])
        body = abstract(_with_local(term, name, local), local)
        term = App(Lam(local.name, _explicit(statement.type_of(())), body), _proof(name))
    return term


def _collect(term: Term, order: list[str]) -> None:
    """The lemmas that a term names, each after those that its own proof names."""
    for part in parts(term):
        if (
            isinstance(part, Const)
            and part.name in _texts()
            and part.name not in order
            and not _is_in_kernel(part.name)
        ):
            _collect(_proof(part.name), order)
            order.append(part.name)


def _is_in_kernel(name: str) -> bool:
    from ragen_bench.environments.lean.elaboration.constants import is_lemma

    return not is_lemma(name)


def _with_local(term: Term, name: str, local: Term) -> Term:
    match term:
        case Const():
            return local if term.name == name else term
        case App(function, argument):
            return App(_with_local(function, name, local), _with_local(argument, name, local))
        case Lam(binder, domain, body):
            return Lam(binder, _with_local(domain, name, local), _with_local(body, name, local))
        case Pi(binder, domain, body, implicit):
            return Pi(binder, _with_local(domain, name, local), _with_local(body, name, local), implicit)
        case _:
            return term


def _explicit(kind: Term) -> Term:
    """The same type without implicit arguments, so that it reads the same wherever it is printed."""
    if isinstance(kind, Pi):
        return Pi(kind.name, kind.domain, _explicit(kind.body))
    return kind
