"""Two processes give the result of one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragen_bench.trainers.config import as_yaml
from ragen_bench.trainers.recording import read_metrics
from tests.trainers.conftest import settings

SAME = ("reward", "groups_kept", "tokens_kept", "entropy", "loss", "grad_norm", "validation_score", "tokens")


@pytest.mark.slow
def test_two_processes_take_the_steps_of_one(base: Path, tmp_path: Path) -> None:
    config = settings(base, watch={"every": 2}, optimiser={"lr": 1e-3}, advantage={"estimator": "gae"})
    (tmp_path / "config.yaml").write_text(as_yaml(config))
    train = ["-m", "ragen_bench", "train", str(tmp_path / "config.yaml"), "--json", "--out"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    alone = subprocess.run(
        [sys.executable, *train, str(tmp_path / "one")],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
    )
    assert alone.returncode == 0, alone.stderr
    assert json.loads(alone.stdout)["steps"] == 2
    launch = [sys.executable, "-m", "accelerate.commands.launch", "--num_processes", "2", "--cpu"]
    launch += ["--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no"]
    launch += ["--main_process_port", "0"]
    both = subprocess.run(
        [*launch, *train, str(tmp_path / "two")], check=False, capture_output=True, text=True, env=environment
    )
    assert both.returncode == 0, both.stderr[-3000:]
    one, two = read_metrics(tmp_path / "one"), read_metrics(tmp_path / "two")
    assert [m["step"] for m in one] == [m["step"] for m in two] == [0, 1, 2]
    for line, other in zip(one, two, strict=True):
        for name in SAME:
            assert (name in other) == (name in line)
            if name in line:
                assert other[name] == pytest.approx(line[name], rel=1e-3, abs=1e-5), name
