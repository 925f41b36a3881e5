"""have, suffices, specialize, clear, revert, rename_i, unfold."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration.application import applied
from ragen_bench.environments.lean.elaboration.holes import Context, Hypothesis
from ragen_bench.environments.lean.elaboration.names import need_local
from ragen_bench.environments.lean.elaboration.reduction import infer, unfold_head
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Meta, Pi, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem, out_of_reach
from ragen_bench.environments.lean.tactics.state import Proof


def have(proof: Proof, tactic: ast.HaveTactic) -> None:
    """`have h : T := e`; without value, T becomes the first goal. `suffices` turns the order round."""
    goal = proof.main()
    context = proof.context(goal)
    if tactic.type is None:
        _have_untyped(proof, goal, tactic)
        return
    elaborator = proof.elaborator()
    variables: list[Hypothesis] = []
    inner: Context = context
    for binder in tactic.binders:
        for name in binder.names:
            variable = elaborator.bind(inner, binder, name)
            variables.append(variable)
            inner = (*inner, variable)
    conclusion = proof.holes.resolve(elaborator.type(inner, tactic.type))
    elaborator.require_no_natural(inner)
    claim = proof.holes.pi_over(variables, conclusion)
    asked: list[Meta] = []
    if tactic.word == "suffices":
        _suffices(proof, goal, tactic, claim)
        return
    value: Term
    if tactic.value is None:
        value = proof.new_goal(context, claim, tactic.name)
        asked.append(Meta(value.uid))
        opened, _ = proof.assert_value(goal, tactic.name, claim, value)
        proof.replace_main([*asked, opened])
        return
    body = elaborator.complete(inner, tactic.value, conclusion, allow_holes=True)
    elaborator.require_no_natural(inner)
    asked = [meta for meta in elaborator.asked if proof.holes.is_open(meta.uid)]
    value = proof.holes.abstracted(context, variables, body, conclusion)
    opened, _ = proof.assert_value(goal, tactic.name, claim, value)
    proof.replace_main([opened, *asked])


def _have_untyped(proof: Proof, goal: Meta, tactic: ast.HaveTactic) -> None:
    if tactic.binders or tactic.value is None:
        raise out_of_reach("'have' with binders and no type")
    context = proof.context(goal)
    elaborator = proof.elaborator()
    value = elaborator.complete(context, tactic.value, None, allow_holes=True)
    elaborator.require_no_natural(context)
    asked = [meta for meta in elaborator.asked if proof.holes.is_open(meta.uid)]
    opened, _ = proof.assert_value(goal, tactic.name, infer(proof.holes, value), value)
    proof.replace_main([opened, *asked])


def _suffices(proof: Proof, goal: Meta, tactic: ast.HaveTactic, claim: Term) -> None:
    value = proof.new_goal(proof.context(goal), claim, "")
    opened, _ = proof.assert_value(goal, tactic.name, claim, value)
    if tactic.value is None:
        proof.replace_main([opened, value])
        return
    body = proof.elaborator().complete(proof.context(opened), tactic.value, proof.claim(opened))
    proof.holes.fill(opened.uid, body)
    proof.replace_main([value])


def specialize(proof: Proof, tactic: ast.Specialize) -> None:
    goal = proof.main()
    context = proof.context(goal)
    item = need_local(context, tactic.name)
    elaborator = proof.elaborator()
    value = applied(elaborator, context, item.local, None, list(tactic.arguments), None, False)
    elaborator.run_delayed()
    elaborator.require_no_natural(context)
    value = proof.holes.resolve(value)
    proof.replace_main([proof.replace_hypothesis(goal, item, infer(proof.holes, value), value)])


def on_names(proof: Proof, tactic: ast.OnNames) -> None:
    from ragen_bench.environments.lean.tactics.equality import subst

    if tactic.word == "subst":
        subst(proof, tactic.names)
        return
    goal = proof.main()
    if tactic.word == "rename_i":
        proof.replace_main([_rename_hidden(proof, goal, tactic.names)])
        return
    locals_ = [need_local(proof.context(goal), name).local for name in tactic.names]
    if tactic.word == "clear":
        proof.replace_main([proof.clear(goal, {local.uid for local in locals_})])
    else:
        proof.replace_main([proof.revert(goal, locals_)[0]])


def _rename_hidden(proof: Proof, goal: Meta, names: tuple[str, ...]) -> Meta:
    """Names the last variables that cannot be written."""
    from ragen_bench.environments.lean.syntax.goals import display_names

    context = proof.context(goal)
    shown = display_names(context)
    hidden = [item.local.uid for item in context if "✝" in shown[item.local.uid]]
    if len(names) > len(hidden):
        raise Problem("too many variable names provided")
    last = hidden[len(hidden) - len(names) :]
    chosen = {uid: name for uid, name in zip(last, names, strict=True) if name != "_"}
    return proof.rename(goal, chosen)


def unfold(proof: Proof, tactic: ast.Unfold) -> None:
    """`unfold Not`: replaces a definition by its body everywhere in the goal or a hypothesis."""
    if tactic.place.everywhere:
        raise out_of_reach("'unfold ... at *'")
    for name in tactic.names:
        if name not in ("Not", "Ne", "Nat.lt"):
            raise out_of_reach(f"'unfold {name}'")
        for hypothesis in tactic.place.names:
            goal = proof.main()
            item = need_local(proof.context(goal), hypothesis)
            kind = proof.holes.resolve(item.type)
            changed = _unfolded(proof, kind, name)
            if changed == kind:
                raise Problem(f"tactic 'unfold' failed to unfold '{name}' at '{hypothesis}'")
            proof.replace_main([proof.replace_hypothesis(goal, item, changed, item.local)])
        if tactic.place.goal:
            goal = proof.main()
            claim = proof.claim(goal)
            changed = _unfolded(proof, claim, name)
            if changed == claim:
                raise Problem(f"tactic 'unfold' failed to unfold '{name}' at the goal")
            proof.replace_main([proof.retyped(goal, changed)])


def _unfolded(proof: Proof, term: Term, name: str) -> Term:
    match term:
        case App(function, argument):
            made: Term = App(_unfolded(proof, function, name), _unfolded(proof, argument, name))
            head = made
            while isinstance(head, App):
                head = head.function
            if isinstance(head, Const) and head.name == name:
                return unfold_head(proof.holes, made) or made
            return made
        case Lam(binder, domain, body):
            return Lam(binder, _unfolded(proof, domain, name), _unfolded(proof, body, name))
        case Pi(binder, domain, body, implicit):
            return Pi(binder, _unfolded(proof, domain, name), _unfolded(proof, body, name), implicit)
        case _:
            return term
