"""Bandit with one pull: each word's place on its scale, then the higher one."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.bandit.words import SCALES
from ragen_bench.trainers.tiny.demonstrations import Demonstration

_PLACES = {scale.name: {word: place + 1 for place, word in enumerate(scale.words)} for scale in SCALES}


def demonstrate(env: Any) -> Demonstration:
    """The arm whose word is higher on the scale."""
    env = env.unwrapped
    task = env.task
    places = _PLACES[task["family"]]
    words = [arm["name"].split(" ", 1)[0] for arm in task["arms"]]
    best = max(task["arms"], key=lambda arm: int(arm["level"]))
    lines = [f"{word} {places[word]}" for word in words]
    return Demonstration(f"{', '.join(lines)}; {best['name'].split(' ', 1)[0]}", best["name"])
