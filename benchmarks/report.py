"""Figures beside their targets and peers, as a table and as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.targets import TARGETS
from benchmarks.timing import Figure

#: Figure -> the peer's figure that it is compared with.
PEERS = {
    "Countdown medium: reset, train": "reasoning-gym Countdown: generate",
    "Countdown medium: scoring": "reasoning-gym Countdown: scoring",
    "Countdown medium: vector of 16": "gymnasium FrozenLake: vector of 16",
    "Bandit medium: reset, train": "gymnasium FrozenLake: reset",
    "Bandit medium: step": "gymnasium FrozenLake: step",
    "Bandit medium: vector of 16": "gymnasium FrozenLake: vector of 16",
}


def record(figures: Iterable[Figure], quick: bool) -> dict[str, Any]:
    """Everything worth keeping of one run. Holds no paths and no names of people or machines."""
    rows = []
    values = {figure.name: figure.value for figure in figures}
    for figure in figures:
        target = TARGETS.get(figure.name)
        peer = PEERS.get(figure.name)
        rows.append(
            {
                **asdict(figure),
                "target": None if target is None else target.value,
                "met": None if target is None else target.met(figure.value),
                "peer": peer if peer in values else None,
                "ratio_to_peer": figure.value / values[peer] if peer in values else None,
            }
        )
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "quick": quick,
        "machine": machine(),
        "figures": rows,
    }


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "gymnasium": version("gymnasium"),
        "numpy": version("numpy"),
    }


def table(whole: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [("figure", "value", "target", "peer in this run", "note")]
    for row in whole["figures"]:
        target = TARGETS.get(row["name"])
        verdict = "" if target is None else f"{target} {'met' if row['met'] else 'MISSED'}"
        peer = "" if row["peer"] is None else f"{row['ratio_to_peer']:.2f} x {row['peer']}"
        lines.append((row["name"], _number(row["value"], row["unit"]), verdict, peer, row["note"]))
    return "\n".join(_columns(lines))


def append(path: Path, whole: dict[str, Any]) -> None:
    """Adds a run to the history: one line of JSON."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(whole, sort_keys=True) + "\n")


def _number(value: float, unit: str) -> str:
    digits = 0 if abs(value) >= 100 else 2
    return f"{value:,.{digits}f} {unit}"


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def line(row: Sequence[str]) -> str:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        cells[1] = row[1].rjust(widths[1])
        return "  ".join(cells).rstrip()

    return [line(row) for row in rows]


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"
