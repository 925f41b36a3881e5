"""What a child does once it is confined: run one program on one input, and say what came of it.

Everything here runs beside a stranger's program, which may change any of it. That is fine: all it can forge
is its own output.
"""

import io
import json
import os
import sys

_LONGEST_MESSAGE = 300
_DEEPEST = 200

# Looked up before the program runs, so that rebinding builtins breaks the program and not the report.
_write, _exit, _dumps, _exec, _compile = os.write, os._exit, json.dumps, exec, compile


class _Foreign(Exception):
    pass


def run(program, call, report, limit):
    """Runs and never returns: the process ends here.

    Args:
        program: text.
        call: {"kind", "entry", "arguments"}.
        report: file descriptor for the report, one JSON object.
        limit: largest report in bytes.
    """
    status, message, value = "ok", "", None
    sys.stdin = io.TextIOWrapper(io.FileIO(0, "r", closefd=False), encoding="utf-8", errors="surrogateescape")
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8", errors="surrogateescape"
    )
    out = sys.stdout
    try:
        try:
            # dont_inherit: the rules of this file's own future statements are not the program's.
            code = _compile(program, "<program>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as error:
            status, message = "syntax", _line(error)
        else:
            module = type(sys)("__main__" if call["kind"] == "stdin" else "solution")
            sys.modules[module.__name__] = module
            names = module.__dict__
            try:
                _exec(code, names)
                if call["kind"] == "function":
                    value = _plain(_function(names, call["entry"])(*call["arguments"]), 0)
            except SystemExit as error:
                # A program may end itself; a function that does has returned nothing.
                if call["kind"] == "function" or error.code not in (None, 0, False):
                    status, message = "error", f"SystemExit: {error.code}"
            except _Foreign as error:
                status, message = "error", str(error)
            except MemoryError as error:
                status, message = "memory", _line(error)
            except BaseException as error:  # noqa: BLE001 - whatever a program raises is its failure
                status, message = "error", _line(error)
        if call["kind"] == "stdin" and status == "ok":
            try:
                out.flush()
                sys.stdout.flush()
            except BaseException as error:  # noqa: BLE001 - the program may have closed or replaced it
                status, message = ("ok", "") if isinstance(error, ValueError) else ("error", _line(error))
        made = {"status": status, "message": message[:_LONGEST_MESSAGE]}
        if call["kind"] == "function" and status == "ok":
            made["value"] = value
        data = _dumps(made).encode("ascii", "backslashreplace")
        if len(data) > limit:
            data = _dumps({"status": "output", "message": "the result is too long"}).encode()
        while data:
            data = data[_write(report, data) :]
        _exit(0 if status == "ok" else 1)
    except BaseException:  # noqa: BLE001 - nothing may be printed or raised past this point
        _exit(1)


def _function(names, entry):
    found = names.get(entry)
    if found is None and isinstance(names.get("Solution"), type):
        found = getattr(names["Solution"](), entry, None)
    if found is None:
        raise NameError(f"the program defines no {entry}")
    return found


def _plain(value, depth):
    """The value with exact plain types only: an object that claims to be equal to everything is none."""
    kind = type(value)
    if kind in (bool, int, float, str) or value is None:
        return value
    if depth >= _DEEPEST:
        raise _Foreign("the result is nested too deeply")
    if kind in (list, tuple):
        return [_plain(item, depth + 1) for item in list(value)]
    if kind is dict:
        for key in value:
            if type(key) is not str:
                raise _Foreign(f"the result has a key of type {type(key).__name__}; keys must be text")
        return {key: _plain(item, depth + 1) for key, item in value.items()}
    raise _Foreign(f"the result holds a {kind.__name__}; it must be made of JSON values")


def _line(error):
    try:
        text = " ".join(str(error).split())
    except BaseException:  # noqa: BLE001 - the exception is the program's own class
        text = ""
    return f"{type(error).__name__}: {text}"[:_LONGEST_MESSAGE]
