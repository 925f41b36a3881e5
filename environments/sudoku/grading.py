"""How a puzzle is graded: by the techniques that solve it.

Rules that look at one thing at a time are cheap, and no puzzle of a ranked preset gives in to them:

* `naked`: cells with one candidate, that is, with all other values in their row, column and box;
* `crosshatch`: boxes with one place for a value;
* either of them with a guess wherever it stops: the chance that all guesses are right is bounded.

`hidden` singles are the places of a value in rows, columns and boxes. `singles`, naked and hidden
ones together, are the technique of the ranked presets. Beyond are `locked` candidates (a value
confined to the cells that a box and a line share) and `search`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragen_bench.environments.sudoku.board import board
from ragen_bench.environments.sudoku.logic import Logic, Position, Rule, logic

#: Techniques, simplest first.
GRADES = ("naked", "crosshatch", "hidden", "singles", "locked", "search")
#: Largest chance that a cheap rule with guesses may have on a ranked puzzle.
GUESS_LIMIT = 1 / 16


def grade(size: int, grid: str) -> str:
    """The first of `GRADES` that solves a puzzle with one solution."""
    rules = logic(size)
    clues = rules.clues(grid)
    for name in GRADES[:4]:
        if rules.solves(clues, getattr(rules, name)):
            return name
    return "locked" if _locked_solves(rules, clues) else "search"


def resists(rules: Logic, clues: Sequence[int], technique: str) -> bool:
    """Singles solve it, cheap rules do not; for "both", hidden singles alone do not."""
    start = rules.start(clues)
    by_cell, by_box = rules.close(*start, rules.naked), rules.close(*start, rules.crosshatch)
    if by_cell is None or by_box is None:
        return False
    if rules.cells in (by_cell[1].bit_count(), by_box[1].bit_count()):
        return False
    if technique == "both" and rules.solves(clues, rules.hidden):
        return False
    end = rules.close(*start, rules.singles)
    if end is None or end[1].bit_count() < rules.cells:
        return False
    solution = end[1]
    cells = range(rules.cells)
    return (
        guess_chance(rules, by_cell, solution, rules.naked, None) <= GUESS_LIMIT
        and guess_chance(rules, by_box, solution, rules.crosshatch, cells) <= GUESS_LIMIT
        and guess_chance(rules, by_box, solution, rules.crosshatch, cells[::-1]) <= GUESS_LIMIT
    )


def guess_chance(
    rules: Logic, position: Position, solution: int, rule: Rule, order: Sequence[int] | None
) -> float:
    """The chance that a rule, with a guess wherever it stops, fills the board.

    A guess takes one of the candidates of a cell with equal chance. Only right ones go on, so the
    chance is a product along the way to the solution; it is followed down to GUESS_LIMIT.

    Args:
        rules: of the board's size.
        position: where the rule has stopped first.
        solution: the bits of the filled board.
        rule: what is applied after every guess.
        order: cells in the order of guessing; None takes a cell with fewest candidates.
    """
    chance = 1.0
    while True:
        bits, placed = position
        if placed.bit_count() == rules.cells or chance <= GUESS_LIMIT:
            return chance
        own = _first_open(rules, placed, order) if order is not None else _fewest(rules, bits, placed)
        chance /= (bits & own).bit_count()
        right = solution & own
        after = rules.close(bits & rules.keep[right.bit_length()], placed | right, rule)
        if after is None:
            raise ValueError("the solution does not solve the position")
        position = after


def _first_open(rules: Logic, placed: int, order: Sequence[int]) -> int:
    return next(own for cell in order if not placed & (own := rules.values << cell))


def _fewest(rules: Logic, bits: int, placed: int) -> int:
    """The bits of the first open cell that has fewest candidates."""
    best, least = 0, rules.size + 1
    for cell in range(rules.cells):
        own = rules.values << cell
        if not placed & own:
            count = (bits & own).bit_count()
            if count < least:
                best, least = own, count
                if count == 2:
                    break
    return best


def _locked_solves(rules: Logic, clues: Sequence[int]) -> bool:
    position: Position | None = rules.start(clues)
    while position is not None:
        position = rules.close(*position, rules.singles)
        if position is None or position[1].bit_count() == rules.cells:
            break
        bits, placed = position
        narrowed = _locked(rules, bits)
        if narrowed == bits:
            return False
        position = narrowed, placed
    return position is not None


def _locked(rules: Logic, bits: int) -> int:
    """The candidates that locked candidates leave."""
    shape = board(rules.size)
    lines, boxes = shape.houses[: 2 * rules.size], shape.houses[2 * rules.size :]
    for line in lines:
        for box in boxes:
            shared = set(line) & set(box)
            if len(shared) < 2:
                continue
            both, in_line, in_box = (
                sum(1 << cell for cell in part) for part in (shared, set(line) - shared, set(box) - shared)
            )
            for value in range(rules.size):
                shift = value * rules.cells
                if not bits >> shift & both:
                    continue
                if not bits >> shift & in_box:
                    bits &= ~(in_line << shift)
                elif not bits >> shift & in_line:
                    bits &= ~(in_box << shift)
    return bits
