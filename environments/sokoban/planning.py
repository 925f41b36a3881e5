"""Plans: lists of directions that solve a position."""

from __future__ import annotations

from ragen_bench.environments.sokoban.board import Level, flood, shifted
from ragen_bench.environments.sokoban.distances import PushDistances, pushes

#: Positions that a search may hold before it gives up.
MOST_POSITIONS = 120_000


def fewest_pushes(level: Level, table: PushDistances, most: int = MOST_POSITIONS) -> list[int] | None:
    """Directions of a solution with the least pushes, walking to the nearest of equally good ones.

    None where there is no solution, or none among `most` positions.
    """
    left = table.search(level.boxes, level.player, most)
    if left is None:
        return None
    width, floor = level.width, level.floor
    boxes, player = level.boxes, level.player
    plan: list[int] = []
    while left:
        left -= 1
        free = floor & ~boxes
        good: dict[int, list[tuple[int, int, int]]] = {}
        for direction, box, after in pushes(boxes, flood(player, free, width), floor, width):
            if table.depth(after, box) == left:
                good.setdefault(shifted(box, direction ^ 1, width), []).append((direction, box, after))
        walk, end = walk_to(player, sum(good), free, width)
        direction, box, after = good[end][0]
        plan += walk
        plan.append(direction)
        boxes, player = after, box
    return plan


def walk_to(player: int, ends: int, free: int, width: int) -> tuple[list[int], int]:
    """A shortest walk to the nearest cell of `ends`, one of which can be reached, and that cell."""
    waves = [player]
    seen = player
    while not waves[-1] & ends:
        grown = (seen | seen << 1 | seen >> 1 | seen << width | seen >> width) & free
        waves.append(grown & ~seen)
        seen = grown
    end = cell = (waves[-1] & ends) & -(waves[-1] & ends)
    walk = []
    for wave in waves[-2::-1]:
        for direction in range(4):
            before = shifted(cell, direction ^ 1, width)
            if before & wave:
                walk.append(direction)
                cell = before
                break
    return walk[::-1], end


def fewest_moves(level: Level, longest: int, most: int = MOST_POSITIONS) -> list[int] | None:
    """Directions of a solution with the least moves, walking included.

    None where there is none of at most `longest` moves, or none among `most` positions.
    """
    width, floor, targets = level.width, level.floor, level.targets
    if level.solved:
        return []
    came: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {(level.boxes, level.player): None}
    layer = [(level.boxes, level.player)]
    for _ in range(longest):
        following = []
        for state in layer:
            boxes, player = state
            free = floor & ~boxes
            for direction in range(4):
                ahead = shifted(player, direction, width)
                if ahead & free:
                    after = (boxes, ahead)
                elif ahead & boxes and (beyond := shifted(ahead, direction, width)) & free:
                    after = (boxes ^ ahead ^ beyond, ahead)
                else:
                    continue
                if after in came:
                    continue
                came[after] = (state, direction)
                if after[0] == targets:
                    return _path(came, after)
                following.append(after)
        if not following or len(came) > most:
            return None
        layer = following
    return None


def _path(
    came: dict[tuple[int, int], tuple[tuple[int, int], int] | None], state: tuple[int, int]
) -> list[int]:
    plan = []
    while (step := came[state]) is not None:
        state, direction = step
        plan.append(direction)
    return plan[::-1]
