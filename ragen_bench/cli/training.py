"""The live table of a training run."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

#: Columns: heading, key, format.
_COLUMNS = (
    ("step", "step", "{:.0f}"),
    ("success", "success", "{:.3f}"),
    ("reward", "reward", "{:.2f}"),
    ("kept", "groups_kept", "{:.0f}"),
    ("entropy", "entropy", "{:.3f}"),
    ("grad", "grad_norm", "{:.2f}"),
    ("clip", "clip_share", "{:.3f}"),
    ("nll", "nll", "{:.4f}"),
    ("valid.", "validation_score", "{:.3f}"),
    ("tokens", "tokens", "{:.0f}"),
    ("seconds", "seconds", "{:.0f}"),
)
#: Rows kept on the screen.
_ROWS = 12


class TrainingProgress:
    """A table of the last steps that renews itself on a terminal, and one line per evaluation elsewhere.

    Args:
        config: of the run, for its number of steps.
        quiet: show nothing.
    """

    def __init__(self, config: Any, quiet: bool) -> None:
        from rich.console import Console

        self._config = config
        self._console = Console(stderr=True)
        self._live: Any = None
        self._quiet = quiet
        self._rows: list[dict[str, Any]] = []

    def __enter__(self) -> TrainingProgress:
        if not self._quiet and sys.stderr.isatty():
            from rich.live import Live

            self._live = Live(console=self._console, refresh_per_second=2)
            self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.__exit__(kind, error, trace)

    def tick(self, figures: dict[str, Any]) -> None:
        """Shows a step."""
        if self._quiet:
            return
        self._rows = [*self._rows, figures][-_ROWS:]
        if self._live is not None:
            self._live.update(self._table())
        elif "validation_score" in figures:
            cells = [
                f"{heading} {_cell(figures, key, form)}" for heading, key, form in _COLUMNS if key in figures
            ]
            self._console.print(f"of {self._config.steps}: " + ", ".join(cells), highlight=False)

    def _table(self) -> Any:
        from rich.table import Table

        shown = [column for column in _COLUMNS if any(column[1] in row for row in self._rows)]
        made = Table(title=f"{self._config.method}, {self._config.environments}, {self._config.steps} steps")
        for heading, _, _ in shown:
            made.add_column(heading, justify="right")
        for row in self._rows:
            made.add_row(*(_cell(row, key, form) for _, key, form in shown))
        return made


def _cell(figures: dict[str, Any], key: str, form: str) -> str:
    value = figures.get(key)
    return form.format(value) if isinstance(value, (int, float)) and value == value else ""
