"""The Lean 4 that is installed on this machine, through lean-interact (extra `lean`)."""

from __future__ import annotations

import os
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ragen_bench.environments.lean import scripts
from ragen_bench.environments.lean.checking import Checked, Statement
from ragen_bench.errors import MissingExtra, MissingProgram, TransportError

#: Environment variable that names a Lean project, for statements that import more than Lean's core.
PROJECT_VARIABLE = "RAGEN_BENCH_LEAN_PROJECT"
TIMEOUT_S = 60.0
IMPORT_TIMEOUT_S = 300.0
#: Sets of imports that are kept loaded.
_KEPT = 4


class LeanToolchain:
    """A `ProofChecker` that has a local Lean read files, in one process that stays.

    Args:
        start: makes the server; None starts lean-interact's on the project RAGEN_BENCH_LEAN_PROJECT.
        timeout_s: for one file.
    """

    def __init__(self, start: Callable[[], Any] | None = None, timeout_s: float = TIMEOUT_S) -> None:
        self.name = "lean"
        self._start, self._timeout_s = start or start_server, timeout_s
        self._server: Any = None
        self._imported: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, statement: Statement, accepted: Sequence[str], step: str | None) -> Checked:
        """See `ProofChecker`."""
        with self._lock:
            return scripts.check(self._run, statement, accepted, step)

    def _run(self, script: scripts.Script) -> scripts.Said:
        if self._server is None:
            self._server = self._start()
        try:
            environment = self._environment(script.imports) if script.imports else None
            answer = self._send(script.body, environment, self._timeout_s, False)
        except TimeoutError as error:
            raise scripts.TimedOut(f"more than {self._timeout_s:g} seconds") from error
        return scripts.read_said(answer)

    def _environment(self, imports: str) -> int:
        known = self._imported.get(imports)
        if known is not None:
            self._imported.move_to_end(imports)
            return known
        try:
            answer = self._send(imports, None, IMPORT_TIMEOUT_S, True)
        except TimeoutError as error:
            raise TransportError("checker", "Lean took too long to load the imports") from error
        errors = [m.text for m in scripts.read_said(answer).messages if m.severity == "error"]
        if errors or not isinstance(answer.get("env"), int):
            raise TransportError(
                "checker",
                f"Lean cannot load the imports: {(errors or ['no environment'])[0][:300]} "
                f"(set {PROJECT_VARIABLE} to a project that has them)",
            )
        self._imported[imports] = int(answer["env"])
        if len(self._imported) > _KEPT:
            self._imported.popitem(last=False)
        return int(answer["env"])

    def _send(self, text: str, environment: int | None, seconds: float, keep: bool) -> dict[str, Any]:
        request = _command(text, environment)
        try:
            reply = self._server.run(request, timeout=seconds, add_to_session_cache=keep)
        except TimeoutError:
            raise
        except (OSError, EOFError, ValueError, RuntimeError, MemoryError) as error:
            # The process is gone or out of step: the next call starts another.
            self._server, self._imported = None, OrderedDict()
            raise TransportError("checker", f"Lean ended: {type(error).__name__}: {error}"[:400]) from error
        answer = reply.model_dump(by_alias=True, exclude_none=True)
        if "message" in answer and "env" not in answer:
            raise TransportError("checker", f"Lean's REPL says: {str(answer['message'])[:300]}")
        return dict(answer)


def _command(text: str, environment: int | None) -> Any:
    try:
        from lean_interact import Command
    except ImportError:
        raise MissingExtra("lean-interact", "lean", "checking proofs with the Lean on this machine") from None
    return Command(cmd=text, env=environment)


def start_server() -> Any:
    """lean-interact's server.

    Raises:
        MissingExtra: lean-interact is not installed. MissingProgram: Lean is not.
        TransportError: it does not start.
    """
    try:
        from lean_interact import AutoLeanServer, LeanREPLConfig, LocalProject
    except ImportError:
        raise MissingExtra("lean-interact", "lean", "checking proofs with the Lean on this machine") from None
    if shutil.which("lake") is None:
        raise MissingProgram(
            "no Lean 4 on this machine: `lake` is not on the PATH. Install it with elan "
            "(https://lean-lang.org/install), or use checker=kimina:URL or the embedded checker"
        )
    folder = os.environ.get(PROJECT_VARIABLE)
    try:
        project = LocalProject(directory=Path(folder).expanduser()) if folder else None
        return AutoLeanServer(LeanREPLConfig(project=project))
    except Exception as error:
        # The library builds Lean's REPL with other programs, and raises whatever they end with.
        raise TransportError(
            "checker", f"Lean does not start: {type(error).__name__}: {error}"[:400]
        ) from error
