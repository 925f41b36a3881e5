"""Cheap policies: the rules of `shortcuts`, as policies. None of them searches over brackets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ragen_bench.environments.countdown import shortcuts


class _Rule:
    """Answers with a rule of thumb."""

    def __init__(self, rule: Callable[[Sequence[int], int], str]) -> None:
        self._rule = rule

    def act(self, env: Any) -> str:
        """The rule's expression for the task that `env` is playing."""
        task = env.unwrapped.task
        return self._rule(task["numbers"], task["target"])


SUM = _Rule(shortcuts.total)
PRODUCT = _Rule(shortcuts.product)
GREEDY = _Rule(shortcuts.greedy)
GREEDY_DESCENDING = _Rule(shortcuts.greedy_descending)
SIGNS = _Rule(shortcuts.signs)
LAST_STEP = _Rule(shortcuts.last_step)
