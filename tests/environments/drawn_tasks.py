"""Tasks as a user draws them."""

from __future__ import annotations

from ragen_bench.env import make
from ragen_bench.spec import EnvSpec
from ragen_bench.splits import Task


def drawn_tasks(spec: EnvSpec, preset: str, split: str, count: int) -> list[Task]:
    """The first `count` tasks of a split."""
    env = make(spec, preset=preset, split=split)
    tasks = []
    for seed in range(count):
        env.reset(seed=seed)
        tasks.append(env.task)
    return tasks
