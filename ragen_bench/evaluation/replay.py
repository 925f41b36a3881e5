"""Replay: recorded replies through fresh environments, to see whether the same comes out.

It shows that observations, rewards and scores follow from the replies. It cannot show who wrote them.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragen_bench.agents.context import ContextConfig
from ragen_bench.agents.replay import ReplayPolicy
from ragen_bench.errors import InvalidRun, UnknownName
from ragen_bench.evaluation.episode import Episode, Job, PlaySettings
from ragen_bench.evaluation.rows import EpisodeKey, EpisodeRow, TurnRecord, jsonable
from ragen_bench.evaluation.store import read_header, read_rows
from ragen_bench.evaluation.suites import get_suite
from ragen_bench.policy import Completion, Usage
from ragen_bench.registry import get_spec

#: Fields of a turn and of a row that follow from the task and the replies. Not among them: the replies
#: themselves, tokens, times, and why a reply ended, which only the model's side can know.
TURN_FIELDS = ("observation", "answer", "format_ok", "executed", "valid", "reward", "reward_terms")
ROW_FIELDS = (
    "error",
    "track",
    "replica",
    "family",
    "success",
    "score",
    "reward",
    "terminated",
    "truncated",
    "dead",
    "usage",
)
#: Rewards may be sums of floats whose last bits depend on the platform's mathematics library.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A recorded value that the replay did not give.

    Args:
        turn: counted from 0; None for a field of the whole episode.
        field: of the turn or the row.
        recorded, replayed: the two values.
    """

    turn: int | None
    field: str
    recorded: Any
    replayed: Any


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn as replayed.

    Args:
        observation: the text that the reply answers; None where the replay had already ended.
        as_recorded: it has the recorded hash, so it is what the agent saw.
        record: the turn as recorded.
    """

    observation: str | None
    as_recorded: bool
    record: TurnRecord


@dataclass(frozen=True, slots=True)
class Replayed:
    """An episode played again.

    Args:
        row: the episode as recorded.
        turns: one for each recorded turn.
        final_observation: what the last reply led to; "" where the environment failed.
        mismatches: none when the record is right.
    """

    row: EpisodeRow
    turns: tuple[PlayedTurn, ...]
    final_observation: str
    mismatches: tuple[Mismatch, ...]

    @property
    def ok(self) -> bool:
        """Everything came out as recorded."""
        return not self.mismatches


def replay_row(row: EpisodeRow, header: Mapping[str, Any]) -> Replayed:
    """Plays every recorded reply of an episode in a fresh environment.

    Args:
        row: the episode; one that ended in an error is replayed as far as it went.
        header: run.json, for the protocol and the environment's options.

    Raises:
        UnknownName, AmbiguousId, BrokenPlugin: the environment cannot be had here.
    """
    job = Job(get_spec(row["environment"]), row["preset"], row["split"], row["index"], row["repeat"])
    episode = Episode(job, play_settings(header))
    turns: list[PlayedTurn] = []
    found: list[Mismatch] = []
    for number, recorded in enumerate(row["turns"]):
        if episode.row is not None:
            turns.append(PlayedTurn(None, False, recorded))
            continue
        observation = episode.observation
        turns.append(PlayedTurn(observation, _hash(observation) == recorded["observation"], recorded))
        episode.advance(completion_of(recorded))
        if len(episode.records) > number:
            found += _compare(number, TURN_FIELDS, recorded, episode.records[number])
    found += _compare_end(row, episode)
    return Replayed(row, tuple(turns), episode.observation, tuple(found))


def play_settings(header: Mapping[str, Any]) -> PlaySettings:
    """What a run.json says about how its episodes were played.

    Raises:
        InvalidRun: a context setting that does not exist.
    """
    settings = header["settings"]
    try:
        context = ContextConfig(**settings["context"])
    except (TypeError, ValueError) as error:
        raise InvalidRun(f"run.json: settings.context: {error}") from error
    overrides = tuple(sorted((name, _frozen(value)) for name, value in settings["overrides"].items()))
    return PlaySettings(
        protocol=settings["protocol"],
        think=settings["think"],
        opened=settings["opened"],
        context=context,
        seed=settings["seed"],
        overrides=overrides,
    )


def completion_of(turn: TurnRecord) -> Completion:
    """The reply of a recorded turn."""
    usage = Usage(**turn["usage"])
    return Completion(turn["reply"], usage, thinking=turn["thinking"], finish_reason=turn["finish"])


def recorded_completions(rows: Iterable[EpisodeRow], seed: int) -> dict[int, Completion]:
    """Sampling seed -> reply, for `ReplayPolicy`.

    Args:
        rows: of one run.
        seed: the run's.
    """
    return {
        EpisodeKey.of(row).seed(seed, number): completion_of(turn)
        for row in rows
        for number, turn in enumerate(row["turns"])
    }


def replay_policy(path: str | Path) -> ReplayPolicy:
    """A policy that gives the replies of a run folder again; use it with `replay_arguments`.

    Raises:
        InvalidRun: not a run folder, or damaged.
    """
    header = read_header(Path(path))
    settings = header["settings"]
    completions = recorded_completions(read_rows(Path(path)), settings["seed"])
    name = f"{settings['model']} (replay)"
    return ReplayPolicy(completions, name, settings["protocol"], settings["opened"])


def replay_arguments(header: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `evaluate` that play the same episodes under the same settings.

    Raises:
        UnknownName: an environment or preset that does not exist here.
    """
    play, environments = play_settings(header), header["environments"]
    label = header["settings"]["suite"]
    wanted = {env_id: entry["preset"] for env_id, entry in environments.items()}
    suite = ",".join(f"{env_id}:{preset}" for env_id, preset in wanted.items())
    preset = next(iter(wanted.values()))
    if label.startswith(("all@", "installed@")):
        # Only the name itself keeps the run in the table of its suite.
        with contextlib.suppress(UnknownName):
            named = get_suite(label if label.startswith("all@") else "installed", preset)
            if named.label == label and {e.spec.id: e.preset.name for e in named.entries} == wanted:
                suite = label if label.startswith("all@") else named.name
    return {
        "suite": suite,
        "preset": preset,
        "split": header["settings"]["split"],
        "episodes": max(entry["episodes"] for entry in environments.values()),
        "repeats": header["settings"]["repeats"],
        "protocol": play.protocol,
        "think": play.think,
        "context": play.context,
        "seed": play.seed,
        "overrides": dict(play.overrides),
    }


