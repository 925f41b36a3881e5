"""match, and functions given by cases."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration.reduction import infer, whnf_core
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import Local, Meta
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem
from ragen_bench.environments.lean.tactics.inductive import family_of, generalize, split
from ragen_bench.environments.lean.tactics.introducing import exact
from ragen_bench.environments.lean.tactics.state import Proof


@dataclass(frozen=True, slots=True)
class _Row:
    patterns: tuple[ast.Pattern, ...]
    body: ast.Syntax


def match(proof: Proof, syntax: ast.Match) -> None:
    """Closes the first goal by cases: the alternatives are tried from the top, as in Lean."""
    goal = proof.main()
    rest = proof.goals[1:]
    if syntax.subject is None:
        goal, variable = proof.introduce(goal, None)
        subject = variable.local
    else:
        goal, subject = _as_variable(proof, goal, syntax.subject)
    rows = [_Row((pattern,), body) for pattern, body in syntax.alternatives]
    _solve(proof, goal, (subject,), rows)
    proof.goals = [other for other in rest if proof.holes.is_open(other.uid)]


def _as_variable(proof: Proof, goal: Meta, syntax: ast.Syntax) -> tuple[Meta, Local]:
    context = proof.context(goal)
    term = proof.elaborator().complete(context, syntax, None)
    if isinstance(term, Local):
        return goal, term
    kind = proof.holes.resolve(infer(proof.holes, term))
    if whnf_core(proof.holes, kind) == NAT:
        return generalize(proof, goal, term, "x✝")
    inner, variable = proof.assert_value(goal, "x✝", kind, term)
    return inner, variable.local


def _solve(proof: Proof, goal: Meta, subjects: tuple[Local, ...], rows: list[_Row]) -> None:
    proof.holes.budget.enter()
    proof.holes.budget.spend(20)
    if not rows:
        raise Problem("missing cases in 'match'")
    first = rows[0]
    column = next(
        (index for index, pattern in enumerate(first.patterns) if not isinstance(pattern, ast.NamePattern)),
        None,
    )
    if column is None:
        names = {
            local.uid: pattern.name
            for local, pattern in zip(subjects, first.patterns, strict=True)
            if isinstance(pattern, ast.NamePattern) and pattern.name != "_"
        }
        proof.goals = [proof.rename(goal, names) if names else goal]
        exact(proof, first.body)
    else:
        _split_column(proof, goal, subjects, rows, column)
    proof.holes.budget.leave()


def _split_column(
    proof: Proof, goal: Meta, subjects: tuple[Local, ...], rows: list[_Row], column: int
) -> None:
    subject = subjects[column]
    if not any(item.local.uid == subject.uid for item in proof.context(goal)):
        raise Problem("the variable of 'match' is gone")
    family, _ = family_of(proof, infer(proof.holes, subject))
    branches = split(proof, goal, subject, "match")
    assert family is not None
    others = subjects[:column] + subjects[column + 1 :]
    for (name, fields), branch in zip(family.constructors, branches, strict=True):
        kept = []
        for row in rows:
            inner = _fields_of(row.patterns[column], name, len(fields), len(family.constructors))
            if inner is not None:
                around = row.patterns[:column] + row.patterns[column + 1 :]
                kept.append(_Row((*inner, *around), row.body))
        _solve(proof, branch.goal, (*branch.fields, *(branch.where(local) for local in others)), kept)


def _fields_of(
    pattern: ast.Pattern, constructor: str, arity: int, constructors: int
) -> tuple[ast.Pattern, ...] | None:
    """The patterns of the fields if the pattern can be this constructor."""
    items: tuple[ast.Pattern, ...]
    match pattern:
        case ast.NamePattern():
            return (ast.NamePattern("_"),) * arity
        case ast.ConstructorPattern(name, items):
            if name != constructor:
                return None
            if len(items) != arity:
                raise Problem(f"'{name}' has {arity} fields, but {len(items)} are matched")
            return items
        case ast.TuplePattern(items):
            if constructors != 1:
                raise Problem("⟨...⟩ matches a type with one constructor only")
            if len(items) > arity > 0:
                items = (*items[: arity - 1], ast.TuplePattern(items[arity - 1 :]))
            if len(items) != arity:
                raise Problem(f"the type has {arity} fields, but {len(items)} are matched")
            return items
        case _:
            raise Problem("'|' cannot stand in a pattern of 'match'")
