"""Figures of a training step that describe its batch, for the record."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ragen_bench.trainers.starpo.credit import Credit
from ragen_bench.trainers.starpo.trajectories import Trajectory


def reward_spread(trajectories: Sequence[Trajectory], rewards: Sequence[float]) -> dict[str, float]:
    """Mean deviation of rewards inside groups, and how many groups are solved whole or not at all."""
    groups: dict[int, list[float]] = {}
    wins: dict[int, list[bool]] = {}
    for trajectory, reward in zip(trajectories, rewards, strict=True):
        if reward == reward:
            groups.setdefault(trajectory.group, []).append(reward)
            wins.setdefault(trajectory.group, []).append(trajectory.success)
    spreads = [float(np.std(g, ddof=1)) for g in groups.values() if len(g) > 1]
    if not spreads:
        return {}
    return {
        "reward_spread": sum(spreads) / len(spreads),
        "groups_solved": float(sum(all(w) for w in wins.values())),
        "groups_failed": float(sum(not any(w) for w in wins.values())),
    }


def advantage_figures(credits: Sequence[Credit]) -> dict[str, float]:
    """Mean size of the advantages; with a critic, the share of the returns' variance that it explains."""
    flat = np.concatenate([c.advantages for c in credits])
    figures = {"advantage_abs": float(np.abs(flat).mean())}
    if credits[0].returns:
        returns = np.concatenate([c.returns for c in credits])
        values = np.concatenate([c.values for c in credits])
        spread = returns.var()
        figures["explained_variance"] = float(1 - (returns - values).var() / spread) if spread > 0 else 0.0
    return figures
