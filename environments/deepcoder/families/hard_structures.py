"""Grade 3: data structures behind queries, windows and histories."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_LEDGER = """\
import sys

lines = sys.stdin.read().split("\\n")
n, q = map(int, lines[0].split())
values = [int(x) for x in lines[1].split()]
for line in lines[2:2 + q]:
    word, a, b, *rest = line.split()
    low, high = sorted((int(a), int(b)))
    part = values[low:high + 1]
    if word == "add":
        x = int(rest[0])
        values[low:high + 1] = [$added for v in part]
    elif word == "set":
        x = int(rest[0])
        values[low:high + 1] = [x + $slope * i for i in range(len(part))]
    elif word == "turn":
        values[low:high + 1] = part[::-1]
    else:
        print($figure, sum(part) % $modulus)
print(*values)
"""

_KTH = """\
from bisect import bisect_left, insort


def window_ranks(nums, widths):
    result = []
    for width in widths:
        window, total, best = [], 0, None
        for i, x in enumerate(nums):
            insort(window, x)
            if i >= width:
                window.pop(bisect_left(window, nums[i - width]))
            if i >= width - 1 or $partial:
                k = (len(window) - 1) * $top // $bottom
                total += window[k] * $weight
                if best is None or window[k] $better best[0]:
                    best = (window[k], i)
        result.append([total % $modulus, *(best or (0, -1))])
    return result
"""

_VIEW = """\
def views(heights):
    result = []
    for i, h in enumerate(heights):
        total, top = 0, -1
        for j in range(i + 1, min(len(heights), i + $far + 1)):
            if heights[j] $clear top:
                total += $worth
            top = max(top, heights[j])
            if top > h + $stand:
                total += $wall
                break
        result.append(total)
    return result
"""


def _ledger_input(rng: Rng, values: Values) -> Any:
    n = rng.between(5, 12)
    rows = []
    for _ in range(rng.between(6, 14)):
        word = rng.choice(["add", "add", "set", "turn", "ask", "ask"])
        a, b = rng.below(n), rng.below(n)
        rows.append(f"{word} {a} {b}" + (f" {rng.between(-9, 20)}" if word in ("add", "set") else ""))
    start = " ".join(str(rng.between(-10, 40)) for _ in range(n))
    return f"{n} {len(rows)}\n{start}\n" + "\n".join(rows) + "\n"


def _kth_input(rng: Rng, values: Values) -> Any:
    n = rng.between(8, 30)
    return [[rng.between(0, 60) for _ in range(n)], [rng.between(1, n) for _ in range(rng.between(2, 5))]]


def _view_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(0, 15) for _ in range(rng.between(6, 24))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_range_queries",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "added": (
                Say("grows by x", "v + x"),
                Say("grows by x but not above 50 (one that is above 50 becomes 50)", "min(v + x, 50)"),
                Say("grows by x and then becomes 0 if it is negative", "max(v + x, 0)"),
                Say(
                    "grows by x if it is even, and falls by x if it is odd",
                    "(v + x if v % 2 == 0 else v - x)",
                ),
            ),
            "slope": (-2, -1, 1, 2, 3),
            "figure": (
                Say("the largest number", "max(part)"),
                Say("the smallest number", "min(part)"),
                Say("the largest minus the smallest number", "max(part) - min(part)"),
                Say("the number of different numbers", "len(set(part))"),
            ),
            "modulus": tuple(range(50, 90)),
        },
        statement="""\
A row of n numbers, at places 0 to n - 1, is worked on by q commands. Every command names two places a and
b, in any order; it concerns all places from the smaller to the larger one, both included.
- `add a b x`: each number there $added.
- `set a b x`: the numbers there become, from the smallest place on, x, x + ($slope), x + 2 * ($slope) and
  so on.
- `turn a b`: the numbers there are put into reverse order.
- `ask a b`: print a line with $figure there and, after a space, the sum of the numbers there modulo
  $modulus (never negative).

Input: n (1 to 100) and q (1 to 100) on the first line, the n numbers (-1000 to 1000) on the second, then
q lines with one command each, x being from -100 to 100. Output: the answers to the asking commands in
order, and at the end a line with the whole row, separated by spaces.""",
        reference=_LEDGER,
        wrong=_LEDGER.replace(
            "low, high = sorted((int(a), int(b)))",
            "low, high = int(a), int(b)\n    if low > high:\n        low = high",
        ),
        make=_ledger_input,
    ),
    Family(
        key="hard_window_ranks",
        grade=3,
        kind="function",
        starter="def window_ranks(nums: list[int], widths: list[int]) -> list[list[int]]:",
        parameters={
            "partial": (
                Say("windows are counted only when they have all w numbers", "False"),
                Say("windows near the beginning that have fewer than w numbers count as well", "True"),
            ),
            "top": (1, 2, 3, 4),
            "bottom": (5, 6, 7),
            "better": (
                Say("largest rank number, the first of equal ones", "> "),
                Say("largest rank number, the last of equal ones", ">="),
                Say("smallest rank number, the first of equal ones", "< "),
                Say("smallest rank number, the last of equal ones", "<="),
            ),
            "weight": (1, 2, 3, 4, 5),
            "modulus": tuple(range(101, 110)),
        },
        statement="""\
For a width w, the window at index i of `nums` consists of the number at index i and the w - 1 numbers
before it; $partial. The rank number of a window with m numbers is found by sorting it in ascending order
and taking the number at index (m - 1) * $top / $bottom, rounded down (indices count from 0).

`nums` has 1 to 200 integers from 0 to 1000, and `widths` 1 to 20 integers from 1 to the length of `nums`.
For each width, in the order given, return a triple: the sum of all rank numbers times $weight, modulo
$modulus; then the rank number and the index i of the window with the $better. Return the list of these
triples.""",
        reference=_KTH,
        wrong=_KTH.replace("if i >= width:", "if i > width:"),
        make=_kth_input,
    ),
    Family(
        key="hard_hill_views",
        grade=3,
        kind="function",
        starter="def views(heights: list[int]) -> list[int]:",
        parameters={
            "clear": (Say("higher than", ">"), Say("at least as high as", ">=")),
            "stand": (0, 1, 2, 3),
            "far": tuple(range(3, 10)),
            "worth": (
                Say("1", "1"),
                Say("its height", "heights[j]"),
                Say("its distance j - i", "(j - i)"),
                Say("its index j", "j"),
                Say("its height plus its distance j - i", "heights[j] + j - i"),
            ),
            "wall": tuple(range(1, 16)),
        },
        statement="""\
A row of hills has the heights `heights` (1 to 200 integers from 0 to 100). A painter on hill i looks to
the right, at the hills i + 1, i + 2, ... up to i + $far, as far as they exist, one after the other. Hill
j is seen if it is $clear every hill strictly between i and j; the hill next to the painter is always
seen. The view ends early at a wall: the first hill that is higher than the height of hill i plus $stand.
The wall itself is looked at like any other hill, hills behind it are not.

Each hill j that is seen counts $worth, and if the view ends at a wall, $wall is added on top. Return the
list of the sums for all i from left to right. The last hill has nothing to its right and gets 0.""",
        reference=_VIEW,
        wrong=_VIEW.replace("                break\n", ""),
        make=_view_input,
    ),
)
