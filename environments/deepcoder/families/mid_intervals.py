"""Grade 2: pairs, bookings and stretches of a line."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _match_input(rng: Rng, values: Values) -> Any:
    lists = [sorted(rng.between(0, 90) for _ in range(rng.between(5, 18))) for _ in range(2)]
    return "\n".join(" ".join(map(str, numbers)) for numbers in lists) + "\n"


_DOCK = """\
def dock_plan(requests):
    taken, refused = [], 0
    for start, length in sorted(requests, key=lambda r: $order):
        end = start + length
        if length <= $longest and all(end + $gap <= s or e + $gap <= start for s, e in taken):
            taken.append([start, end])
        else:
            refused += 1
    taken.sort()
    return [*taken, [refused, sum(e - s for s, e in taken) * $fee]]
"""

_MERGE = """\
import sys

data = list(map(int, sys.stdin.read().split()))
strips = sorted(zip(data[1::2], data[2::2]))[: data[0]]
blocks = []
for a, b in strips:
    if blocks and a - blocks[-1][1] <= $gap:
        blocks[-1][1] = max(blocks[-1][1], b)
        blocks[-1][2].append(b - a)
    else:
        blocks.append([a, b, [b - a]])
left = 0
for a, b, sizes in blocks:
    if b - a >= $least:
        print(a - $pad, b + $pad, $figure)
    else:
        left += b - a
print("left", left)
"""

_LAMPS = """\
def brightness(lamps, places):
    result = []
    for q in places:
        light = []
        for position, power in lamps:
            d = abs(position - q)
            if d <= power * $reach:
                light.append(max(power * $scale - d * $fade, $floor))
        light.sort(reverse=True)
        result.append(sum(light[:$most]))
    return result
"""


def _dock_input(rng: Rng, values: Values) -> Any:
    top = int(values["longest"]) + 2
    return [[[rng.between(0, 60), rng.between(1, top)] for _ in range(rng.between(4, 16))]]


def _merge_input(rng: Rng, values: Values) -> Any:
    rows = []
    for _ in range(rng.between(3, 14)):
        a = rng.between(-60, 90)
        rows.append(f"{a} {a + rng.between(1, 12)}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _lamp_input(rng: Rng, values: Values) -> Any:
    lamps = [[rng.between(0, 60), rng.between(1, 9)] for _ in range(rng.between(3, 12))]
    return [lamps, [rng.between(-5, 65) for _ in range(rng.between(3, 10))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_partner_match",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "below": tuple(range(0, 15)),
            "above": tuple(range(1, 16)),
            "pick": (Say("lowest", "0"), Say("highest", "-1")),
            "side": (Say("lowest", ""), Say("highest", "[::-1]")),
            "weight": tuple(range(2, 8)),
        },
        statement="""\
Two dance schools each send a line of integers, the sizes of their dancers (0 to 30 per school, sizes 0 to
200). Dancers of the first school choose one after the other, starting with the $side size. A dancer of
size a may be paired with a free dancer of the second school whose size b satisfies a - $below <= b <= a +
$above. If there are several such dancers, the one with the $pick size is taken; if there is none, the
dancer sits out. A chosen partner is not free any more.

Input: two lines, each with the integers of one school in ascending order, separated by spaces; a line may
be empty. Output: a line `a b` per pair in the order of the choices, then one line with the sum of $weight
times the number of dancers of the first school who sit out and the sizes of all dancers of the second
school left without a partner.""",
        reference="""\
import sys

lines = (sys.stdin.read() + "\\n\\n").split("\\n")
first, second = (sorted(map(int, line.split())) for line in lines[:2])
alone = 0
for a in first$side:
    fit = [b for b in second if a - $below <= b <= a + $above]
    if fit:
        second.remove(fit[$pick])
        print(a, fit[$pick])
    else:
        alone += 1
print($weight * alone + sum(second))
""",
        wrong="""\
import sys

lines = (sys.stdin.read() + "\\n\\n").split("\\n")
first, second = (sorted(map(int, line.split())) for line in lines[:2])
alone = 0
for a in first$side:
    fit = [b for b in second if a - $below <= b <= a + $above]
    if fit:
        b = min(fit, key=lambda x: abs(x - a))
        second.remove(b)
        print(a, b)
    else:
        alone += 1
