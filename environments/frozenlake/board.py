"""The lake as numbers: cells counted row by row, and where each move leads."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from heapq import heappop, heappush

#: Moves in their order: one more or one less, modulo 4, is a perpendicular direction.
MOVES = ("Left", "Down", "Right", "Up")

Steps = tuple[tuple[int, ...], ...]

#: What a move beside a hole costs a careful walker, in moves (see `careful_path`).
_CARE = 4


@lru_cache(maxsize=64)
def steps(rows: int, columns: int) -> Steps:
    """`steps(...)[move][cell]`: where a move ends without a slip; the cell itself at the edge."""
    left, down, right, up = [], [], [], []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        left.append(cell - 1 if column else cell)
        down.append(cell + columns if row + 1 < rows else cell)
        right.append(cell + 1 if column + 1 < columns else cell)
        up.append(cell - columns if row else cell)
    return tuple(left), tuple(down), tuple(right), tuple(up)


def distances(cells: str, columns: int) -> list[int]:
    """`distances(...)[cell]`: fewest moves to the goal around the holes; -1 where there is no way.

    Args:
        cells: all rows joined, over S, F, H, G.
        columns: length of a row.
    """
    moves = steps(len(cells) // columns, columns)
    goal = cells.index("G")
    found = [-1] * len(cells)
    found[goal] = 0
    queue = deque([goal])
    while queue:
        cell = queue.popleft()
        for move in moves:
            other = move[cell]
            if found[other] < 0 and cells[other] != "H":
                found[other] = found[cell] + 1
                queue.append(other)
    return found


def beside_holes(cells: str, columns: int, cell: int, move: int) -> int:
    """How many of the two slips of a move end in a hole."""
    moves = steps(len(cells) // columns, columns)
    return (cells[moves[move - 1][cell]] == "H") + (cells[moves[(move + 1) % 4][cell]] == "H")


def careful_path(cells: str, columns: int) -> tuple[list[int], int] | None:
    """The moves of a way from S to G that stays clear of holes, and how many of its slips are deadly.

    Shortest where each deadly slip counts as several moves; None where there is no way.
    """
    moves = steps(len(cells) // columns, columns)
    start = cells.index("S")
    costs = {start: 0}
    came: dict[int, tuple[int, int]] = {}
    queue = [(0, start)]
    while queue:
        cost, cell = heappop(queue)
        if cells[cell] == "G":
            return _trace_back(cells, columns, came, cell)
        if cost > costs[cell]:
            continue
        for move in range(4):
            other = moves[move][cell]
            if cells[other] == "H":
                continue
            worth = cost + 1 + _CARE * beside_holes(cells, columns, cell, move)
            if worth < costs.get(other, 1 << 30):
                costs[other] = worth
                came[other] = (cell, move)
                heappush(queue, (worth, other))
    return None


def _trace_back(
    cells: str, columns: int, came: dict[int, tuple[int, int]], cell: int
) -> tuple[list[int], int]:
    path: list[int] = []
    deadly = 0
    while cell in came:
        cell, move = came[cell]
        path.append(move)
        deadly += beside_holes(cells, columns, cell, move)
    return path[::-1], deadly
