"""Seeded Lean tasks: a statement, and a proof as an agent would send it, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragen_bench.environments.lean import fixed_lists
from ragen_bench.environments.lean.canonical import canonical
from ragen_bench.environments.lean.checking import Statement, StatementError
from ragen_bench.environments.lean.config import LeanConfig
from ragen_bench.environments.lean.generation.drawing import draw
from ragen_bench.environments.lean.generation.families import may_fall
from ragen_bench.environments.lean.perturbing import perturbed
from ragen_bench.errors import InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

_FIELDS = ("statement", "classical", "imports", "family", "proof")
_LONGEST_STATEMENT = 8000
_LONGEST_STEP = 4096
_MOST_STEPS = 200


class LeanTasks:
    """The task source of Lean."""

    def generate(self, rng: Rng, config: LeanConfig, split: str) -> Task | None:
        """One candidate, or None when the draw is refused."""
        steps = (config.steps_low, config.steps_high)
        return draw(rng, config.grade, steps, config.distractors, split == "test_ood")

    def accept(self, task: Task, config: LeanConfig) -> bool:
        """Whether no line of automation proves the statement, where the preset asks for that."""
        if not config.refuse_sprays or not may_fall(task["family"]):
            return True
        from ragen_bench.environments.lean.automation import proved_by_a_spray

        return not proved_by_a_spray(statement_of(task))

    def canonical(self, task: Task) -> str:
        """The statement up to names and order (see `canonical`)."""
        return f"{task.get('classical', False)} {canonical(task['statement'])}"

    def validate(self, task: Mapping[str, Any], config: LeanConfig) -> Task:
        """A task given by hand; its proof, if any, is believed, since only the oracle uses it.

        Raises:
            InvalidTask: names the field.
        """
        for key in task:
            if key not in _FIELDS:
                raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
        statement = task.get("statement")
        if not isinstance(statement, str) or not 1 <= len(statement.strip()) <= _LONGEST_STATEMENT:
            raise InvalidTask("statement", statement, f"a text of 1 to {_LONGEST_STATEMENT:,} characters")
        classical = task.get("classical", False)
        if not isinstance(classical, bool):
            raise InvalidTask("classical", classical, "true or false")
        imports = task.get("imports", [])
        if not _texts(imports, 40, 400):
            raise InvalidTask("imports", imports, "a list of at most 40 lines")
        family = task.get("family", "given")
        if not isinstance(family, str) or not 1 <= len(family) <= 200:
            raise InvalidTask("family", family, "a short text")
        proof = task.get("proof", [])
        if not _texts(proof, _MOST_STEPS, _LONGEST_STEP):
            raise InvalidTask("proof", proof, f"a list of at most {_MOST_STEPS} steps")
        made = {
            "statement": statement.strip(),
            "classical": classical,
            "imports": list(imports),
            "family": family,
            "proof": list(proof),
        }
        if config.checker == "embedded" and not imports:
            from ragen_bench.environments.lean.backends import checker_for

            try:
                checker_for("embedded").check(statement_of(made), (), None)
            except StatementError as error:
                raise InvalidTask("statement", statement, f"within reach of the checker ({error})") from error
        return made

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The statement with one hypothesis changed, so that the old proof fails; with a new proof."""
        return perturbed(task, rng)

    def rows(self, config: LeanConfig, split: str) -> Sequence[Task]:
        """The statements of one split of the configured list."""
        return fixed_lists.rows(config.data, split)

    def revision(self, config: LeanConfig) -> str:
        """The revision of the configured list."""
        return fixed_lists.revision_of(config.data)


def statement_of(task: Mapping[str, Any]) -> Statement:
    """What a checker is given of a task."""
    return Statement(task["statement"], task["classical"], tuple(task["imports"]))


def _texts(value: object, most: int, longest: int) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) <= most
        and all(isinstance(item, str) and len(item) <= longest for item in value)
    )


TASKS = LeanTasks()