def same(recorded: Any, replayed: Any) -> bool:
    """Equal, numbers within TOLERANCE; true and 1 are not the same."""
    if isinstance(recorded, bool) or isinstance(replayed, bool):
        return recorded is replayed
    if isinstance(recorded, int | float) and isinstance(replayed, int | float):
        try:
            return math.isclose(recorded, replayed, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        except OverflowError:  # a whole number beyond any float, which only a hand can have written
            return recorded == replayed
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        return recorded.keys() == replayed.keys() and all(same(v, replayed[k]) for k, v in recorded.items())
    if isinstance(recorded, list) and isinstance(replayed, list):
        return len(recorded) == len(replayed) and all(map(same, recorded, replayed))
    return bool(recorded == replayed)


def _compare_end(row: EpisodeRow, episode: Episode) -> list[Mismatch]:
    if row["error"] is not None:
        return []
    if episode.row is None:
        return [Mismatch(None, "turns", len(row["turns"]), f"more than {len(row['turns'])}")]
    if episode.row["error"] is not None:
        return [Mismatch(None, "error", None, episode.row["error_message"])]
    found = []
    if len(row["turns"]) != len(episode.records):
        found.append(Mismatch(None, "turns", len(row["turns"]), len(episode.records)))
    return found + _compare(None, ROW_FIELDS, row, episode.row)


def _compare(
    turn: int | None, names: Iterable[str], recorded: Mapping[str, Any], replayed: Mapping[str, Any]
) -> list[Mismatch]:
    return [
        Mismatch(turn, name, recorded[name], value)
        for name in names
        if not same(recorded[name], value := jsonable(replayed[name]))
    ]


def _hash(observation: str) -> str:
    return hashlib.sha256(observation.encode("utf-8", "surrogatepass")).hexdigest()


def _frozen(value: Any) -> Any:
    """Lists as tuples: JSON has no tuples, and configs must be hashable."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
