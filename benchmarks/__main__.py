"""`python -m benchmarks [--quick] [--install] [--json FILE] [--record]`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.environments import environments, scoring
from benchmarks.peers import peers
from benchmarks.report import append, record, table
from benchmarks.startup import install, startup
from benchmarks.timing import Figure

HISTORY = Path(__file__).parent / "history.jsonl"


def main(arguments: list[str] | None = None) -> int:
    """Measures, prints the table, and keeps the figures where asked to. Exit code 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small counts: seconds, and noisy figures")
    parser.add_argument("--install", action="store_true", help="also time a core install (needs the network)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures as JSON")
    parser.add_argument("--record", action="store_true", help=f"append the figures to {HISTORY.name}")
    options = parser.parse_args(arguments)
    figures = []
    for figure in _measure(options.quick, options.install):
        figures.append(figure)
        print(f"{figure.name}: {figure.value:,.2f} {figure.unit}", file=sys.stderr, flush=True)
    whole = record(figures, options.quick)
    print(table(whole))
    if options.json is not None:
        options.json.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    if options.record:
        append(HISTORY, whole)
    return 0


def _measure(quick: bool, with_install: bool) -> Iterator[Figure]:
    repeats, resets = (3, 200) if quick else (7, 2000)
    yield from startup(3 if quick else 9)
    yield from environments(repeats, resets)
    yield from scoring(repeats, 10 * resets)
    yield from peers(repeats, resets)
    if with_install:
        yield from install()


if __name__ == "__main__":
    sys.exit(main())
