"""Grade 3: bridges and trees."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_BRIDGES = """\
def weak_roads(n, roads):
    def reach(start, banned):
        seen, stack = {start}, [start]
        while stack:
            x = stack.pop()
            for i, (a, b, _) in enumerate(roads):
                if i != banned and x in (a, b):
                    y = a + b - x
                    if y not in seen:
                        seen.add(y)
                        stack.append(y)
        return seen

    rows = []
    for i, (a, b, toll) in enumerate(roads):
        side = reach(a, i)
        if b not in side:
            other = reach(b, i)
            s, t = len(side), len(other)
            rows.append([min(a, b), max(a, b), $figure + toll * $rate])
    rows.sort(key=lambda r: $order)
    return rows
"""


_WATCH = """\
def tree_scores(parents, values):
    n = len(parents)
    take = [v $bonus for v in values]
    skip = [0] * n
    leaf = [True] * n
    result = [0] * n
    for i in range(n - 1, -1, -1):
        if leaf[i]:
            take[i] += $leaf
        result[i] = max(take[i], skip[i])
        p = parents[i]
        if p >= 0:
            leaf[p] = False
            take[p] += max(skip[i], take[i] - $close)
            skip[p] += max(take[i], skip[i] - $empty)
    return result
"""

_COURIER = """\
import sys

lines = sys.stdin.read().split("\\n")
n, q = map(int, lines[0].split())
near = [[] for _ in range(n)]
for line in lines[1:n]:
    a, b, w = map(int, line.split())
    near[a].append((b, w))
    near[b].append((a, w))
for line in lines[n:n + q]:
    s, t = map(int, line.split())
    before, stack = {s: None}, [s]
    while stack:
        x = stack.pop()
        for y, w in near[x]:
            if y not in before:
                before[y] = (x, w)
                stack.append(y)
    tolls, x = [], t
    while before[x]:
        x, w = before[x]
        tolls.append(w)
    tolls.reverse()
    total = 0
    for i, w in enumerate(tolls):
        total += $free if (i + 1) % $every == 0 else w + $stamp
    print(len(tolls), total, $figure)
"""

_POINTER = """\
def follow(steps, queries):
    n = len(steps)
    result = []
    for start, k in queries:
        seen, path, x = {}, [], start % n
        while x not in seen:
            seen[x] = len(path)
            path.append(x)
            x = (x $sign steps[x] + $shift) % n
        tail = seen[x]
        cycle = len(path) - tail
        k = k * $speed
        place = path[k] if k < len(path) else path[tail + (k - tail) % cycle]
        loop = path[tail:]
        result.append([place, tail, $figure])
    return result
"""


def _bridge_input(rng: Rng, values: Values) -> Any:
    n = rng.between(6, 13)
    roads = []
    for i in range(1, n):
        if rng.bernoulli(0.92):
            roads.append([rng.below(i), i, rng.between(1, 20)])
    for _ in range(rng.between(0, 3)):
        a, b = rng.sample(range(n), 2)
        roads.append([a, b, rng.between(1, 20)])
    rng.shuffle(roads)
    return [n, roads]


def _watch_input(rng: Rng, values: Values) -> Any:
    n = rng.between(4, 16)
    parents = [-1] + [rng.between(max(0, i - 4), i - 1) for i in range(1, n)]
    return [parents, [rng.between(-5, 25) for _ in range(n)]]


def _courier_input(rng: Rng, values: Values) -> Any:
    n, q = rng.between(5, 14), rng.between(3, 6)
    names = rng.shuffled(range(n))
    rows = [
        f"{names[i]} {names[rng.between(max(0, i - 2), i - 1)]} {rng.between(1, 30)}" for i in range(1, n)
    ]
    rng.shuffle(rows)
    rows += [f"{rng.below(n)} {rng.below(n)}" for _ in range(q)]
    return f"{n} {q}\n" + "\n".join(rows) + "\n"


def _pointer_input(rng: Rng, values: Values) -> Any:
    n = rng.between(6, 20)
    queries = [[rng.below(n), rng.between(0, 10 ** rng.between(1, 12))] for _ in range(rng.between(2, 5))]
    return [[rng.between(0, 99) for _ in range(n)], queries]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_weak_roads",
        grade=3,
        kind="function",
        starter="def weak_roads(n: int, roads: list[list[int]]) -> list[list[int]]:",
        parameters={
            "figure": tuple(
                Say(f"{words} times {k}", f"{code} * {k}")
                for k in (1, 2, 3, 5, 7, 11)
                for words, code in (
                    ("the smaller of both numbers", "min(s, t)"),
                    ("the larger of both numbers", "max(s, t)"),
                    ("the product of both numbers", "s * t"),
                    ("the difference of both numbers (not negative)", "abs(s - t)"),
                )
            ),
            "rate": tuple(range(1, 25)),
            "order": (
                Say("by figure from large to small, equal figures by the towns", "(-r[2], r)"),
                Say("by figure from small to large, equal figures by the towns", "(r[2], r)"),
                Say("by the towns", "r"),
                Say(
                    "by the second town from large to small, then by the first from small to large",
                    "(-r[1], r[0])",
                ),
            ),
        },
        statement="""\
