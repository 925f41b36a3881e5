"""Applications: implicit and named arguments, dotted notation, and what the expected type says first."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.elaborator import Elaborator
from ragen_bench.environments.lean.elaboration.holes import Context, holes_of
from ragen_bench.environments.lean.elaboration.names import find_local
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, unfold_head, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import unify
from ragen_bench.environments.lean.kernel.operations import spine
from ragen_bench.environments.lean.kernel.terms import App, Meta, Pi, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.problems import Problem

PROJECTIONS = {"And": ("And.left", "And.right"), "Iff": ("Iff.mp", "Iff.mpr")}


@dataclass(frozen=True, slots=True)
class Given:
    """An argument that is elaborated already: the `h` of `h.symm`, for the parameter of that type."""

    term: Term
    of: str


@dataclass(slots=True)
class _Pending:
    hole: Meta
    syntax: ast.Syntax


def elaborate(
    elaborator: Elaborator,
    context: Context,
    syntax: ast.Name | ast.Explicit | ast.Apply | ast.Field,
    expected: Term | None,
) -> Term:
    """A name, a field or an application, with its implicit arguments."""
    arguments: list[ast.Syntax | ast.Named] = []
    function: ast.Syntax = syntax
    while isinstance(function, ast.Apply):
        arguments = [*function.arguments, *arguments]
        function = function.function
    explicit = isinstance(function, ast.Explicit)
    if isinstance(function, ast.Explicit):
        function = function.name
    fields: list[str] = []
    while isinstance(function, ast.Field):
        fields.insert(0, function.name)
        function = function.term
    head: Term
    more: list[str] = []
    if isinstance(function, ast.Name):
        if function.text == "rfl" and find_local(context, "rfl") is None:
            head = constants.constant("Eq.refl")
            arguments = [ast.Hole(), *arguments]
        elif function.dotted:
            head = _from_expected(elaborator, context, function.text, expected)
        else:
            head, more = elaborator.resolve_name(context, function.text)
        fields = [*more, *fields]
    else:
        head = elaborator.elaborate(context, function, None)
    receiver: Given | None = None
    for position, name in enumerate(part for text in fields for part in text.split(".")):
        if position:
            head = instantiated(elaborator, context, head, receiver)
        head, receiver = _field(elaborator, context, head, name)
    return applied(elaborator, context, head, receiver, arguments, expected, explicit)


def instantiated(elaborator: Elaborator, context: Context, head: Term, receiver: Given | None = None) -> Term:
    """`head` with its implicit arguments as holes and nothing expected."""
    return applied(elaborator, context, head, receiver, [], None, False)


def _from_expected(elaborator: Elaborator, context: Context, name: str, expected: Term | None) -> Term:
    """`.inl`: a constant in the namespace of the expected type."""
    kind = expected
    while kind is not None:
        kind = whnf_core(elaborator.holes, kind)
        if isinstance(kind, Pi):
            kind = kind.body
            continue
        namespace = head_name(kind)
        if namespace and constants.known(f"{namespace}.{name}"):
            return constants.constant(f"{namespace}.{name}")
        kind = unfold_head(elaborator.holes, kind)
    raise Problem(f"invalid dotted identifier notation '.{name}': unknown expected type", "elaboration")


def _field(elaborator: Elaborator, context: Context, term: Term, name: str) -> tuple[Term, Given | None]:
    """`term.name`: the function meant, and the argument it gets."""
    holes = elaborator.holes
    term_type = infer(holes, term)
    if isinstance(whnf_core(holes, term_type), Pi) and not name.isdigit():
        term = instantiated(elaborator, context, term)
        term_type = infer(holes, term)
    kind: Term | None = whnf_core(holes, term_type)
    while kind is not None:
        namespace = head_name(kind)
        target = f"{namespace}.{name}" if namespace else ""
        if name.isdigit():
            row = PROJECTIONS.get(namespace, ())
            target = row[int(name) - 1] if 0 < int(name) <= len(row) else ""
            if namespace == "And" and int(name) > 2:
                raise Problem("invalid projection, structure has only 2 field(s)", "elaboration")
        elif isinstance(kind, Pi):
            target = f"Function.{name}"
        target = constants.ALIASES.get(target, target)
        if target and constants.known(target):
            return constants.constant(target), Given(term, namespace)
        kind = unfold_head(holes, kind)
        if isinstance(kind, Pi) and name.isdigit():
            break
    shown = term_type
    raise Problem(
        lambda: (
            f"invalid field '{name}', the environment does not contain it for\n  "
            f"{elaborator.show(context, term)}\nwhich has type\n  {elaborator.show(context, shown)}"
        ),
        "elaboration",
    )


def applied(
    elaborator: Elaborator,
    context: Context,
    head: Term,
    receiver: Given | None,
    arguments: list[ast.Syntax | ast.Named],
    expected: Term | None,
    explicit: bool,
) -> Term:
    """`head` applied; implicit parameters become holes, and trailing ones do too unless `explicit`."""
    holes = elaborator.holes
    positional = [item for item in arguments if not isinstance(item, ast.Named)]
    named = {item.name: item.term for item in arguments if isinstance(item, ast.Named)}
    kind = infer(holes, head)
    result = head
    pending: list[_Pending] = []
    position = 0
    while True:
        kind = whnf_core(holes, kind)
        if not isinstance(kind, Pi) and (position < len(positional) or receiver or named):
            kind = whnf(holes, kind)
        if not isinstance(kind, Pi):
            break
        argument: Term
        if kind.name in named:
            argument = elaborator.hole(context, kind.domain)
            pending.append(_Pending(argument, named.pop(kind.name)))
        elif kind.implicit and not explicit:
            argument = elaborator.hole(context, kind.domain)
        elif receiver is not None and _takes(elaborator, kind.domain, receiver):
            argument = receiver.term
            given = infer(holes, argument)
            if not unify(holes, given, kind.domain):
                raise elaborator.mismatch(context, argument, given, kind.domain)
            receiver = None
        elif position < len(positional):
            argument = elaborator.hole(context, kind.domain)
            pending.append(_Pending(argument, positional[position]))
            position += 1
        elif receiver is not None or named:
            argument = elaborator.hole(context, kind.domain)
        else:
            break
        holes.budget.spend(2)
        result = App(result, argument)
        kind = holes.applied(kind.body, argument)
    if position < len(positional) or receiver is not None or named:
        raise _not_a_function(elaborator, context, result, kind)
    if expected is not None:
        shown = holes.resolve(kind)
        # Where the type speaks of the arguments, they say more than what is expected.
        told = {item.hole.uid for item in pending}
        if not _is_pattern(shown) and not any(uid in told for uid in holes_of(shown)):
            unify(holes, kind, expected)
    later = [item for item in pending if not _argument(elaborator, context, item, result, final=False)]
    for item in later:
        _argument(elaborator, context, item, result, final=True)
    result = holes.resolve(result)
    if expected is not None and not unify(holes, kind, expected):
        raise elaborator.mismatch(context, result, kind, expected)
    return result


def _argument(elaborator: Elaborator, context: Context, item: _Pending, result: Term, final: bool) -> bool:
    """Elaborates one argument, unless its type must become known first."""
    holes = elaborator.holes
    wanted = holes.resolve(holes.declared[item.hole.uid].type)
    if not final and _waits(item.syntax) and isinstance(spine(whnf_core(holes, wanted))[0], Meta):
        return False
    if isinstance(item.syntax, ast.Hole) and not item.syntax.asks:
        return True
    term = elaborator.elaborate(context, item.syntax, wanted)
    if holes.is_open(item.hole.uid) and term != item.hole:
        if unify(holes, item.hole, term):
            return True
        # Unification fills no hole by a goal that is seen in fewer places; the goal itself may stand there.
        holes.fill(item.hole.uid, term)
        return True
    if not unify(holes, item.hole, term):
        found, kind = holes.resolve(item.hole), infer(holes, term)
        raise elaborator.mismatch(context, term, kind, found)
    return True


def _waits(syntax: ast.Syntax) -> bool:
    return (
        isinstance(syntax, ast.Lambda | ast.Anonymous | ast.By | ast.Match | ast.Substitution)
        or (isinstance(syntax, ast.Name) and (syntax.dotted or syntax.text == "rfl"))
        or (isinstance(syntax, ast.Apply) and _waits(syntax.function))
    )


def _takes(elaborator: Elaborator, domain: Term, receiver: Given) -> bool:
    kind = whnf_core(elaborator.holes, domain)
    if receiver.of:
        return head_name(kind) == receiver.of
    return isinstance(kind, Pi)


def _is_pattern(kind: Term) -> bool:
    """A hole applied to something, such as a motive: what is expected says little about it yet."""
    head, arguments = spine(kind)
    return isinstance(head, Meta) and bool(arguments)


def _not_a_function(elaborator: Elaborator, context: Context, term: Term, kind: Term) -> Problem:
    return Problem(
        lambda: (
            f"function expected\n  {elaborator.show(context, term)}\n"
            f"has type\n  {elaborator.show(context, kind)}"
        ),
        "elaboration",
    )
