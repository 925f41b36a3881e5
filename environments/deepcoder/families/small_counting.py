"""Grade 1: tallies and counts."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _numbers(rng: Rng, count: int, low: int, high: int) -> list[int]:
    return [rng.between(low, high) for _ in range(count)]


def _line(numbers: list[int]) -> str:
    return f"{len(numbers)}\n{' '.join(map(str, numbers))}\n"


def _payments(rng: Rng, values: Values) -> Any:
    big, rows = int(values["big"]), []
    for _ in range(rng.between(4, 9)):
        price = rng.between(1, 150)
        rows.append([price, price + rng.between(-9, 3 * big) if rng.below(3) else price])
    return [rows]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_ballot_points",
        grade=1,
        kind="stdin",
        starter="",
        parameters={"count": tuple(range(4, 9)), "worth": tuple(range(2, 16)), "fine": tuple(range(3, 41))},
        statement="""\
A village votes for one of the projects 1 to $count. Each ballot holds one number from 0 to 9; a ballot
that names no project is spoilt. A project gets $worth points for each of its ballots, and every spoilt
ballot costs the village $fine coins.

Input: n (1 to 100) on the first line, then a line with the n numbers of the ballots.
Output: the points of projects 1 to $count in this order, separated by single spaces (0 for a project
without a ballot), then on a second line the coins for all spoilt ballots together.""",
        reference="""\
n = int(input())
votes = list(map(int, input().split()))
counts = [votes.count(p) for p in range(1, $count + 1)]
print(*[c * $worth for c in counts])
print((n - sum(counts)) * $fine)
""",
        wrong="""\
n = int(input())
votes = list(map(int, input().split()))
counts = [votes.count(p) for p in range(1, $count + 1)]
print(*[c * $worth for c in counts])
print(votes.count(0) * $fine)
""",
        make=lambda rng, values: _line(_numbers(rng, rng.between(8, 30), 0, 9)),
    ),
    Family(
        key="small_star_bins",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "low": tuple(range(5, 26)),
            "width": tuple(range(5, 15)),
            "bins": tuple(range(4, 8)),
            "mark": ("#", "*", "+", "o"),
        },
        statement="""\
Draw how whole numbers spread over $bins bins of width $width. The first bin begins at $low; it holds $low
and the numbers above it that are less than $low + $width, and each next bin begins where the one before it
ends. Numbers outside all bins are not drawn.

Input: n (1 to 100) on the first line, then a line of n integers from -1000 to 1000.
Output: one line for each bin, in rising order: the first number of the bin, a colon, a space, and one
$mark for each number in the bin. The line of an empty bin ends after the colon. A last line holds how many
numbers lie below the first bin and how many above the last one, separated by a space.""",
        reference="""\
n = int(input())
numbers = list(map(int, input().split()))
start = $low
for _ in range($bins):
    count = sum(start <= v < start + $width for v in numbers)
    print((str(start) + ": " + "$mark" * count).rstrip())
    start += $width
print(sum(v < $low for v in numbers), sum(v >= start for v in numbers))
""",
        wrong="""\
n = int(input())
numbers = list(map(int, input().split()))
start = $low
for _ in range($bins):
    count = sum(start < v <= start + $width for v in numbers)
    print((str(start) + ": " + "$mark" * count).rstrip())
    start += $width
print(sum(v < $low for v in numbers), sum(v > start for v in numbers))
""",
        make=lambda rng, values: _line([int(values["low"]), *_numbers(rng, rng.between(10, 25), -10, 110)]),
    ),
    Family(
        key="small_warm_spells",
        grade=1,
        kind="function",
        starter="def spells(degrees: list[int]) -> list[list[int]]:",
        parameters={
            "limit": tuple(range(12, 21)),
            "least": (2, 3, 4),
            "worth": tuple(range(2, 12)),
            "first": tuple(range(1, 13)),
        },
        statement="""\
`degrees` holds the temperatures of 1 to 100 days in a row; the first of them is day number $first. A warm
spell is a run of neighbouring days, each with $limit degrees or more, that cannot be made longer at either
end. Spells of fewer than $least days do not count. Return, for every spell that counts and in the order of
time, the pair [number of its first day, $worth times its number of days]. If there is none, return an
empty list.""",
        reference="""\
def spells(degrees):
    out, run = [], 0
    for day, d in enumerate(degrees + [-999], $first):
        if d >= $limit:
            run += 1
        else:
            if run >= $least:
                out.append([day - run, $worth * run])
            run = 0
    return out
""",
        wrong="""\
def spells(degrees):
    out, run = [], 0
    for day, d in enumerate(degrees, $first):
        if d >= $limit:
            run += 1
        else:
            if run >= $least:
                out.append([day - run, $worth * run])
            run = 0
    return out
