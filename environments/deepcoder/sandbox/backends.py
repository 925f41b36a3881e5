"""The sandboxes: one client of the worker, started plainly or inside bubblewrap."""

from __future__ import annotations

import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ragen_bench.environments.deepcoder.sandbox.contract import (
    Call,
    Limits,
    Outcome,
    Sandbox,
    SandboxUnavailable,
)
from ragen_bench.errors import TransportError, UnknownName

_HERE = Path(__file__).resolve().parent
#: Seconds for a worker to come up, and beyond a request's own limit before it counts as lost.
_START_S, _MARGIN_S = 20.0, 5.0
LEVELS = ("strict", "weak", "landlock", "bwrap")
_LARGEST_ANSWER = 1 << 30


@dataclass(frozen=True, slots=True)
class Levels:
    """What works on this machine; "" where it does, else the reason why not."""

    landlock: str
    bwrap: str
    weak: str

    @property
    def strict(self) -> str | None:
        """The level that "strict" means here, or None."""
        return "landlock" if not self.landlock else "bwrap" if not self.bwrap else None


class WorkerSandbox:
    """Talks to a worker process, which forks a confined child per test.

    Args:
        level: "landlock", "bwrap" or "weak".

    One request at a time; threads wait for each other. After a fork of this process the child starts a
    worker of its own.
    """

    def __init__(self, level: str) -> None:
        self.level = level
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None

    def run(self, program: str, calls: Sequence[Call], limits: Limits) -> list[Outcome]:
        """See `Sandbox.run`."""
        if os.getpid() != self._owner:
            # The parent's worker is the parent's; its lock may be held by a thread that is not here.
            self._lock, self._owner = threading.Lock(), os.getpid()
            self._process = self._channel = None
        request = {
            "program": program,
            "calls": [
                {"kind": c.kind, "stdin": c.stdin, "entry": c.entry, "arguments": list(c.arguments)}
                for c in calls
            ],
            "limits": asdict(limits),
        }
        body = json.dumps(request).encode("ascii")
        with self._lock:
            for attempt in (1, 2):
                try:
                    answer = self._ask(body, limits.total_s + _START_S + _MARGIN_S)
                    break
                except (OSError, ValueError) as error:
                    self._drop()
                    if attempt == 2:
                        raise TransportError(
                            "sandbox", f"the sandbox's worker failed twice: {type(error).__name__}: {error}"
                        ) from error
            if self.level == "bwrap":
                # Submissions must not meet in one temporary file system.
                self._drop()
        return [_outcome(call, item) for call, item in zip(calls, answer["outcomes"], strict=True)]

    def close(self) -> None:
        """Ends the worker; the next run starts another."""
        with self._lock:
            self._drop()

    def start(self) -> None:
        """Starts the worker now instead of at the first run.

        Raises:
            OSError: it does not come up.
        """
        with self._lock:
            if self._channel is None:
                self._start()

    def _ask(self, body: bytes, patience: float) -> dict[str, Any]:
        if self._channel is None:
            self._start()
        channel = self._channel
        assert channel is not None
        channel.settimeout(patience)
        channel.sendall(struct.pack("!Q", len(body)) + body)
        return _receive(channel, patience)

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        descriptor = theirs.fileno()
        try:
            self._process = subprocess.Popen(
                _command(self.level, descriptor),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(descriptor,),
                env={"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PATH": os.defpath},
                cwd="/" if os.name == "posix" else None,
                start_new_session=True,
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._channel = ours
        ours.settimeout(_START_S)
        weakref.finalize(self, _stop, self._process, ours, os.getpid())
        said = _receive(ours, _START_S)
        if not said.get("ready"):
            self._drop()
            raise OSError(str(said.get("failed", "the worker does not answer")))

    def _drop(self) -> None:
        _stop(self._process, self._channel, self._owner)
        self._process = self._channel = None

    def __reduce__(self) -> tuple[Any, ...]:
        return (WorkerSandbox, (self.level,))


def _stop(process: Any, channel: Any, owner: int | None = None) -> None:
    if channel is not None:
        with suppress(OSError):
            channel.close()
    if process is not None and owner == os.getpid():
        # Its socket is closed, so it tidies up and ends; one that hangs is ended.
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _receive(channel: socket.socket, patience: float) -> dict[str, Any]:
    deadline = time.monotonic() + patience
    head = _exactly(channel, 8, deadline)
    size = struct.unpack("!Q", head)[0]
    if size > _LARGEST_ANSWER:
        raise ValueError("an answer that is too long")
    answer = json.loads(_exactly(channel, size, deadline))
    if not isinstance(answer, dict):
        raise ValueError("an answer of another form")
    return answer


def _exactly(channel: socket.socket, size: int, deadline: float) -> bytes:
    parts = []
    while size:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the worker does not answer")
        channel.settimeout(left)
        part = channel.recv(min(size, 1 << 20))
        if not part:
            raise ConnectionError("the worker ended")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _outcome(call: Call, item: dict[str, Any]) -> Outcome:
    status, value = item["status"], None
    message, seconds = str(item["message"])[:300], float(item["seconds"])
    if status == "ok" and call.kind == "function":
        try:
            value = json.loads(item["report"])["value"]
        except (ValueError, KeyError, TypeError, RecursionError):
            # Bytes of the program's own making, or a number with more digits than Python reads.
            return Outcome("error", message="the result cannot be read", seconds=seconds)
    return Outcome(status, str(item.get("output", "")), value, message, seconds)


def _command(level: str, descriptor: int) -> list[str]:
    # -I and -S: nothing from the environment, the current folder or site-packages is imported.
    code = f"import sys; sys.path.insert(0, {str(_HERE)!r}); import runpy; runpy.run_module('worker')"
    python = [sys.executable, "-I", "-S", "-c", code, str(descriptor), level]
    return bwrap_command(python) if level == "bwrap" else python


def bwrap_command(command: Sequence[str]) -> list[str]:
    """The command inside bubblewrap: own namespaces, a read-only view of what Python needs, no network."""
    base = Path(sys.base_prefix).resolve()
    made = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
    for place in dict.fromkeys(("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", str(base), sys.prefix)):
        made += ["--ro-bind-try", place, place]
    made += ["--ro-bind", str(_HERE), str(_HERE), "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    return [*made, "--chdir", "/tmp", "--clearenv", "--setenv", "PYTHONHASHSEED", "0", "--", *command]


#: A program that tries what must fail; it prints what succeeded.
_PROBE = """
import os, socket
done = []
for name, attempt in (
    ("read", lambda: open("/etc/passwd").read()),
    ("list", lambda: os.listdir("/")),
    ("write", lambda: os.remove(open("/tmp/ragen-probe", "w").name)),
    ("socket", lambda: socket.socket()),
    ("fork", lambda: os._exit(0) if os.fork() == 0 else None),
    ("signal", lambda: os.kill(os.getppid(), 0)),
):
    try:
        attempt()
        done.append(name)
    except OSError:
        pass
print(*done)
"""


@lru_cache(maxsize=1)
def probe() -> Levels:
    """What works here, found by trying: each level runs a program that attempts what it must not do."""
    return Levels(
        landlock=_reason("landlock", ()),
        # Namespaces show a file system and a process table of their own; what counts is that it is not ours.
        bwrap=_reason("bwrap", ("read", "list", "write")),
        weak=_reason("weak", ("read", "list", "write", "socket", "fork", "signal")),
    )


def _reason(level: str, allowed: Sequence[str]) -> str:
    if level == "bwrap" and shutil.which("bwrap") is None:
        return "bwrap is not installed"
    if level == "landlock" and not sys.platform.startswith("linux"):
        return "Landlock is a part of Linux"
    if os.name != "posix":
        return "processes cannot be forked here"
    sandbox = WorkerSandbox(level)
    try:
        sandbox.start()
        (outcome,) = sandbox.run(_PROBE, [Call("stdin")], Limits())
    except (OSError, TransportError) as error:
        return f"does not start: {error}"
    finally:
        sandbox.close()
    if outcome.status != "ok":
        return f"a plain program ends with {outcome.status}: {outcome.message}"
    broken = [name for name in outcome.output.split() if name not in allowed]
    return f"does not keep a program from: {', '.join(broken)}" if broken else ""


def open_sandbox(level: str = "strict") -> Sandbox:
    """A sandbox of this process; workers start when they are first needed.

    Args:
        level: "strict" takes the best of Landlock and bubblewrap and refuses where neither works; "weak"
            limits time, memory and output alone. "landlock" and "bwrap" ask for one of them.

    Raises:
        SandboxUnavailable: it does not work here; says why and what to do.
        UnknownName: no such level.
    """
    if level not in LEVELS:
        raise UnknownName("sandbox level", level, LEVELS)
    found = probe()
    wanted = found.strict if level == "strict" else level
    if wanted is None or getattr(found, wanted):
        reasons = {"landlock": found.landlock, "bwrap": found.bwrap, "weak": found.weak}
        told = "; ".join(
            f"{name}: {why}" for name, why in reasons.items() if why and level in ("strict", name)
        )
        raise SandboxUnavailable(
            f"no {level} sandbox works here ({told}). Programs of strangers need Linux 5.13 or newer, or "
            "bubblewrap (apt install bubblewrap). For programs you trust: --sandbox weak, which is not ranked"
        )
    return WorkerSandbox(wanted)
