"""Input that breaks a program: told in one line with the right exit code, never as a traceback."""

from __future__ import annotations

import importlib.metadata
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragen_bench.cli import main

ROOT = Path(__file__).resolve().parents[2]
COUNTDOWN = ("--suite", "countdown", "--episodes", "2", "--quiet")


@pytest.fixture
def played(tmp_path, capsys):
    path = tmp_path / "run"
    assert main(["evaluate", "random", *COUNTDOWN, "--out", str(path)]) == 0
    capsys.readouterr()
    return path


@pytest.mark.parametrize(
    ("option", "value", "named"),
    [
        ("--context", "last_k:" + "9" * 6000, "--context"),
        ("--env-option", "max_turns=" + "9" * 6000, "max_turns"),
        ("--env-option", "max_turns=" + "[" * 100_000, "max_turns"),
        ("--env-option", 'max_turns="many"', "max_turns"),
        ("--env-option", "max_turns=null", "max_turns"),
        ("--env-option", "max_turns=1.5", "max_turns"),
        ("--env-option", "max_turns=true", "max_turns"),
        ("--temperature", "nan", "temperature"),
        ("--temperature", "-1", "temperature"),
        ("--top-p", "7", "top_p"),
        ("--repeats", "9" * 30, "episodes"),
    ],
)
def test_an_option_out_of_all_bounds_is_named_and_nothing_is_written(option, value, named, tmp_path, capsys):
    assert main(["evaluate", "random", *COUNTDOWN, "--out", str(tmp_path / "run"), option, value]) == 2
    message = capsys.readouterr().err
    assert named in message
    assert len(message) < 500
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("model", ["", "a" * 6000, "\0", "~nobody-of-that-name"])
def test_a_model_that_cannot_even_be_a_path_is_an_unknown_name(model, tmp_path, capsys):
    assert main(["evaluate", model, *COUNTDOWN, "--out", str(tmp_path / "run")]) == 2
    message = capsys.readouterr().err
    assert "unknown model" in message
    assert len(message) < 1000


def test_an_episode_number_without_end_is_refused(played, capsys):
    assert main(["show", str(played), "--episode", "countdown:" + "9" * 5000]) == 2
    assert "episode must be" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Os", "Json", "Random"])
def test_a_plug_in_may_not_hide_a_module_of_python(name, tmp_path, capsys):
    assert main(["new-env", name, "--folder", str(tmp_path)]) == 2
    assert "module of Python" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{}", '{"environments": {"x": {}}}', "[" * 100_000, "\0"])
def test_show_reads_the_rows_and_not_a_damaged_summary(text, played, capsys):
    main(["show", str(played), "--json"])
    before = capsys.readouterr().out
    (played / "summary.json").write_text(text, encoding="utf-8")
    assert main(["show", str(played)]) == 0
    capsys.readouterr()
    assert main(["show", str(played), "--json"]) == 0
    assert capsys.readouterr().out == before


def test_show_does_not_repeat_what_a_forged_summary_claims(played, capsys):
    summary = json.loads((played / "summary.json").read_text())
    summary["environments"]["ragen/Countdown-v1"]["success"] = 1.0
    (played / "summary.json").write_text(json.dumps(summary))
    assert main(["show", str(played), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["environments"]["ragen/Countdown-v1"]["success"] == 0.0


def test_show_keeps_the_cost_that_the_rows_do_not_hold(played, capsys):
    summary = json.loads((played / "summary.json").read_text())
    summary["cost"] = 1.25
    (played / "summary.json").write_text(json.dumps(summary))
    assert main(["show", str(played), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cost"] == 1.25


def test_a_folder_in_place_of_the_episodes_is_named(played, capsys):
    (played / "episodes.jsonl").unlink()
    (played / "episodes.jsonl").mkdir()
    for command in (["show", str(played)], ["leaderboard", "verify", str(played)]):
        assert main(command) == 2
        assert "episodes.jsonl cannot be read" in capsys.readouterr().err


def test_a_damaged_run_json_cannot_be_resumed_and_the_field_is_named(played, capsys):
    header = json.loads((played / "run.json").read_text())
    (played / "run.json").write_text(json.dumps({**header, "policy": "none"}))
    assert main(["evaluate", "random", *COUNTDOWN, "--out", str(played), "--resume"]) == 2
    assert "policy must be" in capsys.readouterr().err


def test_a_number_beyond_any_float_in_a_summary_is_a_difference_like_another(played, capsys):
    summary = json.loads((played / "summary.json").read_text())
    summary["environments"]["ragen/Countdown-v1"]["success"] = 10**400
    (played / "summary.json").write_text(json.dumps(summary))
    assert main(["leaderboard", "verify", str(played)]) == 1
    assert "success" in capsys.readouterr().err


def test_what_run_json_says_cannot_steer_the_terminal(played, capsys):
    header = json.loads((played / "run.json").read_text())
    header["settings"]["split"] = "\x1b[2J\x07\ud800"
    (played / "run.json").write_text(json.dumps(header))
    assert main(["show", str(played)]) == 0
    assert not set("\x1b\x07") & set(capsys.readouterr().out)


def test_only_evaluate_is_told_to_resume(played, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    assert main(["leaderboard", "build", str(played), "--out", str(tmp_path / "file")]) == 3
    message = capsys.readouterr().err
    assert "cannot write" in message
    assert "--resume" not in message


def test_a_full_disk_under_the_output_is_told_and_the_run_is_kept(tmp_path):
    out = tmp_path / "run"
    command = [sys.executable, "-m", "ragen_bench", "evaluate", "random", *COUNTDOWN, "--out", str(out)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT)
    assert done.returncode == 3
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr
    assert (out / "summary.json").exists()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_like_one_to_nowhere(closed, tmp_path):
    program = f"'{sys.executable}' -m ragen_bench"
    human = " ".join(["evaluate", "human", *COUNTDOWN, "--out", str(tmp_path / "run")])
    line = f"{program} list {closed} && {program} {human} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=False, cwd=ROOT, input=b"")
    assert b"Traceback" not in done.stderr
    assert done.returncode == 130


def test_ctrl_c_says_how_to_go_on(tmp_path):
    out = tmp_path / "run"
    suite = ("--suite", "bandit", "--episodes", "4000", "--quiet")
    command = [sys.executable, "-m", "ragen_bench", "evaluate", "random", *suite, "--out", str(out)]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # A shell's background jobs ignore Ctrl-C, and so would their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    rows = out / "episodes.jsonl"
    while process.poll() is None and not (rows.exists() and rows.stat().st_size):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"--resume" in errors


class Raising:
    """A policy of another package, with a defect."""

    def reply(self, messages, *, seed):
        raise ZeroDivisionError("a defect of its own")


def test_what_a_policy_plug_in_raises_is_told_as_its_own_and_the_run_goes_on(tmp_path, monkeypatch, capsys):
    point = importlib.metadata.EntryPoint("raising", f"{__name__}:Raising", "ragen_bench.policies")
    monkeypatch.setattr("ragen_bench.agents.resolve._plugins", lambda: {"raising": point})
    out = str(tmp_path / "run")
    assert main(["evaluate", "raising", *COUNTDOWN, "--out", out]) == 3
    message = capsys.readouterr().err
    assert "'raising' raised ZeroDivisionError: a defect of its own" in message
    assert "--resume" in message
    assert main(["show", out]) == 0
