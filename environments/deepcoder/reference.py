"""Runs the package's own reference programs in this process.

Only text of this package comes here: families and stages, with parameters filled in. What an agent submits
runs in the sandbox, always. Nothing global is touched, so that tasks can be drawn in any thread: a program
that reads standard input is given a `sys`, an `input` and a `print` of its own.
"""

from __future__ import annotations

import builtins
import io
import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from types import CodeType, SimpleNamespace
from typing import Any

#: Nesting of values in tests.
MOST_NESTED = 12


class ProgramFailed(Exception):
    """A reference or a wrong program raised, or gave something that is not plain data."""


def run_reference(program: str, entry: str, given: Any) -> Any:
    """What a program of this package returns for a list of arguments, or prints for a text.

    Args:
        program: the whole program.
        entry: the function's name; "" for a program that reads standard input.
        given: arguments, which stay unchanged, or the text.

    Raises:
        ProgramFailed: it raised, or the result is no JSON data.
    """
    try:
        if not entry:
            return _printed(program, given)
        # Through JSON, so that a program that changes its arguments changes a copy. Defined anew for every
        # call, so that nothing a program remembers reaches its next call.
        result = define(program, entry)(*json.loads(json.dumps(given)))
        check_plain(result)
        return json.loads(json.dumps(result))
    except Exception as error:
        raise ProgramFailed(f"{type(error).__name__}: {error}") from error


def check_plain(value: Any, depth: int = MOST_NESTED) -> None:
    """Refuses what JSON would change or cannot hold: tuples, other keys than text, numbers that are not
    finite.

    Raises:
        ValueError: says what is in the way.
    """
    if depth < 0:
        raise ValueError(f"nested more than {MOST_NESTED} deep")
    if isinstance(value, float) and type(value) is float:
        if not math.isfinite(value):
            raise ValueError(f"{value} is not finite")
    elif type(value) is list:
        for item in value:
            check_plain(item, depth - 1)
    elif type(value) is dict:
        for key, item in value.items():
            if type(key) is not str:
                raise ValueError(f"a key of type {type(key).__name__}")
            check_plain(item, depth - 1)
    elif value is not None and type(value) not in (bool, int, str):
        raise ValueError(f"a value of type {type(value).__name__}")


@lru_cache(maxsize=1024)
def _code(program: str) -> CodeType:
    return compile(program, "<reference>", "exec")


def define(program: str, entry: str) -> Callable[..., Any]:
    """The function that a program of this package defines."""
    names: dict[str, Any] = {"__name__": "reference"}
    exec(_code(program), names)  # noqa: S102 - text of this package, never an agent's
    function: Callable[..., Any] = names[entry]
    return function


def _printed(program: str, text: str) -> str:
    read, written = io.StringIO(text), io.StringIO()

    def own_print(
        *values: object, sep: str = " ", end: str = "\n", file: Any = None, flush: bool = False
    ) -> None:
        print(*values, sep=sep, end=end, file=written if file is None else file)

    def own_input(prompt: str = "") -> str:
        line = read.readline()
        if not line:
            raise EOFError
        return line.removesuffix("\n")

    own_sys = SimpleNamespace(
        stdin=read, stdout=written, stderr=io.StringIO(), argv=[""], maxsize=sys.maxsize, exit=_exit,
        setrecursionlimit=lambda limit: None,
    )  # fmt: skip

    def own_import(
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        return own_sys if name == "sys" else __import__(name, globals, locals, fromlist, level)

    names: dict[str, Any] = {
        "__name__": "__main__",
        "__builtins__": {
            **vars(builtins), "print": own_print, "input": own_input, "__import__": own_import, "exit": _exit,
        },
    }  # fmt: skip
    with suppress(SystemExit):
        exec(_code(program), names)  # noqa: S102 - text of this package, never an agent's
    return written.getvalue()


def _exit(status: object = None) -> None:
    raise SystemExit(status)
