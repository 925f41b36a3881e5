"""Seeded FrozenLake tasks. A task holds the map, the success rate and the family; never a way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ragen_bench.environments.frozenlake.board import distances, steps
from ragen_bench.environments.frozenlake.config import LARGEST, SMALLEST, FrozenLakeConfig
from ragen_bench.environments.frozenlake.openings import PER_FAMILY, Shape, opening
from ragen_bench.environments.frozenlake.planning import good_moves
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.field_checks import check_share
from ragen_bench.grids import canonical_symmetry
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

_FIELDS = ("map", "success_rate", "family")
_SIGNS = "SFHG"
#: Bits that decide whether one cell becomes a hole.
_BITS = 16
_MASK = (1 << _BITS) - 1
#: Numbers of openings tried in one candidate before it is refused.
_TRIES = 32


class FrozenLakeTasks:
    """The task source of FrozenLake."""

    def generate(self, rng: Rng, config: FrozenLakeConfig, split: str) -> Task | None:
        """One candidate, or None when the draw is refused."""
        ood = split == "test_ood"
        drawn = _maze(rng, config, ood) if config.layout == "maze" else _scattered(rng, config, ood)
        if drawn is None:
            return None
        rows, family = drawn
        return {"map": rows, "success_rate": config.success_rate, "family": family}

    def canonical(self, task: Task) -> str:
        """The least of the eight ways to hold the map, with ice where the player starts.

        The success rate is left out: a lake belongs to one split at all rates.
        """
        return canonical_symmetry([row.replace("S", "F") for row in task["map"]])

    def validate(self, task: Mapping[str, Any], config: FrozenLakeConfig) -> Task:
        """A task given by hand. There need be no way to the goal.

        Raises:
            InvalidTask: names the field.
        """
        for key in task:
            if key not in _FIELDS:
                raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
        rows = task.get("map")
        if not isinstance(rows, list | tuple) or not SMALLEST <= len(rows) <= LARGEST:
            raise InvalidTask("map", rows, f"a list of {SMALLEST} to {LARGEST} rows")
        for row in rows:
            if not isinstance(row, str) or not SMALLEST <= len(row) <= LARGEST or len(row) != len(rows[0]):
                raise InvalidTask("map", rows, f"rows of one length, from {SMALLEST} to {LARGEST}")
            if not set(row) <= set(_SIGNS):
                raise InvalidTask("map", rows, "rows over S (start), F (frozen), H (hole) and G (goal)")
        cells = "".join(rows)
        if cells.count("S") != 1 or cells.count("G") != 1:
            raise InvalidTask("map", rows, "rows with one S and one G")
        rate = task.get("success_rate", config.success_rate)
        try:
            check_share("success_rate", rate)
        except InvalidConfig as error:
            raise InvalidTask("success_rate", rate, error.allowed) from None
        family = task.get("family", "given")
        if not isinstance(family, str) or not 1 <= len(family) <= 40:
            raise InvalidTask("family", family, "a short text")
        return {"map": list(rows), "success_rate": float(rate), "family": family}

    def perturb(self, task: Task, rng: Rng) -> Task:
        """One hole more, or the goal elsewhere, such that another first move is right.

        Right is what is best a move at a time. Where a lake is too small for that, the next best change:
        one that is the same lake when turned, or that leaves the first move as it is.
        """
        rows: list[str] = task["map"]
        columns = len(rows[0])
        old = self.canonical(task)
        right = good_moves(tuple(rows), task["success_rate"])
        turned = other = None
        for cells in _changes("".join(rows), columns, rng):
            changed = [cells[i : i + columns] for i in range(0, len(cells), columns)]
            new: Task = {"map": changed, "success_rate": task["success_rate"], "family": "perturbed"}
            moves = good_moves(tuple(changed), task["success_rate"])
            if moves and not moves & right:
                if self.canonical(new) != old:
                    return new
                turned = turned or new
            other = other or new
        return turned or other or {**task, "family": "perturbed"}


# ------------------------------------------------------------------------------------ generation


@lru_cache(maxsize=64)
def _shape(config: FrozenLakeConfig, ood: bool) -> Shape:
    return Shape(config.rows, config.columns, config.detour, config.deadly, ood)


def _maze(rng: Rng, config: FrozenLakeConfig, ood: bool) -> tuple[list[str], str] | None:
    """An opening, some of its spare cells as holes, held in one of four ways."""
    shape = _shape(config, ood)
    numbers = PER_FAMILY * len(shape.plans)
    for _ in range(_TRIES):
        found = opening(shape, rng.below(numbers))
        if found is not None:
            break
    else:
        return None
    cells = _holes_among(found.cells, found.spare, config.spare_holes, rng)
    columns = config.columns
    held = rng.below(4)
    if held & 1:
        # Read backwards, a lake is turned by half.
        cells = cells[::-1]
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    return rows[::-1] if held & 2 else rows, found.family


def _holes_among(cells: str, spare: Sequence[int], share: float, rng: Rng) -> str:
    limit = int(share * (_MASK + 1))
    signs = list(cells)
    word = left = 0
    for cell in spare:
        if not left:
            word, left = rng.word(), 64 // _BITS
        if word & _MASK < limit:
            signs[cell] = "H"
        word >>= _BITS
        left -= 1
    return "".join(signs)


def _scattered(rng: Rng, config: FrozenLakeConfig, ood: bool) -> tuple[list[str], str] | None:
    """Holes, start and goal anywhere, with a way of the length asked for."""
    rows, columns = config.rows + ood, config.columns + ood
    size = rows * columns
    for _ in range(_TRIES):
        start, goal = divmod(rng.below(size * (size - 1)), size - 1)
        goal += goal >= start
        cells = _holes_among("F" * size, range(size), config.holes, rng)
        way = _way(cells, columns, start, goal, config.farthest)
        if way >= config.nearest:
            signs = list(cells)
            signs[start], signs[goal] = "S", "G"
            cells = "".join(signs)
            return [cells[i : i + columns] for i in range(0, size, columns)], f"{rows}x{columns} way {way}"
    return None


def _way(cells: str, columns: int, start: int, goal: int, farthest: int) -> int:
    """Moves of the shortest way, 0 where there is none of at most `farthest`. Floods a set of bits."""
    size = len(cells)
    # The text is read as a number, so the first cell is the highest bit.
    ice = int(cells.translate(_BITS_OF_ICE), 2)
    reached, wanted = 1 << (size - 1 - start), 1 << (size - 1 - goal)
    ice |= reached | wanted
    right_edge, left_edge = _edges(size, columns)
    for way in range(1, farthest + 1):
        spread = (
            reached
            | (reached & ~right_edge) >> 1
            | (reached & ~left_edge) << 1
            | reached >> columns
            | reached << columns
        ) & ice
        if spread & wanted:
            return way
        if spread == reached:
            return 0
        reached = spread
    return 0


_BITS_OF_ICE = str.maketrans({"F": "1", "H": "0"})


@lru_cache(maxsize=64)
def _edges(size: int, columns: int) -> tuple[int, int]:
    """The bits of the last and of the first column."""
    right = sum(1 << bit for bit in range(0, size, columns))
    return right, right << columns - 1


# ----------------------------------------------------------------------------------- perturbation


def _changes(cells: str, columns: int, rng: Rng) -> Iterator[str]:
    """Lakes with a hole on the shortest way, then lakes with the goal elsewhere, both in random order."""
    moves = steps(len(cells) // columns, columns)
    far = distances(cells, columns)
    cell = cells.index("S")
    way = []
    while far[cell] > 1:
        cell = next(move[cell] for move in moves if far[move[cell]] == far[cell] - 1)
        way.append(cell)
    for cell in rng.shuffled(way):
        yield cells[:cell] + "H" + cells[cell + 1 :]
    without = cells.replace("G", "F")
    for cell in rng.shuffled([cell for cell, sign in enumerate(cells) if sign in "FH"]):
        yield without[:cell] + "G" + without[cell + 1 :]


TASKS = FrozenLakeTasks()
