"""Making two terms equal by filling holes: Miller patterns, first-order guesses, unfolding on demand."""

from __future__ import annotations

from ragen_bench.environments.lean.elaboration.holes import Holes, has_holes, holes_of
from ragen_bench.environments.lean.elaboration.reduction import infer, unfold_head, whnf_core
from ragen_bench.environments.lean.kernel.operations import apply, spine
from ragen_bench.environments.lean.kernel.prelude import SUCC, ZERO
from ragen_bench.environments.lean.kernel.terms import App, Const, Lam, Local, Meta, Pi, Sort, Term
from ragen_bench.environments.lean.syntax.printer import locals_of

_ADD = Const("Nat.add")


def unify(holes: Holes, left: Term, right: Term, unfold: bool = True) -> bool:
    """Fills holes so that both are equal by definition; fills none when that fails.

    Args:
        holes: the holes of the proof.
        left: a term.
        right: another of the same type.
        unfold: definitions may be unfolded. Without it, equal means equal as written.
    """
    mark = holes.mark()
    if _unify(holes, left, right, unfold):
        return True
    holes.undo(mark)
    return False


def _unify(holes: Holes, left: Term, right: Term, unfold: bool) -> bool:
    budget = holes.budget
    budget.spend()
    if left is right or left == right:
        return True
    budget.enter()
    result = _step(holes, whnf_core(holes, left), whnf_core(holes, right), unfold)
    budget.leave()
    return result


def _step(holes: Holes, left: Term, right: Term, unfold: bool) -> bool:
    if left == right:
        return True
    flexible_left, flexible_right = _flexible(holes, left), _flexible(holes, right)
    if flexible_left and (not flexible_right or len(spine(left)[1]) <= len(spine(right)[1])):
        if _assign(holes, left, right, unfold):
            return True
        return flexible_right and _assign(holes, right, left, unfold)
    if flexible_right:
        if _assign(holes, right, left, unfold):
            return True
        return flexible_left and _assign(holes, left, right, unfold)
    match left, right:
        case (Pi(), Pi()) | (Lam(), Lam()):
            return _under_binder(holes, left, right, unfold)
        case (Sort(), Sort()):
            return False
        case (Lam(), _):
            return _eta(holes, left, right, unfold)
        case (_, Lam()):
            return _eta(holes, right, left, unfold)
    offset = _offsets(holes, left, right, unfold)
    if offset is not None:
        return offset
    mark = holes.mark()
    if _same_head(holes, left, right, unfold):
        return True
    holes.undo(mark)
    if unfold:
        return _unfolding(holes, left, right)
    return _transparent(holes, left, right)


def _flexible(holes: Holes, term: Term) -> bool:
    while isinstance(term, App):
        term = term.function
    return isinstance(term, Meta) and holes.is_open(term.uid) and not holes.declared[term.uid].asks


def _under_binder(holes: Holes, left: Term, right: Term, unfold: bool) -> bool:
    assert isinstance(left, Pi | Lam)
    assert isinstance(right, Pi | Lam)
    if not unify(holes, left.domain, right.domain, unfold):
        return False
    local = holes.variable(left.name, left.domain).local
    return _unify(holes, holes.applied(left.body, local), holes.applied(right.body, local), unfold)


def _eta(holes: Holes, function: Lam, other: Term, unfold: bool) -> bool:
    if isinstance(other, Sort | Pi):
        return False
    local = holes.variable(function.name, function.domain).local
    return _unify(holes, holes.applied(function.body, local), App(other, local), unfold)


def _same_head(holes: Holes, left: Term, right: Term, unfold: bool) -> bool:
    first, left_arguments = spine(left)
    second, right_arguments = spine(right)
    if first != second or len(left_arguments) != len(right_arguments) or not left_arguments:
        return False
    # Arguments that are themselves bare holes say nothing yet: they go last.
    pairs = list(zip(left_arguments, right_arguments, strict=True))
    return all(_unify(holes, one, two, unfold) for one, two in pairs)


def _unfolding(holes: Holes, left: Term, right: Term) -> bool:
    first, second = unfold_head(holes, left), unfold_head(holes, right)
    if first is None and second is None:
        return False
    if first is not None and second is not None and spine(left)[0] != spine(right)[0]:
        # The one that unfolds to the other's head goes first.
        if spine(whnf_core(holes, first))[0] == spine(right)[0]:
            return unify(holes, first, right)
        if spine(whnf_core(holes, second))[0] == spine(left)[0]:
            return unify(holes, left, second)
    return unify(holes, left if first is None else first, right if second is None else second)


_REDUCIBLE = ("Ne", "Nat.gt", "Nat.ge", "GT.gt", "GE.ge")


def _transparent(holes: Holes, left: Term, right: Term) -> bool:
    """What Lean unfolds even where it compares terms as written."""
    first, second = spine(left)[0], spine(right)[0]
    if isinstance(first, Const) and first.name in _REDUCIBLE and first != second:
        unfolded = unfold_head(holes, left)
        return unfolded is not None and unify(holes, unfolded, right, False)
    if isinstance(second, Const) and second.name in _REDUCIBLE and first != second:
        unfolded = unfold_head(holes, right)
        return unfolded is not None and unify(holes, left, unfolded, False)
    return False


def offset_of(holes: Holes, term: Term) -> tuple[Term | None, int]:
    """`term` as base + number; a closed numeral has no base."""
    count = 0
    while True:
        term = whnf_core(holes, term)
        if isinstance(term, Const) and term.name == "Nat.zero":
            return None, count
        if isinstance(term, App) and isinstance(term.function, Const) and term.function.name == "Nat.succ":
            count += 1
            term = term.argument
            continue
        if (
            isinstance(term, App)
            and isinstance(term.function, App)
            and term.function.function == _ADD
            and (value := closed_value(holes, term.argument)) is not None
        ):
            count += value
            term = term.function.argument
            continue
        return term, count


