"""Grade 1: changes, seats, balances and parts."""

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
        key="plain_pair_differences",
        grade=1,
        kind="function",
        starter="def changes(levels: list[int]) -> list[int]:",
        parameters={
            "gap": tuple(range(1, 5)),
            "cap": tuple(range(24, 60, 2)),
            "factor": tuple(range(2, 20)),
            "measure": (
                Say("the later level minus the earlier one", "b - a"),
                Say("the absolute difference of the two levels", "abs(b - a)"),
            ),
        },
        statement="""\
A tide gauge stores `levels` (6 to 60 integers from -1000 to 1000). Compare each level with the one $gap
entries later; pairs that would reach past the end do not exist. The change is $measure. A change whose
absolute value is larger than $cap is an error of the gauge and is left out. Return the remaining changes
multiplied by $factor, in order of the earlier level.""",
        reference="""\
def changes(levels):
    out = []
    for a, b in zip(levels, levels[$gap:]):
        d = $measure
        if abs(d) <= $cap:
            out.append(d * $factor)
    return out
""",
        wrong="""\
def changes(levels):
    out = []
    for a, b in zip(levels, levels[$gap:]):
        d = $measure
        out.append(max(-$cap, min($cap, d)) * $factor)
    return out
""",
        make=lambda rng, values: [[rng.between(-70, 90) for _ in range(rng.between(10, 24))]],
    ),
    Family(
        key="plain_seat_numbers",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "width": tuple(range(5, 17)),
            "first": tuple(range(1, 31)),
            "side": (
                Say("odd rows are numbered from left to right, even rows from right to left", "r % 2 == 1"),
                Say("even rows are numbered from left to right, odd rows from right to left", "r % 2 == 0"),
                Say("all rows are numbered from left to right", "True"),
                Say("all rows are numbered from right to left", "False"),
                Say(
                    "rows divisible by 3 are numbered from left to right, all others from right to left",
                    "r % 3 == 0",
                ),
                Say(
                    "rows divisible by 3 are numbered from right to left, all others from left to right",
                    "r % 3 != 0",
                ),
            ),
        },
        statement="""\
A hall has rows of $width seats. Rows are counted from 1, and so are columns, from the left. Seats are
numbered row by row, beginning with $first in row 1, without gaps; $side.

Input: n (1 to 60) on the first line, then n lines, each with a row (1 to 1000) and a column (1 to $width).
Output: the n seat numbers, one per line.""",
        reference="""\
import sys
data = list(map(int, sys.stdin.read().split()))
for i in range(data[0]):
    r, c = data[1 + 2 * i], data[2 + 2 * i]
    place = c - 1 if $side else $width - c
    print($first + (r - 1) * $width + place)
""",
        wrong="""\
import sys
data = list(map(int, sys.stdin.read().split()))
for i in range(data[0]):
    r, c = data[1 + 2 * i], data[2 + 2 * i]
    place = c - 1 if not ($side) else $width - c
    print($first + (r - 1) * $width + place)
""",
        make=lambda rng, values: _seats(rng, int(values["width"])),
    ),
    Family(
        key="plain_balance_days",
        grade=1,
        kind="function",
        starter="def report(amounts: list[int]) -> list[int]:",
        parameters={
            "start": tuple(range(20, 80, 3)),
            "fine": tuple(range(2, 20)),
            "line": tuple(range(-10, 30, 5)),
        },
        statement="""\
An account holds $start coins. Each entry of `amounts` (1 to 60 integers from -1000 to 1000) is one day's
booking, added to the balance. If the balance after the booking is below $line, the bank takes a fine of
$fine coins on the same day. Return four numbers: the final balance, the lowest balance at the end of any
day, the number of fines, and the number of the day (from 1) of that lowest balance, the earliest if
several.""",
        reference="""\
def report(amounts):
    balance, fines, ends = $start, 0, []
    for a in amounts:
        balance += a
        if balance < $line:
            balance -= $fine
            fines += 1
        ends.append(balance)
    low = min(ends)
    return [balance, low, fines, ends.index(low) + 1]
""",
        wrong="""\
def report(amounts):
    balance, fines, ends = $start, 0, []
    for a in amounts:
        balance += a
        ends.append(balance)
        if balance < $line:
            balance -= $fine
            fines += 1
    low = min(ends)
    return [balance, low, fines, ends.index(low) + 1]
""",
        make=lambda rng, values: [[rng.between(-45, 40) for _ in range(rng.between(6, 20))]],
    ),
    Family(
        key="plain_rounding_up",
        grade=1,
        kind="function",
        starter="def packs(orders: list[int]) -> list[list[int]]:",
        parameters={
            "size": tuple(range(4, 24)),
            "spare": tuple(range(0, 12)),
            "price": tuple(range(3, 15)),
        },
        statement="""\
Seed trays hold $size seedlings and cost $price coins. For each order in `orders` (1 to 60 integers from 0 to
10000) the nursery adds $spare spare seedlings, unless the order is 0, and packs everything into as few trays
as possible. For each order return a list of three numbers: the trays, the places in the last tray that stay
empty, and the cost. An order of 0 gives [0, 0, 0].""",
        reference="""\
def packs(orders):
    out = []
    for n in orders:
        need = n + $spare if n else 0
        trays = -(-need // $size)
        out.append([trays, trays * $size - need, trays * $price])
    return out
""",
        wrong="""\
def packs(orders):
    out = []
    for n in orders:
        need = n + $spare if n else 0
        trays = need // $size + 1 if n else 0
        out.append([trays, trays * $size - need, trays * $price])
    return out
""",
        make=lambda rng, values: [
            [
                max(0, int(values["size"]) * rng.between(1, 6) - int(values["spare"]))
                if rng.below(2)
                else rng.below(90)
                for _ in range(rng.between(4, 12))
            ]
        ],
    ),
    Family(
        key="plain_threshold_split",
        grade=1,
        kind="function",
        starter="def split(numbers: list[int]) -> list[list[int]]:",
        parameters={
            "line": tuple(range(-30, 71)),
            "low": (
                Say("their squares", "n * n"),
                Say("their doubles", "2 * n"),
                Say("their negatives", "-n"),
                Say("the numbers themselves", "n"),
                Say("the numbers minus 7", "n - 7"),
            ),
            "high": (
                Say("the numbers themselves", "n"),
                Say("the numbers minus 3", "n - 3"),
                Say("their triples", "3 * n"),
                Say("the numbers plus 11", "n + 11"),
            ),
        },
        statement="""\
Split `numbers` (1 to 60 integers from -1000 to 1000) at the line $line. The first part takes the numbers
below $line, the second those of $line or more. Return a list of two lists: for the first part $low, for the
second $high, each sorted from smallest to largest with repeats kept. A part may be empty.""",
        reference="""\
def split(numbers):
    first = sorted($low for n in numbers if n < $line)
    second = sorted($high for n in numbers if n >= $line)
    return [first, second]
""",
        wrong="""\
def split(numbers):
    numbers = sorted(set(numbers))
    first = sorted($low for n in numbers if n < $line)
    second = sorted($high for n in numbers if n >= $line)
    return [first, second]
""",
        make=lambda rng, values: [
            [rng.between(-60, 100) for _ in range(20)] + [rng.between(0, 9) for _ in range(9)]
        ],
    ),
)


def _seats(rng: Rng, width: int) -> str:
    count = rng.between(4, 9)
    rows = [f"{rng.between(1, 20)} {rng.between(1, width)}" for _ in range(count)]
    return f"{count}\n" + "\n".join(rows) + "\n"
