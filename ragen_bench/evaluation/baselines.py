"""baselines.json: what the oracle and the cheap policies score, measured once per environment version.

The file lies beside the module that holds SPECS, in the package and in third-party packages alike:
`{id: {preset: {"fingerprint", "episodes", "policies": {name: {...}}, "noisy_oracle": {p: {...}}}}}`.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ragen_bench.agents.cheap import NoisyOracle, Oracle, cheap_policies
from ragen_bench.env import make
from ragen_bench.errors import InvalidConfig, InvalidRun
from ragen_bench.evaluation.intervals import Estimate, Interval, success_estimate
from ragen_bench.evaluation.store import storage_errors, write_json
from ragen_bench.lock import fingerprint
from ragen_bench.registry import claim_of, get_preset
from ragen_bench.spec import REFERENCE_PREFIX, EnvSpec, Preset
from ragen_bench.splits import parse_split, split_of

BASELINES = "baselines.json"
#: Episodes per policy.
EPISODES = 1000
#: The same for presets that are not ranked.
UNRANKED_EPISODES = 250
#: Probability that an action of the oracle is replaced by a random one.
NOISE = (0.0, 0.01, 0.02, 0.05, 0.10, 0.20, 0.50)
#: Episodes of the oracle are so many times those of a noise level.
NOISE_SHARE = 4
#: On a ranked preset no cheap policy may succeed more often.
FLOOR_LIMIT = 0.05
ORACLE = "oracle"
#: Decimals in the file: far below any standard error, and a file that can be read.
_DIGITS = 6

#: Called with a line such as "hard: oracle" when that policy has been measured.
Tick = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PolicyScore:
    """What one policy reached."""

    policy: str
    success: Estimate
    score: Estimate


@dataclass(frozen=True, slots=True)
class Baseline:
    """The baselines of one preset.

    Args:
        floor: the cheap policy with the best score.
        oracle: the environment's optimal policy.
        policies: every policy measured, by name, oracle and references included.
        noisy_oracle: (noise, score) pairs.
        fingerprint: of the behaviour they were measured on.
        episodes: per policy.
    """

    floor: PolicyScore
    oracle: PolicyScore
    policies: dict[str, PolicyScore]
    noisy_oracle: tuple[tuple[float, PolicyScore], ...]
    fingerprint: str
    episodes: int

    @property
    def cheap(self) -> tuple[PolicyScore, ...]:
        """The cheap policies: all but the oracle and the references, by name."""
        return tuple(self.policies[name] for name in sorted(self.policies) if is_cheap(name))


def is_cheap(policy: str) -> bool:
    """Whether a policy of this name may be the floor."""
    return policy != ORACLE and not policy.startswith(REFERENCE_PREFIX)


def measure(
    spec: EnvSpec,
    preset: Preset,
    episodes: int | None = None,
    split: str = "test",
    tick: Tick = lambda _: None,
    workers: int = 1,
) -> dict[str, Any]:
    """Plays every cheap policy, the oracle and the noisy oracles.

    Args:
        spec, preset: what to measure; the preset is taken by name.
        episodes: per policy (None: see `wanted_episodes`), a quarter of it per noise level; tasks are
            taken in order, and replicas go on where a split is smaller.
        split: whose tasks.
        tick: told of every policy when it is finished.
        workers: processes; 1 works in this one. The result is the same.

    Returns:
        The JSON-able entry of baselines.json.
    """
    if episodes is None:
        episodes = wanted_episodes(preset)
    if episodes < 1:
        raise InvalidConfig("episodes", episodes, "at least 1", "measure")
    plays: dict[str, tuple[str, float, int]] = {
        name: (name, 0.0, episodes) for name in (ORACLE, *cheap_policies(spec))
    }
    # A curve's shape needs fewer plays than a floor, and after noise an oracle has much to work out.
    shorter = max(1, episodes // NOISE_SHARE)
    plays |= {_noisy_name(noise): (ORACLE, noise, shorter) for noise in NOISE if noise}
    measured: dict[str, dict[str, Any]] = {}
    with _pool(workers) as pool:
        for name, result in _play_all(spec, preset.name, plays, split, pool):
            measured[name] = result
            tick(f"{preset.name}: {name}")
    return {
        "fingerprint": fingerprint(spec, preset.name),
        "episodes": episodes,
        "split": split,
        "policies": {name: measured[name] for name, (_, noise, _) in plays.items() if not noise},
        # Without noise it is the oracle, play for play.
        "noisy_oracle": {f"{noise:g}": measured[_noisy_name(noise)] for noise in NOISE},
    }


def refresh_baselines(
    spec: EnvSpec,
    presets: Iterable[str] | None = None,
    episodes: int | None = None,
    force: bool = False,
    workers: int = 1,
    tick: Tick = lambda _: None,
) -> list[str]:
    """Measures every preset whose baselines are missing or stale, and writes each when it is done.

    What is written stays when the work is broken off, so the same call goes on where it stopped.

    Args:
        spec: a registered environment.
        presets: names; None takes all.
        episodes: per policy; None: see `wanted_episodes`.
        force: measure again what is present as well.
        workers: processes; 1 works in this one (more need a script that guards its main).
        tick: told of every policy when it is finished.

    Returns:
        Names of the presets that were measured.

    Raises:
        UnknownName: a preset that does not exist.
    """
    chosen = [get_preset(spec, name) for name in (spec.preset_names if presets is None else presets)]
    stale = [preset for preset in chosen if force or staleness(spec, preset, episodes) is not None]
    for preset in stale:
        write_baselines(spec, {preset.name: measure(spec, preset, episodes, tick=tick, workers=workers)})
    return [preset.name for preset in stale]


def wanted_episodes(preset: Preset) -> int:
    """Episodes per policy that the baselines of a preset should rest on."""
    return EPISODES if preset.ranked else UNRANKED_EPISODES


def staleness(spec: EnvSpec, preset: Preset, episodes: int | None = None) -> str | None:
    """Why the recorded baselines of a preset do not speak of the present environment; None when they do."""
    baseline = read_baselines(spec.id).get(preset.name)
    if baseline is None:
        return "they were never measured"
    if baseline.fingerprint != fingerprint(spec, preset.name):
        return "they were measured on another behaviour (their fingerprint is not the present one)"
    if set(baseline.policies) != {ORACLE, *cheap_policies(spec)}:
        return "they were measured with other policies"
    if episodes is None:
        episodes = wanted_episodes(preset)
    if baseline.episodes < episodes:
        return f"they rest on {baseline.episodes:,} episodes per policy, fewer than {episodes:,}"
    return None


def write_baselines(spec: EnvSpec, entries: dict[str, Any]) -> Path:
    """Puts `{preset: entry}` into the environment's file, leaving other versions as they are."""
    path = baselines_path(spec.id)
    whole = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    present = {**whole.get(spec.id, {}), **entries}
    # In the ladder's order, without presets that are gone.
    whole[spec.id] = {name: present[name] for name in spec.preset_names if name in present}
    with storage_errors(path):
        write_json(path, whole)
    read_baselines.cache_clear()
    return path


