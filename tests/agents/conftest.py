"""Fixtures of the model agents: a tiny random model and policies on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.agents.tiny_llama import write_tiny_llama

if TYPE_CHECKING:
    from ragen_bench.agents.hf import HFPolicy
    from tests.agents.tiny_llama import Make


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny model's folder; made once, not to be changed."""
    return write_tiny_llama(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture
def make(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes policies on the tiny model, in float32 on the CPU, with a cache of their own."""
    import torch

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    # Threads that wait for each other cost more than these sums, many times more on a busy machine.
    threads = torch.get_num_threads()
    torch.set_num_threads(1)

    def make_policy(model: Path = folder, **options: Any) -> HFPolicy:
        from ragen_bench.agents.hf import HFPolicy

        defaults = {"device": "cpu", "dtype": "f32", "max_new_tokens": 24, "temperature": 1.0, "top_p": 1.0}
        return HFPolicy(model, **{**defaults, **options})

    yield make_policy
    torch.set_num_threads(threads)
