"""What holds for every environment, so that a new one is tested by existing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ragen_bench
from ragen_bench import lock
from ragen_bench.testing import check_environment

ROOT = Path(__file__).resolve().parents[2]
SPECS = ragen_bench.list_environments()
every_environment = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)

_DIGEST = """
import sys
from ragen_bench.env import make
from ragen_bench.rng import fingerprint
seen = []
for split in ("train", "test"):
    env = make(sys.argv[1], split=split)
    for seed in range(100):
        observation, info = env.reset(seed=seed)
        seen.append([observation, info, env.task, env.luck.word()])
sys.stdout.write(fingerprint(seen))
"""


@every_environment
def test_the_environment_passes_the_battery(spec):
    check_environment(spec).raise_if_failed()


@pytest.mark.full
@every_environment
def test_the_environment_passes_the_thorough_battery(spec):
    check_environment(spec, thorough=True).raise_if_failed()


@every_environment
def test_behaviour_is_what_was_locked(spec):
    assert lock.check(spec) == []


@every_environment
def test_two_hundred_seeds_give_one_digest_whatever_the_hash_seed(spec):
    digests = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST, spec.id],
            env={**os.environ, "PYTHONHASHSEED": value},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for value in ("0", "1", "4242")
    }
    assert len(digests) == 1
    assert len(digests.pop()) == 64


@every_environment
def test_every_guard_that_the_card_names_is_a_test(spec):
    text = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    for _, guard in spec.exploits:
        assert f"def {guard}(" in text
