"""The parts of a battery: a check, what it found, and the report over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragen_bench.errors import ConformanceError

if TYPE_CHECKING:
    from ragen_bench.testing.subject import Subject

#: What a check is made of: it yields one piece of evidence per breach, and nothing when all is well.
CheckFunction = Callable[["Subject"], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Check:
    """One sentence of the environment contract that a machine can check.

    Args:
        topic: the module it is in: "seeding", "splits", ...
        name: unique; reads as a sentence.
        sentence: what the contract asks for.
        run: yields evidence of breaches.
    """

    topic: str
    name: str
    sentence: str
    run: CheckFunction


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that found breaches.

    Args:
        check: name of the check.
        sentence: what the contract asks for.
        evidence: where and how it was broken, one entry per breach (the first few).
    """

    check: str
    sentence: str
    evidence: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join((f"{self.check}: {self.sentence}", *(f"    {line}" for line in self.evidence)))


@dataclass(frozen=True, slots=True)
class Report:
    """What the battery found about one environment.

    Args:
        environment: the id.
        presets: the presets that were tried.
        checks: names of the checks that ran, in order.
        failures: those that found breaches.
    """

    environment: str
    presets: tuple[str, ...]
    checks: tuple[str, ...]
    failures: tuple[Failure, ...]

    @property
    def ok(self) -> bool:
        """True when every check passed."""
        return not self.failures

    def raise_if_failed(self) -> None:
        """Does nothing when all is well.

        Raises:
            ConformanceError: lists every failure with its evidence.
        """
        if self.failures:
            raise ConformanceError(str(self))

    def __str__(self) -> str:
        head = (
            f"{self.environment}: {len(self.checks) - len(self.failures)} of {len(self.checks)} checks passed"
        )
        return "\n".join((head, *map(str, self.failures)))


#: Every check, topic by topic, once `battery` has imported them.
CHECKS: list[Check] = []


def check(function: CheckFunction) -> CheckFunction:
    """Adds a check to the battery: its name is the function's, its sentence the docstring's first line."""
    topic = function.__module__.rpartition(".")[2]
    sentence = (function.__doc__ or "").strip().splitlines()[0]
    CHECKS.append(Check(topic, function.__name__, sentence, function))
    return function
