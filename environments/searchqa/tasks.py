"""Seeded SearchQA tasks. What an agent sees of one is its question."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ragen_bench.environments.searchqa import hotpotqa
from ragen_bench.environments.searchqa.chains import Plan, Solution, draw_plan, is_ood, solve
from ragen_bench.environments.searchqa.checking import check_task
from ragen_bench.environments.searchqa.config import SearchConfig
from ragen_bench.environments.searchqa.corpora import world_index, world_of
from ragen_bench.environments.searchqa.questions import name_anchors, word_question
from ragen_bench.environments.searchqa.scoring import normalise
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

#: Passages in which a page must be found, and a shortcut must not be. No option changes it, so that options
#: of the search do not change which questions are asked.
_LOOKED_AT = 3
#: Draws of a chain in one candidate before it is refused.
_TRIES = 24
#: Other anchors that `perturb` tries.
_OTHERS = 400


class SearchTasks:
    """The task source of SearchQA.

    Every split has a world of its own, so that what is learnt by heart in training is worth nothing in a
    test, and so has every salt of the fresh split.

    Args:
        salt: of the fresh split that tasks are drawn for.
    """

    def __init__(self, salt: str = "") -> None:
        self._salt = salt

    def salted(self, salt: str) -> SearchTasks:
        """The source for fresh:SALT."""
        return SearchTasks(salt)

    def generate(self, rng: Rng, config: SearchConfig, split: str) -> Task | None:
        """One candidate, or None when the draw is refused."""
        world_name = split
        if split == "fresh":
            world_name = f"fresh {hashlib.sha256(self._salt.encode()).hexdigest()[:16]}"
        world = world_of(world_name, config.documents)
        comparing = config.comparisons > 0 and rng.below(100) < config.comparisons
        for _ in range(_TRIES):
            plan = draw_plan(world, config.hops, comparing, rng)
            if plan is None or is_ood(plan.family) != (split == "test_ood"):
                continue
            task = _task(plan, world_name, config.documents, rng)
            if task is not None:
                return task
        return None

    def accept(self, task: Task, config: SearchConfig) -> bool:
        """Whether every page can be found by its name, and no first search shows the answer."""
        return _sound(task)

    def canonical(self, task: Task) -> str:
        """The chain and what it starts from, whatever the wording and the world."""
        plan = task["plan"]
        if "relations" not in plan:
            return " ".join(normalise(task["question"]))
        anchors = "|".join(sorted(name.casefold() for name in plan["anchors"]))
        return f"{plan['compare']} {' > '.join(plan['relations'])}|{anchors}"

    def validate(self, task: Mapping[str, Any], config: SearchConfig) -> Task:
        """A task given by hand. Only question and answers are needed; its world is train's by default.

        Raises:
            InvalidTask: names the field.
        """
        return check_task(task, config)

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The same question about something else, so that the answer differs.

        A task without a plan gives way to another question: of the same public rows, or of its world.
        """
        plan = task["plan"]
        if "relations" not in plan:
            if not task["documents"]:
                return hotpotqa.another(task, rng)
            return self._other_question(task, rng)
        world = world_of(task["world"], task["documents"])
        kind = world.by_name[plan["anchors"][0].casefold()].kind
        for _ in range(_OTHERS):
            others = rng.sample(world.of_kind[kind], len(plan["anchors"]))
            anchors = tuple(other.name for other in others)
            if set(anchors) & set(plan["anchors"]):
                continue
            changed = Plan(anchors, tuple(plan["relations"]), plan["compare"])
            question = _renamed(task["question"], plan["named"], anchors)
            built = _built(changed, anchors, question, task["world"], task["documents"])
            if built is not None and built["answers"] != task["answers"] and _sound(built):
                return {**built, "family": "perturbed"}
        return self._other_question(task, rng)

    def rows(self, config: SearchConfig, split: str) -> Sequence[Task]:
        """The questions of a public split.

        Raises:
            UnknownName: it has no such split. MissingData, InvalidData: see `hotpotqa`.
        """
        return hotpotqa.tasks(config, split)

    def revision(self, config: SearchConfig) -> str:
        """Names the public data that was read, and whether a server searched."""
        return hotpotqa.revision(config)

    def _other_question(self, task: Task, rng: Rng) -> Task:
        world = world_of(task["world"], task["documents"])
        while True:
            plan = draw_plan(world, 2, False, rng)
            built = plan and _task(plan, task["world"], task["documents"], rng)
            if built and built["answers"] != task["answers"] and _sound(built):
                return {**built, "family": "perturbed"}


def _task(plan: Plan, world_name: str, documents: int, rng: Rng) -> Task | None:
    world = world_of(world_name, documents)
    if solve(world, plan) is None:
        return None
    named = name_anchors(world, plan, rng)
    return _built(plan, named, word_question(plan, named, rng), world_name, documents)


def _built(plan: Plan, named: tuple[str, ...], question: str, world_name: str, documents: int) -> Task | None:
    solution = solve(world_of(world_name, documents), plan, named)
    if solution is None or _tells(question, solution.answers):
        return None
    return {
        "question": question,
        "answers": list(solution.answers),
        "family": plan.family,
        "world": world_name,
        "documents": documents,
        "plan": {
            "anchors": list(plan.anchors),
            "named": list(named),
            "relations": list(plan.relations),
            "compare": plan.compare,
        },
    }


def solution_of(task: Task) -> Solution | None:
    """Pages and answers of a generated task; None for one without a plan."""
    plan = task["plan"]
    if "relations" not in plan:
        return None
    chain = Plan(tuple(plan["anchors"]), tuple(plan["relations"]), plan["compare"])
    return solve(world_of(task["world"], task["documents"]), chain, tuple(plan["named"]))


def _sound(task: Task) -> bool:
    index = world_index(task["world"], task["documents"])
    solution = solution_of(task)
    assert solution is not None
    for page, mention in zip(solution.pages, solution.mentions, strict=True):
        if page.name not in [passage.title for passage in index.search(mention, _LOOKED_AT)]:
            return False
    if len(task["plan"]["relations"]) == 1:
        return True
    seen = index.search(task["question"], _LOOKED_AT)
    for mention in solution.mentions[: len(task["plan"]["anchors"])]:
        seen += index.search(mention, _LOOKED_AT)
    return not any(_tells(f"{title} {text}", solution.answers) for title, text, _ in seen)


def _tells(text: str, answers: Sequence[str]) -> bool:
    """Whether one of the answers is in a text."""
    return any(re.search(rf"\b{re.escape(answer)}\b", text.replace(",", "")) for answer in answers)


def _renamed(question: str, old: Sequence[str], new: Sequence[str]) -> str:
    """The question with other anchors, in one pass: a new name may hold an old one."""
    names = dict(zip(old, new, strict=True))
    longest = sorted(old, key=lambda name: (-len(name), name))
    return re.sub("|".join(map(re.escape, longest)), lambda match: names[match.group()], question)


TASKS = SearchTasks()
