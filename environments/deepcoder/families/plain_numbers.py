"""Grade 1: one rule applied to every number of a list."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _signed(rng: Rng, values: Values) -> Any:
    return [[rng.between(-120, 180) for _ in range(rng.between(6, 24))]]


_KEEP = {
    "order": (
        Say("in their original order", "kept"),
        Say("from smallest to largest", "sorted(kept)"),
        Say("from largest to smallest", "sorted(kept, reverse=True)"),
        Say("in reversed order", "kept[::-1]"),
    )
}

FAMILIES: tuple[Family, ...] = (
    Family(
        key="plain_residue_shelf",
        grade=1,
        kind="function",
        starter="def shelf(numbers: list[int]) -> list[int]:",
        parameters={"modulus": tuple(range(3, 12)), "shift": tuple(range(1, 75)), **_KEEP},
        statement="""\
A shop gives every product a whole number, some of them negative. Keep the numbers of `numbers` (1 to 60
integers from -1000 to 1000) that are not divisible by $modulus, and add $shift to each number that is kept.
A negative number is divisible by $modulus when it is a whole multiple of it, and 0 always is. Return the
results $order; equal results all stay. If nothing is kept, return an empty list.""",
        reference="""\
def shelf(numbers):
    kept = [n + $shift for n in numbers if n % $modulus != 0]
    return $order
""",
        wrong="""\
def shelf(numbers):
    kept = [n + $shift for n in numbers if (n + $shift) % $modulus != 0]
    return $order
""",
        make=_signed,
        # A shift by whole multiples of the modulus would change nothing for the test.
        allowed=lambda values: int(values["shift"]) % int(values["modulus"]) != 0,
    ),
    Family(
        key="plain_capped_steps",
        grade=1,
        kind="function",
        starter="def walk(steps: list[int]) -> list[int]:",
        parameters={
            "start": tuple(range(0, 20)),
            "low": tuple(range(-40, -9, 3)),
            "high": tuple(range(30, 61, 3)),
        },
        statement="""\
A lift starts at level $start. Each entry of `steps` (1 to 60 integers from -1000 to 1000) asks it to move by
that many levels, up if positive. It never leaves the shaft: after each move, a level above $high becomes
$high and a level below $low becomes $low. Return the list of levels after every step, in order.""",
        reference="""\
def walk(steps):
    level, seen = $start, []
    for step in steps:
        level = max($low, min($high, level + step))
        seen.append(level)
    return seen
""",
        wrong="""\
def walk(steps):
    level, seen = $start, []
    for step in steps:
        level += step
        seen.append(max($low, min($high, level)))
    return seen
""",
        make=lambda rng, values: [[rng.between(-35, 40) for _ in range(rng.between(6, 24))]],
    ),
    Family(
        key="plain_digit_weights",
        grade=1,
        kind="function",
        starter="def weights(numbers: list[int]) -> list[int]:",
        parameters={
            "odd": tuple(range(1, 17)),
            "even": tuple(range(2, 17)),
            "modulus": tuple(range(40, 100, 6)),
        },
        statement="""\
Every digit of a ticket number has a weight: an odd digit counts $odd times its value, an even digit counts
$even times its value. The check value of a ticket is the sum over its digits, reduced modulo $modulus. Given
`numbers` (1 to 60 integers from 0 to 10000000), return the check values in the same order. The number 0 has
the single digit 0.""",
        reference="""\
def weights(numbers):
    found = []
    for n in numbers:
        total = 0
        for d in map(int, str(n)):
            total += d * ($odd if d % 2 else $even)
        found.append(total % $modulus)
    return found
""",
        wrong="""\
def weights(numbers):
    found = []
    for n in numbers:
        total = 0
        for i, d in enumerate(map(int, str(n))):
            total += d * ($odd if i % 2 else $even)
        found.append(total % $modulus)
    return found
""",
        make=lambda rng, values: [[rng.below(10 ** rng.between(2, 7)) for _ in range(rng.between(4, 14))]],
        allowed=lambda values: values["odd"] != values["even"],
    ),
    Family(
        key="plain_tariff_total",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "limit": tuple(range(40, 140, 7)),
            "cheap": tuple(range(2, 9)),
            "dear": tuple(range(9, 18)),
            "fee": (3, 7, 11, 15),
        },
        statement="""\
A water company bills each household by its use. The first $limit cubic metres cost $cheap coins each; every
cubic metre beyond $limit costs $dear coins. A household that uses nothing pays a flat $fee coins instead.

Input: the first line holds n (1 to 60), the second line n whole numbers from 0 to 10000, the uses.
Output: one line with the n bills separated by single spaces, then a second line with their sum.""",
        reference="""\
import sys
data = sys.stdin.read().split()
uses = list(map(int, data[1:1 + int(data[0])]))
bills = []
for u in uses:
    if u == 0:
        bills.append($fee)
    else:
        bills.append(min(u, $limit) * $cheap + max(0, u - $limit) * $dear)
print(*bills)
print(sum(bills))
""",
        wrong="""\
import sys
data = sys.stdin.read().split()
uses = list(map(int, data[1:1 + int(data[0])]))
bills = []
for u in uses:
    if u == 0:
        bills.append($fee)
    elif u > $limit:
        bills.append(u * $dear)
    else:
        bills.append(u * $cheap)
print(*bills)
print(sum(bills))
""",
        make=lambda rng, values: _uses(rng),
    ),
    Family(
        key="plain_every_kth",
        grade=1,
        kind="function",
        starter="def picked(numbers: list[int]) -> list[int]:",
        parameters={
            "first": tuple(range(0, 6)),
            "gap": tuple(range(2, 7)),
            "factor": tuple(range(2, 20)),
            "rest": (
                Say("stay as they are", "n"),
                Say("change their sign", "-n"),
                Say("become 0", "0"),
                Say("go up by 1", "n + 1"),
            ),
        },
        statement="""\
Positions of `numbers` (1 to 60 integers from -1000 to 1000) are counted from 0. The entries at position
$first and at every $gap positions after it are multiplied by $factor. All other entries, also those before
position $first, $rest. Return the changed list, which has the same length.""",
        reference="""\
def picked(numbers):
    out = []
    for i, n in enumerate(numbers):
        if i >= $first and (i - $first) % $gap == 0:
            out.append(n * $factor)
        else:
            out.append($rest)
    return out
""",
        wrong="""\
def picked(numbers):
    out = []
    for i, n in enumerate(numbers):
        if i > $first and (i - $first) % $gap == 0:
            out.append(n * $factor)
        else:
            out.append($rest)
    return out
""",
        make=_signed,
    ),
)


def _uses(rng: Rng) -> str:
    uses = [rng.between(1, 220) if rng.below(5) else 0 for _ in range(rng.between(6, 18))]
    return f"{len(uses)}\n{' '.join(map(str, [0, *uses[1:]]))}\n"


def _seats(rng: Rng, width: int) -> str:
    count = rng.between(4, 9)
    rows = [f"{rng.between(1, 20)} {rng.between(1, width)}" for _ in range(count)]
    return f"{count}\n" + "\n".join(rows) + "\n"
