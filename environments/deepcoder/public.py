"""Adapters for public data: DeepCoder, LiveCodeBench with a window of contest dates, TACO.

Rows hold tests and no program. Nothing in them is ever run or unpickled here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ragen_bench import public_data
from ragen_bench.environments.deepcoder.public_tests import (
    Broken,
    in_columns,
    in_rows,
    json_of,
    private_tests,
)
from ragen_bench.errors import InvalidData, UnknownName
from ragen_bench.rng import fingerprint
from ragen_bench.splits import Task


@dataclass(frozen=True, slots=True)
class DataSet:
    """One public set.

    Args:
        file: its name in the data folder.
        hub, subset: where it is on a hub; None where there is one subset only.
        splits: the splits it is played in, with their names on the hub.
        read: (task, contest date or "") of a row; None for a row without a test that can be judged.
    """

    file: str
    hub: str
    subset: str | None
    split: str
    about: str
    read: Callable[[dict[str, Any]], tuple[Task, str] | None]


def _deepcoder(row: dict[str, Any]) -> tuple[Task, str] | None:
    prompt = _text(row, "problem")
    starter = row.get("starter_code") or ""
    found = json_of("tests", row.get("tests"))
    about = json_of("metadata", row.get("metadata") or "{}")
    name = str(about.get("func_name") or "") if isinstance(about, dict) else ""
    entry, tests = in_columns(found, name) if isinstance(found, dict) else in_rows(found, name)
    return _task(
        prompt, str(starter), _of_class(entry, starter), tests, [], str(row.get("source") or "deepcoder")
    )


def _livecodebench(row: dict[str, Any]) -> tuple[Task, str] | None:
    prompt = _text(row, "question_content")
    starter = row.get("starter_code") or ""
    about = json_of("metadata", row.get("metadata") or "{}")
    name = str(about.get("func_name") or "") if isinstance(about, dict) else ""
    shown = json_of("public_test_cases", row.get("public_test_cases") or "[]")
    hidden = private_tests(row.get("private_test_cases") or "[]")
    if not isinstance(shown, list) or not isinstance(hidden, list):
        raise Broken("public_test_cases and private_test_cases are lists of tests")
    entry, tests = in_rows([*shown, *hidden], name)
    family = f"{row.get('platform') or 'unknown'} {row.get('difficulty') or 'unknown'}"
    made = _task(prompt, str(starter), _of_class(entry, starter), tests, tests[: len(shown)], family)
    return None if made is None else (made[0], str(row.get("contest_date") or "")[:10])


def _taco(row: dict[str, Any]) -> tuple[Task, str] | None:
    prompt = _text(row, "question")
    found = json_of("input_output", row.get("input_output") or "{}")
    if not isinstance(found, dict):
        raise Broken("input_output is an object with inputs and outputs")
    starter = row.get("starter_code") or ""
    entry, tests = in_columns(found, "")
    family = f"taco {row.get('difficulty') or 'unknown'}".lower()
    return _task(prompt, str(starter), _of_class(entry, starter), tests, [], family)


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise Broken(f"it has no text {name!r}")
    return value.strip()


def _of_class(entry: str, starter: object) -> str:
    """ "Solution.name" where the starter code puts the function into a class Solution."""
    return (
        f"Solution.{entry}" if entry and isinstance(starter, str) and "class Solution" in starter else entry
    )


def _task(
    prompt: str,
    starter: str,
    entry: str,
    tests: list[dict[str, Any]],
    examples: list[dict[str, Any]],
    family: str,
) -> tuple[Task, str] | None:
    if not tests:
        return None
    return {
        "prompt": prompt,
        "starter_code": starter,
        "entry": entry,
        "examples": examples,
        "tests": tests,
        "family": family,
        "grade": 0,
        "values": {},
        "program": "",
        "wrong": "",
    }, ""


DATA = {
    "deepcoder": DataSet(
        "deepcoder.jsonl",
        "agentica-org/DeepCoder-Preview-Dataset",
        "primeintellect",
        "train",
        "the rows of DeepCoder",
        _deepcoder,
    ),
    "livecodebench": DataSet(
        "livecodebench.jsonl",
        "livecodebench/code_generation_lite",
        None,
        "test",
        "LiveCodeBench, code generation",
        _livecodebench,
    ),
    "taco": DataSet("taco.jsonl", "BAAI/TACO", None, "test", "the test split of TACO", _taco),
}


def rows(name: str, split: str, since: str = "", until: str = "") -> list[Task]:
    """The tasks of a public data set, in the order of its rows.

    Args:
        name: a key of DATA.
        split: the one that the set is played in.
        since, until: first and last contest date, "YYYY-MM-DD"; "" sets no bound. A row without a date is
            left out where there is one.

    Raises:
        UnknownName: a split that the set does not have here. MissingData: it is not to be found.
        InvalidData: a row that is not as the schema says, or no row in the window.
    """
    if split != DATA[name].split:
        raise UnknownName("split", split, [DATA[name].split], f"({name} is played in that split only)")
    found = [task for task, date in _load(name)[0] if _within(date, since, until)]
    if not found:
        window = f" from {since or 'the first'} to {until or 'the last'}" if since or until else ""
        raise InvalidData(f"{DATA[name].file} has no row{window} with tests that can be judged")
    return found


def revision_of(name: str) -> str:
    """The first 12 digits of the file's SHA-256, or of the hub's rows."""
    return _load(name)[1]


def _within(date: str, since: str, until: str) -> bool:
    if not since and not until:
        return True
    return bool(date) and (not since or date >= since) and (not until or date <= until)


def _load(name: str) -> tuple[tuple[tuple[Task, str], ...], str]:
    path = public_data.find(DATA[name].file)
    return _read(name, "" if path is None else str(path), 0 if path is None else path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(name: str, path: str, changed: int) -> tuple[tuple[tuple[Task, str], ...], str]:
    data = DATA[name]
    if path:
        revision = public_data.revision(Path(path))
        return tuple(_tasks(data, public_data.read_jsonl(Path(path)), path)), revision
    found = public_data.hub_rows(data.hub, data.split, data.about, data.subset)
    # Dates and the like are no JSON.
    return tuple(_tasks(data, found, data.hub)), fingerprint([str(sorted(row.items())) for row in found])[:12]


def _tasks(data: DataSet, found: Iterable[dict[str, Any]], where: str) -> Iterable[tuple[Task, str]]:
    for line, row in enumerate(found, start=1):
        try:
            task = data.read(row)
        except Broken as error:
            raise InvalidData(f"{where}:{line} is no row of {data.about}: {error}") from error
        if task is not None:
            yield task
