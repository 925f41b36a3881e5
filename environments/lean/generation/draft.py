"""A statement in the making, with the proof that grows beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragen_bench.environments.lean.generation.formulas import (
    Expr,
    Property,
    app,
    arg,
    conj,
    disj,
    every,
    imp,
    neg,
    replace,
    text,
)
from ragen_bench.rng import Rng

_POOLS: dict[str, tuple[str, ...]] = {
    "type": ("α", "β", "γ", "τ"),
    "prop": ("p", "q", "r", "s", "t", "u", "v", "w"),
    "element": ("a", "b", "c", "d", "e", "a'", "b'", "c'"),
    "predicate": ("P", "Q", "R", "S", "T", "U", "A", "B", "C", "D"),
    "function": ("f", "g", "k", "φ", "ψ", "σ"),
    "number": ("a", "b", "c", "d", "e", "i", "j"),
    "bound": ("x", "y", "z"),
    "local": ("x", "y", "z", "u", "v", "w"),
    "index": ("n", "m", "l"),
}
_DIGITS = "₀₁₂₃₄₅₆₇₈₉"
_STYLES = ("h₁", "h1", "ha", "H1")
_LETTERS = "abcdefgijklmopqrstuvwxyz"


class Refused(Exception):
    """This draw makes no good statement; the caller draws again."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rewriting: what is written between the brackets of `rw`, and what it replaces by what."""

    text: str
    old: Expr
    new: Expr


