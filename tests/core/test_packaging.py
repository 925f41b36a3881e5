"""The package as users get it: what it asks for, what the wheel holds, what an import costs."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ragen_bench.source_tree import FOLDERS

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("torch", "transformers", "openai", "httpx", "pandas", "datasets", "matplotlib", "vllm", "ray")
UNSHIPPED = shutil.ignore_patterns("__pycache__", "results", "*.pyc")

# One process builds the wheel, whatever the number of workers.
pytestmark = pytest.mark.xdist_group("packaging")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is built from: a build in place would pick up, and leave, stale files."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, copy / name)
    for name in ("ragen_bench", *sorted(FOLDERS)):
        shutil.copytree(ROOT / name, copy / name, ignore=UNSHIPPED)
    (copy / "tests").mkdir()
    (copy / "tests" / "__init__.py").touch()
    return copy


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("source") / "tree"
    shutil.copytree(checkout, source)
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*command, "--no-index", "--wheel-dir", str(out), str(source)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (built,) = out.glob("*.whl")
    return built


def python(code: str, path: Path, cwd: Path) -> str:
    """Runs code in a fresh interpreter that finds ragen_bench in path first; returns what it wrote."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def environment_folders() -> list[str]:
    return sorted(init.parent.name for init in (ROOT / "environments").glob("*/__init__.py"))


def shipped_files(checkout: Path) -> set[str]:
    """Names, as in the wheel, of every file of the five package folders."""
    names = set()
    for folder in ("ragen_bench", *FOLDERS):
        prefix = "" if folder == "ragen_bench" else "ragen_bench/"
        for file in (checkout / folder).rglob("*"):
            if file.is_file():
                names.add(prefix + file.relative_to(checkout).as_posix())
    return names


def test_every_environment_folder_has_an_entry_point_of_its_own_name(project: dict[str, Any]) -> None:
    declared = project["project"]["entry-points"]["ragen_bench.environments"]
    assert declared == {name: f"ragen_bench.environments.{name}" for name in environment_folders()}


def test_the_core_asks_for_at_most_six_packages_and_no_model_library(project: dict[str, Any]) -> None:
    names = [re.split(r"[<>=!~;\[ ]", line, maxsplit=1)[0] for line in project["project"]["dependencies"]]
    assert 0 < len(names) <= 6
    assert not set(names) & set(HEAVY)


def test_every_promised_extra_is_there(project: dict[str, Any]) -> None:
    promised = {"hf", "vllm", "openai", "train", "data", "plot", "arena", "serve", "ray", "lean", "dev"}
    assert promised <= set(project["project"]["optional-dependencies"])


def test_the_three_lists_of_mapped_folders_agree() -> None:
    for name in ("setup.py", "tools/typings.py"):
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        (listed,) = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "FOLDERS"
        ]
        assert set(listed) == FOLDERS, name


def test_every_folder_of_modules_has_an_init_so_that_checkers_see_it() -> None:
    folders = {file.parent for top in ("ragen_bench", *FOLDERS) for file in (ROOT / top).rglob("*.py")}
    assert folders
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(checkout: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name and not name.endswith("/")}
    assert names == shipped_files(checkout)
    assert "ragen_bench/py.typed" in names


def test_the_wheel_carries_the_licence_the_command_and_the_plug_in(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (listed,) = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
        entry_points = archive.read(listed).decode()
        assert any(name.endswith("/LICENSE") for name in archive.namelist())
    assert "ragen-bench = ragen_bench.cli:entry_point" in entry_points
    assert "[pytest11]\nragen_bench = ragen_bench.testing.plugin" in entry_points


@pytest.mark.parametrize("kind", ["wheel", "checkout"])
def test_rooms_are_found_and_tests_are_not(kind: str, checkout: Path, wheel: Path, tmp_path: Path) -> None:
    home = checkout
    if kind == "wheel":
        home = tmp_path / "site"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(home)
    code = (
        "import importlib, importlib.util, ragen_bench\n"
        f"rooms = {sorted(FOLDERS)!r} + ['environments.' + name for name in {environment_folders()!r}]\n"
        "for room in rooms:\n"
        "    print(importlib.import_module('ragen_bench.' + room).__file__)\n"
        "for name in ('tests', 'benchmarks', 'tools', 'setup'):\n"
        "    assert importlib.util.find_spec('ragen_bench.' + name) is None, name\n"
    )
    found = python(code, home, tmp_path).splitlines()
    assert len(found) == len(FOLDERS) + len(environment_folders())
    assert [file for file in found if not Path(file).is_relative_to(home)] == []


def test_the_package_and_every_environment_import_without_any_heavy_library(tmp_path: Path) -> None:
    modules = ["ragen_bench", *(f"ragen_bench.environments.{name}" for name in environment_folders())]
    code = f"import sys, {', '.join(modules)}\nprint(*[m for m in {HEAVY!r} if m in sys.modules])"
    assert python(code, ROOT, tmp_path) == ""


def test_the_pytest_plug_in_imports_without_any_heavy_library(tmp_path: Path) -> None:
    code = f"import sys, ragen_bench.testing.plugin\nprint(*[m for m in {HEAVY!r} if m in sys.modules])"
    assert python(code, ROOT, tmp_path) == ""
