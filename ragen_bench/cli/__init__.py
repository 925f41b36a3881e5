"""The command line. One module per command; heavy rooms are imported when a command needs them."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from ragen_bench.errors import RagenError

#: Exit codes: what was asked for was done; it was done and the answer is no; input that the user can
#: correct; trouble outside (disk, network, a missing package); interrupted.
OK, NEGATIVE, USAGE, OUTSIDE, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    _open_closed_streams()
    _survive_any_locale()
    try:
        from ragen_bench.cli.app import build

        code = build()(args=arguments, prog_name="ragen-bench", standalone_mode=False)
        # Here, not when the interpreter ends: a full disk under the output must not go unsaid.
        sys.stdout.flush()
    except RagenError as error:
        return _report(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _interrupted(arguments)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): not an error of ours.
        _discard_output()
        return OK
    except OSError as error:
        # Rooms that write say more; what is left is the output itself, or a file that cannot be read.
        _discard_output()
        place = f"{error.filename}" if error.filename is not None else "standard output, or a file"
        return _report(f"{place}: {error.strerror or error}", OUTSIDE)
    except Exception as error:  # noqa: BLE001 - sorted below; what is not the user's is raised again
        return _usage_error(error, arguments)
    if code == INTERRUPTED:
        # The parser turns Ctrl-C into this code, without a word.
        return _interrupted(arguments)
    return code if isinstance(code, int) else OK


def entry_point() -> None:
    """What the installed script calls."""
    sys.exit(main())


def _interrupted(arguments: list[str] | None) -> int:
    message = "interrupted"
    if (sys.argv[1:] if arguments is None else arguments)[:1] == ["evaluate"]:
        message += "; what was finished is kept. Repeat the command with --resume"
    return _report(message, INTERRUPTED)


def _usage_error(error: Exception, arguments: list[str] | None) -> int:
    """The parser's own errors are the user's to correct; anything else is our defect and is shown whole."""
    import typer

    if isinstance(error, typer.Abort):
        return _interrupted(arguments)
    if not hasattr(error, "format_message"):
        raise error
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "ragen-bench"
    return _report(f"{error.format_message()} See: {command} --help", USAGE)


def _report(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        sys.stderr.write(f"error: {message}\n")
        sys.stderr.flush()
    return code


def _open_closed_streams() -> None:
    """A stream that the caller closed is None in Python; and the next file opened would take its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def _discard_output() -> None:
    """What is still buffered can go nowhere: without this, the interpreter complains of it when it ends."""
    with contextlib.suppress(OSError, ValueError):
        number = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def _survive_any_locale() -> None:
    """Grids and arrows are not in every terminal's encoding: show an escape rather than fail."""
    stream: Any
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
