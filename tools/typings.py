"""Lays out the repository as it is imported, for tools that read files and not import hooks.

mypy, pyright and import-linter follow neither the mapping in setup.py nor the finder in
`ragen_bench/__init__.py`. This makes `typings/ragen_bench/`, a folder of links in which
`environments/` and its sisters lie where `ragen_bench.environments` is looked for.
"""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("environments", "agents", "trainers", "leaderboards")


def link(source: Path, target: Path) -> None:
    """Points target at source; copies where the platform allows no links."""
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, target)


def build(root: Path = ROOT) -> Path:
    """Makes the folder afresh and returns it."""
    farm = root / "typings"
    # rmtree removes the links themselves and never follows them.
    shutil.rmtree(farm, ignore_errors=True)
    package = farm / "ragen_bench"
    package.mkdir(parents=True)
    for entry in sorted((root / "ragen_bench").iterdir()):
        if entry.name != "__pycache__":
            link(entry, package / entry.name)
    for folder in FOLDERS:
        if (root / folder).is_dir():
            link(root / folder, package / folder)
    return farm


if __name__ == "__main__":
    print(f"links in {build().relative_to(ROOT)}/")
