"""Grade 3: networks built cable by cable."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_CABLES = """\
import sys

lines = sys.stdin.read().split("\\n")
n, m = map(int, lines[0].split())
height = [int(x) for x in lines[1].split()]
cables = []
for i, line in enumerate(lines[2:2 + m]):
    a, b, w = map(int, line.split())
    cost = $cost
    cables.append((cost, $tie, a, b))
cables.sort()
group = list(range(n))
degree = [0] * n
total = 0
for cost, i, a, b in cables:
    if group[a] == group[b] or degree[a] >= $ports or degree[b] >= $ports:
        continue
    old, new = group[a], group[b]
    group = [new if g == old else g for g in group]
    degree[a] += 1
    degree[b] += 1
    total += cost
    print(abs(i), cost)
print(len(set(group)), total + $penalty * (len(set(group)) - 1))
"""


def _cable_input(rng: Rng, values: Values) -> Any:
    n, m = rng.between(5, 10), rng.between(8, 20)
    heights = " ".join(str(rng.between(0, 20)) for _ in range(n))
    rows = [" ".join(map(str, [*rng.sample(range(n), 2), rng.between(1, 12)])) for _ in range(m)]
    return f"{n} {m}\n{heights}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_cable_plan",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "cost": (
                Say("w", "w"),
                Say("w plus the difference of the heights of a and b", "w + abs(height[a] - height[b])"),
                Say("w plus the larger of the heights of a and b", "w + max(height[a], height[b])"),
                Say("w plus 5 if a and b are neighbouring numbers", "w + 5 * (abs(a - b) == 1)"),
                Say(
                    "w, or twice w if the height of b is above that of a", "w * (1 + (height[b] > height[a]))"
                ),
                Say("w times w", "w * w"),
            ),
            "tie": (Say("smaller", "i"), Say("larger", "-i")),
            "ports": (2, 3, 4),
            "penalty": tuple(range(10, 80)),
        },
        statement="""\
An office wires n houses, numbered from 0, with some of m possible cables, numbered from 0 as well. Cable
i joins the different houses a and b, in this order in the input, and has a length w; its cost is $cost.
The office goes through all cables from the cheapest to the most expensive one; among equal costs the one
with the $tie number comes first. A cable is built if its houses are not yet connected, directly or over
other houses, and if each of its two houses has fewer than $ports built cables so far. A cable passed over
once is never looked at again.

Input: n (1 to 40) and m (0 to 100) on the first line, the n heights (0 to 100) on the second, then m
lines `a b w` (w from 1 to 100). Output: for each built cable, in the order of building, a line with its
number and its cost; then a line with the number of groups of connected houses at the end, and the total
cost of the built cables plus $penalty for each group beyond the first.""",
        reference=_CABLES,
        wrong=_CABLES.replace("(cost, $tie, a, b)", "(cost, -($tie), a, b)").replace(">= $ports", "> $ports"),
        make=_cable_input,
    ),
)
