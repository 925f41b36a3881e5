"""The MetaMathQA environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.metamathqa.answers import MAX_LENGTH, answers_match, is_readable
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

#: A random answer is a whole number up to this.
_LARGEST_GUESS = 999


class MetaMathQAEnv(TextEnv):
    """Answer a mathematical question; a preset for training allows several tries.

    | | |
    |---|---|
    | Action | the final answer |
    | Turns | 1; 5 in `retries` |
    | Reward | 1 on the first try, half as much on each further one |
    | Luck | none: replicas are equal |

    ## Description
    The agent reads a word problem or a small piece of algebra and says what it asks for. Backward
    questions give the result and ask for the unknown number x.

    ## Action space
    Text with the final answer alone: `42`, `7/3`, `2 1/3`, `1,250`, `$18.00`, `72 eggs`, `x = 5`,
    `\\boxed{5}`. At most 1,000 characters. An answer that names several numbers is not right because one
    of them is.

    ## Observation space
    The question, on every turn; with several tries, the number of those that are left.

    ## Starting state
    A question with exactly one answer, a whole number or a fraction.

    ## Rewards
    `correct` pays 1/2^k for the right answer on try k, counted from 0. Nothing else pays.

    ## Episode end
    Terminates with a right answer, and after the last try.

    ## Information
    Beside the common keys, `tries`: replies so far that held no right answer.

    ## Arguments
    The fields of `MetaMathQAConfig`, and `max_turns`, the number of tries.

    ## Version history
    v1: first version.
    """

    max_action_length: ClassVar[int] = MAX_LENGTH

    def begin(self, task: Task) -> None:
        """No try has been made."""
        self._solved = False
        self._first = False

    def observe(self) -> str:
        """The question, and the tries that are left where there are several."""
        left = self.max_turns - self.turn
        if self.max_turns == 1 or self.over or left < 1:
            return str(self._task["question"])
        return f"{self._task['question']}\n\nTries left: {left}"

    def parse(self, text: str) -> str:
        """Any text that holds a digit or a letter."""
        if not is_readable(text):
            raise InvalidAction("unreadable", "That holds no answer.")
        return text

    def apply(self, action: str) -> bool:
        """Compares the answer. The feedback says only right or wrong."""
        if not answers_match(action, self._task["answer"]):
            self.say("Wrong.")
            return False
        self._solved = True
        self._first = self.turn == 1
        self.pay("correct", 0.5 ** (self.turn - 1))
        self.say("Right.")
        self.finish()
        return True

    def result(self) -> tuple[bool, float]:
        """Success on any try; the score counts the first only."""
        return self._solved, float(self._first)

    def extra_info(self) -> dict[str, Any]:
        """Tries that were not right."""
        return {"tries": self.turn - self._solved}

    def snapshot(self) -> dict[str, Any]:
        """Whether and when the answer was given."""
        return {"solved": self._solved, "first": self._first}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """The inverse of `snapshot`."""
        self._solved, self._first = state["solved"], state["first"]

    def sample_action(self, rng: Rng) -> str:
        """A whole number from 1 to 999, each with equal chance."""
        return str(rng.between(1, _LARGEST_GUESS))
