"""Linear expressions over Nat: reading them, and proving them equal to a sorted sum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration.holes import Holes
from ragen_bench.environments.lean.elaboration.reduction import head_name, whnf_core
from ragen_bench.environments.lean.elaboration.unification import closed_value, number
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import Const, Lam, Term
from ragen_bench.environments.lean.syntax.printer import Printer
from ragen_bench.environments.lean.syntax.problems import out_of_reach
from ragen_bench.environments.lean.tactics.congruence import lemma

MAX_SUMMANDS = 48
_ADD = Const("Nat.add")


def add(left: Term, right: Term) -> Term:
    return apply(_ADD, left, right)


@dataclass(frozen=True, slots=True)
class Sum:
    """A number and atoms, sorted, an atom as often as it is counted: ((number + a) + a) + b."""

    constant: int
    atoms: tuple[Term, ...]

    def term(self) -> Term:
        term = number(self.constant)
        for atom in self.atoms:
            term = add(term, atom)
        return term

    def counts(self) -> dict[Term, int]:
        found: dict[Term, int] = {}
        for atom in self.atoms:
            found[atom] = found.get(atom, 0) + 1
        return found


@dataclass(frozen=True, slots=True)
class Equal:
    """left = right. Without `step` both compute to the same, and no proof needs to say so."""

    left: Term
    right: Term
    step: Term | None = None

    @property
    def proof(self) -> Term:
        return self.step or lemma("Eq.refl", NAT, self.right)


def _then(first: Equal, second: Equal) -> Equal:
    if first.step is None or second.step is None:
        return Equal(first.left, second.right, first.step or second.step)
    proof = lemma("Eq.trans", NAT, first.left, first.right, second.right, first.proof, second.proof)
    return Equal(first.left, second.right, proof)


class Summing:
    """Turns terms into sums, with proofs."""

    def __init__(self, holes: Holes) -> None:
        self._holes = holes
        self._keys: dict[Term, str] = {}

    def key(self, atom: Term) -> str:
        """What atoms are sorted by."""
        found = self._keys.get(atom)
        if found is None:
            found = self._keys[atom] = f"{Printer({}).text(atom)}|{atom!r}"
        return found

    def sum_of(self, term: Term) -> tuple[Sum, Equal]:
        """The sum that `term` equals, and the proof."""
        self._holes.budget.enter()
        self._holes.budget.spend(10)
        found, equal = self._read(self._holes.resolve(whnf_core(self._holes, term)))
        self._holes.budget.leave()
        if len(found.atoms) > MAX_SUMMANDS:
            raise out_of_reach("a sum this long")
        return found, Equal(term, equal.right, equal.step)

    def _read(self, term: Term) -> tuple[Sum, Equal]:
        value = closed_value(self._holes, term)
        if value is not None:
            return Sum(value, ()), Equal(term, term)
        name, arguments = head_name(term), spine(term)[1]
        if name == "Nat.succ":
            # n.succ and n + 1 are the same by definition.
            return self._read(add(arguments[0], number(1)))
        if name == "Nat.add" and len(arguments) == 2:
            return self._added(term, *arguments)
        if name == "Nat.mul" and len(arguments) == 2:
            factors = [closed_value(self._holes, part) for part in arguments]
            if factors[1] is not None:
                return self._times(arguments[0], factors[1])
            if factors[0] is not None:
                turned = Equal(
                    term,
                    apply(Const("Nat.mul"), arguments[1], arguments[0]),
                    lemma("Nat.mul_comm", *arguments),
                )
                found, equal = self._times(arguments[1], factors[0])
                return found, _then(turned, equal)
        found = Sum(0, (term,))
        back = lemma("Eq.symm", NAT, found.term(), term, lemma("Nat.zero_add", term))
        return found, Equal(term, found.term(), back)

    def _times(self, term: Term, factor: int) -> tuple[Sum, Equal]:
        if factor > MAX_SUMMANDS:
            raise out_of_reach("a factor this large")
        total: Term = number(0)
        for _ in range(factor):
            total = add(total, term)
        found, equal = self.sum_of(total)
        # t * 2 computes to (0 + t) + t, so that the same proof serves.
        return found, Equal(apply(Const("Nat.mul"), term, number(factor)), equal.right, equal.step)

    def _added(self, term: Term, left: Term, right: Term) -> tuple[Sum, Equal]:
        first, one = self.sum_of(left)
        second, two = self.sum_of(right)
        middle = add(first.term(), right)
        step = Equal(add(left, right), middle, self._congruence(one, lambda x: add(x, right)))
        other = Equal(
            middle, add(first.term(), second.term()), self._congruence(two, lambda x: add(first.term(), x))
        )
        merged, equal = self._merge(first, second)
        return merged, _then(_then(step, other), equal)

    def _congruence(self, equal: Equal, around: Callable[[Term], Term]) -> Term | None:
        if equal.step is None:
            return None
        variable = self._holes.variable("x", NAT)
        function = Lam("x", NAT, self._holes.bound(around(variable.local), variable.local))
        return lemma("congrArg", NAT, NAT, equal.left, equal.right, function, equal.proof)

    def _merge(self, first: Sum, second: Sum) -> tuple[Sum, Equal]:
        """first + second as one sum."""
        self._holes.budget.spend(10)
        if not second.atoms:
            return self._plus_number(first, second.constant)
        rest, last = Sum(second.constant, second.atoms[:-1]), second.atoms[-1]
        whole = add(first.term(), second.term())
        regrouped = add(add(first.term(), rest.term()), last)
        assoc = lemma("Nat.add_assoc", first.term(), rest.term(), last)
        step = Equal(whole, regrouped, lemma("Eq.symm", NAT, regrouped, whole, assoc))
        merged, inner = self._merge(first, rest)
        other = Equal(regrouped, add(merged.term(), last), self._congruence(inner, lambda x: add(x, last)))
        final, placed = self._insert(merged, last)
        return final, _then(_then(step, other), placed)

    def _plus_number(self, first: Sum, value: int) -> tuple[Sum, Equal]:
        result = Sum(first.constant + value, first.atoms)
        start = add(first.term(), number(value))
        if not first.atoms or value == 0:
            # Both compute to the same numeral, and n + 0 to n.
            return result, Equal(start, result.term())
        rest, last = Sum(first.constant, first.atoms[:-1]), first.atoms[-1]
        swapped = add(add(rest.term(), number(value)), last)
        step = Equal(start, swapped, lemma("Nat.add_right_comm", rest.term(), last, number(value)))
        inner_sum, inner = self._plus_number(rest, value)
        other = Equal(swapped, add(inner_sum.term(), last), self._congruence(inner, lambda x: add(x, last)))
        return result, _then(step, other)

    def _insert(self, total: Sum, atom: Term) -> tuple[Sum, Equal]:
        """total + atom as a sum, the atom in its place."""
        start = add(total.term(), atom)
        if not total.atoms or self.key(total.atoms[-1]) <= self.key(atom):
            return Sum(total.constant, (*total.atoms, atom)), Equal(start, start)
        rest, last = Sum(total.constant, total.atoms[:-1]), total.atoms[-1]
        swapped = add(add(rest.term(), atom), last)
        step = Equal(start, swapped, lemma("Nat.add_right_comm", rest.term(), last, atom))
        inner_sum, inner = self._insert(rest, atom)
        other = Equal(swapped, add(inner_sum.term(), last), self._congruence(inner, lambda x: add(x, last)))
        return Sum(total.constant, (*inner_sum.atoms, last)), _then(step, other)
