"""Grade 3: components, orders and trees in graphs."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_CLUBS = """\
def clubs(people, ties):
    root = list(range(len(people)))

    def find(x):
        while root[x] != x:
            x = root[x]
        return x

    for a, b, strength in ties:
        if strength >= $least and $rule:
            x, y = find(a), find(b)
            if x != y:
                root[max(x, y)] = min(x, y)
    groups = {}
    for i in range(len(people)):
        groups.setdefault(find(i), []).append(i)
    rows = []
    for g in groups.values():
        ages = [people[i] for i in g]
        rows.append([len(g), g[0], $figure])
    rows.sort(key=lambda r: $order)
    return rows
"""

_BUILD = """\
import heapq
import sys

lines = sys.stdin.read().split("\\n")
n, m = map(int, lines[0].split())
weight = [int(x) for x in lines[1].split()]
after, need = [[] for _ in range(n)], [0] * n
for line in lines[2:2 + m]:
    a, b = map(int, line.split())
    after[a].append(b)
    need[b] += 1
heap = [$key for i in range(n) if need[i] == 0]
heapq.heapify(heap)
day, done, score = 0, 0, 0
while heap:
    day += 1
    today = [heapq.heappop(heap)[-1] for _ in range(min($crew, len(heap)))]
    print(*today)
    for i in today:
        done += 1
        score += weight[i] * (day + $late)
        for j in after[i]:
            need[j] -= 1
            if need[j] == 0:
                i = j
                heapq.heappush(heap, $key)
print("done", done, score % $modulus)
"""

_MERGERS = """\
import sys

lines = sys.stdin.read().split("\\n")
n, q = map(int, lines[0].split())
value = [int(x) for x in lines[1].split()]
boss = list(range(n))
size = [1] * n
for line in lines[2:2 + q]:
    word, *rest = line.split()
    a = int(rest[0])
    while boss[a] != a:
        a = boss[a]
    if word == "ask":
        print(a, size[a], value[a])
        continue
    b = int(rest[1])
    while boss[b] != b:
        b = boss[b]
    if a == b:
        value[a] += $inner
        continue
    if size[a] + size[b] > $cap:
        value[a] = max(0, value[a] - $fine)
        print("refused", a, b)
        continue
    if not ($lead):
        a, b = b, a
    boss[b] = a
    size[a] += size[b]
    value[a] = $joined
"""


def _club_input(rng: Rng, values: Values) -> Any:
    n = rng.between(6, 16)
    ties = []
    for _ in range(rng.between(n - 3, n + 8)):
        a, b = rng.sample(range(n), 2)
        ties.append([a, b, rng.between(1, 12)])
    return [[rng.between(10, 60) for _ in range(n)], ties]


def _build_input(rng: Rng, values: Values) -> Any:
    n = rng.between(7, 14)
    names = rng.shuffled(range(n))
    edges = []
    for _ in range(rng.between(n // 2, 2 * n - 4)):
        i, j = sorted(rng.sample(range(n), 2))
        if rng.bernoulli(0.04):
            i, j = j, i
        edges.append(f"{names[i]} {names[j]}")
    weights = " ".join(str(rng.between(1, 12)) for _ in range(n))
    return f"{n} {len(edges)}\n{weights}\n" + "".join(e + "\n" for e in edges)


def _merger_input(rng: Rng, values: Values) -> Any:
    n, q = rng.between(6, 11), rng.between(12, 26)
    rows = []
    for _ in range(q):
        a, b = rng.sample(range(n), 2)
        rows.append(f"join {a} {b}" if rng.bernoulli(0.65) else f"ask {a}")
    rows += [f"ask {i}" for i in range(n)]
    start = " ".join(str(rng.between(1, 30)) for _ in range(n))
    return f"{n} {len(rows)}\n{start}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_age_clubs",
        grade=3,
        kind="function",
        starter="def clubs(people: list[int], ties: list[list[int]]) -> list[list[int]]:",
        parameters={
            "least": (2, 3, 4, 5, 6),
            "rule": tuple(
                Say(f"the ages of a and b differ by at most {d}", f"abs(people[a] - people[b]) <= {d}")
                for d in range(12, 36, 2)
            )
            + tuple(
                Say(f"the ages of a and b add up to at least {s}", f"people[a] + people[b] >= {s}")
                for s in range(44, 68, 2)
            ),
            "figure": (
                Say("the sum of their ages", "sum(ages)"),
                Say("the age of the oldest minus the age of the youngest", "max(ages) - min(ages)"),
                Say("the age of the youngest", "min(ages)"),
                Say(
                    "the sum of the ages of the two oldest (or the one age, if alone)",
                    "sum(sorted(ages)[-2:])",
                ),
            ),
            "order": (
                Say("the largest club first, equal sizes by smallest person", "(-r[0], r[1])"),
                Say("the smallest club first, equal sizes by smallest person", "(r[0], r[1])"),
                Say("by figure from small to large, equal figures by smallest person", "(r[2], r[1])"),
                Say("by figure from large to small, equal figures by smallest person", "(-r[2], r[1])"),
                Say("by smallest person", "r[1]"),
            ),
        },
        statement="""\
