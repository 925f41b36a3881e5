"""What a written name stands for."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Context, Hypothesis
from ragen_bench.environments.lean.kernel.terms import Term
from ragen_bench.environments.lean.syntax.problems import Problem


def find_local(context: Context, name: str) -> Hypothesis | None:
    """The innermost variable of that name."""
    for item in reversed(context):
        if item.name == name:
            return item
    return None


def need_local(context: Context, name: str) -> Hypothesis:
    """The innermost variable of that name, or Lean's complaint."""
    found = find_local(context, name)
    if found is None:
        raise Problem(f"unknown identifier '{name}'", "elaboration")
    return found


def resolve_name(context: Context, text: str, classical: bool) -> tuple[Term, list[str]]:
    """The variable or constant that a dotted name begins with, and the fields after it.

    Variables hide constants; of the constants the longest name wins.
    """
    parts = text.split(".")
    local = find_local(context, parts[0])
    if local is not None:
        return local.local, parts[1:]
    if text.startswith("_root_."):
        parts = parts[1:]
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        name = constants.ALIASES.get(name, name)
        if constants.known(name) and not name.startswith("_"):
            if not classical and constants.is_classical(name):
                raise Problem(
                    f"'{name}' rests on excluded middle, which is not allowed for this theorem", "elaboration"
                )
            return constants.constant(name), parts[length:]
    kind = "identifier" if len(parts) == 1 else "constant"
    raise Problem(f"unknown {kind} '{text}'", "elaboration")
