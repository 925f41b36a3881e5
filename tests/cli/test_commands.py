from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ragen_bench.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run_folder(tmp_path, capsys):
    path = tmp_path / "runs" / "random"
    assert (
        main(
            [
                "evaluate",
                "random",
                "--suite",
                "bandit,countdown",
                "--size",
                "smoke",
                "--out",
                str(path),
                "--quiet",
            ]
        )
        == 0
    )
    capsys.readouterr()
    return path


def in_a_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "ragen_bench", *arguments],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


def test_list_shows_every_environment(capsys):
    assert main(["list"]) == 0
    assert "ragen/Countdown-v1" in capsys.readouterr().out
    assert main(["list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"ragen/Bandit-v1", "ragen/Countdown-v1"} <= {entry["id"] for entry in listed["environments"]}


def test_evaluate_prints_a_table_and_the_folder(tmp_path, capsys):
    assert (
        main(["evaluate", "oracle", "--suite", "countdown", "--size", "smoke", "--out", str(tmp_path / "r")])
        == 0
    )
    printed = capsys.readouterr()
    assert "100.0 %" in printed.out
    assert str(tmp_path / "r") in printed.out
    assert "16/16 episodes" in printed.err


def test_evaluate_prints_strict_json_and_nothing_else_on_standard_output(tmp_path, capsys):
    arguments = ["evaluate", "random", "--suite", "countdown", "--episodes", "2", "--json"]
    assert main([*arguments, "--out", str(tmp_path / "r")]) == 0
    summary = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert summary["environments"]["ragen/Countdown-v1"]["episodes"] == 2


def test_a_dry_run_plays_nothing(tmp_path, capsys):
    assert (
        main(
            [
                "evaluate",
                "openai:any",
                "--suite",
                "bandit,countdown",
                "--size",
                "full",
                "--dry-run",
                "--out",
                str(tmp_path / "r"),
            ]
        )
        == 0
    )
    assert "512 episodes" in capsys.readouterr().out
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", "randm"], "did you mean 'random'"),
        (["evaluate", "randm", "--dry-run"], "did you mean 'random'"),
        (["evaluate", "random", "--suite", "countdwn"], "did you mean 'ragen/Countdown-v1'"),
        (["evaluate", "random", "--preset", "esy"], "did you mean 'easy'"),
        (["evaluate", "random", "--split", "tset"], "did you mean"),
        (["evaluate", "random", "--split", "fresh"], "fresh:SALT"),
        (["evaluate", "random", "--size", "smok"], "did you mean 'smoke'"),
        (["evaluate", "random", "--env-option", "oops"], "KEY=VALUE"),
        (["evaluate", "random", "--context", "last_k:x"], "whole number"),
        (["evaluate", "random", "--protocol", "tag"], "did you mean 'tags'"),
        (["evaluate", "random", "--no-such-option"], "--help"),
        (["evaluate", "openai:m"], "--base-url"),
        (["card", "nothing"], "See: ragen-bench list"),
        (["show", "no/such/run"], "not a run folder"),
        (["nonsense"], "--help"),
    ],
)
def test_bad_input_gets_a_message_with_the_next_step_and_exit_code_2(
    arguments, message, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.startswith("error: ")
    assert "Traceback" not in printed.err
    assert list(tmp_path.iterdir()) == []


def test_an_unreachable_server_is_trouble_outside(capsys, tmp_path):
    pytest.importorskip("openai")
    arguments = ["evaluate", "openai:m", "--base-url", "http://127.0.0.1:9/v1", "--timeout", "1"]
    assert main([*arguments, "--out", str(tmp_path / "r")]) == 3
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_an_unwritable_folder_is_trouble_outside(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert main(["evaluate", "random", "--episodes", "1", "--out", str(tmp_path / "file" / "r")]) == 3
    assert "cannot write to" in capsys.readouterr().err


def test_a_second_run_into_one_folder_needs_resume(run_folder, capsys):
    again = [
        "evaluate",
        "random",
        "--suite",
        "bandit,countdown",
        "--size",
        "smoke",
        "--out",
        str(run_folder),
        "--quiet",
    ]
    assert main(again) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*again, "--resume"]) == 0


def test_show_prints_the_table_and_readable_transcripts(run_folder, capsys):
    assert main(["show", str(run_folder)]) == 0
    assert "ragen/Countdown-v1" in capsys.readouterr().out
    assert main(["show", str(run_folder), "--episode", "countdown:0"]) == 0
    assert "reward" in capsys.readouterr().out
    assert main(["show", str(run_folder), "--env", "countdown", "--failed", "--limit", "2"]) == 0
    assert main(["show", str(run_folder), "--episode", "countdown:999"]) == 2


