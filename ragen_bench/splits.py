"""Splits that cannot leak.

A task's *home* is the split its canonical form hashes to, so one form can be drawn in one split
only, whatever seed, preset or salt produced it. Every procedural split is the stream of a generator
with the tasks of other homes left out:

* train is unbounded, with random access by index;
* validation, test and test_ood are the first `size` distinct tasks of their streams, drawn lazily
  in order;
* fresh:SALT is such a list too, with the salt in every seed and a home of its own, so that fresh
  tasks meet neither training nor the frozen test.

Seeds hash (name, generator version, task-shaping parameters, split, draw). See `ragen_bench.rng`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from ragen_bench.errors import InvalidConfig, SplitExhausted, UnknownName
from ragen_bench.public_data import data_folder
from ragen_bench.registry import load
from ragen_bench.rng import Rng, canonical_json, digest
from ragen_bench.spec import SPLIT_NAMES, EnvSpec, Preset, Split, task_parameters

Task = dict[str, Any]

_BUCKETS = 64
#: Of 64 buckets, those that belong to held-out splits; the other 48 are train.
_HELD_OUT_BUCKETS = {
    bucket: name
    for first, name in ((0, "validation"), (4, "test"), (8, "test_ood"), (12, "fresh"))
    for bucket in range(first, first + 4)
}
#: Candidates in a row that may be refused before a split is called exhausted.
MAX_ATTEMPTS = 100_000


class TaskSource(Protocol):
    """What an environment's tasks.py offers. Every method is a pure function of its arguments.

    It may also have `accept(task, config) -> bool`, asked only for candidates that belong to the
    split: the place for costly checks, since most candidates of a held-out split belong elsewhere.
    And `salted(salt) -> TaskSource`, the source that fresh:SALT draws from, for environments whose
    tasks share something that should be fresh as well, such as a corpus.
    """

    def generate(self, rng: Rng, config: Any, split: str) -> Task | None:
        """One candidate, drawn from `rng` alone, with a "family" field; None refuses the draw.

        Args:
            rng: the only source of randomness.
            config: the preset's config.
            split: base name of the split; "test_ood" must use families no other split has.
        """
        ...

    def canonical(self, task: Task) -> str:
        """The same text for every task that is the same puzzle (symmetries and start removed)."""
        ...

    def validate(self, task: Task, config: Any) -> Task:
        """A task given by hand, checked and completed.

        Raises:
            InvalidTask: names the field.
        """
        ...

    # A source with public presets has two more: `rows(config, split)`, the tasks of a public split in
    # order (UnknownName for one that does not exist), and `revision(config)`, which names the data read.

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The task with one decisive feature changed, so that the right answer differs."""
        ...


def home(name: str, canonical: str) -> str:
    """The split that a canonical form belongs to.

    Depends on the environment's name only, so presets, versions and salts share it.
    """
    first = hashlib.sha256(f"{name}\n{canonical}".encode()).digest()[0]
    return _HELD_OUT_BUCKETS.get(first % _BUCKETS, "train")


def parse_split(text: str) -> tuple[str, str]:
    """("test", "") for "test"; ("fresh", "2027") for "fresh:2027".

    Raises:
        UnknownName: not a split. InvalidConfig: a salt that is missing or not wanted.
    """
    name, colon, salt = text.partition(":") if isinstance(text, str) else ("", "", "")
    if name not in SPLIT_NAMES:
        raise UnknownName("split", text, (*SPLIT_NAMES[:-1], "fresh:SALT"))
    if name == "fresh" and not salt:
        raise InvalidConfig("split", text, '"fresh:SALT" with a salt of your choice, such as "fresh:2027"')
    if name != "fresh" and colon:
        raise InvalidConfig("split", text, f"{name!r} without a salt; only fresh takes one")
    return name, salt


def split_of(spec: EnvSpec, preset: Preset, name: str) -> Split:
    """The declared split `name`, with the preset's size where it has its own.

    Raises:
        UnknownName: the environment has no such split.
    """
    for split in (*preset.splits, *spec.splits):
        if split.name == name:
            return split
    raise UnknownName("split", name, [s.name for s in spec.splits], f"({spec.id} has no such split)")


