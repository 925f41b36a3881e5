from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import ragen_bench
from benchmarks import __main__ as command
from benchmarks import report
from benchmarks.environments import environments, scoring
from benchmarks.peers import peers
from benchmarks.targets import TARGETS, Target
from benchmarks.timing import Figure, child_seconds, interleaved, median_seconds

# One process measures, whoever asks.
pytestmark = pytest.mark.xdist_group("benchmarks")


@pytest.fixture(scope="module")
def figures() -> list[Figure]:
    return [*environments(1, 16), *scoring(1, 40), *peers(1, 32)]


def test_every_environment_and_preset_is_timed(figures: list[Figure]) -> None:
    names = {figure.name for figure in figures}
    for spec in ragen_bench.list_environments():
        for preset in spec.presets:
            for what in ("reset, train", "reset, test, first", "reset, test, cached", "step"):
                assert f"{spec.name} {preset.name}: {what}" in names
        assert f"{spec.name} medium: vector of 16" in names
        assert f"{spec.name} medium: harness, per turn" in names


def test_every_target_and_every_peer_names_a_figure(figures: list[Figure]) -> None:
    measured = {figure.name for figure in figures}
    elsewhere = {
        "import time / gymnasium's",
        "--help time / gymnasium's import",
        "core install, MB",
    }
    assert set(TARGETS) <= measured | elsewhere
    assert set(report.PEERS) <= measured
    for peer in report.PEERS.values():
        assert peer in measured or peer.startswith("reasoning-gym")


def test_figures_are_positive_numbers_with_different_names(figures: list[Figure]) -> None:
    assert all(figure.value > 0 for figure in figures)
    assert len({figure.name for figure in figures}) == len(figures)


def test_a_record_is_json_without_paths(figures: list[Figure]) -> None:
    text = json.dumps(report.record(figures, quick=True), allow_nan=False)
    assert str(Path.home()) not in text
    assert str(Path(__file__).parents[2]) not in text
    assert {"python", "cpu", "cores", "gymnasium"} <= set(json.loads(text)["machine"])


def test_a_target_is_reached_from_its_own_side() -> None:
    assert Target(10, "").met(10)
    assert not Target(10, "").met(9)
    assert Target(1.5, "", at_most=True).met(1.5)
    assert not Target(1.5, "", at_most=True).met(1.6)


def test_the_table_shows_target_verdict_and_peer() -> None:
    figures = [
        Figure("Bandit medium: step", 100_000.0, "/s"),
        Figure("gymnasium FrozenLake: step", 200_000.0, "/s"),
        Figure("import time / gymnasium's", 1.25, "x", "a note"),
    ]
    whole = report.record(figures, quick=False)
    lines = report.table(whole).splitlines()
    assert ">= 400,000 MISSED" in lines[1]
    assert "0.50 x gymnasium FrozenLake: step" in lines[1]
    assert "<= 1.5 met" in lines[3]
    assert lines[3].endswith("a note")


def test_the_command_prints_writes_and_records(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_measure", lambda quick, install: iter([Figure("a thing", 2.0, "ms")]))
    monkeypatch.setattr(command, "HISTORY", tmp_path / "history.jsonl")
    for _ in range(2):
        assert command.main(["--quick", "--json", str(tmp_path / "out.json"), "--record"]) == 0
    captured = capsys.readouterr()
    assert "2.00 ms" in captured.out
    assert json.loads((tmp_path / "out.json").read_text())["figures"][0]["name"] == "a thing"
    history = (tmp_path / "history.jsonl").read_text().splitlines()
    assert len(history) == 2
    assert all(json.loads(line)["quick"] for line in history)


def test_clocks_count_the_work_of_this_process_and_of_children() -> None:
    assert median_seconds(lambda run: sum(range(200_000 * (run + 1))), 3) > 0
    spin = (sys.executable, "-I", "-S", "-c", "sum(range(3_000_000))")
    idle = (sys.executable, "-I", "-S", "-c", "import time; time.sleep(0.3)")
    assert child_seconds(spin) > 0
    busy, waiting = interleaved([spin, idle], 1)
    assert waiting < busy, "sleeping is no CPU time"
