"""Grade 2: stretches of a row: filters, prefix sums, growing windows."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _probe(rng: Rng, values: Values) -> Any:
    level, limit, row = rng.between(-40, 80), int(values["limit"]), []
    for _ in range(rng.between(11, 26)):
        level += rng.between(-limit // 3, limit // 3)
        row.append(level + (rng.between(-2 * limit - 9, 2 * limit + 9) if rng.below(4) == 0 else 0))
    for at in rng.sample(range(8, len(row)), 2):
        row[at] += rng.choice((-1, 1)) * rng.between(2 * limit, 4 * limit)
    return [row]


def _ring(rng: Rng, values: Values) -> str:
    drives = [rng.between(2, 9) for _ in range(rng.between(4, 12))]
    stops = len(drives)
    if rng.below(2):
        # Equal halves, so that both ways round take the same time.
        half = drives[: stops // 2]
        stops, drives = 2 * len(half), half * 2
    rides = []
    for _ in range(rng.between(4, 9)):
        start = rng.between(1, stops)
        by = stops // 2 if rng.below(2) else rng.between(1, stops - 1)
        rides.append((start, (start - 1 + by) % stops + 1))
    lines = [f"{stops} {len(rides)}", " ".join(map(str, drives)), *(f"{a} {b}" for a, b in rides)]
    return "\n".join(lines) + "\n"


def _jars(rng: Rng, values: Values) -> str:
    count = rng.between(12, 24)
    sorts = "abcdefgh"[: int(values["kinds"]) + rng.between(1, 3)]
    flavours = "".join(rng.choice(sorts) for _ in range(count))
    return f"{flavours}\n{' '.join(str(rng.between(1, 14)) for _ in range(count))}\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="spike_filter",
        grade=2,
        kind="function",
        starter="def kept_values(readings: list[int]) -> list[int]:",
        parameters={
            "back": (3, 4, 5, 6, 7),
            "limit": tuple(range(5, 45)),
            "centre": (
                Say(
                    "the middle one of them in ascending order (the smaller of the two middle ones if their "
                    "number is even)",
                    "sorted(last)[(len(last) - 1) // 2]",
                ),
                Say("their mean, rounded down to an integer", "sum(last) // len(last)"),
                Say(
                    "the mean of the smallest and the largest of them, rounded down to an integer",
                    "(min(last) + max(last)) // 2",
                ),
            ),
            "instead": (
                Say("c itself", "c"),
                Say("c plus or minus that limit, whichever lies towards the reading", "near"),
                Say("the value that was kept last", "last[-1]"),
                Say("the mean of the reading and c, rounded down to an integer", "(x + c) // 2"),
            ),
        },
        statement="""\
A probe in a well sends `readings` (1 to 100 integers from -1000 to 1000). Some are spikes and must not be
believed. Build a list of kept values from left to right, one for each reading.

The first $back readings (all of them, if there are fewer) are kept as they are. For every later reading
look at the $back values that were kept last, and let c be $centre. If the reading differs from c by more
than $limit, it is a spike, and what is kept in its place is $instead. Otherwise the reading itself is kept.
Rounding down goes towards minus infinity. Return the list of the kept values.""",
        reference="""\
def kept_values(readings):
    kept = readings[:$back]
    for x in readings[$back:]:
        last = kept[-$back:]
        c = $centre
        near = c + $limit if x > c else c - $limit
        kept.append($instead if abs(x - c) > $limit else x)
    return kept
""",
        wrong="""\
def kept_values(readings):
    kept = readings[:$back]
    for i in range($back, len(readings)):
        x, last = readings[i], readings[i - $back:i]
        c = $centre
        near = c + $limit if x > c else c - $limit
        kept.append($instead if abs(x - c) > $limit else x)
    return kept
""",
        make=_probe,
    ),
    Family(
        key="ring_tram_rides",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "dwell": tuple(range(1, 31)),
            "board": tuple(range(1, 21)),
            "pick": (
                Say("less driving time", "drive"),
                Say("fewer stops passed", "passed"),
                Say("the smaller ride time", "ride"),
            ),
            "tie": (Say("forwards", "0"), Say("backwards", "1")),
        },
        statement="""\
A tram line is a ring with stops 1 to n. Going forwards, it runs from stop 1 to 2, from 2 to 3 and so on,
and from n to 1; trams go backwards as well. Driving between two neighbouring stops takes the same time both
ways. A ride takes $board minutes for boarding, the driving time, and $dwell minutes for every stop passed
between the first and the last stop of the ride. A passenger takes the direction with $pick; if both
directions are equal in that, the one that goes $tie.

Input: n (3 to 40) and the number q of rides (1 to 40) on the first line. The second line has n integers
from 1 to 60: the driving times from stop 1 to 2, from 2 to 3, ..., from n to 1. Then q lines with two
different stops each: from, to.
Output: for each ride the line `F t` (forwards) or `B t` (backwards) with its ride time t. A last line has
the sum of all ride times.""",
        reference="""\
n, q = map(int, input().split())
times = list(map(int, input().split()))
whole, total = sum(times), 0
before = [0]
for t in times:
    before.append(before[-1] + t)
for _ in range(q):
    a, b = map(int, input().split())
    steps = (b - a) % n
    forward = (before[b - 1] - before[a - 1]) % whole
    ways = []
    for name, drive, passed in (("F", forward, steps - 1), ("B", whole - forward, n - steps - 1)):
        ride = $board + drive + $dwell * passed
        ways.append(($pick, (name == "B") != $tie, name, ride))
    way = min(ways)
    total += way[3]
    print(way[2], way[3])
