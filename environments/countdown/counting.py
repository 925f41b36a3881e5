"""How many solutions a puzzle has: exactly up to four numbers, by sampling above.

Two solutions are the same when they differ only by order and brackets of a sum (a - (b - c) is
a - b + c) or of a product. So a solution is a *sum* of signed parts, each a number or a product, or a
*product* of parts above and below the line, each a number or a sum. Counted are those in which every
part is a positive whole number; equal given numbers count as different ones.

No step lists all values of all numbers: for the last operation, what is missing is looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ragen_bench.environments.countdown.config import COUNTED
from ragen_bench.environments.countdown.expression import evaluate, read_expression
from ragen_bench.environments.countdown.random_expression import random_expression
from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng

_Pairs = tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], int], ...]


def count_solutions(numbers: Sequence[int], target: int) -> int:
    """Exact number of distinct solutions of up to four positive numbers and a positive target.

    Raises:
        InvalidConfig: more numbers than can be counted quickly, or a value below 1.
    """
    if not 1 <= len(numbers) <= COUNTED or min(numbers) < 1:
        raise InvalidConfig("numbers", numbers, f"1 to {COUNTED} positive whole numbers")
    if target < 1:
        raise InvalidConfig("target", target, "at least 1")
    if len(numbers) == 1:
        return int(numbers[0] == target)
    if len(numbers) == 2:
        sums, products = _pair(numbers[0], numbers[1])
        return sums.count(target) + products.count(target)
    if len(numbers) == 3:
        a, b, c = numbers
        pairs = ((_pair(a, b), c), (_pair(a, c), b), (_pair(b, c), a))
        return _sums_of_three(a, b, c, pairs, target) + _products_of_three(a, b, c, pairs, target)
    a, b, c, d = numbers
    return _count_four(a, b, c, d, target)


def estimate_share(numbers: Sequence[int], target: int, rng: Rng, samples: int = 10_000) -> float:
    """Share of random expressions (those of `sample_action`) that are correct."""
    hits = 0
    for _ in range(samples):
        expression = read_expression(random_expression(numbers, rng))
        assert not isinstance(expression, str)
        try:
            hits += evaluate(expression.postfix) == target
        except ZeroDivisionError:
            continue
    return hits / samples


@lru_cache(maxsize=1 << 14)
def _pair(a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The positive values of a sum and of a product of two numbers."""
    products = [a * b]
    if not a % b:
        products.append(a // b)
    if not b % a:
        products.append(b // a)
    return ((a + b, abs(a - b)) if a != b else (a + b,)), tuple(products)


def _sums_of_three(a: int, b: int, c: int, pairs: _Pairs, g: int) -> int:
    """How many sums of a, b and c equal g > 0. `pairs` are those of ab, ac, bc, and the third number."""
    found = 0
    if g <= a + b + c:
        found = (a + b + c == g) + (abs(a + b - c) == g) + (abs(a - b + c) == g) + (abs(b + c - a) == g)
    for (_, products), x in pairs:
        for p in products:
            if abs(g - p) == x or g + p == x:
                found += 1
    return found


def _products_of_three(a: int, b: int, c: int, pairs: _Pairs, g: int) -> int:
    """How many products of a, b and c equal g > 0."""
    found = 0
    abc = a * b * c
    if not abc % g:
        # With D below the line, g * D = abc / D.
        square = abc // g
        found = sum(d * d == square for d in (1, a, b, c, a * b, a * c, b * c))
    ((ab, _), _), ((ac, _), _), ((bc, _), _) = pairs
    if not g % c and g // c in ab:
        found += 1
    if not g % b and g // b in ac:
        found += 1
    if not g % a and g // a in bc:
        found += 1
    if g <= a + b + c:
        # Only a small value is a sum divided by a number, or a number divided by a sum.
        for (sums, _), x in pairs:
            found += (g * x in sums) + (not x % g and x // g in sums)
    return found


def _count_four(a: int, b: int, c: int, d: int, t: int) -> int:
    ab, ac, ad, bc, bd, cd = _pair(a, b), _pair(a, c), _pair(a, d), _pair(b, c), _pair(b, d), _pair(c, d)
    found = 0
    # Four numbers added or subtracted: what is subtracted makes half of what the sum has too much.
    total = a + b + c + d
    half, odd = divmod(total - t, 2)
    if half >= 0 and not odd:
        parts = (0, a, b, c, d, a + b, a + c, a + d, b + c, b + d, c + d)
        found += parts.count(half) + parts[1:5].count(total - half)
    # Four numbers multiplied or divided: with D below the line, t * D = abcd / D.
    product = a * b * c * d
    if not product % t:
        square = product // t
        for part in (1, a, b, c, d, a * b, a * c, a * d, b * c, b * d, c * d):
            found += part * part == square
        for part in (a, b, c, d):
            found += (product // part) ** 2 == square
    # A pair as one part, and two numbers.
    for (sums, products), x, y in (
        (ab, c, d), (ac, b, d), (ad, b, c), (bc, a, d), (bd, a, c), (cd, a, b),
    ):  # fmt: skip
        plus, minus = x + y, abs(x - y)
        for p in products:
            gap = abs(t - p)
            if gap == plus or t + p == plus or t + p == minus:
                found += 1
            if gap == minus:
                # x and y with opposite signs, both ways round when they are equal.
                found += 1 if gap else 2
        xy, tx, ty = x * y, t * x, t * y
        for s in sums:
            if s * x == ty:
                found += 1
            if s * y == tx:
                found += 1
            if s * xy == t:
                found += 1
            if s == t * xy:
                found += 1
            if s * t <= xy:
                found += (s * t == xy) + (s * ty == x) + (s * tx == y)
    # Two pairs as the parts.
    for (left_sums, left), (right_sums, right) in ((ab, cd), (ac, bd), (ad, bc)):
        for p in left:
            for q in right:
                if p + q == t or abs(p - q) == t:
                    found += 1
        for s in left_sums:
            for r in right_sums:
                if s * r == t:
                    found += 1
                if s == t * r:
                    found += 1
                if r == t * s:
                    found += 1
    # Three numbers as one part, and one number.
    for p, q, r, x, pairs in (
        (a, b, c, d, ((ab, c), (ac, b), (bc, a))),
        (a, b, d, c, ((ab, d), (ad, b), (bd, a))),
        (a, c, d, b, ((ac, d), (ad, c), (cd, a))),
        (b, c, d, a, ((bc, d), (bd, c), (cd, b))),
    ):
        found += _products_of_three(p, q, r, pairs, t + x)
        # The largest sum of three numbers is at most this, whichever is the largest number.
        if t * x <= p * q + q * r + r * p:
            found += _sums_of_three(p, q, r, pairs, t * x)
        if t != x:
            found += _products_of_three(p, q, r, pairs, abs(t - x))
        if not t % x:
            found += _sums_of_three(p, q, r, pairs, t // x)
        if not x % t:
            found += _sums_of_three(p, q, r, pairs, x // t)
    return found
