"""Grade 2: sequences seen through windows, runs, peaks and clamps."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _window_input(rng: Rng, values: Values) -> Any:
    count = int(values["width"]) + int(values["stride"]) * rng.between(2, 12) + rng.below(2) * rng.below(4)
    return [[rng.between(-30, 60) for _ in range(count)]]


def _run_input(rng: Rng, values: Values) -> Any:
    m = int(values["modulus"])
    numbers: list[int] = []
    for _ in range(rng.between(5, 14)):
        residue = rng.below(m)
        numbers += [residue + m * rng.below(6) for _ in range(rng.between(1, 5))]
    return [numbers]


def _peak_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(10, 60) for _ in range(rng.between(12, 36))]]


def _clamp_input(rng: Rng, values: Values) -> Any:
    count = rng.between(4, 14)
    swing = int(values["ceiling"])
    return f"{count}\n" + "\n".join(str(rng.between(-swing, swing)) for _ in range(count)) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_window_report",
        grade=2,
        kind="function",
        starter="def window_report(nums: list[int]) -> list[list[int]]:",
        parameters={
            "width": tuple(range(3, 11)),
            "stride": (1, 2, 3, 4),
            "measure": (
                Say("the largest minus the smallest number", "max(w) - min(w)"),
                Say("the sum of the numbers", "sum(w)"),
                Say("the second largest number (a repeated maximum counts twice)", "sorted(w)[-2]"),
                Say("the first number minus the last number", "w[0] - w[-1]"),
            ),
            "modulus": tuple(range(3, 22)),
            "tie": (Say("smaller", "r[0]"), Say("larger", "-r[0]")),
        },
        statement="""\
A sensor hands you its readings `nums` (2 to 60 integers, each from -1000 to 1000). Look at windows of
exactly $width neighbouring readings. The first window starts at index 0, and each next one starts $stride
further on; a window that would run past the end of the list does not exist. The measure of a window is
$measure.

Windows whose measure is divisible by $modulus are thrown away (0 and negative multiples are divisible
too). Return the others as pairs `[start, measure]`, where `start` is the window's first index, ordered by
measure from largest to smallest; among equal measures the $tie start comes first. If nothing is left,
return an empty list.""",
        reference="""\
def window_report(nums):
    rows = []
    for i in range(0, len(nums) - $width + 1, $stride):
        w = nums[i:i + $width]
        value = $measure
        if value % $modulus != 0:
            rows.append([i, value])
    rows.sort(key=lambda r: (-r[1], $tie))
    return rows
""",
        wrong="""\
def window_report(nums):
    rows = []
    for i in range(0, len(nums) - $width, $stride):
        w = nums[i:i + $width]
        value = $measure
        if value % $modulus != 0:
            rows.append([i, value])
    rows.sort(key=lambda r: (-r[1], $tie))
    return rows
""",
        make=_window_input,
    ),
    Family(
        key="mid_residue_runs",
        grade=2,
        kind="function",
        starter="def residue_runs(nums: list[int]) -> list[list[int]]:",
        parameters={
            "modulus": tuple(range(3, 40)),
            "shortest": (1, 2, 3),
            "summary": (
                Say("the sum of its numbers", "sum(run)"),
                Say("its largest number", "max(run)"),
                Say("its last number minus its first number", "run[-1] - run[0]"),
                Say("the number of different values in it", "len(set(run))"),
                Say("its smallest number", "min(run)"),
            ),
            "order": (
                Say("in the order in which they occur", "0"),
                Say("the longest run first, equal lengths in the order in which they occur", "-r[1]"),
                Say(
                    "the smallest remainder first, equal remainders in the order in which they occur", "r[0]"
                ),
                Say(
                    "the largest remainder first, equal remainders in the order in which they occur", "-r[0]"
                ),
            ),
        },
        statement="""\
Split the list `nums` of integers (0 to 100 of them, each from 0 to 10000) into runs: a run is a longest
possible stretch of neighbouring numbers that all leave the same remainder when divided by $modulus. Runs
that have fewer than $shortest numbers are dropped, and the runs on both sides of a dropped one are not
joined, even if their remainders agree.

Return one triple `[remainder, length, summary]` per remaining run, where the summary of a run is
$summary. List the runs $order. An empty list gives an empty list.""",
        reference="""\
def residue_runs(nums):
    runs = []
    for x in nums:
        if runs and runs[-1][-1] % $modulus == x % $modulus:
            runs[-1].append(x)
        else:
            runs.append([x])
    rows = [[run[0] % $modulus, len(run), $summary] for run in runs if len(run) >= $shortest]
    rows.sort(key=lambda r: $order)
    return rows
