"""A second solver that shares nothing with the environment's: sets and plain backtracking."""

from __future__ import annotations

from functools import lru_cache

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}


def houses(size: int) -> list[list[int]]:
    height, width = BOXES[size]
    rows = [[r * size + c for c in range(size)] for r in range(size)]
    columns = [[r * size + c for r in range(size)] for c in range(size)]
    boxes = [
        [(top + r) * size + left + c for r in range(height) for c in range(width)]
        for top in range(0, size, height)
        for left in range(0, size, width)
    ]
    return rows + columns + boxes


@lru_cache
def peers(size: int, cell: int) -> tuple[int, ...]:
    together = {other for house in houses(size) if cell in house for other in house}
    return tuple(together - {cell})


def fitting(grid: str, size: int, cell: int) -> list[str]:
    used = {grid[other] for other in peers(size, cell)}
    return [digit for digit in "123456789"[:size] if digit not in used]


def count_solutions(rows: list[str], most: int = 2) -> int:
    size = len(rows)
    return _count("".join(rows), size, most)


def _count(grid: str, size: int, most: int) -> int:
    best: tuple[int, list[str]] | None = None
    for cell, digit in enumerate(grid):
        if digit == ".":
            options = fitting(grid, size, cell)
            if best is None or len(options) < len(best[1]):
                best = cell, options
                if len(options) < 2:
                    break
    if best is None:
        return 1
    found = 0
    for digit in best[1]:
        found += _count(grid[: best[0]] + digit + grid[best[0] + 1 :], size, most - found)
        if found >= most:
            break
    return found
