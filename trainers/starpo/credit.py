"""From a batch of trajectories to rewards, kept groups and an advantage for every sampled token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ragen_bench.rng import Rng
from ragen_bench.trainers import advantages as estimators
from ragen_bench.trainers.config import AdvantageConfig, FilterConfig, RewardConfig
from ragen_bench.trainers.filters import select_groups
from ragen_bench.trainers.starpo.trajectories import TokenSequence, Trajectory


def mode_rewards(
    trajectories: Sequence[Trajectory], config: RewardConfig, seed: int, step: int
) -> list[float]:
    """The reward of each trajectory under `config.mode`, without penalties; NaN where the episode failed.

    The filter ranks these.
    """
    rng = Rng.of("random reward", seed, step)
    rewards = []
    for trajectory in trajectories:
        coin = float(rng.below(2))  # drawn in every mode and for every episode, so that modes stay aligned
        if trajectory.error is not None or not trajectory.turns:
            rewards.append(float("nan"))
        elif config.mode == "random":
            rewards.append(coin)
        elif config.mode == "format_only":
            rewards.append(float(all(turn.format_ok for turn in trajectory.turns)))
        else:
            sign = -1.0 if config.mode == "inverted" else 1.0
            rewards.append(sign * trajectory.reward / config.scale)
    return rewards


def turn_rewards(trajectory: Trajectory, config: RewardConfig, whole: float) -> list[float]:
    """What each turn is credited with, penalties for format included; sums to `whole` plus the penalties.

    Under "random" and "format_only" the reward is one number for the episode and falls on its last turn.
    """
    if config.mode in ("true", "inverted"):
        sign = -1.0 if config.mode == "inverted" else 1.0
        paid = [sign * turn.reward / config.scale for turn in trajectory.turns]
        paid[-1] += sign * trajectory.late_reward / config.scale
    else:
        paid = [0.0] * (len(trajectory.turns) - 1) + [whole]
    penalty = config.format_penalty
    return [
        reward + (0.0 if turn.format_ok else penalty)
        for reward, turn in zip(paid, trajectory.turns, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Kept:
    """The groups an update learns from.

    Args:
        groups: numbers of the kept ones, ascending.
        of: how many there were.
        zero: groups whose rewards do not vary.
        variance: mean reward variance over all groups.
    """

    groups: tuple[int, ...]
    of: int
    zero: int
    variance: float


def keep_groups(
    trajectories: Sequence[Trajectory], rewards: Sequence[float], config: FilterConfig, seed: int, step: int
) -> Kept:
    """Applies the filter within each environment of the mixture."""
    numbers = sorted({t.group for t in trajectories})
    members = {n: [i for i, t in enumerate(trajectories) if t.group == n] for n in numbers}
    table = [[rewards[i] for i in members[n]] for n in numbers]
    successes = [
        [float(trajectories[i].success) if rewards[i] == rewards[i] else float("nan") for i in members[n]]
        for n in numbers
    ]
    strata = [trajectories[members[n][0]].environment for n in numbers]
    options: dict[str, Any] = {
        "mode": config.mode,
        "largest": config.largest,
        "include_zero": config.include_zero,
        "metric": config.metric,
        "successes": successes,
    }
    rng = Rng.of("filter", seed, step)
    if config.match is not None:
        # As many of each environment as top_p would keep there, whichever they are: also those without
        # variance, because a control that only drops signal would be another filter.
        chosen = select_groups(table, "top_p", config.value, strata=strata, **options)
        kept: list[int] = []
        for name in dict.fromkeys(strata):
            own = [i for i, label in enumerate(strata) if label == name]
            count = sum(strata[i] == name for i in chosen)
            kept += rng.sample(own, count)
    else:
        kept = select_groups(table, config.strategy, config.value, strata=strata, rng=rng, **options)
    varying = select_groups(table, "zero_variance")
    spreads = [np.nanvar(row, ddof=1) for row in table if np.sum(~np.isnan(row)) > 1]
    return Kept(
        tuple(numbers[i] for i in sorted(kept)),
        len(numbers),
        len(numbers) - len(varying),
        float(np.mean(spreads)) if spreads else 0.0,
    )


@dataclass(frozen=True, slots=True)
class Credit:
    """Per-token numbers of one sequence, each of shape (T,), 0 where masked.

    Args:
        advantages: as the policy loss takes them.
        returns: what the critic should have said; empty without one.
        values: what it said at sampling; empty without one.
    """

    advantages: list[float]
    returns: list[float]
    values: list[float]


def give_credit(
    trajectories: Sequence[Trajectory],
    rewards: Sequence[float],
    sequences: Sequence[TokenSequence],
    advantage: AdvantageConfig,
    reward: RewardConfig,
    values: Sequence[Sequence[float]] | None = None,
    divergences: Sequence[Sequence[float]] | None = None,
) -> list[Credit]:
    """An advantage for every sampled token.

    Group estimators take whole trajectories and give all of a trajectory's tokens one number; "turn_wise"
    gives one to each turn; the critic's estimators run over all tokens of the trajectory in order, across
    its sequences.

    Args:
        trajectories: the batch; only those with sequences matter.
        rewards: see `mode_rewards`.
        sequences: see `flatten`; in order.
        advantage, reward: settings.
        values: of the critic, one list per sequence, shape (T,).
        divergences: k1 from the reference per token, where `reward.kl` is above 0.
    """
    paid = {
        number: turn_rewards(trajectories[number], reward, rewards[number])
        for number in dict.fromkeys(sequence.trajectory for sequence in sequences)
    }
    penalties = [
        reward.kl * np.where(sequence.mask, divergences[i], 0.0)
        if divergences
        else np.zeros(len(sequence.ids))
        for i, sequence in enumerate(sequences)
    ]
    if values is not None:
        credits = _with_critic(sequences, paid, penalties, advantage, values)
    else:
        credits = _by_group(trajectories, sequences, paid, penalties, advantage)
    if advantage.whiten:
        flat = np.concatenate([c.advantages for c in credits])
        mask = np.concatenate([s.mask for s in sequences])
        whitened = estimators.whiten(flat, mask)
        cuts = np.cumsum([len(s.ids) for s in sequences])[:-1]
        credits = [
            replace(credit, advantages=part.tolist())
            for credit, part in zip(credits, np.split(whitened, cuts), strict=True)
        ]
    return credits


def _by_group(
    trajectories: Sequence[Trajectory],
    sequences: Sequence[TokenSequence],
    paid: dict[int, list[float]],
    penalties: Sequence[np.ndarray],
    config: AdvantageConfig,
) -> list[Credit]:
    groups: dict[int, list[int]] = {}
    for number in paid:
        groups.setdefault(trajectories[number].group, []).append(number)
    by_turn: dict[int, list[float]] = {}
    if config.estimator == "turn_wise":
        for members in groups.values():
            turns = max(len(paid[n]) for n in members)
            table = np.full((len(members), turns), np.nan)
            for row, number in enumerate(members):
                table[row, : len(paid[number])] = paid[number]
            result = estimators.turn_wise(table, config.gamma)
            by_turn |= {number: list(result[row]) for row, number in enumerate(members)}
    else:
        returns = {number: sum(rewards) for number, rewards in paid.items()}
        for sequence, penalty in zip(sequences, penalties, strict=True):
            returns[sequence.trajectory] -= float(penalty.sum())
        width = max(map(len, groups.values()), default=0)
        table = np.full((len(groups), width), np.nan)
        for row, members in enumerate(groups.values()):
            table[row, : len(members)] = [returns[n] for n in members]
        estimate = {
            "grpo": estimators.grpo,
            "dr_grpo": lambda r: estimators.grpo(r, normalize=False),
            "rloo": estimators.rloo,
            "reinforce_pp": estimators.reinforce_pp,
        }[config.estimator](table)
        for row, members in enumerate(groups.values()):
            for column, number in enumerate(members):
                by_turn[number] = [float(estimate[row, column])] * len(paid[number])
    credits = []
    for sequence in sequences:
        of_token = _turn_of_tokens(sequence)
        own = by_turn[sequence.trajectory]
        credits.append(
            Credit([own[turn] if m else 0.0 for turn, m in zip(of_token, sequence.mask, strict=True)], [], [])
        )
    return credits


def _with_critic(
    sequences: Sequence[TokenSequence],
    paid: dict[int, list[float]],
    penalties: Sequence[np.ndarray],
    config: AdvantageConfig,
    values: Sequence[Sequence[float]],
) -> list[Credit]:
    credits: list[Credit] = [Credit([], [], [])] * len(sequences)
    by_trajectory: dict[int, list[int]] = {}
    for position, sequence in enumerate(sequences):
        by_trajectory.setdefault(sequence.trajectory, []).append(position)
    for number, parts in by_trajectory.items():
        rewards, value, mask, ends = [], [], [], []
        for position in parts:
            sequence = sequences[position]
            own = -penalties[position]
            marks = np.zeros(len(sequence.ids), dtype=bool)
            for turn, end in enumerate(sequence.turn_ends):
                own[end] += paid[number][sequence.first_turn + turn]
                marks[end] = True
            rewards.append(own)
            value.append(np.asarray(values[position], dtype=float))
            mask.append(np.asarray(sequence.mask))
            ends.append(marks)
        paid_, value_, mask_ = (np.concatenate(item) for item in (rewards, value, mask))
        if config.estimator == "bi_level_gae":
            result = estimators.bi_level_gae(
                paid_, value_, mask_, config.gamma, config.lam, np.concatenate(ends), config.gamma_high
            )
        else:
            result = estimators.gae(paid_, value_, mask_, config.gamma, config.lam)
        cuts = np.cumsum([len(m) for m in mask])[:-1]
        for position, part, own_value, own_mask in zip(
            parts, np.split(result, cuts), value, mask, strict=True
        ):
            seen = np.where(own_mask, own_value, 0.0)
            credits[position] = Credit(part.tolist(), (part + seen).tolist(), seen.tolist())
    return credits


def _turn_of_tokens(sequence: TokenSequence) -> list[int]:
    """The trajectory's turn that each token belongs to."""
    turns, turn = [], sequence.first_turn
    last = sequence.first_turn + len(sequence.turn_ends) - 1
    ends = set(sequence.turn_ends)
    for position in range(len(sequence.ids)):
        turns.append(turn)
        if position in ends:
            turn = min(turn + 1, last)
    return turns
