"""Puts the miniature plug-in and its planted faults where imports find them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="session", autouse=True)
def plugins_importable() -> Iterator[None]:
    """`mini` and `dial_faults` by name: checks start processes that import them too."""
    added = [str(TESTS / "plugins" / "mini" / "src"), str(TESTS / "testing" / "planted")]
    sys.path[:0] = added
    yield
    for entry in added:
        sys.path.remove(entry)
