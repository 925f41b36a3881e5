"""What shapes a Sudoku task, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragen_bench.environments.sudoku.board import SIZES
from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_whole

#: What is asked of a puzzle beside its one solution; see `SudokuConfig.technique`.
TECHNIQUES = ("any", "singles", "both", "beyond")
#: How the grid is shown.
OBSERVATIONS = ("grid", "coord", "grid_coord")
#: How a value is written.
SYMBOLS = ("digits", "letters")


@dataclass(frozen=True, slots=True)
class SudokuConfig:
    """Parameters of the generator, and display options, which change no puzzle.

    Args:
        size: 4 (boxes of 2x2), 6 (2 rows, 3 columns) or 9 (3x3).
        clues_low, clues_high: given cells, both ends included.
        technique: "any": clues are drawn at random and kept when they have one solution; "singles":
            naked and hidden singles together solve the puzzle, and it resists the cheap rules (see
            `grading`); "both": hidden singles alone do not solve it either; "beyond": all singles
            together do not. Only size 9 has more than "any".
        observation: "grid", "coord" (a list of cells) or "grid_coord" (the grid with coordinates).
        symbols: "digits", or "letters" for A in place of 1, B in place of 2 and so on, in actions too.
    """

    size: int = 9
    clues_low: int = 24
    clues_high: int = 32
    technique: str = "singles"
    observation: str = field(default="grid_coord", metadata={"display": True, "choices": OBSERVATIONS})
    symbols: str = field(default="digits", metadata={"display": True, "choices": SYMBOLS})

    def __post_init__(self) -> None:
        if isinstance(self.size, bool) or self.size not in SIZES:
            raise InvalidConfig("size", self.size, " or ".join(map(str, SIZES)))
        cells = self.size * self.size
        check_whole("clues_low", self.clues_low, 1, cells - 1)
        check_whole("clues_high", self.clues_high, self.clues_low, cells - 1)
        check_one_of("technique", self.technique, TECHNIQUES)
        if self.size < 9 and self.technique != "any":
            raise InvalidConfig("technique", self.technique, f'"any" for size {self.size}')
        check_one_of("observation", self.observation, OBSERVATIONS)
        check_one_of("symbols", self.symbols, SYMBOLS)
