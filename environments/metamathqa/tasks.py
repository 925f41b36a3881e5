"""Seeded MetaMathQA tasks, and the rows of public data sets.

A task holds the question, its answer, its family and, where it was generated, the program by which the answer
follows from the numbers of the question (see `program`), so that anyone can check it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ragen_bench.environments.metamathqa import public
from ragen_bench.environments.metamathqa.answers import is_readable, number
from ragen_bench.environments.metamathqa.config import MetaMathQAConfig
from ragen_bench.environments.metamathqa.program import (
    MAX_LENGTH,
    Number,
    Undefined,
    has_unknown,
    is_program,
    numbers_in,
    replace_number,
    run,
    solve,
)
from ragen_bench.environments.metamathqa.shortcuts import LEAST_ANSWER, solved_by_shortcut
from ragen_bench.environments.metamathqa.stories import stories
from ragen_bench.environments.metamathqa.writing import add_asides, draft, finish, sensible, unknowns
from ragen_bench.errors import InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

_FIELDS = ("question", "answer", "family", "program")
#: Drafts in one candidate before it is refused.
_TRIES = 4
#: Of 10 questions, those that ask for an unknown x.
_BACKWARD = 3
_LONGEST_QUESTION = 8000
_LONGEST_ANSWER = 400


class MetaMathQATasks:
    """The task source of MetaMathQA."""

    def generate(self, rng: Rng, config: MetaMathQAConfig, split: str) -> Task | None:
        """One candidate, or None when the draw is refused."""
        story = rng.choice(stories(split == "test_ood"))
        for _ in range(_TRIES):
            made = draft(rng, story, config)
            if made is None:
                continue
            draft_, ending = made
            if config.asides:
                add_asides(draft_, rng, config.asides)
            unknown = None
            answer: Number = draft_.results[-1]
            if rng.below(10) < _BACKWARD:
                possible = unknowns(draft_, LEAST_ANSWER if config.refuse_shortcuts else 2)
                # A result that is no whole number is no number of the text that could be changed.
                if possible and isinstance(answer, int):
                    unknown = rng.choice(possible)
                    answer = draft_.values[unknown]
            question, program = finish(draft_, ending, rng, unknown)
            return {"question": question, "answer": plain(answer), "family": story.key, "program": program}
        return None

    def accept(self, task: Task, config: MetaMathQAConfig) -> bool:
        """Whether x is determined, and no rule of thumb finds the answer."""
        numbers, program = numbers_in(task["question"]), task["program"]
        answer = Fraction(task["answer"])
        try:
            if has_unknown(program) and solve(program, numbers, numbers[-1]) != answer:
                return False
        except Undefined:
            return False
        if not config.refuse_shortcuts:
            return True
        if answer.denominator > 1:
            return True
        return answer >= LEAST_ANSWER and not solved_by_shortcut(numbers, int(answer))

    def canonical(self, task: Task) -> str:
        """The family and the program with its numbers and x filled in: wording makes no other question."""
        program = task.get("program", "")
        if not program:
            return " ".join(task["question"].casefold().split())
        numbers = numbers_in(task["question"])
        tokens = program.replace(";", " ;").split()
        filled = [
            task["answer"] if token == "x" else str(numbers[int(token[1:])]) if token[0] == "#" else token
            for token in tokens
        ]
        return f"{task['family']}: {' '.join(filled)}"

    def validate(self, task: Mapping[str, Any], config: MetaMathQAConfig) -> Task:
        """A task given by hand: a question and its answer, and a program only if it leads to the answer.

        Raises:
            InvalidTask: names the field.
        """
        for key in task:
            if key not in _FIELDS:
                raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
        question, answer = task.get("question"), task.get("answer")
        if not isinstance(question, str) or not 1 <= len(question.strip()) <= _LONGEST_QUESTION:
            raise InvalidTask("question", question, f"a text of 1 to {_LONGEST_QUESTION:,} characters")
        if not isinstance(answer, str) or len(answer) > _LONGEST_ANSWER or not is_readable(answer):
            raise InvalidTask(
                "answer", answer, f"a text with a digit or letter, at most {_LONGEST_ANSWER} long"
            )
        family = task.get("family", "given")
        if not isinstance(family, str) or not 1 <= len(family) <= 60:
            raise InvalidTask("family", family, "a short text")
        program = task.get("program", "")
        if not isinstance(program, str) or (program and not _leads_to(program, question, answer)):
            raise InvalidTask(
                "program", program, f'"" or at most {MAX_LENGTH} long and leading to the answer'
            )
        return {"question": question, "answer": answer, "family": family, "program": program}

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The same question with one number changed, so that the answer differs.

        Without a program nobody knows what a number does, so such a question is told to add something to its
        answer instead.

        Raises:
            InvalidTask: it has no program, and its answer is no number.
        """
        if task.get("program"):
            for attempt in range(400):
                changed = _changed(task, rng, 1 + attempt // 40)
                if changed is not None:
                    return changed
        value = number(task["answer"])
        if value is None:
            raise InvalidTask("answer", task["answer"], "a number where the task has no program")
        more = rng.between(3, 29)
        question = f"{task['question'].rstrip()} Add {more} to that number and give the sum."
        return {"question": question, "answer": plain(value + more), "family": task["family"], "program": ""}

    def rows(self, config: MetaMathQAConfig, split: str) -> Sequence[Task]:
        """The tasks of one split of the configured public data set."""
        return public.rows(config.data, split)

    def revision(self, config: MetaMathQAConfig) -> str:
        """The revision of the configured public data set."""
        return public.revision_of(config.data)


def plain(value: Number) -> str:
    """A number as an answer: no separators, a fraction as 7/3."""
    return str(value)


def _leads_to(program: str, question: str, answer: str) -> bool:
    value = number(answer)
    if value is None or not is_program(program):
        return False
    numbers = numbers_in(question)
    try:
        if has_unknown(program):
            return bool(numbers) and solve(program, numbers, numbers[-1]) == value
        return run(program, numbers) == value
    except Undefined:
        return False


def _changed(task: Task, rng: Rng, reach: int) -> Task | None:
    """One try to change a number that matters, by up to about `reach` thirds of it."""
    question, program = task["question"], task["program"]
    numbers = numbers_in(question)
    old = Fraction(task["answer"])
    whole = old.denominator == 1
    if has_unknown(program):
        # The unknown moves, and the stated result, the last number, with it.
        answer = old + rng.between(1, reach * max(3, int(old) // 3)) * rng.choice((-1, 1))
        position = len(numbers) - 1
        try:
            result = run(program, numbers, answer.numerator if whole else answer)
        except Undefined:
            return None
        if not isinstance(result, int) or result == numbers[-1] or result < 1 or answer < 2:
            return None
        value, new = result, answer
    else:
        used = sorted({int(token[1:]) for token in program.replace(";", " ").split() if token[0] == "#"})
        position = rng.choice(used)
        value = numbers[position] + rng.between(1, reach * max(3, numbers[position] // 3)) * rng.choice(
            (-1, 1)
        )
        if value < 2:
            return None
        try:
            others = [*numbers[:position], value, *numbers[position + 1 :]]
            countable = _is_whole_throughout(program, numbers)
            new = Fraction(run(program, others, None, lambda result: sensible(result, countable)))
        except Undefined:
            return None
    if new == old:
        return None
    text = replace_number(question, position, value)
    if numbers_in(text)[position] != value:
        return None
    return {**task, "question": text, "answer": plain(new), "family": task["family"]}


def _is_whole_throughout(program: str, numbers: Sequence[int]) -> bool:
    """Whether no fraction occurs on the way, so that none may occur after a change either."""
    try:
        run(program, numbers, None, lambda value: isinstance(value, int))
    except Undefined:
        return False
    return True


TASKS = MetaMathQATasks()
