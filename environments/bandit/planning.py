"""Exact Bayes-optimal play where the best arm jumps by an announced number of steps.

Prior and noise are uniform, and every possible jump is as likely from every arm, so the posterior is
uniform over the hypotheses (best level, top) that are consistent with what was seen. A belief is
therefore a set of hypotheses, held as the bits of an int: bit `j * arms + level` stands for `level`
being best now and paying `tops[j]`.
"""

from __future__ import annotations

from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.environments.bandit.law import law_of

#: Beliefs remembered; beyond that the memory starts afresh.
MEMORY = 300_000
#: Differences below this are ties. The lower level wins, in the mirrored belief where that is worked out.
TIE = 1e-9


class JumpPlanner:
    """Least expected regret to go, by dynamic programming over (belief, pulls made).

    Sub-problems are solved as they are met. A pull is tried in order of a lower bound on its regret
    (this pull's and the next one's) and left out once that exceeds the best found, which changes no
    result.

    Args:
        config: with law "jump".
    """

    def __init__(self, config: BanditConfig) -> None:
        self.config = config
        self.start = (1 << config.arms * len(config.tops)) - 1
        self._arms, self._pulls, self._horizon = config.arms, config.pulls, config.horizon
        self._outcomes = 2 * config.noise + 1
        self._block = (1 << config.arms) - 1
        self._tops = range(len(config.tops))
        self._at = [sum(1 << (j * config.arms + level) for j in self._tops) for level in range(config.arms)]
        self._reversed = [int(format(block, f"0{config.arms}b")[::-1], 2) for block in range(self._block + 1)]
        self._gaps = self._gap_masks()
        self._low = config.tops[0] - config.slope * (config.arms - 1) - config.noise
        self._fits = self._consistent()
        self._values: dict[tuple[int, int], tuple[float, int]] = {}
        self._bounds: dict[int, float] = {}

    # ---------------------------------------------------------------------------- beliefs

    def see(self, belief: int, level: int, points: int) -> int:
        """The belief after a pull of `level` paid `points`."""
        row = self._fits[level]
        place = points - self._low
        return belief & row[place] if 0 <= place < len(row) else 0

    def move(self, belief: int, steps: int) -> int:
        """The belief after the best arm was said to have moved up by `steps`, or down if negative."""
        moved = 0
        for j in self._tops:
            block = (belief >> j * self._arms) & self._block
            block = (block << steps) & self._block if steps > 0 else block >> -steps
            moved |= block << j * self._arms
        return moved

    def best(self, belief: int, pull: int) -> int:
        """The level to pull after `pull` pulls were made."""
        if self._settled(belief):
            return self._lowest(belief)
        return self._solve(belief, pull)[1]

    def value(self, belief: int, pull: int) -> float:
        """Least expected regret, in points, over the rest of the episode."""
        if pull >= self._horizon or self._settled(belief):
            return 0.0
        return self._solve(belief, pull)[0]

    # ---------------------------------------------------------------------------- planning

    def _solve(self, belief: int, pull: int) -> tuple[float, int]:
        key = (belief, pull)
        known = self._values.get(key)
        if known is not None:
            return known
        mirrored = self._mirror(belief)
        if mirrored < belief:
            # The scale read backwards is the same problem, so only one of the two is worked out.
            regret, level = self._solve(mirrored, pull)
            return regret, self._arms - 1 - level
        size = belief.bit_count()
        candidates = sorted(self._candidate(belief, pull, level) for level in range(self._arms))
        least, choice = float("inf"), -1
        for bound, level, parts in candidates:
            # Candidates come by rising bound, so the first that cannot win ends the search.
            if bound > least + TIE:
                break
            regret = bound
            for count, after, assumed in parts:
                regret += count / (size * self._outcomes) * (self._after(after, pull + 1) - assumed)
                if regret > least + TIE:
                    break
            else:
                if regret < least - TIE or level < choice:
                    least, choice = min(regret, least), level
        if len(self._values) >= MEMORY:
            self._values.clear()
        self._values[key] = least, choice
        return least, choice

    def _candidate(
        self, belief: int, pull: int, level: int
    ) -> tuple[float, int, list[tuple[int, int, float]]]:
        """(bound, level, [(weight, belief after, regret assumed in the bound)]) of a pull."""
        size = belief.bit_count()
        bound = self._regret(belief, level)
        parts: list[tuple[int, int, float]] = []
        if pull + 1 < self._horizon:
            groups: dict[int, int] = {}
            for fits in self._fits[level]:
                after = belief & fits
                if after:
                    groups[after] = groups.get(after, 0) + after.bit_count()
            at_edge = (pull + 1) % self._pulls == 0
            for after, count in groups.items():
                if not self._settled(after):
                    assumed = 0.0 if at_edge else self._bound(after)
                    parts.append((count, after, assumed))
                    bound += count / (size * self._outcomes) * assumed
        return bound, level, parts

    def _after(self, belief: int, pull: int) -> float:
        """Expected regret to go, over the announcement when a round begins with this pull."""
        if pull % self._pulls:
            return self.value(belief, pull)
        total = 0.0
        for steps in range(1 - self._arms, self._arms):
            if steps:
                moved = self.move(belief, steps)
                if moved:
                    total += moved.bit_count() * self.value(moved, pull)
        return total / (belief.bit_count() * (self._arms - 1))

    def _bound(self, belief: int) -> float:
        """Least expected regret of the next pull alone."""
        known = self._bounds.get(belief)
        if known is None:
            known = min(self._regret(belief, level) for level in range(self._arms))
            if len(self._bounds) >= MEMORY:
                self._bounds.clear()
            self._bounds[belief] = known
        return known

    def _regret(self, belief: int, level: int) -> float:
        return sum(gap * (belief & mask).bit_count() for mask, gap in self._gaps[level]) / belief.bit_count()

    def _mirror(self, belief: int) -> int:
        """The belief with the scale read backwards."""
        mirrored = 0
        for j in self._tops:
            mirrored |= self._reversed[(belief >> j * self._arms) & self._block] << j * self._arms
        return mirrored

    def _settled(self, belief: int) -> bool:
        """Whether one level is left."""
        return not belief & ~self._at[self._lowest(belief)]

    def _lowest(self, belief: int) -> int:
        return ((belief & -belief).bit_length() - 1) % self._arms

    # ---------------------------------------------------------------------------- tables

    def _gap_masks(self) -> list[list[tuple[int, float]]]:
        """For each level, the hypotheses at each regret above zero."""
        gaps = law_of(self.config).gaps
        table = []
        for level in range(self._arms):
            masks: dict[float, int] = {}
            for best, at in enumerate(self._at):
                if gaps[best][level]:
                    masks[gaps[best][level]] = masks.get(gaps[best][level], 0) | at
            table.append([(mask, gap) for gap, mask in masks.items()])
        return table

    def _consistent(self) -> list[list[int]]:
        """For each level, the hypotheses that can pay each number of points."""
        config = self.config
        gaps = law_of(config).gaps
        width = config.tops[-1] + config.noise - self._low + 1
        table = [[0] * width for _ in range(config.arms)]
        for j, top in enumerate(config.tops):
            for best in range(config.arms):
                for level in range(config.arms):
                    mean = int(top - gaps[best][level])
                    for points in range(mean - config.noise, mean + config.noise + 1):
                        table[level][points - self._low] |= 1 << (j * config.arms + best)
        return table
