"""Rewards, success and score."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import MAX_STEPS, Choose, Moment, Subject, play


def _plays(subject: Subject, name: str) -> Iterator[tuple[str, list[Moment]]]:
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(4, 200)):
            styles: tuple[tuple[str, Choose], ...] = (
                ("random", subject.random(name, seed)),
                ("mixed", subject.mixed(name, seed)),
                ("oracle", subject.oracle()),
            )
            for style, choose in styles:
                env.reset(seed=seed)
                yield f"preset {preset.name}, seed {seed}, {style} play", play(env, choose)


@check
def the_reward_is_the_sum_of_its_terms(subject: Subject) -> Iterator[str]:
    """Every reward is finite and is the sum of info["reward_terms"]."""
    for where, moments in _plays(subject, "sum"):
        for turn, moment in enumerate(moments, start=1):
            total = sum(moment.info["reward_terms"].values())
            if not math.isfinite(moment.reward) or abs(moment.reward - total) > 1e-9:
                terms = moment.info["reward_terms"]
                yield f"{where}, turn {turn}: reward {moment.reward}, terms {terms}"


@check
def every_reward_term_is_declared(subject: Subject) -> Iterator[str]:
    """Every key of info["reward_terms"] is a term of the spec's reward; `reset` pays nothing."""
    declared = {term.name for term in subject.spec.reward.terms}
    for where, moments in _plays(subject, "terms"):
        for turn, moment in enumerate(moments, start=1):
            unknown = set(moment.info["reward_terms"]) - declared
            if unknown:
                yield f"{where}, turn {turn}: {sorted(unknown)} not in {sorted(declared)}"
    for preset in subject.presets:
        terms = subject.env(preset).reset(seed=0)[1]["reward_terms"]
        if terms:
            yield f"preset {preset.name}: reset pays {terms}"


@check
def success_and_score_come_at_the_end(subject: Subject) -> Iterator[str]:
    """Until the end success is False and score 0."""
    for where, moments in _plays(subject, "until"):
        for turn, moment in enumerate(moments[:-1], start=1):
            if moment.info["success"] is not False or moment.info["score"] != 0:
                got = f"success {moment.info['success']}, score {moment.info['score']}"
                yield f"{where}, turn {turn} of {len(moments)}: {got}"


@check
def the_score_is_between_0_and_1(subject: Subject) -> Iterator[str]:
    """The score is in [0, 1]."""
    for where, moments in _plays(subject, "score"):
        score = moments[-1].info["score"]
        if not 0.0 <= score <= 1.0:
            yield f"{where}: score {score}"


@check
def the_return_is_within_its_bounds(subject: Subject) -> Iterator[str]:
    """An episode's return is within the bounds that the reward spec declares."""
    low, high = subject.spec.reward.low, subject.spec.reward.high
    for where, moments in _plays(subject, "bounds"):
        total = sum(moment.reward for moment in moments)
        if len(moments) < MAX_STEPS and (
            (low is not None and total < low - 1e-6) or (high is not None and total > high + 1e-6)
        ):
            yield f"{where}: return {total:.4f} outside [{low}, {high}]"


@check
def the_oracle_solves_every_task(subject: Subject) -> Iterator[str]:
    """Under the same limits the oracle succeeds with score 1.0 (stochastic: beats every cheap policy)."""
    if subject.spec.stochastic:
        yield from _best_on_average(subject)
        return
    for preset in subject.presets:
        for split in subject.splits(preset):
            env = subject.env(preset, split=split)
            size = subject.size(preset, split)
            most = subject.count(8, 200)
            for seed in range(most if size is None else min(most, size)):
                env.reset(seed=seed)
                end = play(env, subject.oracle())[-1]
                if not end.info["success"] or end.info["score"] != 1.0:
                    got = f"success {end.info['success']}, score {end.info['score']}"
                    yield f"preset {preset.name}, split {split}, task {seed}: {got}"


def _best_on_average(subject: Subject) -> Iterator[str]:
    n = subject.count(24, 1000)
    for preset in subject.presets:
        best = _scores(subject, preset.name, subject.oracle(), n)
        for name, choose in subject.cheap().items():
            scores = _scores(subject, preset.name, choose, n)
            gaps = [a - b for a, b in zip(best, scores, strict=True)]
            mean = sum(gaps) / n
            error = (sum((gap - mean) ** 2 for gap in gaps) / (n - 1) / n) ** 0.5
            if mean < -2 * error:
                yield f"preset {preset.name}: {name} scores {-mean:.3f} more than the oracle over {n} tasks"


def _scores(subject: Subject, preset: str, choose: Choose, n: int) -> list[float]:
    rung = next(item for item in subject.presets if item.name == preset)
    env = subject.env(rung)
    scores = []
    for seed in range(n):
        env.reset(seed=seed)
        scores.append(float(play(env, choose)[-1].info["score"]))
    return scores


@check
def the_oracle_speaks_the_grammar(subject: Subject) -> Iterator[str]:
    """Every reply of the oracle is valid, and no state on its way to success is called dead."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(3, 100)):
            env.reset(seed=seed)
            oracle, dead, moments = subject.oracle(), [], []
            while not env.over:
                dead.append(env.is_dead())
                moments += play(env, oracle, 1)
            where = f"preset {preset.name}, seed {seed}"
            for turn, moment in enumerate(moments, start=1):
                if not moment.info["valid"]:
                    yield f"{where}, turn {turn}: invalid ({moment.info['error']})"
            if any(dead) and moments[-1].info["success"]:
                yield f"{where}: is_dead() in turn {dead.index(True) + 1}, then a success"
