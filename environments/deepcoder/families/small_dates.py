"""Grade 1: clocks, weekdays, durations and timetables."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _visits(rng: Rng, values: Values) -> Any:
    unit, free, rows = int(values["unit"]), int(values["free"]), []
    most = int(values["cap"]) // int(values["rate"]) + 2
    for _ in range(rng.between(6, 10)):
        length = free + unit * rng.between(1, most) if rng.below(2) else rng.between(1, 6 * unit)
        start = rng.between(0, 1439 - length)
        rows.append([_clock(start), _clock(start + length)])
    return [rows]


def _alarm(rng: Rng) -> str:
    rows = [f"{_clock(rng.below(1440))} {rng.between(-900, 1500)}" for _ in range(rng.between(3, 7))]
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _waiters(rng: Rng, values: Values) -> Any:
    first, gap, count = (int(values[name]) for name in ("first", "gap", "count"))
    out = []
    for _ in range(rng.between(5, 10)):
        run = first + gap * rng.below(count)
        out.append([run, run + 1, rng.between(0, first + gap * (count + 1))][rng.below(3)])
    return [out]


def _ages(rng: Rng, values: Values) -> str:
    month, day, rows = int(values["month"]), int(values["day"]), []
    for _ in range(rng.between(5, 9)):
        y, m, d = rng.between(1950, 2012), rng.between(1, 12), rng.between(1, 28)
        if rng.below(2):
            m, d = month, rng.between(day - 1, day + 1)
        rows.append(f"{y}-{m:02d}-{d:02d}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_parking_bill",
        grade=1,
        kind="function",
        starter="def fees(visits: list[list[str]]) -> list[int]:",
        parameters={
            "unit": (10, 15, 20, 25, 30, 40),
            "rate": tuple(range(6, 22)),
            "free": tuple(range(2, 12)),
            "cap": (60, 75, 90),
        },
        statement="""\
`visits` holds 1 to 40 pairs [start, end] of times on the same day in the form HH:MM (00:00 to 23:59), the
end later than the start. The first $free minutes of a visit are free. The remaining time is charged in
units of $unit minutes, a unit that has begun counting in full, at $rate coins for each unit; no visit
costs more than $cap coins. Return the fees in order.""",
        reference="""\
