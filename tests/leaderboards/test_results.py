"""The official runs in leaderboards/results."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragen_bench.leaderboards import verify

RESULTS = Path(__file__).resolve().parents[2] / "leaderboards" / "results"
RUNS = sorted(path.parent for path in RESULTS.glob("*/run.json"))
SMALL = [run for run in RUNS if (run / "episodes.jsonl.gz").stat().st_size < 100_000]


def test_there_are_official_runs_with_a_page():
    assert {"oracle", "random"} < {run.name for run in RUNS}
    assert SMALL
    page = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert all(f"({run.name}/)" in page for run in RUNS)


@pytest.mark.parametrize("run", SMALL, ids=lambda run: run.name)
def test_small_official_runs_follow_from_their_replies(run):
    report = verify(run)
    assert report.ok, [*report.problems, *map(str, report.mismatches)][:5]


@pytest.mark.full
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_every_official_run_follows_from_its_replies(run):
    report = verify(run)
    assert report.ok, [*report.problems, *map(str, report.mismatches)][:5]
