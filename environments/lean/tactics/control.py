"""Running tactics: which function a tactic is, and the tactics that run others."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.lean.kernel.terms import Meta
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import LimitReached, Problem, out_of_reach
from ragen_bench.environments.lean.tactics import (
    closing,
    deciding,
    equality,
    hypotheses,
    introducing,
    rewriting,
    splitting,
)
from ragen_bench.environments.lean.tactics.state import Proof

TACTIC_COST = 50
"""Work that any tactic counts as, whatever it does."""

MAX_REPEAT = 256

_PLAIN: dict[str, Callable[[Proof], None]] = {
    "assumption": introducing.assumption,
    "exfalso": introducing.exfalso,
    "constructor": lambda proof: splitting.constructor(proof, "constructor"),
    "left": lambda proof: splitting.constructor(proof, "left"),
    "right": lambda proof: splitting.constructor(proof, "right"),
    "contradiction": closing.contradiction,
    "trivial": closing.trivial,
    "rfl": equality.reflexivity,
    "symm": equality.symmetry,
    "decide": deciding.decide,
    "skip": lambda proof: None,
}


def run_block(proof: Proof, block: ast.Block) -> None:
    """Runs the tactics one after the other."""
    for tactic in block.tactics:
        run(proof, tactic)


def run(proof: Proof, tactic: ast.Tactic) -> None:
    """Runs one tactic on the first goal."""
    budget = proof.holes.budget
    budget.enter()
    budget.spend(TACTIC_COST)
    _dispatch(proof, tactic)
    # Filling one goal may fill others that it speaks of.
    proof.goals = _open(proof, proof.goals)
    budget.leave()


def _dispatch(proof: Proof, tactic: ast.Tactic) -> None:
    match tactic:
        case ast.Plain("done"):
            if proof.goals:
                raise proof.unsolved()
        case ast.Plain("omega"):
            from ragen_bench.environments.lean.tactics.arithmetic import omega

            proof.main()
            omega(proof)
        case ast.Plain("and_intros"):
            raise out_of_reach("the tactic 'and_intros'")
        case ast.Plain(name):
            if name != "skip":
                proof.main()
            _PLAIN[name](proof)
        case ast.OutOfReach(name):
            raise out_of_reach(f"the tactic '{name}'")
        case ast.Intro():
            introducing.intro(proof, tactic)
        case ast.GiveTerm():
            introducing.give(proof, tactic)
        case ast.Exists():
            introducing.exists(proof, tactic)
        case ast.HaveTactic():
            hypotheses.have(proof, tactic)
        case ast.Obtain():
            splitting.obtain(proof, tactic)
        case ast.Split():
            splitting.split_tactic(proof, tactic)
        case ast.Rewrite():
            rewriting.rewrite(proof, tactic)
        case ast.Simplify():
            from ragen_bench.environments.lean.tactics.simplification import simplify

            proof.main()
            simplify(proof, tactic)
        case ast.Unfold():
            hypotheses.unfold(proof, tactic)
        case ast.OnNames():
            hypotheses.on_names(proof, tactic)
        case ast.ByCases():
            closing.by_cases(proof, tactic)
        case ast.Specialize():
            hypotheses.specialize(proof, tactic)
        case ast.Calculate(chain):
            introducing.exact(proof, chain)
        case ast.Focus(block):
            _focus(proof, proof.main(), block)
        case ast.OnGoal():
            _on_goal(proof, tactic)
        case ast.Wrapped():
            _wrapped(proof, tactic)
        case ast.First(alternatives):
            _first(proof, alternatives)
        case ast.Then(first, second):
            _then(proof, first, second)


def _focus(proof: Proof, goal: Meta, block: ast.Block) -> None:
    """Runs a block on one goal, which it must close; the others stay as they are."""
    rest = [other for other in proof.goals if other != goal]
    proof.goals = [goal]
    run_block(proof, block)
    if proof.goals:
        raise proof.unsolved()
    proof.goals = _open(proof, rest)


def _open(proof: Proof, goals: list[Meta]) -> list[Meta]:
    return [goal for goal in goals if proof.holes.is_open(goal.uid)]


def _on_goal(proof: Proof, tactic: ast.OnGoal) -> None:
    goal = proof.main()
    if tactic.tag and tactic.tag != "_":
        found = [other for other in proof.goals if proof.hole(other).tag == tactic.tag]
        found += [other for other in proof.goals if proof.hole(other).tag.endswith(f".{tactic.tag}")]
        found += [other for other in proof.goals if proof.hole(other).tag.startswith(f"{tactic.tag}.")]
        if not found:
            raise Problem(f"tag '{tactic.tag}' not found")
        goal = found[0]
    rest = [other for other in proof.goals if other != goal]
    proof.goals = [goal]
    if tactic.names:
        run(proof, ast.OnNames("rename_i", tactic.names))
    run_block(proof, tactic.block)
    if proof.goals:
        raise proof.unsolved()
    proof.goals = _open(proof, rest)


def _wrapped(proof: Proof, tactic: ast.Wrapped) -> None:
    block = tactic.block
    match tactic.word:
        case "":
            run_block(proof, block)
        case "try":
            proof.attempt(lambda: run_block(proof, block))
        case "repeat":
            _repeat(proof, block)
        case "all_goals":
            _on_all(proof, block, must=True)
        case "any_goals":
            _on_all(proof, block, must=False)
        case _:
            goal = proof.main()
            rest = proof.goals[1:]
            proof.goals = [goal]
            run_block(proof, block)
            proof.goals = proof.goals + _open(proof, rest)


def _repeat(proof: Proof, block: ast.Block) -> None:
    for _ in range(MAX_REPEAT):
        if not proof.attempt(lambda: run_block(proof, block)):
            return
    raise LimitReached("maximum recursion depth has been reached")


def _on_all(proof: Proof, block: ast.Block, must: bool) -> None:
    goals, left, succeeded = proof.goals, [], False
    for goal in goals:
        if not proof.holes.is_open(goal.uid):
            continue
        proof.goals = [goal]
        if must:
            run_block(proof, block)
        else:
            succeeded = proof.attempt(lambda: run_block(proof, block)) or succeeded
        left += proof.goals
    proof.goals = _open(proof, left)
    if not must and not succeeded:
        raise Problem("failed on all goals")


def _first(proof: Proof, alternatives: tuple[ast.Block, ...]) -> None:
    last: Problem | None = None
    for block in alternatives:
        mark, goals = proof.holes.mark(), list(proof.goals)
        try:
            run_block(proof, block)
        except LimitReached:
            raise
        except Problem as problem:
            proof.holes.undo(mark)
            proof.goals = goals
            last = problem
            continue
        return
    assert last is not None
    raise last


def _then(proof: Proof, first: ast.Tactic, second: ast.Tactic) -> None:
    goal = proof.main()
    rest = proof.goals[1:]
    proof.goals = [goal]
    run(proof, first)
    made, left = proof.goals, []
    for inner in made:
        if not proof.holes.is_open(inner.uid):
            continue
        proof.goals = [inner]
        run(proof, second)
        left += proof.goals
    proof.goals = _open(proof, [*left, *rest])
