"""Cheap policies: programs that are written without a look at the problem, or that know its examples only."""

from __future__ import annotations

from typing import Any

from ragen_bench.rng import Rng

#: One-line answers: what a function returns, and what a program prints of the text `t` it read.
_BODIES = {
    "zero": ("0", "0"),
    "one": ("1", "1"),
    "minus_one": ("-1", "-1"),
    "true": ("True", "'YES'"),
    "none": ("None", "'NO'"),
    "empty_text": ("''", "''"),
    "empty_list": ("[]", "[]"),
    "echo": ("a[0]", "t"),
    "first_line": ("a[0][0]", "t.split('\\n')[0]"),
    "last": ("a[-1]", "t.rstrip().split('\\n')[-1]"),
    "sorted": ("sorted(a[0])", "*sorted(t.split())"),
    "reversed": ("a[0][::-1]", "t.rstrip()[::-1]"),
    "length": ("len(a[0])", "len(t.split())"),
    "sum": ("sum(a[0])", "sum(map(int, t.split()))"),
    "largest": ("max(a[0])", "max(map(int, t.split()))"),
    "smallest": ("min(a[0])", "min(map(int, t.split()))"),
}


def one_liner(entry: str, name: str) -> str:
    """A program that answers every input the same simple way.

    Args:
        entry: the function's name, "Class.method", or "" for standard input.
        name: a key of the table above.
    """
    body, printed = _BODIES[name]
    if not entry:
        return f"import sys\nt = sys.stdin.read()\nprint({printed})\n"
    holder, _, method = entry.rpartition(".")
    if holder:
        return f"class {holder}:\n    def {method}(self, *a):\n        return {body}\n"
    return f"def {method}(*a):\n    return {body}\n"


def random_program(entry: str, rng: Rng) -> str:
    """One of the one-line programs, each with equal chance."""
    return one_liner(entry, rng.choice(tuple(_BODIES)))


class _OneLiner:
    def __init__(self, name: str) -> None:
        self._name = name

    def act(self, env: Any) -> str:
        """The one-line program for the kind of task that `env` is playing."""
        return one_liner(env.unwrapped.task["entry"], self._name)


class _Examples:
    """Answers the inputs of the examples from a table, and any other with the first example's output."""

    def act(self, env: Any) -> str:
        """The table as a program."""
        task = env.unwrapped.task
        table = [(test["input"], test["output"]) for test in task["examples"]]
        lines = [f"table = {table!r}", f"default = {table[0][1] if table else 0!r}"]
        if not task["entry"]:
            lines += ["import sys", "t = sys.stdin.read()", "print(dict(table).get(t, default))"]
            return "\n".join(lines) + "\n"
        holder, _, method = task["entry"].rpartition(".")
        inner = f"def {method}({'self, ' if holder else ''}*a):"
        body = "return next((output for given, output in table if given == list(a)), default)"
        if holder:
            lines += [f"class {holder}:", f"    {inner}", f"        {body}"]
        else:
            lines += [inner, f"    {body}"]
        return "\n".join(lines) + "\n"


ZERO = _OneLiner("zero")
EMPTY_LIST = _OneLiner("empty_list")
EMPTY_TEXT = _OneLiner("empty_text")
ECHO_INPUT = _OneLiner("echo")
SORTED = _OneLiner("sorted")
SUM = _OneLiner("sum")
LENGTH = _OneLiner("length")
LARGEST = _OneLiner("largest")
EXAMPLES = _Examples()
