"""Seeded DeepCoder tasks, and the rows of public data sets.

A task holds the prompt, hidden tests, examples that are no hidden tests, and, where it was generated, the
values it was made from, the reference program and a plausible wrong one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragen_bench.environments.deepcoder import public
from ragen_bench.environments.deepcoder.chains import another_chain, build_chain, draw_chain, read_chain
from ragen_bench.environments.deepcoder.config import DeepCoderConfig
from ragen_bench.environments.deepcoder.drawing import another_form, build, codes_of, draw_form, form_of
from ragen_bench.environments.deepcoder.families import families, of_grade
from ragen_bench.environments.deepcoder.selection import fails
from ragen_bench.environments.deepcoder.task_fields import checked
from ragen_bench.rng import Rng, canonical_json
from ragen_bench.splits import Task, home

NAME = "DeepCoder"
#: Changed forms tried before a task is changed by what it must hand back.
_TRIES = 30


class DeepCoderTasks:
    """The task source of DeepCoder."""

    def generate(self, rng: Rng, config: DeepCoderConfig, split: str) -> Task | None:
        """One candidate, or None when the draw is refused."""
        held_out = split == "test_ood"
        if config.grade == 0:
            chain = draw_chain(rng, config.stages_low, config.stages_high, held_out)
            # Tests cost a hundred times what a form does, so a form of another split is left out at once.
            if home(NAME, chain.canonical()) != split:
                return None
            return build_chain(chain, rng, config.hidden, config.shown)
        family = rng.choice(of_grade(config.grade, held_out))
        form = draw_form(family, rng)
        if form is None or home(NAME, _canonical(family.key, codes_of(form))) != split:
            return None
        return build(family, form, rng, config.hidden, config.shown)

    def canonical(self, task: Task) -> str:
        """The family and its values, without tests; the prompt's words where there are no values."""
        chain = read_chain(task.get("values", {}).get("chain"))
        if chain is not None:
            return chain.canonical()
        if task.get("values"):
            return _canonical(task["family"], task["values"])
        return " ".join(task["prompt"].casefold().split())

    def validate(self, task: Mapping[str, Any], config: DeepCoderConfig) -> Task:
        """A task given by hand: a prompt and tests; see `task_fields`.

        Raises:
            InvalidTask: names the field.
        """
        return checked(task)

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The problem with one value changed, so that the program that was right fails.

        Where a task says nothing of what it was made from, it is to hand back one more thing.
        """
        hidden, shown = max(10, len(task["tests"])), max(1, len(task["examples"]))
        for _ in range(_TRIES):
            changed = _changed(task, rng, hidden, shown)
            if changed is not None and any(_fails(task, test) for test in changed["tests"]):
                return changed
        return _with_a_further_number(task, rng.between(100, 999))

    def rows(self, config: DeepCoderConfig, split: str) -> Sequence[Task]:
        """The tasks of one split of the configured public data set."""
        return public.rows(config.data, split, config.since, config.until)

    def revision(self, config: DeepCoderConfig) -> str:
        """The revision of the configured public data set."""
        return public.revision_of(config.data)


def _canonical(key: str, codes: Mapping[str, int | str]) -> str:
    return f"{key}: {canonical_json(dict(codes))}"


def _changed(task: Task, rng: Rng, hidden: int, shown: int) -> Task | None:
    chain = read_chain(task["values"].get("chain"))
    if chain is not None:
        other = another_chain(chain, rng)
        return None if other is None else build_chain(other, rng, hidden, shown)
    family = families().get(task["family"])
    if family is None or (form := form_of(family, task["values"])) is None:
        return None
    changed = another_form(family, form, rng)
    return None if changed is None else build(family, changed, rng, hidden, shown)


def _fails(task: Task, test: dict[str, Any]) -> bool:
    """Whether the right program of `task` fails a test of another form."""
    # Not task["program"]: a task by hand may hold anything there, and this runs in this process.
    rebuilt = _program_of(task)
    return rebuilt is None or fails(rebuilt, task["entry"], test)


def _program_of(task: Task) -> str | None:
    from ragen_bench.environments.deepcoder.family import fill

    chain = read_chain(task["values"].get("chain"))
    if chain is not None:
        return chain.program()
    family = families().get(task["family"])
    form = form_of(family, task["values"]) if family is not None else None
    return None if family is None or form is None else fill(family.reference, form, words=False)


def _with_a_further_number(task: Task, number: int) -> Task:
    if task["entry"]:
        asked = f"Return a list of two items: what is asked for above, and the number {number}."

        def more(output: Any) -> Any:
            return [output, number]
    else:
        asked = f"After that, print one more line with the number {number}."

        def more(output: Any) -> Any:
            text = output.rstrip()
            return f"{text}\n{number}\n" if text else f"{number}\n"

    return {
        **task,
        "prompt": f"{task['prompt'].rstrip()}\n\n{asked}",
        "examples": [{**test, "output": more(test["output"])} for test in task["examples"]],
        "tests": [{**test, "output": more(test["output"])} for test in task["tests"]],
        "values": {},
        "program": "",
        "wrong": "",
    }


TASKS = DeepCoderTasks()