def baselines_path(env_id: str) -> Path:
    """Where the baselines of an environment are kept."""
    module = importlib.import_module(claim_of(env_id).module.partition(":")[0])
    if module.__file__ is None:
        raise InvalidRun(f"{module.__name__} has no file to keep {BASELINES} beside")
    return Path(module.__file__).parent / BASELINES


@lru_cache(maxsize=64)
def read_baselines(env_id: str) -> dict[str, Baseline]:
    """`{preset: Baseline}`; empty where none were measured."""
    return {preset: _read(entry) for preset, entry in read_entries(env_id).items()}


def read_entries(env_id: str) -> dict[str, Any]:
    """`{preset: entry}` as it stands in the file; empty where none were measured."""
    path = baselines_path(env_id)
    if not path.is_file():
        return {}
    entries: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")).get(env_id, {})
    return entries


def _play_all(
    spec: EnvSpec,
    preset: str,
    plays: dict[str, tuple[str, float, int]],
    split: str,
    pool: Executor | None,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, result) of each play, as they finish."""
    if pool is None:
        for name, (policy, noise, episodes) in plays.items():
            yield name, _play(spec, preset, policy, noise, episodes, split)
        return
    futures = {
        pool.submit(_play, spec, preset, policy, noise, episodes, split): name
        for name, (policy, noise, episodes) in plays.items()
    }
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _play(spec: EnvSpec, preset: str, policy: str, noise: float, episodes: int, split: str) -> dict[str, Any]:
    """One policy's episodes. Arguments are what another process can be sent."""
    size = split_of(spec, get_preset(spec, preset), parse_split(split)[0]).size or episodes
    player = _player(spec, policy, noise)
    # One bare environment and no conversation: cheap policies and oracles read no messages, and the
    # rewards are those of the rollout loop (tests compare them).
    env = make(spec, preset=preset, split=split)
    successes: list[float] = []
    scores: list[float] = []
    tasks: list[int] = []
    returned = 0.0
    for i in range(episodes):
        index, replica = i % size, i // size
        _, info = env.reset(options={"index": index, "replica": replica})
        tasks.append(index)
        try:
            while not env.over:
                _, reward, _, _, info = env.step(player.act(env))
                returned += reward
        except Exception as error:
            error.add_note(f"{policy} at task {index} of {split}, replica {replica}, {spec.id} [{preset}]")
            raise
        successes.append(float(info["success"]))
        scores.append(float(info["score"]))
    return {
        "success": _dump(successes, tasks),
        "score": _dump(scores, tasks),
        "reward": round(returned / episodes, _DIGITS),
    }


