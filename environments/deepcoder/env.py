"""The DeepCoder environment."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.deepcoder.heuristics import random_program
from ragen_bench.environments.deepcoder.submission import MAX_LENGTH, check_program, program_of
from ragen_bench.environments.deepcoder.verdict import Result, run_tests, shared_sandbox
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

if TYPE_CHECKING:
    from ragen_bench.environments.deepcoder.sandbox import Limits

#: Characters of a value or a message that feedback on an example shows.
_SHOWN = 300
#: Published tests are larger than generated ones, and their authors allow more time.
_PUBLIC_CPU_S, _PUBLIC_WALL_S, _PUBLIC_TOTAL_S = 6.0, 12.0, 120.0
#: Where an object lies differs from run to run.
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")


class DeepCoderEnv(TextEnv):
    """Write a Python program that passes hidden tests.

    | | |
    |---|---|
    | Action | a Python program, fences allowed |
    | Turns | 1; 4 in `retries` |
    | Reward | 1 when all hidden tests pass; in `share`, the share of them |
    | Luck | none: replicas are equal |

    ## Description
    The agent reads a problem with examples and answers with a program. The program runs in a sandbox on
    hidden tests, of which no example is one. Expected outputs and the verdict never enter the sandbox.

    ## Action space
    Text with a whole Python program, at most 20,000 characters: the last block fenced as Python, else the
    last fenced block, else all of the text. A text that holds no program, does not mention the function that
    is asked for, prints nothing where output is asked for, or is not valid Python is invalid.

    ## Observation space
    The problem, the line that a function begins with, and examples; in `retries` also how many tries are
    left, and after a try what it gave on each example.

    ## Starting state
    A problem whose reference program passes all tests and whose plausible wrong program does not.

    ## Rewards
    `tests` pays 1 when all hidden tests pass; in the preset `share`, the share of them that do.

    ## Episode end
    Terminates when all hidden tests pass, and after the last try.

    ## Information
    Beside the common keys, `passed` and `total`: hidden tests of the last program. A run that stops at its
    first failures counts the rest as not passed.

    ## Arguments
    The fields of `DeepCoderConfig`, and `max_turns`, the number of tries.

    ## Version history
    v1: first version.
    """

    max_action_length: ClassVar[int] = MAX_LENGTH
    max_observation_length: ClassVar[int] = 131_072

    def rules(self) -> str:
        """The instruction, with the time that a test may take."""
        return (
            f"{self.env_spec.instruction} A test may take {self._limits().cpu_s:g} seconds of processor time."
        )

    def begin(self, task: Task) -> None:
        """No program has run."""
        self._passed = 0
        self._runs = 0
        self._best = 0.0

    def observe(self) -> str:
        """The problem, its starter code and examples, and the tries that are left where there are several."""
        left = self.max_turns - self.turn
        if self.max_turns == 1 or self.over or left < 1:
            return problem_text(self._task)
        return f"{problem_text(self._task)}\n\nTries left: {left}"

    def parse(self, text: str) -> str:
        """The program in a reply; what is no Python is found out when it runs."""
        program = program_of(text)
        check_program(program, self._task["entry"])
        return program

    def example(self) -> str:
        """A program that has the right form for the task."""
        entry = self._task.get("entry", "") if self._started else ""
        holder, _, method = entry.rpartition(".")
        if holder:
            return f"```python\nclass {holder}:\n    def {method}(self, *arguments):\n        return 0\n```"
        if method:
            return f"```python\ndef {method}(*arguments):\n    return 0\n```"
        return self.env_spec.example

    def apply(self, action: str) -> bool:
        """Runs the program on the hidden tests, before them on the examples where there are more tries."""
        feedback: list[str] = []
        if self.max_turns > 1:
            examples = self._run(action, self._task["examples"], False)
            feedback = example_feedback(self._task, examples)
        result = self._run(action, self._task["tests"], self.config.reward == "all")
        self._runs += 1
        self._passed = result.passed
        gain = float(result.all_passed) if self.config.reward == "all" else result.share - self._best
        if gain > 0:
            # A later try pays only for what it passes more than the best before it.
            self.pay("tests", gain)
            self._best += gain
        if result.all_passed:
            self.finish()
        for line in feedback:
            self.say(line)
        if self.max_turns > 1:
            self.say("All hidden tests pass." if result.all_passed else "Not all hidden tests pass.")
        return True

    def result(self) -> tuple[bool, float]:
        """Success when all hidden tests pass; the score is what was paid."""
        return self._best >= 1.0 - 1e-9, min(1.0, self._best)

    def extra_info(self) -> dict[str, Any]:
        """Hidden tests of the last program."""
        return {"passed": self._passed, "total": len(self._task["tests"])}

    def snapshot(self) -> dict[str, Any]:
        """What the programs so far have reached."""
        return {"passed": self._passed, "runs": self._runs, "best": self._best}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """The inverse of `snapshot`."""
        self._passed, self._runs, self._best = state["passed"], state["runs"], state["best"]

    def sample_action(self, rng: Rng) -> str:
        """One of a few one-line programs, each with equal chance."""
        return random_program(self._task.get("entry", ""), rng)

    def _run(self, program: str, tests: list[dict[str, Any]], until_failure: bool) -> Result:
        result = run_tests(
            program,
            tests,
            limits=self._limits(),
            sandbox=shared_sandbox(self.config.sandbox),
            entry=self._task["entry"],
            until_failure=until_failure,
        )
        if "syntax" in result.statuses:
            raise InvalidAction("unreadable", "The program is not valid Python.")
        return result

    def _limits(self) -> Limits:
        from ragen_bench.environments.deepcoder.sandbox import Limits

        if not self.config.data:
            return Limits()
        return Limits(cpu_s=_PUBLIC_CPU_S, wall_s=_PUBLIC_WALL_S, total_s=_PUBLIC_TOTAL_S)


def problem_text(task: Task) -> str:
    """What the agent reads: the problem, the form of the program, the examples."""
    parts = [task["prompt"].strip()]
    if task["starter_code"]:
        parts.append(f"Write a Python program that begins like this:\n\n{task['starter_code'].rstrip()}")
    elif task["entry"]:
        parts.append(f"Write a Python program that defines the function {task['entry']}.")
    else:
        parts.append("Write a Python program that reads standard input and prints the output.")
    for number, test in enumerate(task["examples"], start=1):
        if task["entry"]:
            call = f"{task['entry']}({', '.join(map(repr, test['input']))})"
            parts.append(f"Example {number}:\n{call}\nreturns\n{test['output']!r}")
        else:
            parts.append(
                f"Example {number}, input:\n{test['input'].rstrip()}\noutput:\n{test['output'].rstrip()}"
            )
    return "\n\n".join(parts)


def example_feedback(task: Task, result: Result) -> list[str]:
    """One line for each example: passed, or what the program gave."""
    lines = []
    for number, (status, output) in enumerate(zip(result.statuses, result.outputs, strict=True), start=1):
        if status == "passed":
            lines.append(f"Example {number}: passed.")
        elif status == "wrong":
            lines.append(f"Example {number}: wrong, your program gave {_written(output)}.")
        else:
            message = result.message if result.first_failure == number - 1 else ""
            lines.append(f"Example {number}: {status}{f', {_message(message)}' if message else ''}.")
    return lines


def _written(output: Any) -> str:
    try:
        return _cut(json.dumps(output))
    except (ValueError, RecursionError):  # more digits than may be written, or nesting without end
        return "a value that is too large to show"


def _message(text: str) -> str:
    # What is quoted back must neither begin a line of its own nor differ from run to run.
    return _cut(_ADDRESS.sub("0x0", text).encode("unicode_escape").decode())


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