print($weight * alone + sum(second))
""",
        make=_match_input,
    ),
    Family(
        key="mid_dock_plan",
        grade=2,
        kind="function",
        starter="def dock_plan(requests: list[list[int]]) -> list[list[int]]:",
        parameters={
            "order": (
                Say("in the order given", "0"),
                Say("from the shortest stay to the longest, equal stays in the order given", "r[1]"),
                Say("from the longest stay to the shortest, equal stays in the order given", "-r[1]"),
                Say("from the earliest start to the latest, equal starts in the order given", "r[0]"),
                Say("from the latest start to the earliest, equal starts in the order given", "-r[0]"),
            ),
            "longest": tuple(range(6, 16)),
            "gap": tuple(range(0, 6)),
            "fee": tuple(range(2, 14)),
        },
        statement="""\
A harbour has one dock. `requests` is a list of 0 to 50 pairs `[start, length]` of integers (start 0 to
1000, length 1 to 100): a ship wants the dock from `start` until `start + length`. The harbour master goes
through the requests $order. A request is refused if its length exceeds $longest, or if fewer than $gap
time units would lie between it and a stay accepted before, be that stay earlier or later in time;
otherwise it is accepted. With a gap of 0 a stay may begin at the very moment at which another one ends,
but stays never overlap.

Return the accepted stays as pairs `[start, end]` in ascending order of start, followed by one last pair:
the number of refused requests, and the total length of all accepted stays multiplied by the fee $fee.""",
        reference=_DOCK,
        wrong=_DOCK.replace("length <= $longest and ", "").replace("end + $gap", "end"),
        make=_dock_input,
    ),
    Family(
        key="mid_strip_blocks",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "gap": tuple(range(0, 8)),
            "least": tuple(range(8, 20)),
            "pad": tuple(range(0, 6)),
            "figure": (
                Say("the sum of the lengths of its strips", "sum(sizes)"),
                Say("the number of its strips", "len(sizes)"),
                Say("the length of its longest strip", "max(sizes)"),
                Say("the length of its shortest strip", "min(sizes)"),
            ),
        },
        statement="""\
Strips of tape stick to a long rail. The input holds the number of strips (1 to 60) on the first line,
then one strip per line as two integers a and b (-1000 <= a < b <= 1000): the strip covers the rail from a
to b. Two strips belong to the same block if they overlap, or if the free space between them is at most
$gap; blocks grow through chains of such strips.

A block runs from its smallest a to its largest b. For every block of length at least $least print a line
with three integers, from left to right along the rail: its start minus $pad, its end plus $pad, and
$figure (strip lengths are b - a, counted in full even where strips overlap). After these lines print
`left T`, where T is the total length of all blocks that were too short to be printed.""",
        reference=_MERGE,
        wrong=_MERGE.replace("max(blocks[-1][1], b)", "b").replace("b - a >= $least", "b - a > $least"),
        make=_merge_input,
    ),
    Family(
        key="mid_lamp_brightness",
        grade=2,
        kind="function",
        starter="def brightness(lamps: list[list[int]], places: list[int]) -> list[int]:",
        parameters={
            "reach": (2, 3, 4, 5, 6),
            "scale": tuple(range(2, 14)),
            "fade": (2, 3, 4, 5),
            "floor": (1, 2, 3, 4, 5),
            "most": (1, 2, 3, 4),
        },
        statement="""\
Street lamps stand along a road. Each entry `[position, power]` of `lamps` (0 to 50 lamps, position -1000
to 1000, power 1 to 20) describes one. A lamp of power p lights every place at a distance d of at most
$reach times p from it, and gives that place $scale times p minus $fade times d units of light, though
never less than $floor units if the place is within reach. Places out of reach get nothing from the lamp.
Several lamps may share a position.

A place counts only the lamps that give it most: the $most strongest contributions, or all of them if
there are fewer. Return a list with the sum of the counted contributions for each place in `places` (1 to
50 integers from -2000 to 2000), in the order given; a place without light has 0.""",
        reference=_LAMPS,
        wrong=_LAMPS.replace("d <= power * $reach", "d < power * $reach").replace(
            "sort(reverse=True)", "sort()"
        ),
        make=_lamp_input,
        allowed=lambda v: int(v["reach"]) * int(v["fade"]) > int(v["scale"]) + 1,
    ),
)
