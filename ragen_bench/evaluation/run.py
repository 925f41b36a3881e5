"""`evaluate`: a policy, a suite and a split in; a run folder out."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from ragen_bench import __version__
from ragen_bench.agents.context import ContextConfig, estimate_tokens
from ragen_bench.agents.resolve import ModelOptions, Resolved, resolve
from ragen_bench.env import CANARY, make
from ragen_bench.errors import BrokenPlugin, InvalidConfig, RagenError
from ragen_bench.evaluation.cost import Prices
from ragen_bench.evaluation.engines import engine_of, is_privileged
from ragen_bench.evaluation.episode import Job, PlaySettings
from ragen_bench.evaluation.overrides import check_owners, own_overrides
from ragen_bench.evaluation.rollout import rollout
from ragen_bench.evaluation.rows import EpisodeKey, EpisodeRow
from ragen_bench.evaluation.store import FORMAT, RunFolder
from ragen_bench.evaluation.suites import Suite, get_size, get_suite
from ragen_bench.evaluation.summary import summarize
from ragen_bench.lock import fingerprint
from ragen_bench.splits import parse_split, split_of

#: Episodes of one run: more rows than memory holds would be planned otherwise.
MOST_EPISODES = 10_000_000
#: Called with each finished row, the number of rows that count so far, and the number expected.
Tick = Callable[[EpisodeRow, int, int], None]


@dataclass(frozen=True, slots=True)
class Run:
    """A finished, or stopped, run.

    Args:
        path: its folder.
        header: run.json.
        summary: summary.json.
        stopped: why it ended before its last episode; None when it did not.
    """

    path: Path
    header: dict[str, Any]
    summary: dict[str, Any]
    stopped: str | None = None

    @property
    def complete(self) -> bool:
        """Every episode played, at most 1 % errors."""
        return bool(self.summary["complete"])


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run will play."""

    suite: Suite
    split: str
    counts: Mapping[str, int]
    repeats: int

    @property
    def total(self) -> int:
        """Episodes in all."""
        return sum(self.counts.values()) * self.repeats

    def jobs(self) -> list[Job]:
        """Every episode: environment by environment, each task with all its repeats."""
        return [
            Job(entry.spec, entry.preset.name, self.split, index, repeat)
            for entry in self.suite.entries
            for index in range(self.counts[entry.spec.id])
            for repeat in range(self.repeats)
        ]


def plan(
    suite: str = "all",
    split: str = "test",
    size: str = "dev",
    episodes: int | None = None,
    repeats: int = 1,
    preset: str | None = None,
) -> Plan:
    """Which episodes a run plays; raises for a suite, split or size that does not exist."""
    if repeats < 1:
        raise InvalidConfig("repeats", repeats, "at least 1")
    base, _ = parse_split(split)
    wanted = get_size(size, episodes)
    chosen = get_suite(suite, preset)
    counts = {}
    for entry in chosen.entries:
        if entry.preset.track:
            # How many rows a public split holds is known when it is read.
            available = make(entry.spec, preset=entry.preset.name, split=split).split_size
        else:
            available = split_of(entry.spec, entry.preset, base).size
        counts[entry.spec.id] = wanted if available is None else min(wanted, available)
    planned = Plan(chosen, split, counts, repeats)
    if planned.total > MOST_EPISODES:
        allowed = f"at most {MOST_EPISODES:,} in one run, repeats included"
        raise InvalidConfig("episodes", planned.total, allowed)
    return planned


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    settings: dict[str, Any] = field(default_factory=dict)


