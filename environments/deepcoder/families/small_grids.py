"""Grade 1: rows and columns of small tables."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _table(rng: Rng, low: int, high: int) -> list[list[int]]:
    width = rng.between(2, 6)
    return [[rng.between(low, high) for _ in range(width)] for _ in range(rng.between(2, 6))]


def _text(table: list[list[int]]) -> str:
    head = f"{len(table)} {len(table[0])}\n"
    return head + "".join(" ".join(map(str, row)) + "\n" for row in table)


def _field(rng: Rng, values: Values) -> str:
    signs = (".", ".", str(values["weed"]), str(values["crop"]))
    width = rng.between(3, 7)
    rows = ["".join(rng.choice(signs) for _ in range(width)) for _ in range(rng.between(2, 6))]
    return f"{len(rows)} {width}\n" + "\n".join(rows) + "\n"


def _seats(rng: Rng, values: Values) -> Any:
    first, count = int(values["first"]), int(values["rows"]) * int(values["cols"])
    return [[rng.between(first - 3, first + count + 3) for _ in range(rng.between(6, 14))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_edge_totals",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "rim": tuple(range(2, 18)),
            "inner": tuple(range(2, 12)),
            "corner": tuple(range(1, 16)),
        },
        statement="""\
The fields of a board have weights: a field in one of the four corners counts $corner times its value, any
other field on the rim counts $rim times its value, and a field inside counts $inner times its value. In a
board with only one row or one column, its two end fields (or its only field) are the corners and its other
fields the rim.

Input: the numbers of rows and columns (1 to 20 each) on the first line, then the rows of the board, each
with integers from -100 to 100.
Output: one line with the weighted sum of each row, from top to bottom and separated by single spaces, then
one line with the sum of all these sums.""",
        reference="""\
r, c = map(int, input().split())
sums = []
for i in range(r):
    total = 0
    for j, v in enumerate(map(int, input().split())):
        ends = (i in (0, r - 1)) + (j in (0, c - 1))
        total += v * ($corner if ends == 2 else $rim if ends == 1 else $inner)
    sums.append(total)
print(*sums)
print(sum(sums))
""",
        wrong="""\
r, c = map(int, input().split())
sums = []
for i in range(r):
    total = 0
    for j, v in enumerate(map(int, input().split())):
        ends = (i in (0, r - 1)) + (j in (0, c - 1))
        total += v * ($corner if i == j and ends == 2 else $rim if ends >= 1 else $inner)
    sums.append(total)
print(*sums)
print(sum(sums))
""",
        make=lambda rng, values: _text(_table(rng, -9, 30)),
        edges=lambda values: ["1 1\n7\n", "1 4\n3 5 -2 8\n", "3 1\n4\n6\n1\n"],
        allowed=lambda values: values["rim"] != values["corner"],
    ),
    Family(
        key="small_row_filter",
        grade=1,
        kind="function",
        starter="def fixed(table: list[list[int]]) -> list[list[int]]:",
        parameters={
            "limit": tuple(range(8, 31)),
            "add": tuple(range(1, 24)),
            "even": (
                Say("is written backwards", "row[::-1]"),
                Say("is sorted from smallest to largest", "sorted(row)"),
                Say("has the sign of all its numbers changed", "[-v for v in row]"),
                Say("has its first number moved to its end", "row[1:] + row[:1]"),
            ),
        },
        statement="""\
`table` holds 1 to 20 rows of the same length (1 to 20) with integers from -100 to 100. First, every row
whose sum is less than $limit is struck out. The rows that stay are numbered anew from the top as 1, 2, 3
and so on. In a row with an odd number, $add is added to the first entry. A row with an even number $even.
Return the rows that stay, in order. If all are struck out, return [[0, n]], where n is the number of rows
in `table`.""",
        reference="""\
def fixed(table):
    kept = [row for row in table if sum(row) >= $limit]
    out = []
    for i, row in enumerate(kept):
        out.append([row[0] + $add] + row[1:] if i % 2 == 0 else $even)
    return out or [[0, len(table)]]
""",
        wrong="""\
def fixed(table):
    out = []
    for i, row in enumerate(table):
        if sum(row) >= $limit:
            out.append([row[0] + $add] + row[1:] if i % 2 == 0 else $even)
    return out or [[0, len(table)]]
""",
        make=lambda rng, values: [_rows_near(rng, int(values["limit"]))],
    ),
    Family(
        key="small_weed_map",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "weed": ("w", "x", "o", "#"),
            "crop": ("c", "k", "@", "%"),
            "loss": tuple(range(2, 13)),
            "full": tuple(range(13, 30)),
        },
        statement="""\
A field is drawn as a grid: $crop is a crop, $weed is a weed, and a dot is bare soil. A crop yields $full
sacks, but every weed that touches it at a side (above, below, left or right, not across a corner) takes
$loss sacks away; a crop never yields less than 0.

Input: the numbers of rows and columns (1 to 20 each) on the first line, then the rows of the grid.
Output: for each row one line with two integers: the sacks of all its crops together, and the number of its
weeds that touch no crop at a side.""",
        reference="""\
r, c = map(int, input().split())
grid = [input().strip() for _ in range(r)]
def beside(i, j, sign):
    near = ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
    return sum(0 <= a < r and 0 <= b < c and grid[a][b] == sign for a, b in near)
