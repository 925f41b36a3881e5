from __future__ import annotations

import pytest

from ragen_bench.agents.cheap import NoisyOracle, Oracle
from ragen_bench.env import make


@pytest.mark.parametrize("name", ["sokoban", "frozenlake", "sudoku", "countdown", "bandit"])
def test_noise_puts_one_action_in_the_place_of_one(name):
    # Sokoban and FrozenLake sample whole chunks: one replaced move of theirs used to become many.
    env = make(name)
    for seed in range(12):
        env.reset(seed=seed)
        separator = env.env_spec.separator or "\0"
        right = Oracle().act(env).split(separator)
        noisy = NoisyOracle(0.5).act(env).split(separator)
        assert len(noisy) == len(right)
        for action in noisy:
            env.parse(action.strip())


def test_without_noise_it_is_the_oracle():
    env = make("sokoban")
    for seed in range(6):
        env.reset(seed=seed)
        assert NoisyOracle(0.0).act(env).replace(" ", "") == Oracle().act(env).replace(" ", "")
