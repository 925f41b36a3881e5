"""The Sudoku environment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.sudoku import display
from ragen_bench.environments.sudoku.board import DIGITS, EMPTY, board, candidates
from ragen_bench.environments.sudoku.search import solve
from ragen_bench.probing import Question, cell_question
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

if TYPE_CHECKING:
    import numpy as np

#: A cell and the digit to put there, "." to clear it.
Move = tuple[int, str]

_PLACE = re.compile(
    r"place\s+([0-9]{1,3}|[a-z])\s+(?:at|in)\s+row\s+([0-9]{1,3})\s*,?\s*col(?:umn)?\s+([0-9]{1,3})",
    re.IGNORECASE,
)
_TRIPLE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3}|[a-z])", re.IGNORECASE)
_CLEAR = re.compile(r"clear\s+row\s+([0-9]{1,3})\s*,?\s*col(?:umn)?\s+([0-9]{1,3})", re.IGNORECASE)
#: Up to this many legal actions are listed after an invalid one.
_LISTED = 12


class SudokuEnv(TextEnv):
    """Fill the grid so that every row, column and box holds every value once.

    | | |
    |---|---|
    | Action | place a value in a cell, or clear a cell; several a turn, separated by `||` |
    | Turns | 3 to 10, with room for every empty cell and a third more |
    | Reward | solved +10, progress up to +1, invalid -0.1 |
    | Luck | none: replicas are equal |

    ## Description
    A grid of 4x4, 6x6 (boxes of 2 rows and 3 columns) or 9x9 cells with exactly one solution. Given
    cells stay as they are. Own entries can be overwritten and cleared; a value that is in the row,
    column or box already is refused. Nothing tells whether an entry is right.

    ## Action space
    Text: `place 5 at row 2 col 3` or `2,3,5` (row, column, value, counted from 1); `clear row 2 col
    3`. With `symbols="letters"` values are A, B, C and so on.

    ## Observation space
    The grid with spaces between cells, bars between boxes and the numbers of rows and columns, and
    the number of empty cells; `observation` chooses the bare grid or a list of cells instead.

    ## Starting state
    A puzzle with exactly one solution.

    ## Rewards
    `solved` +10 when the grid is full; `progress`, once, when the episode ends: the share of the
    cells empty at the start that then hold the right value; `invalid` -0.1 once for a turn with an
    action that is unreadable or against a rule. No placement is paid for.

    ## Episode end
    Terminates when the grid is full; truncates when the turns are used up.

    ## Information
    Beside the common keys, `share`: 0.0 until the end, then what `progress` pays.

    ## Arguments
    The fields of `SudokuConfig`, `max_turns` and `max_actions_per_turn`.

    ## Version history
    v1: first version.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # type: ignore[misc]

    def begin(self, task: Task) -> None:
        """Lays out the given cells."""
        self._lay_out(task, "".join(task["grid"]))

    def _lay_out(self, task: Task, cells: str) -> None:
        self._given = "".join(task["grid"])
        self.shape = board(len(task["grid"]))
        self.cells = list(cells)
        self._empty = self.cells.count(EMPTY)
        self._solution: str | None = None
        self._symbols = display.SYMBOLS[self.config.symbols]
        self._template = f"{display.template(self.shape)}\nEmpty cells: %d"

    @property
    def grid(self) -> str:
        """All cells in reading order, as digits, `.` for an empty one."""
        return "".join(self.cells)

    @property
    def given(self) -> str:
        """The given cells in reading order, `.` elsewhere."""
        return self._given

    # ------------------------------------------------------------------------------ what is shown

    def observe(self) -> str:
        """The grid in the chosen form, and how many cells are empty."""
        shown = self.cells
        if self.config.symbols != "digits":
            shown = [self._symbols[digit] for digit in shown]
        if self.config.observation == "grid_coord":
            return self._template % (*shown, self._empty)
        form = display.plain if self.config.observation == "grid" else display.listed
        return f"{form(self.shape.size, ''.join(shown))}\nEmpty cells: {self._empty}"

    def rules(self) -> str:
        """The instruction with the preset's limits and symbols."""
        size = self.config.size
        symbols = display.SYMBOLS[self.config.symbols]
        return self.env_spec.instruction.format(
            first=symbols["1"], last=symbols[DIGITS[size - 1]], five=symbols["3"],
            turns=self.max_turns, actions=self.max_actions_per_turn,
        )  # fmt: skip

    def example(self) -> str:
        """An action in the symbols of this instance."""
        return f"place {display.SYMBOLS[self.config.symbols]['3']} at row 2 col 1"

    def questions(self, rng: Rng) -> list[Question]:
        """A cell of the grid, the values that fit a cell, and how full a row is after a placement."""
        size, grid = self.shape.size, self.grid
        shown = "".join(self._symbols[digit] for digit in grid)
        asked = []
        if self.config.observation != "coord":
            asked.append(cell_question([shown[i : i + size] for i in range(0, len(shown), size)], rng))
        empty = [cell for cell, digit in enumerate(grid) if digit == EMPTY]
        fitting = {cell: found for cell in empty if (found := candidates(self.shape, grid, cell))}
        if fitting:
            cell = rng.choice([*fitting])
            row, column = divmod(cell, size)
            text = (
                f"Which values may be placed at row {row + 1}, column {column + 1}, being in neither its row "
                "nor its column nor its box? Answer with all of them, separated by commas."
            )
            values = ", ".join(self._symbols[digit] for digit in fitting[cell])
            asked.append(Question("legal", text, values, 1 / (2**size - 1)))
            left = grid[row * size : (row + 1) * size].count(EMPTY) - 1
            move = self.write((cell, fitting[cell][0]))
            text = f"How many cells of row {row + 1} are empty after {move}? Answer with one number."
            asked.append(Question("next", text, str(left), 1 / size))
        return asked

    def frame(self) -> np.ndarray:
        """The grid as an image, own entries in another colour."""
        return display.picture(self.shape, self.cells, [digit != EMPTY for digit in self._given])

    # -------------------------------------------------------------------------------- what is done

    def parse(self, text: str) -> Move:
        """A placement or clearing that no rule forbids now."""
        match = _TRIPLE.fullmatch(text)
        if match:
            row, column, symbol = match.groups()
        else:
            match = _PLACE.fullmatch(text)
            if match:
                symbol, row, column = match.groups()
            else:
                match = _CLEAR.fullmatch(text)
                if not match:
                    raise InvalidAction("unreadable", "That is no placement.")
                row, column = match.groups()
                symbol = EMPTY
        size = self.shape.size
        down, across = int(row) - 1, int(column) - 1
        if not (0 <= down < size and 0 <= across < size):
            raise InvalidAction("illegal", f"Rows and columns go from 1 to {size}.")
        cell = down * size + across
        digit = self._digit(symbol)
        if self._given[cell] != EMPTY:
            raise InvalidAction("illegal", "That cell is given and cannot be changed.")
        cells = self.cells
        if digit != EMPTY:
            for peer in self.shape.peers[cell]:
                if cells[peer] == digit:
                    raise InvalidAction("illegal", _clash(self.shape.size, self.shape.box, cell, peer))
        return cell, digit

    def _digit(self, symbol: str) -> str:
        size = self.shape.size
        if symbol == EMPTY:
            return symbol
        if self.config.symbols == "letters":
            place = display.LETTERS.find(symbol.upper())
        else:
            place = int(symbol) - 1 if symbol.isdecimal() else -1
        if not 0 <= place < size:
            low, high = self._symbols["1"], self._symbols[DIGITS[size - 1]]
            raise InvalidAction("illegal", f"Values go from {low} to {high}.")
        return DIGITS[place]

    def apply(self, action: Move) -> bool:
        """Writes the value; a full grid is the solution, since every entry was checked against the rules."""
        cell, digit = action
        before = self.cells[cell]
        if before == digit:
            return False
        self.cells[cell] = digit
        self._empty += (digit == EMPTY) - (before == EMPTY)
        if not self._empty:
            self.pay("solved", 10.0)
            self.finish()
        return True

    def result(self) -> tuple[bool, float]:
        """Solved or not: a share of the cells is no score."""
        solved = not self._empty
        return solved, float(solved)

    def final_terms(self) -> dict[str, float]:
        """The share of the cells to fill that are right."""
        return {"progress": self.share()}

    def share(self) -> float:
        """Cells that were empty at the start and now hold the right value, as a share of them."""
        if not self._empty:
            return 1.0
        blanks = self._given.count(EMPTY)
        return (blanks - self._missing()) / blanks

    def _missing(self) -> int:
        """How many cells do not hold the right value."""
        if self._solution is None:
            self._solution = solve(self.shape.size, self._given)
        assert self._solution is not None
        return sum(now != right for now, right in zip(self.cells, self._solution, strict=True))

    def extra_info(self) -> dict[str, Any]:
        """The share, once the episode is over."""
        return {"share": self.share() if self.over else 0.0}

    def is_dead(self) -> bool:
        """Fewer actions left than cells that are empty or wrong. Otherwise clearing leads out."""
        if self.over:
            return self._empty > 0
        left = (self.max_turns - self.turn) * self.max_actions_per_turn
        return left < self._given.count(EMPTY) and left < self._missing()

    # ------------------------------------------------------------------------------- what is legal

    def write(self, move: Move) -> str:
        """The text of a move."""
        cell, digit = move
        place = f"row {cell // self.shape.size + 1} col {cell % self.shape.size + 1}"
        return f"clear {place}" if digit == EMPTY else f"place {self._symbols[digit]} at {place}"

    def legal_actions(self) -> list[str]:
        """Every action that changes the grid, by cell in reading order, then value; clearing comes last."""
        grid = self.grid
        moves: list[Move] = []
        own = []
        for cell, given in enumerate(self._given):
            if given == EMPTY:
                for digit in candidates(self.shape, grid, cell):
                    if digit != grid[cell]:
                        moves.append((cell, digit))
                if grid[cell] != EMPTY:
                    own.append((cell, EMPTY))
        return [self.write(move) for move in (*moves, *own)]

    def legal_hint(self) -> str:
        """The legal actions where they are few, else what they look like."""
        legal = self.legal_actions()
        if 0 < len(legal) <= _LISTED:
            return f"Legal actions: {', '.join(legal)}."
        return (
            f"An action looks like: {self.example()}; the value must not be in the row, column or box "
            "already, and the cell must not be given."
        )

    def sample_action(self, rng: Rng) -> str:
        """A uniformly drawn empty cell that some value fits, and one of these values, uniformly.

        Where no value fits any empty cell, a uniformly drawn own entry is cleared.
        """
        grid = self.grid
        empty = [cell for cell, digit in enumerate(grid) if digit == EMPTY]
        while empty:
            cell = empty.pop(rng.below(len(empty)))
            fitting = candidates(self.shape, grid, cell)
            if fitting:
                return self.write((cell, rng.choice(fitting)))
        own = [cell for cell, given in enumerate(self._given) if given == EMPTY and grid[cell] != EMPTY]
        return self.write((rng.choice(own), EMPTY)) if own else self.example()

    # ------------------------------------------------------------------------------------ snapshots

    def snapshot(self) -> dict[str, Any]:
        """The grid as it is now."""
        return {"grid": self.grid}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """Lays out the given cells and the entries."""
        self._lay_out(task, state["grid"])


def _clash(size: int, box: tuple[int, ...], cell: int, peer: int) -> str:
    if cell // size == peer // size:
        return f"That value is in row {cell // size + 1} already."
    if cell % size == peer % size:
        return f"That value is in column {cell % size + 1} already."
    return "That value is in the box already."
