"""The state that tactics change: the open goals of a proof, and the elementary moves on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ragen_bench.environments.lean.elaboration import constants
from ragen_bench.environments.lean.elaboration.elaborator import Elaborator
from ragen_bench.environments.lean.elaboration.holes import Context, Hole, Holes, Hypothesis, mentions_local
from ragen_bench.environments.lean.elaboration.reduction import whnf, whnf_core
from ragen_bench.environments.lean.kernel.operations import apply
from ragen_bench.environments.lean.kernel.terms import App, Local, Meta, Pi, Term
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.goals import goal as goal_text
from ragen_bench.environments.lean.syntax.problems import LimitReached, Problem

MAX_GOALS = 64
MAX_CONTEXT = 128
MAX_SHOWN = 20_000
"""Nodes in all goals together, each hypothesis as often as it is shown."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A goal that a case split made, and where the variables went that had to be introduced again."""

    goal: Meta
    moved: dict[int, Local] = field(default_factory=dict)
    fields: tuple[Local, ...] = ()

    def where(self, local: Local) -> Local:
        return self.moved.get(local.uid, local)


class Proof:
    """A proof under construction, while one step is run."""

    def __init__(self, holes: Holes, goals: Iterable[Meta], classical: bool) -> None:
        self.holes = holes
        self.goals = list(goals)
        self.classical = classical
        self.run_block: Callable[[Proof, ast.Block], None] | None = None

    # --- goals

    def main(self) -> Meta:
        """The first goal."""
        if not self.goals:
            raise Problem("no goals to be proved")
        return self.goals[0]

    def hole(self, goal: Meta) -> Hole:
        return self.holes.declared[goal.uid]

    def context(self, goal: Meta) -> Context:
        """The hypotheses of a goal, their types without filled holes."""
        return self.hole(goal).context

    def claim(self, goal: Meta) -> Term:
        return self.holes.resolve(self.hole(goal).type)

    def new_goal(self, context: Context, claim: Term, tag: str) -> Meta:
        """A fresh goal; not yet in the list."""
        if len(context) > MAX_CONTEXT:
            raise LimitReached(f"a goal with more than {MAX_CONTEXT} hypotheses")
        self.holes.measure(claim)
        return self.holes.hole(context, claim, tag, asks=True)

    def replace_main(self, goals: Sequence[Meta]) -> None:
        """The first goal is done; `goals` stand in its place, those already filled left out."""
        self.goals[:1] = [goal for goal in goals if self.holes.is_open(goal.uid)]
        if len(self.goals) > MAX_GOALS:
            raise LimitReached(f"more than {MAX_GOALS} goals")

    def fill_main(self, term: Term, goals: Sequence[Meta] = ()) -> None:
        self.holes.fill(self.main().uid, term)
        self.replace_main(goals)

    def show_goals(self) -> str:
        """All goals as Lean prints them."""
        shown = []
        nodes = 0
        for goal in self.goals:
            hole = self.hole(goal)
            context = tuple(Hypothesis(item.local, self.holes.resolve(item.type)) for item in hole.context)
            nodes += sum(self.holes.measure(item.type) for item in context)
            nodes += self.holes.measure(self.claim(goal))
            if nodes > MAX_SHOWN:
                raise LimitReached("the goals are too large to be shown")
            shown.append(goal_text(context, self.claim(goal), hole.tag, constants.printed_type))
        return "\n\n".join(shown)

    def attempt(self, action: Callable[[], None]) -> bool:
        """Runs `action`; if it fails, everything is as before. Limits are never recovered from."""
        mark, goals = self.holes.mark(), list(self.goals)
        try:
            action()
        except LimitReached:
            raise
        except Problem:
            self.holes.undo(mark)
            self.goals = goals
            return False
        return True

    # --- terms

    def elaborator(self) -> Elaborator:
        return Elaborator(self.holes, self._fill_by)

    def _fill_by(self, goal: Meta, block: ast.Block) -> None:
        """Runs a block on one goal, which must be closed by it."""
        assert self.run_block is not None
        outer, self.goals = self.goals, [goal]
        self.holes.budget.enter()
        self.run_block(self, block)
        self.holes.budget.leave()
        if self.goals:
            raise self.unsolved()
        self.goals = outer

    def unsolved(self) -> Problem:
        """Lean's complaint about goals that are left."""
        return Problem("unsolved goals\n" + self.show_goals())

    # --- moves; each returns the goal that takes the place of the given one

    def introduce(self, goal: Meta, name: str | None) -> tuple[Meta, Hypothesis]:
        """From `⊢ A → B` to `a : A ⊢ B`. Without a name the variable cannot be written."""
        hole = self.hole(goal)
        kind = whnf_core(self.holes, hole.type)
        kind = kind if isinstance(kind, Pi) else whnf(self.holes, kind)
        if not isinstance(kind, Pi):
            raise Problem("tactic 'introN' failed, insufficient number of binders")
        variable = self.holes.variable(chosen_name(name, kind.name), self.holes.resolve(kind.domain))
        claim = self.holes.applied(kind.body, variable.local)
        inner = self.new_goal((*hole.context, variable), claim, hole.tag)
        self.holes.close(goal.uid, (variable,), inner)
        return inner, variable

    def revert(self, goal: Meta, locals_: Sequence[Local]) -> tuple[Meta, list[Hypothesis]]:
        """Moves variables, and all that depend on them, from the hypotheses into the claim."""
        hole = self.hole(goal)
        gone = {local.uid for local in locals_}
        moved: list[Hypothesis] = []
        kept: list[Hypothesis] = []
        for item in hole.context:
            kind = self.holes.resolve(item.type)
            if item.local.uid in gone or any(mentions_local(kind, uid) for uid in gone):
                gone.add(item.local.uid)
                moved.append(Hypothesis(item.local, kind))
            else:
                kept.append(item)
        claim = self.holes.pi_over(moved, self.claim(goal))
        outer = self.new_goal(tuple(kept), claim, hole.tag)
        self.holes.fill(goal.uid, apply(outer, *(item.local for item in moved)))
        return outer, moved

    def introduce_again(self, goal: Meta, reverted: Sequence[Hypothesis]) -> tuple[Meta, dict[int, Local]]:
        """Undoes `revert`, after the goal has changed: the variables keep their names."""
        moved: dict[int, Local] = {}
        for item in reverted:
            goal, variable = self.introduce(goal, item.name)
            moved[item.local.uid] = variable.local
        return goal, moved

    def assert_value(self, goal: Meta, name: str, kind: Term, value: Term) -> tuple[Meta, Hypothesis]:
        """Adds a hypothesis with its proof."""
        hole = self.hole(goal)
        variable = self.holes.variable(name, self.holes.resolve(kind))
        self.holes.measure(variable.type)
        inner = self.new_goal((*hole.context, variable), hole.type, hole.tag)
        function = self.holes.abstracted(hole.context, (variable,), inner, hole.type)
        self.holes.fill(goal.uid, App(function, value))
        return inner, variable

    def replace_hypothesis(self, goal: Meta, item: Hypothesis, kind: Term, value: Term) -> Meta:
        """Gives a hypothesis a new type and proof. The old one stays, hidden, if something depends on it."""
        self.holes.measure(kind)
        hole = self.hole(goal)
        variable = self.holes.variable(item.name, kind)
        uid = item.local.uid
        needed = mentions_local(self.claim(goal), uid) or any(
            mentions_local(self.holes.resolve(other.type), uid) for other in hole.context
        )
        before = [other for other in hole.context if needed or other.local.uid != uid]
        # In its old place, or else after the last variable that its new type speaks of.
        place = len(hole.context) if needed else hole.context.index(item)
        for index, other in enumerate(before):
            if index >= place and mentions_local(kind, other.local.uid):
                place = index + 1
        inner = self.new_goal((*before[:place], variable, *before[place:]), hole.type, hole.tag)
        function = self.holes.abstracted(hole.context, (variable,), inner, hole.type)
        self.holes.fill(goal.uid, App(function, value))
        return inner

    def rename(self, goal: Meta, names: dict[int, str]) -> Meta:
        """Gives variables other names."""
        hole = self.hole(goal)
        context = tuple(
            Hypothesis(Local(item.local.uid, names[item.local.uid]), item.type)
            if item.local.uid in names
            else item
            for item in hole.context
        )
        inner = self.new_goal(context, hole.type, hole.tag)
        self.holes.fill(goal.uid, inner)
        return inner

    def clear(self, goal: Meta, uids: set[int]) -> Meta:
        """Forgets hypotheses that nothing depends on."""
        hole = self.hole(goal)
        kept = tuple(item for item in hole.context if item.local.uid not in uids)
        for item in kept:
            if any(mentions_local(self.holes.resolve(item.type), uid) for uid in uids):
                raise Problem(f"tactic 'clear' failed, variable '{item.name}' depends on it")
        if any(mentions_local(self.claim(goal), uid) for uid in uids):
            raise Problem("tactic 'clear' failed, target depends on it")
        inner = self.new_goal(kept, hole.type, hole.tag)
        self.holes.fill(goal.uid, inner)
        return inner

    def retyped(self, goal: Meta, claim: Term) -> Meta:
        """The same goal, its claim written in another way that is equal by definition."""
        hole = self.hole(goal)
        inner = self.new_goal(hole.context, claim, hole.tag)
        self.holes.fill(goal.uid, inner)
        return inner


def chosen_name(name: str | None, suggested: str) -> str:
    """The name of a new variable: as written, or the suggested one, marked as not writable."""
    if name is None or name == "_":
        return suggested.removesuffix("✝") + "✝"
    return name


def joined_tag(parent: str, own: str) -> str:
    """The tag of a goal below a tagged one: `inl.intro`."""
    return f"{parent}.{own}" if parent and own else parent or own
