"""The run folder: run.json, episodes.jsonl (append-only), summary.json.

A row is in the file before its episode counts as done. A process that is killed leaves at most one
torn last line, which is simply owed again. One process at a time may write.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from ragen_bench.errors import InvalidRun, RunConflict, StorageError
from ragen_bench.evaluation.rows import EpisodeKey, EpisodeRow, jsonable
from ragen_bench.evaluation.shape import WrongShape, check_header, check_row

RUN, EPISODES, SUMMARY, LOCK = "run.json", "episodes.jsonl", "summary.json", ".lock"
FORMAT = 1
_RESUME = "repeat the command with --resume: what was recorded before is intact"


class RunFolder:
    """A run on disk, opened for writing.

    Use as a context manager; it holds the folder's lock until it is left.

    Raises:
        RunConflict: the folder holds another run, or another process writes to it.
        StorageError: the folder cannot be written.
    """

    def __init__(self, path: Path, header: dict[str, Any], *, resume: bool) -> None:
        self.path = path
        self.header = header
        self.rows: dict[EpisodeKey, EpisodeRow] = {}
        self._file: IO[bytes] | None = None
        self._lock: IO[bytes] | None = None
        with storage_errors(path, _RESUME):
            path.mkdir(parents=True, exist_ok=True)
            self._lock = _lock(path / LOCK)
            try:
                self._open(resume)
            except BaseException:
                self.close()
                raise

    def _open(self, resume: bool) -> None:
        run, episodes = self.path / RUN, self.path / EPISODES
        for name in (RUN, SUMMARY):
            # Left by a process that was killed while it wrote.
            for torn in self.path.glob(f".{name}.*"):
                torn.unlink()
        if (self.path / f"{EPISODES}.gz").exists():
            raise RunConflict(
                f"{self.path} holds a packed run; to continue it: gunzip {self.path / EPISODES}.gz"
            )
        if run.exists():
            if not resume:
                raise RunConflict(
                    f"{self.path} already holds a run. Continue it with --resume, or choose another --out"
                )
            before = read_header(self.path)
            _same_settings(self.path, before, self.header)
            self.header = before
        elif episodes.exists() and episodes.stat().st_size:
            raise RunConflict(f"{self.path} has {EPISODES} but no {RUN}; choose another --out")
        else:
            write_json(run, self.header)
        if episodes.exists():
            good = 0
            for row, end in _parse(episodes):
                self.rows[EpisodeKey.of(row)] = row
                good = end
            self._file = episodes.open("r+b", buffering=0)
            self._file.truncate(good)
            self._file.seek(good)
        else:
            self._file = episodes.open("wb", buffering=0)

    def append(self, row: EpisodeRow) -> None:
        """Writes one row, whole, and hands it to the operating system before returning."""
        assert self._file is not None, "the run folder is closed"
        line = json.dumps(jsonable(row), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
        with storage_errors(self.path, _RESUME):
            start = self._file.tell()
            rest = line.encode() + b"\n"
            try:
                while rest:
                    # Unbuffered: what a full disk refuses must not wait in a buffer for a later write.
                    rest = rest[self._file.write(rest) :]
            except OSError:
                # A full disk may have taken half a line: cut it off, so that the file stays readable.
                with contextlib.suppress(OSError):
                    self._file.truncate(start)
                    self._file.seek(start)
                raise
        self.rows[EpisodeKey.of(row)] = row

    def write_summary(self, summary: dict[str, Any]) -> None:
        """Replaces summary.json at once or not at all."""
        with storage_errors(self.path, _RESUME):
            write_json(self.path / SUMMARY, summary)

    def close(self) -> None:
        """Flushes to disk and frees the lock."""
        if self._file is not None:
            with contextlib.suppress(OSError, ValueError):
                self._file.flush()
                os.fsync(self._file.fileno())
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def read_rows(path: Path) -> Iterator[EpisodeRow]:
    """The rows that count: the last one per key, in order of first appearance. Reads .jsonl and .jsonl.gz.

    Raises:
        InvalidRun: no episodes file, or a damaged line before the last; names file and line.
    """
    rows = {EpisodeKey.of(row): row for _, row in read_lines(path)}
    return iter(rows.values())


def read_lines(path: Path) -> Iterator[tuple[int, EpisodeRow]]:
    """Every row with the number of its line, rows that a later one replaces included.

    Raises:
        InvalidRun: as `read_rows`.
    """
    file = episodes_file(path)
    for number, (row, _) in enumerate(_parse(file), start=1):
        yield number, row


def episodes_file(path: Path) -> Path:
    """The run folder's episodes.jsonl, or episodes.jsonl.gz where it was packed.

    Raises:
        InvalidRun: there is neither.
    """
    for candidate in (path / EPISODES, path / f"{EPISODES}.gz"):
        if candidate.exists():
            return candidate
    raise InvalidRun(
        f"{path} has no {EPISODES}; a run folder is made by: ragen-bench evaluate MODEL --out {path}"
    )


def read_header(path: Path) -> dict[str, Any]:
    """run.json.

    Raises:
        InvalidRun: missing, not JSON, or a field is wrong; names it.
    """
    if not (path / RUN).is_file():
        raise InvalidRun(f"{path} is not a run folder: it has no {RUN}")
    try:
        return check_header(read_json(path / RUN))
    except WrongShape as error:
        raise InvalidRun(f"{path / RUN}: {error}") from error


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object from a file.

    Raises:
        InvalidRun: names the file and, where known, the line.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidRun(f"{path} cannot be read: {error}") from error
    except json.JSONDecodeError as error:
        raise InvalidRun(f"{path}:{error.lineno} is not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # an over-long number, or nesting without end
        raise InvalidRun(f"{path} cannot be read: {error}") from error
    if not isinstance(value, dict):
        raise InvalidRun(f"{path} must hold a JSON object, got {type(value).__name__}")
    return cast(dict[str, Any], value)


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Writes through a temporary file and a rename, so that a reader sees the old or the new file."""
    text = json.dumps(jsonable(value), indent=2, ensure_ascii=True, allow_nan=False) + "\n"
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


