"""Where commands write: results to standard output, everything else to standard error."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragen_bench.evaluation.rows import EpisodeRow


def emit(text: str) -> None:
    """A line of result."""
    sys.stdout.write(f"{text}\n")


def note(text: str) -> None:
    """A line about what is going on."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def emit_json(value: Any) -> None:
    """Strict JSON for other programs."""
    from ragen_bench.evaluation.rows import jsonable

    emit(json.dumps(jsonable(value), indent=2, ensure_ascii=True, allow_nan=False))


def table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> None:
    """A table on standard output; columns in `right` are aligned right."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(title=Text(title) if title else None, box=SIMPLE_HEAD, title_justify="left")
    for number, column in enumerate(columns):
        shown.add_column(column, justify="right" if number in right else "left", overflow="fold")
    for row in rows:
        # Text, not str: brackets in names are not markup.
        shown.add_row(*(Text(cell) for cell in row))
    console = Console(file=sys.stdout, soft_wrap=False, highlight=False)
    if not console.is_terminal:
        # A pipe has no width of its own; do not fold tables at 80.
        console = Console(file=sys.stdout, width=200, highlight=False)
    console.print(shown)


class EpisodeProgress:
    """Progress of a run on standard error: a live bar on a terminal, a line now and then elsewhere.

    Args:
        label: what is being done.
        quiet: show nothing.
        every_s: seconds between lines where there is no terminal.
    """

    def __init__(self, label: str, quiet: bool = False, every_s: float = 10.0) -> None:
        self.label, self.quiet, self.every_s = label, quiet, every_s
        self._bar: Any = None
        self._task: Any = None
        self._begun = self._last = time.monotonic()
        self._first: int | None = None
        self._successes = self._errors = self._seen = 0

    def __enter__(self) -> EpisodeProgress:
        if not self.quiet and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )

            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[rate]}"),
                TimeRemainingColumn(),
                TextColumn("{task.fields[state]}"),
                console=Console(file=sys.stderr),
            )
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tick(self, row: EpisodeRow, done: int, total: int) -> None:
        """After every finished episode; the signature that `evaluate` wants."""
        if self._first is None:
            self._first = done - 1
        self._seen += 1
        self._successes += row["success"]
        self._errors += row["error"] is not None
        now = time.monotonic()
        rate = (done - self._first) / max(now - self._begun, 1e-9)
        if self._bar is not None:
            if self._task is None:
                self._task = self._bar.add_task(self.label, total=total, rate="", state="")
            self._bar.update(self._task, completed=done, rate=f"{rate:.1f}/s", state=self._state())
        elif not self.quiet and (now - self._last >= self.every_s or done == total):
            self._last = now
            left = (total - done) / rate
            note(f"{self.label}: {done}/{total} episodes, {rate:.1f}/s, {left:.0f} s left, {self._state()}")

    def _state(self) -> str:
        errors = f", {self._errors} errors" if self._errors else ""
        return f"{self._successes}/{self._seen} solved{errors}"
