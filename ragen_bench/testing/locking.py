"""Locked versions."""

from __future__ import annotations

from collections.abc import Iterator

from ragen_bench import lock
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject


@check
def behaviour_is_as_locked(subject: Subject) -> Iterator[str]:
    """Tasks, openings and the oracle's rewards are those of lock.json, where there is one."""
    if lock.read(subject.spec) is not None:
        yield from lock.check(subject.spec)
