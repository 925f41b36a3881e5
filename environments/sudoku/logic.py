"""Candidates of a whole board in one integer, and the rules that narrow them.

Bit `(value * size + row) * size + column` is set while the cell may still hold the value. With all
values side by side, one shift compares every cell, row, column or box of the board at once: a
naked single is a cell with one bit over all values, a hidden single a house with one bit for a
value. A position is `(bits, placed)`: what is possible, and which of it has been placed. All of it
follows from the clues, so a board that these rules fill has exactly one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from ragen_bench.environments.sudoku.board import DIGITS, EMPTY, board

Position = tuple[int, int]
#: Bits that are forced in a position, placed ones included; -1 for a contradiction.
Rule = Callable[[int], int]

#: How many places are compared at a time, twice, until all of a cell's values or a line's cells are.
_FOLDS = {4: (2, 2), 6: (3, 2), 9: (3, 3)}


@dataclass(frozen=True, slots=True)
class Logic:
    """The masks and rules of one size.

    Args:
        size, cells: of the board.
        full: every candidate.
        values: the bits of cell 0, one for each value; shift by a cell for its own.
        keep: `keep[bit + 1]`: what placing that bit leaves of all candidates.
        naked, crosshatch, hidden, singles: rules: cells with one value; boxes with one cell for a
            value; all houses with one cell for a value; cells and all houses.
    """

    size: int
    cells: int
    full: int
    values: int
    keep: tuple[int, ...]
    naked: Rule
    crosshatch: Rule
    hidden: Rule
    singles: Rule

    def start(self, clues: Iterable[int]) -> Position:
        """The position with the given bits placed."""
        bits, placed = self.full, 0
        for clue in clues:
            bits &= self.keep[clue + 1]
            placed |= 1 << clue
        return bits, placed

    def close(self, bits: int, placed: int, rule: Rule) -> Position | None:
        """Places what `rule` forces until it forces nothing new; None for a contradiction."""
        keep = self.keep
        while True:
            forced = rule(bits)
            if forced < 0:
                return None
            forced &= ~placed
            if not forced:
                return bits, placed
            placed |= forced
            # Two that exclude each other remove each other: the next look finds an empty place.
            while forced:
                lowest = forced & -forced
                bits &= keep[lowest.bit_length()]
                forced ^= lowest

    def solves(self, clues: Iterable[int], rule: Rule) -> bool:
        """Whether a rule alone fills the board from these clues."""
        end = self.close(*self.start(clues), rule)
        return end is not None and end[1].bit_count() == self.cells

    def clues(self, grid: str) -> list[int]:
        """The bits of a grid's filled cells."""
        return [DIGITS.index(digit) * self.cells + cell for cell, digit in enumerate(grid) if digit != EMPTY]

    def grid(self, bits: Iterable[int]) -> str:
        """The inverse of `clues`."""
        cells = [EMPTY] * self.cells
        for bit in bits:
            value, cell = divmod(bit, self.cells)
            cells[cell] = DIGITS[value]
        return "".join(cells)


def members(bits: int) -> list[int]:
    """The positions of the set bits, lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@lru_cache(maxsize=len(_FOLDS))
def logic(size: int) -> Logic:
    """The logic of a size, made once."""
    shape = board(size)
    cells, height, width = size * size, shape.height, shape.width
    values = sum(1 << value * cells for value in range(size))
    keep = [0]
    full = (1 << size * cells) - 1
    for value in range(size):
        for cell in range(cells):
            gone = values << cell
            for peer in shape.peers[cell]:
                gone |= 1 << value * cells + peer
            keep.append(full & ~gone | 1 << value * cells + cell)
    return Logic(size, cells, full, values, tuple(keep), *_rules(size, height, width, values))


def _first_fold(bits: int, step: int, count: int) -> tuple[int, int]:
    """Places with at least one, and at least two, of `count` bits that lie `step` apart."""
    second = bits >> step
    if count == 2:
        return bits | second, bits & second
    third = bits >> 2 * step
    either = bits | second
    return either | third, bits & second | either & third


def _fold(once: int, twice: int, step: int, count: int) -> tuple[int, int]:
    """`_first_fold` on counts that were folded before."""
    second = once >> step
    if count == 2:
        return once | second, twice | twice >> step | once & second
    third = once >> 2 * step
    either = once | second
    return either | third, twice | twice >> step | twice >> 2 * step | once & second | either & third


def _rules(size: int, height: int, width: int, values: int) -> tuple[Rule, Rule, Rule, Rule]:
    """The four rules as closures: their constants are looked up fastest so."""
    cells = size * size
    first, second = _FOLDS[size]
    every_cell = (1 << cells) - 1
    rows = sum(1 << row * size for row in range(size))
    row = (1 << size) - 1
    corners = sum(1 << r * size + c for r in range(0, size, height) for c in range(0, size, width))
    box = sum(1 << r * size + c for r in range(height) for c in range(width))
    # One place for each value and house: where the folded count of the house ends up.
    row_ends, column_ends, box_ends = rows * values, row * values, corners * values
    band = size * height

    def naked(bits: int) -> int:
        once, twice = _first_fold(bits, cells, first)
        once, twice = _fold(once, twice, cells * first, second)
        if once & every_cell != every_cell:
            return -1
        return (every_cell & ~twice) * values & bits

    def crosshatch(bits: int) -> int:
        once, twice = _first_fold(bits, 1, width)
        once, twice = _fold(once, twice, size, height)
        if once & box_ends != box_ends:
            return -1
        return (box_ends & ~twice) * box & bits

    def hidden(bits: int) -> int:
        # A row and a box share their first fold, over the cells of a box's row.
        part, double = _first_fold(bits, 1, width)
        once, twice = _fold(part, double, width, size // width)
        if once & row_ends != row_ends:
            return -1
        forced = (row_ends & ~twice) * row
        once, twice = _fold(part, double, size, height)
        if once & box_ends != box_ends:
            return -1
        forced |= (box_ends & ~twice) * box
        once, twice = _first_fold(bits, size, height)
        once, twice = _fold(once, twice, band, size // height)
        if once & column_ends != column_ends:
            return -1
        forced |= (column_ends & ~twice) * rows
        return forced & bits

    def singles(bits: int) -> int:
        by_cell = naked(bits)
        if by_cell < 0:
            return -1
        by_house = hidden(bits)
        return by_house if by_house < 0 else by_cell | by_house

    return naked, crosshatch, hidden, singles