for i in range(r):
    crops = [max(0, $full - $loss * beside(i, j, "$weed")) for j in range(c) if grid[i][j] == "$crop"]
    free = sum(grid[i][j] == "$weed" and not beside(i, j, "$crop") for j in range(c))
    print(sum(crops), free)
""",
        wrong="""\
r, c = map(int, input().split())
grid = [input().strip() for _ in range(r)]
def beside(i, j, sign):
    near = ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
    return sum(a < r and b < c and grid[a][b] == sign for a, b in near)
for i in range(r):
    crops = [max(0, $full - $loss * beside(i, j, "$weed")) for j in range(c) if grid[i][j] == "$crop"]
    free = sum(grid[i][j] == "$weed" and not beside(i, j, "$crop") for j in range(c))
    print(sum(crops), free)
""",
        make=_field,
    ),
    Family(
        key="small_seat_places",
        grade=1,
        kind="function",
        starter="def places(tickets: list[int]) -> list[list[int]]:",
        parameters={
            "rows": tuple(range(4, 10)),
            "cols": tuple(range(5, 13)),
            "aisle": (1, 2, 3, 4),
            "turn": (
                Say("from left to right in every row", "False"),
                Say("from right to left in every row", "True"),
                Say(
                    "from left to right in rows 1, 3, 5, ... and from right to left in the others", "row % 2"
                ),
                Say(
                    "from right to left in rows 1, 3, 5, ... and from left to right in the others",
                    "row % 2 == 0",
                ),
            ),
            "first": tuple(range(1, 13)),
        },
        statement="""\
A hall has $rows rows of $cols seats. Tickets are numbered on through the hall, beginning with ticket
$first in row 1, row by row, $turn. Seats of a row are always numbered from left to right, beginning with
1, but the aisle behind seat $aisle takes a number too: every seat to the right of the aisle has a number
higher by one. Given `tickets` (1 to 60 integers from -100 to 1000), return for each the pair [row, number
of the seat], in order. A ticket for which the hall has no seat gives [0, t], where t is the number on the
ticket.""",
        reference="""\
def places(tickets):
    out = []
    for t in tickets:
        row, k = divmod(t - $first, $cols)
        if not 0 <= row < $rows:
            out.append([0, t])
            continue
        seat = ($cols - k) if $turn else k + 1
        out.append([row + 1, seat + (seat > $aisle)])
    return out
""",
        wrong="""\
def places(tickets):
    out = []
    for t in tickets:
        row, k = divmod(t - $first, $cols)
        if not 0 <= row < $rows:
            out.append([0, t])
            continue
        seat = ($cols - k) if $turn else k + 1
        out.append([row + 1, seat + (seat >= $aisle)])
    return out
""",
        make=_seats,
        held_out=True,
    ),
    Family(
        key="small_table_borders",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "side": ("|", "!", ":", "/", ";", "&", "I", "+"),
            "fill": (".", "_", "0", "*", "x", "~", "o", "="),
            "extra": tuple(range(1, 9)),
            "align": (
                Say("the left", "<"),
                Say("the right", ">"),
                Say("the middle (if the free places are odd, one more behind it)", "^"),
            ),
            "last": (Say("the sums of the columns", "sum"), Say("the maxima of the columns", "max")),
        },
        statement="""\
Draw a table with one more row below, which holds $last. Every cell has the same width: $extra more than
the length of the longest number that is drawn. A number is set to $align of its cell, and free places are
filled with the sign $fill. The sign $side stands before the first cell of a row, between cells and behind
the last one. Before the first row, before the added row and behind it stands a line of hyphens, as long as
a row.

Input: the numbers of rows and columns (1 to 10 each) on the first line, then the rows of integers from 0
to 1000.
Output: the drawn table.""",
        reference="""\
r, c = map(int, input().split())
rows = [list(map(int, input().split())) for _ in range(r)]
rows.append([$last(column) for column in zip(*rows)])
width = max(len(str(v)) for row in rows for v in row) + $extra
line = "-" * (c * (width + 1) + 1)
print(line)
for i, row in enumerate(rows):
    if i == r:
        print(line)
    print("$side" + "$side".join(f"{str(v):$fill$align{width}}" for v in row) + "$side")
print(line)
""",
        wrong="""\
r, c = map(int, input().split())
rows = [list(map(int, input().split())) for _ in range(r)]
width = max(len(str(v)) for row in rows for v in row) + $extra
rows.append([$last(column) for column in zip(*rows)])
line = "-" * (c * (width + 1))
print(line)
for i, row in enumerate(rows):
    if i == r:
        print(line)
    print("$side" + "$side".join(f"{str(v):$fill$align{width}}" for v in row) + "$side")
print(line)
""",
        make=lambda rng, values: _text(_table(rng, 0, 10 ** rng.between(1, 3))),
    ),
)


def _rows_near(rng: Rng, limit: int) -> list[list[int]]:
    width, table = rng.between(2, 5), []
    for _ in range(rng.between(4, 9)):
        row = [rng.between(-9, 15) for _ in range(width - 1)]
        table.append([*row, limit - sum(row) + rng.between(-4, 9)])
    return table
