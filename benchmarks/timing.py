"""Clocks: CPU seconds of this process, and of children."""

from __future__ import annotations

import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number.

    Args:
        name: what was measured; a key of `targets.TARGETS` where there is a target.
        value: the median of the repeats.
        unit: of the value.
        note: what has to be known to read it.
    """

    name: str
    value: float
    unit: str
    note: str = ""


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this process that `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def median_seconds(work: Callable[[int], object], repeats: int) -> float:
    """The median of `repeats` runs; `work` is told the number of the run, so that it can use fresh seeds."""
    return statistics.median(seconds(lambda run=run: work(run)) for run in range(repeats))


def child_seconds(command: Sequence[str]) -> float:
    """CPU seconds that a program takes from start to end."""
    before = _children()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return _children() - before


def interleaved(commands: Sequence[Sequence[str]], repeats: int) -> list[float]:
    """Median CPU seconds of each program. They take turns, so that a busy moment hits all of them."""
    for command in commands:
        child_seconds(command)  # the first run compiles, and fills the disk's cache
    times = [[child_seconds(command) for command in commands] for _ in range(repeats)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
