"""The command line. One module per command; heavy rooms are imported when a command needs them."""

from __future__ import annotations

import sys
from typing import Any

from ragen_bench.errors import RagenError

#: Exit codes: what was asked for was done; it was done and the answer is no; input that the user can
#: correct; trouble outside (disk, network, a missing package); interrupted.
OK, NEGATIVE, USAGE, OUTSIDE, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    _survive_any_locale()
    from ragen_bench.cli.app import build

    try:
        code = build()(args=arguments, prog_name="ragen-bench", standalone_mode=False)
    except RagenError as error:
        return _report(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _report(
            "interrupted; what was finished is kept. Repeat the command with --resume", INTERRUPTED
        )
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): not an error of ours.
        sys.stderr.close()
        return OK
    except Exception as error:  # noqa: BLE001 - sorted below; what is not the user's is raised again
        return _usage_error(error)
    return code if isinstance(code, int) else OK


def entry_point() -> None:
    """What the installed script calls."""
    sys.exit(main())


def _usage_error(error: Exception) -> int:
    """The parser's own errors are the user's to correct; anything else is our defect and is shown whole."""
    import typer

    if isinstance(error, typer.Abort):
        return _report(
            "interrupted; what was finished is kept. Repeat the command with --resume", INTERRUPTED
        )
    if not hasattr(error, "format_message"):
        raise error
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "ragen-bench"
    return _report(f"{error.format_message()} See: {command} --help", USAGE)


def _report(message: str, code: int) -> int:
    sys.stderr.write(f"error: {message}\n")
    return code


def _survive_any_locale() -> None:
    """Grids and arrows are not in every terminal's encoding: show an escape rather than fail."""
    stream: Any
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
