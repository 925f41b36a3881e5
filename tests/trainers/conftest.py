"""A random model of a few thousand weights, and small training settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ragen_bench.trainers.config import TrainConfig, build
from tests.agents.tiny_llama import write_tiny_llama


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model's folder; made once, not to be changed."""
    return write_tiny_llama(tmp_path_factory.mktemp("models") / "base", positions=4096)


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Threads that wait for each other cost more than these sums."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def settings(model: Path, **changes: object) -> TrainConfig:
    """A few short episodes a step; `changes` are sections or fields."""
    values: dict[str, object] = {
        "model": str(model),
        "environments": "bandit:easy",
        "steps": 2,
        "rollout": {"tasks": 2, "group": 4, "max_new_tokens": 12, "batch_size": 8, "context": "single_turn"},
        "watch": {"every": 0, "tasks": 2, "save_every": 1},
        "reward": {"mode": "random"},
        "filter": {"strategy": "none"},
        "lora": {"r": 4, "alpha": 8},
    }
    for name, value in changes.items():
        known = values.get(name)
        values[name] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    return build(values)
