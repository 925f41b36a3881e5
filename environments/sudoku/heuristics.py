"""Cheap policies: fillers, guessers, and the two rules that look at one cell or one box at a time.

Each fills as many cells a turn as are allowed. None takes both rules together: that is the singles
technique which medium and hard ask for, and the oracle has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ragen_bench.environments.sudoku.board import DIGITS, EMPTY, Board, candidates
from ragen_bench.rng import Rng

Move = tuple[int, str]
#: The next placement on a grid, or None when the rule has none.
Rule = Callable[[Board, str, Rng], Move | None]


def _options(shape: Board, grid: str) -> dict[int, str]:
    """Empty cells that some value fits, with these values."""
    found = {}
    for cell, digit in enumerate(grid):
        if digit == EMPTY:
            fitting = candidates(shape, grid, cell)
            if fitting:
                found[cell] = fitting
    return found


def random_fill(shape: Board, grid: str, rng: Rng) -> Move | None:
    """A random empty cell, and a random value that fits."""
    options = _options(shape, grid)
    if not options:
        return None
    cell = rng.choice(list(options))
    return cell, rng.choice(options[cell])


def row_scan(shape: Board, grid: str, rng: Rng) -> Move | None:
    """The first empty cell that some value fits, with the lowest such value."""
    for cell, fitting in _options(shape, grid).items():
        return cell, fitting[0]
    return None


def most_constrained(shape: Board, grid: str, rng: Rng) -> Move | None:
    """The cell that fewest values fit, with a random one of them: naked singles, then guesses."""
    options = _options(shape, grid)
    if not options:
        return None
    cell = min(options, key=lambda place: len(options[place]))
    return cell, rng.choice(options[cell])


def naked_singles(shape: Board, grid: str, rng: Rng) -> Move | None:
    """A cell that one value fits; nothing where there is none."""
    for cell, fitting in _options(shape, grid).items():
        if len(fitting) == 1:
            return cell, fitting
    return None


def crosshatch(shape: Board, grid: str, rng: Rng) -> Move | None:
    """A value that fits one cell of a box; nothing where there is none."""
    options = _options(shape, grid)
    for box in shape.houses[2 * shape.size :]:
        for digit in DIGITS[: shape.size]:
            places = [cell for cell in box if digit in options.get(cell, "")]
            if len(places) == 1 and all(grid[cell] != digit for cell in box):
                return places[0], digit
    return None


def crosshatch_guess(shape: Board, grid: str, rng: Rng) -> Move | None:
    """`crosshatch`, and a random placement where it has none."""
    return crosshatch(shape, grid, rng) or random_fill(shape, grid, rng)


class _Filler:
    """Plays a rule until the turn's actions are used up or the rule has nothing more to place."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def act(self, env: Any) -> str:
        """The placements of one turn; none where the rule has none."""
        env = env.unwrapped
        name = (env.playing_split, env.index, env.replica, env.turn)
        rng = Rng.of("sudoku filler", self._rule.__name__, *name)
        grid = env.grid
        moves: list[Move] = []
        while len(moves) < env.max_actions_per_turn:
            move = self._rule(env.shape, grid, rng)
            if move is None:
                break
            grid = grid[: move[0]] + move[1] + grid[move[0] + 1 :]
            moves.append(move)
        return f" {env.env_spec.separator} ".join(env.write(move) for move in moves)


RANDOM_FILL = _Filler(random_fill)
ROW_SCAN = _Filler(row_scan)
MOST_CONSTRAINED = _Filler(most_constrained)
NAKED_SINGLES = _Filler(naked_singles)
CROSSHATCH = _Filler(crosshatch)
CROSSHATCH_GUESS = _Filler(crosshatch_guess)
