"""Reducing terms with holes to weak head normal form, and finding their types."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Closing, Holes
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import SUCC, ZERO
from ragen_bench.environments.lean.kernel.terms import PROP, App, Const, Lam, Local, Meta, Pi, Sort, Term, Var
from ragen_bench.environments.lean.syntax.problems import Problem


def head_name(term: Term) -> str:
    """The constant at the head, or ""."""
    while isinstance(term, App):
        term = term.function
    return term.name if isinstance(term, Const) else ""


def whnf_core(holes: Holes, term: Term) -> Term:
    """Fills the head's hole and applies functions, but unfolds nothing."""
    while True:
        holes.budget.spend()
        head, arguments = spine(term)
        if isinstance(head, Meta):
            filling = holes.filled.get(head.uid)
            if filling is None:
                return term
            if isinstance(filling, Closing):
                filled = holes.resolve(head)
                if isinstance(filled, Meta):
                    return term
                term = apply(filled, *arguments)
            else:
                term = apply(filling, *arguments)
            continue
        if isinstance(head, Lam) and arguments:
            used = 0
            while isinstance(head, Lam) and used < len(arguments):
                head = holes.applied(head.body, arguments[used])
                used += 1
            term = apply(head, *arguments[used:])
            continue
        return term


def unfold_head(holes: Holes, term: Term) -> Term | None:
    """One step of unfolding at the head: a definition, or a number function at a constructor."""
    head, arguments = spine(term)
    if not isinstance(head, Const):
        return None
    if head.name in constants.NUMBER_FUNCTIONS:
        return _compute(holes, head.name, arguments)
    if head.name in ("Nat.rec", "Nat.casesOn"):
        return _recursor(holes, term, arguments)
    if head.name in constants.UNFOLDS:
        value = constants.value_of(head)
        if value is not None:
            return whnf_core(holes, apply(value, *arguments))
    return None


def _compute(holes: Holes, name: str, arguments: list[Term]) -> Term | None:
    if name == "Nat.pred":
        if len(arguments) != 1:
            return None
        inner = predecessor(holes, whnf(holes, arguments[0]))
        return inner.of if inner else None
    if len(arguments) != 2:
        return None
    left, right = arguments
    inner = predecessor(holes, whnf(holes, right))
    if inner is None:
        return None
    if inner.is_zero:
        return ZERO if name == "Nat.mul" else left
    smaller = apply(Const(name), left, inner.of)
    if name == "Nat.add":
        return App(SUCC, smaller)
    if name == "Nat.mul":
        return apply(Const("Nat.add"), smaller, left)
    return App(Const("Nat.pred"), smaller)


@dataclass(frozen=True, slots=True)
class Predecessor:
    """Of a number that shows its constructor; that of zero is zero."""

    of: Term
    is_zero: bool


def predecessor(holes: Holes, term: Term) -> Predecessor | None:
    """What `term` is the successor of, if it is zero or a successor as it stands."""
    term = whnf_core(holes, term)
    if isinstance(term, Const) and term.name == "Nat.zero":
        return Predecessor(ZERO, True)
    if isinstance(term, App) and isinstance(term.function, Const) and term.function.name == "Nat.succ":
        return Predecessor(term.argument, False)
    return None


def _recursor(holes: Holes, term: Term, arguments: list[Term]) -> Term | None:
    if len(arguments) < 4:
        return None
    motive, base, step, number = arguments[:4]
    inner = predecessor(holes, whnf(holes, number))
    if inner is None:
        return None
    if inner.is_zero:
        return whnf_core(holes, apply(base, *arguments[4:]))
    head, _ = spine(term)
    again = apply(head, motive, base, step, inner.of)
    return whnf_core(holes, apply(step, inner.of, again, *arguments[4:]))


def whnf(holes: Holes, term: Term) -> Term:
    """Weak head normal form, definitions unfolded."""
    holes.budget.enter()
    while True:
        term = whnf_core(holes, term)
        unfolded = unfold_head(holes, term)
        if unfolded is None:
            holes.budget.leave()
            return term
        term = unfolded


def infer(holes: Holes, term: Term) -> Term:
    """The type of a term that is well-formed; the kernel checks the whole proof again at the end."""
    holes.budget.spend()
    match term:
        case Sort(level):
            return Sort(level + 1)
        case Const():
            return constants.type_of(term)
        case Local(uid):
            return holes.local_types[uid]
        case Meta(uid):
            return holes.declared[uid].type
        case Var():
            raise Problem("a variable stands outside of its binder", "elaboration")
        case App():
            head, arguments = spine(term)
            kind = infer(holes, head)
            for argument in arguments:
                kind = whnf_core(holes, kind)
                if not isinstance(kind, Pi):
                    kind = whnf(holes, kind)
                if not isinstance(kind, Pi):
                    raise Problem("function expected", "elaboration")
                kind = holes.applied(kind.body, argument)
            return kind
        case Lam(name, domain, body):
            holes.budget.enter()
            variable = holes.variable(name, domain)
            kind = infer(holes, holes.applied(body, variable.local))
            holes.budget.leave()
            return holes.pi_over((variable,), kind)
        case Pi(name, domain, body):
            holes.budget.enter()
            variable = holes.variable(name, domain)
            first = sort_level(holes, domain)
            second = sort_level(holes, holes.applied(body, variable.local))
            holes.budget.leave()
            return Sort(0 if second == 0 else max(first, second))


def sort_level(holes: Holes, kind: Term) -> int:
    """The universe of a type; an unknown one counts as Type."""
    sort = whnf(holes, infer(holes, kind))
    return sort.level if isinstance(sort, Sort) else 1


def is_proposition(holes: Holes, term: Term) -> bool:
    """The type of `term` is Prop."""
    return whnf(holes, infer(holes, term)) == PROP
