"""Rules of thumb that solve some puzzles without a search. Ranked presets leave those puzzles out.

Each rule returns an expression; `solved_by_shortcut` only asks whether one of them would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod


def total(numbers: Sequence[int], target: int) -> str:
    """All numbers added."""
    return " + ".join(map(str, numbers))


def product(numbers: Sequence[int], target: int) -> str:
    """All numbers multiplied."""
    return " * ".join(map(str, numbers))


def greedy(numbers: Sequence[int], target: int) -> str:
    """From left to right, always the operator whose result is nearest to the target."""
    return _left_to_right(numbers, _greedy_operators(numbers, target))


def greedy_descending(numbers: Sequence[int], target: int) -> str:
    """`greedy`, largest number first."""
    ordered = sorted(numbers, reverse=True)
    return _left_to_right(ordered, _greedy_operators(ordered, target))


def signs(numbers: Sequence[int], target: int) -> str:
    """Plus and minus signs that reach the target where some do, else all numbers added."""
    excess = sum(numbers) - target
    chosen = _subset(numbers, excess // 2) if excess >= 0 and not excess % 2 else None
    taken = chosen or set()
    added = [str(n) for i, n in enumerate(numbers) if i not in taken]
    taken_away = [str(n) for i, n in enumerate(numbers) if i in taken]
    return " - ".join([" + ".join(added), *taken_away])


def last_step(numbers: Sequence[int], target: int) -> str:
    """All numbers but one added, or multiplied, and that one joined so that the target comes out."""
    for position, number in enumerate(numbers):
        others = [*numbers[:position], *numbers[position + 1 :]]
        for sign, value in (("+", sum(others)), ("*", prod(others))):
            joined = f" {sign} ".join(map(str, others))
            if value * number == target:
                return f"({joined}) * {number}"
            if value == target * number:
                return f"({joined}) / {number}"
            if number == target * value:
                return f"{number} / ({joined})"
            if value + number == target:
                return f"({joined}) + {number}"
            if abs(value - number) == target:
                return f"({joined}) - {number}" if value > number else f"{number} - ({joined})"
    return total(numbers, target)


def solved_by_shortcut(numbers: Sequence[int], target: int) -> bool:
    """True when a rule of this module solves the puzzle."""
    excess = sum(numbers) - target
    if excess >= 0 and not excess % 2:
        # Bit i of `reach` is set when some of the numbers add up to i.
        reach = 1
        for number in numbers:
            reach |= reach << number
        if reach >> (excess // 2) & 1:
            return True
    whole_sum, whole_product = sum(numbers), prod(numbers)
    for number in numbers:
        times = target * number
        total_of_others = whole_sum - number
        if total_of_others * number == target or total_of_others == times:
            return True
        others = whole_product // number
        if others == times or others + number == target or abs(others - number) == target:
            return True
        if number >= target and number in (target * total_of_others, target * others):
            return True
    if whole_product == target:
        return True
    if _greedy_value(numbers, target) == target:
        return True
    return _greedy_value(sorted(numbers, reverse=True), target) == target


def _greedy_value(numbers: Iterable[int], target: int) -> int:
    left = iter(numbers)
    value = next(left)
    for number in left:
        best = value + number
        distance = abs(best - target)
        other = abs(value - number - target)
        if other < distance:
            best, distance = value - number, other
        other = abs(value * number - target)
        if other < distance:
            best, distance = value * number, other
        if not value % number and abs(value // number - target) < distance:
            best = value // number
        value = best
    return value


def _greedy_operators(numbers: Sequence[int], target: int) -> list[str]:
    value, operators = numbers[0], []
    for number in numbers[1:]:
        results = {"+": value + number, "-": value - number, "*": value * number}
        if not value % number:
            results["/"] = value // number
        operators.append(min(results, key=lambda sign: abs(results[sign] - target)))
        value = results[operators[-1]]
    return operators


def _left_to_right(numbers: Sequence[int], operators: Sequence[str]) -> str:
    text = str(numbers[0])
    for position, (operator, number) in enumerate(zip(operators, numbers[1:], strict=True)):
        text = f"{text} {operator} {number}" if position == 0 else f"({text}) {operator} {number}"
    return text


def _subset(numbers: Sequence[int], wanted: int) -> set[int] | None:
    """Positions of numbers, not all of them, that add up to `wanted`."""
    reached: dict[int, set[int]] = {0: set()}
    for position, number in enumerate(numbers):
        for value, taken in list(reached.items()):
            reached.setdefault(value + number, taken | {position})
    return reached.get(wanted)
