"""Plays of two rules of thumb, by which levels that need no plan are left out.

The careful rule takes any push that leaves no box on a dead end. The greedy rule prefers those that
bring the boxes nearer to the targets. Walks cost nothing.
"""

from __future__ import annotations

from ragen_bench.environments.sokoban.board import flood
from ragen_bench.environments.sokoban.dead_ends import hopeless_cells, is_lost
from ragen_bench.environments.sokoban.distances import matched_distance, pushes
from ragen_bench.rng import Rng

#: (player, boxes) after a push.
Outcome = tuple[int, int]
#: What is left of a random word when it is replaced.
_SPENT = 1 << 20


class RulePlays:
    """The rules in one room with its targets. What they may do in a position is worked out once."""

    def __init__(self, width: int, floor: int, targets: int) -> None:
        self._width, self._floor, self._targets = width, floor, targets
        self._hopeless = hopeless_cells(floor, targets, width)
        self._careful: dict[Outcome, list[Outcome]] = {}
        self._greedy: dict[Outcome, list[Outcome]] = {}
        self._lost: dict[int, bool] = {}
        self._distances: dict[int, int] = {}

    def distance(self, boxes: int) -> int:
        """The matched distance of a set of boxes (see `matched_distance`)."""
        found = self._distances.get(boxes)
        if found is None:
            found = self._distances[boxes] = matched_distance(boxes, self._targets, self._width)
        return found

    def solve(self, boxes: int, player: int, plays: int, most: int, rng: Rng) -> bool:
        """Whether one of `plays` plays of each rule, of at most `most` pushes, solves the position."""
        targets = self._targets
        word = 0
        for known, choose in ((self._greedy, self._greedy_pushes), (self._careful, self._careful_pushes)):
            for _ in range(plays):
                state = player, boxes
                for _ in range(most):
                    found = known.get(state)
                    if found is None:
                        found = known[state] = choose(state)
                    if not found:
                        break
                    # One word serves many choices: their bias is below one in 100,000.
                    if word < _SPENT:
                        word = rng.word()
                    word, pick = divmod(word, len(found))
                    state = found[pick]
                    if state[1] == targets:
                        return True
        return False

    def _careful_pushes(self, state: Outcome) -> list[Outcome]:
        player, boxes = state
        width, floor, hopeless, lost = self._width, self._floor, self._hopeless, self._lost
        region = flood(player, floor & ~boxes, width)
        found = []
        for _, box, after in pushes(boxes, region, floor, width):
            bad = lost.get(after)
            if bad is None:
                bad = lost[after] = is_lost(after, floor, self._targets, hopeless, width)
            if not bad:
                found.append((box, after))
        return found

    def _greedy_pushes(self, state: Outcome) -> list[Outcome]:
        found = self._careful.get(state)
        if found is None:
            found = self._careful[state] = self._careful_pushes(state)
        now = self.distance(state[1])
        return [outcome for outcome in found if self.distance(outcome[1]) < now] or found
