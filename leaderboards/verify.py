"""`verify`: does everything a run folder claims follow from the replies it records?

Replies, tokens, cost and times are taken as reported: no replay can tell who wrote a reply. So is the
mark of an error, which is why a run with more than 1 % of them is not ranked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from ragen_bench.env import make
from ragen_bench.errors import RagenError
from ragen_bench.evaluation.replay import Mismatch, play_settings, replay_row, same
from ragen_bench.evaluation.rows import EpisodeKey, EpisodeRow, jsonable
from ragen_bench.evaluation.store import EPISODES, SUMMARY, episodes_file, read_header, read_json, read_lines
from ragen_bench.evaluation.suites import get_suite
from ragen_bench.evaluation.summary import summarize
from ragen_bench.evaluation.transcript import describe, one_line
from ragen_bench.lock import fingerprint
from ragen_bench.registry import get_preset, get_spec

#: Not recomputed: it depends on prices, which are not part of a run.
REPORTED_FIELDS = frozenset({"cost"})


class _Absent:
    def __repr__(self) -> str:
        return "no such field"


#: Stands for a field that one of two summaries lacks.
ABSENT = _Absent()


@dataclass(frozen=True, slots=True)
class Finding:
    """A recorded value that does not follow from the replies.

    Args:
        file: in the run folder.
        line: of the file; None for summary.json.
        key: the episode; None for summary.json.
        mismatch: the field and both values.
    """

    file: str
    line: int | None
    key: EpisodeKey | None
    mismatch: Mismatch

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        key = asdict(self.key) if self.key is not None else None
        found = self.mismatch
        recorded, replayed = (None if v is ABSENT else v for v in (found.recorded, found.replayed))
        values = {"turn": found.turn, "field": found.field, "recorded": recorded, "replayed": replayed}
        return {"file": self.file, "line": self.line, "episode": key, **values}

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        if self.key is not None:
            where += f" ({one_line(self.key.environment)}, index {self.key.index}, repeat {self.key.repeat})"
        return f"{where}: {describe(self.mismatch)}"


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What `verify` found.

    Args:
        path: the run folder.
        checked: episodes replayed.
        skipped: episodes that ended in an error, which are not replayed.
        mismatches: values that differ from the replay.
        problems: what stands against the run as a whole, one sentence each.
    """

    path: Path
    checked: int
    skipped: int
    mismatches: tuple[Finding, ...]
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Something was replayed, and all of it came out as recorded."""
        return self.checked > 0 and not self.mismatches and not self.problems

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "ok": self.ok,
            "checked": self.checked,
            "skipped": self.skipped,
            "problems": list(self.problems),
            "mismatches": [finding.as_dict() for finding in self.mismatches],
        }


def verify(path: str | Path, tick: Callable[[int, int], None] | None = None) -> VerifyReport:
    """Replays every recorded reply of a run folder and recomputes its summary.

    Args:
        path: the folder; episodes.jsonl may be packed with gzip.
        tick: called with episodes done and episodes in all.

    Raises:
        InvalidRun: not a run folder, or damaged; names file and line.
    """
    path = Path(path)
    header = read_header(path)
    file = episodes_file(path)
    problems: list[str] = []
    if file.name == EPISODES and (path / f"{EPISODES}.gz").exists():
        problems.append(f"there is both {EPISODES} and {EPISODES}.gz; delete one of them")
    play_settings(header)
    unusable = dict(environment_problems(header))
    problems += unusable.values()
    if wrong_suite := suite_problem(header):
        problems.append(wrong_suite)
    lines: dict[EpisodeKey, int] = {}
    rows: dict[EpisodeKey, EpisodeRow] = {}
    for line, row in read_lines(path):
        key, where = EpisodeKey.of(row), f"{file.name}:{line}"
        if reason := outside_plan(row, header):
            problems.append(f"{where} is not part of the run: {reason}")
            continue
        if key in rows and rows[key]["error"] is None:
            problems.append(f"{where} replaces line {lines[key]}, which had not ended in an error")
        rows[key], lines[key] = row, line
    problems += _missing(header, rows)
    found: list[Finding] = []
    checked = skipped = 0
    for done, (key, row) in enumerate(rows.items(), start=1):
        if row["error"] is not None:
            skipped += 1
        elif key.environment not in unusable:
            checked += 1
            replayed = replay_row(row, header)
            found += [Finding(file.name, lines[key], key, mismatch) for mismatch in replayed.mismatches]
        if tick is not None:
            tick(done, len(rows))
    if not checked and not unusable:
        problems.append("no episode could be checked")
    if not unusable:
        try:
            recomputed = summarize(header, rows.values())
        except RagenError as error:
            problems.append(f"the rows give no summary: {error}")
        else:
            found += _compare_summary(path, jsonable(recomputed))
    return VerifyReport(path, checked, skipped, tuple(found), tuple(problems))


def environment_problems(header: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(environment id, why its rows cannot be checked here), for those of a run that cannot."""
    settings = header["settings"]
    for env_id, entry in header["environments"].items():
        name = one_line(env_id)
        try:
            spec = get_spec(env_id)
            preset = get_preset(spec, entry["preset"])
            env = make(spec, preset=preset.name, split=settings["split"])
            size, track = env.split_size, env.track
        except RagenError as error:
            yield env_id, f"{name} cannot be checked here: {one_line(str(error), 500)}"
            continue
        installed = installed_fingerprint(spec.id, preset.name)
        if spec.id != env_id:
            yield env_id, f"{name} is not a whole id; the environment is called {spec.id}"
        elif entry["track"] != track:
            yield env_id, f"{name} is recorded with track {one_line(entry['track'])}, it has {track}"
        elif entry["fingerprint"] != installed:
            yield (
                env_id,
                f"{name} [{preset.name}] cannot be checked here: the run was made with behaviour "
                f"{one_line(entry['fingerprint'][:12])}, installed is {installed[:12]}; "
                f"install the version named in run.json",
            )
        elif size is not None and entry["episodes"] > size:
            yield env_id, f"{name} claims {entry['episodes']} tasks of a split that holds {size}"


