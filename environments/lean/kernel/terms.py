"""Terms of the small kernel: Lean 4's, without universe variables.

Bound variables are de Bruijn indices, free ones are `Local`s with a unique number; `Meta` is a hole of the
elaborator that the kernel refuses. Terms are immutable, hashable and compared by structure (binder names and
styles do not count).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sort:
    """`Sort level`: 0 is Prop, 1 is Type."""

    level: int


@dataclass(frozen=True, slots=True)
class Const:
    """A constant of the prelude, with its universe levels: `Const("Eq", (1,))`, `Const("Nat.rec", (0,))`."""

    name: str
    levels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Var:
    """A bound variable; 0 is the innermost binder."""

    index: int


@dataclass(frozen=True, slots=True)
class Local:
    """A free variable: a hypothesis or an object of a goal. `uid` alone says which one it is."""

    uid: int
    name: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Meta:
    """A hole of the elaborator."""

    uid: int


@dataclass(frozen=True, slots=True)
class App:
    """`function argument`."""

    function: Term
    argument: Term


@dataclass(frozen=True, slots=True)
class Lam:
    """`fun name : domain => body`."""

    name: str = field(compare=False)
    domain: Term
    body: Term


@dataclass(frozen=True, slots=True)
class Pi:
    """`(name : domain) -> body`; `implicit` is how the argument is written, not what it means."""

    name: str = field(compare=False)
    domain: Term
    body: Term
    implicit: bool = field(default=False, compare=False)


Term: TypeAlias = Sort | Const | Var | Local | Meta | App | Lam | Pi

PROP = Sort(0)
TYPE = Sort(1)
