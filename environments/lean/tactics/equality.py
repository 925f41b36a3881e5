"""rfl, symm, subst."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.forms import substituted, symmetric
from ragen_bench.environments.lean.elaboration.holes import Hypothesis, mentions_local
from ragen_bench.environments.lean.elaboration.names import need_local
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import offset_of, unify, with_offset
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import Const, Lam, Local, Meta, Term
from ragen_bench.environments.lean.syntax.problems import Problem
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

    Equations between numbers are taken apart first: n + 1 = m + 1 becomes n = m, 0 = n + 1 closes the goal.
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
        if item.local.uid != old.uid
        and mentions_local(holes.resolve(item.type), old.uid)
        and item.local != equation
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
        turned = apply(
            Const("Eq.symm", (1,)), NAT, with_offset(None, 0), with_offset(second, two - common), value
        )
        contradiction = apply(constants.constant("Nat.succ_ne_zero"), inner, turned)
    return apply(constants.constant("False.elim"), proof.claim(goal), contradiction)
