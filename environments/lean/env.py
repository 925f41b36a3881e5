"""The Lean environment."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.lean.backends import checker_for
from ragen_bench.environments.lean.checking import Checked
from ragen_bench.environments.lean.random_tactics import random_tactic
from ragen_bench.environments.lean.tasks import statement_of
from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

#: Of a message, what an agent is shown.
MAX_MESSAGE = 800
_MAX_GOALS = 20_000
_FENCE = re.compile(r"\A```[a-z0-9]*\n(.*?)\n?```\Z", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]")
#: Categories of characters that no tactic has: controls, halves of surrogate pairs, unassigned ones.
_NO_TEXT = ("Cc", "Cs", "Cn", "Co")


class LeanEnv(TextEnv):
    """Prove a theorem in Lean 4, tactic by tactic.

    | | |
    |---|---|
    | Action | a tactic, or a block of several on lines of their own |
    | Turns | about three times the steps of the longest known proof |
    | Reward | -0.1 a step, -1 for a rejected one, +10 for the proof, -2 when the steps run out |
    | Luck | none: replicas are equal |

    ## Description
    The agent sees the open goals and sends tactics. A checker plays them: what goes through changes the
    goals, what does not is answered with the reason and changes nothing. When no goal is left, the whole
    proof is checked by a kernel.

    ## Action space
    A tactic block in Lean 4's syntax, at most 4,096 characters, plain or in a code fence: `intro h`, `exact
    h`, `rw [h]`, `induction n with` and its cases. One reply is one step, which goes through as a whole or
    not at all. Words that assume the claim or change Lean (`sorry`, `axiom`, `native_decide`, options,
    macros, imports) are refused.

    ## Observation space
    The open goals in Lean's format, the first one first, and the number of steps that are left; in front of
    them, why the last step was rejected. Statements that may use excluded middle say so.

    ## Starting state
    The theorem's own goal.

    ## Rewards
    `step` -0.1 for every step, `rejected` -1 more when it does not go through, `proved` +10, `out_of_steps`
    -2 when the last step leaves goals. A reply that is no text of a tactic pays `invalid`, as much as a
    rejected step.

    ## Episode end
    Terminates with the proof, and when the steps run out, which is part of the task.

    ## Information
    Beside the common keys, `steps`, `goals` and `message`.

    ## Arguments
    The fields of `LeanConfig`, and `max_turns`, the number of steps.

    ## Version history
    v1: first version.
    """

    invalid_reward: ClassVar[float] = -1.1

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Plays one reply; indentation that all its lines share is no part of it."""
        if isinstance(action, str) and len(action) <= self.max_action_length:
            # Before the base class strips the text, which would move the first line alone.
            action = textwrap.dedent(action)
        return super().step(action)

    def begin(self, task: Task) -> None:
        """The theorem's own goal.

        Raises:
            InvalidConfig: the statement needs imports, and the embedded checker has none.
        """
        self._statement = statement_of(task)
        if self._statement.imports and self.config.checker == "embedded":
            raise InvalidConfig(
                "checker",
                "embedded",
                "'kimina:URL' or 'lean' for a statement with imports (at the command line: "
                "--env-option checker=kimina:http://127.0.0.1:8000)",
            )
        self._checker = checker_for(self.config.checker)
        #: The steps that went through.
        self.accepted: list[str] = []
        self._goals = self._checker.check(self._statement, (), None).goals
        self._message = ""
        self._proved = False

    @property
    def goals(self) -> str:
        """The open goals, as the agent sees them."""
        return self._goals

    def observe(self) -> str:
        """The goals, and what is left of the steps."""
        if self._proved:
            return "No goals. The theorem is proved."
        goals = self._goals
        if len(goals) > _MAX_GOALS:
            goals = f"{goals[:_MAX_GOALS]}\n... ({len(goals):,} characters)"
        note = "Excluded middle may be used.\n\n" if self._statement.classical else ""
        return f"{note}{goals}\n\nSteps left: {max(0, self.max_turns - self.turn)}"

    def parse(self, text: str) -> str:
        """Any text with a letter, without a fence around it and without characters that no tactic has."""
        fenced = _FENCE.match(text)
        if fenced:
            text = textwrap.dedent(fenced[1]).strip()
        if any(c != "\n" and unicodedata.category(c) in _NO_TEXT for c in text):
            raise InvalidAction("unreadable", "The reply holds characters that no tactic has.")
        if not _LETTER.search(text):
            raise InvalidAction("unreadable", "The reply holds no tactic.")
        return text

    def apply(self, action: str) -> bool:
        """Has the checker play the step."""
        self.pay("step", -0.1)
        checked = self._checker.check(self._statement, self.accepted, action)
        if checked.status == "rejected":
            self._reject(checked)
            return False
        if checked.status == "proved" and self.config.strict:
            from ragen_bench.environments.lean.strict import confirm

            confirm(self._statement, [*self.accepted, action])
        before, self._goals = self._goals, checked.goals
        self.accepted = [*self.accepted, action]
        self._message = ""
        if checked.status == "proved":
            self._proved = True
            self.pay("proved", 10.0)
            self.finish()
        return self._proved or self._goals != before

    def _reject(self, checked: Checked) -> None:
        self.pay("rejected", -1.0)
        message = checked.message.strip() or "the step does not go through"
        if len(message) > MAX_MESSAGE:
            message = f"{message[:MAX_MESSAGE]} ..."
        self._message = message
        self.say(f"Rejected: {message}\n")

    def final_terms(self) -> dict[str, float]:
        """The price of running out of steps."""
        return {} if self._proved else {"out_of_steps": -2.0}

    def result(self) -> tuple[bool, float]:
        """Proved or not."""
        return self._proved, float(self._proved)

    def extra_info(self) -> dict[str, Any]:
        """Steps that went through, goals that are open, and why the last step was rejected."""
        goals = 0 if self._proved else self._goals.count("⊢")
        return {"steps": len(self.accepted), "goals": goals, "message": self._message}

    def snapshot(self) -> dict[str, Any]:
        """The steps that went through, and what they led to."""
        return {
            "accepted": list(self.accepted),
            "goals": self._goals,
            "message": self._message,
            "proved": self._proved,
        }

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """The inverse of `snapshot`."""
        self._statement = statement_of(task)
        self._checker = checker_for(self.config.checker)
        self.accepted = list(state["accepted"])
        self._goals, self._message, self._proved = state["goals"], state["message"], state["proved"]

    def sample_action(self, rng: Rng) -> str:
        """A short tactic, with names of the first goal where it takes some (see `random_tactics`)."""
        return random_tactic(rng, self._goals if self._started else "")

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        # Checkers are shared by all instances of a process.
        state.pop("_checker", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if self._started:
            self._checker = checker_for(self.config.checker)
