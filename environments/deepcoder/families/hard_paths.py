"""Grade 3: cheapest and shortest ways under rules."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_TOLLS = """\
import heapq
import sys

data = list(map(int, sys.stdin.read().split()))
n, m = data[:2]
out = [[] for _ in range(n)]
for i in range(m):
    a, b, w = data[2 + 3 * i:5 + 3 * i]
    out[a].append((b, w))
    if $both:
        out[b].append((a, w))
best = {(0, 0): 0}
heap = [(0, 0, 0)]
while heap:
    d, x, k = heapq.heappop(heap)
    if d > best[x, k]:
        continue
    for y, w in out[x]:
        step = (k + 1) % $every
        cost = d + w
        if step == 0:
            cost = $special
        if cost < best.get((y, step), cost + 1):
            best[y, step] = cost
            heapq.heappush(heap, (cost, y, step))
for x in range(n):
    costs = [best[x, k] for k in range($every) if (x, k) in best]
    print(x, min(costs) * $scale if costs else "unreachable")
"""

_LIGHTS = """\
import heapq


def arrivals(n, roads, start):
    times = {start: $begin}
    heap = [($begin, start)]
    while heap:
        t, x = heapq.heappop(heap)
        if t > times[x]:
            continue
        for a, b, length, shift in roads:
            if a != x:
                continue
            phase = (t + shift) % $period
            leave = t if phase < $green else t + $period - phase
            if leave + length < times.get(b, leave + length + 1):
                times[b] = leave + length
                heapq.heappush(heap, (leave + length, b))
    return [times.get(x, -1) for x in range(n)]
"""

_NUMBERS = """\
def dial(start, goals):
    first = {start: (0, 1)}
    layer = [start]
    while layer:
        following = []
        for x in layer:
            steps, ways = first[x]
            for y in (x + $plus) % $modulus, $second % $modulus, $third % $modulus:
                if y not in first:
                    first[y] = (steps + 1, 0)
                    following.append(y)
                if first[y][0] == steps + 1:
                    first[y] = (steps + 1, first[y][1] + ways)
        layer = following
    return [list(first.get(g % $modulus, (-1, 0))) for g in goals]
"""

_RANGE = """\
import heapq
import sys

lines = sys.stdin.read().split("\\n")
n, m, q = map(int, lines[0].split())
price = [int(x) for x in lines[1].split()]
roads = [[] for _ in range(n)]
for line in lines[2:2 + m]:
    a, b, w = map(int, line.split())
    roads[a].append((b, w))
    roads[b].append((a, w))
for line in lines[2 + m:2 + m + q]:
    s, t = map(int, line.split())
    fuel = $start
    best, heap = {(s, fuel): 0}, [(0, s, fuel)]
    answer = "no"
    while heap:
        cost, x, fuel = heapq.heappop(heap)
        if cost > best[x, fuel]:
            continue
        if x == t:
            answer = cost
            break
        steps = [(cost + price[x] + $fee, x, min($tank, fuel + $can))] if fuel < $tank else []
        steps += [(cost, y, fuel - w) for y, w in roads[x] if w <= fuel]
        for step in steps:
            if step[0] < best.get(step[1:], step[0] + 1):
                best[step[1:]] = step[0]
                heapq.heappush(heap, step)
    print(answer)
"""


def _toll_input(rng: Rng, values: Values) -> Any:
    n = rng.between(5, 10)
    edges = []
    for i in range(1, n):
        if rng.bernoulli(0.93):
            edges.append((rng.below(i), i, rng.between(1, 20)))
    for _ in range(rng.between(n, 2 * n)):
        a, b = rng.sample(range(n), 2)
        edges.append((a, b, rng.between(1, 30)))
    return f"{n} {len(edges)}\n" + "".join(f"{a} {b} {w}\n" for a, b, w in edges)


def _light_input(rng: Rng, values: Values) -> Any:
    n = rng.between(5, 11)
    roads = []
    for _ in range(rng.between(2 * n, 4 * n)):
        a, b = rng.sample(range(n), 2)
        roads.append([a, b, rng.between(1, 14), rng.below(20)])
    return [n, roads, rng.below(n)]


def _dial_input(rng: Rng, values: Values) -> Any:
    return [rng.below(int(values["modulus"])), [rng.between(0, 150) for _ in range(rng.between(3, 9))]]


def _range_input(rng: Rng, values: Values) -> Any:
    n, q = rng.between(4, 7), rng.between(3, 5)
    edges = [(rng.below(i), i, rng.between(1, int(values["tank"]))) for i in range(1, n)]
    for _ in range(rng.between(1, 4)):
        a, b = rng.sample(range(n), 2)
        edges.append((a, b, rng.between(2, int(values["tank"]) + 2)))
    prices = " ".join(str(rng.between(1, 20)) for _ in range(n))
    rows = [f"{a} {b} {w}" for a, b, w in edges]
    rows += [" ".join(map(str, rng.sample(range(n), 2))) for _ in range(q)]
    return f"{n} {len(edges)} {q}\n{prices}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_every_kth_toll",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "both": (Say("in both directions", "True"), Say("only from a to b", "False")),
            "every": (2, 3, 4),
            "special": (
                Say("is free", "d"),
                Say("costs twice its price", "d + 2 * w"),
                Say("costs three times its price", "d + 3 * w"),
                Say("costs half its price, rounded down", "d + w // 2"),
                Say("costs its price plus 10", "d + w + 10"),
                Say("costs its price minus 1", "d + w - 1"),
            ),
            "scale": tuple(range(2, 80)),
        },
        statement="""\
