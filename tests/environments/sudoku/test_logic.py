"""The rules in one integer, the search and the grades, against plain solvers and known puzzles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.sudoku.board import board, candidates
from ragen_bench.environments.sudoku.building import build
from ragen_bench.environments.sudoku.grading import grade, guess_chance
from ragen_bench.environments.sudoku.logic import logic, members
from ragen_bench.environments.sudoku.search import solutions, solve
from ragen_bench.rng import Rng
from tests.environments.sudoku.plain_solver import count_solutions, fitting

# An easy one of the newspapers, and one by Arto Inkala that asks for long chains.
NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def filled(size: int, seed: int) -> tuple[list[int], list[int]]:
    for attempt in range(100):
        built = build(Rng.of("filled", seed, attempt), logic(size))
        if built is not None:
            return built
    raise AssertionError("no board was built")


@pytest.mark.parametrize("size", [4, 6, 9])
def test_boxes_have_the_shape_that_is_stated(size: int) -> None:
    shape = board(size)
    assert (shape.height, shape.width) == {4: (2, 2), 6: (2, 3), 9: (3, 3)}[size]
    assert all(sorted(house) == sorted(set(house)) and len(house) == size for house in shape.houses)
    assert {len(peers) for peers in shape.peers} == {{4: 7, 6: 12, 9: 20}[size]}


def test_every_filled_board_of_size_four_is_found() -> None:
    assert len(solutions(logic(4), [], most=1000) or []) == 288


def test_known_puzzles_are_solved_and_graded() -> None:
    assert solve(9, NEWSPAPER) == (
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    )
    assert grade(9, NEWSPAPER) == "naked"
    solution = solve(9, INKALA)
    assert solution is not None
    assert solution.startswith("812753649943682175")
    assert grade(9, INKALA) == "search"
    assert len(solutions(logic(9), logic(9).clues(INKALA)) or []) == 1


@pytest.mark.parametrize("size", [4, 6, 9])
@given(seed=st.integers(0, 10**6), keep=st.integers(10, 90))
def test_solutions_are_counted_as_a_plain_solver_counts_them(size: int, seed: int, keep: int) -> None:
    solution, _ = filled(size, seed)
    rng = Rng.of("keep", seed)
    # Sparse boards of size 9 have solutions without number; two are enough for both.
    share = max(keep, 40) if size == 9 else keep
    clues = rng.sample(solution, max(1, len(solution) * share // 100))
    rows = [logic(size).grid(clues)[start : start + size] for start in range(0, size * size, size)]
    found = solutions(logic(size), clues)
    assert found is not None
    assert len(found) == count_solutions(rows)
    for bits in found:
        assert set(clues) <= set(bits)


@pytest.mark.parametrize("size", [4, 6, 9])
@given(seed=st.integers(0, 10**6))
def test_rules_find_exactly_the_singles(size: int, seed: int) -> None:
    rules, shape = logic(size), board(size)
    solution, _ = filled(size, seed)
    clues = Rng.of("some", seed).sample(solution, len(solution) // 2)
    grid = rules.grid(clues)
    bits, placed = rules.start(clues)
    options = {cell: fitting(grid, size, cell) for cell in range(size * size) if grid[cell] == "."}
    naked = {(cell, digits[0]) for cell, digits in options.items() if len(digits) == 1}
    hidden: dict[int, set[tuple[int, str]]] = {}
    for number, house in enumerate(shape.houses):
        for digit in "123456789"[:size]:
            places = [cell for cell in house if digit in options.get(cell, [])]
            if len(places) == 1 and all(grid[cell] != digit for cell in house):
                hidden.setdefault(number // size, set()).add((places[0], digit))
    by_rule = {
        "naked": naked,
        "crosshatch": hidden.get(2, set()),
        "hidden": set().union(*hidden.values()),
        "singles": naked.union(*hidden.values()),
    }
    for name, wanted in by_rule.items():
        found = members(getattr(rules, name)(bits) & ~placed)
        assert {(bit % rules.cells, "123456789"[bit // rules.cells]) for bit in found} == wanted, name


@pytest.mark.parametrize("size", [4, 6, 9])
def test_a_built_puzzle_is_solved_by_singles_and_has_one_solution(size: int) -> None:
    rules = logic(size)
    for seed in range(20):
        solution, clues = filled(size, seed)
        assert rules.solves(clues, rules.singles)
        assert rules.grid(solution) == solve(size, rules.grid(clues))


def test_a_contradiction_is_noticed_by_every_rule() -> None:
    rules = logic(4)
    # 1, 2 and 3 in a row and 4 below its last cell leave that cell nothing.
    clues = rules.clues("123." + "...4" + "." * 8)
    assert rules.close(*rules.start(clues), rules.naked) is None
    assert rules.close(*rules.start(clues), rules.hidden) is None
    assert solutions(rules, clues) == []


def test_an_undecided_search_says_so() -> None:
    assert solutions(logic(9), [], most=10**6, guesses=50) is None


def test_the_chance_of_guessing_is_a_product_along_the_solution() -> None:
    rules = logic(4)
    solution, _ = filled(4, 0)
    bits = sum(1 << bit for bit in solution)
    position = rules.close(*rules.start([]), rules.naked)
    assert position is not None
    # 4 values for the first cell, then 3, 2: below one in 16 it is no longer followed.
    assert guess_chance(rules, position, bits, rules.naked, range(16)) == pytest.approx(1 / 24)


@given(st.integers(0, 10**6), st.integers(0, 80))
def test_candidates_are_what_the_rules_allow(seed: int, cell: int) -> None:
    solution, clues = filled(9, seed % 50)
    grid = logic(9).grid(clues)
    assert list(candidates(board(9), grid, cell)) == fitting(grid, 9, cell)
    assert logic(9).grid(solution)[cell] in candidates(board(9), grid, cell)
