"""Returns and advantages: small pure functions, arrays in, arrays out.

Token arrays have shape (T,) or (B, T): one row is one trajectory, its observation and reply tokens in order.
`mask` is 1 where the policy chose the token and 0 elsewhere. Time counts policy tokens only: an observation
neither discounts nor cuts a return. A reward on a masked token (an environment pays when the observation
arrives) belongs to the last policy token before it. Masked positions return 0.

Group arrays have shape (G,) or (N, G): G plays of one task. NaN is a missing play (a crash, not a failure);
it takes no part and gets advantage 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
ArrayLike = npt.ArrayLike

#: Added to a standard deviation that is divided by.
STD_FLOOR = 1e-6
#: A spread below this share of the largest reward is rounding, not signal.
RELATIVE_ZERO = 1e-6


def reward_to_go(rewards: ArrayLike, mask: ArrayLike, gamma: float) -> Array:
    """Discounted return from each policy token on: G_t = r_t + gamma G_{t+1} (Sutton & Barto 2018, eq. 3.9).

    Args:
        rewards: (T,) or (B, T).
        mask: same shape.
        gamma: in [0, 1], per policy token.

    Raises:
        ValueError: shapes differ, a number is not finite, gamma lies outside [0, 1].
    """
    zeros = np.zeros(np.shape(rewards))
    # With lambda 1 and no values, the advantage is the return.
    return gae(rewards, zeros, mask, gamma, 1.0)


def gae(
    rewards: ArrayLike,
    values: ArrayLike,
    mask: ArrayLike,
    gamma: float,
    lam: float,
    bootstrap: ArrayLike = 0.0,
) -> Array:
    """Generalised advantage estimation over policy tokens (Schulman et al. 2016, arXiv 1506.02438, eq. 16).

    delta_t = r_t + gamma V_{t+1} - V_t and A_t = delta_t + gamma lam A_{t+1}, where t+1 is the next policy
    token.

    Args:
        rewards, values, mask: (T,) or (B, T). Values of masked tokens are not read.
        gamma, lam: in [0, 1], per policy token.
        bootstrap: () or (B,), the value after the last token; 0 where the episode ended.

    Raises:
        ValueError: shapes differ, a number is not finite, gamma or lam lies outside [0, 1].
    """
    r, v, m, flat = _tokens(rewards, values, mask, gamma=gamma, lam=lam)
    advantages = np.zeros_like(r)
    next_value = np.broadcast_to(np.asarray(bootstrap, dtype=float), (len(r),)).copy()
    running = np.zeros(len(r))
    late = np.zeros(len(r))  # rewards on masked tokens that wait for the policy token before them
    for t in range(r.shape[1] - 1, -1, -1):
        mine = m[:, t]
        reward = r[:, t] + late
        delta = reward + gamma * next_value - v[:, t]
        running = np.where(mine, delta + gamma * lam * running, running)
        next_value = np.where(mine, v[:, t], next_value)
        late = np.where(mine, 0.0, reward)
        advantages[:, t] = np.where(mine, running, 0.0)
    return advantages[0] if flat else advantages


def bi_level_gae(
    rewards: ArrayLike,
    values: ArrayLike,
    mask: ArrayLike,
    gamma: float,
    lam: float,
    turn_ends: ArrayLike,
    gamma_high: float,
    lam_high: float | None = None,
) -> Array:
    """GAE over turns first, then over the tokens inside each turn.

    The last token of a turn gets the turn-level advantage, which discounts by `gamma_high` once a turn;
    the tokens before it continue from there with `gamma` and `lam`. Turn ends are marked by position: a
    turn that pays nothing is a turn all the same. With every factor 1 this is `gae`.

    Source: the turn-aware advantage of VAGEN (arXiv 2510.16907, section 3), as used by RAGEN.

    Args:
        rewards, values, mask: (T,) or (B, T).
        gamma, lam: inside a turn, per policy token.
        turn_ends: same shape, 1 on the last policy token of each turn. Policy tokens after the last mark
            form a turn that ends with the last of them.
        gamma_high: between turns, in [0, 1].
        lam_high: between turns; `lam` by default.

    Raises:
        ValueError: as `gae`; or a turn end on a masked token.
    """
    r, v, m, flat = _tokens(rewards, values, mask, gamma=gamma, lam=lam, gamma_high=gamma_high)
    between = lam if lam_high is None else lam_high
    ends = np.atleast_2d(np.asarray(turn_ends)).astype(bool)
    if ends.shape != r.shape:
        raise ValueError(f"turn_ends has shape {ends.shape}, rewards have {r.shape}")
    if (ends & ~m).any():
        raise ValueError("turn_ends marks a token that the policy did not choose (mask 0)")
    advantages = np.zeros_like(r)
    for row in range(len(r)):
        tokens = np.flatnonzero(m[row])
        if not len(tokens):
            continue
        paid = _own_rewards(r[row], tokens)
        value = v[row, tokens]
        last_of_turn = ends[row, tokens].copy()
        last_of_turn[-1] = True
        result = np.zeros(len(tokens))
        end_advantage = next_end = inside = 0.0
        for i in range(len(tokens) - 1, -1, -1):
            if last_of_turn[i]:
                delta = paid[i] + gamma_high * (inside + next_end) - value[i]
                end_advantage = delta + gamma_high * between * end_advantage
                next_end, inside = value[i], 0.0
                result[i] = end_advantage
            else:
                delta = paid[i] + gamma * value[i + 1] - value[i]
                result[i] = delta + gamma * lam * result[i + 1]
                # What is paid before the end of a turn is part of the step from the turn before.
                inside += paid[i]
        advantages[row, tokens] = result
    return advantages[0] if flat else advantages


def grpo(rewards: ArrayLike, normalize: bool = True) -> Array:
    """Reward minus the group's mean, over its standard deviation (GRPO, arXiv 2402.03300, section 4.1.2).

    Without `normalize` this is Dr.GRPO (arXiv 2503.20783, eq. 4), which leaves the division out.

    Args:
        rewards: (G,) or (N, G); NaN is missing.
        normalize: divide by the sample deviation (ddof 1) + 1e-6.

    Returns:
        Same shape. A group whose rewards are equal gets zeros, and so does a missing play.
    """
    groups, present, flat = _groups(rewards)
    centred = _centred(groups, present)
    if normalize:
        count = np.maximum(present.sum(axis=1, keepdims=True) - 1, 1)
        deviation = np.sqrt((centred**2).sum(axis=1, keepdims=True) / count)
        centred = centred / (deviation + STD_FLOOR)
    return centred[0] if flat else centred


def rloo(rewards: ArrayLike) -> Array:
    """Reward minus the mean of the other plays (REINFORCE leave-one-out, arXiv 2402.14740, section 3.2).

    Args:
        rewards: (G,) or (N, G); NaN is missing.

    Returns:
        Same shape; 0 for a missing play and for one that is alone in its group.
    """
    groups, present, flat = _groups(rewards)
    count = present.sum(axis=1, keepdims=True)
    # r - (sum - r) / (n - 1) = (r - mean) n / (n - 1)
    scale = np.where(count > 1, count / np.maximum(count - 1, 1), 0.0)
    result = _centred(groups, present) * scale
    return result[0] if flat else result


def reinforce_pp(rewards: ArrayLike, group_baseline: bool = True) -> Array:
    """Reward normalised over the whole batch (REINFORCE++, arXiv 2501.03262, section 3).

    Args:
        rewards: (N, G); NaN is missing.
        group_baseline: subtract each group's mean first, as its authors advise for groups of one task.

    Returns:
        Same shape, with mean 0 and deviation 1 over the batch; zeros where nothing varies.
    """
    groups, present, flat = _groups(rewards)
    centred = _centred(groups, present) if group_baseline else np.where(present, groups, 0.0)
    taken = centred[present]
    if taken.size < 2 or not _varies(taken):
        result = np.zeros_like(groups)
    else:
        result = np.where(present, (centred - taken.mean()) / (taken.std(ddof=1) + STD_FLOOR), 0.0)
    return result[0] if flat else result


def turn_wise(rewards: ArrayLike, gamma: float = 1.0, normalize: bool = True) -> Array:
    """Group-relative advantages for every turn: the return from it on, against the same turn of the group.

    Credit for a turn does not hold what was paid before it. The turn-wise counterpart of `grpo`.

    Args:
        rewards: (G, T) or (N, G, T), the reward of each turn; NaN after the end of an episode.
        gamma: per turn.
        normalize: as in `grpo`.

    Returns:
        Same shape; 0 where there is no turn, and where only one play of the group reached that turn.
    """
    given = np.asarray(rewards, dtype=float)
    if given.ndim not in (2, 3):
        raise ValueError(f"rewards have shape {given.shape}; expected (G, T) or (N, G, T)")
    stacked = given if given.ndim == 3 else given[None]
    played = ~np.isnan(stacked)
    returns = np.zeros_like(stacked)
    running = np.zeros(stacked.shape[:2])
    for t in range(stacked.shape[2] - 1, -1, -1):
        running = np.where(played[:, :, t], np.nan_to_num(stacked[:, :, t]) + gamma * running, running)
        returns[:, :, t] = np.where(played[:, :, t], running, np.nan)
    result = np.stack([grpo(returns[:, :, t], normalize) for t in range(stacked.shape[2])], axis=2)
    return result if given.ndim == 3 else result[0]


def whiten(advantages: ArrayLike, mask: ArrayLike) -> Array:
    """Advantages with mean 0 and deviation 1 over policy tokens (as PPO is commonly run).

    Args:
        advantages, mask: same shape.

    Returns:
        Same shape; zeros where nothing varies, and on masked tokens.
    """
    given, m = np.asarray(advantages, dtype=float), np.asarray(mask).astype(bool)
    taken = given[m]
    if taken.size < 2 or not _varies(taken):
        return np.zeros_like(given)
    return np.where(m, (given - taken.mean()) / (taken.std(ddof=1) + STD_FLOOR), 0.0)


def _tokens(
    rewards: ArrayLike, values: ArrayLike, mask: ArrayLike, **factors: float
) -> tuple[Array, Array, npt.NDArray[np.bool_], bool]:
    for name, factor in factors.items():
        if not 0 <= factor <= 1:
            raise ValueError(f"{name} must be in [0, 1], got {factor}")
    r = np.asarray(rewards, dtype=float)
    v, m = np.asarray(values, dtype=float), np.asarray(mask).astype(bool)
    if r.ndim not in (1, 2) or r.shape != v.shape or r.shape != m.shape:
        raise ValueError(
            f"rewards {r.shape}, values {v.shape} and mask {m.shape} must all be (T,) or all (B, T)"
        )
    # A value that is never read may be anything, also NaN.
    v = np.where(m, v, 0.0)
    if not np.isfinite(r).all() or not np.isfinite(v).all():
        raise ValueError("rewards and values of policy tokens must be finite")
    return np.atleast_2d(r), np.atleast_2d(v), np.atleast_2d(m), r.ndim == 1


def _own_rewards(rewards: Array, tokens: npt.NDArray[np.intp]) -> Array:
    """Rewards by policy token, each with those of the masked tokens up to the next one."""
    owner = np.searchsorted(tokens, np.arange(len(rewards)), side="right") - 1
    paid = np.zeros(len(tokens))
    np.add.at(paid, owner[owner >= 0], rewards[owner >= 0])
    return paid


def _groups(rewards: ArrayLike) -> tuple[Array, npt.NDArray[np.bool_], bool]:
    given = np.asarray(rewards, dtype=float)
    if given.ndim not in (1, 2):
        raise ValueError(f"rewards have shape {given.shape}; expected (G,) or (N, G)")
    if np.isinf(given).any():
        raise ValueError("rewards must be finite, or NaN where missing")
    groups = np.atleast_2d(given)
    return groups, ~np.isnan(groups), given.ndim == 1


def _centred(groups: Array, present: npt.NDArray[np.bool_]) -> Array:
    """Differences from the mean of those present; exactly 0 where a group only differs by rounding."""
    filled = np.where(present, groups, 0.0)
    count = np.maximum(present.sum(axis=1, keepdims=True), 1)
    centred = np.where(present, filled - filled.sum(axis=1, keepdims=True) / count, 0.0)
    scale = np.abs(filled).max(axis=1, keepdims=True, initial=0.0)
    spread = np.abs(centred).max(axis=1, keepdims=True, initial=0.0)
    return np.where(spread <= RELATIVE_ZERO * scale, 0.0, centred)


def _varies(values: npt.NDArray[Any]) -> bool:
    return bool(np.ptp(values) > RELATIVE_ZERO * np.abs(values).max())
