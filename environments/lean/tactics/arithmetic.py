"""omega, as far as adding inequalities with natural factors goes.

The search is Fourier-Motzkin elimination; what it finds is a list of hypotheses and how often each is to be
added, and from that a proof term is built. Reasoning about divisibility is outside of its reach.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, whnf_core
from ragen_bench.environments.lean.elaboration.unification import number
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import PROP, App, Const, Lam, Pi, Term
from ragen_bench.environments.lean.syntax.problems import Problem
from ragen_bench.environments.lean.tactics.congruence import is_implication, lemma
from ragen_bench.environments.lean.tactics.linear import Sum, Summing, add
from ragen_bench.environments.lean.tactics.state import Proof

MAX_ROWS = 200
MAX_SPLITS = 5
MAX_TIMES = 40

_FAILED = (
    "omega could not prove the goal: what takes more than adding up the linear inequalities among the "
    "hypotheses is outside this checker's reach"
)


@dataclass(frozen=True, slots=True)
class Fact:
    """`proof : left ≤ right`."""

    left: Term
    right: Term
    proof: Term


@dataclass(frozen=True, slots=True)
class Known:
    """What the hypotheses say: inequalities, and disjunctions that are not split yet."""

    facts: tuple[Fact, ...] = ()
    choices: tuple[tuple[Term, Term, Term], ...] = ()
    """left, right, and a proof of left ∨ right."""
    absurd: Term | None = None
    """A proof of False."""


def omega(proof: Proof) -> None:
    goal = proof.main()
    context = proof.context(goal)
    prover = _Prover(proof)
    known = Known()
    for item in context:
        kind = proof.holes.resolve(item.type)
        if infer(proof.holes, kind) == PROP:
            known = prover.learn(known, item.local, kind)
    proof.fill_main(prover.prove(known, proof.claim(goal)))


class _Prover:
    def __init__(self, proof: Proof) -> None:
        self._holes = proof.holes
        self._sums = Summing(proof.holes)

    # --- what is known

    def learn(self, known: Known, proof: Term, kind: Term) -> Known:
        """Adds what a proof of `kind` says about numbers."""
        holes = self._holes
        holes.budget.spend(5)
        kind = holes.resolve(whnf_core(holes, kind))
        name, parts = head_name(kind), spine(kind)[1]
        if name == "False":
            return Known(known.facts, known.choices, proof)
        if name == "And":
            known = self.learn(known, lemma("And.left", *parts, proof), parts[0])
            return self.learn(known, lemma("And.right", *parts, proof), parts[1])
        if name == "Or":
            return Known(known.facts, (*known.choices, (parts[0], parts[1], proof)), known.absurd)
        if name == "Iff":
            return known
        if name == "Eq" and whnf_core(holes, parts[0]) == NAT:
            left, right = parts[1:]
            back = lemma("Eq.symm", NAT, left, right, proof)
            one = Fact(left, right, lemma("Nat.le_of_eq", left, right, proof))
            two = Fact(right, left, lemma("Nat.le_of_eq", right, left, back))
            return Known((*known.facts, one, two), known.choices, known.absurd)
        if name == "Nat.le":
            return Known((*known.facts, Fact(parts[0], parts[1], proof)), known.choices, known.absurd)
        if name == "Nat.lt":
            fact = Fact(add(parts[0], number(1)), parts[1], proof)
            return Known((*known.facts, fact), known.choices, known.absurd)
        if name == "Ne" and whnf_core(holes, parts[0]) == NAT:
            return self._unequal(known, proof, *parts[1:])
        if name == "Not":
            return self._negation(known, proof, holes.resolve(whnf_core(holes, parts[0])))
        return known

    def _unequal(self, known: Known, proof: Term, left: Term, right: Term) -> Known:
        below, above = apply(Const("Nat.lt"), left, right), apply(Const("Nat.lt"), right, left)
        either = lemma("Nat.lt_or_gt_of_ne", left, right, proof)
        return Known(known.facts, (*known.choices, (below, above, either)), known.absurd)

    def _negation(self, known: Known, proof: Term, kind: Term) -> Known:
        name, parts = head_name(kind), spine(kind)[1]
        if name == "Nat.le":
            # ¬a ≤ b says b + 1 ≤ a.
            fact = Fact(
                add(parts[1], number(1)), parts[0], lemma("Nat.lt_of_not_le", parts[0], parts[1], proof)
            )
            return Known((*known.facts, fact), known.choices, known.absurd)
        if name == "Nat.lt":
            fact = Fact(parts[1], parts[0], lemma("Nat.le_of_not_lt", parts[1], parts[0], proof))
            return Known((*known.facts, fact), known.choices, known.absurd)
        if name == "Eq" and whnf_core(self._holes, parts[0]) == NAT:
            return self._unequal(known, proof, *parts[1:])
        if name == "Or":
            both = lemma("Iff.mp", App(Const("Not"), kind), self._nor(parts), lemma("not_or", *parts), proof)
            return self.learn(known, both, self._nor(parts))
        return known

    def _nor(self, parts: list[Term]) -> Term:
        return apply(Const("And"), *(App(Const("Not"), part) for part in parts))

    # --- goals

    def prove(self, known: Known, claim: Term) -> Term:
        """A proof of the claim from what is known."""
        holes = self._holes
        claim = holes.resolve(whnf_core(holes, claim))
        name, parts = head_name(claim), spine(claim)[1]
        if name == "And":
            return lemma("And.intro", *parts, self.prove(known, parts[0]), self.prove(known, parts[1]))
        if name == "Iff":
            forward = self._assuming(known, parts[0], lambda inner: self.prove(inner, parts[1]))
            backward = self._assuming(known, parts[1], lambda inner: self.prove(inner, parts[0]))
            return lemma("Iff.intro", *parts, forward, backward)
        if name == "False":
            return self.refute(known, MAX_SPLITS)
        if name == "Nat.le":
            below = apply(Const("Nat.lt"), parts[1], parts[0])
            return lemma("Nat.le_of_not_lt", *parts, self._refuting(known, below))
        if name == "Nat.lt":
            below = apply(Const("Nat.le"), parts[1], parts[0])
            return lemma("Nat.lt_of_not_le", parts[1], parts[0], self._refuting(known, below))
        if name == "Eq" and whnf_core(holes, parts[0]) == NAT:
            left, right = parts[1:]
            halves = [
                self.prove(known, apply(Const("Nat.le"), *pair)) for pair in ((left, right), (right, left))
            ]
            return lemma("Nat.le_antisymm", left, right, *halves)
        if name == "Not":
            return self._refuting(known, parts[0])
        if name == "Ne":
            return self._refuting(known, apply(Const("Eq", (1,)), *parts))
        if isinstance(claim, Pi) and is_implication(holes, claim):
            body = holes.applied(claim.body, Const("True.intro"))
            return self._assuming(known, claim.domain, lambda inner: self.prove(inner, body))
        if name == "Or":
            return self._or(known, parts)
        return lemma("False.elim", claim, self.refute(known, MAX_SPLITS))

    def _or(self, known: Known, parts: list[Term]) -> Term:
        """One side holds, or a disjunction among the hypotheses says which."""
        if known.choices:
            (left, right, either), rest = (
                known.choices[0],
                Known(known.facts, known.choices[1:], known.absurd),
            )
            whole = apply(Const("Or"), *parts)
            arms = [
                self._assuming(rest, side, lambda inner: self._or(inner, parts)) for side in (left, right)
            ]
            motive = Lam("t", apply(Const("Or"), left, right), whole)
            return apply(Const("Or.rec"), left, right, motive, *arms, either)
        for name, side in (("Or.inl", parts[0]), ("Or.inr", parts[1])):
            try:
                return lemma(name, *parts, self.prove(known, side))
            except _Unproved:
                continue
        raise _Unproved

    def _refuting(self, known: Known, assumed: Term) -> Term:
        return self._assuming(known, assumed, lambda inner: self.refute(inner, MAX_SPLITS))

    def _assuming(self, known: Known, assumed: Term, then: Callable[[Known], Term]) -> Term:
        variable = self._holes.variable("h", assumed)
        body = then(self.learn(known, variable.local, assumed))
        return Lam("h", assumed, self._holes.bound(body, variable.local))

    # --- refutation

    def refute(self, known: Known, splits: int) -> Term:
        """A proof of False."""
        if known.absurd is not None:
            return known.absurd
        found = self._combination(known.facts)
        if found is not None:
            return found
        if not known.choices or splits == 0:
            raise _Unproved
        (left, right, either), rest = known.choices[0], Known(known.facts, known.choices[1:])
        arms = [
            self._assuming(rest, side, lambda inner: self.refute(inner, splits - 1)) for side in (left, right)
        ]
        motive = Lam("t", apply(Const("Or"), left, right), Const("False"))
        return apply(Const("Or.rec"), left, right, motive, *arms, either)

    def _combination(self, facts: tuple[Fact, ...]) -> Term | None:
        rows = []
        for index, fact in enumerate(facts):
            left, right = self._sums.sum_of(fact.left)[0], self._sums.sum_of(fact.right)[0]
            counts = left.counts()
            for atom, count in right.counts().items():
                counts[atom] = counts.get(atom, 0) - count
            rows.append(_Row(counts, left.constant - right.constant, {index: 1}))
        times = self._eliminate(rows)
        if times is None or sum(times.values()) > MAX_TIMES:
            return None
        chosen = [facts[index] for index, count in sorted(times.items()) for _ in range(count)]
        total = chosen[0]
        for fact in chosen[1:]:
            proof = lemma(
                "Nat.add_le_add", total.left, total.right, fact.left, fact.right, total.proof, fact.proof
            )
            total = Fact(add(total.left, fact.left), add(total.right, fact.right), proof)
        return self._contradiction(total)

    def _contradiction(self, fact: Fact) -> Term:
        """False from `left ≤ right` where left is right and at least one more."""
        left, one = self._sums.sum_of(fact.left)
        right, _ = self._sums.sum_of(fact.right)
        rest = list(left.atoms)
        for atom in right.atoms:
            rest.remove(atom)
        extra = Sum(left.constant - right.constant - 1, tuple(rest)).term()
        longer = add(fact.right, add(extra, number(1)))
        _, two = self._sums.sum_of(longer)
        back = lemma("Eq.symm", NAT, longer, two.right, two.proof)
        same = lemma("Eq.trans", NAT, fact.left, one.right, longer, one.proof, back)
        variable = self._holes.variable("x", NAT)
        motive = Lam(
            "x", NAT, self._holes.bound(apply(Const("Nat.le"), variable.local, fact.right), variable.local)
        )
        too_much = lemma("Eq.subst", NAT, motive, fact.left, longer, same, fact.proof)
        return lemma("_not_add_one_le", fact.right, extra, too_much)

    def _eliminate(self, rows: list[_Row]) -> dict[int, int] | None:
        """How often each row is to be added so that the sum says something positive is at most zero."""
        atoms = sorted({atom for row in rows for atom in row.counts}, key=self._sums.key)
        for atom in atoms:
            rows.append(_Row({atom: -1}, 0, {}))
        for atom in atoms:
            done = next((row for row in rows if row.is_contradiction()), None)
            if done is not None:
                return done.times
            positive = [row for row in rows if row.counts.get(atom, 0) > 0]
            negative = [row for row in rows if row.counts.get(atom, 0) < 0]
            rows = [row for row in rows if row.counts.get(atom, 0) == 0]
            for one in positive:
                for other in negative:
                    self._holes.budget.spend(5)
                    rows.append(one.combined(other, atom))
                    if len(rows) > MAX_ROWS:
                        return None
        done = next((row for row in rows if row.is_contradiction()), None)
        return None if done is None else done.times


class _Unproved(Problem):
    def __init__(self) -> None:
        super().__init__(_FAILED, "reach")


@dataclass(frozen=True, slots=True)
class _Row:
    """counts · atoms + constant ≤ 0, made of the facts in `times`."""

    counts: dict[Term, int]
    constant: int
    times: dict[int, int]

    def is_contradiction(self) -> bool:
        return self.constant > 0 and all(count >= 0 for count in self.counts.values())

    def combined(self, other: _Row, atom: Term) -> _Row:
        """The sum of multiples in which `atom` is gone."""
        one, two = self.counts[atom], -other.counts[atom]
        common = gcd(one, two)
        first, second = two // common, one // common
        counts: dict[Term, int] = {}
        times: dict[int, int] = {}
        for row, factor in ((self, first), (other, second)):
            for item, count in row.counts.items():
                counts[item] = counts.get(item, 0) + factor * count
            for index, count in row.times.items():
                times[index] = times.get(index, 0) + factor * count
        kept = {item: count for item, count in counts.items() if count}
        return _Row(kept, first * self.constant + second * other.constant, times)