class TaskStream:
    """The tasks of one (environment, task-shaping parameters, split). Shared and cached: see `stream`.

    Args:
        name: the environment's name; part of every seed and home.
        generator: the generator's version.
        source: draws candidates.
        config: the preset's config.
        split: as given by the user, "fresh:SALT" included.
        size: distinct tasks, or None when unbounded.
    """

    def __init__(
        self, name: str, generator: int, source: TaskSource, config: Any, split: str, size: int | None
    ) -> None:
        self.name, self.source, self.config, self.size = name, source, config, size
        self.split, self.salt = parse_split(split)
        if self.salt and hasattr(source, "salted"):
            self.source = source.salted(self.salt)
        self._accept = getattr(source, "accept", None)
        self._key = digest(name, generator, task_parameters(config), self.split, self.salt)
        self._drawn: list[tuple[int, Task]] = []
        self._seen: set[str] = set()
        self._draw = 0

    def task(self, index: int) -> Task:
        """The task at `index` >= 0; wraps in a finite split. Treat it as read-only.

        Raises:
            SplitExhausted: the space holds fewer distinct tasks than the split declares.
        """
        if self.size is None:
            return self._unbounded(index)
        index %= self.size
        while len(self._drawn) <= index:
            self._draw_next()
        return self._drawn[index][1]

    def luck(self, index: int, replica: int) -> Rng:
        """The stream of draws that decides slips and payouts in play `replica` of the task at `index`."""
        if self.size is not None:
            index %= self.size
        return Rng(self._seed(b"luck", index, replica))

    def _seed(self, label: bytes, a: int, b: int) -> bytes:
        return hashlib.sha256(b"%s:%s:%d:%d" % (self._key, label, a, b)).digest()

    def _candidate(self, label: bytes, a: int, b: int) -> tuple[Task, str] | None:
        task = self.source.generate(Rng(self._seed(label, a, b)), self.config, self.split)
        if task is None:
            return None
        canonical = self.source.canonical(task)
        if home(self.name, canonical) != self.split:
            return None
        # Costly checks come last, when the candidate is known to belong here.
        if self._accept is not None and not self._accept(task, self.config):
            return None
        return task, canonical

    def _unbounded(self, index: int) -> Task:
        for attempt in range(MAX_ATTEMPTS):
            found = self._candidate(b"task", index, attempt)
            if found is not None:
                return found[0]
        raise self._exhausted()

    def _draw_next(self) -> None:
        for _ in range(MAX_ATTEMPTS):
            draw = self._draw
            self._draw += 1
            found = self._candidate(b"task", draw, 0)
            if found is not None and found[1] not in self._seen:
                self._seen.add(found[1])
                self._drawn.append((draw, found[0]))
                return
        self._draw -= MAX_ATTEMPTS
        raise self._exhausted()

    def _exhausted(self) -> SplitExhausted:
        return SplitExhausted(
            f"{self.name}: split {self.split!r} declares {self.size or 'unbounded'} tasks, but "
            f"{MAX_ATTEMPTS:,} draws in a row gave no new one after {len(self._drawn)}; "
            f"declare a smaller Split size or widen {canonical_json(task_parameters(self.config))}"
        )


class RowStream(TaskStream):
    """The tasks of one split of a public data set, in the order of its rows.

    Who made the data set decided what is in which split; canonical forms play no part here.
    """

    def __init__(self, name: str, generator: int, source: TaskSource, config: Any, split: str) -> None:
        super().__init__(name, generator, source, config, split, None)
        self._rows: Sequence[Task] = source.rows(config, split)  # type: ignore[attr-defined]
        self.size = len(self._rows)

    def task(self, index: int) -> Task:
        """The row at `index` >= 0; wraps. Treat it as read-only."""
        return self._rows[index % len(self._rows)]


@lru_cache(maxsize=256)
def _stream(name: str, generator: int, source: str, config: Any, split: str, size: int | None) -> TaskStream:
    return TaskStream(name, generator, load(source), config, split, size)


@lru_cache(maxsize=16)
def _row_stream(
    name: str, generator: int, source: str, config: Any, split: str, folder: Path | None
) -> RowStream:
    # The data folder is named so that another one is not answered with the rows of the first.
    return RowStream(name, generator, load(source), config, split)


def stream(spec: EnvSpec, preset: Preset, config: Any, split: str) -> TaskStream:
    """The stream that every instance in this process shares, so that a split is drawn once.

    Raises:
        MissingData: a public preset whose data is not here.
    """
    if preset.track:
        return _row_stream(spec.name, spec.generator, spec.tasks, config, split, data_folder())
    size = split_of(spec, preset, parse_split(split)[0]).size
    return _stream(spec.name, spec.generator, spec.tasks, config, split, size)
