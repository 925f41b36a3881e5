"""Cheap policies: rules of thumb that look at one push at a time and never search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ragen_bench.environments.sokoban.board import DIRECTIONS, Level, distance_table, flood, shifted, single
from ragen_bench.environments.sokoban.dead_ends import hopeless_cells, is_lost
from ragen_bench.environments.sokoban.distances import matched_distance, pushes
from ragen_bench.environments.sokoban.planning import walk_to
from ragen_bench.rng import Rng

#: A push: direction, box, boxes afterwards.
Push = tuple[int, int, int]
#: What a rule may see: the position, and its own draws.
Rule = Callable[[Level, Rng], Push | None]


class _Rule:
    """Walks to the push that the rule picks, and goes on as long as the reply has room."""

    def __init__(self, name: str, rule: Rule) -> None:
        self._name, self._rule = name, rule

    def act(self, env: Any) -> str:
        """The actions towards the rule's next pushes."""
        env = env.unwrapped
        level, most = env.level, env.max_actions_per_turn
        rng = Rng.of("Sokoban rule", self._name, env.rows, env.turn)
        plan: list[int] = []
        while len(plan) < most and not level.solved:
            push = self._rule(level, rng)
            if push is None:
                # Nothing is left that the rule would do.
                plan.append(rng.below(4))
                level = level.moved(plan[-1])
                continue
            for direction in way(level, push):
                plan.append(direction)
                level = level.moved(direction)
        return "||".join(DIRECTIONS[direction] for direction in plan[:most])


def way(level: Level, push: Push) -> list[int]:
    """The walk to a push, and the push."""
    stand = shifted(push[1], push[0] ^ 1, level.width)
    return [*walk_to(level.player, stand, level.floor & ~level.boxes, level.width)[0], push[0]]


def possible(level: Level) -> list[Push]:
    """Every push that can be walked to."""
    region = flood(level.player, level.floor & ~level.boxes, level.width)
    return pushes(level.boxes, region, level.floor, level.width)


def _nearest_push(level: Level, rng: Rng) -> Push | None:
    """The nearest box off target, straight towards the target nearest to it."""
    table = distance_table(level.width, max(level.floor, 1).bit_length())
    free = level.targets & ~level.boxes
    best: tuple[int, Push] | None = None
    for push in possible(level):
        direction, box, _ = push
        if box & level.targets:
            continue
        row = table[box.bit_length() - 1]
        goal = min((row[target.bit_length() - 1], target.bit_length() - 1) for target in single(free))[1]
        ahead = shifted(box, direction, level.width).bit_length() - 1
        if table[ahead][goal] < row[goal]:
            steps = len(way(level, push))
            if best is None or steps < best[0]:
                best = steps, push
    return best[1] if best else None


def _greedy(level: Level, rng: Rng) -> Push | None:
    """The nearest push that lowers the least sum of straight distances from boxes to targets."""
    now = matched_distance(level.boxes, level.targets, level.width)
    good = [push for push in possible(level) if matched_distance(push[2], level.targets, level.width) < now]
    return min(good, key=lambda push: len(way(level, push)), default=None)


def _greedy_or_random(level: Level, rng: Rng) -> Push | None:
    """The greedy push, or else a random one that is no dead end."""
    return _greedy(level, rng) or _careful_push(level, rng)


def _random_push(level: Level, rng: Rng) -> Push | None:
    """Any push, with equal chance."""
    found = possible(level)
    return rng.choice(found) if found else None


def _careful_push(level: Level, rng: Rng) -> Push | None:
    """Any push that leaves no box on a dead end, with equal chance."""
    floor, targets, width = level.floor, level.targets, level.width
    hopeless = hopeless_cells(floor, targets, width)
    found = [push for push in possible(level) if not is_lost(push[2], floor, targets, hopeless, width)]
    return rng.choice(found) if found else None


def _straight(level: Level, rng: Rng) -> Push | None:
    """The nearest box that shares a clear row or column with a target, pushed along it."""
    best: tuple[int, Push] | None = None
    for push in possible(level):
        direction, box, _ = push
        if box & level.targets:
            continue
        ahead = shifted(box, direction, level.width)
        while ahead & level.floor & ~level.boxes and not ahead & level.targets:
            ahead = shifted(ahead, direction, level.width)
        if ahead & level.targets & ~level.boxes:
            steps = len(way(level, push))
            if best is None or steps < best[0]:
                best = steps, push
    return best[1] if best else None


NEAREST_PUSH = _Rule("nearest push", _nearest_push)
STRAIGHT = _Rule("straight", _straight)
GREEDY = _Rule("greedy", _greedy)
GREEDY_OR_RANDOM = _Rule("greedy or random", _greedy_or_random)
RANDOM_PUSH = _Rule("random push", _random_push)
CAREFUL_PUSH = _Rule("careful push", _careful_push)
