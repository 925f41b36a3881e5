"""intro, exact, apply, refine, assumption, show, exfalso, exists."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.elaborator import Elaborator
from ragen_bench.environments.lean.elaboration.holes import holes_of
from ragen_bench.environments.lean.elaboration.reduction import infer, whnf
from ragen_bench.environments.lean.elaboration.unification import unify
from ragen_bench.environments.lean.kernel.operations import apply
from ragen_bench.environments.lean.kernel.terms import PROP, Const, Meta, Pi, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import LimitReached, Problem
from ragen_bench.environments.lean.tactics.state import Proof, joined_tag


def intro(proof: Proof, tactic: ast.Intro) -> None:
    from ragen_bench.environments.lean.tactics.splitting import destruct_new

    if not tactic.patterns and tactic.word == "intros":
        goal = proof.main()
        while isinstance(whnf_visible(proof, goal), Pi):
            goal, _ = proof.introduce(goal, None)
        proof.replace_main([goal])
        return
    goals = [proof.main()]
    for pattern in tactic.patterns or (ast.NamePattern("_"),):
        following: list[Meta] = []
        for goal in goals:
            if isinstance(pattern, ast.NamePattern) and pattern.name not in ("rfl", "-"):
                inner, variable = proof.introduce(goal, pattern.name)
                if pattern.type is not None:
                    written = proof.elaborator().complete(proof.context(goal), pattern.type, None)
                    if not unify(proof.holes, written, variable.type):
                        raise proof.elaborator().mismatch(
                            proof.context(inner), variable.local, variable.type, written
                        )
                following.append(inner)
            else:
                inner, variable = proof.introduce(goal, None)
                following += destruct_new(proof, inner, variable.local, pattern)
        goals = following
    proof.replace_main(goals)


def whnf_visible(proof: Proof, goal: Meta) -> Term:
    """The claim; `intros` unfolds no definitions."""
    return proof.claim(goal)


def give(proof: Proof, tactic: ast.GiveTerm) -> None:
    word = tactic.word
    if word == "exact":
        exact(proof, tactic.term)
    elif word == "apply":
        apply_term(proof, tactic.term)
    elif word == "refine":
        refine(proof, tactic.term)
    elif word == "match":
        from ragen_bench.environments.lean.tactics.matching import match

        assert isinstance(tactic.term, ast.Match)
        match(proof, tactic.term)
    else:
        show(proof, tactic.term)


def exact(proof: Proof, syntax: ast.Syntax) -> None:
    goal = proof.main()
    term = proof.elaborator().complete(proof.context(goal), syntax, proof.claim(goal))
    proof.fill_main(term)


def refine(proof: Proof, syntax: ast.Syntax) -> None:
    goal = proof.main()
    elaborator = proof.elaborator()
    term = elaborator.complete(proof.context(goal), syntax, proof.claim(goal), allow_holes=True)
    elaborator.require_no_natural(proof.context(goal))
    asked = [meta for meta in elaborator.asked if proof.holes.is_open(meta.uid)]
    parent = proof.hole(goal).tag
    for number, meta in enumerate(asked, 1):
        if not proof.hole(meta).tag:
            proof.holes.retag(meta.uid, parent if len(asked) == 1 else joined_tag(parent, f"refine_{number}"))
    proof.fill_main(term, asked)


def show(proof: Proof, syntax: ast.Syntax) -> None:
    goal = proof.main()
    elaborator = proof.elaborator()
    context = proof.context(goal)
    claim = elaborator.elaborate(context, syntax, None)
    if not unify(proof.holes, claim, proof.claim(goal)):
        raise Problem(
            lambda: (
                f"'show' tactic failed, pattern\n  {elaborator.show(context, claim)}\n"
                f"is not definitionally equal to target\n  {elaborator.show(context, proof.claim(goal))}"
            )
        )
    elaborator.require_no_natural(context)
    proof.replace_main([proof.retyped(goal, proof.holes.resolve(claim))])


def apply_term(proof: Proof, syntax: ast.Syntax) -> None:
    goal = proof.main()
    context = proof.context(goal)
    elaborator = proof.elaborator()
    term = elaborator.elaborate(context, syntax, None)
    apply_elaborated(proof, goal, elaborator, term)


def apply_elaborated(proof: Proof, goal: Meta, elaborator: Elaborator, term: Term) -> None:
    """Fits the conclusion of `term` to the goal; what is left of its arguments becomes goals."""
    holes = proof.holes
    context, claim = proof.context(goal), proof.claim(goal)
    kind = infer(holes, term)
    most, wanted = _arity(proof, kind), _arity(proof, claim)
    result: Term | None = None
    arguments: list[tuple[Meta, str]] = []
    for count in range(max(0, most - wanted), most + 1):
        mark = holes.mark()
        arguments = []
        conclusion = kind
        for _ in range(count):
            shown = whnf(holes, conclusion)
            assert isinstance(shown, Pi)
            meta = holes.hole(context, holes.resolve(shown.domain))
            arguments.append((meta, shown.name.removesuffix("✝")))
            conclusion = holes.applied(shown.body, meta)
        if unify(holes, conclusion, claim):
            result = apply(term, *(meta for meta, _ in arguments))
            break
        holes.undo(mark)
    if result is None:
        raise Problem(
            lambda: (
                "tactic 'apply' failed, could not unify the conclusion of\n  "
                f"{elaborator.show(context, term)} : {elaborator.show(context, kind)}\n"
                f"with the goal\n  {elaborator.show(context, claim)}"
            )
        )
    elaborator.run_delayed()
    result = holes.resolve(result)
    names = {meta.uid: name for meta, name in arguments}
    left = [uid for uid in holes_of(result) if holes.is_open(uid)]
    speakers = {uid: set(holes_of(holes.resolve(holes.declared[uid].type))) for uid in left}
    dependent = {uid for uid in left if any(uid in speakers[other] for other in left)}
    order = [uid for uid in left if uid not in dependent] + [uid for uid in left if uid in dependent]
    parent = proof.hole(goal).tag
    for uid in order:
        own = holes.declared[uid].tag or names.get(uid, "")
        holes.retag(uid, parent if len(order) == 1 else joined_tag(parent, own))
    proof.fill_main(result, [Meta(uid) for uid in order])


def _arity(proof: Proof, kind: Term) -> int:
    """How many arguments something of this type takes."""
    count = 0
    kind = whnf(proof.holes, kind)
    while isinstance(kind, Pi):
        count += 1
        if count > 200:
            raise LimitReached("maximum recursion depth has been reached")
        variable = proof.holes.variable(kind.name, kind.domain)
        kind = whnf(proof.holes, proof.holes.applied(kind.body, variable.local))
    return count


def assumption(proof: Proof) -> None:
    goal = proof.main()
    claim = proof.claim(goal)
    for item in reversed(proof.context(goal)):
        proof.holes.budget.spend()
        if unify(proof.holes, item.type, claim):
            proof.fill_main(item.local)
            return
    raise Problem("tactic 'assumption' failed")


def exfalso(proof: Proof) -> None:
    goal = proof.main()
    claim = proof.claim(goal)
    if whnf(proof.holes, infer(proof.holes, claim)) != PROP:
        raise Problem("tactic 'exfalso' failed: the goal is not a proposition")
    hole = proof.hole(goal)
    inner = proof.new_goal(hole.context, Const("False"), hole.tag)
    proof.fill_main(apply(constants.constant("False.elim"), claim, inner), [inner])


def exists(proof: Proof, tactic: ast.Exists) -> None:
    """`exists a, b` and `use a, b`: anonymous constructors, then an attempt to close what is left."""
    from ragen_bench.environments.lean.tactics.closing import trivial

    for term in tactic.terms:
        goal = proof.main()
        elaborator = proof.elaborator()
        syntax = ast.Anonymous((term, ast.Hole(asks=True)))
        value = elaborator.complete(proof.context(goal), syntax, proof.claim(goal), allow_holes=True)
        elaborator.require_no_natural(proof.context(goal))
        asked = [meta for meta in elaborator.asked if proof.holes.is_open(meta.uid)]
        for meta in asked:
            proof.holes.retag(meta.uid, "h" if tactic.word == "use" else proof.hole(goal).tag)
        proof.fill_main(value, asked)
    proof.attempt(lambda: trivial(proof))
