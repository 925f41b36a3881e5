"""rfl, symm, subst, rw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.forms import substituted, symmetric
from ragen_bench.environments.lean.elaboration.holes import Hypothesis, mentions_local
from ragen_bench.environments.lean.elaboration.names import need_local
from ragen_bench.environments.lean.elaboration.reduction import (
    NAT,
    apply,
    head_name,
    infer,
    spine,
    whnf,
    whnf_core,
)
from ragen_bench.environments.lean.elaboration.unification import offset_of, unify, with_offset
from ragen_bench.environments.lean.kernel.terms import PROP, App, Const, Lam, Local, Meta, Pi, Sort, Term, Var
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem, out_of_reach
from ragen_bench.environments.lean.tactics.congruence import carry, lemma
from ragen_bench.environments.lean.tactics.state import Branch, Proof

_REFLEXIVE = {"Eq": "Eq.refl", "Iff": "Iff.refl", "Nat.le": "Nat.le_refl"}


def reflexivity(proof: Proof, unfold: bool = True) -> None:
    """Closes a = a, p ↔ p, n ≤ n. Without `unfold`, the sides must be the same as written."""
    goal = proof.main()
    kind = whnf_core(proof.holes, proof.claim(goal))
    if head_name(kind) not in _REFLEXIVE:
        kind = whnf(proof.holes, kind)
    name = _REFLEXIVE.get(head_name(kind), "")
    if not constants.known(name):
        raise Problem(
            "The rfl tactic failed. Possible reasons:\n"
            "- The goal is not a reflexive relation (neither `=` nor a relation with a @[refl] lemma).\n"
            "- The arguments of the relation are not equal."
        )
    left, right = spine(kind)[1][-2:]
    if not unify(proof.holes, left, right, unfold):
        elaborator, context = proof.elaborator(), proof.context(goal)
        raise Problem(
            lambda: (
                f"tactic 'rfl' failed, the left-hand side\n  {elaborator.show(context, left)}\n"
                f"is not definitionally equal to the right-hand side\n  {elaborator.show(context, right)}"
            )
        )
    proof.fill_main(_refl(proof, name, kind, left))


def _refl(proof: Proof, name: str, kind: Term, side: Term) -> Term:
    head, arguments = spine(kind)
    if name == "Eq.refl":
        level = head.levels if isinstance(head, Const) else (1,)
        return apply(Const("Eq.refl", level), arguments[0], side)
    return apply(constants.constant(name), side)


def symmetry(proof: Proof) -> None:
    goal = proof.main()
    kind = whnf_core(proof.holes, proof.claim(goal))
    name = {"Eq": "Eq.symm", "Iff": "Iff.symm", "Ne": "Ne.symm"}.get(head_name(kind), "")
    if not constants.known(name):
        raise Problem("tactic 'symm' failed: no symmetry lemma for the goal")
    head, arguments = spine(kind)
    *first, left, right = arguments
    hole = proof.hole(goal)
    inner = proof.new_goal(hole.context, apply(head, *first, right, left), hole.tag)
    levels = head.levels if isinstance(head, Const) and head.name != "Iff" else ()
    proof.fill_main(apply(Const(name, levels), *first, right, left, inner), [inner])


# --- substitution


def subst(proof: Proof, names: tuple[str, ...]) -> None:
    for name in names:
        goal = proof.main()
        item = need_local(proof.context(goal), name)
        if head_name(whnf_core(proof.holes, item.type)) != "Eq":
            proof.replace_main([_subst_variable(proof, goal, item)])
            continue
        branches = substitute(proof, goal, item.local, unify_constructors=False)
        proof.replace_main([branch.goal for branch in branches])


def _subst_variable(proof: Proof, goal: Meta, item: Hypothesis) -> Meta:
    """`subst x`: finds an equation for the variable."""
    for other in reversed(proof.context(goal)):
        kind = whnf_core(proof.holes, other.type)
        if head_name(kind) == "Eq" and item.local in spine(kind)[1][-2:]:
            return substitute(proof, goal, other.local, unify_constructors=False)[0].goal
    raise Problem(f"tactic 'subst' failed, no equation for '{item.name}'")


def substitute(proof: Proof, goal: Meta, equation: Term, unify_constructors: bool = True) -> list[Branch]:
    """Uses `equation : a = b` up: a variable on one side is replaced by the other side everywhere.

    Equations between numbers are taken apart first: n + 1 = m + 1 becomes n = m, and 0 = n + 1 closes the goal.
    """
    holes = proof.holes
    kind = holes.resolve(whnf_core(holes, infer(holes, equation)))
    if head_name(kind) != "Eq":
        raise Problem("tactic 'subst' failed, argument must be an equality proof")
    domain, left, right = spine(kind)[1]
    for old, new, turned in ((right, left, False), (left, right, True)):
        if isinstance(old, Local) and not mentions_local(new, old.uid) and _is_variable(proof, goal, old):
            return [_replace_variable(proof, goal, equation, domain, old, new, turned)]
    if left == right:
        if isinstance(equation, Local):
            return [Branch(proof.clear(goal, {equation.uid}))]
        return [Branch(goal)]
    if unify_constructors and domain == NAT:
        return _numbers(proof, goal, equation, left, right)
    raise Problem(
        lambda: (
            "tactic 'subst' failed, variable expected on one side of\n  "
            + proof.elaborator().show(proof.context(goal), kind)
        )
    )


def _is_variable(proof: Proof, goal: Meta, local: Local) -> bool:
    return any(item.local.uid == local.uid for item in proof.context(goal))


def _replace_variable(
    proof: Proof, goal: Meta, equation: Term, domain: Term, old: Local, new: Term, turned: bool
) -> Branch:
    """Replaces `old` by `new`; `turned` when the equation reads old = new."""
    holes = proof.holes
    if isinstance(equation, Local) and _is_variable(proof, goal, equation):
        # The equation itself speaks of the variable: it is kept as a term and dropped from the context.
        item = next(item for item in proof.context(goal) if item.local.uid == equation.uid)
        if mentions_local(proof.claim(goal), item.local.uid):
            raise Problem("tactic 'subst' failed: the goal depends on the equation")
    dependent = [
        item.local
        for item in proof.context(goal)
        if item.local.uid != old.uid and mentions_local(holes.resolve(item.type), old.uid) and item.local != equation
    ]
    outer, reverted = proof.revert(goal, dependent) if dependent else (goal, [])
    hole = proof.hole(outer)
    gone = {old.uid} | ({equation.uid} if isinstance(equation, Local) else set())
    # Where the replacement was introduced after the variable, the context stays in order without it.
    context = tuple(item for item in hole.context if item.local.uid not in gone)
    claim = proof.claim(outer)
    motive = Lam(old.name, domain, holes.bound(claim, old))
    inner = proof.new_goal(context, holes.applied(motive.body, new), hole.tag)
    # The motive is to hold of the old variable: new = old is what is needed.
    step = symmetric_if(proof, equation, domain, old, new, turned)
    holes.fill(outer.uid, substituted(proof.elaborator(), motive, domain, new, old, step, inner))
    opened, moved = proof.introduce_again(inner, reverted)
    return Branch(opened, moved)


def symmetric_if(proof: Proof, equation: Term, domain: Term, old: Term, new: Term, turned: bool) -> Term:
    """A proof of new = old from one of old = new when `turned`, else the equation itself."""
    return symmetric(proof.elaborator(), equation, domain, old, new) if turned else equation


def _numbers(proof: Proof, goal: Meta, equation: Term, left: Term, right: Term) -> list[Branch]:
    holes = proof.holes
    first, one = offset_of(holes, left)
    second, two = offset_of(holes, right)
    if (first is None and one < two) or (second is None and two < one):
        proof.holes.fill(goal.uid, absurd_equation(proof, goal, equation, left, right))
        return []
    if one == 0 or two == 0:
        raise Problem("dependent elimination failed, failed to solve equation of natural numbers")
    common = min(one, two)
    smaller_left, smaller_right = with_offset(first, one - common), with_offset(second, two - common)
    value = equation
    for count in range(common):
        value = apply(
            constants.constant("Nat.succ.inj"),
            with_offset(first, one - count - 1),
            with_offset(second, two - count - 1),
            value,
        )
    if isinstance(equation, Local) and _is_variable(proof, goal, equation):
        kind = apply(Const("Eq", (1,)), NAT, smaller_left, smaller_right)
        inner, variable = proof.assert_value(goal, equation.name, kind, value)
        inner = proof.clear(inner, {equation.uid})
        return substitute(proof, inner, variable.local)
    kind = apply(Const("Eq", (1,)), NAT, smaller_left, smaller_right)
    inner, variable = proof.assert_value(goal, "this✝", kind, value)
    return substitute(proof, inner, variable.local)


def absurd_equation(proof: Proof, goal: Meta, equation: Term, left: Term, right: Term) -> Term:
    """A proof of the goal from an equation such as 0 = n + 1 or n + 2 = 1."""
    holes = proof.holes
    first, one = offset_of(holes, left)
    second, two = offset_of(holes, right)
    common = min(one, two)
    value = equation
    for count in range(common):
        value = apply(
            constants.constant("Nat.succ.inj"),
            with_offset(first, one - count - 1),
            with_offset(second, two - count - 1),
            value,
        )
    if one - common > 0:
        inner = with_offset(first, one - common - 1)
        contradiction = apply(constants.constant("Nat.succ_ne_zero"), inner, value)
    else:
        inner = with_offset(second, two - common - 1)
        turned = apply(Const("Eq.symm", (1,)), NAT, with_offset(None, 0), with_offset(second, two - common), value)
        contradiction = apply(constants.constant("Nat.succ_ne_zero"), inner, turned)
    return apply(constants.constant("False.elim"), proof.claim(goal), contradiction)


# --- rewriting


def rewrite(proof: Proof, tactic: ast.Rewrite) -> None:
    if tactic.place.everywhere:
        raise out_of_reach("'rw ... at *'")
    for name in tactic.place.names:
        for rule in tactic.rules:
            _rewrite_hypothesis(proof, rule, name)
    if tactic.place.goal:
        for rule in tactic.rules:
            _rewrite_goal(proof, rule)
    from ragen_bench.environments.lean.tactics.control import attempt
    from ragen_bench.environments.lean.tactics.introducing import assumption

    if tactic.word in ("rw", "rwa"):
        attempt(proof, lambda: reflexivity(proof, unfold=False))
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
    inner = replace_hypothesis(proof, goal, item, change.claim, change.forward(item.local))
    proof.replace_main([inner, *change.asked])


def replace_hypothesis(proof: Proof, goal: Meta, item: Hypothesis, kind: Term, value: Term) -> Meta:
    """Gives a hypothesis a new type and proof; it stays in its place, unless others depend on it."""
    proof.holes.measure(kind)
    hole = proof.hole(goal)
    variable = proof.holes.variable(item.name, kind)
    if mentions_local(proof.claim(goal), item.local.uid) or any(
        mentions_local(proof.holes.resolve(other.type), item.local.uid) for other in hole.context
    ):
        context = (*hole.context, variable)
    else:
        context = tuple(variable if other is item else other for other in hole.context)
    inner = proof.new_goal(context, hole.type, hole.tag)
    function = proof.holes.abstracted(hole.context, (variable,), inner, hole.type)
    proof.holes.fill(goal.uid, App(function, value))
    return inner


def _prepare(
    proof: Proof, goal: Meta, rule: ast.RewriteRule, where: Term, what: str
) -> _Change:
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
            given = kind
            raise Problem(
                lambda: (
                    "tactic 'rewrite' failed, equality or iff proof expected\n  "
                    + elaborator.show(context, given)
                )
            )
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
        shown_pattern = holes.resolve(pattern)
        raise Problem(
            lambda: (
                "tactic 'rewrite' failed, did not find instance of the pattern in the "
                f"{'target' if what == 'target' else 'expression'}\n  {elaborator.show(context, shown_pattern)}"
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


def find_instance(proof: Proof, pattern: Term, term: Term) -> Term | None:
    """The first subterm, arguments after functions, that the pattern can become; its holes are filled by it."""
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
