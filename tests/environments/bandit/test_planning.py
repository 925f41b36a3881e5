"""The planners against plain enumeration, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.environments.bandit.drift import DriftPlanner
from ragen_bench.environments.bandit.planning import JumpPlanner

Weights = tuple[tuple[tuple[int, int], Fraction], ...]

JUMPS = (
    BanditConfig(law="jump", arms=2, rounds=3, pulls=2, tops=(3, 4), noise=1),
    BanditConfig(law="jump", arms=3, rounds=2, pulls=2, tops=(4, 6), noise=1),
    BanditConfig(law="jump", arms=3, rounds=2, pulls=2, tops=(9,), slope=2, noise=3),
    BanditConfig(law="jump", arms=4, rounds=1, pulls=3, tops=(5,), noise=1),
    BanditConfig(law="jump", arms=4, rounds=3, pulls=1, tops=(6, 7), noise=1),
)
DRIFTS = (
    BanditConfig(law="drift", arms=3, rounds=3, pulls=1, tops=(4,), noise=1),
    BanditConfig(law="drift", arms=4, rounds=2, pulls=2, tops=(5, 6), noise=1),
    BanditConfig(law="drift", arms=5, rounds=3, pulls=1, tops=(6,), noise=1),
)


class Enumeration:
    """Every pull, payout and move, without any of the planners' shortcuts."""

    def __init__(self, config: BanditConfig) -> None:
        self.config = config
        hypotheses = [(level, top) for top in config.tops for level in range(config.arms)]
        self.start: Weights = tuple((h, Fraction(1, len(hypotheses))) for h in hypotheses)
        self.value = lru_cache(maxsize=None)(self._value)

    def _value(self, weights: Weights, pull: int) -> Fraction:
        return min(self.regret(weights, pull, level) for level in range(self.config.arms))

    def regret(self, weights: Weights, pull: int, level: int) -> Fraction:
        """Expected regret of pulling `level` and then playing optimally; weights sum to 1."""
        config = self.config
        total = sum((w * config.slope * abs(level - best) for (best, _), w in weights), start=Fraction(0))
        width = 2 * config.noise + 1
        by_points: dict[int, list[tuple[tuple[int, int], Fraction]]] = {}
        for (best, top), w in weights:
            mean = top - config.slope * abs(level - best)
            for points in range(mean - config.noise, mean + config.noise + 1):
                by_points.setdefault(points, []).append(((best, top), w / width))
        for items in by_points.values():
            total += self._go_on(tuple(items), pull + 1)
        return total

    def _go_on(self, weights: Weights, pull: int) -> Fraction:
        """Expected regret from `pull` on, times the total weight."""
        config = self.config
        if pull == config.horizon:
            return Fraction(0)
        if pull % config.pulls:
            return self._scaled(dict(weights), pull)
        if config.law == "drift":
            drifted: dict[tuple[int, int], Fraction] = {}
            for (best, top), w in weights:
                ways = [k for k in (best - 1, best + 1) if 0 <= k < config.arms]
                for k in ways:
                    drifted[k, top] = drifted.get((k, top), Fraction(0)) + w / len(ways)
            return self._scaled(drifted, pull)
        total = Fraction(0)
        for steps in range(1 - config.arms, config.arms):
            moved = {
                (best + steps, top): w / (config.arms - 1)
                for (best, top), w in weights
                if steps and 0 <= best + steps < config.arms
            }
            if moved:
                total += self._scaled(moved, pull)
        return total

    def _scaled(self, weights: dict[tuple[int, int], Fraction], pull: int) -> Fraction:
        mass = sum(weights.values(), start=Fraction(0))
        return mass * self.value(tuple(sorted((h, w / mass) for h, w in weights.items())), pull)


@pytest.mark.parametrize("config", JUMPS, ids=str)
def test_planned_jumps_reach_the_value_of_full_enumeration(config: BanditConfig) -> None:
    planner, truth = JumpPlanner(config), Enumeration(config)
    least = truth.value(truth.start, 0)
    assert planner.value(planner.start, 0) == pytest.approx(float(least), abs=1e-9)
    choice = planner.best(planner.start, 0)
    assert truth.regret(truth.start, 0, choice) == least


@pytest.mark.parametrize("config", DRIFTS, ids=str)
def test_planning_a_drift_to_the_end_reaches_the_value_of_full_enumeration(config: BanditConfig) -> None:
    planner, truth = DriftPlanner(config, rounds_ahead=config.rounds), Enumeration(config)
    least = truth.value(truth.start, 0)
    assert planner.value(planner.start, 0) == pytest.approx(float(least), abs=1e-9)
    choice = planner.best(planner.start, 0)
    assert truth.regret(truth.start, 0, choice) == least


def test_a_short_look_ahead_bounds_the_regret_of_every_policy_and_nearly_reaches_it() -> None:
    config = BanditConfig(law="drift", arms=5, rounds=3, pulls=2, tops=(6,), noise=1)
    exact = DriftPlanner(config, rounds_ahead=config.rounds)
    least = exact.value(exact.start, 0)
    bounds = [DriftPlanner(config, rounds_ahead=k).value(exact.start, 0) for k in range(3)]
    assert bounds == sorted(bounds)
    assert bounds[-1] == pytest.approx(least, abs=1e-9)
    played = _expected_regret(DriftPlanner(config), exact.start, 0)
    assert least - 1e-9 <= played <= 1.01 * least


def test_beliefs_hold_exactly_what_is_consistent() -> None:
    config = BanditConfig(law="jump", arms=5, rounds=5, pulls=4, tops=(8, 9, 10), noise=1)
    planner = JumpPlanner(config)
    belief = planner.see(planner.start, 0, 11)
    assert _hypotheses(planner, belief) == {(0, 10)}
    belief = planner.see(planner.start, 1, 9)
    assert _hypotheses(planner, belief) == {
        (level, top) for top in config.tops for level in range(5) if abs(top - abs(level - 1) - 9) <= 1
    }
    assert _hypotheses(planner, planner.move(belief, -1)) == {
        (level - 1, top) for level, top in _hypotheses(planner, belief) if level
    }
    assert planner.see(planner.start, 0, 99) == 0


def _hypotheses(planner: JumpPlanner, belief: int) -> set[tuple[int, int]]:
    arms, tops = planner.config.arms, planner.config.tops
    return {(bit % arms, tops[bit // arms]) for bit in range(belief.bit_length()) if belief >> bit & 1}


def _expected_regret(planner: DriftPlanner, belief: Any, pull: int) -> float:
    """What the planner's own choices cost on average, by enumeration of payouts."""
    config = planner.config
    if pull == config.horizon:
        return 0.0
    level = planner.best(belief, pull)
    total = sum(weight for _, weight in belief)
    regret = sum(w * config.slope * abs(level - n % config.arms) for n, w in belief) / total
    for points in range(config.tops[-1] + config.noise + 1):
        matching = [
            (n, w)
            for n, w in belief
            if abs(config.tops[0] - abs(level - n % config.arms) - points) <= config.noise
        ]
        if matching:
            after = planner.see(belief, level, points)
            if (pull + 1) % config.pulls == 0:
                after = planner.move(after)
            share = sum(w for _, w in matching) / total / (2 * config.noise + 1)
            regret += share * _expected_regret(planner, after, pull + 1)
    return regret
