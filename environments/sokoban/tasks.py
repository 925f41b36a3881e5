"""Seeded Sokoban tasks. A task holds the level and the family; never a solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragen_bench.environments.sokoban.board import Level, read_level, write_level
from ragen_bench.environments.sokoban.config import GLYPHS, SokobanConfig
from ragen_bench.environments.sokoban.distances import PushDistances
from ragen_bench.environments.sokoban.layouts import layout_form
from ragen_bench.environments.sokoban.one_change import change_one_cell
from ragen_bench.environments.sokoban.planning import fewest_moves, fewest_pushes
from ragen_bench.environments.sokoban.ragen_rooms import (
    LARGE_SEARCH_DEPTH,
    SEARCH_DEPTH,
    far_start,
    place,
    walked_room,
    wander,
)
from ragen_bench.environments.sokoban.rooms import COMMON_STYLES, OOD_STYLES, dig, nth_cell
from ragen_bench.environments.sokoban.rule_plays import RulePlays
from ragen_bench.errors import InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import Task, home

#: The spec's name, by which layouts find their split.
NAME = "Sokoban"
_FIELDS = ("level", "family")
#: Sides and boxes of a level given by hand.
SMALLEST_SIDE, LARGEST_SIDE, MOST_GIVEN_BOXES = 3, 24, 16
#: Placements of targets tried in one room.
_PLACEMENTS = 3
#: Starts tried at one push distance.
_STARTS = 6
#: Positions of a room after which no further layer is searched.
_MOST_POSITIONS = 4000
#: Pushes beyond twice the least number that a rule of thumb gets.
_SPARE_PUSHES = 4


class SokobanTasks:
    """The task source of Sokoban."""

    def generate(self, rng: Rng, config: SokobanConfig, split: str) -> Task | None:
        """One candidate, or None when the draw is refused.

        A layout of another split is dropped as soon as it is drawn: the search that grades a room is
        what costs.
        """
        ood = split == "test_ood"
        if config.law == "ragen":
            return _ragen_task(rng, config, split)
        width = config.size + ood
        style = rng.choice(OOD_STYLES if ood else COMMON_STYLES)
        floor = dig(style, rng, width, config.floor_low, config.floor_high)
        if not floor:
            return None
        places = _pullable(floor, width)
        count = places.bit_count()
        if count < config.boxes:
            return None
        for _ in range(_PLACEMENTS):
            targets = 0
            while targets.bit_count() < config.boxes:
                targets |= nth_cell(places, rng.below(count))
            if home(NAME, layout_form(width, floor, targets)) != split:
                continue
            found = _graded_start(rng, config, width, floor, targets)
            if found is not None:
                level, least = found
                return {"level": write_level(level, width), "family": f"{style}, {least} pushes"}
        return None

    def canonical(self, task: Task) -> str:
        """The walls and targets in their smallest rotation or reflection, wherever they lie.

        Boxes and player are left out, so one room with its targets is in one split only.
        """
        level = read_level(task["level"])
        return layout_form(level.width, level.floor, level.targets)

    def validate(self, task: Mapping[str, Any], config: SokobanConfig) -> Task:
        """A task given by hand. It must be well formed; it need not have a solution.

        Raises:
            InvalidTask: names the field.
        """
        for key in task:
            if key not in _FIELDS:
                raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
        level = task.get("level")
        _check_level(level)
        family = task.get("family", "given")
        if not isinstance(family, str) or not 1 <= len(family) <= 40:
            raise InvalidTask("family", family, "a short text")
        return {"level": list(level or ()), "family": family}

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The same level with one cell changed, so that the first push differs where possible."""
        rows = task["level"]
        level = change_one_cell(read_level(rows), rng)
        return {"level": write_level(level, len(rows)), "family": "perturbed"}


def _pullable(floor: int, width: int) -> int:
    """Cells from which a box can be pulled one step. A target elsewhere could only hold a box for good."""
    return floor & (
        floor >> 1 & floor >> 2
        | floor << 1 & floor << 2
        | floor >> width & floor >> 2 * width
        | floor << width & floor << 2 * width
    )


