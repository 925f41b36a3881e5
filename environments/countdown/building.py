"""Builds a puzzle from a solution, so that it has one.

Two parts at a time, drawn at random, are joined by an operator until one value is left, the target.
Every value on the way is a positive whole number. As the pairs are drawn at random, the order in
which the numbers are shown says nothing about the solution.

What is subtracted is never a sum, and what is divided by is never a product, so that the operators
used do not depend on how the same solution is bracketed: a - (b - c) is built as a + c - b. The
template of the solution is the puzzle's family. Families with a division and without any addition are
those of test_ood; where puzzles are built from plus and minus alone, it holds puzzles with one more
number.
"""

from __future__ import annotations

from functools import lru_cache

from ragen_bench.environments.countdown.config import CountdownConfig
from ragen_bench.environments.countdown.template import Tree, template_text
from ragen_bench.rng import Rng

_DRAWN = {"+-*/": "++--***/", "+-": "+-"}
_DRAWN_OOD = {"+-*/": "--**/", "+-": "+-"}


def build(rng: Rng, config: CountdownConfig, count: int, ood: bool) -> tuple[list[int], int, str] | None:
    """Numbers, target and family of a puzzle, or None when the draws lead nowhere.

    An operator that does not fit the parts it was drawn for gives way to the next of / * - +, and a
    given number that a drawn division does not go into is replaced by one that does.
    """
    drawn = (_DRAWN_OOD if ood else _DRAWN)[config.operators]
    signs = len(drawn)
    no_addition = ood and signs > 2
    ceiling = 2 * config.target_high
    wants_product = config.refuse_shortcuts
    numbers = _draw_numbers(rng, config.number_low, config.number_high - config.number_low + 1, count)
    parts = numbers.copy()
    # How each part came about: the position of a given number, or (left, sign, right).
    trees: list[Tree] = list(range(count))
    code = rng.below(_joins(count, signs))
    used = ""
    while count > 2:
        code, i = divmod(code, count)
        count -= 1
        code, j = divmod(code, count)
        code, operator = divmod(code, signs)
        if j >= i:
            j += 1
        x, y = parts[i], parts[j]
        if x < y:
            i, j, x, y = j, i, y, x
        sign = drawn[operator]
        if count == 2 and wants_product and operator and "*" not in used and "/" not in used:
            # Else the last step would be the only product in nearly half of the puzzles of four numbers.
            sign = "*" if y > 1 and x * y <= ceiling else "/"
        if sign == "/":
            tree = trees[j]
            if isinstance(tree, int):
                if x % y or y == 1:
                    divisor = _divisor(numbers, tree, x, rng, config)
                    if divisor:
                        y = divisor
                    else:
                        sign = "*"
            elif _is_product(tree) or x % y or y == 1:
                sign = "*"
        if sign == "*" and (y == 1 or x * y > ceiling):
            sign = "-"
        if sign == "-" and (x == y or _is_sum(trees[j])):
            if no_addition:
                return None
            sign = "+"
        used += sign
        trees[i] = trees[i], sign, trees[j]
        if sign == "+":
            parts[i] = x + y
        elif sign == "-":
            parts[i] = x - y
        elif sign == "*":
            parts[i] = x * y
        else:
            parts[i] = x // y
        # The last part moves into the gap, or is the gap.
        last_part, last_tree = parts.pop(), trees.pop()
        if j < count:
            parts[j], trees[j] = last_part, last_tree
    joined = _join_last(parts, trees, used, rng, config, ood)
    return joined and (numbers, *joined)


def _is_sum(tree: Tree) -> bool:
    return not isinstance(tree, int) and tree[1] in "+-"


def _is_product(tree: Tree) -> bool:
    return not isinstance(tree, int) and tree[1] in "*/"


def _draw_numbers(rng: Rng, low: int, span: int, count: int) -> list[int]:
    """Independent uniform numbers, from as few draws as 64 bits allow."""
    ways = span**count
    if ways > 1 << 62:
        return [low + rng.below(span) for _ in range(count)]
    numbers = []
    choices = rng.below(ways)
    for _ in range(count):
        numbers.append(low + choices % span)
        choices //= span
    return numbers


@lru_cache(maxsize=64)
def _joins(count: int, signs: int) -> int:
    """The number of ways to draw an ordered pair and an operator until two parts are left."""
    ways = 1
    while count > 2:
        ways *= count * (count - 1) * signs
        count -= 1
    return ways


def _join_last(
    parts: list[int], trees: list[Tree], used: str, rng: Rng, config: CountdownConfig, ood: bool
) -> tuple[int, str] | None:
    """The target and the family, with the last two parts joined by one of the operators that lead there."""
    x, y = parts
    left, right = trees
    if x < y:
        x, y, left, right = y, x, right, left
    low, high = config.target_low, config.target_high
    four = config.operators == "+-*/"
    # With signs alone a rule of thumb would do: see `shortcuts.signs`.
    signs = not config.refuse_shortcuts or "*" in used or "/" in used
    added = "+" in used
    divided = "/" in used
    options = ""
    if signs and low <= x + y <= high and not (ood and four):
        options = "+"
    # From here on no addition joins in, so the family is decided by `used`.
    allowed = not four or (divided and not added) == ood
    if signs and allowed and low <= x - y <= high and not _is_sum(right):
        options += "-"
    if four and y > 1:
        if allowed and low <= x * y <= high:
            options += "*"
        if added != ood and not x % y and low <= x // y <= high and not _is_product(right):
            options += "/"
    if not options:
        return None
    sign = options if len(options) == 1 else rng.choice(options)
    target = x + y if sign == "+" else x - y if sign == "-" else x * y if sign == "*" else x // y
    return target, template_text((left, sign, right))


def _divisor(numbers: list[int], at: int, x: int, rng: Rng, config: CountdownConfig) -> int:
    """A divisor of x, put in the place of the given number `at`; 0 where there is none."""
    divisors = _divisors(x, max(config.number_low, 2), config.number_high)
    if not divisors:
        return 0
    numbers[at] = rng.choice(divisors)
    return numbers[at]


@lru_cache(maxsize=1 << 14)
def _divisors(x: int, low: int, high: int) -> tuple[int, ...]:
    """The divisors of x from low to high, x itself left out."""
    return tuple(d for d in range(low, min(high, x // 2) + 1) if not x % d)