Persons are numbered from 0, and `people` holds their ages (1 to 60 persons, ages 1 to 99). Each entry
`[a, b, strength]` of `ties` (0 to 200) says that the different persons a and b know each other with a
strength from 1 to 20. A tie counts only if its strength is at least $least and $rule. Persons are in the
same club if a chain of ties that count leads from one to the other; a person without such ties is a club
alone.

Return one triple `[size, smallest, figure]` per club: its number of persons, the smallest of their
numbers, and a figure, which is $figure. List the clubs $order.""",
        reference=_CLUBS,
        wrong=_CLUBS.replace("strength >= $least", "strength > $least"),
        make=_club_input,
    ),
    Family(
        key="hard_crew_order",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "key": (
                Say("the smaller number", "(i,)"),
                Say("the larger number", "(-i, i)"),
                Say("the greater weight, then the smaller number", "(-weight[i], i)"),
                Say("the smaller weight, then the smaller number", "(weight[i], i)"),
                Say(
                    "more tasks that directly depend on it (each rule counted), then the smaller number",
                    "(-len(after[i]), i)",
                ),
            ),
            "crew": (1, 2, 3, 4),
            "late": tuple(range(0, 12)),
            "modulus": tuple(range(90, 110)),
        },
        statement="""\
A workshop has n tasks, numbered from 0, and m rules `a b`: task b may begin only on a day after the day
on which task a was done. Every task takes one day, and up to $crew tasks can be done on the same day.
Each day the crew does as many tasks as it can out of those whose rules are all satisfied in the morning;
if there are more than $crew, it takes, again and again, the one with $key. It stops when no task is
possible any more, which can leave tasks undone for ever.

Input: n (1 to 60) and m (0 to 300), then the n weights (1 to 100) on one line, then m lines `a b` with
different a and b; rules may be repeated. Output: per working day a line with the tasks in the order in
which they were taken, separated by spaces; then `done K S`, where K is the number of tasks done and S is
the sum, over these tasks, of weight times (day + $late), modulo $modulus. Days count from 1.""",
        reference=_BUILD,
        wrong=_BUILD.replace(
            "today = [heapq.heappop(heap)[-1] for _ in range(min($crew, len(heap)))]",
            "today = [heapq.heappop(heap)[-1]]",
        ).replace("(day + $late)", "(-(-day // $crew) + $late + ($crew == 1))"),
        make=_build_input,
    ),
    Family(
        key="hard_firm_mergers",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "cap": (3, 4, 5, 6),
            "inner": tuple(range(1, 9)),
            "fine": tuple(range(2, 10)),
            "lead": (
                Say("the one of the first branch named", "True"),
                Say(
                    "the one with the higher value, the first branch's on equal values",
                    "value[a] >= value[b]",
                ),
                Say("the one with more branches, the first branch's on equal sizes", "size[a] >= size[b]"),
                Say("the one whose head has the smaller number", "a < b"),
            ),
            "joined": (
                Say("the sum of both values", "value[a] + value[b]"),
                Say("the sum of both values minus 1", "value[a] + value[b] - 1"),
                Say("the larger of both values", "max(value[a], value[b])"),
                Say("the difference of both values (never negative)", "abs(value[a] - value[b])"),
            ),
        },
        statement="""\
There are n branches numbered from 0, each at first a firm of its own with that branch as its head. The
input has n (1 to 50) and the number of events q (1 to 200) on the first line, the n starting values (0 to
1000) on the second, and then one event per line:
- `ask a`: print the head, the number of branches and the value of the firm that branch a belongs to.
- `join a b`: branches a and b (different) bring their firms together. If they are in the same firm already,
  its value grows by $inner. Else, if both firms together have more than $cap branches, nothing is joined:
  the value of a's firm falls by $fine, though not below 0, and `refused A B` is printed with the heads of
  a's and b's firm. Else they become one firm. Its head is the head of $lead; its value is $joined.""",
        reference=_MERGERS,
        wrong=_MERGERS.replace("size[a] + size[b] > $cap", "size[a] + size[b] >= $cap"),
        make=_merger_input,
    ),
)
