"""Cheap policies: rules that use the numbers of the question and no word of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ragen_bench.environments.metamathqa import shortcuts
from ragen_bench.environments.metamathqa.program import numbers_in


class _Rule:
    """Answers with a rule of thumb over the numbers that the question shows, in order."""

    def __init__(self, rule: Callable[[Sequence[int]], int]) -> None:
        self._rule = rule

    def act(self, env: Any) -> str:
        """The rule's number for the question that `env` is asking."""
        return str(self._rule(numbers_in(env.unwrapped.task["question"]) or [0]))


LAST_NUMBER = _Rule(lambda numbers: numbers[-1])
FIRST_NUMBER = _Rule(lambda numbers: numbers[0])
LARGEST_NUMBER = _Rule(max)
SUM = _Rule(shortcuts.total)
LAST_PRODUCT = _Rule(shortcuts.last_product)
LAST_DIFFERENCE = _Rule(shortcuts.last_difference)
#: The most frequent answers in training: of forward questions they are rare, of backward ones less so.
FREQUENT = _Rule(lambda numbers: 12)
SMALL_NUMBER = _Rule(lambda numbers: 11 + sum(numbers) % 20)
