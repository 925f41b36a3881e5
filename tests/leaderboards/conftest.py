"""A suite "all" of one small environment with measured baselines, and runs over it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ragen_bench import registry
from ragen_bench.evaluation import suites
from ragen_bench.evaluation.baselines import measure, read_baselines, write_baselines
from ragen_bench.evaluation.run import evaluate
from ragen_bench.leaderboards.verify import installed_fingerprint
from ragen_bench.registry import get_preset
from tests.evaluation import toy_sums

SUMS = "toy/Sums-v2"
_numbers = itertools.count()


@pytest.fixture
def sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Makes Sums the only member of the suite "all"; gives the folder of its package."""
    room = f"sums_room_{next(_numbers)}"
    folder = tmp_path / "packages" / room
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "sums.py").write_text("from tests.evaluation.toy_sums import SPECS\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.setattr(suites, "ALL", ((SUMS,),))
    for spec in toy_sums.SPECS:
        monkeypatch.setitem(
            registry.catalogue().claims, spec.id, registry.Claim(spec, "sums", f"{room}.sums")
        )
    read_baselines.cache_clear()
    installed_fingerprint.cache_clear()
    spec = toy_sums.SPECS[0]
    write_baselines(spec, {"medium": measure(spec, get_preset(spec, "medium"), episodes=50)})
    yield folder
    read_baselines.cache_clear()
    installed_fingerprint.cache_clear()


class SometimesRight:
    """A model of the `tags` protocol that adds rightly unless the sum is a multiple of `miss`."""

    protocol = "tags"

    def __init__(self, miss: int = 3, aside: str = "carry the one", name: str = "adder") -> None:
        self.miss, self.aside, self.name = miss, aside, name

    def reply(self, messages: Any, *, seed: int) -> Any:
        from ragen_bench.policy import Completion, Usage

        observation = messages[-1]["content"].splitlines()[-1]
        a, b = (int(word) for word in observation.split() if word.isdecimal())
        total = a + b + ((a + b) % self.miss == 0)
        text = f"<think>{self.aside}</think><ans>say {total}</ans>"
        return Completion(text, Usage(prompt_tokens=40, completion_tokens=12))


Play = Callable[..., Path]


@pytest.fixture
def play(sums: Path, tmp_path: Path) -> Play:
    """Plays a policy over "all" into a folder of that name."""

    def run(folder: str = "run", policy: Any = None, episodes: int = 16, **settings: Any) -> Path:
        path = tmp_path / "runs" / folder
        evaluate(policy or SometimesRight(), episodes=episodes, out=path, **settings)
        return path

    return run


def rows_of(path: Path) -> list[dict[str, Any]]:
    lines = (path / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (path / "episodes.jsonl").write_text(text, encoding="utf-8")


def edit_json(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")