def test_leaderboard_builds_and_verifies(run_folder, tmp_path, capsys):
    site = tmp_path / "site"
    assert main(["leaderboard", "build", str(run_folder), "--out", str(site)]) == 0
    assert (site / "index.html").exists()
    assert (site / "leaderboard.md").exists()
    assert main(["leaderboard", "verify", str(run_folder)]) == 0
    capsys.readouterr()
    assert main(["leaderboard", "build", str(run_folder), "--out", str(site), "--json"]) == 0
    built = json.loads(capsys.readouterr().out)
    assert built["files"][0] == str(site / "index.html")
    assert built["left_out"] == {}
    lines = (run_folder / "episodes.jsonl").read_text().splitlines()
    row = json.loads(lines[-1])
    row["turns"][0]["reward"] += 1
    (run_folder / "episodes.jsonl").write_text("\n".join([*lines[:-1], json.dumps(row)]) + "\n")
    assert main(["leaderboard", "verify", str(run_folder)]) == 1
    assert "reward" in capsys.readouterr().err


def test_a_game_can_be_played_at_the_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense\n"))
    assert main(["play", "countdown"]) == 0
    printed = capsys.readouterr().out
    assert "not solved: score 0.000" in printed


def test_a_person_can_be_evaluated(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1 + 1\n" * 2))
    arguments = ["evaluate", "human", "--suite", "countdown", "--episodes", "2", "--out", str(tmp_path / "r")]
    assert main(arguments) == 0
    # The end of input is an interrupt: what was played is kept.
    monkeypatch.setattr(sys, "stdin", io.StringIO("1 + 1\n"))
    arguments[-1] = str(tmp_path / "s")
    assert main(arguments) == 130
    assert "--resume" in capsys.readouterr().err
    assert len((tmp_path / "s" / "episodes.jsonl").read_text().splitlines()) == 1


def test_an_interrupted_game_is_not_told_to_resume(capsys, monkeypatch):
    class Interrupted(io.StringIO):
        def readline(self, *_):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(["play", "countdown"]) == 130
    assert capsys.readouterr().err.strip() == "error: interrupted"


def test_doctor_reports_what_is_installed(capsys):
    assert main(["doctor", "--json"]) == 0
    state = json.loads(capsys.readouterr().out)
    assert state["core"]["gymnasium"]
    assert state["left_out"] == []


def test_doctor_knows_every_extra_that_the_package_declares(capsys):
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert main(["doctor", "--json"]) == 0
    extras = json.loads(capsys.readouterr().out)["extras"]
    assert set(extras) == set(declared) - {"dev"}
    for extra, state in extras.items():
        wanted = {re.split(r"[<>=~;]", line)[0].replace("-", "_") for line in declared[extra]}
        assert set(state["packages"]) == wanted - {"pyyaml"}  # imported as yaml, and small


def test_the_demo_ends_with_a_page_and_goes_on_where_it_stopped(tmp_path, capsys):
    assert main(["demo", "--out", str(tmp_path), "--size", "smoke"]) == 0
    printed = capsys.readouterr().out
    assert (tmp_path / "site" / "index.html").as_uri() in printed
    before = (tmp_path / "runs" / "oracle" / "episodes.jsonl").read_bytes()
    assert main(["demo", "--out", str(tmp_path), "--size", "smoke", "--json"]) == 0
    assert (tmp_path / "runs" / "oracle" / "episodes.jsonl").read_bytes() == before
    assert set(json.loads(capsys.readouterr().out)["runs"]) == {
        "oracle",
        "random",
        "first",
        "constant",
        "spray",
    }


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}]
)
def test_every_locale_can_show_a_card(locale):
    result = in_a_process("card", "countdown", **locale)
    assert result.returncode == 0, result.stderr
    assert b"Traceback" not in result.stderr


def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m ragen_bench card countdown | head -c 10"
    result = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, cwd=ROOT, check=False
    )
    assert b"Traceback" not in result.stderr


def test_help_and_version_import_no_heavy_package():
    code = (
        "import sys\nfrom ragen_bench.cli import main\n"
        "assert main(['--help']) == 0 and main(['--version']) == 0\n"
        "heavy = {'torch', 'transformers', 'openai', 'jinja2', 'ragen_bench.evaluation'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False)
    assert result.returncode == 0, result.stderr
