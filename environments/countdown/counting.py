"""How many solutions a puzzle has: exactly up to four numbers, by sampling above.

Two solutions are the same when they differ only by order and brackets of a sum (a - (b - c) is
a - b + c) or of a product. So a solution is a *sum* of signed parts, each a number or a product, or a
*product* of parts above and below the line, each a number or a sum. Counted are those in which every
part is a positive whole number; equal given numbers count as different ones.

No step lists all values of all numbers: for the last operation, what is missing is looked up, and a
bound or a remainder tells most forms apart from the target before they are gone through.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ragen_bench.environments.countdown.config import COUNTED
from ragen_bench.environments.countdown.expression import evaluate, read_expression
from ragen_bench.environments.countdown.random_expression import random_expression
from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng

#: The positive values of a sum and of a product of two numbers.
_Pair = tuple[tuple[int, ...], tuple[int, ...]]


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
        pairs = (_pair(a, b), _pair(a, c), _pair(b, c))
        return _sums_of_three(a, b, c, *pairs, target) + _products_of_three(a, b, c, *pairs, target)
    a, b, c, d = sorted(numbers)
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
def _pair(a: int, b: int) -> _Pair:
    """The positive values of a sum and of a product of two numbers."""
    products = [a * b]
    if not a % b:
        products.append(a // b)
    if not b % a:
        products.append(b // a)
    return ((a + b, abs(a - b)) if a != b else (a + b,)), tuple(products)


def _sums_of_three(a: int, b: int, c: int, ab: _Pair, ac: _Pair, bc: _Pair, g: int) -> int:
    """How many sums of a, b and c equal g > 0."""
    found = 0
    if g <= a + b + c:
        found = (a + b + c == g) + (abs(a + b - c) == g) + (abs(a - b + c) == g) + (abs(b + c - a) == g)
    for (_, products), x in ((ab, c), (ac, b), (bc, a)):
        for p in products:
            if p - x == g or p + x == g or x - p == g:
                found += 1
    return found


def _products_of_three(a: int, b: int, c: int, ab: _Pair, ac: _Pair, bc: _Pair, g: int) -> int:
    """How many products of a, b and c equal g > 0."""
    found = _plain_products_of_three(a, b, c, g) + _quotients_of_three(a, b, c, ab, ac, bc, g)
    for (sums, _), x in ((ab, c), (ac, b), (bc, a)):
        found += not g % x and g // x in sums
    return found


def _plain_products_of_three(a: int, b: int, c: int, g: int) -> int:
    """How many products of the numbers alone equal g."""
    square, rest = divmod(a * b * c, g)
    # With D below the line, g * D = abc / D.
    return 0 if rest else sum(d * d == square for d in (1, a, b, c, a * b, a * c, b * c))


def _quotients_of_three(a: int, b: int, c: int, ab: _Pair, ac: _Pair, bc: _Pair, g: int) -> int:
    """How often a sum of two divided by the third, or the third divided by a sum, is g."""
    found = 0
    for (sums, _), x in ((ab, c), (ac, b), (bc, a)):
        found += (g * x in sums) + (not x % g and x // g in sums)
    return found


def _count_four(a: int, b: int, c: int, d: int, t: int) -> int:
    """How many forms of four numbers, the smallest first, equal t."""
    ab, ac, ad, bc, bd, cd = _pair(a, b), _pair(a, c), _pair(a, d), _pair(b, c), _pair(b, d), _pair(c, d)
    found = 0
    # Four numbers added or subtracted: what is subtracted makes half of what the sum has too much.
    total = a + b + c + d
    half, odd = divmod(total - t, 2)
    if half >= 0 and not odd:
        parts = (0, a, b, c, d, a + b, a + c, a + d, b + c, b + d, c + d)
        found += parts.count(half) + parts[1:5].count(total - half)
    # For each number, the products of the others that make t with it. Where such a product is a sum of
    # two times the third, it is found by these; the last one stands for the sum divided by the number.
    for_a, for_b = (t - a, t + a, a - t, t * a), (t - b, t + b, b - t, t * b)
    for_c, for_d = (t - c, t + c, c - t, t * c), (t - d, t + d, d - t, t * d)
    splits = (
        (ab, c, d, for_c, for_d), (ac, b, d, for_b, for_d), (ad, b, c, for_b, for_c),
        (bc, a, d, for_a, for_d), (bd, a, c, for_a, for_c), (cd, a, b, for_a, for_b),
    )  # fmt: skip
    # A pair as one part, and two numbers x <= y.
    for (sums, products), x, y, for_x, for_y in splits:
        plus, minus, xy = x + y, y - x, x * y
        for p in products:
            gap = abs(t - p)
            if gap == minus:
                # x and y with opposite signs, both ways round when they are equal.
                found += 1 if gap else 2
            elif gap == plus:
                found += 1
            if t + p <= plus and (t + p == plus or t + p == minus):
                found += 1
        if xy <= t and not t % xy and t // xy in sums:
            found += 1
        for s in sums:
            if s * x in for_y:
                found += for_y.count(s * x)
            if s * y in for_x:
                found += for_x.count(s * y)
    # The rare forms of this kind: below the line are two numbers, or the pair.
    if t * a * b <= c + d:
        found += sum(s == t * x * y for (sums, _), x, y, *_ in splits for s in sums)
    product = a * b * c * d
    if not product % t:
        found += _products_of_four(a, b, c, d, product // t)
        for (sums, _), x, y, *_ in splits:
            for s in sums:
                found += (s * t == x * y) + (s * t * y == x) + (s * t * x == y)
    # Two pairs as the parts.
    for (left_sums, left), (right_sums, right) in ((ab, cd), (ac, bd), (ad, bc)):
        for p in left:
            for q in right:
                if p + q == t or p - q == t or q - p == t:
                    found += 1
        for s in left_sums:
            if not t % s and t // s in right_sums:
                found += 1
        # Only a sum of t or more is t times another.
        if t <= c + d:
            for s in left_sums:
                for r in right_sums:
                    found += (s == t * r) + (r == t * s)
    # Three numbers p <= q <= r as one part, and one number.
    for p, q, r, x, pq, pr, qr in (
        (a, b, c, d, ab, ac, bc), (a, b, d, c, ab, ad, bd), (a, c, d, b, ac, ad, cd), (b, c, d, a, bc, bd, cd)
    ):  # fmt: skip
        three = product // x
        for g in (t + x, abs(t - x)):
            if not g:
                continue
            if not three % g:
                found += _plain_products_of_three(p, q, r, g)
            if g * p <= q + r or (g <= r and not (r % g and q % g and p % g)):
                found += _quotients_of_three(p, q, r, pq, pr, qr, g)
        g = t * x
        if g <= p + q + r:
            found += _sums_of_three(p, q, r, pq, pr, qr, g)
        elif g <= q * r + p:
            # Too large for all but a product of two, and the third.
            found += (abs(p * q - g) == r) + (abs(p * r - g) == q) + (abs(q * r - g) == p)
        if not t % x:
            found += _sums_of_three(p, q, r, pq, pr, qr, t // x)
        if not x % t:
            found += _sums_of_three(p, q, r, pq, pr, qr, x // t)
    return found


def _products_of_four(a: int, b: int, c: int, d: int, square: int) -> int:
    """How many products of the four numbers alone have D below the line with D * D = square."""
    product = a * b * c * d
    below = (1, a, b, c, d, a * b, a * c, a * d, b * c, b * d, c * d)
    found = sum(part * part == square for part in below)
    return found + sum((product // part) ** 2 == square for part in (a, b, c, d))
