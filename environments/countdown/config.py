"""What shapes a Countdown task."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_whole

#: Numbers per puzzle that the environment plays, and that it generates.
MOST_NUMBERS = 10
MOST_GENERATED = 8
#: Largest given number.
LARGEST_NUMBER = 10_000
#: Largest target.
LARGEST_TARGET = 1_000_000
#: Numbers up to which solutions are counted exactly.
COUNTED = 4

_OPERATORS = ("+-*/", "+-")


@dataclass(frozen=True, slots=True)
class CountdownConfig:
    """Parameters of the generator.

    Args:
        count_low, count_high: numbers per puzzle, both ends included, each size as likely.
        number_low, number_high: range of a number.
        target_low, target_high: range of the target.
        operators: what puzzles are built from, "+-*/" or "+-". Answers may use all four.
        max_solutions: most distinct solutions (see `counting.count_solutions`), or None.
        refuse_shortcuts: leave out puzzles that a rule of thumb solves (see `shortcuts`).
    """

    count_low: int = 4
    count_high: int = 4
    number_low: int = 1
    number_high: int = 50
    target_low: int = 10
    target_high: int = 200
    operators: str = "+-*/"
    max_solutions: int | None = None
    refuse_shortcuts: bool = True

    def __post_init__(self) -> None:
        check_whole("count_low", self.count_low, 3, MOST_GENERATED)
        check_whole("count_high", self.count_high, self.count_low, MOST_GENERATED)
        check_whole("number_low", self.number_low, 1, LARGEST_NUMBER)
        check_whole("number_high", self.number_high, self.number_low + 9, LARGEST_NUMBER)
        check_whole("target_low", self.target_low, 1, LARGEST_TARGET)
        check_whole("target_high", self.target_high, self.target_low, LARGEST_TARGET)
        check_one_of("operators", self.operators, _OPERATORS)
        if self.max_solutions is not None:
            check_whole("max_solutions", self.max_solutions, 1, LARGEST_TARGET)
            if self.count_high > COUNTED:
                raise InvalidConfig(
                    "max_solutions", self.max_solutions, f"None for more than {COUNTED} numbers"
                )
        if not isinstance(self.refuse_shortcuts, bool):
            raise InvalidConfig("refuse_shortcuts", self.refuse_shortcuts, "True or False")
        if self.refuse_shortcuts and self.operators == "+-":
            raise InvalidConfig(
                "refuse_shortcuts", True, 'False with operators "+-": signs alone solve those'
            )
