"""Grade 3: regions, moves and gravity on grids."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_POOLS = """\
import sys

lines = sys.stdin.read().split("\\n")
n, m = map(int, lines[0].split())
height = [list(map(int, line.split())) for line in lines[1:1 + n]]
seen, pools = set(), []
for r in range(n):
    for c in range(m):
        if (r, c) in seen or not height[r][c] $dry:
            continue
        pool, stack = [], [(r, c)]
        seen.add((r, c))
        while stack:
            x, y = stack.pop()
            pool.append((x, y))
            for dx, dy in $moves:
                i, j = x + dx, y + dy
                if 0 <= i < n and 0 <= j < m and (i, j) not in seen and height[i][j] $dry:
                    if abs(height[i][j] - height[x][y]) <= $step:
                        seen.add((i, j))
                        stack.append((i, j))
        deep = [height[x][y] for x, y in pool]
        pools.append((len(pool), r, c, $figure))
pools.sort(key=lambda p: $order)
for size, r, c, figure in pools:
    print(size, r, c, figure)
print(len(pools) * $rate, n * m - len(seen))
"""

_LEAPER = """\
import sys

lines = sys.stdin.read().split("\\n")
n, m = map(int, lines[0].split())
board = lines[1:1 + n]
place = [(r, c) for r in range(n) for c in range(m) if board[r][c] == "S"][0]
jumps = {(s * a, t * b) for a, b in (($a, $b), ($b, $a)) for s in (1, -1) for t in (1, -1)}
jumps |= $extra
steps = {place: 0}
layer = [place]
while layer:
    following = []
    for r, c in layer:
        for dr, dc in jumps:
            i, j = r + dr, c + dc
            if $wrap:
                i, j = i % n, j % m
            if 0 <= i < n and 0 <= j < m and board[i][j] != "#" and (i, j) not in steps:
                steps[i, j] = steps[r, c] + 1
                following.append((i, j))
    layer = following
for r in range(n):
    row = [str(steps[r, c] % 10) if (r, c) in steps else "." for c in range(m)]
    print("".join("#" if board[r][c] == "#" else row[c] for c in range(m)))
print(len(steps) * $rate + max(steps.values()))
"""

_ICE = """\
import heapq
import sys

lines = sys.stdin.read().split("\\n")
n, m = map(int, lines[0].split())
ice = lines[1:1 + n]
spots = {ice[r][c]: (r, c) for r in range(n) for c in range(m) if ice[r][c].isalpha()}
cost, heap = {spots["S"]: 0}, [(0, spots["S"])]
while heap:
    spent, (r, c) = heapq.heappop(heap)
    if spent > cost[r, c]:
        continue
    for dr, dc in (0, 1), (1, 0), (0, -1), (-1, 0):
        i, j, way = r, c, 0
        while way < $most and 0 <= i + dr < n and 0 <= j + dc < m and ice[i + dr][j + dc] != "#":
            i, j, way = i + dr, j + dc, way + 1
            if ice[i][j] == "$sticky":
                break
        total = spent + $push + way * $slide
        if way and total < cost.get((i, j), total + 1):
            cost[i, j] = total
            heapq.heappush(heap, (total, (i, j)))
for name in sorted(spots):
    print(name, cost.get(spots[name], "never"))
print(len(cost), sum(cost.values()))
"""


def _pool_input(rng: Rng, values: Values) -> Any:
    n, m = rng.between(3, 7), rng.between(3, 8)
    rows = [" ".join(str(rng.between(0, 9)) for _ in range(m)) for _ in range(n)]
    return f"{n} {m}\n" + "\n".join(rows) + "\n"


def _leaper_input(rng: Rng, values: Values) -> Any:
    n, m = rng.between(5, 9), rng.between(5, 10)
    cells = [["#" if rng.bernoulli(0.18) else "." for _ in range(m)] for _ in range(n)]
    cells[rng.below(n)][rng.below(m)] = "S"
    return f"{n} {m}\n" + "\n".join(map("".join, cells)) + "\n"


def _ice_input(rng: Rng, values: Values) -> Any:
    n, m = rng.between(4, 8), rng.between(4, 9)
    cells = [[rng.choice("....#~+=") for _ in range(m)] for _ in range(n)]
    for name in "SABCD"[: rng.between(3, 5)]:
        free = [(r, c) for r in range(n) for c in range(m) if not cells[r][c].isalpha()]
        r, c = rng.choice(free)
        cells[r][c] = name
    return f"{n} {m}\n" + "\n".join(map("".join, cells)) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_pool_regions",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "dry": tuple(Say(f"at least {k}", f">= {k}") for k in (2, 3, 4))
            + tuple(Say(f"at most {k}", f"<= {k}") for k in (5, 6, 7)),
            "moves": (
                Say("share a side", "((0, 1), (1, 0), (0, -1), (-1, 0))"),
                Say("share a side or a corner", "[(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]"),
                Say("share a corner but no side", "((1, 1), (1, -1), (-1, 1), (-1, -1))"),
            ),
            "step": (1, 2, 3),
            "figure": (
                Say("the sum of its numbers", "sum(deep)"),
                Say("its largest number minus its smallest", "max(deep) - min(deep)"),
                Say("the product of its largest and its smallest number", "max(deep) * min(deep)"),
                Say("the number of different numbers in it", "len(set(deep))"),
                Say("the number of different rows that it touches", "len({x for x, y in pool})"),
            ),
            "rate": tuple(range(2, 11)),
            "order": (
                Say("from the largest size to the smallest, equal sizes in reading order", "(-p[0], p)"),
                Say("from the smallest size to the largest, equal sizes in reading order", "p"),
                Say("in reading order", "p[1:]"),
                Say("by figure from large to small, equal figures in reading order", "(-p[3], p[1:])"),
            ),
        },
        statement="""\
