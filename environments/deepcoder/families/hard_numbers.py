"""Grade 3: modular arithmetic, digits and strange number systems."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_RECUR = """\
def far_terms(places):
    powers = [[[$p, $q, $s, $extra], [1, 0, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]]]
    result = []
    for n in places:
        state = [$first, 1, 0, 1]
        k = 0
        while n >> k:
            if k == len(powers):
                a = powers[-1]
                square = [[sum(x * y for x, y in zip(r, c)) % $modulus for c in zip(*a)] for r in a]
                powers.append(square)
            if n >> k & 1:
                state = [sum(x * y for x, y in zip(row, state)) % $modulus for row in powers[k]]
            k += 1
        result.append(state[1] % $modulus)
    return result
"""

_DIGITS = """\
def count_numbers(limits):
    memo = {}

    def tails(places, last, total):
        if places == 0:
            return int(total == $rest)
        key = (places, last, total)
        if key not in memo:
            memo[key] = sum(tails(places - 1, d, (total + d) % $modulus) for d in range(10) if $rule)
        return memo[key]

    def count(n):
        digits = [int(c) for c in str(n + 1)]
        found, total, last = 0, 0, 0
        for size in range(1, len(digits)):
            found += sum(tails(size - 1, d, d % $modulus) for d in range(1, 10))
        for place, top in enumerate(digits):
            for d in range(place == 0, top):
                if place == 0 or $rule:
                    found += tails(len(digits) - place - 1, d, (total + d) % $modulus)
            d = top
            if place > 0 and not ($rule):
                break
            last, total = d, (total + d) % $modulus
        return found

    return [count(n) for n in limits]
"""

_CLOCKS = """\
import sys

data = list(map(int, sys.stdin.read().split()))
for k in range(data[0]):
    a, b, start = data[1 + 3 * k:4 + 3 * k]
    hits = []
    for t in range(start, start + $first * $second):
        if (t * $speed) % $first == a % $first and (t - b) % $second < $width and t $kind:
            hits.append(t)
    if hits:
        print(hits[0], len(hits), sum(hits) % $modulus)
    else:
        print("never", (start + $first * $second) % $modulus)
"""

_BASE = """\
def odd_base(left, right):
    digits = "$digits"

    def value(text):
        total, weight = 0, 1
        for place, c in enumerate(reversed(text)):
            total += digits.index(c) * weight
            weight *= $odd if place % 2 else $even
        return total

    def write(n):
        text, place = "", 0
        while n or not text:
            base = $odd if place % 2 else $even
            d = n % abs(base)
            text = digits[d] + text
            n = (n - d) // base
            place += 1
        return text

    a, b = value(left), value(right)
    return [write(a + b), write(a $operation b), str(a + b)]
"""


def _place_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(0, 10 ** rng.between(1, 9)) for _ in range(rng.between(3, 5))]]


def _limit_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(1, 10 ** rng.between(3, 7)) for _ in range(3)]]


def _clock_input(rng: Rng, values: Values) -> Any:
    n = rng.between(2, 6)
    return f"{n}\n" + "".join(f"{rng.below(40)} {rng.below(40)} {rng.below(200)}\n" for _ in range(n))


def _base_input(rng: Rng, values: Values) -> Any:
    digits = str(values["digits"])
    texts = []
    for _ in range(2):
        text = ""
        for place in range(rng.between(1, 8)):
            text = digits[rng.below(abs(int(values["odd" if place % 2 else "even"])))] + text
        texts.append(text.lstrip(digits[0]) or digits[0])
    return texts


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_far_terms",
        grade=3,
        kind="function",
        starter="def far_terms(places: list[int]) -> list[int]:",
        parameters={
            "p": (1, 2, 3, 4, 5),
            "q": (1, 2, 3, 4, 5),
            "s": (1, 2, 3),
            "extra": (0, 1, 2, 3),
            "first": (2, 3, 5, 7),
            "modulus": (97, 101, 997, 1009, 9973, 10007),
        },
        statement="""\
A sequence is defined by f(0) = 1, f(1) = $first and, for n >= 2, f(n) = $p * f(n-1) + $q * f(n-2) + $s *
(n-2) + $extra. For example f(2) = $p * $first + $q + $extra.