""",
        wrong="""\
def residue_runs(nums):
    runs, run = [], []
    for x in nums:
        if run and run[-1] % $modulus != x % $modulus:
            runs.append(run)
            run = []
        run.append(x)
    rows = [[run[0] % $modulus, len(run), $summary] for run in runs if len(run) >= $shortest]
    rows.sort(key=lambda r: $order)
    return rows
""",
        make=_run_input,
    ),
    Family(
        key="mid_lookout_peaks",
        grade=2,
        kind="function",
        starter="def lookouts(heights: list[int]) -> list[int]:",
        parameters={
            "radius": (1, 2, 3, 4),
            "rise": tuple(range(0, 9)),
            "border": (
                Say("may be a lookout; only the neighbours that exist are compared", 0),
                Say("is never a lookout", 1),
            ),
            "report": (
                Say("its index", "i"),
                Say("its height", "heights[i]"),
                Say("its height minus the mean of the list rounded down", "heights[i] - mean"),
                Say("its index multiplied by its height", "i * heights[i]"),
                Say("the difference between it and the lowest point of the list", "heights[i] - low"),
            ),
            "bonus": tuple(range(1, 9)),
        },
        statement="""\
The skyline `heights` is a list of 1 to 100 integers from 0 to 500. Index i is a lookout if its height
exceeds the height of every other place at a distance of at most $radius by more than $rise. A place that
has fewer than $radius neighbours on one of its sides $border.

Walk from left to right and return a list with one number per lookout: $report, plus $bonus times the
number of lookouts found before it. After the lookouts append one last number: the sum of the heights of
all places that are not lookouts. So the result always holds at least one number.""",
        reference="""\
def lookouts(heights):
    n = len(heights)
    mean = sum(heights) // n
    low = min(heights)
    result, rest = [], 0
    for i in range(n):
        near = heights[max(0, i - $radius):i] + heights[i + 1:i + $radius + 1]
        inside = i >= $radius and i + $radius < n
        if (inside or $border == 0) and all(heights[i] - h > $rise for h in near):
            result.append($report + $bonus * len(result))
        else:
            rest += heights[i]
    return [*result, rest]
""",
        wrong="""\
def lookouts(heights):
    n = len(heights)
    mean = sum(heights) // n
    low = min(heights)
    result, rest = [], 0
    for i in range(n):
        near = heights[max(0, i - $radius):i] + heights[i + 1:i + $radius + 1]
        if i >= $radius and all(heights[i] - h >= $rise for h in near):
            result.append($report + $bonus * len(result))
        else:
            rest += heights[i]
    return [*result, rest]
""",
        make=_peak_input,
    ),
    Family(
        key="mid_clamped_tank",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "ceiling": tuple(range(20, 60)),
            "start": tuple(range(0, 20)),
            "leak": (1, 2, 3, 4),
            "spill": (
                Say("is lost", "0"),
                Say("comes back with the next day's flow, before that day is worked out", "over"),
            ),
        },
        statement="""\
A rain tank holds at most $ceiling litres and starts with $start. Every day has a flow: positive rain or
negative use. Each day the flow is added to the level. If the level is then above $ceiling, the surplus is
noted as the day's overflow and the level becomes $ceiling; if it is below 0, what is missing is noted as
the day's shortage and the level becomes 0. The overflow $spill; shortages are never made up for. At the
end of each day $leak litres leak out, or all that is left if it is less.

Input: the number of days (1 to 50), then one integer flow from -100 to 100 per line. Output: for each day
a line with the level after the leak, and a last line with the total overflow and the total shortage,
separated by a space.""",
        reference="""\
import sys

data = list(map(int, sys.stdin.read().split()))
level, back, overflow, shortage = $start, 0, 0, 0
for flow in data[1:1 + data[0]]:
    level += flow + back
    over = max(0, level - $ceiling)
    missing = max(0, -level)
    overflow += over
    shortage += missing
    level = min(max(level, 0), $ceiling)
    back = $spill
    level = max(0, level - $leak)
    print(level)
print(overflow, shortage)
""",
        wrong="""\
import sys

data = list(map(int, sys.stdin.read().split()))
level, back, overflow, shortage = $start, 0, 0, 0
for flow in data[1:1 + data[0]]:
    level += flow + back - $leak
    over = max(0, level - $ceiling)
    missing = max(0, -level)
    overflow += over
    shortage += missing
    level = min(max(level, 0), $ceiling)
    back = $spill
    print(level)
print(overflow, shortage)
""",
        make=_clamp_input,
    ),
)
