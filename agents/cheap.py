"""Cheap policies: what a score must beat to mean anything.

They know nothing of a task but how an action looks. Environments add heuristics of their own
(`EnvSpec.heuristics`); the best of all is the floor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium

from ragen_bench.env import TextEnv
from ragen_bench.registry import load
from ragen_bench.rng import Rng
from ragen_bench.spec import EnvSpec


class Random:
    """A random well-formed action each turn, from `sample_action`; a full chunk where several fit."""

    def act(self, env: TextEnv) -> str:
        """Draws from a stream of its own, named by the task, the play and the turn."""
        env = env.unwrapped  # type: ignore[assignment]
        rng = Rng.of("random policy", env.playing_split, env.index, env.replica, env.turn)
        return _chunk(env, lambda: env.sample_action(rng))


class Empty:
    """Says nothing."""

    def act(self, env: TextEnv) -> str:
        """The empty string."""
        return ""


class Constant:
    """The spec's example action, whatever the task."""

    def act(self, env: TextEnv) -> str:
        """`EnvSpec.example`."""
        return env.unwrapped.env_spec.example  # type: ignore[attr-defined, no-any-return]


class Echo:
    """Repeats what it was shown."""

    def act(self, env: TextEnv) -> str:
        """The observation."""
        return env.unwrapped.observe()  # type: ignore[attr-defined, no-any-return]


class Spray:
    """Every legal action in one reply; without a list of them, many random ones."""

    def act(self, env: TextEnv) -> str:
        """All actions, joined by the separator or by line breaks."""
        env = env.unwrapped  # type: ignore[assignment]
        actions = env.legal_actions()
        if actions is None:
            rng = Rng.of("spray policy", env.playing_split, env.index, env.turn)
            actions = [env.sample_action(rng) for _ in range(16)]
        separator = env.env_spec.separator
        return (f" {separator} " if separator else "\n").join(actions)


class First:
    """The first legal action, always; without a list of them, the spec's example."""

    def act(self, env: TextEnv) -> str:
        """`legal_actions()[0]`, a full chunk where several fit."""
        env = env.unwrapped  # type: ignore[assignment]
        return _chunk(env, lambda: (env.legal_actions() or [env.env_spec.example])[0])


#: By name, for every environment.
CHEAP: dict[str, type[Any]] = {
    "random": Random,
    "empty": Empty,
    "constant": Constant,
    "echo": Echo,
    "spray": Spray,
    "first": First,
}


def cheap_policies(spec: EnvSpec) -> dict[str, Any]:
    """Every cheap policy that fits an environment: the common ones and its own heuristics."""
    policies: dict[str, Any] = {name: policy() for name, policy in CHEAP.items()}
    for name, path in spec.heuristics.items():
        policies[name] = load(path)
    return policies


class Heuristic:
    """The heuristic called `name` in each environment that has it; elsewhere the random policy.

    So that one run over a suite can play "greedy" where greedy is defined.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._fallback = Random()
        self._loaded: dict[str, Any] = {}

    def act(self, env: TextEnv) -> str:
        """The heuristic's action."""
        spec = env.unwrapped.env_spec  # type: ignore[attr-defined]
        if spec.id not in self._loaded:
            path = spec.heuristics.get(self.name)
            self._loaded[spec.id] = load(path) if path else self._fallback
        return self._loaded[spec.id].act(env)  # type: ignore[no-any-return]


class Oracle:
    """Each environment's own optimal policy."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def act(self, env: TextEnv) -> str:
        """The oracle's action."""
        spec = env.unwrapped.env_spec  # type: ignore[attr-defined]
        if spec.oracle not in self._loaded:
            self._loaded[spec.oracle] = load(spec.oracle)
        return self._loaded[spec.oracle].act(env)  # type: ignore[no-any-return]


def oracle(env: gymnasium.Env[Any, Any]) -> Any:
    """The optimal policy of an environment: an object with `act(env) -> str`.

    In a stochastic environment it is optimal in expectation, without knowledge of the luck.
    """
    return load(env.unwrapped.env_spec.oracle)  # type: ignore[attr-defined]


class NoisyOracle:
    """The oracle, with each of its actions replaced by a random one with probability `noise`."""

    def __init__(self, noise: float) -> None:
        self.noise = noise
        self._oracle = Oracle()

    def act(self, env: TextEnv) -> str:
        """The oracle's chunk with some actions exchanged."""
        env = env.unwrapped  # type: ignore[assignment]
        # The noise level is no part of the name: whatever is replaced at a low level is replaced at
        # every higher one too, so a curve's steps are not the luck of the draw.
        name = (env.env_spec.id, env.preset.name, env.playing_split, env.index, env.replica, env.turn)
        rng = Rng.of("noisy oracle", *name)
        separator = env.env_spec.separator
        pieces = _actions(self._oracle.act(env), separator)
        replaced = [rng.bernoulli(self.noise) for _ in pieces]
        # A sample may be a whole chunk; one action takes the place of one.
        pieces = [
            _actions(env.sample_action(rng), separator)[0] if gone else piece
            for gone, piece in zip(replaced, pieces, strict=True)
        ]
        return f" {separator} ".join(pieces) if separator else pieces[0]


def _actions(text: str, separator: str | None) -> list[str]:
    return [piece.strip() for piece in text.split(separator)] if separator else [text]


def _chunk(env: TextEnv, draw: Callable[[], str]) -> str:
    separator = env.env_spec.separator
    if separator is None:
        return draw()
    return f" {separator} ".join(draw() for _ in range(env.max_actions_per_turn))