Stations are numbered from 0 to n - 1. A traveller starts at station 0 and uses lines; a line may be used
more than once. Every $every-th ride of the journey (that is, the rides with numbers $every, 2 times
$every, 3 times $every and so on, counted from the start) $special; all other rides cost the price of the
line. Rides may be made on purpose just to reach such a ride sooner or later.

Input: n (1 to 30) and the number m of lines (0 to 150) on the first line, then m lines `a b w`: a line
between the different stations a and b, usable $both, with the price w (1 to 100). Several lines may join
the same stations. Output: for each station x from 0 to n - 1 a line `x C`, where C is the least possible
cost of a journey that ends at x, times $scale, or the word `unreachable`. The journey without rides costs
0.""",
        reference=_TOLLS,
        wrong=_TOLLS.replace("if step == 0:", "if step == 1:"),
        make=_toll_input,
    ),
    Family(
        key="hard_barrier_times",
        grade=3,
        kind="function",
        starter="def arrivals(n: int, roads: list[list[int]], start: int) -> list[int]:",
        parameters={
            "period": tuple(range(9, 25)),
            "green": (1, 2, 3, 4),
            "begin": tuple(range(0, 40)),
        },
        statement="""\
A rider crosses a valley of n places, numbered from 0 to n - 1 (1 to 40). Each entry `[a, b, length,
shift]` of `roads` (0 to 200) is a one-way road from a to b with a length from 1 to 50 and a shift from 0
to 50. At its beginning stands a barrier. At time t the barrier of a road is open if (t + shift) modulo
$period is less than $green; otherwise the rider has to wait at a until the next whole moment at which it
is open. Passing the barrier takes no time, the road takes `length` time units, and waiting anywhere is
allowed.

The rider is at place `start` at time $begin. Return a list of n numbers: for each place the earliest time
at which the rider can be there, or -1 if the place cannot be reached. For `start` itself that is $begin.""",
        reference=_LIGHTS,
        wrong=_LIGHTS.replace("(t + shift)", "(t - shift)"),
        make=_light_input,
    ),
    Family(
        key="hard_dial_lock",
        grade=3,
        kind="function",
        starter="def dial(start: int, goals: list[int]) -> list[list[int]]:",
        parameters={
            "plus": tuple(range(1, 9)),
            "second": tuple(Say(f"x times {k}", f"(x * {k})") for k in (2, 3, 4, 5)),
            "third": (
                *(Say(f"x minus {k}", f"(x - {k})") for k in (9, 10, 11, 12)),
                Say("x times x", "(x * x)"),
                Say("the sum of x and its reversal (12 becomes 21)", "(x + int(str(x)[::-1]))"),
            ),
            "modulus": tuple(range(50, 90)),
        },
        statement="""\
A lock shows a number from 0 to $modulus - 1. Three buttons change the shown number x: the first to x plus
$plus, the second to $second, the third to $third. Every result is taken modulo $modulus, so that it is
again from 0 to $modulus - 1 (the remainder is never negative, so -1 becomes $modulus - 1).

The lock shows `start` at first. For each number g in `goals` (1 to 30 integers from 0 to 10000) find the
least number of presses after which the lock can show g modulo $modulus, and in how many ways that can be
done with so few presses. Two ways are different if some press uses another button, even where both
buttons would lead to the same number. Return a list of pairs `[presses, ways]` in the order of `goals`;
the start itself has `[0, 1]`, and an unreachable number has `[-1, 0]`.""",
        reference=_NUMBERS,
        wrong=_NUMBERS.replace("first[y][1] + ways", "first[y][1] + 1"),
        make=_dial_input,
    ),
    Family(
        key="hard_fuel_range",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "tank": (6, 7, 8, 9, 10, 11, 12),
            "can": (1, 2, 3, 4, 5),
            "start": (0, 1, 2, 3, 4),
            "fee": tuple(range(0, 14)),
        },
        statement="""\
A desert has n oases, numbered from 0, and two-way tracks between them. A track of length w uses up w
units of fuel and can be taken only with at least w units in the tank. The tank holds $tank units. At
every oasis cans of $can units may be bought, any number of them, one after the other, as long as the tank
is not full; what does not fit into the tank is lost. Each can costs the price of the oasis plus a fixed
fee of $fee.

Input: n (2 to 12), the number m of tracks (0 to 40) and the number q of trips (1 to 10); then a line with
the n prices (0 to 100); then m lines `a b w` (a and b different, w from 1 to 20); then q lines `s t`. All
trips are separate. Output: for each trip a line with the least total price of the fuel bought when
driving from s to t with $start units of fuel at the beginning, or `no` if it is impossible.""",
        reference=_RANGE,
        wrong=_RANGE.replace(
            "min($tank, fuel + $can))] if fuel < $tank", "fuel + $can)] if fuel + $can <= $tank"
        ).replace("cost + price[x] + $fee", "cost + price[x] + $fee * (fuel < $tank - $can)"),
        make=_range_input,
    ),
)
