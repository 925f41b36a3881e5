"""Finds the four rooms that lie beside this package in an uninstalled source tree.

In a wheel, and through setuptools in an editable install, `ragen_bench.environments` and its sisters
are where Python looks. In a bare checkout they are top-level folders. Appending the repository root
to the package's `__path__` would find them too, but would make `ragen_bench.tests` and everything
else beside the package importable; this finder answers for four names only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

FOLDERS = frozenset({"environments", "agents", "trainers", "leaderboards"})


class SourceTreeFinder:
    """An entry of `sys.meta_path` that serves `<package>.<folder>` from one directory."""

    def __init__(self, package: str, root: str) -> None:
        self.package, self.root = package, root

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns the folder's spec, or None for every name that is not ours."""
        parent, _, name = fullname.rpartition(".")
        if parent != self.package or name not in FOLDERS:
            return None
        return PathFinder.find_spec(fullname, [self.root], target)


def install(package: str, directory: str) -> None:
    """Adds the finder when the rooms are beside `directory` and not inside it; else does nothing."""
    root = os.path.dirname(directory)
    inside, beside = os.path.join(directory, "environments"), os.path.join(root, "environments")
    if os.path.isdir(inside) or not os.path.isdir(beside):
        return
    if not any(isinstance(finder, SourceTreeFinder) for finder in sys.meta_path):
        # First, or an editable install of another checkout would answer for the rooms of this one.
        sys.meta_path.insert(0, SourceTreeFinder(package, root))
