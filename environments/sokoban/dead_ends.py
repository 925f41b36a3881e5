"""Positions that have no solution, as far as that can be told cheaply. Never wrong, not complete."""

from __future__ import annotations

from ragen_bench.environments.sokoban.board import single


def hopeless_cells(floor: int, targets: int, width: int) -> int:
    """Cells from which a box alone in the room reaches no target, wherever the player stands."""
    good = targets
    while True:
        grown = good
        for step in (width, 1):
            # A box comes to `good` from the cell before it when there is room to stand behind that.
            grown |= (good >> step) & floor & (floor << step)
            grown |= (good << step) & floor & (floor >> step)
        if grown == good:
            return floor & ~good
        good = grown


def is_lost(boxes: int, floor: int, targets: int, hopeless: int, width: int) -> bool:
    """Whether a box off target stands on a hopeless cell, or can never move again."""
    if boxes & hopeless:
        return True
    return any(not box & targets and _stuck(box, boxes, floor, hopeless, width) for box in single(boxes))


def _stuck(box: int, boxes: int, floor: int, hopeless: int, width: int) -> bool:
    """Whether a box can move along neither axis, or only onto hopeless cells."""
    # The box counts as wall while its neighbours are asked, or the question would never end.
    rest = floor & ~box
    for step in (width, 1):
        sides = (box << step, box >> step)
        if any(not side & floor for side in sides):
            continue
        if all(side & hopeless for side in sides):
            continue
        if any(side & boxes and _stuck(side, boxes & ~box, rest, hopeless, width) for side in sides):
            continue
        return False
    return True
