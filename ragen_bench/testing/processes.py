"""The same on every instance and process, whatever else runs there."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

from ragen_bench.rng import canonical_json, fingerprint
from ragen_bench.spec import Preset
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Moment, Subject, difference, play, replay

#: A process of the hash-seed check is given up after so many seconds.
TIMEOUT_S = 1200


@check
def two_instances_agree(subject: Subject) -> Iterator[str]:
    """Two instances play alike, also when their turns interleave: no state is shared between them."""
    for preset in subject.presets:
        for seed in range(subject.count(3, 50)):
            alone = subject.env(preset)
            alone.reset(seed=seed)
            wanted = play(alone, subject.mixed("agree", seed), 30)
            one, two = subject.env(preset), subject.env(preset)
            one.reset(seed=seed)
            two.reset(seed=seed + 1)
            got: list[Moment] = []
            disturb = subject.mixed("disturb", seed)
            for moment in wanted:
                if not two.over:
                    two.step(disturb(two))
                got += replay(one, [moment.action])
            parted = difference(wanted, got)
            if parted:
                yield f"preset {preset.name}, seed {seed}: {parted}"


@check
def a_second_episode_is_like_a_first(subject: Subject) -> Iterator[str]:
    """Nothing of an episode is left after `reset`."""
    for preset in subject.presets:
        for seed in range(subject.count(3, 50)):
            fresh, used = subject.env(preset), subject.env(preset)
            used.reset(seed=seed + 1)
            play(used, subject.mixed("used", seed), 10)
            start, again = fresh.reset(seed=seed), used.reset(seed=seed)
            if canonical_json(start) != canonical_json(again):
                yield f"preset {preset.name}, seed {seed}: the openings differ"
            wanted = play(fresh, subject.mixed("again", seed), 30)
            parted = difference(wanted, replay(used, [moment.action for moment in wanted]))
            if parted:
                yield f"preset {preset.name}, seed {seed}: {parted}"


@check
def global_generators_are_left_alone(subject: Subject) -> Iterator[str]:
    """No play reads or moves the global generators of `random` and NumPy."""
    kept = random.getstate(), np.random.get_state()  # noqa: NPY002 - the state under test
    try:
        for preset in subject.presets:
            digests = []
            for value in (1, 2):
                random.seed(value)
                np.random.seed(value)  # noqa: NPY002 - the state under test
                before = _global_state()
                digests.append(plays_digest(subject, preset, 4, start=50_000))
                if _global_state() != before:
                    yield f"preset {preset.name}: playing moved a global generator"
            if digests[0] != digests[1]:
                yield f"preset {preset.name}: play depends on the state of a global generator"
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])  # noqa: NPY002 - the state under test


def _global_state() -> str:
    kind, keys, position, *rest = np.random.get_state()  # noqa: NPY002 - the state under test
    return repr((random.getstate(), kind, [int(k) for k in np.asarray(keys)], position, rest))


@check
def every_process_plays_alike(subject: Subject) -> Iterator[str]:
    """Processes with different PYTHONHASHSEED, so different `hash(str)`, give one digest."""
    seeds = subject.count(20, 200)
    digests = {}
    for value in ("1", "2", "3") if subject.thorough else ("1", "2"):
        done = _digest_elsewhere(subject, seeds, value)
        if done.returncode:
            yield f"PYTHONHASHSEED={value} ended with {done.returncode}: {done.stderr.decode()[-300:]}"
            return
        digests[value] = done.stdout.decode().strip()
    if len(set(digests.values())) > 1:
        yield f"{seeds} seeds give {digests}"


def _digest_elsewhere(subject: Subject, seeds: int, hash_seed: str) -> subprocess.CompletedProcess[bytes]:
    order = pickle.dumps((subject.spec, [preset.name for preset in subject.presets], seeds))
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return subprocess.run(
        [sys.executable, "-m", "ragen_bench.testing.digest"],
        input=order,
        capture_output=True,
        check=False,
        timeout=TIMEOUT_S,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed},
    )


def plays_digest(subject: Subject, preset: Preset, seeds: int, start: int = 0) -> str:
    """One digest over the tasks, openings and first turns of `seeds` seeds, train and test."""
    seen: list[str] = []
    for split in [name for name in ("train", "test") if name in subject.splits(preset)]:
        env = subject.env(preset, split=split)
        count = seeds if split == "train" else max(1, seeds // 4)
        for seed in range(start, start + count):
            opening = env.reset(seed=seed if split == "train" else seed - start)
            moments = play(env, subject.random("digest", seed), 3)
            changed = env.perturb(env.task)
            seen.append(canonical_json([env.task, opening, changed, [m.text() for m in moments]]))
    return fingerprint(seen)
