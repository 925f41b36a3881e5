"""The optimal policy, exactly, by dynamic programming over (cell, turns left).

A turn commits up to `chunk` moves without looking in between. Write T_m for what one move m does to a
vector of values, V_t for the value of each cell with t turns left. A chunk m1 ... mk is then worth
T_m1 ... T_mk V_(t-1), and V_t is the best of all chunks of 1 to `chunk` moves, cell by cell. All chunks
of one length are worked out at once, from those that are one move shorter.

On still ice looking is worth nothing, so a shortest path decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ragen_bench.environments.frozenlake.board import distances, steps

#: Longest chunk that is planned on slippery ice, since their number grows as 4 to the length. With
#: more moves allowed than this, the policy is the optimum among chunks of at most this length.
LONGEST_CHUNK = 6
#: Values closer than this are equal; the shorter, then the first chunk is taken.
_TOLERANCE = 1e-10
#: Moves closer than this in value are both good.
_NEARLY = 1e-6
#: When no value gains more than this in a turn, further turns are taken to change nothing.
_SETTLED = 1e-12


class Plan:
    """The optimal policy of one lake.

    Args:
        lake: rows over S, F, H, G.
        success_rate: share of moves that go as intended.
        chunk: moves that one turn may commit.
    """

    def __init__(self, lake: Sequence[str], success_rate: float, chunk: int) -> None:
        self._cells = "".join(lake)
        self._moves = steps(len(lake), len(lake[0]))
        self._rate = success_rate
        self._chunk = chunk
        self._still = success_rate == 1.0
        self._distances = distances(self._cells, len(lake[0]))
        if not self._still:
            self._outcomes = np.array(self._moves)
            self._goal = self._cells.index("G")
            self._holes = np.array([cell for cell, sign in enumerate(self._cells) if sign == "H"], dtype=int)
            none = np.zeros(len(self._cells))
            none[self._goal] = 1.0
            self._values = [none]
            self._chosen: list[tuple[np.ndarray, np.ndarray]] = []
            self._settled = False

    def value(self, cell: int, turns: int) -> float:
        """The chance to reach the goal from a cell with so many turns left, played optimally."""
        if self._still:
            return float(0 <= self._distances[cell] <= turns * self._chunk)
        self._work_out(turns)
        return float(self._values[min(turns, len(self._values) - 1)][cell])

    def best(self, cell: int, turns: int) -> tuple[int, ...]:
        """The chunk of moves to commit with so many turns left, at least 1."""
        if self._still:
            return self._shortest(cell)
        self._work_out(turns)
        lengths, numbers = self._chosen[min(turns, len(self._chosen)) - 1]
        length, number = int(lengths[cell]), int(numbers[cell])
        return tuple(number >> 2 * (length - 1 - i) & 3 for i in range(length))

    def good_moves(self, cell: int, turns: int) -> frozenset[int]:
        """The first moves that cost nothing against the best one, where turns are single moves."""
        if self.value(cell, turns) <= 0:
            return frozenset()
        if self._still:
            near = self._distances[cell] - 1
            return frozenset(m for m in range(4) if self._distances[self._moves[m][cell]] == near)
        before = self._values[min(turns, len(self._values)) - 1]
        worth = self._one_more_move(before[None, :])[:, cell]
        return frozenset(m for m in range(4) if worth[m] >= worth.max() - _NEARLY)

    def _shortest(self, cell: int) -> tuple[int, ...]:
        path: list[int] = []
        while len(path) < self._chunk and self._distances[cell] > 0:
            near = self._distances[cell] - 1
            path.append(next(m for m in range(4) if self._distances[self._moves[m][cell]] == near))
            cell = self._moves[path[-1]][cell]
        return tuple(path) or (0,)

    def _work_out(self, turns: int) -> None:
        while len(self._values) <= turns and not self._settled:
            self._next_turn()

    def _next_turn(self) -> None:
        before = self._values[-1]
        worth = before[None, :]
        best = np.full(len(before), -1.0)
        lengths = np.zeros(len(before), dtype=int)
        numbers = np.zeros(len(before), dtype=int)
        for length in range(1, min(self._chunk, LONGEST_CHUNK) + 1):
            worth = self._one_more_move(worth)
            top = worth.max(axis=0)
            better = top > best + _TOLERANCE
            first = (worth >= top - _TOLERANCE).argmax(axis=0)
            lengths[better], numbers[better] = length, first[better]
            best = np.maximum(best, top)
        self._values.append(best)
        self._chosen.append((lengths, numbers))
        self._settled = bool((best - before).max() < _SETTLED)

    def _one_more_move(self, worth: np.ndarray) -> np.ndarray:
        """Chunks with each move put in front: (m, cells) -> (4 m, cells), first move most significant.

        Element by element, without a matrix product, so that the sums are the same on every machine.
        """
        side = (1.0 - self._rate) / 2
        ended = [worth[:, outcome] for outcome in self._outcomes]
        longer = np.concatenate(
            [self._rate * ended[m] + side * (ended[m - 1] + ended[(m + 1) % 4]) for m in range(4)]
        )
        longer[:, self._holes] = 0.0
        longer[:, self._goal] = 1.0
        return longer


@lru_cache(maxsize=256)
def plan_of(lake: tuple[str, ...], success_rate: float, chunk: int) -> Plan:
    """The plan of a lake; the last ones are kept."""
    return Plan(lake, success_rate, chunk)


def good_moves(lake: tuple[str, ...], success_rate: float) -> frozenset[int]:
    """The best first moves for a player who looks after every move and has twice the edge in turns.

    Empty where the goal cannot be reached.
    """
    turns = 2 * (len(lake) + len(lake[0]))
    return Plan(lake, success_rate, 1).good_moves("".join(lake).index("S"), turns)
