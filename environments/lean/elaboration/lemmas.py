"""The checker's own lemmas: read and proved when first used, and carried along in every proof that uses them."""

from __future__ import annotations

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
        for line in text.strip().splitlines():
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
def proof_of(name: str) -> Term:
    """The closed proof, which names only what the kernel knows."""
    from ragen_bench.environments.lean.embedded import prove_lemma

    return prove_lemma(_texts()[name])


def with_lemmas(term: Term) -> Term:
    """`term` with the lemmas that it names as the arguments of a function around it.

    The kernel gets `(fun (l : statement) => term) proof`: it checks each lemma once for every proof.
    """
    used: dict[str, None] = {}
    for part in parts(term):
        if isinstance(part, Const) and part.name in _texts() and not _is_in_kernel(part.name):
            used[part.name] = None
    for name in used:
        statement = info(name)
        assert statement is not None
        local = fresh(name.rsplit(".", 1)[-1])
        body = abstract(_with_local(term, name, local), local)
        term = App(Lam(local.name, _explicit(statement.type_of(())), body), proof_of(name))
    return term


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
