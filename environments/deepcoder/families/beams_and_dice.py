"""Grade 2, held out: beams between mirrors, a die that rolls over a board."""

from __future__ import annotations

from itertools import permutations

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

#: Number on top, to the north, to the east; opposite sides of a die add up to 7.
_DICE = tuple(
    Say(f"{top} on top, {north} on the north side and {east} on the east side", f"{top}, {north}, {east}")
    for top, north, east in permutations(range(1, 7), 3)
    if 7 not in (top + north, top + east, north + east)
)


def _beams(rng: Rng, values: Values) -> str:
    rows, columns = rng.between(2, 7), rng.between(2, 8)
    lines = ["".join(rng.choice("...../\\/\\o") for _ in range(columns)) for _ in range(rows)]
    return f"{rows} {columns}\n" + "\n".join(lines) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mirror_hall_beams",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "side": (
                Say("left side, one into each row from top to bottom", "[(i, 0, 0, 1) for i in range(n)]"),
                Say(
                    "right side, one into each row from top to bottom",
                    "[(i, m - 1, 0, -1) for i in range(n)]",
                ),
                Say("top, one into each column from left to right", "[(0, j, 1, 0) for j in range(m)]"),
                Say(
                    "bottom, one into each column from left to right", "[(n - 1, j, -1, 0) for j in range(m)]"
                ),
            ),
            "step": (1, 2, 3, 4, 5),
            "mirror": tuple(range(2, 18)),
            "ball": tuple(range(3, 23)),
        },
        statement="""\
A hall of mirrors is a grid of cells. Beams of light are sent into it one at a time, from the $side.
A beam moves from cell to neighbouring cell. In an empty cell `.` it goes straight on. The mirrors `/` and
`\\` turn it by 90 degrees, as drawn: at `/` a beam going right goes up from there, one going up goes right,
one going left goes down, one going down goes left; at `\\` right becomes down, down becomes right, left
becomes up, up becomes left. A glass ball `o` sends it straight back. Every cell entered costs $step, and in
addition each mirror met costs $mirror and each ball met $ball, each time anew. All beams leave the grid.

Input: the numbers of rows and columns (1 to 20 each), then the rows.
Output: for each beam a line with the row and the column of the last cell it was in (counted from 1), the
direction in which it left the grid (`up`, `down`, `left` or `right`), and its total cost.""",
        reference="""\
n, m = map(int, input().split())
hall = [input().strip() for _ in range(n)]
names = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}
for i, j, di, dj in $side:
    cost = 0
    while 0 <= i < n and 0 <= j < m:
        cost += $step
        if hall[i][j] == "/":
            di, dj = -dj, -di
            cost += $mirror
        elif hall[i][j] == "o":
            di, dj = -di, -dj
            cost += $ball
        elif hall[i][j] != ".":
            di, dj = dj, di
            cost += $mirror
        i, j = i + di, j + dj
    print(i - di + 1, j - dj + 1, names[di, dj], cost)
""",
        wrong="""\
n, m = map(int, input().split())
hall = [input().strip() for _ in range(n)]
names = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}
for i, j, di, dj in $side:
    cost = 0
    while 0 <= i < n and 0 <= j < m:
        cost += $step
        if hall[i][j] == "/":
            di, dj = dj, di
            cost += $mirror
        elif hall[i][j] == "o":
            di, dj = -di, -dj
            cost += $ball
        elif hall[i][j] != ".":
            di, dj = -dj, -di
            cost += $mirror
        i, j = i + di, j + dj
    print(i - di + 1, j - dj + 1, names[di, dj], cost)
""",
        make=_beams,
        held_out=True,
    ),
    Family(
        key="rolling_die_prints",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "start": _DICE,
            "size": (3, 4, 5, 6, 7),
            "edge": (
                Say("is left out and is no roll", "False"),
                Say(
                    "rolls it as well, but onto the cell at the opposite end of the row or column",
                    "True",
                ),
            ),
            "double": (3, 4, 5, 6, 7),
            "face": (Say("bottom", "7 - top"), Say("north", "north"), Say("east", "east")),
        },
        statement="""\
A die lies on the south-western corner cell of a board of $size by $size cells. It has $start;
numbers on opposite sides add up to 7. The commands N, S, E and W roll it over its edge onto the next cell to
the north, south, east or west; rolled north, its top comes to the north side and its north side to the
bottom. A command that would take it off the board $edge.

After each roll the die adds to the cell it came to (all cells hold 0 at first) the number then on its $face
side; twice this number if the number of the roll, counted from 1, is a multiple of $double.

Input: one line with 1 to 60 commands without spaces.
Output: the cells of the board, row by row from the northernmost, west to east, separated by spaces; then a
line with the numbers at the end on top, to the north and to the east.""",
        reference="""\
top, north, east = $start
board = [[0] * $size for _ in range($size)]
x, y, rolls, wraps = 0, 0, 0, $edge
for c in input().strip():
    dx, dy = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}[c]
    if not wraps and not (0 <= x + dx < $size and 0 <= y + dy < $size):
        continue
    x, y = (x + dx) % $size, (y + dy) % $size
    if c == "N":
        top, north = 7 - north, top
    elif c == "S":
        top, north = north, 7 - top
    elif c == "E":
        top, east = 7 - east, top
    else:
        top, east = east, 7 - top
    rolls += 1
    board[y][x] += ($face) * (2 if rolls % $double == 0 else 1)
for row in board[::-1]:
    print(*row)
print(top, north, east)
""",
        wrong="""\
top, north, east = $start
board = [[0] * $size for _ in range($size)]
x, y, rolls, wraps = 0, 0, 0, $edge
for c in input().strip():
    dx, dy = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}[c]
    if not wraps and not (0 <= x + dx < $size and 0 <= y + dy < $size):
        continue
    x, y = (x + dx) % $size, (y + dy) % $size
    if c == "N":
        top, north = north, 7 - top
    elif c == "S":
        top, north = 7 - north, top
    elif c == "E":
        top, east = 7 - east, top
    else:
        top, east = east, 7 - top
    rolls += 1
    board[y][x] += ($face) * (2 if rolls % $double == 0 else 1)
for row in board[::-1]:
    print(*row)
print(top, north, east)
""",
        make=lambda rng, values: "".join(rng.choice("NNSEEW") for _ in range(rng.between(8, 30))) + "\n",
        held_out=True,
    ),
)
