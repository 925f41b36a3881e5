"""`new_env` writes a plug-in that works as it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragen_bench.errors import InvalidConfig, StorageError
from ragen_bench.scaffold import FILES, names_of, new_env

ROOT = Path(__file__).parents[2]


def test_a_new_plug_in_passes_its_own_tests_as_generated(tmp_path: Path) -> None:
    package = new_env("number-walk", tmp_path)
    assert package == tmp_path / "number-walk"
    assert (package / "src" / "number_walk" / "__init__.py").is_file()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=package,
        env={**os.environ, "PYTHONPATH": f"{package / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


def test_no_template_mark_is_left_in_what_is_written(tmp_path: Path) -> None:
    package = new_env("Tower3", tmp_path)
    written = [path for path in package.rglob("*") if path.is_file()]
    assert len(written) == len(FILES)
    for path in written:
        text = path.read_text(encoding="utf-8")
        assert "{{" not in text
        assert "PACKAGE" not in str(path)
        if path.suffix == ".py":
            compile(text, str(path), "exec")


@pytest.mark.parametrize(
    ("name", "env_id"),
    [
        ("number-walk", "number_walk/NumberWalk-v1"),
        ("number_walk", "number_walk/NumberWalk-v1"),
        ("NumberWalk", "number_walk/NumberWalk-v1"),
        ("chess960", "chess960/Chess960-v1"),
        ("x", "x/X-v1"),
    ],
)
def test_one_name_gives_all_names(name: str, env_id: str) -> None:
    assert names_of(name)["id"] == env_id


@pytest.mark.parametrize(
    "name",
    ["", "9lives", "a b", "../up", "a/b", "class", "ragen-bench", "numpy", "é", "a" * 41, "a--b", "-a"],
)
def test_a_name_that_cannot_be_a_package_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="NAME"):
        new_env(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "number-walk").mkdir()
    with pytest.raises(InvalidConfig, match="does not exist yet"):
        new_env("number-walk", tmp_path)
    assert list((tmp_path / "number-walk").iterdir()) == []


def test_a_place_that_is_no_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot write"):
        new_env("number-walk", tmp_path / "file")
