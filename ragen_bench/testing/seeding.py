"""Seeds, indices, replicas and options of `reset`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragen_bench.errors import RagenError, UnknownName
from ragen_bench.rng import canonical_json
from ragen_bench.spec import Preset
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, difference, play, replay, short


def _start(env: Any, **reset: Any) -> str:
    observation, info = env.reset(**reset)
    return canonical_json([env.task, observation, info])


@check
def a_seed_is_an_index(subject: Subject) -> Iterator[str]:
    """`reset(seed=s)` plays index s of the split chosen at make time, replica 0; seed 0 is a seed."""
    for preset in subject.presets:
        for split in subject.splits(preset):
            env = subject.env(preset, split=split)
            for seed in range(3):
                by_seed = _start(env, seed=seed)
                state = env.get_state()
                where = f"preset {preset.name}, split {split}, seed {seed}"
                if (state["split"], state["index"], state["replica"]) != (split, seed, 0):
                    yield f"{where} plays {state['split']}, {state['index']}, {state['replica']}"
                if by_seed != _start(env, options={"index": seed, "replica": 0}):
                    yield f"{where} and index {seed} differ"
                if by_seed != _start(env, seed=seed):
                    yield f"{where} twice differs"
                stated = subject.env(preset)
                if by_seed != _start(stated, options={"split": split, "index": seed, "replica": 0}):
                    yield f"{where} differs from the same by options"


@check
def neighbouring_seeds_give_different_tasks(subject: Subject) -> Iterator[str]:
    """Different seeds play different tasks."""
    for preset in subject.presets:
        env = subject.env(preset)
        size = min(subject.size(preset, "train") or 16, 16)
        tasks = set()
        for seed in range(size):
            env.reset(seed=seed)
            tasks.add(canonical_json(env.task))
        if len(tasks) < max(1, size // 2):
            yield f"preset {preset.name}: {size} seeds give {len(tasks)} tasks"


@check
def indices_wrap(subject: Subject) -> Iterator[str]:
    """In a finite split, index size + k plays the task and the luck of index k."""
    for preset in subject.presets:
        for split in subject.splits(preset):
            size = subject.size(preset, split)
            if size is None:
                continue
            env, other = subject.env(preset, split=split), subject.env(preset, split=split)
            for k in range(min(2, size)):
                if _start(env, seed=k) != _start(other, seed=size + k):
                    yield f"preset {preset.name}, split {split}: index {size + k} is not index {k}"
                first = play(env, subject.random("wrap"), 3)
                parted = difference(first, replay(other, [moment.action for moment in first]))
                if parted:
                    yield f"preset {preset.name}, split {split}, index {size + k}: {parted}"


@check
def options_are_checked(subject: Subject) -> Iterator[str]:
    """An unknown option, a negative index or replica, a wrong type and an unknown split raise."""
    env = subject.env(subject.presets[0])
    wrong: tuple[dict[str, Any], ...] = (
        {"no_such_option": 1},
        {"index": -1},
        {"index": "0"},
        {"replica": 1.5},
        {"split": "no_such_split"},
        {"split": "fresh"},
        {"task": "no mapping"},
    )
    for options in wrong:
        try:
            env.reset(options=options)
        except UnknownName as error:
            if "no_such" not in str(error):
                yield f"{options}: the message does not name it: {error}"
        except RagenError:
            continue
        else:
            yield f"{options} was accepted"


@check
def an_unseeded_reset_draws_from_np_random(subject: Subject) -> Iterator[str]:
    """`reset()` draws index and replica from np_random, and from nothing else."""
    preset = subject.presets[0]
    one, two = subject.env(preset), subject.env(preset)
    # The second instance has played something else before: nothing of it may count.
    two.reset(seed=99)
    two.reset()
    one.reset(seed=7)
    two.reset(seed=7)
    drawn = []
    for number in range(6):
        a, b = _start(one), _start(two)
        drawn.append(a)
        if a != b:
            yield f"after reset(seed=7), draw {number + 1} differs between instances"
    if len(set(drawn)) == 1:
        yield f"six draws gave one and the same task: {short(drawn[0])}"


@check
def replicas_share_the_puzzle(subject: Subject) -> Iterator[str]:
    """The task fixes the puzzle: every replica starts with the same task and the same observation."""
    for preset in subject.presets:
        env = subject.env(preset)
        for index in range(subject.count(4, 100)):
            starts = {_start(env, options={"index": index, "replica": replica}) for replica in range(4)}
            if len(starts) > 1:
                yield f"preset {preset.name}, index {index}: {_two(starts)}"


@check
def replicas_differ_in_luck_only(subject: Subject) -> Iterator[str]:
    """A deterministic environment plays alike in every replica; a stochastic one does not."""
    differ = False
    for preset in subject.presets:
        for index in range(subject.count(4, 50)):
            parted = _play_replicas(subject, preset, index)
            differ = differ or parted is not None
            if parted and not subject.spec.stochastic:
                yield f"preset {preset.name}, index {index}: {parted}"
    if subject.spec.stochastic and not differ:
        yield "the spec says stochastic, but no replica played differently from another"


def _play_replicas(subject: Subject, preset: Preset, index: int) -> str | None:
    env = subject.env(preset)
    env.reset(options={"index": index, "replica": 0})
    first = play(env, subject.random("luck", index), 20)
    for replica in range(1, 4):
        env.reset(options={"index": index, "replica": replica})
        parted = difference(first, replay(env, [moment.action for moment in first]))
        if parted:
            return f"replica {replica}: {parted}"
    return None


def _two(texts: set[str]) -> str:
    first, second = sorted(texts)[:2]
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return f"{short(first[max(0, at - 20) :], 80)} against {short(second[max(0, at - 20) :], 80)}"
