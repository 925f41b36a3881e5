"""The training loop: rollouts, filter, credit, updates, validation, checkpoints."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ragen_bench.agents.hf import HFPolicy
from ragen_bench.evaluation.episode import Job
from ragen_bench.registry import get_spec
from ragen_bench.rng import Rng
from ragen_bench.trainers import checkpoint, demonstrations
from ragen_bench.trainers.config import TrainConfig, as_dict
from ragen_bench.trainers.filters import variance_parts
from ragen_bench.trainers.parallel import Processes
from ragen_bench.trainers.recording import Recorder
from ragen_bench.trainers.run_folder import prepare
from ragen_bench.trainers.starpo.credit import Credit, Kept, give_credit, keep_groups, mode_rewards
from ragen_bench.trainers.starpo.figures import advantage_figures, reward_spread
from ragen_bench.trainers.starpo.models import ActorCritic
from ragen_bench.trainers.starpo.rollouts import (
    jobs_of_step,
    play,
    play_settings,
    read_sources,
    replay,
    sources_at,
)
from ragen_bench.trainers.starpo.trajectories import Trajectory, describe, flatten
from ragen_bench.trainers.starpo.update import Learnable, Optimisers, learn, score
from ragen_bench.trainers.watch import Watch

#: Plays replayed under other luck, and replicas, for the split of variance in stochastic environments.
_REPLAYED, _REPLICAS = 32, 4

Tick = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished, or stopped, training run.

    Args:
        path: its folder.
        step: steps done.
        best: (step, validation score) of the best checkpoint, or None.
        stopped: why it ended early, or None.
        out_of_time: it ended because `max_minutes` were over.
        metrics: figures of the last step.
    """

    path: Path
    step: int
    best: tuple[int, float] | None
    stopped: str | None
    out_of_time: bool
    metrics: dict[str, Any]


def train(
    config: TrainConfig,
    out: str | Path,
    *,
    resume: bool = False,
    tick: Tick | None = None,
    warn: Callable[[str], None] | None = None,
    model_path: str | Path | None = None,
) -> Outcome:
    """Trains, or continues a run exactly where its last checkpoint is.

    Every draw is a function of the seed and the step, so the continued run takes the same steps as one
    that was never interrupted.

    Args:
        config: see `ragen_bench.trainers.config.load_config`.
        out: the run's folder.
        resume: continue; refused where the folder holds a run with other settings.
        tick: called with the figures of every step.
        warn: called with warnings.
        model_path: folder of the base model where the config names an embedded one.

    Raises:
        RunConflict: the folder holds another run. StorageError: the disk refused.
        ModelError: the model cannot be loaded. TrainingDiverged: gradients without a value.
    """
    read_sources(config.environments)
    for step in range(config.steps if config.curriculum else 0):
        sources_at(config, step)
    processes = Processes()
    try:
        return _Run(config, Path(out), resume, tick, warn, model_path, processes).go()
    finally:
        processes.close()


