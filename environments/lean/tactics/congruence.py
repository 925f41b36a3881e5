"""Equivalence carried through connectives and quantifiers, without propositional extensionality."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Holes, Hypothesis, mentions_local
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, whnf
from ragen_bench.environments.lean.elaboration.unification import replaced
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.terms import PROP, Const, Lam, Local, Pi, Term
from ragen_bench.environments.lean.syntax.printer import mentions
from ragen_bench.environments.lean.syntax.problems import out_of_reach

CONNECTIVES = {"And": "and_congr", "Or": "or_congr", "Iff": "iff_congr"}


def iff(left: Term, right: Term) -> Term:
    return apply(Const("Iff"), left, right)


def iff_refl(claim: Term) -> Term:
    return apply(constants.constant("Iff.refl"), claim)


def lemma(name: str, *arguments: Term) -> Term:
    """A constant applied, its implicit arguments included."""
    return apply(constants.constant(name), *arguments)


def is_implication(holes: Holes, claim: Term) -> bool:
    """The claim is A → B of propositions, B without the proof of A."""
    return (
        isinstance(claim, Pi)
        and not mentions(claim.body, 0)
        and whnf(holes, infer(holes, claim.domain)) == PROP
    )


def carry(holes: Holes, variable: Local, body: Term, old: Term, new: Term, proof: Term) -> Term:
    """From `proof : old ↔ new`, a proof of body[old] ↔ body[new], where `variable` stands for the hole."""
    holes.budget.enter()
    holes.budget.spend(5)
    result = _carry(holes, variable, body, old, new, proof)
    holes.budget.leave()
    return result


def _carry(holes: Holes, variable: Local, body: Term, old: Term, new: Term, proof: Term) -> Term:
    if body == variable:
        return proof
    if not mentions_local(body, variable.uid):
        return iff_refl(body)

    def before(term: Term) -> Term:
        return replaced(term, variable, old)

    def after(term: Term) -> Term:
        return replaced(term, variable, new)

    name, arguments = head_name(body), spine(body)[1]
    if name in CONNECTIVES and len(arguments) == 2:
        first, second = arguments
        parts = [carry(holes, variable, part, old, new, proof) for part in arguments]
        return lemma(CONNECTIVES[name], before(first), before(second), after(first), after(second), *parts)
    if name == "Not" and len(arguments) == 1:
        inner = carry(holes, variable, arguments[0], old, new, proof)
        return lemma("not_congr", before(arguments[0]), after(arguments[0]), inner)
    if name == "Exists" and isinstance(arguments[1], Lam):
        return quantified(
            holes,
            "exists_congr",
            arguments[1],
            lambda item, claim: carry(holes, variable, claim, old, new, proof),
            before,
            after,
        )
    if isinstance(body, Pi):
        if is_implication(holes, body):
            result = holes.applied(body.body, Const("True.intro"))
            left = carry(holes, variable, body.domain, old, new, proof)
            right = carry(holes, variable, result, old, new, proof)
            ends = (before(body.domain), before(result), after(body.domain), after(result))
            return lemma("imp_congr", *ends, left, right)
        if not mentions_local(body.domain, variable.uid):
            return quantified(
                holes,
                "forall_congr'",
                Lam(body.name, body.domain, body.body),
                lambda item, claim: carry(holes, variable, claim, old, new, proof),
                before,
                after,
            )
    raise out_of_reach("rewriting a proposition inside of a predicate")


def quantified(
    holes: Holes,
    name: str,
    predicate: Lam,
    inside: Callable[[Hypothesis, Term], Term],
    before: Callable[[Term], Term],
    after: Callable[[Term], Term],
) -> Term:
    """The congruence lemma of a quantifier, with the proof for the body from `inside`."""
    item = holes.variable(predicate.name, predicate.domain)
    claim = holes.applied(predicate.body, item.local)
    inner = inside(item, claim)

    def closed(term: Term) -> Term:
        return Lam(predicate.name, predicate.domain, holes.bound(term, item.local))

    return lemma(name, predicate.domain, closed(before(claim)), closed(after(claim)), closed(inner))
