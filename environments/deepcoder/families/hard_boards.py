"""Grade 3: boards that change and walks that turn."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_GEMS = """\
def crush(grid):
    n, m = len(grid), len(grid[0])
    table = [list(row) for row in grid]
    rounds, score = 0, 0
    while True:
        gone = set()
        for r in range(n):
            for c in range(m):
                for dr, dc in $lines:
                    cells = [(r + k * dr, c + k * dc) for k in range($need)]
                    if all(0 <= i < n and 0 <= j < m for i, j in cells):
                        kinds = {table[i][j] for i, j in cells}
                        if len(kinds) == 1 and "." not in kinds:
                            gone.update(cells)
        if not gone:
            break
        rounds += 1
        score += len(gone) * ($points + $growth * rounds)
        for i, j in gone:
            table[i][j] = "."
        if $gravity:
            columns = [["."] * col.count(".") + [x for x in col if x != "."] for col in zip(*table)]
            table = [list(row) for row in zip(*columns)]
        else:
            table = [[x for x in row if x != "."] + ["."] * row.count(".") for row in table]
    return ["".join(row) for row in table] + [str(score)]
"""


_TURNS = """\
def cheapest_walk(grid):
    n, m = len(grid), len(grid[0])
    moves = $moves
    best = {}
    for r in range(n):
        for c in range(m):
            for k, (dr, dc) in enumerate(moves):
                a, b = r - dr, c - dc
                if a < 0 or b < 0:
                    continue
                if (a, b) == (0, 0):
                    best[r, c, k] = grid[0][0] + grid[r][c] + $first * k
                    continue
                ways = [
                    best[a, b, q] + grid[r][c] + ($turn if q != k else $straight)
                    for q in range(len(moves))
                    if (a, b, q) in best
                ]
                if ways:
                    best[r, c, k] = min(ways)
    result = []
    for c in range(m):
        ends = [best[n - 1, c, k] for k in range(len(moves)) if (n - 1, c, k) in best]
        result.append(grid[0][0] if n == 1 and c == 0 else min(ends, default=-1))
    return result
"""


def _gem_input(rng: Rng, values: Values) -> Any:
    n, m = rng.between(4, 8), rng.between(4, 8)
    kinds = "ab" if int(values["need"]) == 4 else "abc"
    return [["".join(rng.choice(kinds) for _ in range(m)) for _ in range(n)]]


def _turn_input(rng: Rng, values: Values) -> Any:
    n, m = rng.between(2, 7), rng.between(2, 7)
    return [[[rng.between(0, 20) for _ in range(m)] for _ in range(n)]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_falling_gems",
        grade=3,
        kind="function",
        starter="def crush(grid: list[str]) -> list[str]:",
        parameters={
            "lines": (
                Say("a row or a column", "((0, 1), (1, 0))"),
                Say("a row", "((0, 1),)"),
                Say("a column", "((1, 0),)"),
                Say(
                    "a row, a column or a diagonal (in both diagonal directions)",
                    "((0, 1), (1, 0), (1, 1), (1, -1))",
                ),
                Say("a diagonal (in both diagonal directions)", "((1, 1), (1, -1))"),
            ),
            "need": (3, 4),
            "points": tuple(range(1, 26)),
            "growth": tuple(range(1, 16)),
            "gravity": (
                Say("down within their columns", "True"),
                Say("to the left within their rows", "False"),
            ),
        },
        statement="""\
A box is given as a list `grid` of 2 to 12 strings of equal length (2 to 12) with the letters a, b and c;
each letter is a gem. In a round all cells that belong to some unbroken line of $need equal gems along
$lines are marked, the lines possibly overlapping; then all marked gems vanish at the same time and leave
empty cells. After that the remaining gems move $gravity as far as they can, past the empty cells and
keeping their order. Rounds follow until no such line exists; empty cells never form lines.

Every gem that vanishes in round r (counting from 1) scores $points + $growth * r. Return the final rows
from the top to the bottom as strings, with `.` for empty cells, followed by one last string, the total
score in decimal.""",
        reference=_GEMS,
        wrong=_GEMS.replace("$growth * rounds", "$growth * (rounds - 1)"),
        make=_gem_input,
        held_out=True,
    ),
    Family(
        key="hard_turning_walk",
        grade=3,
        kind="function",
        starter="def cheapest_walk(grid: list[list[int]]) -> list[int]:",
        parameters={
            "moves": (
                Say("right or down", "((0, 1), (1, 0))"),
                Say("right, down or diagonally right-down", "((0, 1), (1, 0), (1, 1))"),
                Say("down, right or two cells right", "((1, 0), (0, 1), (0, 2))"),
                Say("down or diagonally right-down", "((1, 0), (1, 1))"),
                Say("diagonally right-down, down or right", "((1, 1), (1, 0), (0, 1))"),
            ),
            "turn": tuple(range(5, 26)),
            "straight": (0, 1, 2, 3, 4),
            "first": tuple(range(1, 10)),
        },
        statement="""\
A walk through `grid`, a list of 1 to 20 rows of equal length (1 to 20) with integers from 0 to 100,
begins in the upper left cell. The moves, numbered 0, 1, ... in this order, are: $moves. A walk costs the
sum of the numbers of all cells it steps on, the first one included (a move of two cells does not step on
the cell in between). In addition, its first move costs $first times the number of that move; every later
move costs $turn if it is another move than the one just before it, and $straight if it is the same.

Return a list with one number for each column from left to right: the least cost of a walk that ends in
the bottom cell of that column, or -1 if no walk ends there. The walk without moves counts too.""",
        reference=_TURNS,
        wrong=_TURNS.replace("+ $first * k", ""),
        make=_turn_input,
    ),
)