Towns are numbered from 0 to n - 1 (1 to 40 towns). Each entry `[a, b, toll]` of `roads` (0 to 80) is a
road between two different towns that can be used in both directions; several roads may join the same two
towns. Not all towns need to be connected. A road is weak if closing it, and only it, cuts all connections
between its two towns.

For a weak road count the towns that can still be reached from a and those that can still be reached from
b once it is closed (each count includes the town itself). Its figure is $figure, plus its toll times
$rate. Return a triple `[low, high, figure]` for every weak road, where low < high are its towns, ordered
$order (comparing first the low town, then the high one, where nothing else is said).""",
        reference=_BRIDGES,
        wrong=_BRIDGES.replace("s, t = len(side), len(other)", "s, t = len(side), n - len(side)"),
        make=_bridge_input,
    ),
    Family(
        key="hard_tree_scores",
        grade=3,
        kind="function",
        starter="def tree_scores(parents: list[int], values: list[int]) -> list[int]:",
        parameters={
            "bonus": (
                Say("its value", ""),
                Say("its value plus 3", "+ 3"),
                Say("twice its value", "* 2"),
                Say("its value minus 2", "- 2"),
                Say("the absolute value of its value", "* (1 if v >= 0 else -1)"),
            ),
            "leaf": tuple(range(1, 8)),
            "close": tuple(range(3, 14)),
            "empty": tuple(range(1, 9)),
        },
        statement="""\
A company is a tree: `parents[i]` is the chief of person i, always a smaller number than i, and -1 for
person 0, the head (1 to 200 persons). `values` holds an integer from -100 to 100 for each person. A team
is any set of persons, perhaps empty. Each member scores $bonus, and a member who is nobody's chief scores
$leaf more. For each person and chief who are both members, $close is subtracted; for each person and
chief of whom neither is a member, $empty is subtracted.

For every person i look only at the part of the tree made of i and all persons below i, direct or not, and
at the teams out of these persons; pairs with persons outside are ignored. Return the list of the largest
total scores, one for each i in ascending order.""",
        reference=_WATCH,
        wrong=_WATCH.replace("max(take[i], skip[i] - $empty)", "max(take[i], skip[i])"),
        make=_watch_input,
    ),
    Family(
        key="hard_tree_courier",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "free": (
                Say("nothing", "0"),
                Say("half its toll, rounded down", "w // 2"),
                Say("twice its toll", "2 * w"),
                Say("1", "1"),
                Say("the toll of the first road of the way", "tolls[0]"),
            ),
            "every": (2, 3, 4),
            "stamp": tuple(range(1, 36)),
            "figure": (
                Say("the largest toll on the way (0 without roads)", "max(tolls, default=0)"),
                Say("the smallest toll on the way (0 without roads)", "min(tolls, default=0)"),
                Say(
                    "the largest sum of the tolls of two consecutive roads (0 with fewer than two roads)",
                    "max((a + b for a, b in zip(tolls, tolls[1:])), default=0)",
                ),
                Say(
                    "the number of roads with a toll above the one of the road just before it on the way",
                    "sum(a < b for a, b in zip(tolls, tolls[1:]))",
                ),
            ),
        },
        statement="""\
n villages, numbered from 0, are joined by n - 1 two-way roads such that there is exactly one way without
repetition between any two of them. A courier who rides from s to t takes this way. The roads on it are
numbered 1, 2, 3, ... in riding order. A road whose number is divisible by $every costs $free; every other
road costs its toll plus a stamp of $stamp.

Input: n (2 to 60) and the number q of rides (1 to 30) on the first line, then n - 1 lines `a b w` with a
road and its toll w (1 to 100), then q lines `s t`; s and t may be equal. Output: for each ride a line
with three numbers: the number of roads on the way, the total cost (0 without roads), and $figure. Tolls
are meant without stamps here.""",
        reference=_COURIER,
        wrong=_COURIER.replace("    tolls.reverse()\n", ""),
        make=_courier_input,
    ),
    Family(
        key="hard_pointer_rings",
        grade=3,
        kind="function",
        starter="def follow(steps: list[int], queries: list[list[int]]) -> list[list[int]]:",
        parameters={
            "sign": (Say("x plus steps[x]", "+"), Say("x minus steps[x]", "-"), Say("x times steps[x]", "*")),
            "shift": tuple(range(0, 12)),
            "speed": tuple(range(1, 21)),
            "figure": (
                Say("its length", "cycle"),
                Say("the sum of its houses", "sum(loop)"),
                Say("its largest house", "max(loop)"),
                Say("its smallest house", "min(loop)"),
            ),
        },
        statement="""\
n houses are numbered from 0 to n - 1 around a lake, where n is the length of `steps` (1 to 200 integers
from 0 to 1000). From house x one always goes next to the house with the number ($sign, plus $shift)
modulo n (never negative). Whoever walks on like that ends up in a ring, in which the same houses are
visited again and again. A ring may be a single house.

Each entry `[start, k]` of `queries` (0 to 50; 0 <= start < n, 0 <= k <= 10**12) asks about the walk that
begins at house `start`. Return for each a triple: the house where the walk is after k times $speed moves;
the number of moves before the first house of the ring is reached (0 if `start` belongs to it); and a
figure of the ring, namely $figure.""",
        reference=_POINTER,
        wrong=_POINTER.replace("path[tail + (k - tail) % cycle]", "path[tail + k % cycle]"),
        make=_pointer_input,
    ),
)
