"""constructor, left, right, cases, induction, rcases, obtain."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import mentions_local
from ragen_bench.environments.lean.elaboration.names import need_local
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, whnf, whnf_core
from ragen_bench.environments.lean.kernel.terms import Local, Meta, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import LimitReached, Problem, out_of_reach
from ragen_bench.environments.lean.tactics.equality import substitute
from ragen_bench.environments.lean.tactics.inductive import family_of, split, split_number
from ragen_bench.environments.lean.tactics.introducing import apply_elaborated
from ragen_bench.environments.lean.tactics.state import Branch, Proof

_CONSTRUCTORS = {
    "And": ("And.intro",),
    "Iff": ("Iff.intro",),
    "Exists": ("Exists.intro",),
    "True": ("True.intro",),
    "Or": ("Or.inl", "Or.inr"),
    "Eq": ("Eq.refl",),
    "Nat": ("Nat.zero", "Nat.succ"),
    "False": (),
}


def constructor(proof: Proof, word: str) -> None:
    """`constructor` takes the first that fits; `left` and `right` need a type with two."""
    goal = proof.main()
    kind = whnf_core(proof.holes, proof.claim(goal))
    if head_name(kind) not in _CONSTRUCTORS:
        kind = whnf(proof.holes, kind)
    names = _CONSTRUCTORS.get(head_name(kind))
    if names is None:
        raise Problem(f"tactic '{word}' failed, target is not an inductive datatype")
    if word in ("left", "right"):
        if len(names) != 2:
            raise Problem(
                f"tactic '{word}' failed, {word} tactic works for inductive types with exactly 2 constructors"
            )
        names = names[:1] if word == "left" else names[1:]
    for name in names:
        if not constants.known(name):
            continue
        mark = proof.holes.mark()
        try:
            apply_elaborated(proof, goal, proof.elaborator(), constants.constant(name))
        except LimitReached:
            raise
        except Problem:
            proof.holes.undo(mark)
            continue
        return
    raise Problem(f"tactic '{word}' failed, no applicable constructors found")


# --- cases and induction


def split_tactic(proof: Proof, tactic: ast.Split) -> None:
    if tactic.equation:
        raise out_of_reach(f"'{tactic.word} h : ...'")
    goal = proof.main()
    tag = proof.hole(goal).tag
    major = proof.elaborator().complete(proof.context(goal), tactic.target, None)
    branches = _branches(proof, goal, major, tactic)
    if tactic.arms is None:
        proof.replace_main([branch.goal for branch in branches])
        return
    _run_arms(proof, branches, tactic, tag)


def _branches(proof: Proof, goal: Meta, major: Term, tactic: ast.Split) -> list[Branch]:
    holes = proof.holes
    family, kind = family_of(proof, infer(holes, major))
    generalizing = tuple(need_local(proof.context(goal), name).local for name in tactic.generalizing)
    if tactic.word == "induction" or generalizing:
        if family is None or family.name != "Nat" or tactic.word != "induction":
            raise out_of_reach(f"'{tactic.word}' on anything but a natural number")
        return split_number(proof, goal, major, induction=True, generalizing=generalizing)
    if head_name(kind) == "Eq":
        return substitute(proof, goal, major)
    return split(proof, goal, major)


def _run_arms(proof: Proof, branches: list[Branch], tactic: ast.Split, parent: str) -> None:
    assert tactic.arms is not None
    left = {_short_tag(proof, branch, parent): branch for branch in branches}
    rest = proof.goals[1:]
    for arm in tactic.arms:
        for name in arm.constructors:
            if name == "_":
                chosen = list(left.values())
                left.clear()
            elif name in left:
                chosen = [left.pop(name)]
            else:
                raise Problem(f"invalid alternative name '{name}'")
            for branch in chosen:
                goal = _named(proof, branch, arm.names, name)
                assert arm.block is not None
                proof.goals = [goal]
                if tactic.first is not None:
                    _run(proof, tactic.first)
                _run(proof, arm.block)
                if proof.goals:
                    raise proof.unsolved()
    if left:
        if tactic.first is None:
            raise Problem(f"alternative '{next(iter(left))}' has not been provided")
        for branch in left.values():
            proof.goals = [branch.goal]
            _run(proof, tactic.first)
            if proof.goals:
                raise Problem(f"alternative '{next(iter(left))}' has not been provided")
    proof.goals = rest


def _run(proof: Proof, block: ast.Block) -> None:
    assert proof.run_block is not None
    proof.run_block(proof, block)


def _short_tag(proof: Proof, branch: Branch, parent: str) -> str:
    return proof.hole(branch.goal).tag.removeprefix(f"{parent}." if parent else "")


def _named(proof: Proof, branch: Branch, names: tuple[str, ...], constructor_name: str) -> Meta:
    if len(names) > len(branch.fields):
        raise Problem(
            f"too many variable names provided at alternative '{constructor_name}', "
            f"{len(names)} provided, but {len(branch.fields)} expected"
        )
    chosen = {local.uid: name for local, name in zip(branch.fields, names, strict=False) if name != "_"}
    return proof.rename(branch.goal, chosen) if chosen else branch.goal


# --- patterns


def obtain(proof: Proof, tactic: ast.Obtain) -> None:
    """`obtain p : T := e`, `rcases e with p`, `have ⟨x, y⟩ : T := e`."""
    goal = proof.main()
    context = proof.context(goal)
    elaborator = proof.elaborator()
    if tactic.value is None:
        assert tactic.type is not None
        kind = elaborator.complete(context, tactic.type, None)
        value: Term = proof.new_goal(context, kind, "")
        asked = [Meta(value.uid)] if isinstance(value, Meta) else []
    else:
        wanted = elaborator.type(context, tactic.type) if tactic.type is not None else None
        value = elaborator.complete(context, tactic.value, wanted, allow_holes=True)
        elaborator.require_no_natural(context)
        asked = [meta for meta in elaborator.asked if proof.holes.is_open(meta.uid)]
    goals = [branch.goal for branch in destruct(proof, goal, value, tactic.pattern)]
    proof.replace_main([*asked, *goals] if tactic.value is None else [*goals, *asked])


def destruct_new(proof: Proof, goal: Meta, local: Local, pattern: ast.Pattern) -> list[Meta]:
    """Takes a variable that was just introduced apart by a pattern."""
    return [branch.goal for branch in destruct(proof, goal, local, pattern)]


def destruct(proof: Proof, goal: Meta, value: Term, pattern: ast.Pattern) -> list[Branch]:
    """Takes `value` apart by a pattern of rcases."""
    proof.holes.budget.enter()
    branches = _destruct(proof, goal, value, pattern)
    proof.holes.budget.leave()
    return branches


def _destruct(proof: Proof, goal: Meta, value: Term, pattern: ast.Pattern) -> list[Branch]:
    holes = proof.holes
    holes.budget.spend(10)
    if isinstance(pattern, ast.NamePattern):
        return _by_name(proof, goal, value, pattern)
    if isinstance(pattern, ast.ConstructorPattern):
        raise Problem("a constructor cannot stand in this pattern")
    kind = infer(holes, value)
    family, shown = family_of(proof, kind)
    if family is None and head_name(shown) == "Eq" and pattern == ast.TuplePattern(()):
        return substitute(proof, goal, value)
    if family is None or (isinstance(pattern, ast.AlternativePattern) and len(family.constructors) < 2):
        if isinstance(pattern, ast.AlternativePattern):
            return _destruct(proof, goal, value, pattern.items[0])
        if len(pattern.items) == 1:
            return _destruct(proof, goal, value, pattern.items[0])
        raise Problem(
            lambda: (
                "rcases tactic failed: "
                f"{proof.elaborator().show(proof.context(goal), kind)} is not an inductive datatype"
            )
        )
    if isinstance(pattern, ast.TuplePattern) and len(pattern.items) == 1 and len(family.constructors) > 1:
        # ⟨p | q⟩ and ⟨p⟩ on a disjunction: the brackets add nothing.
        return _destruct(proof, goal, value, pattern.items[0])
    branches = split(proof, goal, value, "rcases")
    rows = _rows(pattern, [len(branch.fields) for branch in branches])
    found: list[Branch] = []
    for branch, row in zip(branches, rows, strict=True):
        found += _along(proof, branch, row)
    return found


def _rows(pattern: ast.Pattern, arities: list[int]) -> list[list[ast.Pattern]]:
    """For each constructor the patterns of its fields."""
    items: list[ast.Pattern]
    if isinstance(pattern, ast.AlternativePattern):
        items = list(pattern.items)
        if len(items) > len(arities):
            last = ast.AlternativePattern(tuple(items[len(arities) - 1 :]))
            items = [*items[: len(arities) - 1], last]
    else:
        items = [pattern]
    rows: list[list[ast.Pattern]] = []
    for position, arity in enumerate(arities):
        item = items[position] if position < len(items) else ast.NamePattern("_")
        fields: list[ast.Pattern]
        if isinstance(item, ast.TuplePattern):
            fields = list(item.items)
            if len(fields) > arity > 0:
                fields = [*fields[: arity - 1], ast.TuplePattern(tuple(fields[arity - 1 :]))]
            elif len(fields) > arity:
                fields = []
        else:
            fields = [item] if arity else []
        rows.append(fields + [ast.NamePattern("_")] * (arity - len(fields)))
    return rows


def _along(proof: Proof, branch: Branch, patterns: list[ast.Pattern]) -> list[Branch]:
    """Takes the fields of a branch apart, one after the other."""
    states = [branch]
    for local, pattern in zip(branch.fields, patterns, strict=True):
        following: list[Branch] = []
        for state in states:
            for after in destruct(proof, state.goal, state.where(local), pattern):
                moved = {old: after.moved.get(new.uid, new) for old, new in state.moved.items()}
                following.append(Branch(after.goal, {**after.moved, **moved}, ()))
        states = following
    return states


def _by_name(proof: Proof, goal: Meta, value: Term, pattern: ast.NamePattern) -> list[Branch]:
    holes = proof.holes
    if pattern.name == "rfl":
        return substitute(proof, goal, value)
    if pattern.type is not None:
        elaborator = proof.elaborator()
        written = elaborator.complete(proof.context(goal), pattern.type, None)
        elaborator.checked(proof.context(goal), value, written)
    is_variable = isinstance(value, Local) and any(
        item.local.uid == value.uid for item in proof.context(goal)
    )
    if pattern.name == "-":
        if isinstance(value, Local) and is_variable and not _needed(proof, goal, value):
            return [Branch(proof.clear(goal, {value.uid}))]
        return [Branch(goal)]
    if isinstance(value, Local) and is_variable:
        if pattern.name == "_":
            return [Branch(goal)]
        return [Branch(proof.rename(goal, {value.uid: pattern.name}))]
    name = "x✝" if pattern.name == "_" else pattern.name
    inner, _ = proof.assert_value(goal, name, infer(holes, value), value)
    return [Branch(inner)]


def _needed(proof: Proof, goal: Meta, local: Local) -> bool:
    if mentions_local(proof.claim(goal), local.uid):
        return True
    return any(mentions_local(proof.holes.resolve(item.type), local.uid) for item in proof.context(goal))
