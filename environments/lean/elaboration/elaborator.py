"""Written terms to terms of the kernel: names, implicit arguments, binders, holes."""

from __future__ import annotations

from collections.abc import Callable

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.holes import Context, Hole, Holes, Hypothesis, holes_of
from ragen_bench.environments.lean.elaboration.names import resolve_name
from ragen_bench.environments.lean.elaboration.reduction import head_name, infer, sort_level, whnf, whnf_core
from ragen_bench.environments.lean.elaboration.unification import number, unify
from ragen_bench.environments.lean.kernel.operations import apply
from ragen_bench.environments.lean.kernel.prelude import NAT
from ragen_bench.environments.lean.kernel.terms import PROP, TYPE, Const, Lam, Meta, Pi, Sort, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.goals import display_names
from ragen_bench.environments.lean.syntax.printer import Printer
from ragen_bench.environments.lean.syntax.problems import Problem, out_of_reach

NUMBER_OPERATORS = {"+": "Nat.add", "-": "Nat.sub", "*": "Nat.mul", "^": "Nat.pow"}
RELATIONS = {"≤": ("Nat.le", False), "<": ("Nat.lt", False), "≥": ("Nat.le", True), ">": ("Nat.lt", True)}
CONNECTIVES = {"∧": "And", "∨": "Or", "↔": "Iff"}


