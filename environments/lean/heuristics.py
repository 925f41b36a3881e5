"""Cheap policies: lines of automation, a fixed order of simple tactics, and a small backward search."""

from __future__ import annotations

import re
from typing import Any

from ragen_bench.environments.lean.automation import CLOSE, SPRAYS
from ragen_bench.environments.lean.backends import checker_for
from ragen_bench.environments.lean.checking import Checked, ProofChecker, Statement
from ragen_bench.environments.lean.random_tactics import names_of
from ragen_bench.environments.lean.tasks import statement_of

#: Tactics that the search tries for one task.
SEARCH_BUDGET = 40
_DEEPEST = 12
_HYPOTHESIS = re.compile(r"^([^\s⊢:|][^:⊢]*?) : (.*)$", re.MULTILINE)
_SIMPLE = "first | assumption | rfl | contradiction | omega"


class Sprays:
    """Sends one line of automation after another."""

    def act(self, env: Any) -> str:
        """The next line; when all have failed, the cheapest tactic."""
        turn = env.unwrapped.turn
        return SPRAYS[turn] if turn < len(SPRAYS) else "assumption"


class Structural:
    """Takes every goal apart by its outermost sign, and tries to close what is left."""

    def act(self, env: Any) -> str:
        """The first of a few tactics that applies, whichever it is."""
        names = names_of(env.unwrapped.goals)
        tries = " | ".join(f"apply {name}" for name in reversed(names[-8:]))
        return f"{_SIMPLE} | intro x | constructor" + (f" | {tries}" if tries else "") + " | left"


class Search:
    """The embedded automation alone: a backward search of a few tactics, whose proof is sent as one reply."""

    def act(self, env: Any) -> str:
        """The proof that the search finds, else one line of automation."""
        env = env.unwrapped
        if env.turn:
            return "assumption"
        found = search(statement_of(env.task), SEARCH_BUDGET)
        return CLOSE if found is None else "\n".join(found)


def search(statement: Statement, budget: int, checker: ProofChecker | None = None) -> list[str] | None:
    """A proof by introducing, splitting, assuming and applying hypotheses, depth first; None without one."""
    if statement.imports:
        return None
    checker = checker or checker_for("embedded")
    state = checker.check(statement, (), None)
    left = [budget]
    return _search(checker, statement, [], state, left)


def _search(
    checker: ProofChecker, statement: Statement, done: list[str], state: Checked, left: list[int]
) -> list[str] | None:
    if state.status == "proved":
        return done
    if len(done) >= _DEEPEST:
        return None
    for tactic, sure in _moves(state.goals, len(done)):
        if left[0] <= 0:
            return None
        left[0] -= 1
        after = checker.check(statement, done, tactic)
        if after.status == "rejected" or after.goals == state.goals:
            continue
        found = _search(checker, statement, [*done, tactic], after, left)
        if found is not None or sure:
            return found
    return None


def _moves(goals: str, depth: int) -> list[tuple[str, bool]]:
    """(tactic, whether it loses nothing) for the first goal, most promising first."""
    first = goals.partition("\n\n")[0]
    target = first.rpartition("⊢")[2].strip()
    moves = [(_SIMPLE, True)]
    for match in _HYPOTHESIS.finditer(first):
        name, kind = match[1], match[2]
        if " " in name or "✝" in name:
            continue
        sign = _outermost_sign(kind)
        if sign == "∧" or kind.startswith("∃"):
            moves.append((f"rcases {name} with ⟨u{depth}, v{depth}⟩", True))
        elif sign == "∨":
            moves.append((f"rcases {name} with u{depth} | v{depth}", True))
    sign = _outermost_sign(target)
    if sign == "→" or target.startswith(("∀", "¬")):
        moves.append((f"intro x{depth}", True))
    elif sign in ("∧", "↔"):
        moves.append(("constructor", True))
    elif sign == "∨":
        moves += [("left", False), ("right", False)]
    for match in _HYPOTHESIS.finditer(first):
        if " " not in match[1] and ("→" in match[2] or match[2].startswith(("∀", "¬"))):
            moves.append((f"apply {match[1]} <;> try assumption", False))
    if target.startswith("∃"):
        moves += [(f"refine ⟨{name}, ?_⟩", False) for name in names_of(goals)[:-5:-1]]
    return moves


def _outermost_sign(formula: str) -> str:
    """The connective that binds weakest outside parentheses; "" for an atom."""
    depth = 0
    found = ""
    for character in formula:
        depth += (character in "(⟨[{") - (character in ")⟩]}")
        if depth == 0:
            if character in "∀∃":
                break
            if character in "↔→∨∧" and (not found or "↔→∨∧".index(character) < "↔→∨∧".index(found)):
                found = character
    return found


SPRAY = Sprays()
STRUCTURAL = Structural()
SEARCH = Search()
