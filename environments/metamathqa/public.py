"""Adapters for public data: MetaMathQA (train), GSM8K and MATH (test), backward GSM8K (test)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ragen_bench import public_data
from ragen_bench.environments.metamathqa.answers import MAX_LENGTH, is_readable
from ragen_bench.errors import InvalidData, UnknownName
from ragen_bench.splits import Task

_CLAIMED = re.compile(r"The answer is:?\s*(.+?)\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class DataSet:
    """One public set.

    Args:
        file: its name in the data folder.
        hub, subset: where it is on a hub; "" where it is not.
        split: the only split it is played in.
        read: makes (question, answer, family) of a row, with answer "" where it says none; None where a field
            is missing.
    """

    file: str
    hub: str
    subset: str | None
    split: str
    about: str
    read: Callable[[dict[str, Any]], tuple[str, str, str] | None]


def _metamathqa(row: dict[str, Any]) -> tuple[str, str, str] | None:
    question, response = row.get("query"), row.get("response")
    if not isinstance(question, str) or not isinstance(response, str):
        return None
    claim = _CLAIMED.search(response.rpartition("\n")[2]) or _CLAIMED.search(response)
    return question, claim[1] if claim else "", str(row.get("type", "metamathqa"))


def _gsm8k(row: dict[str, Any]) -> tuple[str, str, str] | None:
    question, answer = row.get("question"), row.get("answer")
    if not isinstance(question, str) or not isinstance(answer, str):
        return None
    _, mark, final = answer.rpartition("####")
    return question, final.strip() if mark else "", "gsm8k"


def _backward(row: dict[str, Any]) -> tuple[str, str, str] | None:
    question, answer = row.get("question"), row.get("answer")
    if not isinstance(question, str) or not isinstance(answer, str | int):
        return None
    return question, str(answer).strip(), "gsm8k_backward"


def _math(row: dict[str, Any]) -> tuple[str, str, str] | None:
    question, solution = row.get("problem"), row.get("solution")
    if not isinstance(question, str) or not isinstance(solution, str):
        return None
    answer = last_box(solution)
    return question, answer, str(row.get("type") or row.get("subject") or "math")


def last_box(solution: str) -> str:
    """What the last box of a solution holds, \\boxed{5} or \\boxed 5; "" when there is none."""
    at = max(solution.rfind("\\boxed"), solution.rfind("\\fbox"))
    if at < 0:
        return ""
    rest = solution[at:].partition("ed" if solution.startswith("\\boxed", at) else "box")[2].lstrip()
    if not rest.startswith("{"):
        return rest.split("$")[0].strip().rstrip(".")
    depth = 0
    for end, character in enumerate(rest):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return rest[1:end].strip()
    return ""


DATA = {
    "metamathqa": DataSet(
        "metamathqa.jsonl", "meta-math/MetaMathQA", None, "train", "the rows of MetaMathQA", _metamathqa
    ),
    "gsm8k": DataSet("gsm8k.jsonl", "openai/gsm8k", "main", "test", "the test split of GSM8K", _gsm8k),
    "gsm8k_backward": DataSet(
        "gsm8k_backward.jsonl", "meta-math/GSM8K_Backward", None, "test", "backward GSM8K", _backward
    ),
    "math": DataSet("math.jsonl", "HuggingFaceH4/MATH-500", None, "test", "a test split of MATH", _math),
}


def rows(name: str, split: str) -> list[Task]:
    """The tasks of a public data set, in the order of its rows.

    Raises:
        UnknownName: a split that the set does not have here. MissingData: it is not to be found.
        InvalidData: a row that is not as the schema says.
    """
    if split != DATA[name].split:
        raise UnknownName("split", split, [DATA[name].split], f"({name} is played in that split only)")
    return list(_load(name)[0])


def revision_of(name: str) -> str:
    """The first 12 digits of the file's SHA-256, or of the hub's rows."""
    return _load(name)[1]


def _load(name: str) -> tuple[tuple[Task, ...], str]:
    path = public_data.find(DATA[name].file)
    return _read(name, "" if path is None else str(path), 0 if path is None else path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _read(name: str, path: str, changed: int) -> tuple[tuple[Task, ...], str]:
    data = DATA[name]
    if path:
        from pathlib import Path

        revision = public_data.revision(Path(path))
        return tuple(_tasks(data, public_data.read_jsonl(Path(path)), path)), revision
    found = public_data.hub_rows(data.hub, data.split, data.about, data.subset)
    from ragen_bench.rng import fingerprint

    return tuple(_tasks(data, found, data.hub)), fingerprint(found)[:12]


def _tasks(data: DataSet, found: Iterable[dict[str, Any]], where: str) -> Iterable[Task]:
    for line, row in enumerate(found, start=1):
        read = data.read(row)
        if read is None:
            raise InvalidData(
                f"{where}:{line} is no row of {data.about}: it lacks the question or the solution"
            )
        question, answer, family = read
        if not question.strip() or len(answer) > MAX_LENGTH or not is_readable(answer):
            # A few published rows never say their answer.
            continue
        yield {"question": question.strip(), "answer": answer, "family": family, "program": ""}
