"""`ragen-bench evaluate openai:...` against a server on loopback that misbehaves as told."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("openai", reason="the extra 'openai' is not installed")

from ragen_bench.cli import main
from ragen_bench.evaluation.store import read_rows
from tests.servers.fake_openai import serve


def evaluate(url, out, *more):
    arguments = ["evaluate", "openai:m", "--base-url", url, "--suite", "countdown", "--episodes", "2"]
    return main([*arguments, "--timeout", "1", "--out", str(out), "--quiet", *more])


@pytest.mark.parametrize(
    ("behaviour", "finish"),
    [
        ("null", "stop"),
        ("empty", "stop"),
        ("refusal", "refusal"),
        ("filtered", "refusal"),
        ("truncated", "length"),
        ("reasoning-only", "stop"),
        ("non-latin", "stop"),
        ("surrogate", "stop"),
        ("context", "context"),
    ],
)
def test_what_a_model_says_is_an_outcome_and_not_an_error(behaviour, finish, tmp_path, capsys):
    with serve(behaviour) as server:
        assert evaluate(server.base_url, tmp_path / "run", "--json") == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["complete"]
    entry = summary["environments"]["ragen/Countdown-v1"]
    assert (entry["errors"], entry["success"]) == (0, 0.0)
    rows = list(read_rows(tmp_path / "run"))
    assert {turn["finish"] for row in rows for turn in row["turns"]} == {finish}
    assert main(["leaderboard", "verify", str(tmp_path / "run")]) == 0


@pytest.mark.parametrize(
    ("behaviour", "kind"), [("401", "auth"), ("bad-request", "bad_request"), ("flood", "too_large")]
)
def test_what_an_endpoint_does_is_an_error_and_never_a_score(behaviour, kind, tmp_path, capsys):
    with serve(behaviour) as server:
        assert evaluate(server.base_url, tmp_path / "run") == 1
        assert "--resume" in capsys.readouterr().err
        rows = list(read_rows(tmp_path / "run"))
        assert [row["error"] for row in rows] == [kind, kind]
    # The endpoint recovers, on another port: only what failed is played, and the run is complete.
    with serve("ok") as server:
        assert evaluate(server.base_url, tmp_path / "run", "--resume", "--json") == 0
    assert json.loads(capsys.readouterr().out)["errors"] == 0


def test_a_server_that_stumbles_is_asked_again(tmp_path):
    with serve(["429", "500", "malformed", "reset", "ok"]) as server:
        assert evaluate(server.base_url, tmp_path / "run", "--concurrency", "1") == 0


def test_errors_that_pile_up_stop_the_run_with_a_way_on(tmp_path, capsys):
    with serve("bad-request") as server:
        assert evaluate(server.base_url, tmp_path / "run", "--max-errors", "1") == 3
    assert "repeat the command with --resume" in capsys.readouterr().err


def test_the_key_is_never_written(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with serve("ok") as server:
        assert evaluate(server.base_url, tmp_path / "run") == 0
    assert all("sk-very-secret" not in path.read_text() for path in (tmp_path / "run").iterdir())
