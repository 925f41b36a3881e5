"""Grade 1: running times, opening hours and calendars."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _clocks(low: int, high: int, step: int) -> tuple[Say, ...]:
    return tuple(Say(_clock(m), m) for m in range(low, high + 1, step))


def _songs(rng: Rng, values: Values) -> str:
    rows = [f"{rng.between(1, 9)}:{rng.below(60):02d}" for _ in range(rng.between(4, 14))]
    return f"{len(rows)}\n{' '.join(rows)}\n"


def _guests(rng: Rng, values: Values) -> str:
    lunch = int(values["lunch"])
    edges = (int(values["open"]), lunch, lunch + int(values["rest"]), int(values["close"]))
    rows = []
    for _ in range(rng.between(5, 9)):
        rows.append(rng.choice(edges) + rng.between(-1, 1) if rng.below(3) else rng.below(1440))
    return f"{len(rows)}\n" + "\n".join(map(_clock, rows)) + "\n"


def _held_up(rng: Rng, values: Values) -> Any:
    return [[rng.choice((0, 0, rng.between(1, 6), rng.between(3, 18))) for _ in range(rng.between(8, 20))]]


def _laps(rng: Rng, values: Values) -> str:
    now, rows = int(values["start"]), []
    for _ in range(rng.between(4, 10)):
        now += rng.between(int(values["limit"]) - 12, int(values["limit"]) + 15)
        rows.append(f"{now // 60}:{now % 60:02d}")
    return f"{len(rows)}\n{' '.join(rows)}\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_song_starts",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "gap": tuple(range(2, 22)),
            "every": (2, 3, 4, 5),
            "pause": tuple(range(30, 92, 2)),
        },
        statement="""\
A radio hour is planned from a list of songs. The first song starts at 0 seconds. Between a song and the
next one there are $gap seconds of silence; but after every $every songs there is a break of $pause seconds
in place of this silence. Nothing comes after the last song.

Input: n (1 to 40) on the first line, then n lengths in the form M:SS on one line (minutes without a
leading zero, two digits for the seconds).
Output: n lines, each with the time at which a song starts, then one line with the time at which the last
song ends. All times have the form H:MM:SS, with hours without a leading zero (0 included).""",
        reference="""\
n = int(input())
now = 0
show = lambda s: f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}"
for i, song in enumerate(input().split()):
    if i:
        now += $pause if i % $every == 0 else $gap
    print(show(now))
    m, s = song.split(":")
    now += int(m) * 60 + int(s)
print(show(now))
""",
        wrong="""\
n = int(input())
now = 0
show = lambda s: f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}"
for i, song in enumerate(input().split()):
    if i:
        now += $gap + ($pause if i % $every == 0 else 0)
    print(show(now))
    m, s = song.split(":")
    now += int(m) * 60 + int(s)
print(show(now))
""",
        make=_songs,
    ),
    Family(
        key="small_island_calendar",
        grade=1,
        kind="function",
        starter="def dates(days: list[int]) -> list[list[int]]:",
        parameters={
            "size": tuple(range(20, 36)),
            "months": tuple(range(5, 13)),
            "feast": tuple(range(2, 7)),
            "year": tuple(range(1, 11)),
        },
        statement="""\
On an island every year has $months months of $size days each, numbered from 1, and after the last month
$feast feast days that belong to no month. Days are counted on without end: day 0 is the first day of the
first month of year $year. Given `days` (1 to 60 integers from 0 to 100000), return for each of them the
triple [year, month, day of the month], in the same order. For a feast day the month is 0 and the day is
its number among the feast days of that year, counted from 1.""",
        reference="""\
def dates(days):
    out = []
    for d in days:
        y, rest = divmod(d, $months * $size + $feast)
        m, k = divmod(rest, $size) if rest < $months * $size else (-1, rest - $months * $size)
        out.append([$year + y, m + 1, k + 1])
    return out
""",
        wrong="""\
def dates(days):
    out = []
    for d in days:
        y, rest = divmod(d, $months * $size + $feast)
        m, k = divmod(rest, $size)
        out.append([$year + y, m + 1, k + 1])
    return out
""",
        make=lambda rng, values: [_island(rng, values)],
        held_out=True,
    ),
    Family(
        key="small_opening_hours",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "open": _clocks(420, 570, 30),
            "lunch": _clocks(700, 770, 10),
            "rest": tuple(range(20, 61, 5)),
            "close": _clocks(960, 1160, 40),
        },
        statement="""\
An office opens at $open and closes at $close. From $lunch on it is shut for $rest minutes for lunch. A
guest who comes while it is open goes in at once; a guest who comes in the minute of opening, or in the
minute in which lunch ends, goes in as well, but one who comes in the minute in which lunch begins or the
office closes finds it shut. A guest who finds it shut waits for the next time it opens, which may be on
the next day.

