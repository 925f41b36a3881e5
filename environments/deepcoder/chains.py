"""Pipelines: problems composed of stages, drawn one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ragen_bench.environments.deepcoder.family import Value, code_of, fill
from ragen_bench.environments.deepcoder.reference import define
from ragen_bench.environments.deepcoder.selection import select_tests
from ragen_bench.environments.deepcoder.stages import ENDINGS, HELD_OUT, STAGES, Stage
from ragen_bench.rng import Rng, canonical_json
from ragen_bench.splits import Task

ENTRY = "run"
#: Hidden tests whose output must change when a stage is left out.
_MATTERS = 2
_STAGE_BY_NAME = {stage.name: stage for stage in (*STAGES, *HELD_OUT)}
_ENDING_BY_NAME = {ending[0]: ending for ending in ENDINGS}

Function = Callable[[list[int]], list[int]]


@dataclass(frozen=True, slots=True)
class Step:
    """A stage with its blanks filled."""

    stage: Stage
    form: tuple[tuple[str, Value], ...]

    @property
    def text(self) -> str:
        """The stage's name and the codes in it; the same for the same step."""
        return " ".join([self.stage.name, *(f"{name}={code_of(value)}" for name, value in self.form)])

    def function(self) -> Function:
        """What the step does to a list, for use in this process."""
        return _function(self.text, fill(self.stage.code, dict(self.form), words=False))


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps in order, and how the result is handed back."""

    steps: tuple[Step, ...]
    ending: str

    @property
    def family(self) -> str:
        """The kinds of its stages, in order."""
        return "pipeline: " + ", ".join(step.stage.kind for step in self.steps)

    @property
    def text(self) -> str:
        """Steps and ending as one text, which `read_chain` reads."""
        return " | ".join([*(step.text for step in self.steps), self.ending])

    def canonical(self) -> str:
        """The same for pipelines whose steps differ in order only: some orders give the same program."""
        return canonical_json([sorted(step.text for step in self.steps), self.ending])

    def statement(self) -> str:
        """What is asked."""
        steps = [
            f"{number}. {fill(step.stage.words, dict(step.form), words=True)}"
            for number, step in enumerate(self.steps, start=1)
        ]
        return (
            "`values` is a list of 0 to 40 integers from -99 to 99. Do the following with it, one step after "
            "the other, each on the list that the step before it left. Any list on the way may be empty.\n\n"
            + "\n".join([*steps, f"{len(steps) + 1}. {_ENDING_BY_NAME[self.ending][2]}"])
        )

    def starter(self) -> str:
        """The line that the function begins with."""
        return f"def {ENTRY}(values: list[int]) -> {_ENDING_BY_NAME[self.ending][1]}:"

    def program(self, steps: Sequence[Step] | None = None) -> str:
        """The function; with `steps`, the one that does these steps instead."""
        lines = ["xs = list(values)"]
        for step in self.steps if steps is None else steps:
            lines += fill(step.stage.code, dict(step.form), words=False).split("\n")
        lines.append(_ENDING_BY_NAME[self.ending][3])
        return f"def {ENTRY}(values):\n" + "".join(f"    {line}\n" for line in lines)


def draw_chain(rng: Rng, low: int, high: int, held_out: bool) -> Chain:
    """A pipeline of `low` to `high` stages of different kinds; with `held_out`, exactly one of HELD_OUT."""
    wanted = rng.between(low, high)
    stages: list[Stage] = [rng.choice(HELD_OUT)] if held_out else []
    while len(stages) < wanted:
        stage = rng.choice(STAGES)
        if all(stage.kind != other.kind for other in stages):
            stages.append(stage)
    steps = tuple(Step(stage, _form(stage, rng)) for stage in rng.shuffled(stages))
    return Chain(steps, rng.choice(ENDINGS)[0])


def read_chain(text: object) -> Chain | None:
    """The pipeline that `Chain.text` wrote; None where the text is none."""
    if not isinstance(text, str) or len(text) > 2000:
        return None
    *parts, ending = text.split(" | ")
    steps = [_read_step(part) for part in parts]
    if ending not in _ENDING_BY_NAME or not 1 <= len(steps) <= 12 or None in steps:
        return None
    chain = Chain(tuple(step for step in steps if step is not None), ending)
    return chain if chain.text == text else None


def _read_step(part: str) -> Step | None:
    name, *settings = part.split(" ")
    stage = _STAGE_BY_NAME.get(name)
    if stage is None or len(settings) != len(stage.parameters):
        return None
    form: list[tuple[str, Value]] = []
    for (parameter, values), setting in zip(sorted(stage.parameters.items()), settings, strict=True):
        found = [value for value in values if f"{parameter}={code_of(value)}" == setting]
        if not found:
            return None
        form.append((parameter, found[0]))
    return Step(stage, tuple(form))


def _form(stage: Stage, rng: Rng) -> tuple[tuple[str, Value], ...]:
    return tuple((name, rng.choice(values)) for name, values in sorted(stage.parameters.items()))


def build_chain(chain: Chain, rng: Rng, hidden: int, shown: int) -> Task | None:
    """The task of a pipeline; None where a stage does not matter or tests cannot be had."""
    if not _every_stage_matters(chain, rng):
        return None
    program = chain.program()
    edges = [[[]], [[rng.between(1, 30)]], [[rng.between(-30, 30)] * rng.between(2, 6)]]
    wrong = _wrong(chain, rng)
    selected = select_tests(program, wrong, ENTRY, edges, lambda: _input(rng), hidden, shown)
    if selected is None:
        return None
    tests, examples = selected
    return {
        "prompt": chain.statement(),
        "starter_code": chain.starter(),
        "entry": ENTRY,
        "examples": examples,
        "tests": tests,
        "family": chain.family,
        "grade": 0,
        "values": {"chain": chain.text},
        "program": program,
        "wrong": wrong,
    }


def another_chain(chain: Chain, rng: Rng) -> Chain | None:
    """The pipeline with one value changed; where its stages have none, with another ending."""
    for position in rng.shuffled(range(len(chain.steps))):
        step = chain.steps[position]
        for name, old in rng.shuffled(step.form):
            others = [v for v in step.stage.parameters[name] if code_of(v) != code_of(old)]
            if others:
                value = rng.choice(others)
                form = tuple((n, value if n == name else v) for n, v in step.form)
                steps = (*chain.steps[:position], Step(step.stage, form), *chain.steps[position + 1 :])
                return Chain(steps, chain.ending)
    return Chain(chain.steps, rng.choice([ending[0] for ending in ENDINGS if ending[0] != chain.ending]))


def _input(rng: Rng) -> list[Any]:
    count = rng.between(7, 18)
    # Numbers that come up again give steps about equal numbers something to do.
    pool = [rng.between(-25, 60) for _ in range(max(4, count * 3 // 4))]
    return [[rng.choice(pool) for _ in range(count)]]


@lru_cache(maxsize=8192)
def _function(step: str, code: str) -> Function:
    lines = "".join(f"    {line}\n" for line in code.split("\n"))
    return define(f"def {ENTRY}(xs):\n{lines}    return xs\n", ENTRY)


def _apply(functions: Sequence[Function], values: list[int]) -> list[int]:
    xs = list(values)
    for function in functions:
        xs = function(xs)
    return xs


def _every_stage_matters(chain: Chain, rng: Rng) -> bool:
    inputs = [_input(rng)[0] for _ in range(6)]
    functions = [step.function() for step in chain.steps]
    wanted = [_apply(functions, values) for values in inputs]
    if sum(bool(xs) for xs in wanted) < len(inputs) - 1:
        # A list that ends up empty says nothing of the steps behind it.
        return False
    for left_out in range(len(functions)):
        rest = [*functions[:left_out], *functions[left_out + 1 :]]
        differ = sum(_apply(rest, values) != xs for values, xs in zip(inputs, wanted, strict=True))
        if differ < _MATTERS:
            return False
    return True


def _wrong(chain: Chain, rng: Rng) -> str:
    """The program with two neighbouring steps swapped where that shows, else without one of them."""
    steps = list(chain.steps)
    inputs = [_input(rng)[0] for _ in range(4)]
    functions = [step.function() for step in steps]
    wanted = [_apply(functions, values) for values in inputs]
    for at in rng.shuffled(range(len(steps) - 1)):
        order = [*range(at), at + 1, at, *range(at + 2, len(steps))]
        swapped = [functions[i] for i in order]
        if any(_apply(swapped, values) != xs for values, xs in zip(inputs, wanted, strict=True)):
            return chain.program([steps[i] for i in order])
    at = rng.below(len(steps))
    return chain.program([*steps[:at], *steps[at + 1 :]])
