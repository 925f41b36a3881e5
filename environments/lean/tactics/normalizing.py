"""What simp does to one term: rewriting from the inside out, with a proof of every change."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Context, Holes, holes_of
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, sort_level, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import closed_value, number, offset_of, unify
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import PROP, App, Const, Lam, Local, Meta, Pi, Sort, Term
from ragen_bench.environments.lean.syntax.printer import Printer
from ragen_bench.environments.lean.syntax.problems import LimitReached
from ragen_bench.environments.lean.tactics.congruence import (
    CONNECTIVES,
    iff_refl,
    is_implication,
    lemma,
)

TRUE, FALSE = Const("True"), Const("False")
MAX_REWRITES = 400
MAX_NUMERAL = 200

#: What a claim or term became, and the proof of the equivalence or equation; None when they are the same.
Result = tuple[Term, Term | None]

_TRUE_FALSE: dict[tuple[str, str, str], tuple[str, int | str]] = {
    ("And", "*", "True"): ("_and_true", 0),
    ("And", "True", "*"): ("_true_and", 1),
    ("And", "*", "False"): ("_and_false", "False"),
    ("And", "False", "*"): ("_false_and", "False"),
    ("Or", "*", "True"): ("_or_true", "True"),
    ("Or", "True", "*"): ("_true_or", "True"),
    ("Or", "*", "False"): ("_or_false", 0),
    ("Or", "False", "*"): ("_false_or", 1),
    ("Iff", "*", "True"): ("_iff_true", 0),
    ("Iff", "True", "*"): ("_true_iff", 1),
    ("->", "True", "*"): ("_true_imp", 1),
    ("->", "False", "*"): ("_false_imp", "True"),
    ("->", "*", "True"): ("_imp_true", "True"),
}
_SAME = {"And": "and_self_iff", "Or": "or_self_iff", "Iff": "_iff_self", "->": "_imp_self"}
_REWRITES = ("not_and", "not_or", "not_exists", "and_imp", "exists_imp", "Nat.not_le", "Nat.not_lt")
_CLASSICAL = ("Classical.not_not", "Classical.not_forall", "Classical.not_imp")
_NUMBERS = ("Nat.add_right_cancel_iff", "Nat.add_left_cancel_iff", "_add_one_eq_zero", "_zero_eq_add_one")
_ORDER = (
    "_zero_le",
    "_le_self",
    "_lt_self",
    "_not_lt_zero",
    "_zero_lt_add_one",
    "_le_add_right",
    "_le_add_left",
    "Nat.le_zero",
    "Nat.add_le_add_iff_right",
    "Nat.lt_add_one_iff",
)
_TERMS = ("Nat.add_zero", "Nat.zero_add", "Nat.mul_zero", "Nat.zero_mul", "Nat.mul_one", "Nat.one_mul")


@dataclass(frozen=True, slots=True)
class Rule:
    """A proof to rewrite with: its type is ∀ ..., left = right or left ↔ right or just a claim."""

    proof: Term
    kind: Term
    reverse: bool = False
    own: Term | None = None
    """The hypothesis it comes from, which it is not applied to."""


class Normalizer:
    """Rewrites by rules until nothing changes.

    Args:
        holes: the holes of the proof.
        context: the hypotheses of the goal.
        rules: what was given in brackets.
        builtin: also use what simp knows by itself.
        classical: excluded middle may be used.
    """

    def __init__(
        self, holes: Holes, context: Context, rules: list[Rule], builtin: bool, classical: bool
    ) -> None:
        self.holes, self._context, self._rules = holes, context, rules
        self._builtin, self._classical = builtin, classical
        self._count = 0
        self._discharging = 0

    # --- claims

    def claim(self, claim: Term) -> Result:
        """What a proposition becomes, with a proof of claim ↔ result."""
        budget = self.holes.budget
        budget.enter()
        result: Term = self.holes.resolve(whnf_core(self.holes, claim))
        proof: Term | None = None
        while True:
            budget.spend(10)
            changed, step = self._inside(result)
            proof = self._joined(claim, result, changed, proof, step)
            result = changed
            found = self._at_root(result)
            if found is None:
                break
            self._count += 1
            if self._count > MAX_REWRITES:
                raise LimitReached("maximum recursion depth has been reached")
            changed, step = found
            proof = self._joined(claim, result, changed, proof, step)
            result = self.holes.resolve(whnf_core(self.holes, changed))
        budget.leave()
        return result, proof

    def _joined(
        self, start: Term, middle: Term, end: Term, first: Term | None, second: Term | None
    ) -> Term | None:
        if first is None or second is None:
            return second if first is None else first
        return lemma("Iff.trans", start, middle, end, first, second)

    def _inside(self, claim: Term) -> Result:
        name, arguments = head_name(claim), spine(claim)[1]
        if name in CONNECTIVES and len(arguments) == 2:
            parts = [self.claim(part) for part in arguments]
            if all(proof is None for _, proof in parts):
                return claim, None
            after = [part for part, _ in parts]
            proofs = [proof or iff_refl(old) for old, (_, proof) in zip(arguments, parts, strict=True)]
            return apply(Const(name), *after), lemma(CONNECTIVES[name], *arguments, *after, *proofs)
        if name == "Not":
            inner, proof = self.claim(arguments[0])
            if proof is None:
                return claim, None
            return App(Const("Not"), inner), lemma("not_congr", arguments[0], inner, proof)
        if name == "Exists" and isinstance(arguments[1], Lam):
            return self._under(claim, arguments[1], "exists_congr")
        if isinstance(claim, Pi):
            if is_implication(self.holes, claim):
                body = self.holes.applied(claim.body, Const("True.intro"))
                left, first = self.claim(claim.domain)
                right, second = self.claim(body)
                if first is None and second is None:
                    return claim, None
                proofs = [first or iff_refl(claim.domain), second or iff_refl(body)]
                return Pi(claim.name, left, right), lemma(
                    "imp_congr", claim.domain, body, left, right, *proofs
                )
            return self._under(claim, Lam(claim.name, claim.domain, claim.body), "forall_congr'")
        return self._arguments(claim, True)

    def _under(self, claim: Term, predicate: Lam, name: str) -> Result:
        if sort_level(self.holes, predicate.domain) != 1:
            return claim, None
        item = self.holes.variable(predicate.name, predicate.domain)
        body = self.holes.applied(predicate.body, item.local)
        outer, self._context = self._context, (*self._context, item)
        inner, proof = self.claim(body)
        self._context = outer
        if proof is None:
            return claim, None

        def closed(term: Term) -> Term:
            return self.holes.bound(term, item.local)

        after = closed(inner)
        proofs = [
            Lam(predicate.name, predicate.domain, part) for part in (closed(body), after, closed(proof))
        ]
        result: Term = Pi(predicate.name, predicate.domain, after)
        if name == "exists_congr":
            result = apply(Const("Exists", (1,)), predicate.domain, proofs[1])
        return result, lemma(name, predicate.domain, *proofs)

    def _arguments(self, term: Term, is_claim: bool) -> Result:
        """Rewrites the arguments of a predicate or function, one after the other."""
        head, arguments = spine(term)
        proof: Term | None = None
        start = term
        for position, argument in enumerate(arguments):
            kind = infer(self.holes, argument)
            if (
                kind == PROP
                or not isinstance(argument, App | Local | Const)
                or sort_level(self.holes, kind) != 1
            ):
                continue
            if isinstance(whnf(self.holes, kind), Pi | Sort):
                continue
            after, step = self.term(argument)
            if step is None:
                continue
            before = apply(head, *arguments)
            variable = self.holes.variable("x", kind)
            arguments[position] = variable.local
            pattern = self.holes.bound(apply(head, *arguments), variable.local)
            arguments[position] = after
            result = apply(head, *arguments)
            if is_claim:
                motive = Lam("x", kind, App(App(Const("Iff"), before), pattern))
                made = lemma("Eq.subst", kind, motive, argument, after, step, iff_refl(before))
                proof = made if proof is None else lemma("Iff.trans", start, before, result, proof, made)
            else:
                target = infer(self.holes, term)
                function = Lam("x", kind, pattern)
                made = lemma("congrArg", kind, target, argument, after, function, step)
                proof = (
                    made if proof is None else lemma("Eq.trans", target, start, before, result, proof, made)
                )
        return apply(head, *arguments), proof

    # --- terms

    def term(self, term: Term) -> Result:
        """What a term becomes, with a proof of term = result."""
        budget = self.holes.budget
        budget.enter()
        budget.spend(5)
        result, proof = self._arguments(term, False)
        kind = infer(self.holes, term)
        while True:
            found = self._term_root(result)
            if found is None:
                break
            self._count += 1
            if self._count > MAX_REWRITES:
                raise LimitReached("maximum recursion depth has been reached")
            changed, step = found
            proof = step if proof is None else lemma("Eq.trans", kind, term, result, changed, proof, step)
            again, more = self._arguments(changed, False)
            if more is not None:
                proof = lemma("Eq.trans", kind, term, changed, again, proof, more)
            result = again
        budget.leave()
        return result, proof

    def _term_root(self, term: Term) -> tuple[Term, Term] | None:
        for rule in self._rules:
            found = self._by_rule(rule, term, "Eq")
            if found is not None:
                return found
        name = head_name(term)
        if name in ("Nat.add", "Nat.mul", "Nat.sub") and len(spine(term)[1]) == 2:
            left, right = (closed_value(self.holes, part) for part in spine(term)[1])
            if left is not None and right is not None:
                value = {"Nat.add": left + right, "Nat.mul": left * right, "Nat.sub": max(0, left - right)}[
                    name
                ]
                if value <= MAX_NUMERAL:
                    return number(value), lemma("Eq.refl", NAT, term)
            base, offset = offset_of(self.holes, term)
            inner = spine(term)[1][0]
            if (
                name == "Nat.add"
                and right
                and head_name(inner) == "Nat.add"
                and base is not None
                and offset > right
            ):
                return apply(Const("Nat.add"), base, number(offset)), lemma("Eq.refl", NAT, term)
            if self._builtin:
                return self._by_names(_TERMS, term, "Eq")
        if name == "Nat.succ" and self._builtin and closed_value(self.holes, term) is None:
            after = apply(Const("Nat.add"), spine(term)[1][0], number(1))
            return after, lemma("Eq.refl", NAT, term)
        return None

    # --- rules at the root

    def _at_root(self, claim: Term) -> tuple[Term, Term] | None:
        if claim in (TRUE, FALSE):
            return None
        for rule in self._rules:
            found = self._by_rule(rule, claim, "Iff")
            if found is not None:
                return found
        name, arguments = head_name(claim), spine(claim)[1]
        if name == "Eq" and arguments[1] == arguments[2]:
            return TRUE, lemma("_eq_self", arguments[0], arguments[1])
        if name in ("Eq", "Nat.le", "Nat.lt"):
            found = self._literal(claim, arguments)
            if found is not None:
                return found
        if not self._builtin:
            return None
        return self._builtin_root(claim, name, arguments)

    def _builtin_root(self, claim: Term, name: str, arguments: list[Term]) -> tuple[Term, Term] | None:
        if isinstance(claim, Pi) and is_implication(self.holes, claim):
            name, arguments = "->", [claim.domain, self.holes.applied(claim.body, Const("True.intro"))]
            if arguments[1] == FALSE:
                return App(Const("Not"), arguments[0]), iff_refl(claim)
        if name in (*CONNECTIVES, "->"):
            left, right = arguments
            if left == right:
                result = TRUE if name in ("Iff", "->") else left
                return result, lemma(_SAME[name], left)
            for key in ((name, "*", head_name(right)), (name, head_name(left), "*")):
                row = _TRUE_FALSE.get(key)
                if row is not None:
                    rule, keeps = row
                    result = arguments[keeps] if isinstance(keeps, int) else Const(keeps)
                    return result, lemma(rule, right if key[1] != "*" else left)
            if name == "Iff" and FALSE in (left, right):
                other, rule = (left, "_iff_false") if right == FALSE else (right, "_false_iff")
                return App(Const("Not"), other), lemma(rule, other)
        if name == "Ne":
            return App(Const("Not"), apply(Const("Eq", (1,)), *arguments)), iff_refl(claim)
        if name == "Not" and arguments[0] == TRUE:
            return FALSE, lemma("not_true")
        if name == "Not" and arguments[0] == FALSE:
            return TRUE, lemma("not_false_iff")
        if isinstance(claim, Pi) and claim.body == TRUE and sort_level(self.holes, claim.domain) == 1:
            return TRUE, lemma("_forall_true", claim.domain)
        if name == "Exists" and isinstance(arguments[1], Lam) and arguments[1].body == FALSE:
            return FALSE, lemma("_exists_false", arguments[0])
        names = _NUMBERS if name == "Eq" else _ORDER if name in ("Nat.le", "Nat.lt") else _REWRITES
        if self._classical and name == "Not":
            names = (*_CLASSICAL, *names)
        return self._by_names(names, claim, "Iff")

    def _literal(self, claim: Term, arguments: list[Term]) -> tuple[Term, Term] | None:
        """A comparison of two numerals."""
        name = head_name(claim)
        if name == "Eq" and whnf_core(self.holes, arguments[0]) != NAT:
            return None
        left, right = (closed_value(self.holes, part) for part in arguments[-2:])
        if left is None or right is None:
            return None
        from ragen_bench.environments.lean.tactics.deciding import decided

        truth, proof = decided(self.holes, claim)
        if truth:
            return TRUE, lemma("iff_true_intro", claim, proof)
        return FALSE, lemma("iff_false_intro", claim, proof)

    def _by_names(self, names: tuple[str, ...], term: Term, relation: str) -> tuple[Term, Term] | None:
        for name in names:
            constant = constants.constant(name)
            found = self._by_rule(Rule(constant, constants.type_of(constant)), term, relation)
            if found is not None:
                return found
        return None

    def _by_rule(self, rule: Rule, term: Term, relation: str) -> tuple[Term, Term] | None:
        """Rewrites `term` itself by a rule, if its left side fits."""
        holes = self.holes
        if rule.own is not None and term == rule.own:
            return None
        mark = holes.mark()
        found = self._fit(rule, term, relation)
        if found is None:
            holes.undo(mark)
        return found

    def _fit(self, rule: Rule, term: Term, relation: str) -> tuple[Term, Term] | None:
        holes = self.holes
        holes.budget.spend(2)
        kind = whnf_core(holes, rule.kind)
        proof = rule.proof
        arguments: list[Meta] = []
        while isinstance(kind, Pi):
            meta = holes.hole(self._context, kind.domain)
            arguments.append(meta)
            proof = App(proof, meta)
            kind = whnf_core(holes, holes.applied(kind.body, meta))
        sides = self._sides(kind, proof, relation)
        if sides is None:
            return None
        left, right, proof = sides
        if rule.reverse:
            left, right, proof = right, left, self._turned(relation, left, right, proof)
        if isinstance(spine(left)[0], Meta) or head_name(left) != head_name(term):
            return None
        if len(spine(left)[1]) != len(spine(term)[1]) or not unify(holes, left, term, False):
            return None
        for meta in arguments:
            if holes.is_open(meta.uid) and not self._discharge(meta):
                return None
        result = holes.resolve(right)
        if (
            holes_of(result)
            or result == term
            or (arguments and _permutes(left, right) and not _smaller(result, term))
        ):
            return None
        return result, holes.resolve(proof)

    def _sides(self, kind: Term, proof: Term, relation: str) -> tuple[Term, Term, Term] | None:
        """Reads a claim as a rewrite rule of the wanted kind."""
        name, parts = head_name(kind), spine(kind)[1]
        if relation == "Eq":
            return (parts[1], parts[2], proof) if name == "Eq" else None
        if name == "Iff":
            return parts[0], parts[1], proof
        if name == "Eq" and whnf_core(self.holes, parts[0]) == PROP:
            return parts[1], parts[2], lemma("Iff.of_eq", parts[1], parts[2], proof)
        if name == "Not":
            return parts[0], FALSE, lemma("iff_false_intro", parts[0], proof)
        if name == "Ne":
            equation = apply(Const("Eq", (1,)), *parts)
            return equation, FALSE, lemma("iff_false_intro", equation, proof)
        if kind in (TRUE, FALSE):
            return None
        if infer(self.holes, kind) != PROP or (name == "Eq"):
            # An equation rewrites its left side; as a claim it is found by rewriting both sides.
            return None
        return kind, TRUE, lemma("iff_true_intro", kind, proof)

    def _turned(self, relation: str, left: Term, right: Term, proof: Term) -> Term:
        if relation == "Iff":
            return lemma("Iff.symm", left, right, proof)
        return lemma("Eq.symm", infer(self.holes, left), left, right, proof)

    def _discharge(self, meta: Meta) -> bool:
        """Proves a premise of a rule."""
        wanted = self.holes.resolve(self.holes.declared[meta.uid].type)
        if holes_of(wanted) or self._discharging > 1 or whnf(self.holes, infer(self.holes, wanted)) != PROP:
            return False
        self._discharging += 1
        result, proof = self.claim(wanted)
        self._discharging -= 1
        if result != TRUE or proof is None:
            return False
        self.holes.fill(meta.uid, lemma("of_iff_true", wanted, proof))
        return True


def _permutes(left: Term, right: Term) -> bool:
    """The sides look the same up to the order of what stands in them: only the smaller is kept."""
    return _size(left) == _size(right) and spine(left)[0] == spine(right)[0]


def _size(term: Term) -> int:
    count = 0
    stack = [term]
    while stack:
        count += 1
        match stack.pop():
            case App(function, argument):
                stack += (function, argument)
            case Lam(_, domain, body) | Pi(_, domain, body):
                stack += (domain, body)
            case _:
                pass
    return count


def _smaller(one: Term, other: Term) -> bool:
    printer = Printer({})
    return (printer.text(one), 0) < (printer.text(other), 0)
