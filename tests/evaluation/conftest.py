"""A small plug-in, registered for one test, with a folder of its own for what is kept beside it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ragen_bench import registry
from ragen_bench.evaluation.baselines import read_baselines
from ragen_bench.spec import EnvSpec
from tests.evaluation import toy_sums

_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Plugin:
    """Specs, newest first, and the folder that their module is in."""

    specs: tuple[EnvSpec, ...]
    folder: Path


@pytest.fixture
def sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plugin]:
    name = f"sums_plugin_{next(_numbers)}"
    (tmp_path / f"{name}.py").write_text("from tests.evaluation.toy_sums import SPECS\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for spec in toy_sums.SPECS:
        monkeypatch.setitem(registry.catalogue().claims, spec.id, registry.Claim(spec, "sums", name))
    read_baselines.cache_clear()
    yield Plugin(toy_sums.SPECS, tmp_path)
    read_baselines.cache_clear()
