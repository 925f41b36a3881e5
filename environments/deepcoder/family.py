"""A problem family: one statement with blanks, from which seeded variants are made.

A family is data. `ragen_bench.environments.deepcoder.tasks` fills the blanks, draws inputs, runs the
reference on them and keeps the tests that a constant or an echo does not pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from ragen_bench.rng import Rng

#: Grades, easiest first: the presets easy, medium and hard.
GRADES = (1, 2, 3)
KINDS = ("function", "stdin")


@dataclass(frozen=True, slots=True)
class Say:
    """A parameter's value that reads differently in the statement and in a program.

    Args:
        words: what the statement says.
        code: what stands in the programs, and what `Family.make` sees.
    """

    words: str
    code: str | int


Value = int | str | Say
#: The code of each parameter, by name.
Values = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Family:
    """Problems that share a statement and differ in what fills its blanks.

    Args:
        key: unique among all families, lower case with underscores.
        grade: 1, 2 or 3.
        kind: "function" (a function is called with arguments and returns) or "stdin" (a program reads
            standard input and prints).
        starter: for functions the line `def name(arg: type, ...) -> type:`; empty for stdin.
        parameters: name -> the values a variant may take. Every combination must be a sensible problem of
            its own with another right program; `allowed` may refuse some.
        statement: what is asked, with `$name` blanks (`string.Template`). Says every detail that a solver
            needs: ranges, order, ties, empty input, output form.
        reference: a right program, with the same blanks.
        wrong: a plausible program that fails some hidden test: an edge missed, a tie broken otherwise.
        make: draws one input. For functions a list of arguments (JSON values only, no tuples, no floats
            that are not finite); for stdin the text, ending in a line break.
        edges: inputs that every variant's hidden tests should hold, such as the smallest ones.
        allowed: refuses combinations that make no sense or repeat another one's program.
        held_out: belongs to test_ood and to no other split.
    """

    key: str
    grade: int
    kind: str
    starter: str
    parameters: Mapping[str, Sequence[Value]]
    statement: str
    reference: str
    wrong: str
    make: Callable[[Rng, Values], Any]
    edges: Callable[[Values], Sequence[Any]] | None = None
    allowed: Callable[[Values], bool] | None = None
    held_out: bool = False

    @property
    def entry(self) -> str:
        """The function's name; empty for stdin."""
        return self.starter.split("(")[0].removeprefix("def ").strip() if self.kind == "function" else ""


def code_of(value: Value) -> int | str:
    """What stands for a value in a program."""
    return value.code if isinstance(value, Say) else value


def words_of(value: Value) -> str:
    """What stands for a value in the statement."""
    return value.words if isinstance(value, Say) else str(value)


def fill(text: str, chosen: Mapping[str, Value], words: bool) -> str:
    """Fills the blanks of a statement (`words`) or of a program.

    Raises:
        KeyError: a blank that is no parameter.
    """
    pick = words_of if words else code_of
    return Template(text).substitute({name: str(pick(value)) for name, value in chosen.items()})
