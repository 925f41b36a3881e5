"""Other packages, in the same run: each only where it is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

from benchmarks.timing import Figure, median_seconds

WIDTH = 16


def peers(repeats: int, count: int) -> Iterator[Figure]:
    """Figures of every peer that can be imported. gymnasium always can."""
    yield from _gymnasium(repeats, count)
    if importlib.util.find_spec("reasoning_gym") is not None:
        yield from _reasoning_gym(repeats, min(count, 64))


def _gymnasium(repeats: int, count: int) -> Iterator[Figure]:
    import gymnasium

    env = gymnasium.make("FrozenLake-v1").unwrapped

    def resets(run: int) -> None:
        for seed in range(run * count, (run + 1) * count):
            env.reset(seed=seed)

    resets(0)
    yield Figure("gymnasium FrozenLake: reset", count / median_seconds(resets, repeats), "/s", "the same map")

    def steps(_: int) -> None:
        for i in range(count):
            _, _, over, _, _ = env.step(i & 3)
            if over:
                env.reset()

    yield Figure(
        "gymnasium FrozenLake: step", count / median_seconds(steps, repeats), "/s", "numbers, no text"
    )
    vector = gymnasium.make_vec("FrozenLake-v1", WIDTH, vectorization_mode="sync")
    vector.reset(seed=0)
    actions = vector.action_space.sample()
    rounds = max(8, count // WIDTH)

    def together(_: int) -> None:
        for _ in range(rounds):
            vector.step(actions)

    together(0)
    rate = rounds * WIDTH / median_seconds(together, repeats)
    vector.close()
    yield Figure(f"gymnasium FrozenLake: vector of {WIDTH}", rate, "/s", "env-steps")


def _reasoning_gym(repeats: int, count: int) -> Iterator[Figure]:
    import reasoning_gym

    def generate(run: int) -> list[Any]:
        return list(reasoning_gym.create_dataset("countdown", size=count, seed=run * count))

    items = generate(repeats)
    rate = count / median_seconds(generate, repeats)
    yield Figure("reasoning-gym Countdown: generate", rate, "/s", "4 to 6 numbers")
    data = reasoning_gym.create_dataset("countdown", size=count, seed=0)

    def score(_: int) -> None:
        for item in items:
            data.score_answer(item["metadata"]["expression"], item)

    yield Figure("reasoning-gym Countdown: scoring", count / median_seconds(score, repeats), "/s")