class Elaborator:
    """Elaborates the terms of one tactic.

    Args:
        holes: the holes of the proof.
        run_block: fills a goal by a block of tactics, for `by` within terms; None where no tactic may stand.
    """

    def __init__(self, holes: Holes, run_block: Callable[[Meta, ast.Block], None] | None = None) -> None:
        self.holes = holes
        self._run_block = run_block
        self._delayed: list[tuple[Meta, ast.Block]] = []
        self.asked: list[Meta] = []
        """Goals written as `?_`, in order."""
        self._named: dict[str, Meta] = {}
        self.natural: list[Meta] = []
        """Holes for `_` and implicit arguments."""

    # --- whole terms

    def complete(
        self, context: Context, syntax: ast.Syntax, expected: Term | None, allow_holes: bool = False
    ) -> Term:
        """Elaborates, then runs the `by` blocks inside; without `allow_holes`, nothing may stay open."""
        term = self.elaborate(context, syntax, expected)
        self.run_delayed()
        term = self.holes.resolve(term)
        if not allow_holes:
            self.require_no_natural(context)
            if self.asked:
                raise Problem("don't know how to synthesize placeholder", "elaboration")
        return term

    def run_delayed(self) -> None:
        """Runs the `by` blocks met so far, oldest first."""
        while self._delayed:
            meta, block = self._delayed.pop(0)
            if self._run_block is None:
                raise out_of_reach("'by' in a statement")
            if self.holes.is_open(meta.uid):
                self._run_block(meta, block)

    def require_no_natural(self, context: Context) -> None:
        """Every implicit argument and `_` must have been found."""
        own = {meta.uid for meta in self.natural}
        for meta in self.natural:
            left = [uid for uid in holes_of(self.holes.resolve(meta)) if uid in own]
            if left:
                raise self._unknown(context, self.holes.declared[left[0]])

    def _unknown(self, context: Context, hole: Hole) -> Problem:
        kind = hole.type
        return Problem(
            lambda: (
                "don't know how to synthesize placeholder or implicit argument of type\n  "
                + self.show(context, kind)
            ),
            "elaboration",
        )

    def show(self, context: Context, term: Term) -> str:
        """`term` as it is printed under the names of a goal."""
        printer = Printer(display_names(context), type_of=constants.printed_type)
        return _short(printer.text(self.holes.resolve(term)))

    def show_typed(self, context: Context, term: Term) -> str:
        """`term : its type`."""
        return f"{self.show(context, term)} : {self.show(context, infer(self.holes, term))}"

    def mismatch(self, context: Context, term: Term, kind: Term, expected: Term) -> Problem:
        """Lean's words for a term of the wrong type."""
        return Problem(
            lambda: (
                f"type mismatch\n  {self.show(context, term)}\nhas type\n  {self.show_typed(context, kind)}\n"
                f"but is expected to have type\n  {self.show_typed(context, expected)}"
            ),
            "elaboration",
        )

    # --- one term

    def elaborate(self, context: Context, syntax: ast.Syntax, expected: Term | None) -> Term:
        """The term meant by `syntax`; its type is `expected` where that is given."""
        budget = self.holes.budget
        budget.enter()
        budget.spend(5)
        term = self._dispatch(context, syntax, expected)
        budget.leave()
        return term

    def _dispatch(self, context: Context, syntax: ast.Syntax, expected: Term | None) -> Term:
        from ragen_bench.environments.lean.elaboration import application, forms

        match syntax:
            case ast.Name() | ast.Explicit() | ast.Apply() | ast.Field():
                return application.elaborate(self, context, syntax, expected)
            case ast.Hole(asks, name):
                return self._hole(context, asks, name, expected)
            case ast.Numeral(value):
                return self._numeral(context, value, expected)
            case ast.Universe(level):
                return self.checked(context, Sort(level), expected)
            case ast.Lambda(binders, body):
                return self._lambda(context, binders, body, expected)
            case ast.Quantified(quantifier, binders, body):
                return self.checked(context, self._quantified(context, quantifier, binders, body), expected)
            case ast.Arrow(domain, body):
                left = self.type(context, domain)
                variable = self.holes.variable("a✝", left)
                right = self.type(context, body)
                return self.checked(context, self.holes.pi_over((variable,), right), expected)
            case ast.Binary():
                return self.checked(context, self._binary(context, syntax), expected)
            case ast.Negation(body):
                return self.checked(
                    context, apply(Const("Not"), self.elaborate(context, body, PROP)), expected
                )
            case ast.Ascription(term, kind):
                wanted = self.type(context, kind)
                return self.checked(context, self.elaborate(context, term, wanted), expected)
            case ast.By(block):
                if expected is None:
                    expected = self.hole(context, PROP)
                meta = self.holes.hole(context, expected, asks=True)
                self._delayed.append((meta, block))
                return meta
            case _:
                return forms.elaborate(self, context, syntax, expected)

    def delay(self, context: Context, expected: Term, tactics: tuple[ast.Tactic, ...]) -> Term:
        """A hole that these tactics fill at the end."""
        meta = self.holes.hole(context, expected, asks=True)
        self._delayed.append((meta, ast.Block(tactics)))
        return meta

    def hole(self, context: Context, kind: Term) -> Meta:
        """A hole that unification fills."""
        meta = self.holes.hole(context, kind)
        self.natural.append(meta)
        return meta

    def checked(self, context: Context, term: Term, expected: Term | None) -> Term:
        """`term`, once its type is what is expected."""
        if expected is None:
            return term
        kind = infer(self.holes, term)
        if not unify(self.holes, kind, expected):
            raise self.mismatch(context, term, kind, expected)
        return term

    def type(self, context: Context, syntax: ast.Syntax) -> Term:
        """A term that is a proposition or a type."""
        term = self.elaborate(context, syntax, None)
        sort = whnf(self.holes, infer(self.holes, term))
        if isinstance(sort, Sort):
            return term
        if isinstance(sort, Meta) and unify(self.holes, sort, PROP):
            return term
        raise Problem(
            lambda: f"type expected, got\n  ({self.show(context, term)} : {self.show(context, sort)})",
            "elaboration",
        )

    def _hole(self, context: Context, asks: bool, name: str, expected: Term | None) -> Term:
        if expected is None:
            expected = self.hole(context, TYPE)
        if not asks:
            return self.hole(context, expected)
        if name and name in self._named:
            return self.checked(context, self._named[name], expected)
        meta = self.holes.hole(context, expected, tag=name, asks=True)
        if name:
            self._named[name] = meta
        self.asked.append(meta)
        return meta

    def _numeral(self, context: Context, value: int, expected: Term | None) -> Term:
        if expected is not None and not unify(self.holes, expected, NAT):
            wanted = expected
            raise Problem(
                lambda: f"failed to synthesize\n  OfNat {self.show(context, wanted)} {value}", "elaboration"
            )
        return number(value)

    # --- binders

    def bind(self, context: Context, binder: ast.Binder, name: str, domain: Term | None = None) -> Hypothesis:
        """A variable for one name of a binder, of the written type or of `domain`."""
        if binder.type is not None:
            written = self.type(context, binder.type)
            if domain is not None and not unify(self.holes, written, domain):
                wanted = domain
                raise Problem(
                    lambda: (
                        f"type mismatch: the variable {name} has type {self.show(context, written)} "
                        f"but {self.show(context, wanted)} is expected"
                    ),
                    "elaboration",
                )
            domain = written
        if domain is None:
            domain = self.hole(context, TYPE)
        return self.holes.variable("x✝" if name == "_" else name, domain)

    def _lambda(
        self, context: Context, binders: tuple[ast.Binder, ...], body: ast.Syntax, expected: Term | None
    ) -> Term:
        variables: list[Hypothesis] = []
        inner = context
        wanted = expected
        for position, binder in enumerate(binders):
            if binder.pattern is not None:
                rest = binders[position + 1 :]
                then = ast.Lambda(rest, body) if rest else body
                if wanted is None:
                    raise Problem("failed to infer the type of a pattern", "elaboration")
                tactics = (ast.Intro((binder.pattern,), "rintro"), ast.GiveTerm("exact", then))
                value = self.delay(inner, wanted, tactics)
                return self._closed(context, variables, value, wanted, expected)
            for name in binder.names:
                domain = None
                if wanted is not None:
                    kind = whnf_core(self.holes, wanted)
                    kind = kind if isinstance(kind, Pi) else whnf(self.holes, kind)
                    wanted = kind if isinstance(kind, Pi) else None
                    if wanted is None and not isinstance(kind, Meta) and not _is_flexible(kind):
                        raise self._no_function(context, expected)
                    domain = wanted.domain if isinstance(wanted, Pi) else None
                variable = self.bind(inner, binder, name, domain)
                variables.append(variable)
                inner = (*inner, variable)
                if isinstance(wanted, Pi):
                    wanted = self.holes.applied(wanted.body, variable.local)
        value = self.elaborate(inner, body, wanted)
        return self._closed(context, variables, value, wanted or infer(self.holes, value), expected)

    def _no_function(self, context: Context, expected: Term | None) -> Problem:
        wanted = expected if expected is not None else PROP
        return Problem(
            lambda: f"a function is given where\n  {self.show(context, wanted)}\nis expected", "elaboration"
        )

    def _closed(
        self, context: Context, variables: list[Hypothesis], value: Term, kind: Term, expected: Term | None
    ) -> Term:
        return self.checked(context, self.holes.abstracted(context, variables, value, kind), expected)

    def _quantified(
        self, context: Context, quantifier: str, binders: tuple[ast.Binder, ...], body: ast.Syntax
    ) -> Term:
        variables: list[Hypothesis] = []
        implicit: list[bool] = []
        for binder in binders:
            for name in binder.names:
                variable = self.bind(context, binder, name)
                variables.append(variable)
                implicit.append(binder.implicit)
                context = (*context, variable)
        claim = self.type(context, body) if quantifier == "∀" else self.elaborate(context, body, PROP)
        if quantifier == "∀":
            for variable, hidden in zip(reversed(variables), reversed(implicit), strict=True):
                closed = self.holes.pi_over((variable,), claim)
                assert isinstance(closed, Pi)
                claim = Pi(closed.name, closed.domain, closed.body, hidden)
            return claim
        for variable in reversed(variables):
            domain = self.holes.resolve(variable.type)
            level = max(sort_level(self.holes, domain), 0)
            predicate = Lam(
                variable.name, domain, self.holes.bound(self.holes.resolve(claim), variable.local)
            )
            claim = apply(Const("Exists", (level,)), domain, predicate)
        return claim

    # --- operators

    def _binary(self, context: Context, syntax: ast.Binary) -> Term:
        operator = syntax.operator
        if operator in CONNECTIVES:
            left = self.elaborate(context, syntax.left, PROP)
            return apply(Const(CONNECTIVES[operator]), left, self.elaborate(context, syntax.right, PROP))
        if operator in ("=", "≠"):
            return self._equation(context, syntax)
        name, swapped = RELATIONS.get(operator, (NUMBER_OPERATORS.get(operator, ""), False))
        if not constants.known(name):
            raise out_of_reach(f"the operator '{operator}'")
        left = self.elaborate(context, syntax.left, NAT)
        right = self.elaborate(context, syntax.right, NAT)
        return apply(Const(name), right, left) if swapped else apply(Const(name), left, right)

    def _equation(self, context: Context, syntax: ast.Binary) -> Term:
        if isinstance(syntax.left, ast.Hole | ast.Lambda | ast.Anonymous):
            right = self.elaborate(context, syntax.right, None)
            kind = infer(self.holes, right)
            left = self.elaborate(context, syntax.left, kind)
        else:
            left = self.elaborate(context, syntax.left, None)
            kind = infer(self.holes, left)
            right = self.elaborate(context, syntax.right, kind)
        level = sort_level(self.holes, kind)
        name = "Eq" if syntax.operator == "=" else "Ne"
        if name == "Ne" and not constants.known("Ne"):
            return apply(Const("Not"), apply(Const("Eq", (level,)), kind, left, right))
        return apply(Const(name, (level,)), kind, left, right)

    def resolve_name(self, context: Context, text: str) -> tuple[Term, list[str]]:
        """What a dotted name stands for, and the fields that are left of it."""
        return resolve_name(context, text, self.holes.classical)

    def structure_name(self, kind: Term) -> str:
        """The constant at the head of a type, unfolded until there is one."""
        return head_name(whnf_core(self.holes, kind))


def _is_flexible(term: Term) -> bool:
    from ragen_bench.environments.lean.kernel.operations import spine

    return isinstance(spine(term)[0], Meta)


def _short(text: str, most: int = 600) -> str:
    return text if len(text) <= most else text[:most] + "…"
