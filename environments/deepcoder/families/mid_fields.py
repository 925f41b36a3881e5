"""Grade 2: fields, tables and grids of numbers."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_ROBOT = """\
import sys

data = sys.stdin.read().split()
width, height = int(data[0]), int(data[1])
x, y, dx, dy = 0, 0, 0, 1
seen = {(0, 0)}
for c in data[2]:
    if c == "L":
        dx, dy = -dy, dx
    elif c == "R":
        dx, dy = dy, -dx
    else:
        for _ in range($stride if c == "F" else $leap):
            nx, ny = x + dx, y + dy
            if not (0 <= nx < width and 0 <= ny < height):
                $border
            x, y = nx, ny
            seen.add((x, y))
    print(x, y)
print(len(seen) * $prize)
"""


_PARKING = """\
import sys

lines = sys.stdin.read().split("\\n")
rows, size = map(int, lines[0].split())
lot = [[] for _ in range(rows)]
for line in lines[2:2 + int(lines[1])]:
    word, plate, *rest = line.split()
    if word == "in":
        length = int(rest[0]) + $gap
        free = [r for r in range(rows) if sum(n for _, n in lot[r]) + length <= size * $unit]
        if free:
            r = min(free, key=lambda r: $choice)
            lot[r].append((plate, length))
            print(plate, "row", r)
        else:
            print(plate, "turned away")
    else:
        place = [(r, k) for r in range(rows) for k in range(len(lot[r])) if lot[r][k][0] == plate]
        if not place:
            print(plate, "unknown")
            continue
        r, k = place[0]
        blockers = lot[r][k + 1:]
        lot[r] = lot[r][:k] + blockers$back
        print(plate, "leaves", $fee * len(blockers))
for row in lot:
    print(sum(n for _, n in row), *(p for p, _ in row))
"""


def _robot_input(rng: Rng, values: Values) -> Any:
    moves = "".join(rng.choice("LRFFFJ") for _ in range(rng.between(6, 20)))
    return f"{rng.between(3, 9)} {rng.between(3, 9)}\n{moves}\n"


def _parking_input(rng: Rng, values: Values) -> Any:
    plates = rng.sample(
        ["ax1", "bk7", "cz3", "dm9", "ep5", "fo2", "gt8", "hu4", "iv6", "jw0"], rng.between(6, 10)
    )
    rows, size = rng.between(1, 3), rng.between(3, 6)
    steps: list[str] = []
    parked: list[str] = []
    for _ in range(rng.between(10, 20)):
        outside = [p for p in plates if p not in parked]
        if outside and rng.bernoulli(0.6):
            parked.append(rng.choice(outside))
            steps.append(f"in {parked[-1]} {rng.between(2, 6)}")
        else:
            plate = rng.choice(parked if parked and rng.bernoulli(0.9) else plates)
            parked = [p for p in parked if p != plate]
            steps.append(f"out {plate}")
    return f"{rows} {size}\n{len(steps)}\n" + "\n".join(steps) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_walled_robot",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "stride": (1, 2, 3, 4),
            "leap": (5, 6, 7, 8, 9, 10),
            "border": (
                Say("it stays where it is and skips the rest of this command", "break"),
                Say(
                    "it comes in again at the opposite side of the field", "nx, ny = nx % width, ny % height"
                ),
                Say(
                    "it turns round and takes this one step in the new direction",
                    "dx, dy = -dx, -dy; nx, ny = x + dx, y + dy",
                ),
                Say(
                    "it returns to the corner (0, 0), which counts as this step, and keeps its direction",
                    "nx, ny = 0, 0",
                ),
                Say("it turns left and takes no step for this one", "dx, dy = -dy, dx; continue"),
            ),
            "prize": tuple(range(2, 20)),
        },
        statement="""\
A robot stands at (0, 0), the lower left corner of a field of width w and height h, so its places are (x,
y) with 0 <= x < w and 0 <= y < h. It faces up, towards larger y. Its commands are L (turn left by 90
degrees), R (turn right by 90 degrees), F (take $stride steps forward) and J (take $leap steps forward).
Steps are taken one at a time, each to the next place in the direction faced. If a step would leave the
field, $border.

Input: w and h (3 to 20) on the first line, and a row of 1 to 50 commands without spaces on the second.
Output: a line `x y` with the robot's place after every command (also after turns), then a line with the
number of different places it has been at, the start included, multiplied by $prize.""",
        reference=_ROBOT,
        wrong=_ROBOT.replace("dx, dy = dy, -dx", "dx, dy = -dy, -dx").replace(
            "seen = {(0, 0)}", "seen = set()"
        ),
        make=_robot_input,
    ),
    Family(
        key="mid_parking_rows",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "unit": tuple(range(3, 9)),
            "gap": (0, 1, 2, 3),
            "choice": (
                Say("the lowest number", "r"),
                Say("the fewest cars, the lowest number on ties", "(len(lot[r]), r)"),
                Say("the least room taken, the lowest number on ties", "(sum(n for _, n in lot[r]), r)"),
                Say("the most room taken, the highest number on ties", "(-sum(n for _, n in lot[r]), -r)"),
                Say("the highest number", "-r"),
            ),
            "back": (Say("the same order as before", ""), Say("reversed order", "[::-1]")),
            "fee": tuple(range(1, 20)),
        },
        statement="""\
A car park has dead-end rows numbered from 0. A row of size s has s times $unit metres, and a car of length
x takes x + $gap of them. Input: the number of rows (1 to 9) and their common size (1 to 20), then the
number of events (1 to 60), then one event per line:
- `in PLATE X`: a car of length X (1 to 9), not parked now, enters a row with enough free metres; of
  several, the one with $choice. It becomes the car nearest to the open end. Print `PLATE row R`, or `PLATE
  turned away` if no row has room.
- `out PLATE`: the car leaves. The cars between it and the open end first move out and then drive back in
  $back. Print `PLATE leaves F`, where F is $fee times the number of those cars, or `PLATE unknown` if the
  car is not parked.

At the end print a line per row, from row 0 on: the metres taken in it and the plates of its cars from the
closed end to the open end, separated by spaces.""",
        reference=_PARKING,
        wrong=_PARKING.replace("+ length <= size", "+ length < size").replace(
            "lot[r][:k] + blockers$back", "blockers$back + lot[r][:k]"
        ),
        make=_parking_input,
        held_out=True,
    ),
)