def _player(spec: EnvSpec, policy: str, noise: float) -> Any:
    if policy == ORACLE:
        return NoisyOracle(noise) if noise else Oracle()
    return cheap_policies(spec)[policy]


def _noisy_name(noise: float) -> str:
    return f"{ORACLE} with noise {noise:g}" if noise else ORACLE


@contextmanager
def _pool(workers: int) -> Iterator[Executor | None]:
    if workers < 2:
        yield None
        return
    # A fork would copy whatever threads the caller has in whatever state they are.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield pool


def _dump(values: list[float], tasks: list[int]) -> dict[str, Any]:
    # By task, not by family: a baseline says what a fixed rule reaches on this generator's tasks,
    # whose families are all in the sample; it makes no claim about templates yet to be written.
    estimate = success_estimate(values, [None] * len(values), tasks)
    if estimate is None or estimate.interval is None:
        raise InvalidConfig("values", values, "one number per episode, at least one", "baselines")
    return {
        "mean": round(estimate.mean, _DIGITS),
        "se": None if estimate.se is None else round(estimate.se, _DIGITS),
        "n": estimate.n,
        "clusters": estimate.clusters,
        "interval": [round(end, _DIGITS) for end in estimate.interval],
    }


def _load(entry: dict[str, Any]) -> Estimate:
    low, high = entry["interval"]
    return Estimate(entry["mean"], entry["se"], entry["n"], entry["clusters"], Interval(low, high))


def _read(entry: dict[str, Any]) -> Baseline:
    policies = {
        name: PolicyScore(name, _load(value["success"]), _load(value["score"]))
        for name, value in entry["policies"].items()
    }
    cheap = [policy for name, policy in policies.items() if is_cheap(name)]
    noisy = tuple(
        (float(noise), PolicyScore(f"noisy {noise}", _load(value["success"]), _load(value["score"])))
        for noise, value in entry["noisy_oracle"].items()
    )
    # A tie goes to the name that comes first, so that the floor does not depend on dict order.
    floor = max(sorted(cheap, key=lambda p: p.policy), key=lambda p: p.score.mean)
    return Baseline(floor, policies[ORACLE], policies, noisy, entry["fingerprint"], entry["episodes"])
