"""What a sandbox takes and gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ragen_bench.errors import InvalidConfig, RagenError

#: "ok" is the only status that can pass a test.
STATUSES = ("ok", "error", "timeout", "memory", "output", "killed", "syntax")


class SandboxUnavailable(RagenError, RuntimeError):
    """This machine offers nothing that makes it safe to run a stranger's program."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class Limits:
    """What one program may use.

    Args:
        cpu_s: CPU seconds of one test.
        wall_s: seconds of one test.
        total_s: seconds of all tests together; what is left then is not run.
        memory_bytes: address space.
        output_bytes: printed, or returned as JSON.
        open_files: file descriptors.
    """

    cpu_s: float = 2.0
    wall_s: float = 4.0
    total_s: float = 10.0
    memory_bytes: int = 512 * 1024 * 1024
    output_bytes: int = 1024 * 1024
    open_files: int = 64

    def __post_init__(self) -> None:
        for name in ("cpu_s", "wall_s", "total_s"):
            if not 0 < getattr(self, name) <= 3600:
                raise InvalidConfig(f"Limits.{name}", getattr(self, name), "seconds in (0, 3600]")
        for name, low in (("memory_bytes", 64 * 1024 * 1024), ("output_bytes", 1), ("open_files", 16)):
            if getattr(self, name) < low:
                raise InvalidConfig(f"Limits.{name}", getattr(self, name), f"at least {low:,}")


@dataclass(frozen=True, slots=True)
class Call:
    """One test's input; never what is expected of it.

    Args:
        kind: "stdin" runs the program with `stdin`; "function" calls `entry` with `arguments`.
        stdin: text.
        entry: a function that the program defines, or a method of its class Solution.
        arguments: JSON values.
    """

    kind: str
    stdin: str = ""
    entry: str = ""
    arguments: Sequence[Any] = ()

    def __post_init__(self) -> None:
        if self.kind not in ("stdin", "function"):
            raise InvalidConfig("Call.kind", self.kind, '"stdin" or "function"')


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a program did with one input.

    Args:
        status: one of STATUSES.
        output: what it printed, for "stdin".
        value: what it returned, for "function": bool, int, float, str, None, lists and dicts with text
            keys, exactly of these types. A tuple comes as a list; anything else is an error.
        message: the last line of a traceback or a reason, at most 300 characters of the program's making.
        seconds: wall time.
    """

    status: str
    output: str = ""
    value: Any = None
    message: str = ""
    seconds: float = 0.0


class Sandbox(Protocol):
    """Runs programs. Safe to use from several threads."""

    level: str

    def run(self, program: str, calls: Sequence[Call], limits: Limits) -> list[Outcome]:
        """One outcome per call. After a time-out the remaining calls are not run and time out as well.

        Raises:
            TransportError: the sandbox failed (kind "sandbox"); it says nothing of the program.
        """
        ...
