"""An environment of someone else's misbehaves: its episodes are errors, and the run folder can be read."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from ragen_bench import evaluate, registry
from ragen_bench.errors import BrokenPlugin
from ragen_bench.evaluation.store import RUN, RunFolder, read_rows
from tests.evaluation import toy_sums
from tests.evaluation.rows_for_tests import a_header

SPEC = toy_sums.SPECS[0]


def _played(monkeypatch: pytest.MonkeyPatch, tmp_path: Any, name: str, function: Any) -> list[Any]:
    cls = registry.attribute_of(SPEC.entry_point)
    # It behaves while it is fingerprinted: what does not is refused before the run.
    monkeypatch.setattr("ragen_bench.evaluation.run.fingerprint", lambda spec, preset: "0" * 64)
    monkeypatch.setattr(cls, name, function)
    run = evaluate(
        lambda prompt: "<think>t</think><ans>1</ans>", suite=SPEC.id, episodes=2, out=tmp_path / "run"
    )
    assert run.summary["errors"] == 2
    return list(read_rows(run.path))


def _raises(error: BaseException) -> Any:
    def function(*arguments: Any) -> Any:
        raise error

    return function


@pytest.mark.parametrize("name", ["begin", "observe", "parse", "result", "is_dead"])
@pytest.mark.parametrize("error", [ValueError("boom"), SystemExit(4)], ids=["raises", "exits"])
def test_whatever_an_environment_raises_is_an_error_row(name, error, sums, monkeypatch, tmp_path):
    rows = _played(monkeypatch, tmp_path, name, _raises(error))
    assert [row["error"] for row in rows] == ["environment"] * 2


@pytest.mark.parametrize("score", [1.5, -0.1, float("nan")])
def test_a_score_that_could_not_be_read_back_is_an_error_of_the_environment(
    score, sums, monkeypatch, tmp_path
):
    rows = _played(monkeypatch, tmp_path, "result", lambda self: (False, score))
    assert all("score" in row["error_message"] for row in rows)


def test_an_environment_whose_module_fails_is_named_before_anything_is_written(sums, monkeypatch, tmp_path):
    (sums.folder / "fails_when_made.py").write_text("raise ValueError('boom')", encoding="utf-8")
    broken = dataclasses.replace(SPEC, entry_point="fails_when_made:Env")
    monkeypatch.setitem(registry.catalogue().claims, SPEC.id, registry.Claim(broken, "sums", "sums"))
    with pytest.raises(BrokenPlugin, match="ValueError: boom"):
        evaluate("random", suite=SPEC.id, episodes=2, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", ["__init__", "begin", "result"])
def test_an_environment_that_always_fails_is_named_before_anything_is_written(
    name, sums, monkeypatch, tmp_path
):
    monkeypatch.setattr(registry.attribute_of(SPEC.entry_point), name, _raises(KeyError("boom")))
    with pytest.raises(BrokenPlugin, match="cannot be played: "):
        evaluate("random", suite=SPEC.id, episodes=2, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_what_a_killed_process_was_writing_is_cleared_away(tmp_path):
    torn = tmp_path / f".{RUN}.x8s7d6"
    torn.write_text("{")
    with RunFolder(tmp_path, a_header(), resume=True):
        assert not torn.exists()
