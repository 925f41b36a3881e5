"""HotpotQA rows (Yang et al. 2018): their questions, and their paragraphs pooled into one corpus.

Reads `hotpotqa/train` and `hotpotqa/dev` in the data folder, as .jsonl or .json, in the schema of the hub
(context {"title": [...], "sentences": [[...]]}) or of the original files (context [[title, [...]], ...]);
without a data folder, `hotpotqa/hotpot_qa` from the hub. The public test rows have no answers, so the split
test plays the dev rows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ragen_bench import public_data
from ragen_bench.environments.searchqa.config import SearchConfig
from ragen_bench.environments.searchqa.corpora import index_of
from ragen_bench.environments.searchqa.searcher import Passage, Searcher
from ragen_bench.errors import InvalidData, MissingData, UnknownName
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

#: Split -> name of its corpus, which is in the task.
WORLDS = {"train": "hotpotqa train", "test": "hotpotqa dev"}
_FILES = {"train": "hotpotqa/train", "test": "hotpotqa/dev"}
_HUB = "hotpotqa/hotpot_qa"
_HUB_SPLITS = {"train": "train", "test": "validation"}
_ABOUT = "HotpotQA (distractor setting)"
_ENDINGS = (".jsonl", ".json")


def tasks(config: SearchConfig, split: str) -> tuple[Task, ...]:
    """The questions of a split, in the order of its rows.

    Raises:
        UnknownName: there is no such split. MissingData, InvalidData: no rows, or a bad one.
    """
    if split not in WORLDS:
        raise UnknownName("split of the public rows", split, WORLDS)
    return _loaded(str(_file(split) or ""), split, config.rows)[0]


def searcher(world: str, config: SearchConfig) -> Searcher:
    """The search engine over the pooled paragraphs of a split."""
    split = next(name for name, corpus in WORLDS.items() if corpus == world)
    return _index(str(_file(split) or ""), split, config.rows, config.engine)


def revision(config: SearchConfig) -> str:
    """A digest of the files that are there, or "hub"; "+server" where a server searches."""
    found = [path for split in WORLDS if (path := _file(split)) is not None]
    digest = hashlib.sha256("".join(map(_revision, found)).encode()).hexdigest()[:12] if found else "hub"
    return digest + ("+server" if config.retriever_url else "")


def another(task: Task, rng: Rng) -> Task:
    """Another question of the same rows, with another answer; the task itself when there is none."""
    split = next(name for name, corpus in WORLDS.items() if corpus == task["world"])
    every, _ = _loaded(str(_file(split) or ""), split, 0)
    others = [other for other in every if other["answers"] != task["answers"]]
    return {**rng.choice(others), "family": "perturbed"} if others else task


@lru_cache(maxsize=8)
def _revision(path: Path) -> str:
    return public_data.revision(path)


@lru_cache(maxsize=4)
def _loaded(path: str, split: str, most: int) -> tuple[tuple[Task, ...], tuple[Passage, ...]]:
    rows = _file_rows(Path(path)) if path else _hub_rows(split)
    found: list[Task] = []
    pool: dict[Passage, None] = {}
    for number, row in enumerate(rows, start=1):
        if most and number > most:
            break
        task, passages = _read(row, f"{path or _HUB}, row {number}", split)
        found.append(task)
        pool.update(dict.fromkeys(passages))
    if not found:
        raise InvalidData(f"{path or _HUB} holds no rows")
    return tuple(found), tuple(pool)


@lru_cache(maxsize=2)
def _index(path: str, split: str, most: int, engine: str) -> Searcher:
    return index_of(_loaded(path, split, most)[1], engine)


def _file(split: str) -> Path | None:
    for ending in _ENDINGS:
        path = public_data.find(_FILES[split] + ending)
        if path is not None:
            return path
    return None


def _file_rows(path: Path) -> Iterable[dict[str, Any]]:
    if path.suffix == ".jsonl":
        return public_data.read_jsonl(path)
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InvalidData(f"{path} is not JSON: {error}") from error
    if not isinstance(rows, list):
        raise InvalidData(f"{path} must be a list of rows")
    return rows


def _hub_rows(split: str) -> Iterable[dict[str, Any]]:
    try:
        return public_data.hub_rows(_HUB, _HUB_SPLITS[split], _ABOUT, "distractor")
    except MissingData as error:
        raise MissingData(f"{error}; or put {_FILES[split]}.jsonl into the data folder") from error


def _read(row: Any, where: str, split: str) -> tuple[Task, list[Passage]]:
    if not isinstance(row, Mapping):
        raise InvalidData(f"{where}: must be an object")
    for key in ("question", "answer"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise InvalidData(f"{where}: {key!r} must be a text")
    passages = list(_paragraphs(row.get("context"), where))
    supporting = row.get("supporting_facts")
    if isinstance(supporting, Mapping):
        titles = supporting.get("title")
    else:
        titles = [fact[0] for fact in supporting if fact] if isinstance(supporting, list) else None
    if titles is not None and not (isinstance(titles, list) and all(isinstance(t, str) for t in titles)):
        raise InvalidData(f"{where}: 'supporting_facts' must name titles")
    name = row.get("id", row.get("_id", where.rpartition(" ")[2]))
    task: Task = {
        "question": row["question"].strip(),
        "answers": [row["answer"].strip()],
        "family": f"{row.get('type', 'question')} {name}",
        "world": WORLDS[split],
        "documents": 0,
        "plan": {"titles": list(dict.fromkeys(titles))} if titles else {},
    }
    return task, passages


def _paragraphs(context: Any, where: str) -> Iterator[Passage]:
    if isinstance(context, Mapping):
        titles, sentences = context.get("title"), context.get("sentences")
        if not isinstance(titles, list) or not isinstance(sentences, list) or len(titles) != len(sentences):
            raise InvalidData(f"{where}: 'context' must have as many lists of sentences as titles")
        context = list(zip(titles, sentences, strict=True))
    if not isinstance(context, list) or not context:
        raise InvalidData(f"{where}: 'context' must hold titles and sentences")
    for item in context:
        if not isinstance(item, list | tuple) or len(item) != 2:
            raise InvalidData(f"{where}: 'context' must pair each title with its sentences")
        title, parts = item
        texts = [title, *parts] if isinstance(parts, list) else [None]
        if not all(isinstance(text, str) for text in texts):
            raise InvalidData(f"{where}: 'context' must pair each title with its sentences")
        yield Passage(title, " ".join("".join(parts).split()))