def _graded_start(
    rng: Rng, config: SokobanConfig, width: int, floor: int, targets: int
) -> tuple[Level, int] | None:
    """A start within the config's bounds, and its push distance, or None."""
    table = PushDistances(width, floor, targets)
    low, high = config.pushes_low, config.pushes_high
    while len(table.layers) <= high and table.size < _MOST_POSITIONS and table.grow():
        pass
    choices = min(len(table.layers) - 1, high) - low + 1
    if choices < 1:
        return None
    # The larger of two draws, as most rooms have far more starts with few pushes.
    rule = RulePlays(width, floor, targets)
    first = max(rng.below(choices), rng.below(choices))
    for turn in range(choices):
        least = low + (first - turn) % choices
        layer = table.layers[least]
        for boxes, region in rng.sample(layer, min(_STARTS, len(layer))) if len(layer) > 1 else layer:
            if config.away_low and least - rule.distance(boxes) < 2 * config.away_low:
                continue
            player = nth_cell(region, rng.below(region.bit_count()))
            if rule.solve(boxes, player, config.rule_plays, 2 * least + _SPARE_PUSHES, rng):
                continue
            level = Level(width, floor, targets, boxes, player)
            plan = fewest_pushes(level, table)
            if plan is not None and len(plan) <= config.moves_high:
                return level, least
    return None


def _ragen_task(rng: Rng, config: SokobanConfig, split: str) -> Task | None:
    """A room by gym-sokoban's law; test_ood has RAGEN's larger rooms, with a box more."""
    ood = split == "test_ood"
    width, boxes = config.size + 2 * ood, config.boxes + ood
    floor = walked_room(rng, width)
    placed = place(rng, floor, boxes)
    if placed is None:
        return None
    player, targets = placed
    if home(NAME, layout_form(width, floor, targets)) != split:
        return None
    solved = Level(width, floor, targets, targets, player)
    start = far_start(solved, LARGE_SEARCH_DEPTH if ood else SEARCH_DEPTH)
    if start is None:
        return None
    level = wander(*start, rng)
    plan = fewest_moves(level, config.moves_high)
    if plan is None:
        return None
    return {"level": write_level(level, width), "family": f"{width}x{width}, {len(plan)} moves"}


def _check_level(level: object) -> None:
    def refuse(allowed: str) -> InvalidTask:
        return InvalidTask("level", level, allowed)

    sides = f"{SMALLEST_SIDE} to {LARGEST_SIDE}"
    if not isinstance(level, list | tuple) or not SMALLEST_SIDE <= len(level) <= LARGEST_SIDE:
        raise refuse(f"a list of {sides} rows")
    if not all(isinstance(row, str) and len(row) == len(level[0]) for row in level):
        raise refuse("rows of text, all of one length")
    if not SMALLEST_SIDE <= len(level[0]) <= LARGEST_SIDE:
        raise refuse(f"rows of {sides} cells")
    text = "".join(level)
    if set(text) - set(GLYPHS):
        raise refuse(f"rows over {GLYPHS}")
    border = level[0] + level[-1] + "".join(row[0] + row[-1] for row in level)
    if border.strip("#"):
        raise refuse("walled in on all sides (#)")
    if text.count("P") + text.count("S") != 1:
        raise refuse("a level with one player (P, or S on a target)")
    boxes = text.count("X") + text.count("√")
    targets = text.count("O") + text.count("√") + text.count("S")
    if boxes != targets:
        raise refuse(f"a level with as many boxes as targets, not {boxes} and {targets}")
    if not 1 <= boxes <= MOST_GIVEN_BOXES:
        raise refuse(f"a level with 1 to {MOST_GIVEN_BOXES} boxes")
    if not text.count("X"):
        raise refuse("a level that is not solved yet")


TASKS = SokobanTasks()