A map has n rows and m columns of numbers. Only cells with a number that is $dry are wet. Two wet cells
that $moves are connected if their numbers differ by at most $step. A pool is a largest possible set of
wet cells that are connected with each other, directly or over other cells of the pool; a wet cell without
connections is a pool too.

Input: n and m (1 to 20 each) on the first line, then n lines with m integers from 0 to 9. Output: one
line per pool with four integers: its size, the row and the column (counting from 0) of its first cell in
reading order, and its figure, which is $figure. Reading order is row by row from the top, from left to
right in each row; pools compare by their first cells. List the pools $order. A last line gives $rate
times the number of pools and the number of cells that are not wet.""",
        reference=_POOLS,
        wrong=_POOLS.replace("<= $step", "< $step"),
        make=_pool_input,
    ),
    Family(
        key="hard_leaper_map",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "a": (1, 2, 3),
            "b": (2, 3, 4),
            "extra": (
                Say("none", "set()"),
                Say("one cell up or down", "{(1, 0), (-1, 0)}"),
                Say("one cell left or right", "{(0, 1), (0, -1)}"),
                Say(
                    "two cells diagonally (two rows and two columns)",
                    "{(2, 2), (2, -2), (-2, 2), (-2, -2)}",
                ),
                Say("three cells down", "{(3, 0)}"),
                Say("one row up and one column right", "{(-1, 1)}"),
            ),
            "wrap": (
                Say("No jump may leave the board", "False"),
                Say(
                    "A jump that leaves the board comes in again at the opposite side, in both directions",
                    "True",
                ),
            ),
            "rate": tuple(range(2, 40)),
        },
        allowed=lambda v: v["a"] != v["b"],
        statement="""\
A piece jumps over a board of n rows and m columns. A jump goes $a cells along one axis and $b cells along
the other, in any of the eight ways. Besides, the piece can make these moves, each of which counts as one
jump: $extra. $wrap. What lies between does not matter, but the piece never lands on a blocked cell.

Input: n and m (2 to 20 each), then n lines of m characters: `#` is blocked, `.` is free, and `S`, which
occurs once, is the start. Output: n lines of m characters that show the board: `#` for blocked cells, for
every other cell the last decimal digit of the least number of jumps needed to reach it from the start, or
`.` if it cannot be reached. After these print one line with one number: the number of reachable cells
(the start included) times $rate, plus the largest of their least numbers of jumps.""",
        reference=_LEAPER,
        wrong=_LEAPER.replace("for a, b in (($a, $b), ($b, $a))", "for a, b in (($a, $b),)"),
        make=_leaper_input,
    ),
    Family(
        key="hard_ice_slides",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "most": (2, 3, 4, 5),
            "sticky": (Say("`~`", "~"), Say("`+`", "+"), Say("`=`", "=")),
            "push": tuple(range(0, 14)),
            "slide": tuple(range(1, 15)),
        },
        statement="""\
A curler slides over a rink of n rows and m columns. From where it rests it is pushed in one of the four
directions along rows and columns. It then slides cell by cell until the next cell would be a rock (`#`)
or outside the rink, or it has slid $most cells, or the cell it has just entered is of the sticky kind
$sticky; there it rests. All other cells are plain. A push costs $push plus $slide for every cell slid. A
push that moves it no cell at all does not count.

Input: n and m (2 to 15 each), then n lines of m characters out of `#`, `.`, `~`, `+`, `=` and capital
letters. Letters mark plain cells and are all different; `S` always occurs and is the start. Output: for
each letter in alphabetical order (S included, with cost 0) a line with the letter and the least cost of
resting there, or the letter and `never`. The last line gives the number of cells where the curler can
rest, the start included, and the sum of their least costs.""",
        reference=_ICE,
        wrong=_ICE.replace("way < $most and ", ""),
        make=_ice_input,
    ),
)
