"""The minimal change that changes the answer: one target moved, or one cell walled up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ragen_bench.environments.sokoban.board import Level, flood, shifted, single
from ragen_bench.environments.sokoban.distances import PushDistances, pushes
from ragen_bench.environments.sokoban.layouts import layout_form
from ragen_bench.rng import Rng

#: Positions searched for one change, and moves of a target tried before and after walling up.
_MOST_POSITIONS = 4000
_MOVES = 8
#: Pushes that the new level may need beyond the old one's, so that it fits the same budget.
_LONGER = 3

#: A push: direction and box.
Push = tuple[int, int]


def change_one_cell(level: Level, rng: Rng) -> Level:
    """A level of like length in which no best first push is one of the old ones.

    Where no change that is tried does that, the best that was found: solvable with other first pushes,
    solvable, or just another level that is not solved.
    """
    old, least = first_pushes(level, None)
    best, best_grade = level, 0
    form = layout_form(level.width, level.floor, level.targets)
    for other in _changes(level, old, rng):
        if layout_form(other.width, other.floor, other.targets) == form:
            # A symmetric room: the change gives the same layout, seen from another side.
            continue
        new, _ = first_pushes(other, least + _LONGER)
        grade = 1 + bool(new) + (bool(new) and new != old) + (bool(new) and not new & old)
        if grade > best_grade:
            best, best_grade = other, grade
            if grade == 4:
                break
    return best


def _changes(level: Level, first: set[Push], rng: Rng) -> Iterator[Level]:
    moves = [(a, b) for a in single(level.targets) for b in single(level.floor & ~level.targets)]
    moved = [
        other
        for source, place in rng.sample(moves, min(2 * _MOVES, len(moves)))
        if not (other := replace(level, targets=level.targets ^ source ^ place)).solved
    ]
    yield from moved[:_MOVES]
    # Where the first push starts or leads to.
    beside = 0
    for direction, box in first:
        beside |= shifted(box, direction, level.width) | shifted(box, direction ^ 1, level.width)
    for cell in single(beside & ~(level.targets | level.player | level.boxes)):
        yield replace(level, floor=level.floor ^ cell)
    yield from moved[_MOVES:]


def first_pushes(level: Level, longest: int | None) -> tuple[set[Push], int]:
    """The pushes that begin a solution with the least pushes, and that number.

    (empty, 0) where there is no solution of at most `longest` pushes, or none that can be found.
    """
    width, floor = level.width, level.floor
    table = PushDistances(width, floor, level.targets)
    left = table.search(level.boxes, level.player, _MOST_POSITIONS, longest)
    if not left:
        return set(), 0
    region = flood(level.player, floor & ~level.boxes, width)
    return {
        (direction, box)
        for direction, box, after in pushes(level.boxes, region, floor, width)
        if table.depth(after, box) == left - 1
    }, left
