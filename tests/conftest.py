"""What every test shares: hypothesis profiles, no network, no more threads than cores."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# Deadlines measure the machine, not the code: time limits are tested where they are promised.
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

# Set before any test imports a library that reads them.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="session")
def verify_full() -> bool:
    """Whether counts should be those of `make verify-full` and not the smaller ones of `make test`."""
    return os.environ.get("RAGEN_BENCH_VERIFY") == "full"
