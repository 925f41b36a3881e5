"""The rarer forms of terms: anonymous constructors, show, have, ▸, match, calc."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.application import applied
from ragen_bench.environments.lean.elaboration.elaborator import Elaborator
from ragen_bench.environments.lean.elaboration.holes import Context
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, sort_level, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import replaced, unify
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Meta, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem, out_of_reach

CONSTRUCTORS = {
    "And": ("And.intro", 2),
    "Iff": ("Iff.intro", 2),
    "Exists": ("Exists.intro", 2),
    "True": ("True.intro", 0),
}
"""The types that ⟨...⟩ can build: the constructor, and how many explicit arguments it has."""


def elaborate(elaborator: Elaborator, context: Context, syntax: ast.Syntax, expected: Term | None) -> Term:
    """The forms that `Elaborator` does not handle itself."""
    match syntax:
        case ast.Anonymous(items):
            return _anonymous(elaborator, context, items, expected)
        case ast.ShowFrom(kind, term):
            wanted = elaborator.type(context, kind)
            value = elaborator.elaborate(context, term, wanted)
            return elaborator.checked(context, value, expected)
        case ast.LocalHave():
            return _have(elaborator, context, syntax, expected)
        case ast.Substitution(equation, term):
            return _substitution(elaborator, context, equation, term, expected)
        case ast.Match():
            if expected is None:
                raise Problem("the type of 'match' must be known", "elaboration")
            return elaborator.delay(context, expected, (ast.GiveTerm("match", syntax),))
        case ast.Chain(links):
            return _chain(elaborator, context, links, expected)
        case _:
            raise out_of_reach("this term")


def _anonymous(
    elaborator: Elaborator, context: Context, items: tuple[ast.Syntax, ...], expected: Term | None
) -> Term:
    holes = elaborator.holes
    if expected is None:
        raise Problem("invalid constructor ⟨...⟩, expected type must be known", "elaboration")
    kind = whnf_core(holes, expected)
    if head_name(kind) not in CONSTRUCTORS:
        kind = whnf(holes, kind)
    row = CONSTRUCTORS.get(head_name(kind))
    if row is None:
        unknown = isinstance(spine(kind)[0], Meta)
        if unknown:
            raise Problem("invalid constructor ⟨...⟩, expected type must be known", "elaboration")
        shown = kind
        raise Problem(
            lambda: (
                "invalid constructor ⟨...⟩, expected type must be an inductive type with only one "
                f"constructor\n  {elaborator.show(context, shown)}"
            ),
            "elaboration",
        )
    name, count = row
    if len(items) > count and count:
        items = (*items[: count - 1], ast.Anonymous(items[count - 1 :]))
    if len(items) != count:
        raise Problem(
            f"invalid constructor ⟨...⟩, insufficient number of arguments, constructor '{name}' "
            f"has {count} explicit fields, but {len(items)} were provided",
            "elaboration",
        )
    return applied(elaborator, context, constants.constant(name), None, list(items), kind, False)


def _have(elaborator: Elaborator, context: Context, syntax: ast.LocalHave, expected: Term | None) -> Term:
    holes = elaborator.holes
    if not isinstance(syntax.pattern, ast.NamePattern):
        if expected is None:
            raise Problem("the type of 'have' must be known", "elaboration")
        take = ast.Obtain("have", syntax.pattern, syntax.type, syntax.value)
        return elaborator.delay(context, expected, (take, ast.GiveTerm("exact", syntax.body)))
    kind = elaborator.type(context, syntax.type) if syntax.type is not None else None
    value = elaborator.elaborate(context, syntax.value, kind)
    kind = holes.resolve(kind if kind is not None else infer(holes, value))
    variable = holes.variable(syntax.pattern.name, kind)
    body = elaborator.elaborate((*context, variable), syntax.body, expected)
    body_type = expected if expected is not None else infer(holes, body)
    return App(holes.abstracted(context, (variable,), body, body_type), value)


def _substitution(
    elaborator: Elaborator, context: Context, equation: ast.Syntax, term: ast.Syntax, expected: Term | None
) -> Term:
    """`h ▸ e`: rewrites what is expected from right to left, or left to right, or else the type of `e`."""
    holes = elaborator.holes
    proof = elaborator.elaborate(context, equation, None)
    head, arguments = spine(whnf(holes, infer(holes, proof)))
    if not isinstance(head, Const) or head.name != "Eq":
        raise Problem("invalid `▸` notation, argument must be an equality", "elaboration")
    kind, left, right = (holes.resolve(item) for item in arguments)
    if expected is not None:
        wanted = holes.resolve(expected)
        for old, new, turned in ((right, left, False), (left, right, True)):
            motive = _abstraction(elaborator, wanted, old, kind)
            if motive is not None:
                value = elaborator.elaborate(context, term, holes.applied(motive.body, new))
                step = symmetric(elaborator, proof, kind, left, right) if turned else proof
                return substituted(elaborator, motive, kind, new, old, step, value)
    value = elaborator.elaborate(context, term, None)
    value_type = holes.resolve(infer(holes, value))
    for old, new, turned in ((left, right, False), (right, left, True)):
        motive = _abstraction(elaborator, value_type, old, kind)
        if motive is not None:
            step = symmetric(elaborator, proof, kind, left, right) if turned else proof
            result = substituted(elaborator, motive, kind, old, new, step, value)
            return elaborator.checked(context, result, expected)
    raise Problem("invalid `▸` notation, failed to find the equality's sides", "elaboration")


def _abstraction(elaborator: Elaborator, term: Term, old: Term, kind: Term) -> Lam | None:
    if isinstance(old, Meta):
        return None
    variable = elaborator.holes.variable("x", kind)
    body = replaced(term, old, variable.local)
    if body == term:
        return None
    return Lam("x", kind, elaborator.holes.bound(body, variable.local))


def symmetric(elaborator: Elaborator, proof: Term, kind: Term, left: Term, right: Term) -> Term:
    """The proof of right = left."""
    level = sort_level(elaborator.holes, kind)
    return apply(Const("Eq.symm", (level,)), kind, left, right, proof)


def substituted(
    elaborator: Elaborator, motive: Lam, kind: Term, left: Term, right: Term, proof: Term, value: Term
) -> Term:
    """From `value : motive left` and `proof : left = right`, a proof of `motive right`."""
    level = sort_level(elaborator.holes, kind)
    return apply(Const("Eq.subst", (level,)), kind, motive, left, right, proof, value)


_STEPS = {
    ("Eq", "Eq"): "Eq.trans",
    ("Iff", "Iff"): "Iff.trans",
    ("Nat.le", "Nat.le"): "Nat.le_trans",
    ("Nat.lt", "Nat.lt"): "Nat.lt_trans",
    ("Nat.lt", "Nat.le"): "Nat.lt_of_lt_of_le",
    ("Nat.le", "Nat.lt"): "Nat.lt_of_le_of_lt",
}


def _chain(
    elaborator: Elaborator,
    context: Context,
    links: tuple[tuple[ast.Syntax, ast.Syntax], ...],
    expected: Term | None,
) -> Term:
    holes = elaborator.holes
    result: Term | None = None
    for relation, proof in links:
        kind = elaborator.type(context, relation)
        if result is not None:
            previous = whnf_core(holes, infer(holes, result))
            if not unify(holes, spine(kind)[1][-2], spine(previous)[1][-1]):
                raise Problem("invalid 'calc' step, left-hand side differs from the previous right-hand side")
        value = elaborator.elaborate(context, proof, kind)
        if result is None:
            result = elaborator.checked(context, value, kind)
            continue
        previous = holes.resolve(whnf_core(holes, infer(holes, result)))
        pair = (head_name(previous), head_name(kind))
        if "Eq" in pair and pair != ("Eq", "Eq"):
            result = _through_equality(elaborator, previous, result, holes.resolve(kind), value)
            continue
        step = _STEPS.get(pair, "")
        if not constants.known(step):
            raise out_of_reach("this 'calc' step")
        function = applied(elaborator, context, constants.constant(step), None, [], None, False)
        for item in (result, value):
            domain = whnf(holes, infer(holes, function))
            unify(holes, getattr(domain, "domain", domain), infer(holes, item))
            function = App(function, item)
        result = holes.resolve(function)
    assert result is not None
    return elaborator.checked(context, result, expected)


def _through_equality(elaborator: Elaborator, previous: Term, first: Term, kind: Term, second: Term) -> Term:
    """Chains an equation with another relation by rewriting one side of it."""
    holes = elaborator.holes
    if head_name(previous) == "Eq":
        domain, left, right = spine(previous)[1]
        rest, arguments = spine(kind)
        variable = holes.variable("x", domain)
        body = apply(rest, *arguments[:-2], variable.local, arguments[-1])
        motive = Lam("x", domain, holes.bound(body, variable.local))
        turned = symmetric(elaborator, first, domain, left, right)
        return substituted(elaborator, motive, domain, right, left, turned, second)
    domain, left, right = spine(kind)[1]
    rest, arguments = spine(previous)
    variable = holes.variable("x", domain)
    motive = Lam("x", domain, holes.bound(apply(rest, *arguments[:-1], variable.local), variable.local))
    return substituted(elaborator, motive, domain, left, right, second, first)
