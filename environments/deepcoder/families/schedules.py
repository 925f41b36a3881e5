"""Grade 2: hours of work, openings of a gate."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _shifts(rng: Rng, values: Values) -> Any:
    rows = []
    for _ in range(rng.between(3, 12)):
        start = rng.between(4, 19)
        rows.append([start, min(24, start + rng.between(2, 10))])
    return [rows]


def _barges(rng: Rng, values: Values) -> str:
    now, rows, longest = 0, [], int(values["open"])
    for _ in range(rng.between(5, 14)):
        now += rng.choice((0, 0, rng.between(1, 15), rng.between(10, 50)))
        rows.append(f"{now} {rng.between(2, longest)}")
    return f"{len(rows)}\n" + "\n".join(rng.shuffled(rows)) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="staffing_gaps",
        grade=2,
        kind="function",
        starter="def gaps(shifts: list[list[int]]) -> list[list[int]]:",
        parameters={
            "opens": (5, 6, 7, 8, 9),
            "closes": (19, 20, 21, 22, 23, 24),
            "need": (2, 3, 4, 5),
            "peak": tuple(range(11, 18)),
            "rest": (2, 3, 4, 5),
        },
        statement="""\
A swimming bath is open from $opens to $closes o'clock and thinks in full hours; hour h lasts from h to
h + 1. Each entry `[start, end]` of `shifts` (0 to 40 entries, 0 <= start < end <= 24) is a person at work
in the hours start, ..., end - 1. Someone whose shift has more than $rest hours is away, however, in the
hour start + $rest. In every hour of opening $need people are needed, and 2 more in each hour from hour $peak
on.

A gap is a longest possible run of neighbouring hours of opening in which the same number of people,
at least one, is missing. Return the gaps in order of time as triples `[from, to, missing]`: `from` is the
first hour, `to` is the time at which the last hour ends, and `missing` is the number of people missing in
each of the hours. Without gaps return an empty list.""",
        reference="""\
def gaps(shifts):
    out, before = [], 0
    for h in range($opens, $closes):
        there = sum(1 for a, b in shifts if a <= h < b and h != a + $rest)
        missing = max(0, $need + (h >= $peak) * 2 - there)
        if missing and missing == before:
            out[-1][1] = h + 1
        elif missing:
            out.append([h, h + 1, missing])
        before = missing
    return out
""",
        wrong="""\
def gaps(shifts):
    out, start, before = [], 0, 0
    for h in range($opens, $closes):
        there = sum(1 for a, b in shifts if a <= h < b and h != a + $rest)
        missing = max(0, $need + (h >= $peak) * 2 - there)
        if missing != before:
            if before:
                out.append([start, h, before])
            start, before = h, missing
    return out
""",
        make=_shifts,
    ),
    Family(
        key="tide_gate_barges",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "open": tuple(range(8, 21)),
            "shut": tuple(range(10, 31)),
            "pause": (1, 2, 3, 4, 5),
            "tie": (
                Say("the shorter passage first", "b[1]"),
                Say("the longer passage first", "-b[1]"),
                Say("the one that comes later in the input first", "-b[2]"),
            ),
        },
        statement="""\
A tide gate opens at minute 0 for $open minutes, then is shut for $shut minutes, then opens again for $open
minutes, and so on. Barges pass one at a time. A passage lies within one opening: it may begin at the
very minute of opening and end at the very minute of shutting. After its end the keeper rests for
$pause minutes before the next passage may begin; the gate opens and shuts as ever.

Barges are served in the order of arrival; with equal arrivals, $tie (still equal: in the order of the
input); none overtakes another. Each begins at the first possible minute not before its arrival.

Input: the number of barges (1 to 40), then for each a line with its arrival (0 to 2000) and the minutes its
passage takes (1 to $open).
Output: a line per barge in the order of service, with arrival, begin and end of its passage; then a line
with the sum of all minutes waited between arrival and begin.""",
        reference="""\
barges = []
for i in range(int(input())):
    arrival, takes = map(int, input().split())
    barges.append((arrival, takes, i))
barges.sort(key=lambda b: (b[0], $tie, b[2]))
free, waited, cycle = 0, 0, $open + $shut
for arrival, takes, _ in barges:
    begin = max(arrival, free)
    if begin % cycle + takes > $open:
        begin += cycle - begin % cycle
    free = begin + takes + $pause
    waited += begin - arrival
    print(arrival, begin, begin + takes)
print(waited)
""",
        wrong="""\
barges = []
for i in range(int(input())):
    arrival, takes = map(int, input().split())
    barges.append((arrival, takes, i))
barges.sort(key=lambda b: (b[0], $tie, b[2]))
free, waited, cycle = 0, 0, $open + $shut
for arrival, takes, _ in barges:
    begin = max(arrival, free)
    if begin % cycle >= $open:
        begin += cycle - begin % cycle
    free = begin + takes + $pause
    waited += begin - arrival
    print(arrival, begin, begin + takes)
print(waited)
""",
        make=_barges,
    ),
)
