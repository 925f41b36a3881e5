"""The least number of pushes from any position of a room, by playing backwards from the goal.

A breadth-first search over pulls, started with every box on a target, meets each position at its
exact push distance. Positions that differ only in where the player can walk are one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from ragen_bench.environments.sokoban.board import distance_table, flood, single

#: A set of boxes, and the cells that the player can walk to.
Position = tuple[int, int]


class PushDistances:
    """Push distances of one room with its targets, found layer by layer as far as they are asked for.

    Args:
        width: columns of the room.
        floor: cells that are no wall.
        targets: where the boxes belong.
    """

    def __init__(self, width: int, floor: int, targets: int) -> None:
        self._width, self._floor, self.targets = width, floor, targets
        #: For every set of boxes met so far: (where the player can be, pushes from there).
        self._known: dict[int, list[tuple[int, int]]] = {}
        first = []
        rest = floor & ~targets
        while rest:
            region = flood(rest & -rest, rest, width)
            rest &= ~region
            first.append((targets, region))
        self._known[targets] = [(region, 0) for _, region in first]
        #: layers[d] holds the positions that need exactly d pushes, in a fixed order.
        self.layers: list[list[Position]] = [first]
        self.size = len(first)

    def grow(self) -> bool:
        """Finds the next layer; False when there is none left."""
        width, floor, known = self._width, self._floor, self._known
        depth = len(self.layers)
        layer: list[Position] = []
        for boxes, region in self.layers[-1]:
            for next_boxes, player in pulls(boxes, region, width):
                met = known.get(next_boxes)
                if met is None:
                    met = known[next_boxes] = []
                else:
                    for other, _ in met:
                        if other & player:
                            break
                    else:
                        other = 0
                    if other:
                        continue
                # The flood is written out: this is where a generator spends its time.
                free = floor & ~next_boxes
                seen = player
                while True:
                    grown = (seen | seen << 1 | seen >> 1 | seen << width | seen >> width) & free
                    if grown == seen:
                        break
                    seen = grown
                met.append((seen, depth))
                layer.append((next_boxes, seen))
        if not layer:
            return False
        self.layers.append(layer)
        self.size += len(layer)
        return True

    def depth(self, boxes: int, player: int) -> int | None:
        """Pushes from a position, as far as layers have been grown."""
        for region, pushes in self._known.get(boxes, ()):
            if region & player:
                return pushes
        return None

    def search(self, boxes: int, player: int, most: int, longest: int | None = None) -> int | None:
        """Pushes from a position.

        None where it has no solution, or none found among `most` positions or within `longest` pushes.
        """
        found = self.depth(boxes, player)
        while found is None and self.size < most and (longest is None or len(self.layers) <= longest):
            if not self.grow():
                break
            found = self.depth(boxes, player)
        return found


@lru_cache(maxsize=8)
def push_distances(width: int, floor: int, targets: int) -> PushDistances:
    """The shared, growing table of a room."""
    return PushDistances(width, floor, targets)


def pulls(boxes: int, region: int, width: int) -> list[Position]:
    """(boxes, player) after every possible pull: the player steps back and a box follows."""
    found = []
    for step in (width, 1):
        movers = boxes & region << step & region << 2 * step
        while movers:
            box = movers & -movers
            movers ^= box
            found.append((boxes ^ box ^ box >> step, box >> 2 * step))
        movers = boxes & region >> step & region >> 2 * step
        while movers:
            box = movers & -movers
            movers ^= box
            found.append((boxes ^ box ^ box << step, box << 2 * step))
    return found


def pushes(boxes: int, region: int, floor: int, width: int) -> list[tuple[int, int, int]]:
    """(direction, box, boxes afterwards) of every push that can be walked to."""
    free = floor & ~boxes
    found = []
    for half, step in ((0, width), (2, 1)):
        up = boxes & region >> step & free << step
        down = boxes & region << step & free >> step
        found += [(half, box, boxes ^ box ^ box >> step) for box in single(up)]
        found += [(half + 1, box, boxes ^ box ^ box << step) for box in single(down)]
    return found


def matched_distance(boxes: int, targets: int, width: int) -> int:
    """Least sum of straight distances over all ways to give every box a target of its own.

    One push changes it by exactly one, up or down, since the parity of the sum is the same for all
    ways. So (pushes - matched distance) / 2 pushes of any solution lead away.
    """
    table = distance_table(width, max(boxes, targets).bit_length())
    rows = [table[box.bit_length() - 1] for box in single(boxes)]
    goals = [target.bit_length() - 1 for target in single(targets)]
    if len(rows) == 1:
        return rows[0][goals[0]]
    if len(rows) == 2:
        (one, two), (a, b) = rows, goals
        return min(one[a] + two[b], one[b] + two[a])
    if len(rows) > 5:
        return _matched_by_subsets(rows, goals)
    return min(sum(row[goal] for row, goal in zip(rows, order, strict=True)) for order in permutations(goals))


def _matched_by_subsets(rows: list[tuple[int, ...]], goals: list[int]) -> int:
    best = {0: 0}
    for row in rows:
        following: dict[int, int] = {}
        for used, total in best.items():
            for number, goal in enumerate(goals):
                if not used >> number & 1:
                    key, value = used | 1 << number, total + row[goal]
                    if value < following.get(key, value + 1):
                        following[key] = value
        best = following
    return min(best.values())
