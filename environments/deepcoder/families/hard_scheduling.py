"""Grade 3: schedules, bookings and things that cover each other."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_SHOWS = """\
def best_programme(shows):
    order = sorted(range(len(shows)), key=lambda i: (shows[i][1], i))
    best = [(0, 0, [])]
    for n, i in enumerate(order):
        start, end, fans = shows[i]
        if end - start > $longest:
            best.append(best[n])
            continue
        value = $value + $extra
        k = n
        while k > 0 and shows[order[k - 1]][1] + $pause > start:
            k -= 1
        score, count, picks = best[k]
        take = (score + value, count + 1, sorted([*picks, i]))
        skip = best[n]
        better = take[:2] > skip[:2] or (take[:2] == skip[:2] and take[2] < skip[2])
        best.append(take if better else skip)
    return [best[-1][0], *best[-1][2]]
"""

_WALL = """\
def visible(posters):
    spots = {}
    for i, (a, b, rank) in enumerate(posters):
        for x in range(a, b):
            if x not in spots:
                spots[x] = i
                continue
            old = posters[spots[x]][2]
            if $wins:
                spots[x] = i
    rows = []
    for i, (a, b, rank) in enumerate(posters):
        seen = sorted(x for x in spots if spots[x] == i)
        pieces = sum(x - 1 not in seen for x in seen)
        if len(seen) >= $least:
            rows.append([i, len(seen) * $rate, pieces])
    rows.sort(key=lambda r: $order)
    return rows
"""

_MACHINES = """\
import sys

lines = sys.stdin.read().split("\\n")
n, k = map(int, lines[0].split())
free, load = [0] * k, [0] * k
total = 0
jobs = []
for i, line in enumerate(lines[1:1 + n]):
    start, length = map(int, line.split())
    jobs.append((start, length, i))
jobs.sort(key=lambda job: $sequence)
for start, length, i in jobs:
    ready = [m for m in range(k) if free[m] <= start + $patience]
    if not ready:
        print(i, "lost")
        total += $penalty
        continue
    m = min(ready, key=lambda m: $choice)
    begin = max(start, free[m])
    free[m] = begin + length + $clean
    load[m] += length
    print(i, m, begin)
print(total, *load)
"""


def _show_input(rng: Rng, values: Values) -> Any:
    shows = []
    for _ in range(rng.between(4, 14)):
        a = rng.between(0, 40)
        shows.append([a, a + rng.between(1, 12), rng.between(1, 12)])
    return [shows]


def _wall_input(rng: Rng, values: Values) -> Any:
    posters = []
    for _ in range(rng.between(4, 12)):
        a = rng.between(0, 40)
        posters.append([a, a + rng.between(3, 18), rng.between(1, 6)])
    return [posters]


def _machine_input(rng: Rng, values: Values) -> Any:
    n, k = rng.between(6, 15), rng.between(2, 4)
    return f"{n} {k}\n" + "".join(f"{rng.between(0, 25)} {rng.between(2, 14)}\n" for _ in range(n))


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_show_programme",
        grade=3,
        kind="function",
        starter="def best_programme(shows: list[list[int]]) -> list[int]:",
        parameters={
            "value": (
                Say("its number of fans", "fans"),
                Say("its number of fans times its duration", "fans * (end - start)"),
                Say("its number of fans plus twice its duration", "fans + 2 * (end - start)"),
                Say("the larger of its number of fans and its duration", "max(fans, end - start)"),
                Say("its number of fans times its number of fans", "fans * fans"),
            ),
            "extra": tuple(range(0, 18)),
            "pause": (0, 1, 2, 3, 4, 5),
            "longest": (6, 7, 8, 9, 10, 11),
        },
        statement="""\
A hall is to show a programme chosen from `shows`, a list of 0 to 60 triples `[start, end, fans]` of
integers with 0 <= start < end <= 1000 and fans from 1 to 100. The duration of a show is end minus start;
shows with a duration above $longest are not admitted. The chosen shows must not overlap, and between the
end of one and the start of the next at least $pause time units must pass. A show's value is $value, plus
$extra.

