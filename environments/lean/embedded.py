"""The checker that needs nothing installed: Lean 4's syntax and tactics over a stated prelude.

Every accepted tactic builds a proof term. When no goal is left, the kernel checks the whole term again, so that
an error in the syntax, the elaborator or a tactic can only reject a proof, never accept a wrong one.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from ragen_bench.environments.lean.checking import Checked, Statement, StatementError
from ragen_bench.environments.lean.elaboration.budget import Budget
from ragen_bench.environments.lean.elaboration.elaborator import Elaborator
from ragen_bench.environments.lean.elaboration.holes import Context, Holes, Hypothesis, has_holes
from ragen_bench.environments.lean.elaboration.reduction import is_proposition
from ragen_bench.environments.lean.elaboration.lemmas import Lemma, with_lemmas
from ragen_bench.environments.lean.kernel.checker import KernelError
from ragen_bench.environments.lean.kernel.library import check_proof
from ragen_bench.environments.lean.kernel.terms import Meta, Pi, Term
from ragen_bench.environments.lean.refused import refused_word
from ragen_bench.environments.lean.syntax.lexer import MAX_TEXT
from ragen_bench.environments.lean.syntax.problems import Problem
from ragen_bench.environments.lean.syntax.statement_parser import header
from ragen_bench.environments.lean.syntax.tactic_parser import script
from ragen_bench.environments.lean.tactics.control import run_block
from ragen_bench.environments.lean.tactics.state import Proof as Working

CACHED_STATES = 256
MAX_STEPS = 200
_FRAMES = 12_000
"""Frames that terms within the bounds may need; the bounds, not the interpreter, are to end deep recursion."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A finished proof: both terms are closed and fully explicit, and the kernel has accepted them."""

    statement: Term
    term: Term


@dataclass(frozen=True, slots=True)
class _State:
    """A proof after some steps. `holes` is never changed: each step works on a copy."""

    holes: Holes
    goals: tuple[Meta, ...]
    root: Meta
    variables: Context
    claim: Term
    classical: bool
    shown: str
    verified: bool = False


class EmbeddedChecker:
    """A `ProofChecker` without any process, file or network. States are cached; answers never depend on it."""

    name = "embedded"

    def __init__(self, cached_states: int = CACHED_STATES) -> None:
        self._states: OrderedDict[tuple[Statement, tuple[str, ...]], _State] = OrderedDict()
        self._most = max(1, cached_states)

    def __getstate__(self) -> dict[str, object]:
        # The cache is an aid only: copies and other processes start with an empty one.
        return {"_most": self._most}

    def __setstate__(self, state: dict[str, int]) -> None:
        self._most = state["_most"]
        self._states = OrderedDict()

    def check(self, statement: Statement, accepted: Sequence[str], step: str | None) -> Checked:
        """The state after `accepted` and `step`; see `ProofChecker`."""
        _make_room()
        before = self._after(statement, tuple(accepted))
        if step is None:
            return _report(before)
        if not before.goals:
            return Checked("rejected", before.shown, "no goals to be proved")
        if len(accepted) >= MAX_STEPS:
            return Checked("rejected", before.shown, f"more than {MAX_STEPS} steps")
        try:
            return _report(self._extended(statement, tuple(accepted), before, step))
        except Problem as problem:
            return Checked("rejected", before.shown, problem.message)
        except RecursionError:
            return Checked("rejected", before.shown, "maximum recursion depth has been reached")

    def prove(self, statement: Statement, steps: str | Sequence[str]) -> Proof:
        """The proof that a script builds, for whoever wants to check it elsewhere.

        Args:
            statement: what is proved.
            steps: the tactic block, or several.

        Raises:
            StatementError: the statement cannot be read.
            Problem: a step is rejected, or goals are left.
        """
        _make_room()
        done: tuple[str, ...] = ()
        state = self._after(statement, done)
        for step in (steps,) if isinstance(steps, str) else tuple(steps):
            state = self._extended(statement, done, state, step)
            done = (*done, step)
        if state.goals:
            raise Problem("unsolved goals\n" + state.shown)
        return _closed(state)

    # --- states

    def _after(self, statement: Statement, accepted: tuple[str, ...]) -> _State:
        key = (statement, accepted)
        state = self._states.get(key)
        if state is not None:
            self._states.move_to_end(key)
            return state
        length = len(accepted)
        while length > 0 and (statement, accepted[:length]) not in self._states:
            length -= 1
        state = self._states.get((statement, accepted[:length])) or self._remember(key[0], (), _start(statement))
        for count in range(length, len(accepted)):
            try:
                state = self._extended(statement, accepted[:count], state, accepted[count])
            except Problem as problem:
                raise ValueError(f"accepted step {count + 1} is rejected: {problem.message}") from None
        return state

    def _extended(self, statement: Statement, accepted: tuple[str, ...], before: _State, step: str) -> _State:
        key = (statement, (*accepted, step))
        state = self._states.get(key)
        if state is None:
            state = self._remember(statement, key[1], _run(before, step))
        else:
            self._states.move_to_end(key)
        return state

    def _remember(self, statement: Statement, accepted: tuple[str, ...], state: _State) -> _State:
        self._states[statement, accepted] = state
        while len(self._states) > self._most:
            self._states.popitem(last=False)
        return state


