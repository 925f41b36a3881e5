"""Locked versions: fingerprints of what an environment does.

`lock.json` lies beside the module that holds an environment's SPECS, a plug-in's in its own package:

    {id: {preset: {split: {"tasks": sha256, "observations": sha256, "oracle": sha256}}}}

over the first 16 tasks of every preset and split (fresh with a fixed salt), their opening
observations with the instruction, and the oracle's rewards. Whatever can change a result moves one
of them, and then the version must be bumped; entries of old versions stay.
"""

from __future__ import annotations

import json
import os
from contextlib import nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from ragen_bench.env import TextEnv, make
from ragen_bench.errors import BrokenPlugin, InvalidConfig, StorageError, UnknownName
from ragen_bench.registry import get_preset, load
from ragen_bench.rng import fingerprint as sha256
from ragen_bench.spec import EnvSpec, Preset

#: Tasks of each split that are fingerprinted.
TASKS = 16
#: Salt of the fresh split that is fingerprinted.
SALT = "lock"
#: What is fingerprinted of each split.
PARTS = ("tasks", "observations", "oracle")

#: preset -> split -> part -> SHA-256.
Entry = dict[str, dict[str, dict[str, str]]]


def compute(spec: EnvSpec) -> Entry:
    """The fingerprints of what the installed code does. Plays 16 oracle episodes a preset and split."""
    return {preset.name: _of_preset(spec, preset) for preset in spec.presets}


def read(spec: EnvSpec) -> Entry | None:
    """The locked fingerprints of this id; None when it has never been locked.

    Raises:
        InvalidConfig: lock.json is no such file.
    """
    entry: Entry | None = _whole(path(spec)).get(spec.id)
    return entry


def write(spec: EnvSpec) -> Path:
    """Locks the present behaviour. Entries of other ids and versions are kept.

    Raises:
        StorageError: the file cannot be written.
    """
    target = path(spec)
    content = {**_whole(target), spec.id: compute(spec)}
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        temporary.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"cannot write {target}: {error}") from error
    return target


def check(spec: EnvSpec) -> list[str]:
    """What the installed code does differently from the lock, one sentence each; empty when nothing."""
    locked = read(spec)
    if locked is None:
        return [f"{spec.id} is not locked: ragen-bench lock {spec.id} --write"]
    now = compute(spec)
    return [
        f"behaviour of {spec.id} changed ({preset}, {split}, {part}): "
        f"bump to v{spec.version + 1} or restore it"
        for preset in dict.fromkeys((*locked, *now))
        for split in dict.fromkeys((*locked.get(preset, {}), *now.get(preset, {})))
        for part in PARTS
        if _part(locked, preset, split, part) != _part(now, preset, split, part)
    ]


def fingerprint(spec: EnvSpec, preset: str) -> str:
    """One SHA-256 of what the installed code does in a preset; runs record it.

    It is measured, not read from lock.json: a changed environment must not pass for the locked one.
    """
    return sha256([spec.id, preset, _of_preset(spec, get_preset(spec, preset))])


def path(spec: EnvSpec) -> Path:
    """Where the lock of a spec is: beside the module that holds its SPECS.

    Raises:
        BrokenPlugin: no module around the spec's code lists it in SPECS.
    """
    # Any package that encloses the code named by the spec may be the one; the innermost that lists it is.
    for code in (spec.entry_point, spec.tasks, spec.oracle):
        name = code.partition(":")[0]
        while name:
            module = import_module(name)
            if any(getattr(item, "id", None) == spec.id for item in getattr(module, "SPECS", ())):
                return Path(str(module.__file__)).with_name("lock.json")
            name = name.rpartition(".")[0]
    # Not listed (a variant in a test): beside its code, where no lock of another spec is touched.
    module = import_module(spec.entry_point.partition(":")[0])
    if module.__file__ is None:
        raise BrokenPlugin(f"{spec.id}: {module.__name__} has no file to put lock.json beside")
    return Path(module.__file__).with_name("lock.json")


def _of_preset(spec: EnvSpec, preset: Preset) -> dict[str, dict[str, str]]:
    parts = {}
    for split in spec.splits:
        # A public data set need not have every split.
        with suppress(UnknownName) if preset.track else nullcontext():
            parts[split.name] = _of_split(spec, preset, split.name)
    return parts


def _of_split(spec: EnvSpec, preset: Preset, name: str) -> dict[str, str]:
    env = make(spec, preset=preset.name, split=f"fresh:{SALT}" if name == "fresh" else name)
    oracle = load(spec.oracle)
    size = env.split_size
    tasks, observations, rewards = [], [], []
    for index in range(TASKS if size is None else min(TASKS, size)):
        opening, _ = env.reset(seed=index)
        tasks.append(env.task)
        observations.append([env.instruction, opening])
        rewards.append(_rewards(env, oracle))
    return dict(zip(PARTS, map(sha256, (tasks, observations, rewards)), strict=True))


def _rewards(env: TextEnv, oracle: Any) -> list[float]:
    rewards = []
    while not env.over:
        # Rounded, and without a negative zero: the last bit of a sum is not behaviour.
        rewards.append(round(env.step(oracle.act(env))[1], 9) + 0.0)
    return rewards


def _part(entry: Entry, preset: str, split: str, part: str) -> str | None:
    return entry.get(preset, {}).get(split, {}).get(part)


def _whole(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    try:
        content = json.loads(text)
    except ValueError as error:
        raise InvalidConfig(str(file), text, f"JSON ({error}); restore it from version control") from error
    if not isinstance(content, dict):
        raise InvalidConfig(str(file), content, "a JSON object; restore it from version control")
    return content
