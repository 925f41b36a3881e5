"""Seeded Countdown tasks. A task holds the numbers, the target and the family; never a solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragen_bench.environments.countdown.building import build
from ragen_bench.environments.countdown.config import (
    LARGEST_NUMBER,
    LARGEST_TARGET,
    MOST_NUMBERS,
    CountdownConfig,
)
from ragen_bench.environments.countdown.counting import count_solutions
from ragen_bench.environments.countdown.expression import Expression, evaluate, read_expression
from ragen_bench.environments.countdown.random_expression import random_expression
from ragen_bench.environments.countdown.shortcuts import solved_by_shortcut
from ragen_bench.errors import InvalidTask
from ragen_bench.field_checks import is_whole
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

_FIELDS = ("numbers", "target", "family")
#: Draws of numbers and operators in one candidate before it is refused.
_TRIES = 8


class CountdownTasks:
    """The task source of Countdown."""

    def generate(self, rng: Rng, config: CountdownConfig, split: str) -> Task | None:
        """One candidate, or None when the draw is refused."""
        ood = split == "test_ood"
        count = config.count_low
        if config.count_high > count:
            count += rng.below(config.count_high - count + 1)
        if ood and config.operators == "+-":
            count = config.count_high + 1
        for _ in range(_TRIES):
            built = build(rng, config, count, ood)
            if built is not None and built[1] not in built[0]:
                return {"numbers": built[0], "target": built[1], "family": built[2]}
        return None

    def accept(self, task: Task, config: CountdownConfig) -> bool:
        """Whether a candidate is good enough: no shortcut solves it, and it has few solutions."""
        numbers, target = task["numbers"], task["target"]
        if config.refuse_shortcuts and solved_by_shortcut(numbers, target):
            return False
        return config.max_solutions is None or count_solutions(numbers, target) <= config.max_solutions

    def canonical(self, task: Task) -> str:
        """Sorted numbers, then the target: order makes no other puzzle."""
        return f"{sorted(task['numbers'])}={task['target']}"

    def validate(self, task: Mapping[str, Any], config: CountdownConfig) -> Task:
        """A task given by hand. It must be readable; it need not have a solution.

        Raises:
            InvalidTask: names the field.
        """
        for key in task:
            if key not in _FIELDS:
                raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
        numbers = task.get("numbers")
        if not isinstance(numbers, list | tuple) or not 2 <= len(numbers) <= MOST_NUMBERS:
            raise InvalidTask("numbers", numbers, f"a list of 2 to {MOST_NUMBERS} whole numbers")
        for number in numbers:
            if not is_whole(number) or not 1 <= number <= LARGEST_NUMBER:
                raise InvalidTask("numbers", numbers, f"whole numbers from 1 to {LARGEST_NUMBER}")
        target = task.get("target")
        if not is_whole(target) or not 1 <= target <= LARGEST_TARGET:
            raise InvalidTask("target", target, f"a whole number from 1 to {LARGEST_TARGET}")
        family = task.get("family", "given")
        if not isinstance(family, str) or not 1 <= len(family) <= 40:
            raise InvalidTask("family", family, "a short text")
        return {"numbers": list(numbers), "target": target, "family": family}

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The same numbers with another target that can be reached, of similar size where possible."""
        numbers, old = task["numbers"], task["target"]
        best = 0
        for attempt in range(1000):
            value = _random_value(numbers, rng)
            if value == old or not 1 <= value <= LARGEST_TARGET:
                continue
            if not best or abs(value - old) < abs(best - old):
                best = value
            if attempt >= 50 or old <= 2 * best <= 4 * old:
                break
        return {"numbers": list(numbers), "target": best, "family": "perturbed"}


def _random_value(numbers: Sequence[int], rng: Rng) -> int:
    """The value of a random expression, or 0 where it is no whole number."""
    expression = read_expression(random_expression(numbers, rng))
    assert isinstance(expression, Expression)
    try:
        value = evaluate(expression.postfix)
    except ZeroDivisionError:
        return 0
    return value if isinstance(value, int) else 0


TASKS = CountdownTasks()
