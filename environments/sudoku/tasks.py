"""Seeded Sudoku tasks. A task holds the grid and the family; never the solution."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ragen_bench.environments.sudoku.board import (
    BOXES,
    DIGITS,
    EMPTY,
    board,
    breaks_rule,
    rows_of,
)
from ragen_bench.environments.sudoku.building import fits, puzzles
from ragen_bench.environments.sudoku.config import SudokuConfig
from ragen_bench.environments.sudoku.logic import logic
from ragen_bench.environments.sudoku.neighbours import neighbour
from ragen_bench.environments.sudoku.search import solutions
from ragen_bench.errors import InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import Task, home

#: The environment's name: it decides which split a puzzle belongs to.
NAME = "Sudoku"
_FIELDS = ("grid", "family")


class SudokuTasks:
    """The task source of Sudoku."""

    def generate(self, rng: Rng, config: SudokuConfig, split: str) -> Task | None:
        """One puzzle that belongs to `split`, or None when the draw is refused.

        Whether a clue set is at home in the split is asked first: that is far cheaper than its grade.
        """
        for size, clues in puzzles(rng, config, split == "test_ood"):
            grid = logic(size).grid(clues)
            form, family = _form(grid, size)
            # Clues of size 4 are drawn until one of all boards is left, which is the proof.
            if home(NAME, form) == split and (size == 4 or fits(size, config.technique, clues)):
                return {"grid": rows_of(grid, size), "family": family}
        return None

    def canonical(self, task: Task) -> str:
        """What relabelling and every symmetry of the board leave as it is; see `_form`."""
        return _form("".join(task["grid"]), len(task["grid"]))[0]

    def validate(self, task: Mapping[str, Any], config: SudokuConfig) -> Task:
        """A task given by hand: a grid of any of the three sizes with exactly one solution.

        Raises:
            InvalidTask: names the field.
        """
        for key in task:
            if key not in _FIELDS:
                raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
        rows = task.get("grid")
        if not isinstance(rows, list | tuple) or len(rows) not in BOXES:
            raise InvalidTask("grid", rows, "a list of 4, 6 or 9 rows")
        size = len(rows)
        allowed = DIGITS[:size] + EMPTY
        for row in rows:
            if not isinstance(row, str) or len(row) != size or not set(row) <= set(allowed):
                raise InvalidTask("grid", rows, f"rows of {size} characters out of {allowed}")
        grid = "".join(rows)
        if EMPTY not in grid:
            raise InvalidTask("grid", rows, "a grid with an empty cell")
        if breaks_rule(board(size), grid):
            raise InvalidTask("grid", rows, "without the same digit twice in a row, column or box")
        rules = logic(size)
        found = solutions(rules, rules.clues(grid))
        if found is None:
            raise InvalidTask("grid", rows, "a puzzle whose one solution a short search can prove")
        if len(found) != 1:
            several = "it has several" if found else "it has none"
            raise InvalidTask("grid", rows, f"a puzzle with exactly one solution ({several})")
        family = task.get("family", "given")
        if not isinstance(family, str) or not 1 <= len(family) <= 60:
            raise InvalidTask("family", family, "a short text")
        return {"grid": list(rows), "family": family}

    def perturb(self, task: Task, rng: Rng) -> Task:
        """Another puzzle on nearly the same clues, whose solution differs in many of the same cells."""
        size = len(task["grid"])
        grid = "".join(task["grid"])
        form = _form(grid, size)[0]
        changed = neighbour(size, grid, rng, lambda other: _form(other, size)[0] != form)
        return {"grid": rows_of(changed, size), "family": "perturbed"}


@lru_cache(maxsize=256)
def _form(grid: str, size: int) -> tuple[str, str]:
    """(canonical form, family) of a grid.

    For every clue: how many clues its row and column hold, in either order, its box, and its value;
    on the smallest board, what the clues beside it say too. The sorted list of that is the same for
    every puzzle that comes out of another by renaming values, permuting rows, columns, bands and
    stacks, or transposing. It is coarser than that equivalence: a few different puzzles share a
    form, and so a split.
    """
    box = board(size).box
    rows, columns, boxes, values = [0] * size, [0] * size, [0] * size, [0] * (size + 1)
    filled = []
    for cell, digit in enumerate(grid):
        if digit != EMPTY:
            place = cell // size, cell % size, box[cell], int(digit)
            filled.append(place)
            rows[place[0]] += 1
            columns[place[1]] += 1
            boxes[place[2]] += 1
            values[place[3]] += 1
    codes = _codes(filled, rows, columns, boxes, values)
    if size == 4:
        codes = _second_look(filled, codes, size)
    houses = rows + columns + boxes
    missing = values[1:].count(0)
    family = f"{size}x{size}, {len(filled)} clues, {min(houses)} to {max(houses)} a house"
    if missing:
        family += f", {missing} missing"
    return f"{size}:{sorted(codes)}", family


def _codes(
    filled: list[tuple[int, int, int, int]],
    rows: list[int],
    columns: list[int],
    boxes: list[int],
    values: list[int],
) -> list[int]:
    """One number per clue, out of what its houses and its value hold; rows and columns in either order."""
    return [
        (((rows[row] + columns[column]) * 100 + rows[row] * columns[column]) * 10 + boxes[number]) * 10
        + values[digit]
        for row, column, number, digit in filled
    ]


def _second_look(filled: list[tuple[int, int, int, int]], codes: list[int], size: int) -> list[int]:
    """Codes that also tell the codes of the clues in the same houses and of the same value."""
    rows, columns, boxes, values = [0] * size, [0] * size, [0] * size, [0] * (size + 1)
    for (row, column, number, digit), code in zip(filled, codes, strict=True):
        rows[row] += code * code
        columns[column] += code * code
        boxes[number] += code * code
        values[digit] += code * code
    return _codes(filled, rows, columns, boxes, values)


TASKS = SudokuTasks()
