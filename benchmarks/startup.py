"""What importing and installing cost."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Figure, child_seconds, interleaved

_ROOT = Path(__file__).resolve().parent.parent
_NOT_SOURCE = (".git", ".venv", "typings", "build", "dist", "runs", "*.egg-info", "__pycache__", ".*_cache")


def startup(repeats: int) -> Iterator[Figure]:
    """Import and `--help` beside importing gymnasium. All without the interpreter's own start."""
    python = sys.executable
    bare, gymnasium, ours, help_text = interleaved(
        (
            (python, "-c", "pass"),
            (python, "-c", "import gymnasium"),
            (python, "-c", "import ragen_bench"),
            (python, "-m", "ragen_bench", "--help"),
        ),
        repeats,
    )
    base = gymnasium - bare
    yield Figure("import gymnasium", 1000 * base, "ms", f"less Python's own start of {1000 * bare:.0f} ms")
    yield Figure("import ragen_bench", 1000 * (ours - bare), "ms", "gymnasium is a part of it")
    yield Figure("ragen-bench --help", 1000 * (help_text - bare), "ms")
    yield Figure("import time / gymnasium's", (ours - bare) / base, "x")
    yield Figure("--help time / gymnasium's import", (help_text - bare) / base, "x")


def install() -> Iterator[Figure]:
    """A core install into a new virtual environment: seconds on the clock, and megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        # A copy, because building a package leaves files beside its sources.
        source, target = Path(folder) / "source", Path(folder) / "venv"
        shutil.copytree(_ROOT, source, ignore=shutil.ignore_patterns(*_NOT_SOURCE))
        began = time.monotonic()
        venv.create(target, with_pip=True)
        before = _size(target)
        python = str(target / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        child_seconds((python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(source)))
        wall = time.monotonic() - began
        size = _size(target) - before
    yield Figure("core install, s", wall, "s", "wall clock, with the virtual environment and the network")
    yield Figure("core install, MB", size / 1e6, "MB", "without pip and the virtual environment")


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
