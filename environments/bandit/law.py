"""The payout law of a config: means, regrets and the noise, in points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.rng import Rng

#: Draws of noise are cut from one 64-bit word while they fit below this.
_WORD = 1 << 62


@dataclass(frozen=True, slots=True)
class Law:
    """Tables of one config. Levels count from 0, the lowest word on the scale.

    Args:
        gaps: gaps[best][level] = mean of the best arm minus mean of `level`.
        average: average[best] = mean of gaps[best], the regret of a random pull.
        outcomes: how many equally likely values a draw of noise has.
        per_word: draws cut from one random word.
        block: outcomes ** per_word.
    """

    gaps: tuple[tuple[float, ...], ...]
    average: tuple[float, ...]
    outcomes: int
    per_word: int
    block: int

    def words(self, luck: Rng) -> int:
        """One random word, worth `per_word` draws: take `word % outcomes`, then `word //= outcomes`."""
        return luck.below(self.block)


@lru_cache(maxsize=64)
def law_of(config: BanditConfig) -> Law:
    """The tables of `config`."""
    levels = range(config.arms)
    if config.law == "jobs":
        # The daring arm is level 1 and always the better one.
        gap = config.prize * config.odds / 100 - config.tops[0]
        gaps: tuple[tuple[float, ...], ...] = ((0.0, -gap), (gap, 0.0))
        outcomes = 100
    else:
        gaps = tuple(tuple(config.slope * abs(level - best) for level in levels) for best in levels)
        outcomes = 2 * config.noise + 1
    per_word = 1
    while outcomes > 1 and outcomes ** (per_word + 1) < _WORD and per_word < config.horizon:
        per_word += 1
    average = tuple(sum(row) / config.arms for row in gaps)
    return Law(gaps, average, outcomes, per_word, outcomes**per_word)


def top_mean(config: BanditConfig, top: int) -> float:
    """What the best arm pays on average."""
    return config.prize * config.odds / 100 if config.law == "jobs" else top
