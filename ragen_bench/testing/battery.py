"""Runs the checks and writes the report."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from itertools import islice
from typing import Any

from ragen_bench.errors import UnknownName
from ragen_bench.registry import get_spec
from ragen_bench.spec import EnvSpec

# Importing a topic adds its checks.
from ragen_bench.testing import (  # noqa: F401
    actions,
    api,
    chunks,
    farming,
    floors,
    given_tasks,
    hostile,
    information,
    locking,
    processes,
    prompts,
    rewards,
    seeding,
    snapshots,
    splits,
    stepping,
    vectors,
)
from ragen_bench.testing.contract import CHECKS, Check, Failure, Report
from ragen_bench.testing.subject import Subject, short

#: Breaches that one check reports; more of the same kind would only be longer.
MAX_EVIDENCE = 3


def check_environment(
    id_or_spec: str | EnvSpec,
    presets: Sequence[str] | None = None,
    thorough: bool = False,
    checks: Sequence[str] | None = None,
) -> Report:
    """Checks an environment, built-in or third-party, against the environment contract.

    Args:
        id_or_spec: an id, or a spec that need not be registered.
        presets: which to try; None tries all.
        thorough: 100,000 draws and 200 seeds instead of small counts; takes minutes.
        checks: names of checks to run; None runs all.

    Raises:
        UnknownName: an id, preset or check that does not exist.
    """
    spec = get_spec(id_or_spec) if isinstance(id_or_spec, str) else id_or_spec
    subject = Subject(spec, None if presets is None else tuple(presets), thorough)
    chosen = [find_check(name) for name in checks] if checks is not None else CHECKS
    failures = [failure for item in chosen if (failure := run_check(item, subject)) is not None]
    names = tuple(preset.name for preset in subject.presets)
    return Report(spec.id, names, tuple(item.name for item in chosen), tuple(failures))


def all_checks() -> tuple[Check, ...]:
    """Every check, topic by topic."""
    return tuple(CHECKS)


def find_check(name: str) -> Check:
    """The check `name`.

    Raises:
        UnknownName: offers near matches.
    """
    for item in CHECKS:
        if item.name == name:
            return item
    raise UnknownName("check", name, [item.name for item in CHECKS])


def run_check(item: Check, subject: Subject) -> Failure | None:
    """Runs one check. What it raises is a failure too: the environment did what no check foresaw."""
    evidence: list[str] = []
    try:
        evidence += islice(item.run(subject), MAX_EVIDENCE)
    except Exception as error:  # noqa: BLE001 - third-party code may raise anything
        evidence.append(f"raised {type(error).__name__}: {short(str(error))} {_place(error)}")
    return Failure(item.name, item.sentence, tuple(evidence)) if evidence else None


def _place(error: Any) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"(at {frame.filename}:{frame.lineno} in {frame.name})"
