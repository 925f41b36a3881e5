"""pytest plug-in: `pytest --ragen-env my/Env-v1` adds the battery to the tests, one item per check.

It is loaded in every pytest run where ragen-bench is installed, so all it needs is imported late.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("ragen-bench")
    group.addoption(
        "--ragen-env",
        action="append",
        default=[],
        metavar="ID",
        help="check this environment against the ragen-bench contract; repeatable",
    )
    group.addoption(
        "--ragen-thorough",
        action="store_true",
        default=False,
        help="with --ragen-env: 100,000 draws and 200 seeds instead of small counts (minutes)",
    )


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Adds one item per environment and check."""
    for env_id in dict.fromkeys(config.getoption("--ragen-env")):
        battery = Battery.from_parent(session, name=env_id)
        items += battery.collect()


class Battery(pytest.Collector):
    """The checks of one environment."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("nodeid", kwargs["name"])
        super().__init__(**kwargs)

    def collect(self) -> Iterator[pytest.Item]:
        """One item per check.

        Raises:
            pytest.UsageError: there is no such environment.
        """
        from ragen_bench.errors import RagenError
        from ragen_bench.registry import get_spec
        from ragen_bench.testing.battery import all_checks
        from ragen_bench.testing.subject import Subject

        try:
            spec = get_spec(self.name)
        except RagenError as error:
            raise pytest.UsageError(f"--ragen-env: {error}") from error
        subject = Subject(spec, thorough=self.config.getoption("--ragen-thorough"))
        for item in all_checks():
            yield CheckItem.from_parent(self, name=f"{item.topic}::{item.name}", item=item, subject=subject)


class CheckItem(pytest.Item):
    """One check of one environment."""

    def __init__(self, *, item: Any, subject: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.check, self.subject = item, subject

    def runtest(self) -> None:
        """Runs the check."""
        from ragen_bench.testing.battery import run_check

        failure = run_check(self.check, self.subject)
        if failure is not None:
            raise CheckFailed(str(failure))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The evidence alone: a traceback through the battery would say nothing."""
        if isinstance(excinfo.value, CheckFailed):
            return f"{self.subject.spec.id} breaks the environment contract\n{excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the check is, and what it is called in reports."""
        return Path(__file__), None, f"{self.subject.spec.id}: {self.check.sentence}"


class CheckFailed(Exception):
    """A check that found breaches."""