print(total)
""",
        wrong="""\
n, q = map(int, input().split())
times = list(map(int, input().split()))
total = 0
for _ in range(q):
    a, b = map(int, input().split())
    ways = []
    for name, low, high in (("F", a, b), ("B", b, a)):
        drive, passed = 0, 0
        while low != high:
            drive += times[low - 1]
            passed += 1
            low = low % n + 1
        ride = $board + drive + $dwell * passed
        ways.append(($pick, (name == "B") != $tie, name, ride))
    way = min(ways)
    total += way[3]
    print(way[2], way[3])
print(total)
""",
        make=_ring,
    ),
    Family(
        key="enough_from_here",
        grade=2,
        kind="function",
        starter="def stretches(loads: list[int]) -> list[int]:",
        parameters={
            "target": tuple(range(20, 80)),
            "side": (Say("starts", "loads"), Say("ends", "loads[::-1]")),
            "light": (2, 3, 4, 5, 6),
            "report": (
                Say("its number of loads", "len(part)"),
                Say("how far its sum lies above the target", "total - need"),
                Say("its largest load times its number of loads", "max(part) * len(part)"),
            ),
            "short": (
                Say("-1", "-1"),
                Say("the sum of the longest stretch there, as a negative number or 0", "-total"),
                Say("the number of loads in the longest stretch there, as a negative number", "-len(part)"),
            ),
        },
        statement="""\
Sacks lie in a row; `loads` are their weights (1 to 100 integers from 1 to 50). For every sack look at the
stretches of neighbouring sacks in which it is the one where the stretch $side: the row is read from left to
right. The sum of a stretch is the sum of its weights, but weights below $light count as 0 in the sum (such
sacks still belong to the stretch).

Return a list with one number per sack, in the order of `loads`. If some of its stretches have a sum of at
least $target, the target, take the shortest of these: the number is $report. If none has, it is $short.""",
        reference="""\
def stretches(loads):
    need, row, out = $target, $side, []
    for i in range(len(row)):
        total, part = 0, []
        for x in row[i:]:
            part.append(x)
            total += x if x >= $light else 0
            if total >= need:
                break
        out.append($report if total >= need else $short)
    return out if row is loads else out[::-1]
""",
        wrong="""\
def stretches(loads):
    need, row, out = $target, $side, []
    for i in range(len(row)):
        total, part = 0, []
        for x in row[i:]:
            part.append(x)
            total += x if x >= $light else 0
            if total > need:
                break
        out.append($report if total > need else $short)
    return out if row is loads else out[::-1]
""",
        make=lambda rng, values: [[rng.between(1, 14) for _ in range(rng.between(10, 30))]],
    ),
    Family(
        key="tasting_stretches",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "kinds": (2, 3, 4, 5),
            "budget": tuple(range(20, 55)),
            "rounds": (2, 3, 4, 5),
            "tie": (
                Say("the one furthest to the left", "-i"),
                Say("the one furthest to the right", "i"),
                Say("the cheapest, and of these the one furthest to the left", "(-cost, -i)"),
                Say("the dearest, and of these the one furthest to the left", "(cost, -i)"),
            ),
        },
        statement="""\
Jars of jam stand in a row, each with a flavour and a price. A guest takes away a stretch of neighbouring
jars with at most $kinds different flavours and a total price of at most $budget: the longest such stretch
that there is. Of several equally long ones it is $tie. Then the jars that are left move together, and the
next guest does the same. There are $rounds guests, fewer if the jars run out.

Input: the first line has the flavours in the order of the row, 1 to 60 lower-case letters without spaces;
the second line has the prices in the same order, integers from 1 to 20.
Output: for each guest a line with the total price and the flavours of the jars taken, from left to right
without spaces. Then one line with the flavours of the jars left in the same form, or `-` if none is left.""",
        reference="""\
flavours = input().strip()
prices = list(map(int, input().split()))
for _ in range($rounds):
    best = None
    for i in range(len(flavours)):
        cost = 0
        for j in range(i, len(flavours)):
            cost += prices[j]
            if cost > $budget or len(set(flavours[i:j + 1])) > $kinds:
                break
            found = (j + 1 - i, $tie, i, cost)
            if best is None or found > best:
                best = found
    if best is None:
        break
    size, _, i, cost = best
    print(cost, flavours[i:i + size])
    flavours = flavours[:i] + flavours[i + size:]
    prices = prices[:i] + prices[i + size:]
print(flavours or "-")
""",
        wrong="""\
flavours = input().strip()
prices = list(map(int, input().split()))
for _ in range($rounds):
    best = None
    for i in range(len(flavours)):
        cost = 0
        for j in range(i, len(flavours)):
            cost += prices[j]
            if cost >= $budget or len(set(flavours[i:j + 1])) > $kinds:
                break
            found = (j + 1 - i, $tie, i, cost)
            if best is None or found > best:
                best = found
    if best is None:
        break
    size, _, i, cost = best
    print(cost, flavours[i:i + size])
    flavours = flavours[:i] + "." + flavours[i + size:]
    prices = prices[:i] + [$budget + 1] + prices[i + size:]
print(flavours.replace(".", "") or "-")
""",
        make=_jars,
    ),
)
