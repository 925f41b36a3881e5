from __future__ import annotations

import json

import pytest

pytest.importorskip("openai", reason="the extra 'openai' is not installed")

from ragen_bench.cli import main
from tests.servers.fake_openai import serve


def probe(url, *more):
    return main(
        [
            "probe",
            "openai:m",
            "--base-url",
            url,
            "--env",
            "sokoban",
            "--preset",
            "easy",
            "--tasks",
            "3",
            *more,
        ]
    )


def test_a_model_is_asked_what_it_sees_and_scored_with_intervals_beside_chance(tmp_path, capsys):
    with serve("ok") as server:
        assert probe(server.base_url, "--json", "--out", str(tmp_path / "p.json")) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result["kinds"]) == {"cell", "legal", "next"}
    assert all(entry["asked"] == 3 and entry["interval"] for entry in result["kinds"].values())
    assert all(0 < entry["chance"] < 1 for entry in result["kinds"].values())
    assert json.loads((tmp_path / "p.json").read_text()) == result
    shown = result["questions"][0]
    assert "Question:" not in shown["observation"]
    assert shown["wanted"]


def test_failures_of_the_endpoint_are_no_wrong_answers(capsys):
    with serve("bad-request") as server:
        assert probe(server.base_url) == 1
    assert "ended in an error" in capsys.readouterr().err


def test_a_privileged_policy_has_nothing_to_be_asked(capsys):
    assert main(["probe", "oracle", "--env", "sokoban"]) == 2
    assert "reads text" in capsys.readouterr().err


def test_an_environment_without_questions_says_so(capsys):
    with serve("ok") as server:
        assert main(["probe", "openai:m", "--base-url", server.base_url, "--env", "bandit"]) == 2
    assert "probe questions" in capsys.readouterr().err
