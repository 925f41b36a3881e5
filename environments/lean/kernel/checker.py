"""The checker: types of terms, equality by computation, and the verdict on a proof.

It follows Lean's kernel on the fragment of `prelude` and is stricter where it is shorter: no universe
variables, no rule for equality proofs that are not reflexivity. What it accepts, Lean accepts; the tests hold
it to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ragen_bench.environments.lean.kernel.operations import (
    abstract,
    apply,
    fresh,
    instantiate,
    lift,
    spine,
)
from ragen_bench.environments.lean.kernel.prelude import CLASSICAL_ONLY, RULES, ConstantInfo
from ragen_bench.environments.lean.kernel.terms import (
    PROP,
    App,
    Const,
    Lam,
    Local,
    Meta,
    Pi,
    Sort,
    Term,
    Var,
)

Context: TypeAlias = Mapping[int, Term]
#: Steps of one check; each is one call of the functions below, so the bound does not depend on the machine.
MOST_STEPS = 400_000


class KernelError(Exception):
    """A term that is not accepted; the message says why."""


class Checker:
    """Checks terms over a set of constants.

    Args:
        constants: by name.
        classical: constants of `Classical` may be used.
        most_steps: bound on the work.
    """

    def __init__(
        self, constants: Mapping[str, ConstantInfo], classical: bool = False, most_steps: int = MOST_STEPS
    ) -> None:
        self.constants, self.classical, self.steps_left = constants, classical, most_steps
        self.types: dict[int, Term] = {}

    def check_proof(self, statement: Term, proof: Term) -> None:
        """Accepts a closed proof of a closed proposition.

        Raises:
            KernelError: it is none, or checking takes too many steps or too deep a nesting.
        """
        try:
            if self.whnf(self.infer(statement)) != PROP:
                raise KernelError("the statement is no proposition")
            found = self.infer(proof)
            if not self.equal(found, statement):
                raise KernelError("the proof is one of another statement")
        except RecursionError:
            raise KernelError("the term is nested too deeply") from None

    # ------------------------------------------------------------------------------- types

    def infer(self, term: Term) -> Term:
        """The type of a term whose free variables are in `types`.

        Raises:
            KernelError: it has none.
        """
        self._step()
        match term:
            case Sort(level):
                if level < 0:
                    raise KernelError("a negative universe")
                return Sort(level + 1)
            case Const(name, levels):
                return self._constant(name).types.get(levels) or self._bad_levels(name)
            case Local(uid, name):
                if uid not in self.types:
                    raise KernelError(f"a free variable {name!r}")
                return self.types[uid]
            case App():
                return self._infer_application(term)
            case Lam(name, domain, body):
                self._sort_of(domain)
                local = self._open(name, domain)
                inner = self.infer(instantiate(body, local))
                del self.types[local.uid]
                return Pi(name, domain, abstract(inner, local))
            case Pi(name, domain, body):
                first = self._sort_of(domain)
                local = self._open(name, domain)
                second = self._sort_of(instantiate(body, local))
                del self.types[local.uid]
                # A product into Prop is a Prop, whatever it ranges over.
                return Sort(0 if second == 0 else max(first, second))
            case Meta():
                raise KernelError("a hole is left")
            case Var():
                raise KernelError("a variable without a binder")
        raise KernelError("not a term")

    def _infer_application(self, term: Term) -> Term:
        head, arguments = spine(term)
        kind = self.infer(head)
        for argument in arguments:
            kind = self.whnf(kind)
            if not isinstance(kind, Pi):
                raise KernelError("something that is no function is applied")
            found = self.infer(argument)
            if not self.equal(found, kind.domain):
                raise KernelError("an argument has another type than the function takes")
            kind = instantiate(kind.body, argument)
        return kind

    def _sort_of(self, term: Term) -> int:
        kind = self.whnf(self.infer(term))
        if not isinstance(kind, Sort):
            raise KernelError("a type was expected")
        return kind.level

    def _open(self, name: str, domain: Term) -> Local:
        local = fresh(name)
        self.types[local.uid] = domain
        return local

    def _constant(self, name: str) -> ConstantInfo:
        info = self.constants.get(name)
        if info is None or (not self.classical and name.startswith(CLASSICAL_ONLY)):
            raise KernelError(f"the constant {name!r} is not available")
        return info

    def _bad_levels(self, name: str) -> Term:
        raise KernelError(f"{name!r} at a universe level that it does not have here")

    def _step(self) -> None:
        self.steps_left -= 1
        if self.steps_left < 0:
            raise KernelError("checking takes too many steps")

    # -------------------------------------------------------------------------- computation

    def whnf(self, term: Term) -> Term:
        """Weak head normal form: functions applied, recursors computed, definitions unfolded at the head."""
        while True:
            term = self._reduce(term)
            unfolded = self._unfold(term)
            if unfolded is None:
                return term
            term = unfolded

    def _reduce(self, term: Term) -> Term:
        """Applies functions and computes recursors at the head; unfolds nothing there."""
        while True:
            self._step()
            head, arguments = spine(term)
            if isinstance(head, Lam) and arguments:
                used = 0
                while isinstance(head, Lam) and used < len(arguments):
                    head = instantiate(head.body, arguments[used])
                    used += 1
                term = apply(head, *arguments[used:])
                continue
            if isinstance(head, Const) and head.name in RULES:
                computed = self._compute(head, arguments)
                if computed is not None:
                    term = computed
                    continue
            return term

    def _compute(self, head: Const, arguments: list[Term]) -> Term | None:
        """A recursor at a constructor."""
        rule = RULES[head.name]
        if len(arguments) <= rule.major:
            return None
        constructor, fields = spine(self.whnf(arguments[rule.major]))
        if not isinstance(constructor, Const) or constructor.name not in rule.minors:
            return None
        own = fields[rule.parameters :]
        if head.name == "Nat.le.rec":
            return self._compute_le(head, constructor.name, arguments, own)
        case = apply(arguments[rule.minors[constructor.name]], *own)
        # Everything up to the major argument stays the same for the parts of the same type.
        for position in rule.recursive.get(constructor.name, ()):
            case = App(case, apply(head, *arguments[: rule.major], own[position]))
        return apply(case, *arguments[rule.major + 1 :])

    def _compute_le(
        self, head: Const, constructor: str, arguments: list[Term], own: list[Term]
    ) -> Term | None:
        # Proofs of n <= m need no computing for anything here, and their index would have to change.
        return None

    def _unfold(self, term: Term) -> Term | None:
        head, arguments = spine(term)
        if isinstance(head, Const):
            info = self.constants.get(head.name)
            if info is not None and info.kind == "definition" and head.levels in info.values:
                return apply(info.values[head.levels], *arguments)
        return None

    # ----------------------------------------------------------------------------- equality

    def equal(self, left: Term, right: Term) -> bool:
        """Equality by computation."""
        self._step()
        if left is right or left == right:
            return True
        left, right = self._reduce(left), self._reduce(right)
        while True:
            answer = self._same_form(left, right)
            if answer is not None:
                return answer
            # Both stand still: unfold a definition, the later one first.
            one, other = self._unfold(left), self._unfold(right)
            if one is None and other is None:
                return self._same_proofs(left, right)
            if other is None or (one is not None and self._later(left, right)):
                assert one is not None
                left = self._reduce(one)
            else:
                right = self._reduce(other)

    def _same_form(self, left: Term, right: Term) -> bool | None:
        """True or False where the forms decide it, None where unfolding may still help."""
        if left == right:
            return True
        match left, right:
            case Sort(), Sort():
                return False
            case Pi(), Pi():
                return self._same_binders(left, right)
            case Lam(), Lam():
                return self._same_binders(left, right)
            case Lam(), _:
                return self._same_function(left, right)
            case _, Lam():
                return self._same_function(right, left)
        one, first = spine(left)
        other, second = spine(right)
        if one == other and len(first) == len(second) and isinstance(one, (Const, Local)):
            if all(self.equal(a, b) for a, b in zip(first, second, strict=True)):
                return True
            if self._unfold(left) is None:
                return None if self._is_stuck(one) else self._same_proofs(left, right)
        return None

    def _is_stuck(self, head: Term) -> bool:
        return isinstance(head, Const) and head.name in RULES

    def _same_binders(self, left: Pi | Lam, right: Pi | Lam) -> bool:
        if not self.equal(left.domain, right.domain):
            return False
        local = self._open(left.name, left.domain)
        same = self.equal(instantiate(left.body, local), instantiate(right.body, local))
        del self.types[local.uid]
        return same

    def _same_function(self, function: Lam, other: Term) -> bool | None:
        """Eta: `fun x => other x` is `other`."""
        if not isinstance(self.whnf(self.infer(other)), Pi):
            return None
        local = self._open(function.name, function.domain)
        same = self.equal(instantiate(function.body, local), App(lift(other, 0), local))
        del self.types[local.uid]
        return same

    def _same_proofs(self, left: Term, right: Term) -> bool:
        """Any two proofs of one proposition are equal."""
        try:
            kind = self.infer(left)
            if self.whnf(self.infer(kind)) != PROP:
                return False
            return self.equal(kind, self.infer(right))
        except KernelError:
            if self.steps_left < 0:
                raise
            return False

    def _later(self, left: Term, right: Term) -> bool:
        """Whether the left definition was made from more than the right one."""
        one, other = spine(left)[0], spine(right)[0]
        assert isinstance(one, Const)
        assert isinstance(other, Const)
        order = list(self.constants)
        return order.index(one.name) >= order.index(other.name)