Input: n (1 to 40), then n lines with the times of arrival, HH:MM from 00:00 to 23:59.
Output: for each guest one line with the time HH:MM of going in, followed by a plus sign if this is on the
next day. A last line holds the sum of all waiting times in minutes.""",
        reference="""\
total = 0
for _ in range(int(input())):
    h, m = map(int, input().split(":"))
    t = h * 60 + m
    if t < $open:
        go = $open
    elif $lunch <= t < $lunch + $rest:
        go = $lunch + $rest
    else:
        go = t if t < $close else 1440 + $open
    total += go - t
    print(f"{go % 1440 // 60:02d}:{go % 60:02d}" + "+" * (go >= 1440))
print(total)
""",
        wrong="""\
total = 0
for _ in range(int(input())):
    h, m = map(int, input().split(":"))
    t = h * 60 + m
    if t < $open:
        go = $open
    elif $lunch < t <= $lunch + $rest:
        go = $lunch + $rest
    else:
        go = t if t <= $close else 1440 + $open
    total += go - t
    print(f"{go % 1440 // 60:02d}:{go % 60:02d}" + "+" * (go >= 1440))
print(total)
""",
        make=_guests,
    ),
    Family(
        key="small_train_delay",
        grade=1,
        kind="function",
        starter="def delays(held: list[int]) -> list[int]:",
        parameters={
            "catch": tuple(range(2, 7)),
            "signal": tuple(range(2, 9)),
            "limit": tuple(range(10, 21)),
            "cut": tuple(range(2, 10)),
        },
        statement="""\
A train leaves its first station on time. On each leg to the next station it makes up $catch minutes of its
delay, or the whole delay if that is smaller, for it is never early. Then, if it was held up on the leg for
one minute or more, the delay grows by these minutes and by another $signal minutes for starting up again.
If the delay is now more than $limit minutes, the train leaves out a stop, which takes $cut minutes off the
delay, once a leg. `held` says for each leg for how many minutes the train was held up (1 to 60 integers
from 0 to 60). Return the delay after every leg, in order.""",
        reference="""\
def delays(held):
    late, out = 0, []
    for minutes in held:
        late = max(0, late - $catch)
        if minutes > 0:
            late += minutes + $signal
        if late > $limit:
            late -= $cut
        out.append(late)
    return out
""",
        wrong="""\
def delays(held):
    late, out = 0, []
    for minutes in held:
        if minutes > 0:
            late += minutes + $signal
        late = max(0, late - $catch)
        if late > $limit:
            late -= $cut
        out.append(late)
    return out
""",
        make=_held_up,
    ),
    Family(
        key="small_lap_times",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "start": tuple(range(2, 32)),
            "limit": tuple(range(70, 96)),
            "mark": ("*", "!", "+"),
        },
        statement="""\
A stopwatch already showed $start seconds when a runner set off, and she noted what it showed at the end of
every lap. A lap of more than $limit seconds is slow.

Input: n (1 to 40) on the first line, then a line with the n times noted, each larger than the one before,
in the form M:SS (minutes without a leading zero, two digits for the seconds). The first is later than the
start.
Output: for each lap one line with the time it took, in the same form, followed by $mark if it is slow.
Then one line with the number of the fastest lap (the first of them if several, counted from 1), a space,
and the seconds by which all slow laps together were above $limit.""",
        reference="""\
n = int(input())
before, laps = $start, []
for note in input().split():
    m, s = map(int, note.split(":"))
    laps.append(m * 60 + s - before)
    before = m * 60 + s
for lap in laps:
    print(f"{lap // 60}:{lap % 60:02d}" + "$mark" * (lap > $limit))
print(laps.index(min(laps)) + 1, sum(lap - $limit for lap in laps if lap > $limit))
""",
        wrong="""\
n = int(input())
before, laps = 0, []
for note in input().split():
    m, s = map(int, note.split(":"))
    laps.append(m * 60 + s - before)
    before = m * 60 + s
for lap in laps:
    print(f"{lap // 60}:{lap % 60:02d}" + "$mark" * (lap > $limit))
print(laps.index(min(laps)) + 1, sum(lap - $limit for lap in laps if lap > $limit))
""",
        make=_laps,
    ),
)


def _island(rng: Rng, values: Values) -> list[int]:
    year = int(values["size"]) * int(values["months"]) + int(values["feast"])
    days = [year * rng.between(1, 9) - rng.between(-1, int(values["feast"]) + 1) for _ in range(4)]
    return days + [rng.between(0, 12 * year) for _ in range(rng.between(2, 8))]