def suite_problem(header: Mapping[str, Any]) -> str | None:
    """What is wrong with the name of the run's suite; None where it is right, or of another version."""
    label = header["settings"]["suite"]
    if not label.startswith("all@"):
        return None
    wanted = [entry.spec.id for entry in get_suite(label).entries]
    if sorted(wanted) == sorted(header["environments"]):
        return None
    return f"the suite {label} is {', '.join(wanted)}, which are not the environments of run.json"


@lru_cache(maxsize=256)
def installed_fingerprint(env_id: str, preset: str) -> str:
    """The fingerprint of the installed behaviour, measured once per process."""
    return fingerprint(get_spec(env_id), preset)


def outside_plan(row: EpisodeRow, header: Mapping[str, Any]) -> str | None:
    """Why a row is none of those that the run was to play; None when it is one."""
    settings = header["settings"]
    entry = header["environments"].get(row["environment"])
    if entry is None:
        return f"run.json does not list {one_line(row['environment'])}"
    for name, wanted in (("preset", entry["preset"]), ("split", settings["split"])):
        if row[name] != wanted:  # type: ignore[literal-required]
            return f"{name} {one_line(row[name])}, run.json says {one_line(wanted)}"  # type: ignore[literal-required]
    for name, limit in (("index", entry["episodes"]), ("repeat", settings["repeats"])):
        if row[name] >= limit:  # type: ignore[literal-required]
            return f"{name} {row[name]}, run.json ends at {limit - 1}"  # type: ignore[literal-required]
    return None


def _missing(header: Mapping[str, Any], rows: Mapping[EpisodeKey, EpisodeRow]) -> Iterator[str]:
    settings = header["settings"]
    repeats, split = settings["repeats"], settings["split"]
    for env_id, entry in header["environments"].items():
        expected = entry["episodes"] * repeats
        present = sum(key.environment == env_id for key in rows)
        if present == expected:
            continue
        # Lazily: run.json may claim any number of episodes.
        absent = (
            f"{index}" + (f" (repeat {repeat})" if repeats > 1 else "")
            for index in range(entry["episodes"])
            for repeat in range(repeats)
            if EpisodeKey(env_id, split, index, repeat) not in rows
        )
        first = ", ".join(islice(absent, 5))
        more = ", ..." if expected - present > 5 else ""
        yield (
            f"{one_line(env_id)}: {present} of {expected} episodes are recorded; missing: index {first}{more}"
        )


def _compare_summary(path: Path, recomputed: Any) -> Iterator[Finding]:
    if not (path / SUMMARY).is_file():
        yield Finding(SUMMARY, None, None, Mismatch(None, "the file", "missing", "one summary"))
        return
    for field, recorded, value in _differences("", read_json(path / SUMMARY), recomputed):
        yield Finding(SUMMARY, None, None, Mismatch(None, field, recorded, value))


def _differences(field: str, recorded: Any, recomputed: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(recorded, dict) and isinstance(recomputed, dict):
        for name in dict.fromkeys((*recomputed, *recorded)):
            if name not in REPORTED_FIELDS:
                below = f"{field}.{name}" if field else name
                yield from _differences(below, recorded.get(name, ABSENT), recomputed.get(name, ABSENT))
    elif not same(recorded, recomputed):
        yield one_line(field), recorded, recomputed
