"""Teaching can stop anywhere and goes on to the same weights; the result is a model like any other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from ragen_bench.agents.hf import HFPolicy
from ragen_bench.errors import InvalidConfig, RunConflict
from ragen_bench.trainers.tiny.model import PLAY_FILE, Shape
from ragen_bench.trainers.tiny.teach import LOG, STATE, TeachConfig, teach

SMALL = TeachConfig(steps=6, batch=8, part=4, warmup=2, shape=Shape(width=32, layers=2, heads=2, inner=48))


def _weights(out: Path) -> dict[str, torch.Tensor]:
    weights: dict[str, torch.Tensor] = torch.load(out / STATE, weights_only=True)["model"]
    return weights


def test_a_stopped_run_goes_on_to_the_same_weights_and_log(tmp_path: Path) -> None:
    teach(tmp_path / "whole", SMALL, save_every=3, log_every=1)
    teach(tmp_path / "parts", SMALL, save_every=2, log_every=1, until=3)
    # As after a kill: the log is ahead of the checkpoint, and its last line is torn.
    with (tmp_path / "parts" / LOG).open("a") as stream:
        stream.write('{"step": 4, "loss": 9}\n{"step": 5, "lo')
    teach(tmp_path / "parts", SMALL, save_every=2, log_every=1)
    whole, parts = _weights(tmp_path / "whole"), _weights(tmp_path / "parts")
    assert whole.keys() == parts.keys()
    for name in whole:
        assert torch.equal(whole[name], parts[name]), name
    logs = [
        [(e["step"], e["loss"]) for e in map(json.loads, (tmp_path / name / LOG).read_text().splitlines())]
        for name in ("whole", "parts")
    ]
    assert logs[0] == logs[1]
    assert len(logs[0]) == SMALL.steps


def test_other_settings_are_refused_where_a_run_lies(tmp_path: Path) -> None:
    teach(tmp_path, replace(SMALL, steps=1))
    with pytest.raises(RunConflict, match="rate"):
        teach(tmp_path, replace(SMALL, steps=1, rate=1e-4))


def test_teaching_lowers_the_loss_and_leaves_torchs_own_stream_alone(tmp_path: Path) -> None:
    before = torch.random.get_rng_state()
    teach(tmp_path, replace(SMALL, steps=12), log_every=1)
    assert torch.equal(before, torch.random.get_rng_state())
    losses = [json.loads(line)["loss"] for line in (tmp_path / LOG).read_text().splitlines()]
    assert losses[-1] < losses[0] - 0.1


def test_the_folder_is_a_model_like_any_other(tmp_path: Path) -> None:
    folder = teach(tmp_path, replace(SMALL, steps=1, shape=Shape()))
    size = sum(file.stat().st_size for file in folder.iterdir())
    assert size < 15_000_000
    assert json.loads((folder / PLAY_FILE).read_text())["context"] == "single_turn"
    policy = HFPolicy(folder, protocol="auto", max_new_tokens=4)
    parameters = sum(p.numel() for p in policy.model.parameters())
    assert 1_000_000 <= parameters <= 5_000_000
    assert policy.protocol == "tags"
    assert policy.system_role
    reply = policy.reply([{"role": "user", "content": "hello"}], seed=0)
    assert reply.usage.completion_tokens


def test_a_bad_setting_is_named() -> None:
    with pytest.raises(InvalidConfig, match="width"):
        Shape(width=30, heads=4)
    with pytest.raises(InvalidConfig, match="steps"):
        TeachConfig(steps=0)
