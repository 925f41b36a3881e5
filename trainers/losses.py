"""Losses of policy and critic on tokens: small pure functions on torch tensors.

Shapes are (B, T) unless said: one row is one sequence, `mask` is 1 on tokens that the policy chose. Every
log-probability is in nats, and all that meet in a ratio are taken at the temperature of sampling.
"""

from __future__ import annotations

import torch
from torch import Tensor

from ragen_bench.errors import InvalidConfig

AGGREGATIONS = ("token-mean", "seq-mean-token-mean", "seq-mean-token-sum")
KL_ESTIMATORS = ("k1", "k2", "k3")


def aggregate(losses: Tensor, mask: Tensor, how: str = "token-mean", norm: float | None = None) -> Tensor:
    """One number from token losses.

    Args:
        losses, mask: (B, T).
        how: "token-mean": over all policy tokens, long replies weigh more (DAPO, arXiv 2503.14476, eq. 8);
            "seq-mean-token-mean": mean over sequences of each one's mean (GRPO, arXiv 2402.03300, eq. 3);
            "seq-mean-token-sum": mean over sequences of sum / norm (Dr.GRPO, arXiv 2503.20783).
        norm: the constant of seq-mean-token-sum, for example the longest reply allowed; 1 by default.

    Sequences without a policy token are left out of the mean. Returns 0 where there is none at all.

    Raises:
        InvalidConfig: unknown `how`.
    """
    total, weight = aggregate_parts(losses, mask, how, norm)
    return total / weight if weight else total


def aggregate_parts(
    losses: Tensor, mask: Tensor, how: str = "token-mean", norm: float | None = None
) -> tuple[Tensor, float]:
    """(sum, weight) with `aggregate` = sum / weight, so that parts of a batch can be accumulated exactly.

    The loss of a whole batch is the sum of its parts' sums over the sum of their weights.
    """
    if how not in AGGREGATIONS:
        raise InvalidConfig("loss aggregation", how, f"one of {', '.join(AGGREGATIONS)}")
    weight = mask.to(losses.dtype)
    # Where the mask is 0 a loss may be anything, NaN included.
    kept = torch.where(mask.bool(), losses, torch.zeros_like(losses))
    if how == "token-mean":
        return kept.sum(), float(weight.sum())
    lengths = weight.sum(dim=1)
    sequences = float((lengths > 0).sum())
    if how == "seq-mean-token-mean":
        return (kept.sum(dim=1) / lengths.clamp(min=1)).sum(), sequences
    return kept.sum() / (1.0 if norm is None else norm), sequences


def policy_loss(
    log_probs: Tensor,
    old_log_probs: Tensor,
    advantages: Tensor,
    mask: Tensor,
    clip_low: float = 0.2,
    clip_high: float = 0.28,
    weights: Tensor | None = None,
) -> Tensor:
    """Clipped surrogate by token (PPO, arXiv 1707.06347, eq. 7; DAPO's two-sided clip, arXiv 2503.14476).

    -min(r A, clip(r, 1 - clip_low, 1 + clip_high) A) with r = exp(log_probs - old_log_probs).

    Args:
        log_probs: of the present policy, with gradient.
        old_log_probs: of the policy that sampled, without.
        advantages, mask: (B, T).
        weights: factors on tokens or sequences, such as `sampler_weights`; broadcast.

    Returns:
        (B, T) token losses; 0 on masked tokens.
    """
    chosen = mask.bool()
    # exp of a difference at padding could overflow into NaN gradients, so it never enters.
    difference = torch.where(chosen, log_probs - old_log_probs, torch.zeros_like(log_probs))
    ratio = difference.exp()
    clipped = ratio.clamp(1 - clip_low, 1 + clip_high)
    losses = -torch.minimum(ratio * advantages, clipped * advantages)
    if weights is not None:
        losses = losses * weights
    return torch.where(chosen, losses, torch.zeros_like(losses))


