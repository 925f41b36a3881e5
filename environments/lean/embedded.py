"""The checker that needs nothing installed: Lean 4's syntax and tactics over a stated prelude.

Every accepted tactic builds a proof term. When no goal is left, the kernel checks the whole term again, so
that an error in the syntax, the elaborator or a tactic can only reject a proof, never accept a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragen_bench.environments.lean.checking import Checked, Statement, StatementError
from ragen_bench.environments.lean.elaboration.budget import CLOSING_DEPTH, CLOSING_WORK, Budget
from ragen_bench.environments.lean.elaboration.elaborator import Elaborator
from ragen_bench.environments.lean.elaboration.holes import Context, Holes, Hypothesis, has_holes
from ragen_bench.environments.lean.elaboration.lemmas import Lemma, with_lemmas
from ragen_bench.environments.lean.elaboration.reduction import is_proposition
from ragen_bench.environments.lean.kernel.checker import KernelError
from ragen_bench.environments.lean.kernel.meter import make_room
from ragen_bench.environments.lean.kernel.terms import Meta, Pi, Term
from ragen_bench.environments.lean.kernel.theorems import check_proof
from ragen_bench.environments.lean.refused import refused_word
from ragen_bench.environments.lean.syntax.lexer import MAX_TEXT
from ragen_bench.environments.lean.syntax.problems import Problem
from ragen_bench.environments.lean.syntax.statement_parser import header
from ragen_bench.environments.lean.syntax.tactic_parser import script
from ragen_bench.environments.lean.tactics.control import run_block
from ragen_bench.environments.lean.tactics.state import Proof as Working

CACHED_STATES = 256
MAX_STEPS = 200
MAX_MESSAGE = 2_000
MANY_HOLES = 500
"""Above this a state is rid of what it no longer needs before it is kept."""

_FRAMES = 12_000
"""Frames that terms within the bounds may need: bounds, not the interpreter, are to end deep recursion."""


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
    """A `ProofChecker` without process, file or network. States are cached; no answer depends on that."""

    name = "embedded"

    def __init__(self, cached_states: int = CACHED_STATES) -> None:
        self._states: dict[tuple[Statement, tuple[str, ...]], _State] = {}
        self._most = max(1, cached_states)

    def __getstate__(self) -> dict[str, object]:
        # The cache is an aid only: copies and other processes start with an empty one.
        return {"_most": self._most}

    def __setstate__(self, state: dict[str, int]) -> None:
        self._most = state["_most"]
        self._states = {}

    def check(self, statement: Statement, accepted: Sequence[str], step: str | None) -> Checked:
        """The state after `accepted` and `step`; see `ProofChecker`."""
        make_room(_FRAMES)
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
            return Checked("rejected", before.shown, _cut(problem.message))
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
        make_room(_FRAMES)
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
        state = self._known(key)
        if state is not None:
            return state
        length = len(accepted)
        while length > 0 and (statement, accepted[:length]) not in self._states:
            length -= 1
        state = self._states.get((statement, accepted[:length])) or self._remember(
            key[0], (), _start(statement)
        )
        for count in range(length, len(accepted)):
            try:
                state = self._extended(statement, accepted[:count], state, accepted[count])
            except Problem as problem:
                raise ValueError(f"accepted step {count + 1} is rejected: {problem.message}") from None
        return state

    def _extended(self, statement: Statement, accepted: tuple[str, ...], before: _State, step: str) -> _State:
        key = (statement, (*accepted, step))
        return self._known(key) or self._remember(statement, key[1], _run(before, step))

    def _known(self, key: tuple[Statement, tuple[str, ...]]) -> _State | None:
        # Taken out and put back, so that two threads can do it at once.
        state = self._states.pop(key, None)
        if state is not None:
            self._states[key] = state
        return state

    def _remember(self, statement: Statement, accepted: tuple[str, ...], state: _State) -> _State:
        self._states[statement, accepted] = state
        while len(self._states) > self._most:
            self._states.pop(next(iter(self._states)), None)
        return state


def _cut(message: str) -> str:
    return message if len(message) <= MAX_MESSAGE else message[:MAX_MESSAGE] + " …"


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
    if len(holes.local_types) + len(holes.declared) > MANY_HOLES:
        holes.compact(before.root, goals)
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
    make_room(_FRAMES)
    return _start(statement).claim


def prove_lemma(lemma: Lemma) -> Term:
    """The closed proof of a lemma of the checker's own library; it may name other lemmas."""
    make_room(_FRAMES)
    state = _run(_start(Statement(lemma.header, lemma.classical)), lemma.script)
    if state.goals:
        raise Problem(f"unsolved goals in {lemma.name}\n{state.shown}")
    return _assembled(state)


def _assembled(state: _State) -> Term:
    """The proof term, in which lemmas are still named."""
    holes = state.holes.copy(Budget(CLOSING_WORK, CLOSING_DEPTH))
    body = holes.resolve(state.root)
    if has_holes(body):
        raise Problem("(kernel) declaration has metavariables")
    return holes.lambda_over(state.variables, body)


def _closed(state: _State) -> Proof:
    """The proof, once the kernel has accepted it."""
    term = with_lemmas(_assembled(state))
    try:
        check_proof(state.claim, term, state.classical)
    except KernelError as error:
        raise Problem(f"(kernel) {error}", "kernel") from None
    return Proof(state.claim, term)
