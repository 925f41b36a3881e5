"""Chooses hidden tests that no constant and no echo passes, and that a plausible wrong program fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from ragen_bench.environments.deepcoder.comparison import same_output, same_value
from ragen_bench.environments.deepcoder.reference import ProgramFailed, run_reference

#: Share of the hidden tests that a constant or an echo may pass, as one in so many.
ONE_IN = 10
#: Inputs drawn for each test that is wanted, before the task is refused.
_PATIENCE = 4
#: Inputs drawn to find one that shows up the wrong program.
_MORE = 60
#: Characters of one test, and of all tests of a task.
MOST_IN_A_TEST = 20_000
MOST_IN_ALL = 200_000

Test = dict[str, Any]


class Selection:
    """Collects tests one by one and refuses those that would help a cheap program.

    Args:
        entry: the function's name; "" for programs that read standard input.
        wanted: how many tests.
    """

    def __init__(self, entry: str, wanted: int) -> None:
        self.entry, self.wanted = entry, wanted
        self.tests: list[Test] = []
        self._most = wanted // ONE_IN
        self._outputs: dict[str, int] = {}
        self._echoes: dict[str, int] = {}

    @property
    def full(self) -> bool:
        """Whether all tests are there."""
        return len(self.tests) == self.wanted

    def offer(self, test: Test) -> bool:
        """Takes a test unless an output or an echo would then pass too many."""
        constant = constant_of(self.entry, test["output"])
        echoes = [name for name, value in echoes_of(self.entry, test["input"]) if self._same(value, test)]
        if self._outputs.get(constant, 0) >= self._most:
            return False
        if any(self._echoes.get(name, 0) >= self._most for name in echoes):
            return False
        self._outputs[constant] = self._outputs.get(constant, 0) + 1
        for name in echoes:
            self._echoes[name] = self._echoes.get(name, 0) + 1
        self.tests.append(test)
        return True

    def replace_last(self, test: Test) -> bool:
        """Exchanges the last test for another; False, and nothing changed, where that cannot be."""
        kept = self.tests
        other = Selection(self.entry, self.wanted)
        if not all(other.offer(item) for item in [*kept[:-1], test]):
            return False
        self.tests, self._outputs, self._echoes = other.tests, other._outputs, other._echoes
        return True

    def _same(self, value: Any, test: Test) -> bool:
        return same_value(value, test["output"]) if self.entry else same_output(value, test["output"])


def constant_of(entry: str, output: Any) -> str:
    """A key that two outputs share when one constant passes both."""
    if not entry:
        return "\n".join(line.rstrip() for line in output.rstrip().split("\n"))
    return json.dumps(_rounded(output), sort_keys=True)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value


def echoes_of(entry: str, given: Any) -> Iterable[tuple[str, Any]]:
    """(name, output) of programs that only hand back what they are given, or a trivial view of it."""
    if not entry:
        lines = given.split("\n")
        yield "input", given
        yield "first line", lines[0]
        yield "rest", "\n".join(lines[1:])
        yield "last line", given.rstrip("\n").rpartition("\n")[2]
        yield "length", str(len(given))
        words = given.split()
        if words:
            yield "first word", words[0]
            yield "last word", words[-1]
            yield "sorted words", " ".join(sorted(words))
            yield "number of words", str(len(words))
            if all(word.lstrip("-").isdecimal() and len(word) < 20 for word in words):
                numbers = [int(word) for word in words]
                yield "sum", str(sum(numbers))
                yield "largest", str(max(numbers))
                yield "smallest", str(min(numbers))
        return
    yield "arguments", list(given)
    for position, argument in enumerate(given):
        yield f"argument {position}", argument
        if not isinstance(argument, str | list | dict):
            continue
        yield f"length of {position}", len(argument)
        if isinstance(argument, str):
            yield f"reversed {position}", argument[::-1]
        if isinstance(argument, list):
            yield f"reversed {position}", argument[::-1]
            if argument and all(type(item) is int for item in argument):
                yield f"sorted {position}", sorted(argument)
                yield f"sum of {position}", sum(argument)
                yield f"largest of {position}", max(argument)
                yield f"smallest of {position}", min(argument)
                yield f"first of {position}", argument[0]
                yield f"last of {position}", argument[-1]


def select_tests(
    program: str,
    wrong: str,
    entry: str,
    edges: Iterable[Any],
    draw: Callable[[], Any],
    hidden: int,
    shown: int,
) -> tuple[list[Test], list[Test]] | None:
    """(hidden tests, examples), or None where the draws do not give enough of them.

    Examples are the shortest of the first draws, and no hidden test has the input of one.

    Raises:
        ProgramFailed: the reference itself failed.
    """
    seen: set[str] = set()

    def make(given: Any) -> Test | None:
        key = json.dumps(given)
        if key in seen or len(key) > MOST_IN_A_TEST:
            return None
        seen.add(key)
        return {"input": given, "output": run_reference(program, entry, given)}

    examples = _examples([test for _ in range(3 * shown + 2) if (test := make(draw()))], shown, entry)
    if len(examples) < shown:
        return None
    selection = Selection(entry, hidden)
    for given in edges:
        if not selection.full and (test := make(given)):
            selection.offer(test)
    for _ in range(_PATIENCE * hidden):
        if selection.full:
            break
        if test := make(draw()):
            selection.offer(test)
    if not selection.full or len(json.dumps(selection.tests)) > MOST_IN_ALL:
        return None
    if not any(fails(wrong, entry, test) for test in selection.tests) and not _show_up(
        selection, wrong, lambda: make(draw())
    ):
        return None
    return selection.tests, examples


def fails(program: str, entry: str, test: Test) -> bool:
    """Whether a program of this package fails a test."""
    try:
        got = run_reference(program, entry, test["input"])
    except ProgramFailed:
        return True
    return not (same_value(got, test["output"]) if entry else same_output(got, test["output"]))


def _show_up(selection: Selection, wrong: str, make: Callable[[], Test | None]) -> bool:
    for _ in range(_MORE):
        test = make()
        if test and fails(wrong, selection.entry, test) and selection.replace_last(test):
            return True
    return False


def _examples(tests: list[Test], shown: int, entry: str) -> list[Test]:
    """The shortest tests with different outputs, where there are as many."""
    tests = sorted(tests, key=lambda test: len(json.dumps(test)))
    chosen: list[Test] = []
    outputs: set[str] = set()
    for test in tests:
        constant = constant_of(entry, test["output"])
        if constant not in outputs and test["output"] not in ("", [], None):
            outputs.add(constant)
            chosen.append(test)
    chosen += [test for test in tests if test not in chosen]
    return chosen[:shown]