def fees(visits):
    out = []
    for pair in visits:
        a, b = [int(t[:2]) * 60 + int(t[3:]) for t in pair]
        paid = max(0, b - a - $free)
        out.append(min($cap, -(-paid // $unit) * $rate))
    return out
""",
        wrong="""\
def fees(visits):
    out = []
    for pair in visits:
        a, b = [int(t[:2]) * 60 + int(t[3:]) for t in pair]
        paid = max(0, b - a - $free)
        out.append(min($cap, (paid // $unit + 1) * $rate))
    return out
""",
        make=_visits,
    ),
    Family(
        key="small_night_clock",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "fast": tuple(range(3, 60)),
            "sep": (":", ".", "h", "-", "/"),
            "order": (
                Say("the time, a space, the day", "t + ' ' + d"),
                Say("the day, a space, the time", "d + ' ' + t"),
                Say("the day, a comma, the time", "d + ',' + t"),
                Say("the time, then the day in round brackets", "t + '(' + d + ')'"),
                Say("the time, a comma, the day", "t + ',' + d"),
                Say("the time, a slash, the day", "t + '/' + d"),
                Say("the day, a slash, the time", "d + '/' + t"),
                Say("the day, an equals sign, the time", "d + '=' + t"),
            ),
        },
        statement="""\
Each alarm is set by the time now and a number of minutes that is added to it (taken from it if negative).
The clock runs wrong, so another $fast minutes are added. The result is a time of the day from 00:00 to
23:59 and a day: 0 for the day of the given time, 1 for the next day, -1 for the day before, and so on.

Input: n (1 to 40), then n lines, each with a time HH:MM, a space and a number from -3000 to 3000.
Output: for each line one line made of $order. The time has two digits for the hours, the sign $sep and two
digits for the minutes; the day is an integer.""",
        reference="""\
for _ in range(int(input())):
    clock, add = input().split()
    total = int(clock[:2]) * 60 + int(clock[3:]) + int(add) + $fast
    day, rest = divmod(total, 1440)
    t, d = f"{rest // 60:02d}$sep{rest % 60:02d}", str(day)
    print($order)
""",
        wrong="""\
for _ in range(int(input())):
    clock, add = input().split()
    total = int(clock[:2]) * 60 + int(clock[3:]) + int(add) + $fast
    day, rest = int(total / 1440), total % 1440
    t, d = f"{rest // 60:02d}$sep{rest % 60:02d}", str(day)
    print($order)
""",
        make=lambda rng, values: _alarm(rng),
    ),
    Family(
        key="small_next_bus",
        grade=1,
        kind="function",
        starter="def waits(times: list[int]) -> list[int]:",
        parameters={
            "first": tuple(range(5, 25)),
            "gap": tuple(range(6, 16)),
            "count": tuple(range(4, 9)),
            "walk": tuple(range(20, 31, 2)),
        },
        statement="""\
A bus leaves $first minutes after noon and then every $gap minutes, $count buses in all. `times` (1 to 60
integers from 0 to 300) says when people come to the stop, in minutes after noon. A person takes the next
bus that leaves; one who comes in the very minute of a departure still takes that bus and waits 0 minutes.
One who comes after the last bus walks, which counts as minus $walk. Return the waiting times in order.""",
        reference="""\
def waits(times):
    out = []
    for t in times:
        left = [$first + $gap * i - t for i in range($count) if $first + $gap * i >= t]
        out.append(left[0] if left else -$walk)
    return out
""",
        wrong="""\
def waits(times):
    out = []
    for t in times:
        left = [$first + $gap * i - t for i in range($count) if $first + $gap * i > t]
        out.append(left[0] if left else -$walk)
    return out
""",
        make=_waiters,
    ),
    Family(
        key="small_weekday_rota",
        grade=1,
        kind="function",
        starter="def duties(days: list[int]) -> list[str]:",
        parameters={
            "first": tuple(Say(day, i) for i, day in enumerate(_DAYS)),
            "team": (3, 4, 5, 6, 8, 9),
            "free": tuple(Say(day, i) for i, day in enumerate(_DAYS)),
            "offset": tuple(range(1, 11)),
        },
        statement="""\
The days of a week are Mon, Tue, Wed, Thu, Fri, Sat, Sun. Day 0 of a plan is a $first; day numbers may be
negative. Each day one of $team workers is on duty: worker 1 on day 0, worker 2 on day 1, and so on, and
after worker $team comes worker 1 again; before day 0 the same cycle runs on backwards. But on every $free
nobody works, although the cycle goes on as if somebody did. Given `days` (1 to 60 integers from -1000 to
1000), first add $offset to each; then return for each resulting day a string: the weekday and a space,
followed by the worker's number or, when nobody works, by a hyphen.""",
        reference="""\
def duties(days):
    names, out = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], []
    for d in days:
        d += $offset
        w = (d + $first) % 7
        out.append(names[w] + " " + ("-" if w == $free else str(d % $team + 1)))
    return out
""",
        wrong="""\
def duties(days):
    names, out = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], []
    for d in days:
        d += $offset
        w = (d + $first) % 7
        out.append(names[w] + " " + ("-" if w == $free else str(abs(d) % $team + 1)))
    return out
""",
        make=lambda rng, values: [[rng.between(-60, 60) for _ in range(rng.between(6, 14))]],
    ),
    Family(
        key="small_birthday_list",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "year": tuple(range(2013, 2033)),
            "month": tuple(Say(str(m), m) for m in range(2, 12)),
            "day": tuple(range(3, 27)),
        },
        statement="""\
On day $day of month $month of the year $year, a club lists the ages of its members in full years. A member
is one year older from the birthday on, so someone whose birthday is this very day already has the new age.

Input: n (1 to 40) on the first line, then n lines with dates of birth in the form YYYY-MM-DD, from 1900 to
2012; no one is born on 29 February.
Output: one line with the ages in order, separated by single spaces. Then one line with the numbers of
members whose birthday in the year $year is already past, is this very day, and is still to come, in this
order and separated by spaces.""",
        reference="""\
ages, sides = [], [0, 0, 0]
for _ in range(int(input())):
    y, m, d = map(int, input().split("-"))
    late = (m, d) > ($month, $day)
    ages.append($year - y - late)
    sides[2 if late else 1 if (m, d) == ($month, $day) else 0] += 1
print(*ages)
print(*sides)
""",
        wrong="""\
ages, sides = [], [0, 0, 0]
for _ in range(int(input())):
    y, m, d = map(int, input().split("-"))
    late = (m, d) >= ($month, $day)
    ages.append($year - y - late)
    sides[2 if late else 1 if (m, d) == ($month, $day) else 0] += 1
print(*ages)
print(*sides)
""",
        make=_ages,
    ),
)
