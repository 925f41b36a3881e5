"""contradiction, trivial, by_cases, by_contra."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Hypothesis
from ragen_bench.environments.lean.elaboration.reduction import head_name, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import offset_of, unify
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import PROP, App, Const, Lam, Meta, Pi, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem
from ragen_bench.environments.lean.tactics.equality import absurd_equation, reflexivity
from ragen_bench.environments.lean.tactics.state import Proof

_FALSE = Const("False")


def contradiction(proof: Proof) -> None:
    goal = proof.main()
    for item in proof.context(goal):
        proof.holes.budget.spend()
        found = _refuted(proof, goal, item)
        if found is not None:
            proof.fill_main(found)
            return
    raise Problem("tactic 'contradiction' failed")


def _refuted(proof: Proof, goal: Meta, item: Hypothesis) -> Term | None:
    """A proof of the goal from one hypothesis that cannot hold, alone or beside another."""
    holes = proof.holes
    kind = holes.resolve(whnf_core(holes, item.type))
    name = head_name(kind)
    if name == "False":
        return _from_false(proof, goal, item.local)
    if name == "Eq" and spine(kind)[1][0] == NAT:
        left, right = spine(kind)[1][1:]
        first, one = offset_of(holes, left)
        second, two = offset_of(holes, right)
        if (first is None and one < two) or (second is None and two < one):
            return absurd_equation(proof, goal, item.local, left, right)
    if name == "Ne" or (name == "Not" and head_name(spine(kind)[1][0]) == "Eq"):
        equation = spine(kind)[1] if name == "Ne" else spine(spine(kind)[1][0])[1]
        domain, left, right = equation
        if unify(holes, left, right):
            same = apply(Const("Eq.refl", (1,)), domain, left)
            return _from_false(proof, goal, App(item.local, same))
    if name in ("Not", "Ne"):
        kind = whnf(holes, kind)
    if isinstance(kind, Pi) and kind.body == _FALSE:
        for other in proof.context(goal):
            holes.budget.spend()
            if unify(holes, other.type, kind.domain):
                return _from_false(proof, goal, App(item.local, other.local))
    return None


def _from_false(proof: Proof, goal: Meta, proof_of_false: Term) -> Term:
    return apply(constants.constant("False.elim"), proof.claim(goal), proof_of_false)


def trivial(proof: Proof) -> None:
    """What Lean's `trivial` tries, in the same order as far as it is known here."""
    from ragen_bench.environments.lean.tactics.deciding import decide
    from ragen_bench.environments.lean.tactics.introducing import assumption

    attempts: tuple[Callable[[], None], ...] = (
        lambda: assumption(proof),
        lambda: reflexivity(proof),
        lambda: contradiction(proof),
        lambda: decide(proof),
        lambda: _true(proof),
        lambda: _both(proof),
    )
    if not any(proof.attempt(action) for action in attempts):
        raise Problem("tactic 'trivial' failed")


def _true(proof: Proof) -> None:
    if head_name(whnf(proof.holes, proof.claim(proof.main()))) != "True":
        raise Problem("tactic 'trivial' failed")
    proof.fill_main(Const("True.intro"))


def _both(proof: Proof) -> None:
    goal = proof.main()
    kind = whnf(proof.holes, proof.claim(goal))
    if head_name(kind) != "And":
        raise Problem("tactic 'trivial' failed")
    proof.holes.budget.enter()
    context = proof.context(goal)
    goals = [proof.new_goal(context, side, "") for side in spine(kind)[1]]
    rest = proof.goals[1:]
    proof.fill_main(apply(Const("And.intro"), *spine(kind)[1], *goals))
    for inner in goals:
        proof.goals = [inner]
        trivial(proof)
    proof.goals = rest
    proof.holes.budget.leave()


# --- by excluded middle


def by_cases(proof: Proof, tactic: ast.ByCases) -> None:
    goal = proof.main()
    context = proof.context(goal)
    if not proof.classical:
        raise Problem(f"tactic '{tactic.word}' failed: excluded middle is not allowed for this theorem")
    elaborator = proof.elaborator()
    claim = proof.claim(goal)
    if tactic.word == "by_contra":
        _by_contradiction(proof, goal, tactic, claim)
        return
    assert tactic.term is not None
    case = elaborator.complete(context, tactic.term, PROP)
    elaborator.require_no_natural(context)
    negation = apply(Const("Not"), case)
    hole = proof.hole(goal)
    goals: list[Meta] = []
    functions: list[Term] = []
    for assumed, tag in ((case, "pos"), (negation, "neg")):
        variable = proof.holes.variable(tactic.name, assumed)
        inner = proof.new_goal((*context, variable), claim, tag if not hole.tag else f"{hole.tag}.{tag}")
        goals.append(inner)
        functions.append(proof.holes.abstracted(context, (variable,), inner, claim))
    middle = apply(constants.constant("Classical.em"), case)
    motive = Lam("t", apply(Const("Or"), case, negation), claim)
    term = apply(Const("Or.rec"), case, negation, motive, *functions, middle)
    proof.fill_main(term, goals)


def _by_contradiction(proof: Proof, goal: Meta, tactic: ast.ByCases, claim: Term) -> None:
    hole = proof.hole(goal)
    negation: Term = apply(Const("Not"), claim)
    inner_claim = claim
    shown = whnf_core(proof.holes, claim)
    if head_name(shown) == "Not":
        # `by_contra h` on ¬p assumes p, and excluded middle is not needed.
        negation = spine(shown)[1][0]
    if tactic.term is not None:
        elaborator = proof.elaborator()
        written = elaborator.complete(hole.context, tactic.term, None)
        if not unify(proof.holes, written, negation):
            raise elaborator.mismatch(hole.context, written, written, negation)
        negation = proof.holes.resolve(written)
    variable = proof.holes.variable(tactic.name, proof.holes.resolve(negation))
    inner = proof.new_goal((*hole.context, variable), _FALSE, hole.tag)
    function = proof.holes.abstracted(hole.context, (variable,), inner, _FALSE)
    if head_name(shown) == "Not":
        proof.fill_main(function, [inner])
    else:
        lemma = constants.constant("Classical.byContradiction")
        proof.fill_main(apply(lemma, inner_claim, function), [inner])