class Draft:
    """A statement in the making.

    Args:
        rng: every choice, that of names included.

    Names are never given twice, so that the parts of a statement can be built apart and put together.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.types: list[str] = []
        self.variables: list[tuple[str, str]] = []
        self.hypotheses: list[tuple[str, Expr]] = []
        self.goal: Expr = "True"
        self.steps: list[str] = []
        self.classical = False
        self._taken: set[str] = set()
        self._style = rng.choice(_STYLES)
        self._count = 0

    # ------------------------------------------------------------------------------------- names

    def name(self, pool: str) -> str:
        """A name that is not taken yet."""
        names = _POOLS[pool]
        free = [name for name in names if name not in self._taken]
        if free:
            chosen = self.rng.choice(free)
        else:
            base, number = self.rng.choice(names), 1
            while (chosen := base + _subscript(number)) in self._taken:
                number += 1
        self._taken.add(chosen)
        return chosen

    def label(self) -> str:
        """A name for a hypothesis."""
        while True:
            self._count += 1
            n = self._count
            if self._style == "h₁":
                chosen = "h" + _subscript(n)
            elif self._style == "ha":
                chosen = "h" + _LETTERS[(n - 1) % len(_LETTERS)] + ("" if n <= len(_LETTERS) else str(n))
            else:
                chosen = f"{self._style[0]}{n}"
            if chosen not in self._taken:
                self._taken.add(chosen)
                return chosen

    # ----------------------------------------------------------------------------------- symbols

    def carrier(self) -> str:
        """A type of things."""
        name = self.name("type")
        self.types.append(name)
        return name

    def some_carrier(self) -> str:
        """A type that is there already, or a new one."""
        return self.rng.choice(self.types) if self.types and self.rng.below(2) else self.carrier()

    def prop(self) -> str:
        """A proposition."""
        return self._variable("prop", "Prop")

    def element(self, kind: str) -> str:
        """A thing of type `kind`."""
        return self._variable("number" if kind == "Nat" else "element", kind)

    def predicate(self, *kinds: str) -> str:
        """A predicate or relation on things of these types."""
        return self._variable("predicate", " → ".join((*kinds, "Prop")))

    def function(self, *kinds: str) -> str:
        """A function; the last of `kinds` is its value's type."""
        return self._variable("function", " → ".join(kinds))

    def _variable(self, pool: str, kind: str) -> str:
        name = self.name(pool)
        self.variables.append((name, kind))
        return name

    def claim(self, depth: int = 1) -> Expr:
        """A random formula without quantifiers, of fresh propositions."""
        if depth < 1 or self.rng.below(3) == 0:
            return self.prop()
        shape = self.rng.below(5)
        if shape == 0:
            return neg(self.prop())
        left, right = self.claim(depth - 1), self.claim(depth - 1)
        if shape == 1:
            return conj(left, right)
        if shape == 2:
            return disj(left, right)
        return imp(left, right) if shape == 3 else self.prop()

    def property(self, kind: str, depth: int = 1) -> Property:
        """A random statement about a thing of type `kind`, of fresh predicates."""
        shape = self.rng.below(7) if depth else self.rng.below(2)
        one = self.predicate(kind)
        if shape in (0, 1, 2):
            return lambda x: app(one, x)
        if shape == 3:
            relation, other = self.predicate(kind, kind), self.element(kind)
            return lambda x: app(relation, other, x)
        if shape == 4:
            return lambda x: neg(app(one, x))
        other = self.predicate(kind)
        if shape == 5:
            return lambda x: conj(app(one, x), app(other, x))
        return lambda x: imp(app(other, x), app(one, x))

    # --------------------------------------------------------------------------- statement, proof

    def given(self, formula: Expr) -> str:
        """Assumes `formula`; returns the hypothesis's name."""
        name = self.label()
        self.hypotheses.append((name, formula))
        return name

    def step(self, *tactics: str) -> None:
        """Adds steps to the proof."""
        self.steps.extend(tactics)

    def rewrite(self, goal: Expr, *rules: Rule, then: str = "open") -> Expr:
        """Adds `rw [...]` on an equation, and returns what is left of it.

        Args:
            goal: the equation as it stands.
            rules: with every argument given, so that it is clear what is replaced: all of it, on both sides.
            then: "closed" when the sides must have become the same, "open" when they must not.

        Raises:
            Refused: a rule changes nothing, or the sides become the same when they must not.
        """
        for rule in rules:
            changed = replace(goal, rule.old, rule.new)
            if changed == goal:
                raise Refused(rule.text)
            goal = changed
        if (goal[1] == goal[2]) != (then == "closed"):
            raise Refused(f"{text(goal)} is not {then}")
        self.step(f"rw [{', '.join(rule.text for rule in rules)}]")
        return goal

    def induction(self, variable: str, *base: str) -> str:
        """Adds an induction on `variable` and the steps of its base; returns its hypothesis's name."""
        name = "ih" if "ih" not in self._taken else self.label()
        self._taken.add(name)
        self.step(f"induction {variable}", *base, f"rename_i {variable} {name}")
        return name

    def distract(self, count: int) -> None:
        """Adds hypotheses that are of no use."""
        for _ in range(count):
            shape = self.rng.below(4)
            things = [v for v in self.variables if v[1] in self.types or v[1] == "Nat"]
            if shape == 0 or not things:
                # It would be enough, if only its premise could be had.
                self.given(imp(self.claim(2), self.goal if self.rng.below(2) else self.claim(2)))
                continue
            thing, kind = self.rng.choice(things)
            useless = self.property(kind)
            if shape == 1:
                self.given(useless(thing))
            elif shape == 2:
                name = self.rng.choice(_POOLS["bound"])
                self.given(every(name, kind, imp(useless(name), self.property(kind)(name))))
            else:
                self.given(imp(useless(thing), self.claim()))

    def statement(self) -> str:
        """The header of the theorem, with variables and hypotheses in random order."""
        parts = []
        if self.types:
            parts.append(f"({' '.join(self.types)} : Type)")
        groups: dict[str, list[str]] = {}
        for name, kind in self.rng.shuffled(self.variables):
            groups.setdefault(kind, []).append(name)
        parts += [f"({' '.join(names)} : {kind})" for kind, names in groups.items()]
        parts += [f"({name} : {text(formula)})" for name, formula in self.rng.shuffled(self.hypotheses)]
        return f"theorem claim {' '.join(parts)} : {text(self.goal)}"

    def task(self, family: str) -> dict[str, Any]:
        """The finished task."""
        return {
            "statement": self.statement(),
            "classical": self.classical,
            "imports": [],
            "family": family,
            "proof": list(self.steps),
        }


def rule(lemma: str, old: Expr, new: Expr, arguments: Sequence[Expr] = (), back: bool = False) -> Rule:
    """The rule `lemma arguments : old = new`, from right to left with `back`."""
    shown = " ".join((lemma, *(arg(item) for item in arguments)))
    return Rule(f"← {shown}", new, old) if back else Rule(shown, old, new)


def _subscript(number: int) -> str:
    return "".join(_DIGITS[int(digit)] for digit in str(number))
