"""Builds clue sets whose one solution is known before they are finished.

The builder plays Sudoku on an empty board: it gives a clue, lets the singles rules place what
follows, and gives another where they stop. When the board is full, the clues given are a puzzle
that singles solve, and so one with a single solution. Ranked puzzles are then thinned and must
resist the cheap rules (see `grading`); those beyond singles lose clues until singles fail, and an
exhaustive search proves that one solution is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ragen_bench.environments.sudoku.config import SudokuConfig
from ragen_bench.environments.sudoku.grading import resists
from ragen_bench.environments.sudoku.logic import Logic, logic, members
from ragen_bench.environments.sudoku.search import solutions
from ragen_bench.rng import Rng

#: First clues, given without looking what follows: that few seldom force anything.
_BLIND = {4: 3, 6: 5, 9: 15}
#: Clue sets drawn from one filled board, where any will do.
_DRAWS = 24
#: Guesses within which a puzzle beyond singles must be proved.
_GUESSES = 400

#: Bits of the filled board, and those of them that are given.
Puzzle = tuple[list[int], list[int]]


def puzzles(rng: Rng, config: SudokuConfig, ood: bool) -> Iterator[tuple[int, list[int]]]:
    """Clue sets of one filled board that may fit the config, most of them cousins of the first.

    Args:
        rng: the only source of randomness.
        config: what is wanted.
        ood: puzzles of another kind: one value is left out of the clues, while otherwise every value
            is among them; in place of size 4, where that leaves too few, size 6.

    Yields:
        Size of the board, bits of the clues. Ask `fits` of each.
    """
    if ood and config.size == 4:
        # As many empty cells, so that the turns suffice.
        yield from _drawn(rng, logic(6), config.clues_low + 20, config.clues_high + 20, -1)
        return
    rules = logic(config.size)
    absent = rng.below(config.size) if ood else -1
    if config.technique == "any":
        yield from _drawn(rng, rules, config.clues_low, config.clues_high, absent)
        return
    built = build(rng, rules, absent)
    if built is None:
        return
    solution, clues = built
    if config.technique == "beyond":
        harder = _beyond(rng, rules, clues)
        if harder is None:
            return
        clues = harder
    else:
        clues = _thinned(rng, rules, clues)
        # The base is graded before its cousins are tried: with more clues few pass where it fails.
        if not fits(rules.size, config.technique, clues):
            return
    others = rng.shuffled(sorted(set(solution) - set(clues)))
    if absent >= 0:
        others = [bit for bit in others if bit // rules.cells != absent]
    while others and len(clues) < config.clues_low:
        clues.append(others.pop())
    if len(clues) > config.clues_high or not _holds_values(rules, clues, absent):
        return
    yield rules.size, clues
    if len(clues) < config.clues_high:
        # One clue more makes another puzzle, which may be at home in the wanted split.
        for bit in others:
            yield rules.size, [*clues, bit]


def fits(size: int, technique: str, clues: Sequence[int]) -> bool:
    """Whether a clue set has one solution and is of the wanted grade."""
    rules = logic(size)
    if technique in ("singles", "both"):
        return resists(rules, clues, technique)
    if rules.solves(clues, rules.singles):
        return technique == "any"
    return _is_unique(rules, clues)


def _holds_values(rules: Logic, clues: Sequence[int], absent: int) -> bool:
    """Whether the clues hold every value but `absent`, where that is one."""
    return len({bit // rules.cells for bit in clues}) == rules.size - (absent >= 0)


def _drawn(rng: Rng, rules: Logic, low: int, high: int, absent: int) -> Iterator[tuple[int, list[int]]]:
    """Cells of a filled board that are drawn at random."""
    if rules.size == 4:
        yield from _drawn_small(rng, low, high)
        return
    built = build(rng, rules)
    if built is None:
        return
    allowed = [bit for bit in built[0] if bit // rules.cells != absent]
    for _ in range(_DRAWS):
        clues = rng.sample(allowed, min(rng.between(low, high), len(allowed)))
        if _holds_values(rules, clues, absent):
            yield rules.size, clues


def _drawn_small(rng: Rng, low: int, high: int) -> Iterator[tuple[int, list[int]]]:
    """Cells of a board of size 4 in random order, until one board is left and `low` are given at least."""
    rules = logic(4)
    boards, having = _all_boards()
    for _ in range(_DRAWS):
        order = rng.sample(rng.choice(boards), high)
        left = (1 << len(boards)) - 1
        count = 0
        while left & (left - 1) and count < high:
            left &= having[order[count]]
            count += 1
        if not left & (left - 1):
            clues = order[: rng.between(max(count, low), high)]
            if _holds_values(rules, clues, -1):
                yield rules.size, clues


@lru_cache(maxsize=1)
def _all_boards() -> tuple[list[list[int]], list[int]]:
    """The 288 filled boards of size 4, and for each bit the set of boards that have it."""
    rules = logic(4)
    boards = solutions(rules, [], most=1000) or []
    having = [0] * (rules.size * rules.cells)
    for number, bits in enumerate(boards):
        for bit in bits:
            having[bit] |= 1 << number
    return boards, having


def build(rng: Rng, rules: Logic, absent: int = -1) -> Puzzle | None:
    """A filled board, and clues from which singles fill it; None where the draw runs into a dead end.

    Args:
        rng: the only source of randomness.
        rules: of the board's size.
        absent: a value that no clue holds, or -1.
    """
    bits, placed, clues = rules.full, 0, []
    for _ in range(_BLIND[rules.size]):
        bit = _draw(rng, rules, bits, placed, absent)
        if bit < 0:
            return None
        bits &= rules.keep[bit + 1]
        placed |= 1 << bit
        clues.append(bit)
    position = rules.close(bits, placed, rules.singles)
    if position is None:
        return None
    failures = 0
    while position[1].bit_count() < rules.cells:
        bits, placed = position
        bit = _draw(rng, rules, bits, placed, absent)
        if bit < 0:
            return None
        after = rules.close(bits & rules.keep[bit + 1], placed | 1 << bit, rules.singles)
        if after is None:
            # The rules do not see that this candidate is wrong, so it stays; another is drawn.
            failures += 1
            if failures > rules.cells:
                return None
            continue
        position = after
        clues.append(bit)
    return members(position[1]), clues


def _draw(rng: Rng, rules: Logic, bits: int, placed: int, absent: int) -> int:
    """A random candidate of a random open cell; -1 where none is found."""
    # The hottest draw of the generator. A remainder of 64 bits is uneven by less than 2 ** -57.
    word, cells, values = rng.word, rules.cells, rules.values
    for _ in range(400):
        cell = word() % cells
        if placed >> cell & values:
            continue
        own = bits >> cell & values
        if absent >= 0:
            own &= ~(1 << absent * cells)
        if own:
            count = own.bit_count()
            if count > 1:
                for _ in range(word() % count):
                    own &= own - 1
            return (own & -own).bit_length() - 1 + cell
    return -1


def _thinned(rng: Rng, rules: Logic, clues: list[int]) -> list[int]:
    """Drops every clue that singles do without."""
    for bit in rng.shuffled(clues):
        fewer = [clue for clue in clues if clue != bit]
        if rules.solves(fewer, rules.singles):
            clues = fewer
    return clues


def _beyond(rng: Rng, rules: Logic, clues: list[int]) -> list[int] | None:
    """Drops clues until singles no longer solve the puzzle, though it has one solution still."""
    for bit in rng.shuffled(clues):
        fewer = [clue for clue in clues if clue != bit]
        if rules.solves(fewer, rules.singles):
            clues = fewer
        elif _is_unique(rules, fewer):
            return fewer
    return None


def _is_unique(rules: Logic, clues: Sequence[int]) -> bool:
    found = solutions(rules, clues, most=2, guesses=_GUESSES)
    return found is not None and len(found) == 1