def evaluate(
    policy: Any,
    suite: str = "all",
    split: str = "test",
    size: str = "dev",
    *,
    out: str | Path | None = None,
    name: str | None = None,
    episodes: int | None = None,
    repeats: int = 1,
    preset: str | None = None,
    protocol: str | None = None,
    think: bool = True,
    context: ContextConfig | None = None,
    seed: int = 0,
    overrides: Mapping[str, Any] | None = None,
    resume: bool = False,
    max_errors: int | None = None,
    prices: Prices | None = None,
    tick: Tick | None = None,
) -> Run:
    """Plays a policy over a suite and records everything in a run folder.

    Args:
        policy: a `Policy`, a privileged policy (`act(env)`), a callable `str -> str`, a name that
            `ragen-bench evaluate` accepts, or what `ragen_bench.agents.resolve.resolve` made of one.
        suite, preset: see `ragen_bench.evaluation.suites`.
        split: "train", "validation", "test", "test_ood" or "fresh:SALT".
        size: "smoke" 16, "dev" 64, "full" 256 or "paper" 512 episodes per environment.
        out: the run folder; default runs/NAME.
        name: what the run is called; default the policy's.
        episodes: overrides `size`.
        repeats: plays per task; repeat r is replica r.
        protocol: reply protocol; default the policy's own, "raw" for privileged ones.
        think: ask for thinking.
        context: what the model is shown of earlier turns.
        seed: enters every sampling seed.
        overrides: environment options, for every environment of the suite or, as "name.key", for one; such a
            run is not ranked.
        resume: continue the run in `out`; plays what is missing or ended in an error.
        max_errors: stop after this many errors; default the larger of 20 and 5 % of the episodes.
        prices: for the summary's cost.
        tick: progress.

    Returns:
        The run; `run.complete` says whether it may be used.

    Raises:
        RunConflict: `out` holds another run, or other settings.
        StorageError: the disk refused; what was recorded is intact.
        UnknownName, InvalidConfig: a bad argument.
    """
    if isinstance(policy, str):
        policy = resolve(policy, ModelOptions(protocol=protocol or "auto", think=think))
    if isinstance(policy, Resolved):
        named = _Named(name or policy.name, policy.settings)
        protocol, policy = policy.protocol, policy.policy
    else:
        settings = policy.settings() if hasattr(policy, "settings") else {"kind": _type_name(policy)}
        named = _Named(name or getattr(policy, "name", None) or _type_name(policy), settings)
    if protocol is None:
        protocol = "raw" if is_privileged(policy) else getattr(policy, "protocol", "tags")
    engine = engine_of(policy)
    context = context or ContextConfig(system_role=getattr(policy, "system_role", True))
    chosen = plan(suite, split, size, episodes, repeats, preset)
    play = PlaySettings(
        protocol=protocol,
        think=think,
        opened=bool(getattr(policy, "opened", False)),
        context=context,
        seed=seed,
        overrides=tuple(sorted((overrides or {}).items())),
    )
    header = _header(chosen, named, play)
    path = Path(out) if out is not None else Path("runs") / _slug(f"{named.name}-{suite}-{split}-{size}")
    limit = max_errors if max_errors is not None else max(20, chosen.total // 20)
    with RunFolder(path, header, resume=resume) as folder:
        done = {key for key, row in folder.rows.items() if row["error"] is None}
        jobs = [job for job in chosen.jobs() if job.key not in done]
        stopped = None
        try:
            stopped = _play(folder, jobs, len(done), chosen.total, limit, engine, play, policy, tick)
        finally:
            # Also after an interrupt: what has been played is summarised and can be resumed.
            summary = summarize(folder.header, counted(folder, chosen), prices)
            folder.write_summary(summary)
    return Run(path, folder.header, summary, stopped)


def counted(folder: RunFolder, chosen: Plan) -> list[EpisodeRow]:
    """The rows of the plan, in its order."""
    keys: list[EpisodeKey] = [job.key for job in chosen.jobs()]
    return [folder.rows[key] for key in keys if key in folder.rows]


def _play(
    folder: RunFolder,
    jobs: list[Job],
    done: int,
    total: int,
    limit: int,
    engine: Any,
    play: PlaySettings,
    policy: Any,
    tick: Tick | None,
) -> str | None:
    errors = 0
    count_tokens = getattr(policy, "count_tokens", estimate_tokens)
    for row in rollout(jobs, engine, play, count_tokens):
        folder.append(row)
        done += 1
        if tick is not None:
            tick(row, done, total)
        errors += row["error"] is not None
        if errors >= limit:
            return f"stopped after {errors} errors, the last: {row['error']}: {row['error_message']}"
    return None


def _header(chosen: Plan, named: _Named, play: PlaySettings) -> dict[str, Any]:
    environments = {}
    check_owners((entry.spec for entry in chosen.suite.entries), dict(play.overrides))
    for entry in chosen.suite.entries:
        # Making one checks the overrides before anything is written.
        try:
            own = own_overrides(entry.spec, play.overrides)
            env = make(entry.spec, preset=entry.preset.name, split=chosen.split, **own)
            behaviour = fingerprint(entry.spec, entry.preset.name)
        except RagenError:
            raise
        except (Exception, SystemExit) as error:
            raise BrokenPlugin(
                f"{entry.spec.id} cannot be played: {type(error).__name__}: {error}. "
                f"What is wrong with it: ragen-bench check {entry.spec.id}"
            ) from error
        environments[entry.spec.id] = {
            "preset": entry.preset.name,
            "version": entry.spec.version,
            "track": env.track,
            "fingerprint": behaviour,
            "episodes": chosen.counts[entry.spec.id],
            "max_turns": env.max_turns,
            "max_actions_per_turn": env.max_actions_per_turn,
        }
    return {
        "format": FORMAT,
        "canary": CANARY,
        "created": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "settings": {
            "model": named.name,
            "suite": chosen.suite.label,
            "split": chosen.split,
            "repeats": chosen.repeats,
            "protocol": play.protocol,
            "think": play.think,
            "opened": play.opened,
            "context": asdict(play.context),
            "seed": play.seed,
            "overrides": dict(play.overrides),
        },
        "policy": named.settings,
        "environments": environments,
        "versions": {
            "ragen-bench": __version__,
            "python": platform.python_version(),
            "gymnasium": gymnasium.__version__,
            "numpy": np.__version__,
        },
        "platform": {"system": platform.system(), "machine": platform.machine()},
    }


def _type_name(policy: Any) -> str:
    return getattr(policy, "__name__", None) or type(policy).__name__


def _slug(text: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in text).strip("-") or "run"
