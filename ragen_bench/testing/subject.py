"""The environment under test, and ways to play it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ragen_bench.env import InvalidAction, TextEnv, make
from ragen_bench.registry import get_preset, load
from ragen_bench.rng import Rng, canonical_json
from ragen_bench.spec import REFERENCE_PREFIX, EnvSpec, Preset
from ragen_bench.splits import Task, TaskStream, split_of

#: Salt of the fresh split that checks draw from.
SALT = "battery"
#: No episode of a check is longer than this, whatever the preset allows.
MAX_STEPS = 400

Choose = Callable[[TextEnv], str]


@dataclass(frozen=True, slots=True)
class Moment:
    """One turn as the agent saw it; `info` is a deep copy."""

    action: str
    observation: str
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]

    def text(self) -> str:
        """All of it as one comparable text."""
        return canonical_json(
            [self.action, self.observation, self.reward, self.terminated, self.truncated, self.info]
        )


class Subject:
    """An environment under test.

    Args:
        spec: what is tested.
        presets: names of the presets to try; None tries all.
        thorough: the large counts (minutes) instead of the small ones (seconds).
    """

    def __init__(self, spec: EnvSpec, presets: tuple[str, ...] | None = None, thorough: bool = False) -> None:
        self.spec = spec
        self.presets: tuple[Preset, ...] = tuple(
            get_preset(spec, name) for name in (spec.preset_names if presets is None else presets)
        )
        self.thorough = thorough
        self._oracle: Any = None

    def count(self, small: int, large: int) -> int:
        """How many of something to try."""
        return large if self.thorough else small

    def env(self, preset: Preset, **kwargs: Any) -> TextEnv:
        """A new bare instance."""
        return make(self.spec, preset=preset.name, **kwargs)

    def splits(self, preset: Preset) -> list[str]:
        """Every split of a preset, the fresh one with the battery's salt."""
        return [f"fresh:{SALT}" if s.name == "fresh" else s.name for s in self.spec.splits]

    def size(self, preset: Preset, split: str) -> int | None:
        """Declared size of a split; None when unbounded."""
        return split_of(self.spec, preset, split.partition(":")[0]).size

    def tasks(self, preset: Preset, split: str, most: int) -> Iterator[tuple[int, Task]]:
        """(index, task) of the first tasks of a split, from a stream of this subject's own."""
        size = self.size(preset, split)
        stream = TaskStream(
            self.spec.name, self.spec.generator, load(self.spec.tasks), preset.config, split, size
        )
        for index in range(most if size is None else min(most, size)):
            yield index, stream.task(index)

    @property
    def source(self) -> Any:
        """The environment's TaskSource."""
        return load(self.spec.tasks)

    def rng(self, *parts: object) -> Rng:
        """A stream of draws for a check."""
        return Rng.of("battery", self.spec.name, *parts)

    # ----------------------------------------------------------------------------- ways to play

    def random(self, *parts: object) -> Choose:
        """Plays `sample_action`."""
        rng = self.rng("random", *parts)
        return lambda env: env.sample_action(rng)

    def oracle(self) -> Choose:
        """Plays the spec's oracle: one instance for all episodes, as a rollout pool does."""
        if self._oracle is None:
            self._oracle = load(self.spec.oracle)
        return _acting(self._oracle)

    def mixed(self, *parts: object) -> Choose:
        """Mostly random, sometimes the oracle, an invalid or an empty reply: reaches most code."""
        rng = self.rng("mixed", *parts)
        oracle = self.oracle()

        def choose(env: TextEnv) -> str:
            point = rng.random()
            if point < 0.6:
                return env.sample_action(rng)
            if point < 0.8:
                return oracle(env)
            return self.spec.invalid_example if point < 0.95 else ""

        return choose

    def cheap(self) -> dict[str, Choose]:
        """The cheap policies that every environment has, and its own heuristics."""
        policies: dict[str, Choose] = {
            "random": self.random("cheap"),
            "empty": lambda env: "",
            "constant": lambda env: self.spec.example,
            "first legal action": lambda env: (env.legal_actions() or [self.spec.example])[0],
        }
        for name, path in self.spec.heuristics.items():
            # A reference uses what an agent cannot know (see EnvSpec.heuristics).
            if not name.startswith(REFERENCE_PREFIX):
                policies[name] = _acting(load(path))
        return policies


def _acting(policy: Any) -> Choose:
    return lambda env: str(policy.act(env))


def step(env: TextEnv, action: str) -> Moment:
    """One turn."""
    observation, reward, terminated, truncated, info = env.step(action)
    return Moment(action, observation, reward, terminated, truncated, copy.deepcopy(info))


def play(env: TextEnv, choose: Choose, most: int = MAX_STEPS) -> list[Moment]:
    """Plays on from the state `env` is in, to the end of the episode or `most` turns."""
    moments: list[Moment] = []
    while not env.over and len(moments) < most:
        moments.append(step(env, choose(env)))
    return moments


def replay(env: TextEnv, actions: list[str]) -> list[Moment]:
    """Plays given actions, as far as the episode goes."""
    moments: list[Moment] = []
    for action in actions:
        if env.over:
            break
        moments.append(step(env, action))
    return moments


def difference(wanted: list[Moment], got: list[Moment]) -> str | None:
    """Where two plays part, in words; None when they are the same."""
    for turn, (a, b) in enumerate(zip(wanted, got, strict=False), start=1):
        if a.text() != b.text():
            return f"turn {turn}: {short(a.text())} against {short(b.text())}"
    if len(wanted) != len(got):
        return f"{len(wanted)} turns against {len(got)}"
    return None


def parses(env: TextEnv, text: str) -> str | None:
    """None when `text` is an action in the state of `env`, else the kind of its error."""
    try:
        env.parse(text.strip())
    except InvalidAction as invalid:
        return invalid.kind
    return None


def pieces(env: TextEnv, action: str) -> list[str]:
    """The single actions of a reply."""
    separator = env.env_spec.separator
    return [action] if separator is None else [piece for piece in action.split(separator) if piece.strip()]


def wilson(successes: int, n: int) -> tuple[float, float]:
    """95 % interval of a success rate (Wilson 1927)."""
    z = 1.959964
    p, zz = successes / n, z * z
    middle, half = p + zz / (2 * n), z * (p * (1 - p) / n + zz / (4 * n * n)) ** 0.5
    return (middle - half) / (1 + zz / n), (middle + half) / (1 + zz / n)


def snapshot(env: TextEnv) -> str:
    """The environment's own state as a comparable text, without turn, split and index."""
    return canonical_json(env.get_state()["state"])


def short(value: object, limit: int = 160) -> str:
    """A value as evidence."""
    text = value if isinstance(value, str) else json.dumps(value, default=repr)
    text = text.encode("unicode_escape").decode() if not text.isprintable() else text
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"
