"""What the parser makes: terms, patterns and tactics as they are written, before any name has a meaning."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TypeAlias

# --- terms


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier, dots and all; `dotted` for `.inl`, whose type is found from what is expected."""

    text: str
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class Explicit:
    """`@f`: implicit arguments are given."""

    name: Name


@dataclass(frozen=True, slots=True)
class Hole:
    """`_`, or with `asks` a new goal: `?_` (name "") and `?name`."""

    asks: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Numeral:
    value: int


@dataclass(frozen=True, slots=True)
class Universe:
    """`Prop` (0) or `Type` (1)."""

    level: int


@dataclass(frozen=True, slots=True)
class Named:
    """`(name := term)` among the arguments of an application."""

    name: str
    term: Syntax


@dataclass(frozen=True, slots=True)
class Apply:
    function: Syntax
    arguments: tuple[Syntax | Named, ...]


@dataclass(frozen=True, slots=True)
class Binder:
    """`(x y : type)`, `{x : type}` or a bare `x`; a pattern such as ⟨a, b⟩ stands in `pattern`."""

    names: tuple[str, ...]
    type: Syntax | None
    implicit: bool = False
    pattern: Pattern | None = None


@dataclass(frozen=True, slots=True)
class Lambda:
    binders: tuple[Binder, ...]
    body: Syntax


@dataclass(frozen=True, slots=True)
class Quantified:
    """`∀` or `∃`."""

    quantifier: str
    binders: tuple[Binder, ...]
    body: Syntax


@dataclass(frozen=True, slots=True)
class Arrow:
    domain: Syntax
    body: Syntax


@dataclass(frozen=True, slots=True)
class Binary:
    operator: str
    left: Syntax
    right: Syntax


@dataclass(frozen=True, slots=True)
class Negation:
    body: Syntax


@dataclass(frozen=True, slots=True)
class Anonymous:
    """`⟨a, b, c⟩`."""

    items: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """`term.name` or `term.1`."""

    term: Syntax
    name: str


@dataclass(frozen=True, slots=True)
class Ascription:
    """`(term : type)`."""

    term: Syntax
    type: Syntax


@dataclass(frozen=True, slots=True)
class By:
    block: Block


@dataclass(frozen=True, slots=True)
class ShowFrom:
    """`show type from term`, `show type by ...`."""

    type: Syntax
    term: Syntax


@dataclass(frozen=True, slots=True)
class LocalHave:
    """`have pattern : type := value; body`, in a term."""

    pattern: Pattern
    type: Syntax | None
    value: Syntax
    body: Syntax


@dataclass(frozen=True, slots=True)
class Substitution:
    """`h ▸ e`."""

    equation: Syntax
    term: Syntax


