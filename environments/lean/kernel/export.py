"""Terms as Lean 4 source that needs no library of Lean's: every argument written, nothing inferred."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ragen_bench.environments.lean.kernel.operations import instantiate, lift, spine
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Sort, Term, Var
from ragen_bench.environments.lean.kernel.theorems import constants

#: What stands before everything: what the compiler needs where there is no library, and the inductive types.
HEADER = """\
prelude
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
set_option genCtorIdx false
set_option linter.unusedVariables false
inductive True : Prop where
  | intro : True
inductive False : Prop
inductive And (a b : Prop) : Prop where
  | intro (left : a) (right : b) : And a b
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b
inductive Iff (a b : Prop) : Prop where
  | intro (mp : a -> b) (mpr : b -> a) : Iff a b
inductive Eq.{u} {α : Sort u} (a : α) : α -> Prop where
  | refl : Eq a a
inductive Exists.{u} {α : Sort u} (p : α -> Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p
inductive Natural : Type where
  | zero : Natural
  | succ (n : Natural) : Natural
inductive Natural.le (n : Natural) : Natural -> Prop where
  | refl : Natural.le n n
  | step {m : Natural} (a : Natural.le n m) : Natural.le n (Natural.succ m)
"""
_IN_HEADER = ("type", "constructor", "recursor")
#: Constants whose levels Lean has no place for, because they have one type only there.
_WITHOUT_LEVELS = ("definition", "theorem", "axiom")


def lean_term(term: Term) -> str:
    """A closed term as Lean source.

    The `@` everywhere keeps Lean from adding implicit arguments, and functions of such, of its own accord.

    Raises:
        ValueError: a hole, a free variable, one without a binder, or an unknown constant.
    """
    pieces: list[str] = []
    # Work items are texts to be put out, or terms with the number of binders around them.
    waiting: list[str | tuple[Term, int]] = [(term, 0)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        part, depth = item
        match part:
            case Sort(level):
                pieces.append("Prop" if level == 0 else "Type" if level == 1 else f"(Sort {level})")
            case Const(name, levels):
                info = constants(True).get(name)
                if info is None or levels not in info.levels:
                    raise ValueError(f"an unknown constant {name!r} at {levels}")
                pieces.append(f"@{_renamed(name)}" + _levels(name, levels))
            case Var(index):
                if not 0 <= index < depth:
                    raise ValueError("a variable without a binder")
                pieces.append(f"@x{depth - 1 - index}")
            case App():
                head, arguments = spine(part)
                if isinstance(head, Lam):
                    head = _expanded(head)
                waiting.append(")")
                for argument in reversed(arguments):
                    waiting += [(argument, depth), " "]
                waiting += [(head, depth), "@("]
            case Lam(_, domain, body):
                waiting += [")", (body, depth + 1), ") => ", (domain, depth), f"(@fun (x{depth} : "]
            case Pi(_, domain, body):
                waiting += [")", (body, depth + 1), "), ", (domain, depth), f"(∀ (x{depth} : "]
            case Local() | Meta():
                raise ValueError("a hole or a free variable")
    return "".join(pieces)


def _expanded(term: Term) -> Term:
    """A function that is applied, with every constant that it returns applied in full.

    Lean fills in the implicit arguments of what `(fun x => @Eq) n` returns; of `fun x a b => @Eq a b` it has
    none to fill in.
    """
    if isinstance(term, Lam):
        return Lam(term.name, term.domain, _expanded(term.body))
    head, arguments = spine(term)
    info = constants(True).get(head.name) if isinstance(head, Const) else None
    kind = info.types.get(head.levels) if info is not None and isinstance(head, Const) else None
    for argument in arguments:
        kind = instantiate(kind.body, argument) if isinstance(kind, Pi) else None
    if not isinstance(kind, Pi):
        return term
    return Lam(kind.name, kind.domain, _expanded(App(lift(term, 1), Var(0))))


def _renamed(name: str) -> str:
    """Lean's elaborator treats `Nat` by name, with notation classes that this prelude does not have."""
    return "Natural" + name[3:] if name == "Nat" or name.startswith("Nat.") else name


def _levels(name: str, levels: tuple[int, ...]) -> str:
    info = constants(True).get(name)
    if not levels or (info is not None and info.kind in _WITHOUT_LEVELS):
        return ""
    return ".{" + ", ".join(map(str, levels)) + "}"


@lru_cache(maxsize=2)
def lean_library(classical: bool) -> str:
    """The header, and every definition and theorem of the library with its proof."""
    parts = [HEADER]
    for name, info in constants(classical).items():
        if info.kind in _IN_HEADER:
            continue
        (levels,) = info.levels
        kind = lean_term(info.types[levels])
        if info.kind == "axiom":
            parts.append(f"axiom {_renamed(name)} : {kind}\n")
        else:
            word = "theorem" if info.kind == "theorem" else "noncomputable def"
            parts.append(f"{word} {_renamed(name)} : {kind} :=\n  {lean_term(info.values[levels])}\n")
    return "".join(parts)


def lean_theorem(name: str, statement: Term, proof: Term) -> str:
    """One theorem."""
    return f"theorem {name} : {lean_term(statement)} :=\n  {lean_term(proof)}\n"


def lean_file(theorems: Iterable[tuple[str, Term, Term]], classical: bool) -> str:
    """A whole file: the library, the theorems, and a report of the axioms of each.

    Args:
        theorems: (name, statement, proof).
        classical: excluded middle is there.
    """
    listed = list(theorems)
    parts = [lean_library(classical)]
    parts += [f"{lean_theorem(*item)}#print axioms {item[0]}\n" for item in listed]
    return "".join(parts)


__all__ = ["HEADER", "lean_file", "lean_library", "lean_term", "lean_theorem"]