`places` is a list of 0 to 50 integers n from 0 to 10**15, in any order. Return the list of the values
f(n) modulo $modulus for these n, in the order given. The list can hold many huge numbers, and computing
one term after the other up to them would take far too long. An empty list gives an empty list.""",
        reference=_RECUR,
        wrong=_RECUR.replace("[$first, 1, 0, 1]", "[$first, 1, 1, 1]"),
        make=_place_input,
    ),
    Family(
        key="hard_digit_count",
        grade=3,
        kind="function",
        starter="def count_numbers(limits: list[int]) -> list[int]:",
        parameters={
            "rule": tuple(Say(f"differ by at most {k}", f"abs(d - last) <= {k}") for k in range(2, 9))
            + tuple(Say(f"differ by at least {k}", f"abs(d - last) >= {k}") for k in range(1, 6))
            + tuple(Say(f"have a sum of at most {k}", f"d + last <= {k}") for k in range(8, 16))
            + tuple(Say(f"have a sum of at least {k}", f"d + last >= {k}") for k in range(3, 9)),
            "modulus": tuple(range(5, 21)),
            "rest": (0, 1, 2, 3, 4),
        },
        statement="""\
Call a positive integer smooth if it meets two conditions when written in decimal without leading zeros:
each two neighbouring digits $rule, and the sum of its digits leaves the remainder $rest when divided by
$modulus. A number with a single digit has no neighbouring digits, so for it only the second condition
counts.

`limits` is a list of 0 to 20 integers from 1 to 10**15. Return a list with, for each limit n in the order
given, the number of smooth integers from 1 to n, n included. Trying all integers one by one is far too
slow for large limits; build the numbers digit by digit and count them in groups instead. An empty list
gives an empty list.""",
        reference=_DIGITS,
        wrong=_DIGITS.replace("range(1, len(digits))", "range(max(1, len(digits) - 1), len(digits))"),
        make=_limit_input,
    ),
    Family(
        key="hard_two_dials",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "first": tuple(range(6, 15)),
            "second": tuple(range(8, 20)),
            "speed": (1, 2, 3, 5),
            "width": (2, 3, 4),
            "kind": (
                Say("odd", "% 2 == 1"),
                Say("even", "% 2 == 0"),
                Say("not divisible by 3", "% 3 != 0"),
                Say("not divisible by 5", "% 5 != 0"),
            ),
            "modulus": tuple(range(100, 110)),
        },
        statement="""\
Two dials turn in a tower. At time t the hand of the first one stands at the position $speed * t modulo
$first, that of the second one at t modulo $second. For given a and b, call t a hit if all of this holds:
- the first hand stands at the position a modulo $first;
- the second hand stands at one of the $width positions b, b + 1, ... that come one after the other, all
  taken modulo $second;
- t is $kind.

Input: the number of queries (1 to 20), then one query per line: three integers a, b and s (0 to 1000
each). For each query look at the times t with s <= t < s + $first * $second. If there are hits among
them, print the earliest one, their number, and their sum modulo $modulus, separated by spaces. If there
is none, print the word `never`, a space, and (s + $first * $second) modulo $modulus.""",
        reference=_CLOCKS,
        wrong=_CLOCKS.replace("% $second < $width", "% $second <= $width"),
        make=_clock_input,
        held_out=True,
    ),
    Family(
        key="hard_odd_base",
        grade=3,
        kind="function",
        starter="def odd_base(left: str, right: str) -> list[str]:",
        parameters={
            "even": (2, 3, 4, 5, 6, 7, -2, -3, -4, -5, -6, -7),
            "odd": (-2, -3, -4, -5, -6, -7),
            "digits": ("0123456", "abcdefg", "xyztuvw", "zyxwvut", "1234567"),
            "operation": (
                Say("a times b", "*"),
                *(Say(f"a minus {k} times b", f"- {k} *") for k in range(1, 7)),
                *(Say(f"a plus {k} times b", f"+ {k} *") for k in range(2, 7)),
            ),
        },
        statement="""\
An island writes integers in its own way. The digits of value 0, 1, 2, ... are the characters of `$digits`
in this order. Places are counted from the right, starting with 0. The weight of place 0 is 1; the weight
of place p + 1 is the weight of place p times $even if p is even, and times $odd if p is odd. In place p
only digits with a value below the absolute value of that factor are allowed. Every integer, negative ones
too, can be written in exactly one way without needless zero digits at the left; the integer 0 is written
as one zero digit.

Given two such texts of 1 to 15 characters, standing for the integers a and b, return a list of three
strings: a + b in the island's way, the result of $operation in the island's way, and a + b in ordinary
decimal, with a minus sign if it is negative.""",
        reference=_BASE,
        wrong=_BASE.replace("n = (n - d) // base", "n = n // base"),
        make=_base_input,
        held_out=True,
    ),
)
