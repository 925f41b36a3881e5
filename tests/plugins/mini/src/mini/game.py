"""The whole of Dial: config, tasks, environment and oracle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.rng import Rng, canonical_json
from ragen_bench.splits import Task

MOVES = ("click", "turn", "spin", "whirl")
FIELDS = ("family", "size", "start", "mark", "widths")


@dataclass(frozen=True, slots=True)
class DialConfig:
    """Moves between start and mark, and whether the moves made are shown."""

    moves: tuple[int, int] = (6, 8)
    history: bool = field(default=False, metadata={"display": True})

    def __post_init__(self) -> None:
        low, high = self.moves
        if not 1 <= low <= high:
            raise InvalidConfig("moves", self.moves, "(low, high) with 1 <= low <= high")


class DialTasks:
    """Draws dials; test_ood has larger ones."""

    def generate(self, rng: Rng, config: DialConfig, split: str) -> Task | None:
        size = rng.between(900, 999) if split == "test_ood" else rng.between(500, 799)
        widths = sorted(rng.sample(range(1, size), len(MOVES)))
        start = rng.below(size)
        mark = (start + sum(rng.choice(widths) for _ in range(rng.between(*config.moves)))) % size
        return None if mark == start else _task(size, start, mark, widths)

    def canonical(self, task: Task) -> str:
        return canonical_json([task["size"], task["mark"], task["widths"]])

    def validate(self, task: Mapping[str, Any], config: DialConfig) -> Task:
        for name in task:
            if name not in FIELDS:
                raise InvalidTask(name, task[name], f"absent; known fields: {', '.join(FIELDS)}")
        size = _number("size", task.get("size"), 2, 10_000)
        start = _number("start", task.get("start"), 0, size - 1)
        mark = _number("mark", task.get("mark"), 0, size - 1)
        widths = task.get("widths")
        if not isinstance(widths, list) or len(widths) != len(MOVES):
            raise InvalidTask("widths", widths, f"a list of {len(MOVES)} numbers")
        return _task(size, start, mark, [_number("widths", width, 1, size - 1) for width in widths])

    def perturb(self, task: Task, rng: Rng) -> Task:
        away = [mark for mark in range(task["size"]) if mark not in (task["start"], task["mark"])]
        return {**task, "mark": rng.choice(away)}


def _task(size: int, start: int, mark: int, widths: list[int]) -> Task:
    return {"family": f"dial {size}", "size": size, "start": start, "mark": mark, "widths": widths}


def _number(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidTask(name, value, f"an integer from {low} to {high}")
    return value


class DialEnv(TextEnv):
    """Bring a dial to a mark."""

    config: DialConfig

    def begin(self, task: Task) -> None:
        self.at: int = task["start"]
        self.made: list[str] = []

    def observe(self) -> str:
        widths = ", ".join(f"{m} +{w}" for m, w in zip(MOVES, self._task["widths"], strict=True))
        text = (
            f"The dial of {self._task['size']} is at {self.at}, the mark at {self._task['mark']}. {widths}."
        )
        return f"{text}\nMoves so far: {' '.join(self.made) or 'none'}" if self.config.history else text

    def parse(self, text: str) -> int:
        try:
            return MOVES.index(text.lower())
        except ValueError:
            raise InvalidAction("unreadable", "That is no move.") from None

    def apply(self, action: int) -> bool:
        self.at = (self.at + self._task["widths"][action]) % self._task["size"]
        self.made.append(MOVES[action])
        self.pay("step", -0.1)
        if self.at == self._task["mark"]:
            self.pay("solved", 1.0)
            self.finish()
        return True

    def result(self) -> tuple[bool, float]:
        solved = self.at == self._task["mark"]
        return solved, float(solved)

    def snapshot(self) -> dict[str, Any]:
        return {"at": self.at, "made": self.made}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        self.at, self.made = state["at"], state["made"]

    def sample_action(self, rng: Rng) -> str:
        return rng.choice(MOVES)

    def legal_actions(self) -> list[str]:
        return list(MOVES)


class DialOracle:
    """Plays a shortest sequence of moves."""

    def act(self, env: Any) -> str:
        game = env.unwrapped
        return " || ".join(shortest(game.task, game.at)[: game.max_actions_per_turn])


def shortest(task: Task, at: int) -> list[str]:
    """Fewest moves from `at` to the mark (breadth first)."""
    paths: dict[int, list[str]] = {at: []}
    edge = [at]
    while task["mark"] not in paths and edge:
        reached = []
        for place in edge:
            for move, width in zip(MOVES, task["widths"], strict=True):
                there = (place + width) % task["size"]
                if there not in paths:
                    paths[there] = [*paths[place], move]
                    reached.append(there)
        edge = reached
    return paths.get(task["mark"], [MOVES[0]])
