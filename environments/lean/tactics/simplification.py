"""simp, simpa: what they are given, where they work, and what becomes of the goal."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Hypothesis
from ragen_bench.environments.lean.elaboration.names import find_local, need_local
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, whnf_core
from ragen_bench.environments.lean.elaboration.unification import unify
from ragen_bench.environments.lean.kernel.operations import spine
from ragen_bench.environments.lean.kernel.terms import PROP, Local, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem, out_of_reach
from ragen_bench.environments.lean.tactics.congruence import lemma
from ragen_bench.environments.lean.tactics.normalizing import FALSE, TRUE, Normalizer, Rule
from ragen_bench.environments.lean.tactics.state import Proof

MAX_ROUNDS = 8
_NO_PROGRESS = "simp made no progress"

_KNOWN_AS: dict[str, str] = {
    "and_true": "_and_true",
    "true_and": "_true_and",
    "and_false": "_and_false",
    "false_and": "_false_and",
    "or_true": "_or_true",
    "true_or": "_true_or",
    "or_false": "_or_false",
    "false_or": "_false_or",
    "and_self": "and_self_iff",
    "or_self": "or_self_iff",
    "iff_self": "_iff_self",
    "imp_self": "_imp_self",
    "implies_true": "_imp_true",
    "forall_const": "_imp_true",
    "eq_self_iff_true": "_eq_self",
    "eq_self": "_eq_self",
    "not_true_eq_false": "not_true",
    "not_false_eq_true": "not_false_iff",
    "iff_true": "_iff_true",
    "true_iff": "_true_iff",
    "iff_false": "_iff_false",
    "false_iff": "_false_iff",
    "zero_le": "_zero_le",
    "le_refl": "_le_self",
}
"""Lemmas that Lean states as equations of propositions."""


def simplify(proof: Proof, tactic: ast.Simplify) -> None:
    if tactic.word == "simp_all" and not tactic.removed:
        _simp_all(proof, tactic)
        return
    if tactic.place.everywhere or tactic.removed:
        raise out_of_reach(f"'{tactic.word}' with these options")
    if tactic.word == "simpa":
        _simpa(proof, tactic)
        return
    changed = False
    goals = len(proof.goals)
    for name in tactic.place.names:
        changed = _at_hypothesis(proof, tactic, name) or changed
        if len(proof.goals) < goals:
            return
    if tactic.place.goal:
        changed = _at_goal(proof, _normalizer(proof, tactic, None)) or changed
    if not changed:
        raise Problem(_NO_PROGRESS)


def _simp_all(proof: Proof, tactic: ast.Simplify) -> None:
    """Every hypothesis by all others, and the goal by all of them, until nothing changes."""
    everything = ast.RewriteRule(ast.Name("*"), False)
    each = ast.Simplify("simp", tactic.only, (*tactic.rules, everything), (), ast.Place())
    goals = len(proof.goals)
    progress = False
    for _ in range(MAX_ROUNDS):
        changed = False
        for item in proof.context(proof.main()):
            kind = proof.holes.resolve(item.type)
            if find_local(proof.context(proof.main()), item.name) != item or item.name.endswith("✝"):
                continue
            if infer(proof.holes, kind) == PROP:
                changed = _at_hypothesis(proof, each, item.name) or changed
                if len(proof.goals) < goals:
                    return
        changed = _at_goal(proof, _normalizer(proof, each, None)) or changed
        if len(proof.goals) < goals:
            return
        if not changed:
            break
        progress = True
    if not progress:
        raise Problem("simp_all made no progress")


def _normalizer(proof: Proof, tactic: ast.Simplify, skip: Local | None) -> Normalizer:
    goal = proof.main()
    context = proof.context(goal)
    rules: list[Rule] = []
    for rule in tactic.rules:
        rules += _rules(proof, context, rule, skip)
    return Normalizer(proof.holes, context, rules, not tactic.only, proof.classical)


def _rules(
    proof: Proof, context: tuple[Hypothesis, ...], rule: ast.RewriteRule, skip: Local | None
) -> list[Rule]:
    holes = proof.holes
    syntax = rule.term
    if isinstance(syntax, ast.Name) and syntax.text == "*":
        hypotheses = [item for item in context if item.local != skip]
        found: list[Rule] = []
        for item in hypotheses:
            kind = holes.resolve(item.type)
            if infer(holes, kind) == PROP:
                found += _split(item.local, kind, False)
        return found
    if isinstance(syntax, ast.Name) and find_local(context, syntax.text) is None:
        if syntax.text in ("ne_eq", "Ne", "Not", "gt_iff_lt", "ge_iff_le"):
            return []
        renamed = _KNOWN_AS.get(syntax.text)
        if renamed is not None:
            constant = constants.constant(renamed)
            return [Rule(constant, constants.type_of(constant), rule.reverse)]
        term, fields = proof.elaborator().resolve_name(context, syntax.text)
        if not fields:
            return _split(term, infer(holes, term), rule.reverse)
    elaborator = proof.elaborator()
    term = elaborator.complete(context, syntax, None)
    return _split(term, holes.resolve(infer(holes, term)), rule.reverse)


def _split(term: Term, kind: Term, reverse: bool) -> list[Rule]:
    """A conjunction gives one rule for each side."""
    if head_name(kind) == "And":
        left, right = spine(kind)[1]
        return [
            *_split(lemma("And.left", left, right, term), left, reverse),
            *_split(lemma("And.right", left, right, term), right, reverse),
        ]
    return [Rule(term, kind, reverse)]


def _at_goal(proof: Proof, normalizer: Normalizer) -> bool:
    goal = proof.main()
    claim = proof.claim(goal)
    result, step = normalizer.claim(claim)
    if step is None:
        if result == TRUE:
            proof.fill_main(lemma("True.intro"))
            return True
        return False
    if result == TRUE:
        proof.fill_main(lemma("of_iff_true", claim, step))
        return True
    hole = proof.hole(goal)
    inner = proof.new_goal(hole.context, result, hole.tag)
    proof.fill_main(lemma("Iff.mpr", claim, result, step, inner), [inner])
    return True


def _at_hypothesis(proof: Proof, tactic: ast.Simplify, name: str) -> bool:
    goal = proof.main()
    item = need_local(proof.context(goal), name)
    normalizer = _normalizer(proof, tactic, item.local)
    kind = proof.holes.resolve(item.type)
    result, step = normalizer.claim(kind)
    if step is None:
        return False
    value = lemma("Iff.mp", kind, result, step, item.local)
    if result == FALSE:
        proof.fill_main(lemma("False.elim", proof.claim(goal), value))
        return True
    if result == TRUE:
        proof.replace_main([proof.clear(goal, {item.local.uid})])
        return True
    proof.replace_main([proof.replace_hypothesis(goal, item, result, value)])
    return True


def _simpa(proof: Proof, tactic: ast.Simplify) -> None:
    from ragen_bench.environments.lean.tactics.introducing import assumption

    if tactic.using is None:
        normalizer = _normalizer(proof, tactic, None)
        _at_goal(proof, normalizer)
        if proof.goals and proof.holes.is_open(proof.main().uid):
            assumption(proof)
        return
    goal = proof.main()
    rest = proof.goals[1:]
    context = proof.context(goal)
    normalizer = _normalizer(proof, tactic, None)
    value = proof.elaborator().complete(context, tactic.using, None)
    kind = proof.holes.resolve(whnf_core(proof.holes, infer(proof.holes, value)))
    result, step = normalizer.claim(kind)
    if step is not None:
        value = lemma("Iff.mp", kind, result, step, value)
    proof.goals = [goal]
    _at_goal(proof, _normalizer(proof, tactic, None))
    if proof.goals:
        inner = proof.main()
        claim = proof.claim(inner)
        if result == FALSE:
            value = lemma("False.elim", claim, value)
        elif not unify(proof.holes, result, claim):
            raise proof.elaborator().mismatch(context, value, result, claim)
        proof.fill_main(value)
    proof.goals = rest
