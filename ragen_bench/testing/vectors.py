"""Vectors of environments."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from ragen_bench.registration import make_vec
from ragen_bench.registry import catalogue
from ragen_bench.spec import Preset
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, short

_ENVS = 3
_STEPS = 3


@check
def vectors_say_what_single_environments_say(subject: Subject) -> Iterator[str]:
    """Sync and async vectors give the observations and rewards of single environments."""
    preset = subject.presets[0]
    singles = [subject.env(preset) for _ in range(_ENVS)]
    wanted: list[Any] = [[env.reset(seed=seed)[0] for seed, env in enumerate(singles)]]
    replies: list[list[str]] = []
    rng = subject.rng("vectors")
    # Vectors start a new episode on their own, so the comparison stops with the first end.
    while len(replies) < _STEPS and not any(env.over for env in singles):
        replies.append([env.sample_action(rng) for env in singles])
        steps = [env.step(text) for env, text in zip(singles, replies[-1], strict=True)]
        wanted.append([(text, reward) for text, reward, *_ in steps])
    for mode in ("sync", "async"):
        got = _play(subject, preset, mode, replies)
        for turn, (a, b) in enumerate(zip(wanted, got, strict=True)):
            if a != b:
                yield f"{mode}, turn {turn}: {short(b)} for {short(a)}"


def _play(subject: Subject, preset: Preset, mode: str, replies: list[list[str]]) -> list[Any]:
    with warnings.catch_warnings():
        # Forking a process that has threads warns from Python 3.12 on; these children only play.
        warnings.simplefilter("ignore")
        vector = _make(subject, preset, mode)
        try:
            got: list[Any] = [list(vector.reset(seed=list(range(_ENVS)))[0])]
            for reply in replies:
                observations, rewards, *_ = vector.step(reply)
                got.append([(text, float(r)) for text, r in zip(observations, rewards, strict=True)])
        finally:
            vector.close()
    return got


def _make(subject: Subject, preset: Preset, mode: str) -> Any:
    import gymnasium

    claim = catalogue().claims.get(subject.spec.id)
    if claim is not None and claim.spec is subject.spec:
        return make_vec(subject.spec.id, _ENVS, mode, preset=preset.name)
    unregistered = gymnasium.envs.registration.EnvSpec(
        subject.spec.id,
        entry_point=subject.spec.entry_point,
        kwargs={"env_spec": subject.spec, "preset": preset.name},
    )
    return gymnasium.make_vec(
        unregistered,
        num_envs=_ENVS,
        vectorization_mode=mode,
        vector_kwargs={"shared_memory": False} if mode == "async" else None,
    )
