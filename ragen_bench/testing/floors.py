"""Rungs of the ladder against cheap policies."""

from __future__ import annotations

from collections.abc import Iterator

from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, play, wilson

#: Success rate that the best cheap policy may reach on a ranked preset.
RANKED_CEILING = 0.05
#: Success rate that random play may reach on the easy preset.
EASY_CEILING = 0.25


@check
def cheap_policies_stay_on_the_floor(subject: Subject) -> Iterator[str]:
    """On ranked presets every cheap policy succeeds on at most 5 %; on easy, random play on at most 25 %.

    A stochastic easy preset is let off: with two arms and one pull, luck alone wins every other time.
    """
    n = subject.count(60, 1000)
    for preset in subject.presets:
        if not preset.ranked and (preset.name != "easy" or subject.spec.stochastic):
            continue
        env = subject.env(preset, split="test" if "test" in subject.splits(preset) else "train")
        for name, choose in subject.cheap().items():
            if not preset.ranked and name != "random":
                continue
            wins = 0
            for seed in range(n):
                env.reset(seed=seed)
                wins += bool(play(env, choose)[-1].info["success"])
            ceiling = RANKED_CEILING if preset.ranked else EASY_CEILING
            # Sampling error is granted: only an interval wholly above the ceiling is a breach.
            if wilson(wins, n)[0] > ceiling:
                yield f"preset {preset.name}: {name} succeeds on {wins} of {n}, ceiling {ceiling:.0%}"
