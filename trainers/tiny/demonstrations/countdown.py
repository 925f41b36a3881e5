"""Countdown with three numbers: join two of them in every way, and look for what the third needs.

One line for each number that may come last: what the other two give (sum, difference, product,
quotient), then what would have to be given (target minus it, plus it, it minus target, target
divided by it), then the value that is in both. `no` stands for a value that is no positive whole
number or is above LARGEST. One task in two hundred needs a last division and has no such line.
"""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.countdown.solver import solve
from ragen_bench.trainers.tiny.demonstrations import Demonstration

#: Values above it are not written.
LARGEST = 200


def demonstrate(env: Any) -> Demonstration:
    """The first solution in the order of the lines."""
    task = env.unwrapped.task
    numbers, target = task["numbers"], task["target"]
    lines = []
    if len(numbers) == 3:
        for last in range(3):
            a, b = sorted((n for i, n in enumerate(numbers) if i != last), reverse=True)
            line, answer = _line(a, b, numbers[last], target)
            lines.append(line)
            if answer:
                return Demonstration("\n".join(lines), answer)
    found = solve(numbers, target) or " + ".join(map(str, numbers))
    return Demonstration("\n".join(lines), found.replace(" ", ""))


def _line(a: int, b: int, last: int, target: int) -> tuple[str, str]:
    """The line for `last`, and the expression where it gives one. a >= b."""
    gives = [
        (a + b, f"{a}+{b}"),
        (a - b, f"{a}-{b}"),
        (a * b, f"{a}*{b}"),
        (_share(a, b), f"{a}/{b}"),
    ]
    needs = [
        (target - last, "({})+{}", False),
        (target + last, "({})-{}", False),
        (last - target, "{}-({})", True),
        (_share(target, last), "({})*{}", False),
    ]
    values = {value: text for value, text in reversed(gives) if 0 < value <= LARGEST}
    match, answer = "no", ""
    for value, form, swapped in needs:
        if value in values:
            parts = (last, values[value]) if swapped else (values[value], last)
            match, answer = f"{value}={values[value]}", form.format(*parts)
            break
    left = " ".join(_shown(value) for value, _ in gives)
    right = " ".join(_shown(value) for value, _, _ in needs)
    return f"{a} {b}: {left}; {last}: {right}; {match}", answer


def _share(a: int, b: int) -> int:
    return a // b if b and a % b == 0 else 0


def _shown(value: int) -> str:
    return str(value) if 0 < value <= LARGEST else "no"
