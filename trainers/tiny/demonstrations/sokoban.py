"""Sokoban: the floor, where a box can come from, the way of the box, then the walk, step by step.

The first line names every cell that is no wall. Each line after it names a cell and the cells from
which a box can be pushed onto it (the box's cell and the cell behind it are floor), target first,
until the box is met. Then the way of the box, and the player's own steps, pushes marked `!`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragen_bench.environments.sokoban.oracle import solution
from ragen_bench.trainers.tiny.demonstrations import Demonstration
from ragen_bench.trainers.tiny.demonstrations.cells import STEPS, Cell, listed, moved, written

_DIRECTIONS = ("Up", "Down", "Left", "Right")


def demonstrate(env: Any) -> Demonstration:
    """A plan with the fewest pushes, and as many of its moves as a reply takes."""
    env = env.unwrapped
    rows = env.rows
    most = env.max_actions_per_turn
    floor = _where(rows, "_OX√PS")
    boxes, targets = _where(rows, "X√"), _where(rows, "O√S")
    player = _where(rows, "PS")[0]
    # The turn is not in the observation, so the plan must not depend on it.
    plan = [_DIRECTIONS[direction] for direction in solution(env.level, env.max_turns * most)]
    lines = [listed(floor), *_sources(set(floor), boxes, targets), *_walk(boxes, player, plan, most)]
    return Demonstration("\n".join(lines), "||".join(plan[:most]))


def _where(rows: Sequence[str], symbols: str) -> list[Cell]:
    return [(r + 1, c + 1) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell in symbols]


def _sources(floor: set[Cell], boxes: list[Cell], targets: list[Cell]) -> list[str]:
    """From which cells a box comes to a target in one push, then to those, until every box is met."""
    waiting = set(boxes) - set(targets)
    queue = [target for target in targets if target not in boxes]
    seen = set(queue)
    lines = []
    for cell in queue:
        if waiting <= seen:
            break
        found = []
        for move in STEPS:
            box, stand = moved(cell, move), moved(cell, move, 2)
            if box in floor and stand in floor and box not in seen:
                seen.add(box)
                found.append(box)
        queue += found
        lines.append(f"{written(cell)}:{listed(found)}")
    return lines


def _walk(boxes: list[Cell], player: Cell, plan: list[str], most: int) -> list[str]:
    """The ways of the boxes that are pushed, and the steps of this reply."""
    pushed: list[str] = []
    steps = [written(player)]
    where = set(boxes)
    at, box = player, None
    for number, move in enumerate(plan):
        at = moved(at, move)
        sign = ""
        if at in where:
            beyond = moved(at, move)
            if box != at:
                pushed.append(written(at))
            pushed.append(f"{move}{written(beyond)}")
            where = where - {at} | {beyond}
            box, sign = beyond, "!"
        if number < most:
            steps.append(f"{move}{written(at)}{sign}")
    return ["".join(pushed), "".join(steps)]
