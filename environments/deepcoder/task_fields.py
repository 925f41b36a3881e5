"""Checks a task that is given by hand, field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ragen_bench.environments.deepcoder.family import GRADES
from ragen_bench.environments.deepcoder.reference import check_plain
from ragen_bench.environments.deepcoder.selection import MOST_IN_ALL, Test
from ragen_bench.errors import InvalidTask
from ragen_bench.field_checks import is_whole
from ragen_bench.splits import Task

FIELDS = (
    "prompt", "tests", "starter_code", "entry", "examples", "family", "grade", "values", "program", "wrong",
)  # fmt: skip
MOST_TESTS = 400
#: Longest texts by field.
_LONGEST = {"prompt": 20_000, "starter_code": 4_000, "program": 40_000, "wrong": 40_000}
_ENTRY = re.compile(r"(?:[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99})?)?\Z", re.ASCII)
_STARTER = re.compile(r"\s*def\s+([A-Za-z_]\w*)\s*\(", re.ASCII)


def checked(task: Mapping[str, Any]) -> Task:
    """The task with every field checked and the optional ones filled in.

    Only `prompt` and `tests` are needed. Without `entry`, the function is the one that `starter_code` begins
    with; without that too, programs read standard input.

    Raises:
        InvalidTask: names the field.
    """
    for key in task:
        if key not in FIELDS:
            raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(FIELDS)}")
    for name, most in _LONGEST.items():
        value = task.get(name, "")
        if not isinstance(value, str) or len(value) > most or (name == "prompt" and not value.strip()):
            raise InvalidTask(name, value, f"a text of at most {most:,} characters")
        if not _is_text(value):
            raise InvalidTask(name, value, "text that can be written to a file")
    starter = task.get("starter_code", "")
    begins = _STARTER.match(starter)
    entry = task.get("entry", begins[1] if begins else "")
    if not isinstance(entry, str) or not _ENTRY.match(entry):
        raise InvalidTask("entry", entry, '"", a function\'s name, or "Class.method"')
    family, grade, values = task.get("family", "given"), task.get("grade", 0), task.get("values", {})
    if not isinstance(family, str) or not 1 <= len(family) <= 200:
        raise InvalidTask("family", family, "a text of 1 to 200 characters")
    if not is_whole(grade) or not 0 <= grade <= max(GRADES):
        raise InvalidTask("grade", grade, f"a whole number from 0 to {max(GRADES)}")
    if not isinstance(values, dict) or not all(
        isinstance(name, str) and (is_whole(value) or (isinstance(value, str) and len(value) <= 2000))
        for name, value in values.items()
    ):
        raise InvalidTask("values", values, "a mapping from names to whole numbers or texts")
    return {
        "prompt": task["prompt"] if "prompt" in task else _missing("prompt"),
        "starter_code": starter,
        "entry": entry,
        "examples": _tests("examples", task.get("examples", []), entry, 0),
        "tests": _tests("tests", task.get("tests"), entry, 1),
        "family": family,
        "grade": grade,
        "values": values,
        "program": task.get("program", ""),
        "wrong": task.get("wrong", ""),
    }


def _missing(name: str) -> str:
    raise InvalidTask(name, None, "given")


def _tests(field: str, tests: Any, entry: str, least: int) -> list[Test]:
    if not isinstance(tests, list) or not least <= len(tests) <= MOST_TESTS:
        raise InvalidTask(field, tests, f"a list of {least} to {MOST_TESTS} tests")
    for position, test in enumerate(tests):
        where = f"{field}[{position}]"
        if not isinstance(test, dict) or test.keys() != {"input", "output"}:
            raise InvalidTask(where, test, 'a mapping with "input" and "output"')
        if not entry and not (isinstance(test["input"], str) and isinstance(test["output"], str)):
            raise InvalidTask(where, test, "a pair of texts, since the program reads standard input")
        if entry and not isinstance(test["input"], list):
            raise InvalidTask(where, test, 'a list of arguments in "input"')
        try:
            check_plain([test["input"], test["output"]])
        except ValueError as error:
            raise InvalidTask(where, test, f"plain JSON data ({error})") from error
    try:
        size = len(json.dumps(tests))
    except ValueError as error:  # a number with more digits than may be written
        raise InvalidTask(field, tests, f"plain JSON data ({error})") from error
    if size > MOST_IN_ALL or not _is_text(json.dumps(tests, ensure_ascii=False)):
        raise InvalidTask(field, f"{size} characters", f"text of at most {MOST_IN_ALL:,} characters")
    return tests


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
