"""rw, rewrite, rwa."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration.forms import substituted, symmetric
from ragen_bench.environments.lean.elaboration.names import need_local
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import unify
from ragen_bench.environments.lean.kernel.operations import spine
from ragen_bench.environments.lean.kernel.terms import PROP, App, Lam, Meta, Pi, Sort, Term, Var
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem, out_of_reach
from ragen_bench.environments.lean.tactics.congruence import carry, lemma
from ragen_bench.environments.lean.tactics.equality import reflexivity
from ragen_bench.environments.lean.tactics.state import Proof


def rewrite(proof: Proof, tactic: ast.Rewrite) -> None:
    if tactic.place.everywhere:
        raise out_of_reach("'rw ... at *'")
    for name in tactic.place.names:
        for rule in tactic.rules:
            _rewrite_hypothesis(proof, rule, name)
    if tactic.place.goal:
        for rule in tactic.rules:
            _rewrite_goal(proof, rule)
    from ragen_bench.environments.lean.tactics.introducing import assumption

    if tactic.word in ("rw", "rwa"):
        proof.attempt(lambda: reflexivity(proof, unfold=False))
    if tactic.word == "rwa":
        assumption(proof)


@dataclass(frozen=True, slots=True)
class _Change:
    """What a rule makes of a claim, and how a proof of one becomes a proof of the other."""

    claim: Term
    backward: Callable[[Term], Term]
    forward: Callable[[Term], Term]
    asked: list[Meta]


def _rewrite_goal(proof: Proof, rule: ast.RewriteRule) -> None:
    goal = proof.main()
    claim = proof.claim(goal)
    change = _prepare(proof, goal, rule, claim, "target")
    hole = proof.hole(goal)
    inner = proof.new_goal(hole.context, change.claim, hole.tag)
    proof.fill_main(change.backward(inner), [inner, *change.asked])


def _rewrite_hypothesis(proof: Proof, rule: ast.RewriteRule, name: str) -> None:
    goal = proof.main()
    item = need_local(proof.context(goal), name)
    kind = proof.holes.resolve(item.type)
    change = _prepare(proof, goal, rule, kind, "hypothesis")
    inner = proof.replace_hypothesis(goal, item, change.claim, change.forward(item.local))
    proof.replace_main([inner, *change.asked])


def _prepare(proof: Proof, goal: Meta, rule: ast.RewriteRule, where: Term, what: str) -> _Change:
    """Finds what the rule rewrites."""
    holes = proof.holes
    context = proof.context(goal)
    elaborator = proof.elaborator()
    equation = elaborator.complete(context, rule.term, None, allow_holes=True)
    kind = whnf_core(holes, infer(holes, equation))
    arguments: list[Meta] = []
    while True:
        if head_name(kind) in ("Eq", "Iff"):
            break
        shown = kind if isinstance(kind, Pi) else whnf(holes, kind)
        if not isinstance(shown, Pi) or head_name(kind) in ("Not", "Ne"):
            raise _no_equation(proof, goal, kind)
        meta = holes.hole(context, shown.domain)
        arguments.append(meta)
        equation = App(equation, meta)
        kind = whnf_core(holes, holes.applied(shown.body, meta))
    equivalence = head_name(kind) == "Iff"
    domain, left, right = (PROP, *spine(kind)[1]) if equivalence else spine(kind)[1]
    if rule.reverse:
        turned = lemma("Iff.symm", left, right, equation)
        equation = turned if equivalence else symmetric(elaborator, equation, domain, left, right)
        left, right = right, left
    pattern = whnf_core(holes, left)
    if isinstance(spine(pattern)[0], Meta):
        raise Problem("tactic 'rewrite' failed, pattern is a metavariable")
    found = find_instance(proof, holes.resolve(pattern), where)
    if found is None:
        place = "target" if what == "target" else "expression"
        shown_pattern = holes.resolve(pattern)
        raise Problem(
            lambda: (
                "tactic 'rewrite' failed, did not find instance of the pattern in the "
                f"{place}\n  {elaborator.show(context, shown_pattern)}"
            )
        )
    # The instance as it stands in the goal: `n + 1` there may be `succ n` in the rule.
    old = found
    variable = holes.variable("x", holes.resolve(domain))
    body = abstract_instances(proof, where, old, variable.local)
    motive = Lam("x", variable.type, holes.bound(body, variable.local))
    left_open = [meta for meta in arguments if isinstance(holes.resolve(meta), Meta)]
    asked = [*left_open, *(meta for meta in elaborator.asked if holes.is_open(meta.uid))]
    new, equation = holes.resolve(right), holes.resolve(equation)
    if equivalence:
        through = carry(holes, variable.local, body, old, new, equation)
        before, after = holes.applied(motive.body, old), holes.applied(motive.body, new)
        return _Change(
            after,
            lambda value: lemma("Iff.mpr", before, after, through, value),
            lambda value: lemma("Iff.mp", before, after, through, value),
            asked,
        )
    domain = holes.resolve(domain)
    back = symmetric(elaborator, equation, domain, old, new)
    return _Change(
        holes.applied(motive.body, new),
        lambda value: substituted(elaborator, motive, domain, new, old, back, value),
        lambda value: substituted(elaborator, motive, domain, old, new, equation, value),
        asked,
    )


def _no_equation(proof: Proof, goal: Meta, kind: Term) -> Problem:
    return Problem(
        lambda: (
            "tactic 'rewrite' failed, equality or iff proof expected\n  "
            + proof.elaborator().show(proof.context(goal), kind)
        )
    )


def find_instance(proof: Proof, pattern: Term, term: Term) -> Term | None:
    """The first subterm that the pattern can become, the whole before its parts; it fills the holes."""
    head, arguments = spine(pattern)
    for candidate in _subterms(term):
        proof.holes.budget.spend()
        other, others = spine(candidate)
        if other == head and len(others) == len(arguments) and unify(proof.holes, pattern, candidate, False):
            return candidate
    return None


def _subterms(term: Term) -> list[Term]:
    """Subterms without loose bound variables, in the order Lean visits them: from the whole to its parts."""
    found: list[Term] = []
    _collect(term, found)
    return found


def _collect(term: Term, found: list[Term]) -> int:
    """Adds closed subterms; returns how many binders around `term` it may speak of."""
    here = len(found)
    loose = 0
    match term:
        case Var(index):
            return index + 1
        case App(function, argument):
            loose = max(_collect(function, found), _collect(argument, found))
        case Lam(_, domain, body) | Pi(_, domain, body):
            loose = max(_collect(domain, found), _collect(body, found) - 1)
        case _:
            pass
    if loose <= 0 and not isinstance(term, Sort):
        found.insert(here, term)
    return loose


def abstract_instances(proof: Proof, term: Term, old: Term, new: Term) -> Term:
    """`term` with every instance of `old` replaced, also where `n + 1` is written as a successor."""
    proof.holes.budget.spend()
    if term == old:
        return new
    match term:
        case App(function, argument):
            return App(
                abstract_instances(proof, function, old, new), abstract_instances(proof, argument, old, new)
            )
        case Lam(name, domain, body):
            return Lam(
                name, abstract_instances(proof, domain, old, new), abstract_instances(proof, body, old, new)
            )
        case Pi(name, domain, body, implicit):
            return Pi(
                name,
                abstract_instances(proof, domain, old, new),
                abstract_instances(proof, body, old, new),
                implicit,
            )
        case _:
            return term
