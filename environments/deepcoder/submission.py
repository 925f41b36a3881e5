"""From a reply to the program in it, and what can be said of a program without running it."""

from __future__ import annotations

import re

from ragen_bench.env import InvalidAction

#: Longest reply that is read.
MAX_LENGTH = 20_000

_FENCE = re.compile(r"[ \t]*```[ \t]*([A-Za-z0-9_+.-]*)[ \t]*\Z")
_PYTHON = ("python", "python3", "py")
#: A program that mentions none of these prints nothing.
_PRINTS = re.compile(r"print|write|exec\b|eval\b")


def program_of(reply: str) -> str:
    """The program in a reply: its last block fenced as Python, else its last fenced block, else all of it.

    A block that is never closed reaches to the end. Linear in the length of the reply.
    """
    lines = reply.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blocks: list[tuple[str, list[str]]] = []
    inside = False
    for line in lines:
        fence = _FENCE.match(line)
        if fence is None:
            if inside:
                blocks[-1][1].append(line)
        elif inside and not fence[1]:
            inside = False
        elif inside:
            blocks[-1][1].append(line)
        else:
            inside = True
            blocks.append((fence[1].lower(), []))
    python = [body for label, body in blocks if label in _PYTHON]
    chosen = python[-1] if python else blocks[-1][1] if blocks else lines
    return "\n".join(chosen).strip("\n") + "\n"


def check_program(program: str, entry: str) -> None:
    """Refuses what cannot be a program for the task, without reading it as Python.

    The text is hostile, and Python's own parser can be made to use much time and memory, so the syntax is
    checked in the sandbox only.

    Args:
        program: what `program_of` returned.
        entry: the function's name; "" for a program that reads standard input.

    Raises:
        InvalidAction: empty, not text that can be written to a file, or without the function or any output.
    """
    if not program.strip():
        raise InvalidAction("unreadable", "That holds no program.")
    try:
        program.encode()
    except UnicodeEncodeError:
        raise InvalidAction("unreadable", "The program holds characters that are no text.") from None
    if "\x00" in program:
        raise InvalidAction("unreadable", "The program holds characters that are no text.")
    name = entry.rpartition(".")[2]
    if name and not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", program):
        raise InvalidAction("unreadable", f"The program does not define {name}.")
    if not name and not _PRINTS.search(program):
        raise InvalidAction("unreadable", "The program prints nothing.")