def closed_value(holes: Holes, term: Term) -> int | None:
    """The number that a closed numeral stands for."""
    count = 0
    while True:
        holes.budget.spend()
        term = whnf_core(holes, term)
        if isinstance(term, Const) and term.name == "Nat.zero":
            return count
        if isinstance(term, App) and isinstance(term.function, Const) and term.function.name == "Nat.succ":
            count += 1
            term = term.argument
            continue
        return None


def with_offset(base: Term | None, count: int) -> Term:
    """base + count, as Lean would leave it."""
    if base is None:
        return number(count)
    return base if count == 0 else apply(_ADD, base, number(count))


def number(value: int) -> Term:
    """The numeral of a natural number."""
    term: Term = ZERO
    for _ in range(value):
        term = App(SUCC, term)
    return term


def _offsets(holes: Holes, left: Term, right: Term, unfold: bool) -> bool | None:
    """Compares two numbers of the shape base + k; None when they are not both of that shape."""
    if not _maybe_number(left) or not _maybe_number(right):
        return None
    first, one = offset_of(holes, left)
    second, two = offset_of(holes, right)
    if first is None and second is None:
        return one == two
    if first is None or second is None:
        literal, offset = (one, two) if first is None else (two, one)
        if offset == 0:
            return None
        if literal < offset:
            return False
    elif one == 0 or two == 0:
        return None
    common = min(one, two)
    return _unify(holes, with_offset(first, one - common), with_offset(second, two - common), unfold)


def _maybe_number(term: Term) -> bool:
    head = spine(term)[0]
    return isinstance(head, Const) and head.name in ("Nat.zero", "Nat.succ", "Nat.add")


def _assign(holes: Holes, flexible: Term, value: Term, unfold: bool) -> bool:
    head, arguments = spine(flexible)
    assert isinstance(head, Meta)
    arguments = [holes.resolve(argument) for argument in arguments]
    value = holes.resolve(value)
    if all(isinstance(argument, Local) for argument in arguments) and len(set(arguments)) == len(arguments):
        return _fill(holes, head, arguments, value)
    mark = holes.mark()
    if isinstance(value, App) and arguments:
        shorter = apply(head, *arguments[:-1])
        if _unify(holes, shorter, value.function, unfold) and _unify(
            holes, arguments[-1], value.argument, unfold
        ):
            return True
        holes.undo(mark)
    if len(arguments) == 1 and not has_holes(arguments[0]):
        variable = holes.variable("x", infer(holes, arguments[0]))
        body = replaced(value, arguments[0], variable.local)
        return _fill(holes, head, [variable.local], body)
    return False


def _fill(holes: Holes, meta: Meta, arguments: list[Term], value: Term) -> bool:
    if isinstance(value, Meta) and value.uid == meta.uid and not arguments:
        return True
    open_holes = holes_of(value)
    if meta.uid in open_holes:
        return False
    hole = holes.declared[meta.uid]
    allowed = {item.local.uid for item in hole.context}
    bound = {argument.uid for argument in arguments if isinstance(argument, Local)}
    for local in locals_of(value):
        if local.uid not in allowed and local.uid not in bound:
            return False
    for uid in open_holes:
        if not _narrow(holes, uid, allowed):
            return False
    value = holes.resolve(value)
    if not unify(
        holes, hole.type if not arguments else _type_after(holes, hole.type, arguments), infer(holes, value)
    ):
        return False
    value = holes.resolve(value)
    for argument in reversed(arguments):
        assert isinstance(argument, Local)
        if (
            isinstance(value, App)
            and value.argument == argument
            and all(local != argument for local in locals_of(value.function))
        ):
            value = value.function
        else:
            domain = holes.resolve(holes.local_types[argument.uid])
            value = Lam(argument.name, domain, holes.bound(value, argument))
    if any(local.uid not in allowed for local in locals_of(value)):
        return False
    holes.measure(value)
    holes.fill(meta.uid, value)
    return True


def _type_after(holes: Holes, kind: Term, arguments: list[Term]) -> Term:
    for argument in arguments:
        kind = whnf_core(holes, kind)
        if not isinstance(kind, Pi):
            return kind
        kind = holes.applied(kind.body, argument)
    return kind


def _narrow(holes: Holes, uid: int, allowed: set[int]) -> bool:
    """Makes sure that a hole inside of what fills another speaks of nothing the other may not speak of."""
    hole = holes.declared[uid]
    inside = tuple(item for item in hole.context if item.local.uid in allowed)
    if len(inside) == len(hole.context):
        return True
    if hole.asks:
        return False
    kind = holes.resolve(hole.type)
    if any(local.uid not in allowed for local in locals_of(kind)):
        return False
    holes.fill(uid, holes.hole(inside, kind, hole.tag))
    return True


def replaced(term: Term, old: Term, new: Term) -> Term:
    """`term` with every occurrence of `old` replaced. `old` has no loose bound variables."""
    if term == old:
        return new
    match term:
        case App(function, argument):
            return App(replaced(function, old, new), replaced(argument, old, new))
        case Lam(name, domain, body):
            return Lam(name, replaced(domain, old, new), replaced(body, old, new))
        case Pi(name, domain, body, implicit):
            return Pi(name, replaced(domain, old, new), replaced(body, old, new), implicit)
        case _:
            return term