""",
        make=lambda rng, values: [_spells(rng, int(values["limit"]), int(values["least"]))],
    ),
    Family(
        key="small_near_trees",
        grade=1,
        kind="function",
        starter="def shade(trees: list[int], benches: list[int]) -> list[int]:",
        parameters={
            "near": tuple(range(2, 9)),
            "far": tuple(range(10, 21)),
            "inside": tuple(range(6, 17)),
            "outside": (2, 3, 4, 5),
        },
        statement="""\
Trees and benches stand along a straight path at whole positions from 0 to 1000; several may share a
position. A tree gives a bench $inside points of shade if it is at most $near steps away, and $outside
points if it is more than $near but at most $far steps away; a tree further off gives nothing. Given the
positions `trees` (0 to 60 of them) and `benches` (1 to 60), return the points of every bench, in the order
of `benches`.""",
        reference="""\
def shade(trees, benches):
    out = []
    for b in benches:
        gaps = [abs(t - b) for t in trees]
        out.append(sum($inside if g <= $near else $outside if g <= $far else 0 for g in gaps))
    return out
""",
        wrong="""\
def shade(trees, benches):
    out = []
    for b in benches:
        gaps = [abs(t - b) for t in trees]
        out.append(sum($inside if g < $near else $outside if g < $far else 0 for g in gaps))
    return out
""",
        make=lambda rng, values: [
            _numbers(rng, rng.between(8, 20), 0, 80),
            _numbers(rng, rng.between(4, 8), 0, 80),
        ],
        edges=lambda values: [[[], [3, 5, 8]]],
    ),
    Family(
        key="small_repeat_labels",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "sep": (".", "-", "_", "/", ":", "+", "~", "="),
            "start": tuple(range(0, 12)),
            "step": tuple(range(1, 13)),
            "case": (
                Say("as it is", "w"),
                Say("in capital letters", "w.upper()"),
                Say("reversed", "w[::-1]"),
                Say("twice", "w + w"),
            ),
        },
        statement="""\
Labels must not repeat. The first time that a label occurs it stays as it is. Each later time, it is
written $case, followed by the sign $sep and a number. For every label on its own, the second occurrence
has the number $start, and each further occurrence a number larger by $step.

Input: one line of 1 to 60 labels of small letters, separated by single spaces.
Output: one line with the new labels in the same order, separated by single spaces.""",
        reference="""\
seen, out = {}, []
for w in input().split():
    k = seen.get(w, 0)
    out.append(w if k == 0 else $case + "$sep" + str($start + (k - 1) * $step))
    seen[w] = k + 1
print(*out)
""",
        wrong="""\
seen, out, number = set(), [], $start
for w in input().split():
    if w in seen:
        out.append($case + "$sep" + str(number))
        number += $step
    else:
        out.append(w)
    seen.add(w)
print(*out)
""",
        make=lambda rng, values: _labels(rng),
        held_out=True,
    ),
    Family(
        key="small_till_change",
        grade=1,
        kind="function",
        starter="def change(sales: list[list[int]]) -> list[list[int]]:",
        parameters={
            "big": tuple(range(20, 81, 3)),
            "middle": tuple(range(9, 19)),
            "small": tuple(range(2, 9)),
            "short": tuple(range(1, 4)),
        },
        statement="""\
A machine has coins worth $big, $middle, $small and 1. `sales` holds 1 to 40 pairs [price, paid] of
integers from 0 to 10000. The change is what was paid beyond the price; the machine gives as many coins of
$big as fit, then of the rest as many of $middle as fit, then of $small, and coins of 1 for what remains.
Return for each sale the list of the four numbers of coins, in this order. If less than the price was paid,
the machine returns the missing amount and $short more as a debt: the list is then [-1, debt].""",
        reference="""\
def change(sales):
    out = []
    for price, paid in sales:
        rest, coins = paid - price, []
        if rest < 0:
            out.append([-1, -rest + $short])
            continue
        for c in ($big, $middle, $small, 1):
            coins.append(rest // c)
            rest %= c
        out.append(coins)
    return out
""",
        wrong="""\
def change(sales):
    out = []
    for price, paid in sales:
        rest, coins = paid - price, []
        if rest <= 0:
            out.append([-1, -rest + $short])
            continue
        for c in ($big, $middle, $small, 1):
            coins.append(rest // c)
            rest %= c
        out.append(coins)
    return out
""",
        make=_payments,
    ),
)


def _spells(rng: Rng, limit: int, least: int) -> list[int]:
    days = _numbers(rng, rng.between(least, 7), limit, limit + 6)
    for _ in range(rng.between(3, 6)):
        days += _numbers(rng, rng.between(1, 2), limit - 9, limit - 1)
        days += _numbers(rng, rng.between(1, 9), limit, limit + 6)
    return days + _numbers(rng, rng.below(2), limit - 5, limit - 1)


def _labels(rng: Rng) -> str:
    pool = [
        "".join(rng.choice("abcdeknor") for _ in range(rng.between(1, 4))) for _ in range(rng.between(3, 5))
    ]
    return " ".join(rng.choice(pool) for _ in range(rng.between(8, 16))) + "\n"
