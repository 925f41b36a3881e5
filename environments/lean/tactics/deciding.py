"""decide: closed statements about numbers, by working them out."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Holes
from ragen_bench.environments.lean.elaboration.reduction import head_name, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import number
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Pi, Term, Var
from ragen_bench.environments.lean.syntax.printer import locals_of, mentions
from ragen_bench.environments.lean.syntax.problems import Problem, out_of_reach
from ragen_bench.environments.lean.tactics.state import Proof

_FALSE = Const("False")
MOST = 200


def decide(proof: Proof) -> None:
    """Closes a goal without variables that works out to be true."""
    goal = proof.main()
    claim = proof.claim(goal)
    truth, term = decided(proof.holes, claim)
    if not truth:
        raise Problem(
            lambda: (
                "tactic 'decide' proved that the proposition\n  "
                f"{proof.elaborator().show(proof.context(goal), claim)}\nis false"
            )
        )
    proof.fill_main(term)


def decided(holes: Holes, claim: Term) -> tuple[bool, Term]:
    """Whether a closed claim holds, and a proof of it or of its negation."""
    holes.budget.enter()
    answer = _decided(holes, whnf_core(holes, claim))
    holes.budget.leave()
    return answer


def _decided(holes: Holes, claim: Term) -> tuple[bool, Term]:
    holes.budget.spend(5)
    name, arguments = head_name(claim), spine(claim)[1]
    if name == "True":
        return True, Const("True.intro")
    if name == "False":
        return False, Lam("h", _FALSE, Var(0))
    if name == "And":
        return _both(holes, *arguments)
    if name == "Or":
        return _either(holes, *arguments)
    if name == "Iff":
        return _equivalent(holes, *arguments)
    if name == "Not":
        truth, term = decided(holes, arguments[0])
        return (False, _negated_twice(holes, arguments[0], term)) if truth else (True, term)
    if name == "Ne":
        equation = apply(Const("Eq", (1,)), *arguments)
        truth, term = decided(holes, equation)
        return (False, _negated_twice(holes, equation, term)) if truth else (True, term)
    if isinstance(claim, Pi) and not mentions(claim.body, 0):
        return _implied(holes, claim)
    if name == "Eq" and whnf_core(holes, arguments[0]) == NAT:
        return _equal(holes, value_of(holes, arguments[1]), value_of(holes, arguments[2]))
    if name == "Nat.le":
        return _at_most(holes, value_of(holes, arguments[0]), value_of(holes, arguments[1]))
    if name == "Nat.lt":
        return _at_most(holes, value_of(holes, arguments[0]) + 1, value_of(holes, arguments[1]))
    raise Problem("tactic 'decide' failed: failed to synthesize\n  Decidable")


def value_of(holes: Holes, term: Term) -> int:
    """The number that a closed term works out to."""
    if locals_of(term):
        raise Problem("tactic 'decide' failed: expected type must not contain free variables")
    count = 0
    term = whnf(holes, term)
    while isinstance(term, App) and term.function == Const("Nat.succ"):
        count += 1
        if count > MOST:
            raise out_of_reach("'decide' on numbers this large")
        holes.budget.spend(2)
        term = whnf(holes, term.argument)
    if term != Const("Nat.zero"):
        raise Problem("tactic 'decide' failed: expected type must not contain free variables")
    return count


def _fun(holes: Holes, name: str, kind: Term, body: Term, variable: Term) -> Term:
    assert isinstance(variable, Local)
    return Lam(name, kind, holes.bound(body, variable))


def _negated_twice(holes: Holes, claim: Term, term: Term) -> Term:
    variable = holes.variable("n", apply(Const("Not"), claim)).local
    return _fun(holes, "n", apply(Const("Not"), claim), App(variable, term), variable)


def _both(holes: Holes, left: Term, right: Term) -> tuple[bool, Term]:
    first, one = decided(holes, left)
    whole = apply(Const("And"), left, right)
    variable = holes.variable("h", whole).local
    if not first:
        body = App(one, apply(constants.constant("And.left"), left, right, variable))
        return False, _fun(holes, "h", whole, body, variable)
    second, two = decided(holes, right)
    if not second:
        body = App(two, apply(constants.constant("And.right"), left, right, variable))
        return False, _fun(holes, "h", whole, body, variable)
    return True, apply(Const("And.intro"), left, right, one, two)


def _either(holes: Holes, left: Term, right: Term) -> tuple[bool, Term]:
    first, one = decided(holes, left)
    if first:
        return True, apply(Const("Or.inl"), left, right, one)
    second, two = decided(holes, right)
    if second:
        return True, apply(Const("Or.inr"), left, right, two)
    whole = apply(Const("Or"), left, right)
    variable = holes.variable("h", whole).local
    body = apply(Const("Or.rec"), left, right, Lam("t", whole, _FALSE), one, two, variable)
    return False, _fun(holes, "h", whole, body, variable)


def _implied(holes: Holes, claim: Pi) -> tuple[bool, Term]:
    body = holes.applied(claim.body, Const("True.intro"))
    first, one = decided(holes, claim.domain)
    variable = holes.variable("h", claim.domain).local
    if not first:
        absurd = apply(constants.constant("False.elim"), body, App(one, variable))
        return True, _fun(holes, "h", claim.domain, absurd, variable)
    second, two = decided(holes, body)
    if second:
        return True, _fun(holes, "h", claim.domain, two, variable)
    function = holes.variable("f", claim).local
    return False, _fun(holes, "f", claim, App(two, App(function, one)), function)


def _equivalent(holes: Holes, left: Term, right: Term) -> tuple[bool, Term]:
    forward, one = decided(holes, Pi("a", left, right))
    backward, two = decided(holes, Pi("a", right, left))
    if forward and backward:
        return True, apply(Const("Iff.intro"), left, right, one, two)
    whole = apply(Const("Iff"), left, right)
    variable = holes.variable("h", whole).local
    name, refutation = ("Iff.mpr", two) if forward else ("Iff.mp", one)
    body = App(refutation, apply(constants.constant(name), left, right, variable))
    return False, _fun(holes, "h", whole, body, variable)


def _equal(holes: Holes, left: int, right: int) -> tuple[bool, Term]:
    if left == right:
        return True, apply(Const("Eq.refl", (1,)), NAT, number(left))
    equation = apply(Const("Eq", (1,)), NAT, number(left), number(right))
    variable = holes.variable("h", equation).local
    value: Term = variable
    common = min(left, right)
    for count in range(common):
        value = apply(
            constants.constant("Nat.succ.inj"), number(left - count - 1), number(right - count - 1), value
        )
    lemma = "Nat.succ_ne_zero" if left > right else "Nat.zero_ne_succ"
    body = apply(constants.constant(lemma), number(abs(left - right) - 1), value)
    return False, _fun(holes, "h", equation, body, variable)


def _at_most(holes: Holes, left: int, right: int) -> tuple[bool, Term]:
    if left <= right:
        value = apply(Const("Nat.le.refl"), number(left))
        for count in range(left, right):
            value = apply(Const("Nat.le.step"), number(left), number(count), value)
        return True, value
    kind = apply(Const("Nat.le"), number(left), number(right))
    variable = holes.variable("h", kind).local
    value = variable
    for count in range(right):
        value = apply(
            constants.constant("Nat.le_of_succ_le_succ"),
            number(left - count - 1),
            number(right - count - 1),
            value,
        )
    body = apply(constants.constant("Nat.not_succ_le_zero"), number(left - right - 1), value)
    return False, _fun(holes, "h", kind, body, variable)
