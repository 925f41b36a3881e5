"""`step`: its five values, the flags and the limits."""

from __future__ import annotations

from collections.abc import Iterator

from ragen_bench.env import TextEnv
from ragen_bench.errors import EpisodeOver
from ragen_bench.spec import Preset
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import MAX_STEPS, Subject, play, short, snapshot


@check
def step_returns_five_values(subject: Subject) -> Iterator[str]:
    """`reset` returns (str, dict), `step` returns (str, float, bool, bool, dict)."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(3, 100)):
            opening = env.reset(seed=seed)
            if [type(value) for value in opening] != [str, dict]:
                yield f"preset {preset.name}, seed {seed}: reset gave {_types(opening)}"
            choose = subject.mixed("types", seed)
            while not env.over:
                values = env.step(choose(env))
                if [type(value) for value in values] != [str, float, bool, bool, dict]:
                    yield f"preset {preset.name}, seed {seed}: step gave {_types(values)}"


def _types(values: object) -> str:
    kinds = [type(value).__name__ for value in values] if isinstance(values, tuple) else type(values).__name__
    return str(kinds)


@check
def an_episode_ends_one_way(subject: Subject) -> Iterator[str]:
    """Every episode ends within max_turns, terminated or truncated, never both, and not before."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(6, 300)):
            env.reset(seed=seed)
            moments = play(env, subject.mixed("ends", seed))
            where = f"preset {preset.name}, seed {seed}"
            if len(moments) > preset.max_turns:
                yield f"{where}: {len(moments)} turns of {preset.max_turns}"
            for turn, moment in enumerate(moments, start=1):
                last = turn == len(moments) and len(moments) < MAX_STEPS
                if moment.terminated and moment.truncated:
                    yield f"{where}, turn {turn}: terminated and truncated"
                elif (moment.terminated or moment.truncated) != last:
                    yield f"{where}, turn {turn}: flags say {'ended' if not last else 'not ended'}"
                if moment.info.get("turn") != turn:
                    yield f"{where}, turn {turn}: info says turn {moment.info.get('turn')}"


@check
def running_out_of_turns_truncates(subject: Subject) -> Iterator[str]:
    """Out of turns is `truncated`, or `terminated` where the limit is part of the task or is one turn."""
    for preset in subject.presets:
        for limit in {1, preset.max_turns}:
            if limit > MAX_STEPS:
                continue
            env = subject.env(preset, max_turns=limit)
            env.reset(seed=1)
            moments = play(env, lambda _: subject.spec.invalid_example)
            ends_task = preset.limit_ends_task or limit == 1
            if len(moments) < limit:
                # The task itself ended first, as with tries that are used up.
                ends_task = True
            end = moments[-1]
            if (end.terminated, end.truncated) != (ends_task, not ends_task):
                flags = f"terminated={end.terminated}, truncated={end.truncated}"
                yield f"preset {preset.name}, max_turns={limit}: ended with {flags}"
            if end.info.get("success"):
                yield f"preset {preset.name}, max_turns={limit}: invalid replies alone are a success"


@check
def a_win_on_the_last_turn_is_a_win(subject: Subject) -> Iterator[str]:
    """A task solved on its last turn is terminated, not truncated, and a success."""
    if subject.spec.stochastic:
        return
    for preset in subject.presets:
        for seed in range(subject.count(2, 20)):
            env = subject.env(preset)
            env.reset(seed=seed)
            turns = len(play(env, subject.oracle()))
            env = subject.env(preset, max_turns=turns)
            env.reset(seed=seed)
            end = play(env, subject.oracle())[-1]
            if (end.terminated, end.truncated, end.info["success"]) != (True, False, True):
                got = f"terminated={end.terminated}, truncated={end.truncated}, success={end.info['success']}"
                yield f"preset {preset.name}, seed {seed}, solved in turn {turns} of {turns}: {got}"


@check
def step_needs_a_running_episode(subject: Subject) -> Iterator[str]:
    """`step` before the first reset and after the end raises EpisodeOver; `reset` starts anew."""
    preset = subject.presets[0]
    env = subject.env(preset)
    if not _raises_over(env, subject):
        yield "step before the first reset did not raise EpisodeOver"
    env.reset(seed=0)
    play(env, subject.random("over"))
    if not _raises_over(env, subject):
        yield "step after the end did not raise EpisodeOver"
    env.reset(seed=0)
    env.step(subject.spec.example)


def _raises_over(env: TextEnv, subject: Subject) -> bool:
    try:
        env.step(subject.spec.example)
    except EpisodeOver:
        return True
    return False


@check
def effective_means_that_something_changed(subject: Subject) -> Iterator[str]:
    """`effective` is False when a valid reply changed nothing (a bump), and when nothing was executed."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(4, 100)):
            env.reset(seed=seed)
            yield from _effects(subject, preset, env, seed)


def _effects(subject: Subject, preset: Preset, env: TextEnv, seed: int) -> Iterator[str]:
    choose = subject.mixed("effective", seed)
    while not env.over:
        before = snapshot(env)
        action = choose(env)
        info = env.step(action)[4]
        # Two actions may undo each other, so only single ones are judged.
        unchanged = snapshot(env) == before and len(info["executed"]) <= 1 and not env.over
        if info["effective"] and (unchanged or not info["executed"]):
            where = f"preset {preset.name}, seed {seed}, turn {info['turn']}"
            yield f"{where}: effective, but {short(repr(action), 60)} changed nothing"