@dataclass(frozen=True, slots=True)
class Match:
    """`match h with | pattern => term ...`; `subject` is None for `fun | pattern => term ...`."""

    subject: Syntax | None
    alternatives: tuple[tuple[Pattern, Syntax], ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """`calc a = b := proof; _ = c := proof ...`."""

    links: tuple[tuple[Syntax, Syntax], ...]


Syntax: TypeAlias = (
    Name
    | Explicit
    | Hole
    | Numeral
    | Universe
    | Apply
    | Lambda
    | Quantified
    | Arrow
    | Binary
    | Negation
    | Anonymous
    | Field
    | Ascription
    | By
    | ShowFrom
    | LocalHave
    | Substitution
    | Match
    | Chain
)

# --- patterns of rcases, obtain, rintro, match and fun


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A name, `_` (left unnamed), `-` (cleared) or `rfl` (substituted); maybe with a type."""

    name: str
    type: Syntax | None = None


@dataclass(frozen=True, slots=True)
class TuplePattern:
    items: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class AlternativePattern:
    items: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class ConstructorPattern:
    """`Or.inl h`, `.inl h`, `n + 1`, `0`: only in `match`."""

    constructor: str
    arguments: tuple[Pattern, ...]


Pattern: TypeAlias = NamePattern | TuplePattern | AlternativePattern | ConstructorPattern

# --- tactics


@dataclass(frozen=True, slots=True)
class Block:
    tactics: tuple[Tactic, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """`at h₁ h₂ ⊢` and `at *`; without it, the goal."""

    names: tuple[str, ...] = ()
    goal: bool = True
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Plain:
    """A tactic without arguments, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """A tactic of Lean or Mathlib that this checker does not know."""

    name: str


@dataclass(frozen=True, slots=True)
class Intro:
    """`intro`, `intros` and `rintro`, by `word`."""

    patterns: tuple[Pattern, ...]
    word: str


@dataclass(frozen=True, slots=True)
class GiveTerm:
    """exact, apply, refine, show and change, by `word`."""

    word: str
    term: Syntax


@dataclass(frozen=True, slots=True)
class Exists:
    """`exists a, b` and `use a, b`."""

    terms: tuple[Syntax, ...]
    word: str


@dataclass(frozen=True, slots=True)
class HaveTactic:
    """`have`, `suffices` (by `word`); without value a new goal."""

    word: str
    name: str
    binders: tuple[Binder, ...]
    type: Syntax | None
    value: Syntax | None


@dataclass(frozen=True, slots=True)
class Obtain:
    """`obtain pattern : type := term`, `rcases term with pattern`."""

    word: str
    pattern: Pattern
    type: Syntax | None
    value: Syntax | None


@dataclass(frozen=True, slots=True)
class CaseArm:
    """`| inl h => block`; `constructor` may be `_`."""

    constructors: tuple[str, ...]
    names: tuple[str, ...]
    block: Block | None
    """None when the arm is left to `?_`."""
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class Split:
    """`cases` and `induction`, by `word`, with or without arms."""

    word: str
    target: Syntax
    generalizing: tuple[str, ...]
    arms: tuple[CaseArm, ...] | None
    first: Block | None = None
    equation: str = ""


@dataclass(frozen=True, slots=True)
class RewriteRule:
    term: Syntax
    reverse: bool


@dataclass(frozen=True, slots=True)
class Rewrite:
    """rw, rewrite, rwa, nth_rewrite by `word`."""

    word: str
    rules: tuple[RewriteRule, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Simplify:
    """simp, simp only, simp_all, simpa by `word`."""

    word: str
    only: bool
    rules: tuple[RewriteRule, ...]
    removed: tuple[str, ...]
    place: Place
    using: Syntax | None = None


@dataclass(frozen=True, slots=True)
class Unfold:
    names: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class OnNames:
    """subst, clear, revert, rename_i, by `word`."""

    word: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ByCases:
    """`by_cases h : p`, `by_contra h`, by `word`."""

    word: str
    name: str
    term: Syntax | None


@dataclass(frozen=True, slots=True)
class Specialize:
    name: str
    arguments: tuple[Syntax | Named, ...]


@dataclass(frozen=True, slots=True)
class Focus:
    """`· block`."""

    block: Block


@dataclass(frozen=True, slots=True)
class OnGoal:
    """`case tag names => block` and, with an empty tag, `next names => block`."""

    tag: str
    names: tuple[str, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Wrapped:
    """try, repeat, all_goals, any_goals, focus, by `word`; "" for parentheses."""

    word: str
    block: Block


@dataclass(frozen=True, slots=True)
class First:
    alternatives: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Then:
    """`first <;> second`."""

    first: Tactic
    second: Tactic


@dataclass(frozen=True, slots=True)
class Calculate:
    chain: Chain


Tactic: TypeAlias = (
    Plain
    | OutOfReach
    | Intro
    | GiveTerm
    | Exists
    | HaveTactic
    | Obtain
    | Split
    | Rewrite
    | Simplify
    | Unfold
    | OnNames
    | ByCases
    | Specialize
    | Focus
    | OnGoal
    | Wrapped
    | First
    | Then
    | Calculate
)


def depth(tree: object) -> int:
    """How deep dataclasses nest in `tree`; without recursion, so that any tree can be measured."""
    deepest = 0
    stack: list[tuple[object, int]] = [(tree, 1)]
    while stack:
        node, level = stack.pop()
        if isinstance(node, tuple):
            stack.extend((item, level) for item in node)
        elif dataclasses.is_dataclass(node):
            deepest = max(deepest, level)
            stack.extend((getattr(node, name), level + 1) for name in _field_names(type(node)))
    return deepest


_FIELDS: dict[type, tuple[str, ...]] = {}


def _field_names(kind: type) -> tuple[str, ...]:
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(item.name for item in dataclasses.fields(kind))
    return names
