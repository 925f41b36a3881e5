"""Grade 2: tables of numbers and marks: growth, hops, ways of reading."""

from __future__ import annotations

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _moss(rng: Rng, values: Values) -> str:
    rows, columns, oldest = rng.between(3, 8), rng.between(3, 9), int(values["oldest"])
    lines = [
        "".join(str(rng.between(1, oldest)) if rng.below(5) < 2 else "0" for _ in range(columns))
        for _ in range(rows)
    ]
    return f"{rows}\n" + "\n".join(lines) + "\n"


def _table(rng: Rng, low: int, high: int, smallest: int, largest: int) -> list[list[int]]:
    columns = rng.between(smallest, largest)
    return [[rng.between(low, high) for _ in range(columns)] for _ in range(rng.between(smallest, largest))]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="moss_on_stones",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "near": (
                Say("the up to four stones directly above, below, left and right", "abs(y) + abs(x) == 1"),
                Say("the up to four stones that touch it at a corner only", "abs(y) + abs(x) == 2"),
                Say("the up to eight stones around it, diagonals included", "(y, x) != (0, 0)"),
            ),
            "birth": (1, 2, 3),
            "fit": (
                Say("1 or 2", "1 <= mossy <= 2"),
                Say("1, 2 or 3", "1 <= mossy <= 3"),
                Say("1, 2, 3 or 4", "1 <= mossy <= 4"),
                Say("exactly 2", "mossy == 2"),
                Say("2 or 3", "2 <= mossy <= 3"),
                Say("2, 3 or 4", "2 <= mossy <= 4"),
                Say("1 or 3", "mossy in (1, 3)"),
                Say("at most 2", "mossy <= 2"),
            ),
            "oldest": (3, 4, 5, 6, 7, 8, 9),
            "years": (2, 3, 4, 5),
        },
        statement="""\
A wall of stones grows moss. A bare stone is written 0, a mossy one as the age of its moss, 1 to $oldest. The
neighbours of a stone are $near.

Each year the following happens on all stones at the same time, judged by the state before: a bare stone
with exactly $birth mossy neighbours becomes mossy with age 1. Moss of age $oldest dies. Other moss gets one
year older if the number of mossy neighbours is $fit; else it dies. A stone whose moss has died is bare.

Input: the number of rows (3 to 20), then the rows, all of the same length (3 to 20), digits without
spaces. Output: the rows after $years years in the same form, then a line with the number of deaths
and the number of stones that became mossy, over all the years.""",
        reference="""\
n = int(input())
wall = [list(map(int, input().strip())) for _ in range(n)]
m, died, born = len(wall[0]), 0, 0
steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if $near]
for _ in range($years):
    new = [[0] * m for _ in range(n)]
    for i in range(n):
        for j in range(m):
            mossy = 0
            for y, x in steps:
                if 0 <= i + y < n and 0 <= j + x < m:
                    mossy += wall[i + y][j + x] > 0
            age = wall[i][j]
            if age == 0 and mossy == $birth:
                new[i][j] = 1
                born += 1
            elif 0 < age < $oldest and $fit:
                new[i][j] = age + 1
            elif age > 0:
                died += 1
    wall = new
for row in wall:
    print(*row, sep="")
print(died, born)
""",
        wrong="""\
n = int(input())
wall = [list(map(int, input().strip())) for _ in range(n)]
m, died, born = len(wall[0]), 0, 0
steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if $near]
for _ in range($years):
    for i in range(n):
        for j in range(m):
            mossy = 0
            for y, x in steps:
                if 0 <= i + y < n and 0 <= j + x < m:
                    mossy += wall[i + y][j + x] > 0
            age = wall[i][j]
            if age == 0 and mossy == $birth:
                wall[i][j] = 1
                born += 1
            elif 0 < age < $oldest and $fit:
                wall[i][j] = age + 1
            elif age > 0:
                wall[i][j] = 0
                died += 1
for row in wall:
    print(*row, sep="")
print(died, born)
""",
        make=_moss,
    ),
    Family(
        key="number_board_hops",
        grade=2,
        kind="function",
        starter="def hops(board: list[list[int]]) -> list[int]:",
        parameters={
            "count": tuple(range(6, 22)),
            "grow": (1, 2, 3, 5, 6, 7),
            "reach": (2, 3, 4, 5, 6),
            "corner": (
                Say("top left", "0, 0"),
                Say("top right", "0, m - 1"),
                Say("bottom left", "n - 1, 0"),
                Say("bottom right", "n - 1, m - 1"),
            ),
            "edge": (
                Say("comes in again at the opposite side of the board", "True"),
                Say("is not taken, and neither are the steps of the hop that are still to come", "False"),
            ),
        },
        statement="""\
A flea sits in the $corner cell of `board`, a list of 2 to 20 equally long rows of 2 to 20 integers from 0 to
99, and faces right (towards the next column). It hops $count times. Before a hop it reads the number v of its
cell. It makes as many quarter turns to the right (clockwise; the first row is the top) as the remainder of
v divided by 4. Then v in this cell is replaced by v + $grow. Then it takes as many steps in the direction
faced as the remainder of v divided by $reach, plus 1. A step that would leave the board $edge.

Return a list of integers: for each hop the number in the cell where it ends, at the moment at which it ends;
then the flea's last row and column (counted from 0); then the sum of all numbers on the board at
the end.""",
        reference="""\
def hops(board):
    board = [list(row) for row in board]
    n, m = len(board), len(board[0])
    r, c = $corner
    dr, dc, out, wraps = 0, 1, [], $edge
    for _ in range($count):
        v = board[r][c]
        for _ in range(v % 4):
            dr, dc = dc, -dr
        board[r][c] = v + $grow
        for _ in range(v % $reach + 1):
            if wraps or (0 <= r + dr < n and 0 <= c + dc < m):
                r, c = (r + dr) % n, (c + dc) % m
        out.append(board[r][c])
    return [*out, r, c, sum(map(sum, board))]
""",
        wrong="""\
def hops(board):
    board = [list(row) for row in board]
    n, m = len(board), len(board[0])
    r, c = $corner
    dr, dc, out, wraps = 0, 1, [], $edge
    for _ in range($count):
        board[r][c] += $grow
        v = board[r][c]
        for _ in range(v % 4):
            dr, dc = dc, -dr
        for _ in range(v % $reach + 1):
            if wraps or (0 <= r + dr < n and 0 <= c + dc < m):
                r, c = (r + dr) % n, (c + dc) % m
        out.append(board[r][c])
    return [*out, r, c, sum(map(sum, board))]
""",
        make=lambda rng, values: [_table(rng, 0, 60, 2, 6)],
    ),
    Family(
        key="field_reading_rows",
        grade=2,
        kind="function",
        starter="def reading(field: list[list[int]]) -> list[list[int]]:",
        parameters={
            "route": (
                Say(
                    "row by row from the top, the first row from left to right, and each further row in the "
                    "direction opposite to that of the row before",
                    "(i, j if i % 2 == 0 else -j)",
                ),
                Say(
                    "column by column from the left, the first column from top to bottom, and each further "
                    "column in the direction opposite to that of the column before",
                    "(j, i if j % 2 == 0 else -i)",
                ),
                Say(
                    "by row plus column (indices from 0), smallest first; cells that agree in that from top "
                    "to bottom",
                    "(i + j, i)",
                ),
                Say(
                    "by row plus column (indices from 0), smallest first; cells that agree in that from "
                    "bottom to top",
                    "(i + j, -i)",
                ),
                Say(
                    "by column minus row, smallest first; cells that agree in that from top to bottom",
                    "(j - i, i)",
                ),
                Say(
                    "first all cells whose row plus column is even (indices from 0), then all others; each "
                    "of the two groups row by row from the top, from left to right",
                    "((i + j) % 2, i, j)",
                ),
            ),
            "step": (1, 2, 3, 4),
            "width": (2, 3, 4, 5, 6, 7),
            "pad": tuple(range(-24, 0)),
        },
        statement="""\
A drone counts plants on a rectangular `field`, a list of 1 to 20 equally long rows of 1 to 20 integers from
0 to 99. It reads the cells in this order: $route.

Of the numbers in this order, keep the first, and from there on every one whose position is $step, or a
multiple of $step, further on. Write the kept numbers in their order into a new table with rows of
$width numbers, row after row; free places at the end of its last row are filled with $pad. Return the new
table, a list of rows without an empty row. `field` itself may be changed or not.""",
        reference="""\
def reading(field):
    cells = [(i, j) for i in range(len(field)) for j in range(len(field[0]))]
    cells.sort(key=lambda c: (lambda i, j: $route)(*c))
    kept = [field[i][j] for i, j in cells][::$step]
    while len(kept) % $width:
        kept.append($pad)
    return [kept[k:k + $width] for k in range(0, len(kept), $width)]
""",
        wrong="""\
def reading(field):
    cells = [(i, j) for i in range(len(field)) for j in range(len(field[0]))]
    cells.sort(key=lambda c: (lambda i, j: $route)(*c))
    kept = [field[i][j] for i, j in cells][$step - 1::$step]
    kept += [$pad] * ($width - len(kept) % $width)
    return [kept[k:k + $width] for k in range(0, len(kept), $width)]
""",
        make=lambda rng, values: [_table(rng, 0, 99, 1, 7)],
    ),
)
