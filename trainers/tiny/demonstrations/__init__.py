"""Worked replies: what to think in a state, and what to do.

Every writer looks into the environment, as oracles do, and writes thinking that a reader who sees
only the observation could follow: each line names cells, numbers or words of the state, and follows
from the lines before it by one small step. The answer is exactly playable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ragen_bench.env import TextEnv
from ragen_bench.registry import load


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One worked reply.

    Args:
        thinking: what stands between the thinking tags.
        answer: the action text.
    """

    thinking: str
    answer: str


_HERE = "ragen_bench.trainers.tiny.demonstrations"
#: Environment name -> "module:function" of its writer.
WRITERS = {
    "Sokoban": f"{_HERE}.sokoban:demonstrate",
    "FrozenLake": f"{_HERE}.frozenlake:demonstrate",
    "Bandit": f"{_HERE}.bandit:demonstrate",
    "Countdown": f"{_HERE}.countdown:demonstrate",
    "Sudoku": f"{_HERE}.sudoku:demonstrate",
}


def writer_of(name: str) -> Callable[[Any], Demonstration]:
    """The writer of an environment.

    Raises:
        KeyError: the environment has none.
    """
    writer: Callable[[Any], Demonstration] = load(WRITERS[name])
    return writer


def demonstrate(env: TextEnv) -> Demonstration:
    """A worked reply for the state that `env` is in."""
    return writer_of(env.env_spec.name)(env)