def _make_room() -> None:
    """Lets the bounds of this checker be what ends deep recursion, wherever it is called from."""
    if sys.getrecursionlimit() < _FRAMES:
        sys.setrecursionlimit(_FRAMES)


def _report(state: _State) -> Checked:
    return Checked("open", state.shown, "") if state.goals else Checked("proved", "", "")


def _start(statement: Statement) -> _State:
    try:
        return _elaborated(statement)
    except Problem as problem:
        raise StatementError(f"the statement cannot be read: {problem.message}") from None
    except RecursionError:
        raise StatementError("the statement cannot be read: it is nested too deeply") from None


def _elaborated(statement: Statement) -> _State:
    read = header(statement.text)
    holes = Holes(Budget(), statement.classical)
    elaborator = Elaborator(holes)
    context: Context = ()
    implicit: list[bool] = []
    for binder in read.binders:
        for name in binder.names:
            context = (*context, elaborator.bind(context, binder, name))
            implicit.append(binder.implicit)
    claim = elaborator.type(context, read.claim)
    elaborator.run_delayed()
    elaborator.require_no_natural(context)
    claim = holes.resolve(claim)
    if elaborator.asked or has_holes(claim):
        raise Problem("a hole in the statement", "elaboration")
    if not is_proposition(holes, claim):
        raise Problem("the claim is not a proposition", "elaboration")
    context = tuple(Hypothesis(item.local, holes.resolve(item.type)) for item in context)
    holes.measure(holes.pi_over(context, claim))
    working = Working(holes, (), statement.classical)
    root = working.new_goal(context, claim, "")
    working.goals = [root]
    whole = _quantified(holes, context, implicit, claim)
    return _State(holes, (root,), root, context, whole, statement.classical, working.show_goals())


def _quantified(holes: Holes, context: Context, implicit: list[bool], claim: Term) -> Term:
    for item, hidden in zip(reversed(context), reversed(implicit), strict=True):
        closed = holes.pi_over((item,), claim)
        assert isinstance(closed, Pi)
        claim = Pi(closed.name, closed.domain, closed.body, hidden)
    return claim


def _run(before: _State, step: str) -> _State:
    if len(step) > MAX_TEXT:
        raise Problem(f"the step has {len(step)} characters, the limit is {MAX_TEXT}")
    word = refused_word(step)
    if word is not None:
        raise Problem(f"'{word}' is not allowed in a proof", "refused")
    block = script(step)
    holes = before.holes.copy(Budget())
    working = Working(holes, before.goals, before.classical)
    working.run_block = run_block
    run_block(working, block)
    goals = tuple(working.goals)
    for goal in goals:
        holes.measure(working.claim(goal))
    state = _State(
        holes, goals, before.root, before.variables, before.claim, before.classical, working.show_goals()
    )
    if not goals:
        _closed(state)
    return state


def closed_statement(statement: Statement) -> Term:
    """The claim with its binders, as one closed proposition.

    Raises:
        StatementError: it cannot be read.
    """
    _make_room()
    return _start(statement).claim


def prove_lemma(lemma: Lemma) -> Term:
    """The closed proof of a lemma of the checker's own library."""
    _make_room()
    state = _run(_start(Statement(lemma.header, lemma.classical)), lemma.script)
    if state.goals:
        raise Problem(f"unsolved goals in {lemma.name}\n{state.shown}")
    return _closed(state).term


def _closed(state: _State) -> Proof:
    """The proof term, once the kernel has accepted it."""
    holes = state.holes.copy(Budget(4 * Budget().left))
    body = holes.resolve(state.root)
    if has_holes(body):
        raise Problem("(kernel) declaration has metavariables")
    term = with_lemmas(holes.lambda_over(state.variables, body))
    try:
        check_proof(state.claim, term, state.classical)
    except KernelError as error:
        raise Problem(f"(kernel) {error}", "kernel") from None
    return Proof(state.claim, term)
