"""FrozenLake: distances spread out from the goal, then the way is read off backwards.

Each line names a cell and the cells first reached from it, cells in the order in which they were
reached. The player's cell ends the search; the way follows the lines back to the goal.
"""

from __future__ import annotations

from typing import Any

from ragen_bench.trainers.tiny.demonstrations import Demonstration
from ragen_bench.trainers.tiny.demonstrations.cells import STEPS, Cell, listed, moved, walked, written

_BACK = {"Up": "Down", "Down": "Up", "Left": "Right", "Right": "Left"}


def demonstrate(env: Any) -> Demonstration:
    """The way to the goal by breadth-first search, on ice that does what it is told."""
    env = env.unwrapped
    rows = env.task["map"]
    safe = {(r + 1, c + 1) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "H"}
    goal = next((r + 1, row.index("G") + 1) for r, row in enumerate(rows) if "G" in row)
    row, column = divmod(env.position, len(rows[0]))
    player = (row + 1, column + 1)
    lines, way = search(safe, goal, player)
    return Demonstration(
        "\n".join([*lines, walked(player, way)]), " || ".join(way[: env.max_actions_per_turn]) or "Up"
    )


def search(safe: set[Cell], goal: Cell, player: Cell) -> tuple[list[str], list[str]]:
    """The lines of the search, and the moves from `player` to `goal` (none without a way)."""
    back: dict[Cell, str] = {goal: ""}
    queue = [goal]
    lines = []
    for cell in queue:
        if player in back:
            break
        found = []
        for move in STEPS:
            after = moved(cell, move)
            if after in safe and after not in back:
                back[after] = _BACK[move]
                found.append(after)
        queue += found
        lines.append(f"{written(cell)}:{listed(found)}")
    way = []
    at = player
    while back.get(at):
        way.append(back[at])
        at = moved(at, back[at])
    return lines, way
