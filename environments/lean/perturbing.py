"""One decisive change to a statement, after which the old proof fails and a new one is known."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ragen_bench.environments.lean.canonical import canonical, tokens_of
from ragen_bench.environments.lean.header import Binder, Header, outermost, read
from ragen_bench.rng import Rng

_LOOSER = ("∀", "∃", "→", "↔", "∨", "λ", "¬", "≠", "≤", "<", "≥", ">")


def perturbed(task: dict[str, Any], rng: Rng) -> dict[str, Any]:
    """`task` with one hypothesis turned round or put under a condition; without any, its claim."""
    header = read(task["statement"])
    proof = list(task["proof"])
    if header is None:
        return {**task, "statement": f"{task['statement']} ∧ True", "proof": []}
    used = set(tokens_of("\n".join(proof)))
    mentioned = {token for binder in header.binders for token in tokens_of(binder.kind)}
    mentioned |= set(tokens_of(header.claim))
    choices = [
        at
        for at, binder in enumerate(header.binders)
        if len(binder.names) == 1 and binder.names[0] in used and binder.names[0] not in mentioned
    ]
    old = canonical(task["statement"])
    for at in rng.shuffled(choices):
        turned = _turned(header, at, proof)
        if turned is not None:
            statement, step = turned
            if canonical(statement) != old:
                return {**task, "statement": statement, "proof": [step, *proof] if proof else []}
    for at in choices and [rng.choice(choices)]:
        statement, step = _guarded(header, at)
        return {**task, "statement": statement, "proof": [step, *proof]}
    guard, fact = _fresh(header, proof)
    claim = _under(guard, header.claim)
    changed = replace(header, binders=(*header.binders, Binder("(", (guard,), "Prop")), claim=claim)
    return {**task, "statement": str(changed), "proof": [f"intro {fact}", *proof] if proof else []}


def _turned(header: Header, at: int, proof: list[str]) -> tuple[str, str] | None:
    """An equation or a conjunction with its sides exchanged, where the proof depends on which is which."""
    binder = header.binders[at]
    name = binder.names[0]
    found = outermost(binder.kind, ("=", "∧", *_LOOSER))
    if not found or any(symbol in _LOOSER for _, symbol in found) or re.search(r"\bfun\b", binder.kind):
        return None
    symbols = [symbol for _, symbol in found]
    if symbols == ["="]:
        if any("rw" in step and name in tokens_of(step) for step in proof):
            # Rewriting both sides of a goal may go through in either direction.
            return None
        split, turn = found[0][0], "Eq.symm"
    elif symbols[0] == "∧" and symbols.count("=") == 0:
        split, turn = found[0][0], "And.symm"
    else:
        return None
    left, right = binder.kind[:split].strip(), binder.kind[split + 1 :].strip()
    if turn == "And.symm" and "∧" in symbols[1:]:
        right = f"({right})"
    kind = f"{right} {binder.kind[split]} {left}"
    return str(
        header.with_binder(at, Binder(binder.bracket, binder.names, kind))
    ), f"have {name} := {turn} {name}"


def _guarded(header: Header, at: int) -> tuple[str, str]:
    """The hypothesis under a condition, which is assumed as well."""
    binder = header.binders[at]
    guard, fact = _fresh(header, [])
    guarded = Binder(binder.bracket, binder.names, _under(guard, binder.kind))
    changed = header.with_binder(at, Binder("(", (guard,), "Prop"), Binder("(", (fact,), guard), guarded)
    return str(changed), f"have {binder.names[0]} := {binder.names[0]} {fact}"


def _under(guard: str, formula: str) -> str:
    """The formula with a premise; what binds weaker than an arrow goes in parentheses."""
    loose = not formula.startswith(("∀", "∃")) and outermost(formula, ("↔",))
    return f"{guard} → ({formula})" if loose else f"{guard} → {formula}"


def _fresh(header: Header, proof: list[str]) -> tuple[str, str]:
    taken = header.names | set(tokens_of(f"{header.claim} {' '.join(proof)}"))
    found = []
    for base in ("w", "hw"):
        name, number = base, 0
        while name in taken:
            number += 1
            name = f"{base}{number}"
        found.append(name)
    return found[0], found[1]
