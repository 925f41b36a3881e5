"""Checks tasks that are given by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragen_bench.environments.searchqa import hotpotqa
from ragen_bench.environments.searchqa.chains import COMPARISONS, Plan, solve
from ragen_bench.environments.searchqa.config import FEWEST_DOCUMENTS, MOST_DOCUMENTS, SearchConfig
from ragen_bench.environments.searchqa.corpora import world_of
from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.world import World
from ragen_bench.errors import InvalidTask
from ragen_bench.field_checks import is_whole
from ragen_bench.splits import Task

_FIELDS = ("question", "answers", "family", "world", "documents", "plan")
_PLAN_FIELDS = {"anchors", "named", "relations", "compare"}
_LONGEST_QUESTION = 2_000
_LONGEST_ANSWER = 500
_MOST_ANSWERS = 50
_MOST_RELATIONS = 8


def check_task(task: Mapping[str, Any], config: SearchConfig) -> Task:
    """The task, checked and completed.

    Raises:
        InvalidTask: names the field.
    """
    for key in task:
        if key not in _FIELDS:
            raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
    question = _text("question", task.get("question"), _LONGEST_QUESTION)
    answers = task.get("answers")
    if not isinstance(answers, list | tuple) or not 1 <= len(answers) <= _MOST_ANSWERS:
        raise InvalidTask("answers", answers, f"a list of 1 to {_MOST_ANSWERS} texts")
    for answer in answers:
        _text("answers", answer, _LONGEST_ANSWER)
    public = config.source == "hotpotqa"
    checked: Task = {
        "question": question,
        "answers": list(answers),
        "family": _text("family", task.get("family", "given"), 500),
        "world": _text("world", task.get("world", hotpotqa.WORLDS["train"] if public else "train"), 100),
        "documents": task.get("documents", 0 if public else config.documents),
        "plan": {},
    }
    documents = checked["documents"]
    if public:
        if checked["world"] not in hotpotqa.WORLDS.values():
            raise InvalidTask("world", checked["world"], f"one of {', '.join(hotpotqa.WORLDS.values())}")
        if documents != 0 or isinstance(documents, bool):
            raise InvalidTask("documents", documents, "0 with public rows")
        checked["plan"] = _titles(task.get("plan", {}))
        return checked
    if not is_whole(documents) or not FEWEST_DOCUMENTS <= documents <= MOST_DOCUMENTS:
        raise InvalidTask("documents", documents, f"from {FEWEST_DOCUMENTS} to {MOST_DOCUMENTS}")
    plan = task.get("plan", {})
    if not isinstance(plan, Mapping):
        raise InvalidTask("plan", plan, "an object, empty where the chain is not known")
    if plan:
        checked["plan"] = _plan(plan, world_of(checked["world"], documents), checked["answers"])
    return checked


def _plan(plan: Mapping[str, Any], world: World, answers: list[str]) -> dict[str, Any]:
    if set(plan) != _PLAN_FIELDS:
        raise InvalidTask("plan", plan, f"an object with {', '.join(sorted(_PLAN_FIELDS))}")
    compare, relations = plan["compare"], _names("plan.relations", plan["relations"], _MOST_RELATIONS)
    anchors, named = _names("plan.anchors", plan["anchors"], 2), _names("plan.named", plan["named"], 2)
    if compare not in ("", *COMPARISONS):
        raise InvalidTask("plan.compare", compare, f'"" or one of {", ".join(COMPARISONS)}')
    if len(anchors) != (2 if compare else 1) or len(named) != len(anchors):
        raise InvalidTask("plan.anchors", anchors, "one name, or two with a comparison, and as many in named")
    if compare and len(relations) < 2:
        raise InvalidTask("plan.relations", relations, "at least two with a comparison")
    kinds = set()
    for anchor, name in zip(anchors, named, strict=True):
        entity = world.by_name.get(anchor.casefold())
        if entity is None or name not in entity.names:
            raise InvalidTask("plan.anchors", anchor, f"the name of something in the world {world.name!r}")
        kinds.add(entity.kind)
    for name in relations:
        relation = ONTOLOGY.by_name.get(name)
        if relation is None or kinds != {relation.source}:
            raise InvalidTask("plan.relations", name, "a chain of facts, each of the kind that came before")
        kinds = {relation.target}
    solution = solve(world, Plan(tuple(anchors), tuple(relations), compare), tuple(named))
    if solution is None or sorted(solution.answers) != sorted(answers):
        raise InvalidTask("plan", plan, "left out, or lead to the answers of the task")
    return {"anchors": anchors, "named": named, "relations": relations, "compare": compare}


def _titles(plan: Any) -> dict[str, Any]:
    if not isinstance(plan, Mapping) or set(plan) - {"titles"}:
        raise InvalidTask("plan", plan, 'an object with "titles" or nothing')
    return {"titles": _names("plan.titles", plan["titles"], 100)} if plan else {}


def _names(field: str, value: Any, most: int) -> list[str]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= most:
        raise InvalidTask(field, value, f"a list of 1 to {most} names")
    return [_text(field, name, 300) for name in value]


def _text(field: str, value: Any, longest: int) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise InvalidTask(field, value, f"a text of 1 to {longest} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidTask(field, value, "a text that can be written as UTF-8") from None
    return value