Find the programme with the largest total value; the empty programme has the value 0. Among several, take
one with the most shows. If there are still several, compare their sorted lists of indices from the left
and take the one with the smaller index at the first difference. Return the total value followed by the
indices of the chosen shows in ascending order.""",
        reference=_SHOWS,
        wrong=_SHOWS.replace("+ $pause > start", "+ $pause >= start"),
        make=_show_input,
    ),
    Family(
        key="hard_poster_wall",
        grade=3,
        kind="function",
        starter="def visible(posters: list[list[int]]) -> list[list[int]]:",
        parameters={
            "wins": (
                Say("its rank is at least as high as the other one's", "rank >= old"),
                Say("its rank is higher than the other one's", "rank > old"),
                Say("its rank is lower than the other one's", "rank < old"),
                Say("its rank and the other one's are both odd or both even", "(rank + old) % 2 == 0"),
                Say("its rank differs from the other one's by at most 1", "abs(rank - old) <= 1"),
            ),
            "least": tuple(range(1, 7)),
            "rate": tuple(range(2, 22)),
            "order": (
                Say("in the order of the list", "0"),
                Say("with the most visible area first, equal ones in the order of the list", "-r[1]"),
                Say("with the least visible area first, equal ones in the order of the list", "r[1]"),
                Say("with the most pieces first, equal ones in the order of the list", "-r[2]"),
            ),
        },
        statement="""\
A wall is divided into columns of width 1. Posters are put up in the order of the list `posters`, 0 to 40
triples `[a, b, rank]` with 0 <= a < b <= 200 and rank from 1 to 9: the poster would cover the columns a,
a + 1, ..., b - 1. In each of these columns on its own it becomes visible if the column shows no poster
yet, or if $wins, where the other one is the poster that the column shows at that time. Otherwise the
column goes on showing the other one.

At the end a poster is reported if it is visible in at least $least column(s). Return a triple `[index,
area, pieces]` per reported poster: its index in the list, the number of columns that show it times $rate,
and the number of pieces it is seen in (a piece is a longest stretch of neighbouring columns that show
it). List the posters $order.""",
        reference=_WALL,
        wrong=_WALL.replace(
            "            old = posters[spots[x]][2]\n",
            "            old = max(p[2] for p in posters[:i] if p[0] <= x < p[1])\n",
        ).replace("len(seen) >= $least", "len(seen) > $least"),
        make=_wall_input,
    ),
    Family(
        key="hard_lost_customers",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "sequence": (
                Say("by start, equal starts by number", "(job[0], job[2])"),
                Say(
                    "by start, equal starts with the longest job first, then by number",
                    "(job[0], -job[1], job[2])",
                ),
                Say(
                    "by start, equal starts with the shortest job first, then by number",
                    "(job[0], job[1], job[2])",
                ),
            ),
            "patience": tuple(range(0, 8)),
            "penalty": tuple(range(3, 30)),
            "choice": (
                Say("that is free earliest, the lowest number on ties", "(free[m], m)"),
                Say("with the lowest number", "m"),
                Say("that is free latest, the lowest number on ties", "(-free[m], m)"),
                Say(
                    "with the least total length of work given to it so far, the lowest number on ties",
                    "(load[m], m)",
                ),
            ),
            "clean": (0, 1, 2, 3),
        },
        statement="""\
A barber shop has k chairs, numbered from 0, all free at time 0. There are n customers, numbered from 0,
each with a start (the moment of entering) and the length of the work. They are handled one after the
other, $sequence. A chair is possible for a customer if it is free at the customer's start plus $patience
at the latest. Without a possible chair the customer is lost. Otherwise the customer gets the possible
chair $choice; the work begins at the customer's start or when the chair becomes free, whichever is later.
After the work the chair is cleaned for $clean time units, and only then is it free again.

Input: n (1 to 50) and k (1 to 6), then n lines `start length` (0 to 200, 1 to 60). Output: a line per
customer in the order of handling: `NUMBER CHAIR BEGIN`, or `NUMBER lost`. Then a line with $penalty times
the number of lost customers, followed by the total length of work done at each chair, from chair 0 on.""",
        reference=_MACHINES,
        wrong=_MACHINES.replace("<= start + $patience", "< start + $patience + (start == 0)"),
        make=_machine_input,
    ),
)