@contextlib.contextmanager
def storage_errors(path: Path, then: str = "repeat the command") -> Iterator[None]:
    """Turns the operating system's refusal into a StorageError that says what to do.

    Args:
        path: what is being written.
        then: the way on, once there is space.

    Raises:
        StorageError: with the folder and the reason.
    """
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(
            f"cannot write to {path}: {error.strerror or error}. "
            f"Free space or choose another --out, then {then}"
        ) from error


def _parse(path: Path) -> Iterator[tuple[EpisodeRow, int]]:
    """Rows, one per line, with the offset after each; stops in front of a torn last line."""
    try:
        opened = gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # noqa: SIM115
    except OSError as error:
        raise InvalidRun(f"{path} cannot be read: {error.strerror or error}") from error
    end = number = 0
    with opened as file:
        try:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                end += len(line)
                yield _row(path, number, line), end
        except (OSError, EOFError, zlib.error) as error:
            raise InvalidRun(f"{path}:{number + 1} cannot be read: {error}") from error


def _row(path: Path, number: int, line: bytes) -> EpisodeRow:
    try:
        return check_row(json.loads(line))
    except (ValueError, RecursionError) as error:
        raise InvalidRun(
            f"{path}:{number} is damaged ({type(error).__name__}: {error}); "
            f"delete that line and repeat the run with --resume"
        ) from error


#: Settings of a policy that move no reply: they may differ when a run is resumed.
_TRANSPORT = frozenset({"transport", "base_url", "batch_size"})


def _same_settings(path: Path, before: dict[str, Any], now: dict[str, Any]) -> None:
    old, new = _compared(before), _compared(now)
    differences = [
        f"{key}: {_brief(old.get(key))} then, {_brief(new.get(key))} now"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    ]
    if differences:
        raise RunConflict(
            f"cannot resume {path}: the settings differ. " + "; ".join(differences[:6]) + ". "
            "Repeat the command with the settings of run.json, or choose another --out"
        )


def _compared(header: dict[str, Any]) -> dict[str, Any]:
    """What must be the same, flat, as "section.key.key"."""
    policy = {key: value for key, value in header.get("policy", {}).items() if key not in _TRANSPORT}
    flat: dict[str, Any] = {}

    def put(prefix: str, value: Any) -> None:
        if isinstance(value, dict) and value:
            for key, item in value.items():
                put(f"{prefix}.{key}", item)
        else:
            flat[prefix] = value

    put("settings", jsonable(header.get("settings", {})))
    put("policy", jsonable(policy))
    put("environments", jsonable(header.get("environments", {})))
    return flat


def _brief(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _lock(path: Path) -> IO[bytes]:
    file = path.open("ab")
    try:
        import fcntl
    except ImportError:  # Windows has no flock; there two writers are the user's affair
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise RunConflict(
            f"another process is writing to {path.parent}; wait for it, or choose another --out"
        ) from error
    return file
