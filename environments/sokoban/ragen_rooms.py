"""Rooms by the law that RAGEN plays: gym-sokoban's random walk, its search for a far-off start,
and the steps that the player walks off.

The law is that of gym-sokoban's room generator (Schrader 2018, generate_room), with the steps and the
search depth that RAGEN sets. Draws differ, so single rooms do; the distribution is the same.
"""

from __future__ import annotations

from dataclasses import replace

from ragen_bench.environments.sokoban.board import Level, distance_table, shifted, single
from ragen_bench.environments.sokoban.rooms import nth_cell, rectangle
from ragen_bench.rng import Rng

#: What is dug around the walker, as (row, column) offsets: two bars, a corner, a square, a corner.
_STAMPS = (
    ((0, -1), (0, 0), (0, 1)),
    ((-1, 0), (0, 0), (1, 0)),
    ((0, -1), (0, 0), (1, 0)),
    ((0, -1), (0, 0), (1, -1), (1, 0)),
    ((0, 0), (0, 1), (1, 0)),
)
_TURNS = 0.35
_HEADINGS = ((1, 0), (0, 1), (-1, 0), (0, -1))
#: Depth of the search: RAGEN's default, and what it sets for its larger rooms.
SEARCH_DEPTH, LARGE_SEARCH_DEPTH = 300, 10


def walked_room(rng: Rng, width: int) -> int:
    """Floor dug by a walk of 1.7 steps per row and column."""
    row, column = rng.between(1, width - 1), rng.between(1, width - 1)
    down, right = rng.choice(_HEADINGS)
    cells = 0
    for _ in range(17 * 2 * width // 10):
        if rng.bernoulli(_TURNS):
            down, right = rng.choice(_HEADINGS)
        row = min(max(row + down, 1), width - 2)
        column = min(max(column + right, 1), width - 2)
        for r, c in rng.choice(_STAMPS):
            cells |= 1 << (row + r) * width + column + c
    return cells & rectangle(width, 1, 1, width - 2, width - 2)


def place(rng: Rng, floor: int, boxes: int) -> tuple[int, int] | None:
    """(player, targets) on free cells, or None when there are too few."""
    count = floor.bit_count()
    if count <= boxes + 1:
        return None
    player = nth_cell(floor, rng.below(count))
    free = floor ^ player
    targets = 0
    for taken in range(boxes):
        target = nth_cell(free, rng.below(count - 1 - taken))
        free ^= target
        targets |= target
    return player, targets


def wander(level: Level, displaced: int, rng: Rng) -> Level:
    """RAGEN's last touch: with a chance of 0.8 or 0.5 the player walks one to three steps off.

    Args:
        level: a start.
        displaced: steps between boxes and their own targets; the chance is 0.8 where it is one.
    """
    if not rng.bernoulli(0.8 if displaced == 1 else 0.5):
        return level
    trodden = player = level.player
    for _ in range(3):
        free = level.floor & ~level.boxes & ~trodden
        steps = [step for d in range(4) if (step := shifted(player, d, level.width)) & free]
        if not steps:
            break
        player = rng.choice(steps)
        trodden |= player
        if not rng.bernoulli(0.5):
            break
    return replace(level, player=player)


def far_start(level: Level, depth: int) -> tuple[Level, int] | None:
    """The start that gym-sokoban picks, by playing backwards depth first from boxes on targets.

    Of all positions met with nothing on a target, the first with the largest (pulls on the way there)
    x (steps between boxes and their own targets), and these steps. None when no box can be pulled so.

    Args:
        level: every box on its target.
        depth: moves that the search follows.
    """
    width, floor, targets = level.width, level.floor, level.targets
    table = distance_table(width, floor.bit_length())
    rows = [table[target.bit_length() - 1] for target in single(targets)]
    best_score, best = 0, None
    # A box that was never pulled counts as another thing than one that is back on its target.
    stack = [(level.player, tuple(single(targets)), targets, 0, depth - 1)]
    explored = set()
    while stack:
        player, boxes, resting, pulled, left = stack.pop()
        occupied = sum(boxes)
        key = (player, occupied, resting)
        if left <= 0 or key in explored:
            continue
        explored.add(key)
        if pulled and not (occupied | player) & targets:
            displaced = 0
            for row, box in zip(rows, boxes, strict=True):
                displaced += row[box.bit_length() - 1]
            if pulled * displaced > best_score:
                best_score = pulled * displaced
                best = Level(width, floor, targets, occupied, player), displaced
        free = floor & ~occupied
        walks, drags = [], []
        for direction in range(4):
            ahead = shifted(player, direction, width)
            if not ahead & free:
                continue
            walks.append((ahead, boxes, resting, pulled, left - 1))
            behind = shifted(player, direction ^ 1, width)
            if behind & occupied:
                after = tuple(player if box == behind else box for box in boxes)
                drags.append((ahead, after, resting & ~behind, pulled + 1, left - 1))
            else:
                drags.append(walks[-1])
        # Last in, first out: pulling up is tried first, walking to the right last.
        stack += walks[::-1]
        stack += drags[::-1]
    return best
