"""The Countdown environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.countdown.expression import (
    MAX_LENGTH,
    REASONS,
    Expression,
    judge,
    read_expression,
)
from ragen_bench.environments.countdown.random_expression import random_expression
from ragen_bench.rng import Rng
from ragen_bench.splits import Task


class CountdownEnv(TextEnv):
    """Write an arithmetic expression that equals a target and uses each given number exactly once.

    | | |
    |---|---|
    | Action | one expression |
    | Turns | 1 |
    | Reward | 1, 0.1 or 0 |
    | Luck | none: replicas are equal |

    ## Description
    The agent sees some whole numbers and a target and has one try. Arithmetic is exact: fractions
    and negative values may occur on the way.

    ## Action space
    Text: whole numbers, `+ - * /` and parentheses, for example `(2 + 5) * 3 - 4`. The signs
    `× · ÷ − –` are read as well. An optional `= n` at the end must name the target. A sign in front
    of a number or bracket, powers, and multiplication without a sign are not read. At most 1,000
    characters.

    ## Observation space
    Two lines: `Numbers:` with the numbers in an order that says nothing, and `Target:`.

    ## Starting state
    A puzzle that has a solution with positive whole numbers throughout.

    ## Rewards
    `correct` +1 for the target; else `attempt` +0.1 for a readable expression that uses exactly the
    given numbers; else nothing.

    ## Episode end
    Always terminates after the one reply.

    ## Information
    Beside the common keys, `reason`: "" until the end, then why the answer was worth what it was:
    correct, wrong_value, wrong_numbers, division_by_zero, unreadable, empty or too_long.

    ## Arguments
    The fields of `CountdownConfig`, and `max_turns`: further replies change nothing, as every
    readable one ends the episode.

    ## Version history
    v1: first version.
    """

    max_action_length: ClassVar[int] = MAX_LENGTH

    def begin(self, task: Task) -> None:
        """Waits for the one answer."""
        self._reason = ""

    def observe(self) -> str:
        """The numbers and the target."""
        return f"Numbers: {' '.join(map(str, self._task['numbers']))}\nTarget: {self._task['target']}"

    def parse(self, text: str) -> Expression:
        """A well-formed expression, whatever numbers it uses."""
        expression = read_expression(text)
        if isinstance(expression, str):
            raise InvalidAction(expression, REASONS[expression])
        return expression

    def apply(self, action: Expression) -> bool:
        """Judges the answer and ends the episode."""
        self._reason = judge(action, self._task["numbers"], self._task["target"]).reason
        if self._reason == "correct":
            self.pay("correct", 1.0)
        elif self._reason != "wrong_numbers":
            self.pay("attempt", 0.1)
        self.say(REASONS[self._reason])
        self.finish()
        return True

    def result(self) -> tuple[bool, float]:
        """Success and score are the same here."""
        correct = self._reason == "correct"
        return correct, float(correct)

    def extra_info(self) -> dict[str, Any]:
        """Why the answer was worth what it was."""
        return {"reason": (self._reason or self.error or "") if self.over else ""}

    def snapshot(self) -> dict[str, Any]:
        """The reason, once there is one."""
        return {"reason": self._reason}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """Back to waiting, or to the end."""
        self._reason = state["reason"]

    def sample_action(self, rng: Rng) -> str:
        """All numbers in uniform random order, neighbours joined at random by random operators."""
        return random_expression(self._task["numbers"], rng)
