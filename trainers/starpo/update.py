"""One training step's optimizer updates: exact accumulation, the same on one process or several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from ragen_bench.errors import RagenError
from ragen_bench.rng import Rng
from ragen_bench.trainers import losses
from ragen_bench.trainers.config import TrainConfig
from ragen_bench.trainers.parallel import Processes
from ragen_bench.trainers.starpo.credit import Credit
from ragen_bench.trainers.starpo.models import ACTOR, CRITIC, ActorCritic, Batch, micro_batches
from ragen_bench.trainers.starpo.trajectories import TokenSequence

#: Updates in a row with a gradient that is no number, after which a run gives up.
MOST_NAN_UPDATES = 3


class TrainingDiverged(RagenError, RuntimeError):
    """Gradients stayed without a value. The last good checkpoint is kept."""

    exit_code = 1


@dataclass(slots=True)
class Optimisers:
    """AdamW of the actor and, where there is one, of the critic."""

    actor: torch.optim.AdamW
    critic: torch.optim.AdamW | None
    nan_updates: int = 0

    @classmethod
    def of(cls, models: ActorCritic, config: TrainConfig) -> Optimisers:
        """Fresh ones."""
        options: dict[str, Any] = {
            "weight_decay": config.optimiser.weight_decay,
            "betas": (0.9, config.optimiser.beta2),
        }
        actor = torch.optim.AdamW(models.parameters_of(ACTOR), lr=config.optimiser.lr, **options)
        critic = None
        if models.has_critic:
            critic = torch.optim.AdamW(models.parameters_of(CRITIC), lr=config.optimiser.critic_lr, **options)
        return cls(actor, critic)

    def set_rates(self, config: TrainConfig, step: int) -> float:
        """The schedule's learning rates for a step (from 0); returns the actor's."""
        factor = rate_factor(config, step)
        for optimiser, rate in ((self.actor, config.optimiser.lr), (self.critic, config.optimiser.critic_lr)):
            if optimiser is not None:
                for group in optimiser.param_groups:
                    group["lr"] = rate * factor
        return config.optimiser.lr * factor

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {
            "actor": self.actor.state_dict(),
            "critic": self.critic.state_dict() if self.critic is not None else None,
            "nan_updates": self.nan_updates,
        }

    def load_state(self, state: dict[str, Any]) -> None:
        """The inverse of `state`."""
        self.actor.load_state_dict(state["actor"])
        if self.critic is not None:
            self.critic.load_state_dict(state["critic"])
        self.nan_updates = state["nan_updates"]


def rate_factor(config: TrainConfig, step: int) -> float:
    """Share of the peak learning rate at a step, in (0, 1]."""
    warmup = config.optimiser.warmup
    if step < warmup:
        return (step + 1) / (warmup + 1)
    if config.optimiser.schedule == "constant":
        return 1.0
    done = (step - warmup) / max(1, config.steps - warmup)
    return 0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))


@dataclass(frozen=True, slots=True)
class Learnable:
    """What an update learns from: sequences with the credit of their tokens.

    Args:
        sequences: of the kept groups.
        credits: one per sequence.
        reference: log-probabilities of the reference, one list per sequence; empty when the loss has no KL.
        loss_scale: factor on the policy loss (see FilterConfig.scaling).
    """

    sequences: Sequence[TokenSequence]
    credits: Sequence[Credit]
    reference: Sequence[Sequence[float]]
    loss_scale: float = 1.0


def learn(
    models: ActorCritic,
    optimisers: Optimisers,
    batch: Learnable,
    config: TrainConfig,
    step: int,
    processes: Processes,
) -> dict[str, float]:
    """All updates of a step; returns their figures, averaged."""
    figures: list[dict[str, float]] = []
    for epoch in range(config.optimiser.epochs):
        order = Rng.of("minibatches", config.seed, step, epoch).shuffled(range(len(batch.sequences)))
        count = min(config.optimiser.minibatches, len(order))
        for number in range(count):
            chosen = sorted(order[number::count])
            figures.append(_update(models, optimisers, batch, chosen, config, processes))
    mean = {key: sum(f[key] for f in figures) / len(figures) for key in figures[0]}
    mean["updates"] = float(sum(not f["skipped"] for f in figures))
    return mean


def _update(
    models: ActorCritic,
    optimisers: Optimisers,
    batch: Learnable,
    chosen: Sequence[int],
    config: TrainConfig,
    processes: Processes,
) -> dict[str, float]:
    """One optimizer update. Sums over parts are divided by the whole minibatch's weight, which is known
    beforehand, so how it is cut into parts, and on how many processes, changes nothing but rounding."""
    how, norm = config.loss.aggregation, float(config.rollout.max_new_tokens)
    sequences = [batch.sequences[i] for i in chosen]
    tokens = sum(sum(s.mask) for s in sequences)
    weight = float(tokens if how == "token-mean" else len(sequences))
    parts = micro_batches([len(s.ids) for s in sequences], config.optimiser.micro_tokens)
    totals = dict.fromkeys(("policy_loss", "entropy", "kl", "value_loss", "clip", "approx_kl", "ratio"), 0.0)
    optimisers.actor.zero_grad(set_to_none=True)
    if optimisers.critic is not None:
        optimisers.critic.zero_grad(set_to_none=True)
    for part in processes.share(parts):
        _accumulate(models, batch, [chosen[i] for i in part], config, how, norm, weight, tokens, totals)
    processes.sum_gradients(models.parameters_of(ACTOR))
    totals = processes.sum_figures(totals)
    norms = {}
    finite = True
    clip = config.optimiser.max_grad_norm
    for name, optimiser in ((ACTOR, optimisers.actor), (CRITIC, optimisers.critic)):
        if optimiser is None:
            continue
        parameters = models.parameters_of(name)
        if name == CRITIC:
            processes.sum_gradients(parameters)
        norms[name] = float(torch.nn.utils.clip_grad_norm_(parameters, clip))
        finite = finite and math.isfinite(norms[name])
    if finite:
        optimisers.actor.step()
        if optimisers.critic is not None:
            optimisers.critic.step()
        optimisers.nan_updates = 0
    else:
        optimisers.nan_updates += 1
        if optimisers.nan_updates >= MOST_NAN_UPDATES:
            raise TrainingDiverged(
                f"the gradient had no value in {MOST_NAN_UPDATES} updates in a row; the last good checkpoint "
                "is kept. Lower optimiser.lr or loss.clip_high, and continue with --resume"
            )
    return {
        "loss": totals["policy_loss"],
        "entropy": totals["entropy"],
        "kl": totals["kl"],
        "value_loss": totals["value_loss"],
        "clip_share": totals["clip"],
        "approx_kl": totals["approx_kl"],
        "ratio": totals["ratio"],
        "grad_norm": norms[ACTOR] if finite else float("nan"),
        "critic_grad_norm": norms.get(CRITIC, 0.0),
        "skipped": float(not finite),
    }


def _accumulate(
    models: ActorCritic,
    batch: Learnable,
    positions: Sequence[int],
    config: TrainConfig,
    how: str,
    norm: float,
    weight: float,
    tokens: int,
    totals: dict[str, float],
) -> None:
    pad = models.tokenizer.pad_token_id or 0
    tensors = Batch([batch.sequences[i] for i in positions], pad, models.device)
    credits = [batch.credits[i] for i in positions]
    advantages = tensors.table([c.advantages for c in credits])
    old = tensors.old_log_probs
    new, entropies = models.log_probs(tensors, config.rollout.temperature, with_entropy=True)

    def mean(token_losses: Tensor) -> Tensor:
        return losses.aggregate_parts(token_losses, tensors.mask, how, norm)[0] / weight

    clip = (config.loss.clip_low, config.loss.clip_high)
    policy = mean(losses.policy_loss(new, old, advantages, tensors.mask, *clip)) * batch.loss_scale
    total = policy - config.loss.entropy * mean(entropies)
    if batch.reference:
        reference = tensors.table([batch.reference[i] for i in positions])
        divergence = mean(losses.kl_estimate(new, reference, config.loss.kl_estimator))
        total = total + config.loss.kl * divergence
        totals["kl"] += float(divergence.detach())
    total.backward()  # type: ignore[no-untyped-call]
    count = int(tensors.mask.sum())
    described = losses.describe_policy(new.detach(), old, advantages, tensors.mask, *clip)
    totals["policy_loss"] += float(policy.detach())
    totals["entropy"] += float(entropies.detach().sum()) / tokens
    for key, name in (("clip", "clip_share"), ("approx_kl", "approx_kl"), ("ratio", "ratio_mean")):
        totals[key] += described[name] * count / tokens
    if models.has_critic:
        values = models.values(tensors)
        value = losses.value_loss(
            values,
            tensors.table([c.values for c in credits]),
            tensors.table([c.returns for c in credits]),
            tensors.mask,
            config.loss.value_clip,
        )
        critic_loss = mean(value)
        critic_loss.backward()  # type: ignore[no-untyped-call]
        totals["value_loss"] += float(critic_loss.detach())


def score(
    models: ActorCritic, sequences: Sequence[TokenSequence], config: TrainConfig, what: str
) -> list[list[float]]:
    """Per-token numbers without gradient, one list per sequence, 0 where masked.

    Args:
        what: "actor" or "reference" for log-probabilities, "values" for the critic's.
    """
    results: list[list[float]] = [[] for _ in sequences]
    pad = models.tokenizer.pad_token_id or 0
    with torch.no_grad():
        for part in micro_batches([len(s.ids) for s in sequences], 2 * config.optimiser.micro_tokens):
            tensors = Batch([sequences[i] for i in part], pad, models.device)
            if what == "values":
                table = models.values(tensors)
            elif what == "reference":
                with models.as_reference():
                    table, _ = models.log_probs(tensors, config.rollout.temperature)
            else:
                table, _ = models.log_probs(tensors, config.rollout.temperature)
            for row, position in zip(table.tolist(), part, strict=True):
                results[position] = row[: len(sequences[position].ids)]
    return results
