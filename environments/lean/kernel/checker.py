"""The checker: types of terms, equality by computation, and the verdict on a proof.

It follows Lean's kernel on the fragment of `prelude` and is stricter where it is shorter: no universe
variables, no rule for equality proofs that are not reflexivity. What it accepts, Lean accepts; the tests hold
it to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from ragen_bench.environments.lean.kernel.meter import MOST_WORK, KernelError, Meter, make_room
from ragen_bench.environments.lean.kernel.operations import apply, identical, instantiate, lift, spine
from ragen_bench.environments.lean.kernel.prelude import CLASSICAL_ONLY, RULES, SUCC, ConstantInfo
from ragen_bench.environments.lean.kernel.terms import PROP, App, Const, Lam, Local, Meta, Pi, Sort, Term, Var

#: Nesting of a statement or a proof, counted in nodes.
DEEPEST_TERM = 3_000
#: Nesting of the checker's work within itself, and the most Python frames that one level of it takes.
DEEPEST = 1_000
_FRAMES_PER_LEVEL = 5
_FRAMES = DEEPEST * _FRAMES_PER_LEVEL + DEEPEST_TERM + 4_000


class Checker:
    """Checks closed terms over a set of constants.

    Args:
        constants: by name, each after those it uses.
        classical: constants of `Classical` may be used.
        work: bound on the visited nodes.
    """

    def __init__(
        self, constants: Mapping[str, ConstantInfo], classical: bool = False, work: int = MOST_WORK
    ) -> None:
        self.constants, self.classical, self.meter = constants, classical, Meter(work)
        self._order = {name: place for place, name in enumerate(constants)}
        # The types of the binders around the term at hand, outermost first.
        self._binders: list[Term] = []
        self._depth = 0

    def check_proof(self, statement: Term, proof: Term) -> None:
        """Accepts a closed proof of a closed proposition.

        Raises:
            KernelError: it is none, or checking takes too much work or too deep a nesting.
        """
        make_room(_FRAMES)
        try:
            self._measure(statement)
            self._measure(proof)
            if self.whnf(self.infer(statement)) != PROP:
                raise KernelError("the statement is no proposition")
            if not self.equal(self.infer(proof), statement):
                raise KernelError("the proof is one of another statement")
        except RecursionError:
            raise KernelError("the term is nested too deeply") from None

    def _measure(self, term: Term) -> None:
        waiting = [(term, 0)]
        while waiting:
            part, depth = waiting.pop()
            self.meter.spend()
            if depth > DEEPEST_TERM:
                raise KernelError("the term is nested too deeply")
            match part:
                case App(function, argument):
                    waiting += ((function, depth + 1), (argument, depth + 1))
                case Lam(_, domain, body) | Pi(_, domain, body):
                    waiting += ((domain, depth + 1), (body, depth + 1))

    # ------------------------------------------------------------------------------- types

    def infer(self, term: Term, trusted: bool = False) -> Term:
        """The type of a term.

        Args:
            term: its variables belong to the binders around it.
            trusted: the term has been checked before, so arguments need no look.

        Raises:
            KernelError: it has none.
        """
        self._deeper()
        kind = self._infer(term, trusted)
        self._depth -= 1
        return kind

    def _infer(self, term: Term, trusted: bool) -> Term:
        self.meter.spend()
        match term:
            case Sort(level):
                if level < 0:
                    raise KernelError("a negative universe")
                return Sort(level + 1)
            case Const(name, levels):
                kind = self._constant(name).types.get(levels)
                if kind is None:
                    raise KernelError(f"{name!r} at a universe level that it does not have here")
                return kind
            case Var(index):
                if not 0 <= index < len(self._binders):
                    raise KernelError("a variable without a binder")
                return lift(self._binders[-1 - index], index + 1, 0, self.meter)
            case App():
                return self._infer_application(term, trusted)
            case Lam(name, domain, body):
                if not trusted:
                    self._sort_of(domain, trusted)
                self._binders.append(domain)
                kind = Pi(name, domain, self.infer(body, trusted))
                self._binders.pop()
                return kind
            case Pi(name, domain, body):
                first = self._sort_of(domain, trusted)
                self._binders.append(domain)
                second = self._sort_of(body, trusted)
                self._binders.pop()
                # A product into Prop is a Prop, whatever it ranges over.
                return Sort(0 if second == 0 else max(first, second))
            case Meta():
                raise KernelError("a hole is left")
            case Local():
                raise KernelError("a free variable")
        raise KernelError("not a term")

    def _infer_application(self, term: Term, trusted: bool) -> Term:
        head, arguments = spine(term)
        kind = self.infer(head, trusted)
        for argument in arguments:
            kind = self.whnf(kind)
            if not isinstance(kind, Pi):
                raise KernelError("something that is no function is applied")
            if not trusted and not self.equal(self.infer(argument), kind.domain):
                raise KernelError("an argument has another type than the function takes")
            kind = instantiate(kind.body, argument, 0, self.meter)
        return kind

    def _sort_of(self, term: Term, trusted: bool) -> int:
        kind = self.whnf(self.infer(term, trusted))
        if not isinstance(kind, Sort):
            raise KernelError("a type was expected")
        return kind.level

    def _constant(self, name: str) -> ConstantInfo:
        info = self.constants.get(name)
        if info is None or (not self.classical and name.startswith(CLASSICAL_ONLY)):
            raise KernelError(f"the constant {name!r} is not available")
        return info

    def _deeper(self) -> None:
        # Like the binders, not put right after an error: an error ends the check.
        self._depth += 1
        if self._depth > DEEPEST:
            raise KernelError("the term is nested too deeply")

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
            head, arguments = spine(term)
            self.meter.spend(1 + len(arguments))
            if isinstance(head, Lam) and arguments:
                used = 0
                while isinstance(head, Lam) and used < len(arguments):
                    head = instantiate(head.body, arguments[used], 0, self.meter)
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
        """A recursor at a constructor; None where it stands still."""
        rule = RULES[head.name]
        if len(arguments) <= rule.major:
            return None
        self._deeper()
        constructor, fields = spine(self.whnf(arguments[rule.major]))
        self._depth -= 1
        if not isinstance(constructor, Const) or constructor.name not in rule.minors:
            return None
        own = fields[rule.parameters :]
        case = apply(arguments[rule.minors[constructor.name]], *own)
        # Everything up to the major argument stays the same for the parts of the same type.
        for position in rule.recursive.get(constructor.name, ()):
            case = App(case, apply(head, *arguments[: rule.major], own[position]))
        return apply(case, *arguments[rule.major + 1 :])

    def _unfold(self, term: Term) -> Term | None:
        head, arguments = spine(term)
        if isinstance(head, Const):
            info = self.constants.get(head.name)
            if info is not None and info.kind == "definition" and head.levels in info.values:
                return apply(info.values[head.levels], *arguments)
        return None

    # ----------------------------------------------------------------------------- equality

    def equal(self, left: Term, right: Term) -> bool:
        """Whether two terms of the same binders, each with a type, are equal by computation."""
        self._deeper()
        answer = self._equal(left, right)
        self._depth -= 1
        return answer

    def _equal(self, left: Term, right: Term) -> bool:
        if identical(left, right, self.meter):
            return True
        left, right = self._reduce(left), self._reduce(right)
        while True:
            if _is_successor(left) and _is_successor(right):
                # Numbers are long chains of these, which need no recursion.
                left, right = self._reduce(left.argument), self._reduce(right.argument)
                continue
            answer = self._same_form(left, right)
            if answer is not None:
                return answer
            # Both stand still: unfold a definition, the later one first.
            one, other = self._unfold(left), self._unfold(right)
            if one is None and other is None:
                return self._same_proofs(left, right)
            if other is None or (one is not None and self._place(left) >= self._place(right)):
                assert one is not None
                left = self._reduce(one)
            else:
                right = self._reduce(other)

    def _same_form(self, left: Term, right: Term) -> bool | None:
        """True or False where the forms decide it, None where unfolding may still help."""
        match left, right:
            case Sort(), Sort():
                return left == right
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
        if isinstance(one, (Const, Var)) and one == other and len(first) == len(second):
            for a, b in zip(first, second, strict=True):
                if not self.equal(a, b):
                    return None
            return True
        return None

    def _same_binders(self, left: Pi | Lam, right: Pi | Lam) -> bool:
        if not self.equal(left.domain, right.domain):
            return False
        self._binders.append(left.domain)
        answer = self.equal(left.body, right.body)
        self._binders.pop()
        return answer

    def _same_function(self, function: Lam, other: Term) -> bool | None:
        """Eta: `fun x => other x` is `other`."""
        kind = self.whnf(self.infer(other, trusted=True))
        if not isinstance(kind, Pi):
            return None
        applied = App(lift(other, 1, 0, self.meter), Var(0))
        return self._same_binders(function, Lam(function.name, kind.domain, applied))

    def _same_proofs(self, left: Term, right: Term) -> bool:
        """Any two proofs of one proposition are equal."""
        kind = self.infer(left, trusted=True)
        if self.whnf(self.infer(kind, trusted=True)) != PROP:
            return False
        return self.equal(kind, self.infer(right, trusted=True))

    def _place(self, term: Term) -> int:
        """A definition's place among the constants: later ones are made from earlier ones."""
        head = spine(term)[0]
        return self._order.get(head.name, -1) if isinstance(head, Const) else -1


def _is_successor(term: Term) -> TypeGuard[App]:
    return isinstance(term, App) and term.function == SUCC


__all__ = ["DEEPEST", "DEEPEST_TERM", "Checker", "KernelError"]