class _Run:
    def __init__(
        self,
        config: TrainConfig,
        path: Path,
        resume: bool,
        tick: Tick | None,
        warn: Callable[[str], None] | None,
        model_path: str | Path | None,
        processes: Processes,
    ) -> None:
        self.config, self.path, self.processes = config, path, processes
        self.tick, self.warn = tick or (lambda _: None), warn or (lambda _: None)
        self.checkpoints = path / "checkpoints"
        if processes.first:
            prepare(path, config, resume)
        processes.agree(True)
        self.models = ActorCritic(config, model_path or config.model)
        self.optimisers = Optimisers.of(self.models, config)
        self.watch = Watch()
        self.start = 0
        self.best: tuple[int, float] | None = None
        self.tokens = 0
        self.seconds = 0.0
        known = checkpoint.found(self.checkpoints) if resume else []
        if known:
            state = checkpoint.load(known[-1], self.models, self.optimisers)
            self.start, self.watch = state["step"], Watch(**state["watch"])
            self.best = tuple(state["best"]) if state["best"] else None
            self.tokens, self.seconds = state["tokens"], state["seconds"]
        self.policy = self.models.policy(
            batch_size=config.rollout.batch_size,
            max_new_tokens=config.rollout.max_new_tokens,
            temperature=config.rollout.temperature,
            top_p=1.0,
            protocol=config.rollout.protocol,
            think=config.rollout.think,
        )
        self._neutral()

    def _neutral(self) -> None:
        """Samples from the plain softmax: what a generation config cuts off would not be the policy."""
        self.policy.sampling = replace(
            self.policy.sampling, top_p=1.0, top_k=0, min_p=0.0, repetition_penalty=1.0
        )

    def go(self) -> Outcome:
        config, processes = self.config, self.processes
        recorder = None
        if processes.first:
            recorder = Recorder(
                self.path,
                self.start,
                tensorboard=config.tensorboard,
                wandb=config.wandb,
                config=as_dict(config),
            )
        stopped: str | None = None
        out_of_time = False
        figures: dict[str, Any] = {}
        begun = time.monotonic()
        earlier = self.seconds
        step = self.start
        try:
            if self.start == 0 and config.watch.every:
                first = {"step": 0, **self._validate()}
                self._note(recorder, {**first, "tokens": 0, "seconds": time.monotonic() - begun})
            while step < config.steps:
                figures = self._step(step)
                step += 1
                figures["step"] = step
                last = step == config.steps
                if (config.watch.every and step % config.watch.every == 0) or last:
                    figures |= self._validate()
                    self.watch.evaluation(figures["validation_success"], config.watch)
                self.seconds = earlier + time.monotonic() - begun
                figures |= {"tokens": self.tokens, "seconds": self.seconds}
                for message in self.watch.step(figures, config.watch):
                    figures.setdefault("warnings", []).append(message)
                    self.warn(f"step {step}: {message}")
                self._note(recorder, figures)
                stopped = self.watch.reason_to_stop(config.watch)
                late = config.max_minutes is not None and self.seconds > 60 * config.max_minutes
                out_of_time = late and not last
                if out_of_time:
                    stopped = f"{config.max_minutes:g} minutes are over"
                stopped, out_of_time = processes.agree((stopped, out_of_time))
                if last or stopped or step % config.watch.save_every == 0 or "validation_success" in figures:
                    self._save(step, figures)
                if stopped:
                    break
        finally:
            if recorder is not None:
                recorder.close()
        return Outcome(self.path, step, self.best, stopped, out_of_time, figures)

    def _note(self, recorder: Recorder | None, figures: dict[str, Any]) -> None:
        if recorder is not None:
            recorder.add(figures)
            self.tick(figures)

    # ------------------------------------------------------------------------------- one step

    def _step(self, step: int) -> dict[str, Any]:
        if self.config.method == "sft":
            return self._supervised(step)
        config = self.config
        begun = time.monotonic()
        trajectories, kept, rewards, rounds = self._collect(step)
        sampled = time.monotonic()
        figures: dict[str, Any] = {**describe(trajectories), **reward_spread(trajectories, rewards)}
        figures |= {
            "groups": kept.of,
            "groups_kept": len(kept.groups),
            "groups_zero": kept.zero,
            "reward_variance": kept.variance,
            "rounds": rounds,
            "lr": self.optimisers.set_rates(config, step),
        }
        figures |= self._luck(trajectories, step)
        self.tokens += sum(len(turn.reply) for t in trajectories for turn in t.turns)
        chosen = [
            n for n, t in enumerate(trajectories) if t.group in kept.groups and rewards[n] == rewards[n]
        ]
        sequences = [s for s in flatten(trajectories) if s.trajectory in set(chosen)]
        figures["tokens_kept"] = sum(sum(s.mask) for s in sequences)
        if not sequences:
            # Nothing varies, or every episode failed: no update, and the record says so.
            return figures | {"updates": 0.0, "seconds_rollout": sampled - begun, "seconds_update": 0.0}
        figures["sampler_gap"] = self._sampler_gap(sequences)
        learnable = self._learnable(trajectories, rewards, sequences, kept)
        figures |= advantage_figures(learnable.credits)
        figures |= learn(self.models, self.optimisers, learnable, config, step, self.processes)
        figures["seconds_rollout"] = sampled - begun
        figures["seconds_update"] = time.monotonic() - sampled
        return figures

    def _collect(self, step: int) -> tuple[list[Trajectory], Kept, list[float], int]:
        """Rollouts of a step; with resampling, further rounds until enough groups are kept."""
        config = self.config
        trajectories: list[Trajectory] = []
        for round_ in range(config.filter.resample + 1):
            jobs = jobs_of_step(config, step, round_)
            trajectories += self._rollout(jobs, step, round_, len(trajectories) // config.rollout.group)
            rewards = mode_rewards(trajectories, config.reward, config.seed, step)
            kept = keep_groups(trajectories, rewards, config.filter, config.seed, step)
            if len(kept.groups) >= config.rollout.tasks:
                kept = replace(kept, groups=kept.groups[: config.rollout.tasks])
                break
        return trajectories, kept, rewards, round_ + 1

    def _rollout(self, jobs: Sequence[Job], step: int, round_: int, first_group: int) -> list[Trajectory]:
        """Plays jobs on all processes; the trajectories of all, in order, on each."""
        group = self.config.rollout.group
        blocks = [list(jobs[i : i + group]) for i in range(0, len(jobs), group)]
        own = [job for block in self.processes.share(blocks) for job in block]
        seed = Rng.of("sampling", self.config.seed, step, round_).below(1 << 31)
        settings = play_settings(self.config.rollout, self.policy, seed)
        played = play(self.policy, own, settings, group)
        by_group = [played[i : i + group] for i in range(0, len(played), group)]
        everyone = self.processes.gather(by_group)
        return [
            replace(trajectory, group=first_group + number)
            for number, block in enumerate(everyone)
            for trajectory in block
        ]

    def _learnable(
        self,
        trajectories: Sequence[Trajectory],
        rewards: Sequence[float],
        sequences: Sequence[Any],
        kept: Kept,
    ) -> Learnable:
        config = self.config
        reference: list[list[float]] = []
        if config.loss.kl or config.reward.kl:
            reference = score(self.models, sequences, config, "reference")
        values = score(self.models, sequences, config, "values") if self.models.has_critic else None
        divergences = None
        if config.reward.kl:
            divergences = [
                [own - ref for own, ref in zip(s.log_probs, refs, strict=True)]
                for s, refs in zip(sequences, reference, strict=True)
            ]
        credits = give_credit(
            trajectories, rewards, sequences, config.advantage, config.reward, values, divergences
        )
        share = len(kept.groups) / kept.of
        scale = {"none": 1.0, "linear": share, "sqrt": math.sqrt(share)}[config.filter.scaling]
        return Learnable(sequences, credits, reference if config.loss.kl else [], scale)

    def _sampler_gap(self, sequences: Sequence[Any]) -> float:
        """Largest difference between sampled and recomputed log-probabilities in a few sequences, nats.

        Sampler and trainer share one model here, so more than rounding would be a defect.
        """
        few = list(sequences[:4])
        recomputed = score(self.models, few, self.config, "actor")
        return max(
            abs(a - b)
            for s, row in zip(few, recomputed, strict=True)
            for a, b, m in zip(s.log_probs, row, s.mask, strict=True)
            if m
        )

    def _luck(self, trajectories: Sequence[Trajectory], step: int) -> dict[str, float]:
        """Shares of the reward's variance that actions and luck explain, in stochastic environments."""
        group = self.config.rollout.group
        lucky = [t for t in trajectories if t.error is None and get_spec(t.environment).stochastic]
        if not lucky or group < 2:
            return {}
        numbers = sorted({t.group for t in lucky})[: max(1, _REPLAYED // group)]
        parts = []
        for number in numbers:
            members = [t for t in lucky if t.group == number]
            replicas = [1_000_000 + r for r in range(_REPLICAS)]  # luck that no rollout has seen
            if len(members) > 1:
                parts.append(variance_parts([replay(t, replicas) for t in members]))
        if not parts:
            return {}
        action, luck = np.mean(parts, axis=0)
        return {"variance_action": float(action), "variance_luck": float(luck)}

    def _supervised(self, step: int) -> dict[str, Any]:
        """One update on the oracle's play (method sft)."""
        config = self.config
        begun = time.monotonic()
        sequences = demonstrations.sequences_of_step(config, step, self.policy)
        credits = [Credit([float(m) for m in s.mask], [], []) for s in sequences]
        rate = self.optimisers.set_rates(config, step)
        # With advantage 1 and the ratio taken to the present policy itself, the surrogate's gradient is
        # that of the log-likelihood.
        own = score(self.models, sequences, config, "actor")
        for sequence, log_probs in zip(sequences, own, strict=True):
            sequence.log_probs = log_probs
        tokens = sum(sum(s.mask) for s in sequences)
        nll = -sum(sum(s.log_probs) for s in sequences) / tokens
        self.tokens += tokens
        single = replace(
            config,
            optimiser=replace(config.optimiser, minibatches=1, epochs=1),
            loss=replace(config.loss, entropy=0.0),
        )
        figures = learn(
            self.models, self.optimisers, Learnable(sequences, credits, []), single, step, self.processes
        )
        return {
            "nll": nll,
            "episodes": config.sft.episodes,
            "lr": rate,
            **figures,
            "seconds_update": time.monotonic() - begun,
        }

    # ----------------------------------------------------------------- validation, checkpoints

    def _validate(self) -> dict[str, Any]:
        """Success and score on the first validation tasks of every environment of the mixture."""
        config = self.config
        sources = read_sources(config.environments)
        jobs = [
            Job(source.spec, source.preset, "validation", index, 0)
            for source in sources
            for index in range(config.watch.tasks)
        ]
        policy: HFPolicy = self.policy
        sampling = policy.sampling
        policy.sampling = replace(sampling, temperature=config.watch.temperature)
        try:
            settings = play_settings(config.rollout, policy, Rng.of("validation", config.seed).below(1 << 31))
            played = self.processes.gather(play(policy, self.processes.share(jobs), settings, 1))
        finally:
            policy.sampling = sampling
        figures: dict[str, Any] = {}
        means = []
        for source in sources:
            own = [t for t in played if t.environment == source.spec.id and t.error is None]
            success = sum(t.success for t in own) / max(1, len(own))
            score_ = sum(t.score for t in own) / max(1, len(own))
            figures[f"validation/{source.spec.id}/success"] = success
            figures[f"validation/{source.spec.id}/score"] = score_
            means.append((success, score_))
        figures["validation_success"] = sum(m[0] for m in means) / len(means)
        figures["validation_score"] = sum(m[1] for m in means) / len(means)
        return figures

    def _save(self, step: int, figures: dict[str, Any]) -> None:
        value = figures.get("validation_score")
        better = value is not None and (self.best is None or value > self.best[1])
        if value is not None and better:
            self.best = (step, value)
        if not self.processes.first:
            return
        state = {
            "watch": self.watch.state(),
            "best": self.best,
            "tokens": self.tokens,
            "seconds": self.seconds,
            "validation_score": value,
        }
        path = checkpoint.save(self.checkpoints, step, self.models, self.optimisers, state)
        if better:
            checkpoint.keep_best(self.checkpoints, path)
        checkpoint.tidy(self.checkpoints, self.config.watch.keep)