def describe_policy(
    log_probs: Tensor,
    old_log_probs: Tensor,
    advantages: Tensor,
    mask: Tensor,
    clip_low: float,
    clip_high: float,
) -> dict[str, float]:
    """Figures of an update over policy tokens: clip share, mean ratio, k3 from the sampling policy."""
    chosen = mask.bool()
    count = int(chosen.sum())
    if not count:
        return {"clip_share": 0.0, "ratio_mean": 1.0, "approx_kl": 0.0}
    with torch.no_grad():
        difference = (log_probs - old_log_probs)[chosen]
        advantage = advantages[chosen]
        ratio = difference.exp()
        cut = ((advantage > 0) & (ratio > 1 + clip_high)) | ((advantage < 0) & (ratio < 1 - clip_low))
        return {
            "clip_share": float(cut.float().mean()),
            "ratio_mean": float(ratio.mean()),
            "approx_kl": float(kl_estimate(difference, torch.zeros_like(difference), "k3").mean()),
        }


def kl_estimate(log_probs: Tensor, reference_log_probs: Tensor, estimator: str) -> Tensor:
    """KL(policy || reference) by token, from tokens that the policy sampled.

    Source: Schulman 2020, "Approximating KL divergence".

    With d = log_probs - reference_log_probs: k1 = d, k2 = d^2 / 2, k3 = exp(-d) + d - 1. Each estimates the
    divergence's value. As a *loss* k1 does nothing, because its expected gradient is zero; k2's gradient is
    the divergence's. So k1 belongs into the reward, k2 or k3 into the loss.

    Raises:
        InvalidConfig: unknown estimator.
    """
    d = log_probs - reference_log_probs
    if estimator == "k1":
        return d
    if estimator == "k2":
        return d.square() / 2
    if estimator == "k3":
        return torch.expm1(-d) + d
    raise InvalidConfig("KL estimator", estimator, f"one of {', '.join(KL_ESTIMATORS)}")


def value_loss(
    values: Tensor, old_values: Tensor, returns: Tensor, mask: Tensor, clip: float | None = 0.2
) -> Tensor:
    """Squared error by token, the worse of clipped and not (PPO's value clipping, arXiv 2005.12729).

    Args:
        values: of the present critic, with gradient.
        old_values: of the critic at sampling.
        returns: advantages + old_values.
        mask: (B, T).
        clip: how far a value may move; None for the plain error.

    Returns:
        (B, T); 0 on masked tokens.
    """
    error = (values - returns).square()
    if clip is not None:
        moved = old_values + (values - old_values).clamp(-clip, clip)
        error = torch.maximum(error, (moved - returns).square())
    return torch.where(mask.bool(), 0.5 * error, torch.zeros_like(error))


def entropy(logits: Tensor) -> Tensor:
    """Entropy of each position's distribution in nats.

    Args:
        logits: (..., V), already divided by the temperature.
    """
    log_p = torch.log_softmax(logits.float(), dim=-1)
    return -(log_p.exp() * log_p).sum(dim=-1)


def sampler_weights(log_probs: Tensor, sampler_log_probs: Tensor, mask: Tensor, limit: float = 2.0) -> Tensor:
    """Truncated importance weights for tokens that another engine sampled (IMPALA's rho, arXiv 1802.01561).

    An inference engine's log-probabilities differ from the trainer's by rounding and kernels; the ratio,
    cut at `limit`, corrects for it.

    Args:
        log_probs: of the trainer's copy of the policy that sampled, without gradient.
        sampler_log_probs: as the engine reported them.
        mask: (B, T).
        limit: largest weight, at least 1.

    Returns:
        (B, T), without gradient; 1 on masked tokens.
    """
    difference = torch.where(mask.bool(), log_probs - sampler_log_probs, torch.zeros_like(log_probs))
    return difference.detach().exp().clamp(max=limit)
