"""Goals in Lean's own format."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragen_bench.environments.lean.elaboration.holes import Context
from ragen_bench.environments.lean.kernel.terms import Term
from ragen_bench.environments.lean.syntax.printer import Printer

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def display_names(context: Context) -> dict[int, str]:
    """What each variable is called: names hidden by later ones, or never given, carry a dagger."""
    taken: set[str] = set()
    hidden: dict[str, int] = {}
    shown: dict[int, str] = {}
    for item in reversed(context):
        stem = item.name.removesuffix("✝")
        if stem != item.name or stem in taken:
            count = hidden.get(stem, 0)
            hidden[stem] = count + 1
            shown[item.local.uid] = f"{stem}✝{str(count).translate(_RAISED) if count else ''}"
        else:
            shown[item.local.uid] = stem
            taken.add(stem)
    return shown


def goal(context: Context, claim: Term, tag: str, type_of: Callable[[str], Term | None]) -> str:
    """One goal: its tag, its hypotheses, neighbours of one type on one line, and what is to be shown."""
    names = display_names(context)
    printer = Printer(names, type_of=type_of)
    lines = [f"case {tag}"] if tag else []
    group: list[str] = []
    group_type: Term | None = None
    for item in context:
        if group and item.type != group_type:
            lines.append(f"{' '.join(group)} : {printer.text(_known(group_type))}")
            group = []
        group.append(names[item.local.uid])
        group_type = item.type
    if group:
        lines.append(f"{' '.join(group)} : {printer.text(_known(group_type))}")
    lines.append(f"⊢ {printer.text(claim)}")
    return "\n".join(lines)


def _known(term: Term | None) -> Term:
    assert term is not None
    return term


def goals(shown: Sequence[str]) -> str:
    """All goals, with a blank line between them."""
    return "\n\n".join(shown)
