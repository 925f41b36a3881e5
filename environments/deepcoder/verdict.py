"""Runs a program on tests and judges it.

The program runs in a sandbox that is given inputs only. Expected outputs and the verdict stay in this
process: what a program prints about itself is its output, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ragen_bench.environments.deepcoder.comparison import same_output, same_value
from ragen_bench.errors import InvalidTask

if TYPE_CHECKING:
    from ragen_bench.environments.deepcoder.sandbox import Call, Limits, Outcome, Sandbox

#: Tests that are run first when a failure ends the run: most programs that fail do so at once.
_FIRST = 2
#: Names that published tests of the "class Solution" kind take for granted.
_TAKEN_FOR_GRANTED = """\
import bisect, collections, functools, heapq, itertools, math, random, re, string
from bisect import *
from collections import *
from functools import *
from heapq import *
from itertools import *
from math import ceil, comb, factorial, floor, gcd, inf, isqrt, lcm, log, log2, sqrt
from typing import *


"""
_METHOD_NAME = "_method_of_the_class"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a program.

    Args:
        passed: tests with the expected output.
        total: all tests.
        statuses: one word per test: "passed", "wrong", "skipped", or the sandbox's for a program that did not
            come to an end ("error", "timeout", "syntax", ...).
        first_failure: position of the first test that is not passed; None when all are.
        message: what the sandbox says of that test; "" for a wrong output.
        outputs: what was returned or printed, None where nothing was. Never the expected outputs.
    """

    passed: int
    total: int
    statuses: tuple[str, ...]
    first_failure: int | None
    message: str
    outputs: tuple[Any, ...]

    @property
    def all_passed(self) -> bool:
        """Whether every test is passed; False without tests."""
        return self.passed == self.total > 0

    @property
    def share(self) -> float:
        """Share of the tests that are passed."""
        return self.passed / self.total if self.total else 0.0


def run_tests(
    program: str,
    tests: Sequence[Mapping[str, Any]],
    limits: Limits | None = None,
    sandbox: Sandbox | None = None,
    entry: str = "",
    until_failure: bool = False,
) -> Result:
    """Runs a Python program on every test.

    Args:
        program: the whole program.
        tests: mappings with "input" and "output". A test with an "entry" calls the function of that name with
            "input", a list of arguments, and compares what it returns with "output". A test without one feeds
            the text "input" to standard input and compares what is printed with the text "output". Entry
            "Solution.name" calls a method of a new Solution().
        limits: of time, memory, processes and output; None takes the sandbox's own.
        sandbox: None opens the strict one of this process.
        entry: for tests that name none.
        until_failure: stop soon after the first failure; tests not run are "skipped".

    Raises:
        InvalidTask: a test without its fields. SandboxUnavailable: no safe sandbox here.
        TransportError: the sandbox failed, which says nothing of the program.
    """
    from ragen_bench.environments.deepcoder.sandbox import Limits

    sandbox = shared_sandbox("strict") if sandbox is None else sandbox
    limits = Limits() if limits is None else limits
    calls = [_call(test, entry) for test in tests]
    if any("." in _entry(test, entry) for test in tests):
        program = _with_method(program, next(name for test in tests if "." in (name := _entry(test, entry))))
    statuses: list[str] = []
    outputs: list[Any] = []
    if not calls:
        return Result(0, 0, (), None, "", ())
    first, message = None, ""
    for part in _parts(len(calls), until_failure):
        if first is not None and until_failure:
            break
        outcomes = sandbox.run(program, calls[part], limits)
        for outcome, test in zip(outcomes, tests[part], strict=True):
            status = _judge(outcome, test, entry)
            if status != "passed" and first is None:
                first, message = len(statuses), "" if status == "wrong" else outcome.message
            statuses.append(status)
            outputs.append(_output(outcome, _entry(test, entry)))
    skipped = len(calls) - len(statuses)
    return Result(
        statuses.count("passed"),
        len(calls),
        (*statuses, *["skipped"] * skipped),
        first,
        message,
        (*outputs, *[None] * skipped),
    )


@lru_cache(maxsize=4)
def shared_sandbox(level: str) -> Sandbox:
    """The sandbox that all environments of this process share; opened when it is first needed.

    Raises:
        SandboxUnavailable: this machine offers nothing that makes it safe.
    """
    from ragen_bench.environments.deepcoder.sandbox import open_sandbox

    return open_sandbox(level)


def _entry(test: Mapping[str, Any], default: str) -> str:
    entry = test.get("entry", default)
    if not isinstance(entry, str):
        raise InvalidTask("tests", entry, 'a function\'s name in "entry"')
    return entry


def _call(test: Mapping[str, Any], default: str) -> Call:
    from ragen_bench.environments.deepcoder.sandbox import Call

    if "input" not in test or "output" not in test:
        raise InvalidTask("tests", dict(test), 'mappings with "input" and "output"')
    entry, given = _entry(test, default), test["input"]
    if not entry:
        if not isinstance(given, str) or not isinstance(test["output"], str):
            raise InvalidTask("tests", dict(test), 'texts in "input" and "output" where there is no "entry"')
        return Call(kind="stdin", stdin=given)
    if not isinstance(given, list):
        raise InvalidTask("tests", dict(test), 'a list of arguments in "input"')
    name = _METHOD_NAME if "." in entry else entry
    return Call(kind="function", entry=name, arguments=tuple(given))


def _parts(count: int, until_failure: bool) -> list[slice]:
    if not until_failure or count <= _FIRST:
        return [slice(0, count)]
    return [slice(0, _FIRST), slice(_FIRST, count)]


def _judge(outcome: Outcome, test: Mapping[str, Any], default: str) -> str:
    if outcome.status != "ok":
        return outcome.status
    if _entry(test, default):
        return "passed" if same_value(outcome.value, test["output"]) else "wrong"
    return "passed" if same_output(outcome.output, test["output"]) else "wrong"


def _output(outcome: Outcome, entry: str) -> Any:
    if outcome.status != "ok":
        return None
    return outcome.value if entry else outcome.output


def _with_method(program: str, entry: str) -> str:
    """The program with a function behind it that calls a method of a new instance."""
    holder, _, method = entry.partition(".")
    # An import from __future__ must come first in a program, so nothing can be put before it.
    before = "" if "__future__" in program else _TAKEN_FOR_GRANTED
    call = f"def {_METHOD_NAME}(*arguments):\n    return {holder}().{method}(*arguments)\n"
    return f"{before}{program}\n\n\n{call}"
