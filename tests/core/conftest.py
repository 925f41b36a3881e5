"""Puts the miniature plug-in where imports find it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def mini_importable() -> Iterator[None]:
    """`import mini` in a test is the miniature plug-in of tests/plugins."""
    source = str(Path(__file__).parents[1] / "plugins" / "mini" / "src")
    sys.path.insert(0, source)
    yield
    sys.path.remove(source)
