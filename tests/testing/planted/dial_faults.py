"""Dial with faults planted in it, one a class. Importable by name, as an entry point has to be."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mini.game import MOVES, DialConfig, DialEnv, DialTasks

from ragen_bench.env import InvalidAction
from ragen_bench.rng import Rng, canonical_json
from ragen_bench.splits import Task

# ------------------------------------------------------------------------------------------- tasks


class LeakyCanonical(DialTasks):
    """A canonical form finer than the puzzle: one puzzle gets many homes."""

    def generate(self, rng: Rng, config: DialConfig, split: str) -> Task | None:
        # A small space, so that one dial comes up in several splits.
        task = super().generate(Rng.of("few dials", split == "test_ood", rng.below(8)), config, split)
        return None if task is None else {**task, "draw": rng.below(1 << 40)}

    def canonical(self, task: Task) -> str:
        return canonical_json(task)

    def validate(self, task: Mapping[str, Any], config: DialConfig) -> Task:
        draw = task.get("draw", 0)
        checked = super().validate({k: v for k, v in task.items() if k != "draw"}, config)
        return {**checked, "draw": draw}


class GlobalRandom(DialTasks):
    """Draws from the global generator."""

    def generate(self, rng: Rng, config: DialConfig, split: str) -> Task | None:
        task = super().generate(rng, config, split)
        if task is not None:
            task["mark"] = random.randrange(task["size"])
        return task


class BuiltinHash(DialTasks):
    """Seeds by the builtin hash of a string, which every process salts anew."""

    def generate(self, rng: Rng, config: DialConfig, split: str) -> Task | None:
        task = super().generate(rng, config, split)
        if task is not None:
            salt = hash("salt")
            task["mark"] = (task["start"] + sum(task["widths"][salt // n % 4] for n in (1, 4, 16))) % task[
                "size"
            ]
        return task


class SharedFamilies(DialTasks):
    """test_ood draws what train draws."""

    def generate(self, rng: Rng, config: DialConfig, split: str) -> Task | None:
        return super().generate(rng, config, "train")


class Unshaken(DialTasks):
    """perturb returns the same puzzle."""

    def perturb(self, task: Task, rng: Rng) -> Task:
        return {**task, "start": (task["start"] + 1) % task["size"]}


class Trusting(DialTasks):
    """Tasks given by hand are not checked."""

    def validate(self, task: Mapping[str, Any], config: DialConfig) -> Task:
        return dict(task)


@dataclass(frozen=True, slots=True)
class ShownConfig(DialConfig):
    """Has a display option that the generator reads."""

    coloured: bool = field(default=False, metadata={"display": True})


class DisplayMatters(DialTasks):
    """A display option changes the puzzle."""

    def generate(self, rng: Rng, config: DialConfig, split: str) -> Task | None:
        task = super().generate(rng, config, split)
        if task is not None and getattr(config, "coloured", False):
            task["start"] = (task["start"] + 1) % task["size"]
        return task


# ------------------------------------------------------------------------------------ environments


class Farmable(DialEnv):
    """Lifting the dial pays more than lowering it costs."""

    def begin(self, task: Task) -> None:
        super().begin(task)
        self.lifted = False

    def observe(self) -> str:
        return super().observe() + (" Lifted." if self.lifted else "")

    def parse(self, text: str) -> int:
        return len(MOVES) if text in ("lift", "lower") else super().parse(text)

    def apply(self, action: int) -> bool:
        if action < len(MOVES):
            return super().apply(action)
        self.lifted = not self.lifted
        self.pay("step", 0.05 if self.lifted else -0.02)
        return True

    def legal_actions(self) -> list[str]:
        return [*MOVES, "lower" if self.lifted else "lift"]

    def snapshot(self) -> dict[str, Any]:
        return {**super().snapshot(), "lifted": self.lifted}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        super().restore(task, state)
        self.lifted = state["lifted"]


class PaidNonsense(DialEnv):
    """Replies that cannot be read pay."""

    invalid_reward = 0.01


class BothFlags(DialEnv):
    """A win is terminated and truncated."""

    def step(self, action: str) -> Any:
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, reward, terminated, truncated or terminated, info


class LastTurnIsLost(DialEnv):
    """A win on the last turn counts as out of turns."""

    def step(self, action: str) -> Any:
        observation, reward, terminated, truncated, info = super().step(action)
        late = terminated and self.turn >= self.max_turns > 1
        return observation, reward, terminated and not late, truncated or late, info


class LimitTerminates(DialEnv):
    """Out of turns is called terminated."""

    def step(self, action: str) -> Any:
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, reward, terminated or truncated, False, info


class SharedInfo(DialEnv):
    """One info object for all turns."""

    def reset(self, **kwargs: Any) -> Any:
        observation, info = super().reset(**kwargs)
        self._shared: dict[str, Any] = info
        return observation, info

    def step(self, action: str) -> Any:
        *values, info = super().step(action)
        self._shared.clear()
        self._shared.update(info)
        return (*values, self._shared)


class UndeclaredTerm(DialEnv):
    """Pays a term that the spec does not know."""

    def apply(self, action: int) -> bool:
        changed = super().apply(action)
        self.pay("mystery", 0.0)
        return changed


class WrongSum(DialEnv):
    """The reward is not the sum of its terms."""

    def step(self, action: str) -> Any:
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, reward * 0.5, terminated, truncated, info


class EarlySuccess(DialEnv):
    """Success is reported before the end."""

    def step(self, action: str) -> Any:
        *values, info = super().step(action)
        return (*values, {**info, "success": info["success"] or not self.over})


class HighScore(DialEnv):
    """A loss scores more than 1."""

    def result(self) -> tuple[bool, float]:
        solved = self.at == self._task["mark"]
        return solved, 1.0 if solved else 1.5


class SeedInSight(DialEnv):
    """The observation names the index."""

    def begin(self, task: Task) -> None:
        super().begin(task)
        self.shown = self.index

    def observe(self) -> str:
        return super().observe() + (f" Puzzle {self.shown}." if (self.shown or 0) > 10_000 else "")

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        super().restore(task, state)
        self.shown = self.index


class SeedInInfo(DialEnv):
    """info holds the seed."""

    def extra_info(self) -> dict[str, Any]:
        return {"seed": 0}


class ReplicaMatters(DialEnv):
    """The replica shifts the start."""

    def begin(self, task: Task) -> None:
        super().begin(task)
        self.at = (self.at + self.replica) % task["size"]


class Unpicklable(DialEnv):
    """Holds something that cannot be pickled, though it can be copied."""

    def begin(self, task: Task) -> None:
        super().begin(task)
        self.callback = lambda: None


class Forgetful(DialEnv):
    """restore forgets a field."""

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        self.made = state["made"]


class Stumbling(DialEnv):
    """Falls over digits of other scripts."""

    def parse(self, text: str) -> int:
        if text[:1].isdigit() and not text.isascii():
            int(text)
        return super().parse(text)


class SlowReader(DialEnv):
    """Takes its time over long numbers."""

    def parse(self, text: str) -> int:
        if text.startswith("9" * 100):
            time.sleep(2.1)
        return super().parse(text)


class Deaf(DialEnv):
    """reset ignores the option "replica" and does not know unknown ones."""

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Any:
        known = {k: v for k, v in (options or {}).items() if k != "no_such_option"}
        return super().reset(seed=seed, options=known)


class Endless(DialEnv):
    """Indices of finite splits do not wrap."""

    def reset(self, **kwargs: Any) -> Any:
        start = super().reset(**kwargs)
        seed = kwargs.get("seed")
        size = self._stream.size
        if size is not None and seed is not None and seed >= size:
            return super().reset(seed=seed + 1)
        return start


class EagerReader(DialEnv):
    """Reads on behind what it cannot read."""

    def parse(self, text: str) -> int:
        try:
            return super().parse(text)
        except InvalidAction:
            if self.at == self._task["start"]:
                raise
            return 0


class DoublyInvalid(DialEnv):
    """Pays for every unreadable part."""

    def step(self, action: str) -> Any:
        observation, reward, terminated, truncated, info = super().step(action)
        extra = -0.1 * max(0, action.count("jump") - 1)
        if extra:
            info["reward_terms"]["invalid"] = info["reward_terms"].get("invalid", 0.0) + extra
        return observation, reward + extra, terminated, truncated, info


class AlwaysEffective(DialEnv):
    """A bump counts as effective."""

    def step(self, action: str) -> Any:
        *values, info = super().step(action)
        return (*values, {**info, "effective": True})


class Touchy(DialEnv):
    """Looking at the legal actions changes the state."""

    def legal_actions(self) -> list[str]:
        self.made.append("looked")
        return list(MOVES)


class SharedState(DialEnv):
    """All instances share one list."""

    moved: list[int] = []  # noqa: RUF012 - the fault

    def apply(self, action: int) -> bool:
        self.moved.append(action)
        return super().apply(action)

    def observe(self) -> str:
        return f"{super().observe()} {len(self.moved)}"


class WordyInstruction(DialEnv):
    """The instruction tells the task, without canary."""

    @property
    def instruction(self) -> str:
        return f"{self.rules()} The mark is at {self._task['mark']}."


# ----------------------------------------------------------------------------------------- oracles


class Lazy:
    """Plays one move for ever."""

    def act(self, env: Any) -> str:
        return MOVES[0]
