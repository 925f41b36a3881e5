"""Sums: a complete environment small enough to reason about, for tests of what is built on specs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.errors import InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split
from ragen_bench.splits import Task

_HERE = "tests.evaluation.toy_sums"


@dataclass(frozen=True, slots=True)
class SumsConfig:
    """Numbers below `limit`; `words` changes only how they are shown."""

    limit: int = 200
    words: bool = field(default=False, metadata={"display": True})


class SumsTasks:
    """Two numbers to be added."""

    def generate(self, rng: Rng, config: SumsConfig, split: str) -> Task | None:
        a, b = rng.below(config.limit), rng.below(config.limit)
        return {"a": a, "b": b, "family": f"tens {a // 10}"}

    def canonical(self, task: Task) -> str:
        return f"{min(task['a'], task['b'])}+{max(task['a'], task['b'])}"

    def validate(self, task: Mapping[str, Any], config: SumsConfig) -> Task:
        if not isinstance(task.get("a"), int):
            raise InvalidTask("a", task.get("a"), "a whole number")
        return {"family": "given", **task}

    def perturb(self, task: Task, rng: Rng) -> Task:
        return {**task, "a": task["a"] + 1}


class SumsEnv(TextEnv):
    """Say the sum."""

    _said: int | None = None

    def begin(self, task: Task) -> None:
        self._said = None

    def observe(self) -> str:
        return f"{self._task['a']} + {self._task['b']} = ?  | `say`"

    def parse(self, text: str) -> int:
        word, _, number = text.partition(" ")
        if word != "say" or not number.isdecimal():
            raise InvalidAction("unreadable", "That was no `say N` | with N in digits.")
        return int(number)

    def apply(self, action: int) -> bool:
        self._said = action
        if action == self._task["a"] + self._task["b"]:
            self.pay("correct", 1.0)
            self.finish()
        return True

    def result(self) -> tuple[bool, float]:
        right = self._said == self._task["a"] + self._task["b"]
        return right, float(right)

    def snapshot(self) -> dict[str, Any]:
        return {"said": self._said}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        self._said = state["said"]

    def sample_action(self, rng: Rng) -> str:
        """Any sum from 0 to 398, uniformly."""
        return f"say {rng.below(399)}"


class SumsOracle:
    """Adds."""

    def act(self, env: Any) -> str:
        task = env.unwrapped.task
        return f"say {task['a'] + task['b']}"


class SayTheFirst:
    """A cheap policy of its own: the first number."""

    def act(self, env: Any) -> str:
        return f"say {env.unwrapped.task['a']}"


_SPLITS = (Split("train", None), Split("validation", 20), Split("test", 600), Split("test_ood", 20))

SPECS = (
    EnvSpec(
        namespace="toy",
        name="Sums",
        version=2,
        entry_point=f"{_HERE}:SumsEnv",
        tasks=f"{_HERE}:SumsTasks",
        oracle=f"{_HERE}:SumsOracle",
        presets=(
            Preset("easy", SumsConfig(40), max_turns=1, splits=(Split("test", 3, "so few sums"),)),
            Preset("medium", SumsConfig(), max_turns=2, max_actions_per_turn=2, ranked=True),
        ),
        reward=RewardSpec(
            (
                RewardTerm("correct", "+1", "the sum is said"),
                RewardTerm("invalid", "-0.1", "a reply that cannot be read"),
            ),
            success="the last number said is the sum",
            score="1 on success, else 0",
            low=-0.2,
            high=1.0,
        ),
        instruction="Add the numbers. Say the sum: `say N`.",
        example="say 7",
        action_grammar="`say N` with N in digits",
        invalid_example="seven",
        summary="Sums of two numbers.",
        separator="||",
        splits=_SPLITS,
        heuristics={"first_number": f"{_HERE}:SayTheFirst", "reference_adder": f"{_HERE}:SumsOracle"},
        tags=("arithmetic",),
        differences=("Much smaller than anything published.",),
        exploits=(("saying every number in one reply", "one_chunk_is_bounded"),),
        history=((2, "a second version"), (1, "the first")),
    ),
    EnvSpec(
        namespace="toy",
        name="Sums",
        version=1,
        entry_point=f"{_HERE}:SumsEnv",
        tasks=f"{_HERE}:SumsTasks",
        oracle=f"{_HERE}:SumsOracle",
        presets=(Preset("medium", SumsConfig(), max_turns=1),),
        reward=RewardSpec((RewardTerm("correct", "+1", "x"),), success="x", score="x"),
        instruction="Add.",
        example="say 7",
        action_grammar="`say N`",
        invalid_example="seven",
        summary="Sums.",
        splits=_SPLITS,
        track="@public:sums@1",
    ),
)
