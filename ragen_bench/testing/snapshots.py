"""Episodes that can be saved, copied and continued."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator

from ragen_bench.env import TextEnv
from ragen_bench.errors import EpisodeOver
from ragen_bench.rng import canonical_json
from ragen_bench.spec import Preset
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Choose, Moment, Subject, difference, play, replay, short


@check
def a_snapshot_continues_the_episode(subject: Subject) -> Iterator[str]:
    """`get_state` is JSON; `set_state` on another instance continues exactly, from any turn."""

    def through_json(preset: Preset, env: TextEnv) -> TextEnv:
        state = json.loads(json.dumps(env.get_state()))
        other = subject.env(preset)
        # It has played something else: what `restore` forgets is still there.
        other.reset(seed=1234)
        play(other, subject.mixed("elsewhere"), 3)
        other.set_state(state)
        if canonical_json(other.get_state()) != canonical_json(state):
            raise _Differs(f"{short(other.get_state())} was restored from {short(state)}")
        return other

    yield from _continuations(subject, through_json)


@check
def an_ended_episode_can_be_restored(subject: Subject) -> Iterator[str]:
    """A snapshot of an ended episode is one: `step` raises, `observe` says what it said."""
    for preset in subject.presets:
        env = subject.env(preset)
        env.reset(seed=0)
        play(env, subject.mixed("ended"))
        other = subject.env(preset)
        other.set_state(json.loads(json.dumps(env.get_state())))
        if other.observe() != env.observe():
            yield f"preset {preset.name}: {short(other.observe())} against {short(env.observe())}"
        try:
            other.step(subject.spec.example)
        except EpisodeOver:
            continue
        yield f"preset {preset.name}: a restored, ended episode can be stepped"


@check
def a_pickle_continues_the_episode(subject: Subject) -> Iterator[str]:
    """An environment can be pickled in mid-episode and plays on from there."""
    yield from _continuations(subject, lambda preset, env: pickle.loads(pickle.dumps(env)))


@check
def a_deepcopy_continues_the_episode(subject: Subject) -> Iterator[str]:
    """A deep copy in mid-episode plays on from there, apart from the original."""
    yield from _continuations(subject, lambda preset, env: copy.deepcopy(env))


class _Differs(Exception):
    pass


def _continuations(subject: Subject, clone: Callable[[Preset, TextEnv], TextEnv]) -> Iterator[str]:
    for preset in subject.presets:
        for seed in range(subject.count(3, 30)):
            styles: tuple[tuple[str, Choose], ...] = (
                ("random", subject.random("snapshot", seed)),
                ("mixed", subject.mixed("snapshot", seed)),
                ("oracle", subject.oracle()),
            )
            for style, choose in styles:
                env = subject.env(preset)
                env.reset(seed=seed)
                whole = play(env, choose, 12)
                parted = _every_turn(subject, preset, seed, whole, clone)
                if parted:
                    yield f"preset {preset.name}, seed {seed}, {style} play, {parted}"


def _every_turn(
    subject: Subject,
    preset: Preset,
    seed: int,
    whole: list[Moment],
    clone: Callable[[Preset, TextEnv], TextEnv],
) -> str | None:
    env = subject.env(preset)
    env.reset(seed=seed)
    for turn in range(min(len(whole), 6)):
        try:
            other = clone(preset, env)
        except _Differs as error:
            return f"turn {turn}: {error}"
        rest = [moment.action for moment in whole[turn:]]
        parted = difference(whole[turn:], replay(other, rest))
        if parted:
            return f"from turn {turn}: {parted}"
        # The original has not moved with its copy.
        parted = difference(whole[turn : turn + 1], replay(env, rest[:1]))
        if parted:
            return f"the original after its copy, from turn {turn}: {parted}"
    return None
