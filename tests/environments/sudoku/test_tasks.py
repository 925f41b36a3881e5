"""Generated tasks: one solution each, graded, apart, and silent about it."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.sudoku import SPECS
from ragen_bench.environments.sudoku.board import BOXES, rows_of
from ragen_bench.environments.sudoku.grading import grade
from ragen_bench.environments.sudoku.search import solve
from ragen_bench.environments.sudoku.tasks import TASKS
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import TaskStream, home
from tests.environments.drawn_tasks import drawn_tasks
from tests.environments.sudoku.plain_solver import count_solutions

SPEC = SPECS[0]
PRESETS = {preset.name: preset for preset in SPEC.presets}
tasks_of = partial(drawn_tasks, SPEC)
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")
PUZZLE = ["1...", "..3.", ".4..", "...2"]
LONG = [
    "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1",
    "7...2...6", ".6....28.", "...419..5", "....8..79",
]  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", SPLITS)
def test_every_puzzle_has_exactly_one_solution(preset: str, split: str) -> None:
    for task in tasks_of(preset, split, 12):
        assert count_solutions(task["grid"]) == 1


@pytest.mark.full
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", ["validation", "test", "test_ood"])
def test_every_held_out_puzzle_has_exactly_one_solution(preset: str, split: str) -> None:
    for task in tasks_of(preset, split, 1024):
        assert count_solutions(task["grid"]) == 1


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", SPLITS)
def test_tasks_keep_to_their_config(preset: str, split: str) -> None:
    config = PRESETS[preset].config
    larger = split == "test_ood" and config.size == 4
    for task in tasks_of(preset, split, 16):
        assert set(task) == {"grid", "family"}
        grid = "".join(task["grid"])
        assert len(task["grid"]) == (6 if larger else config.size)
        clues = len(grid) - grid.count(".") - 20 * larger
        assert config.clues_low <= clues <= config.clues_high
        values = len(set(grid) - {"."})
        assert values == len(task["grid"]) - (split == "test_ood" and not larger)


@pytest.mark.parametrize(
    ("preset", "allowed"),
    [
        ("easy", {"naked", "crosshatch", "singles", "hidden"}),
        ("medium", {"hidden", "singles"}),
        ("hard", {"singles"}),
        ("expert", {"locked", "search"}),
        ("ragen", {"naked", "crosshatch", "hidden", "singles", "locked", "search"}),
    ],
)
@pytest.mark.parametrize("split", ["train", "test", "test_ood"])
def test_puzzles_ask_for_the_techniques_of_their_preset(preset: str, allowed: set[str], split: str) -> None:
    for task in tasks_of(preset, split, 16):
        assert grade(len(task["grid"]), "".join(task["grid"])) in allowed


@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_can_be_filled_within_the_turns_with_room_to_spare(preset: str) -> None:
    limits = PRESETS[preset]
    for split in ("train", "test_ood"):
        for task in tasks_of(preset, split, 16):
            empty = "".join(task["grid"]).count(".")
            assert 1.33 * empty <= limits.max_turns * limits.max_actions_per_turn


@pytest.mark.parametrize("preset", PRESETS)
def test_test_ood_holds_families_that_no_other_split_has(preset: str) -> None:
    ood = {task["family"] for task in tasks_of(preset, "test_ood", 24)}
    others = [split for split in SPLITS if split != "test_ood"]
    rest = {task["family"] for split in others for task in tasks_of(preset, split, 24)}
    assert len(ood) >= 4
    assert len(rest) >= 4
    assert not ood & rest


@pytest.mark.parametrize("preset", PRESETS)
def test_no_puzzle_is_in_two_splits(preset: str) -> None:
    for split in SPLITS:
        forms = [TASKS.canonical(task) for task in tasks_of(preset, split, 24)]
        assert {home(SPEC.name, form) for form in forms} == {split.partition(":")[0]}
        if split != "train":
            assert len(set(forms)) == 24


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_index_gives_the_same_task_in_a_new_stream(preset: str) -> None:
    config = PRESETS[preset].config
    for split in ("train", "test", "fresh:salt"):
        size = None if split == "train" else 16
        one = TaskStream("Sudoku", 1, TASKS, config, split, size)
        two = TaskStream("Sudoku", 1, TASKS, config, split, size)
        assert [one.task(i) for i in range(4)] == [two.task(i) for i in reversed(range(4))][::-1]


def moved(rows: list[str], rng: Rng) -> list[str]:
    """The same puzzle after random symmetries: renamed, lines permuted within and as bands, transposed."""
    size = len(rows)
    height, width = BOXES[size]
    names = dict(zip("123456789"[:size], rng.shuffled("123456789"[:size]), strict=True)) | {".": "."}

    def lines(step: int) -> list[int]:
        bands = rng.shuffled(range(0, size, step))
        return [line for band in bands for line in rng.shuffled(range(band, band + step))]

    down, across = lines(height), lines(width)
    grid = ["".join(names[rows[r][c]] for c in across) for r in down]
    if height == width and rng.bernoulli(0.5):
        grid = ["".join(column) for column in zip(*grid, strict=True)]
    return grid


@pytest.mark.parametrize("preset", PRESETS)
def test_symmetries_make_no_other_puzzle(preset: str) -> None:
    for number, task in enumerate(tasks_of(preset, "train", 8)):
        for turn in range(8):
            other = {"grid": moved(task["grid"], Rng.of(number, turn)), "family": "x"}
            assert TASKS.canonical(other) == TASKS.canonical(task)


def test_forms_tell_most_puzzles_apart() -> None:
    for preset, least in (("small", 60), ("ragen", 62)):
        assert len({TASKS.canonical(task) for task in tasks_of(preset, "train", 64)}) >= least


@pytest.mark.parametrize(
    ("task", "field"),
    [
        ({}, "grid"),
        ({"grid": "1..."}, "grid"),
        ({"grid": ["1."] * 2}, "grid"),
        ({"grid": [1, 2, 3, 4]}, "grid"),
        ({"grid": ["1...", "..3.", ".4..", "..2"]}, "grid"),
        ({"grid": ["5...", "..3.", ".4..", "...2"]}, "grid"),
        ({"grid": ["0...", "..3.", ".4..", "...2"]}, "grid"),
        ({"grid": ["1..1", "..3.", ".4..", "...2"]}, "grid"),
        ({"grid": ["1...", ".1..", "....", "...."]}, "grid"),
        ({"grid": ["123.", "...4", "....", "...."]}, "grid"),
        ({"grid": ["1...", "....", "....", "...."]}, "grid"),
        ({"grid": ["." * 9] * 9}, "grid"),
        ({"grid": ["1234", "3412", "2143", "4321"]}, "grid"),
        ({"grid": PUZZLE, "family": 7}, "family"),
        ({"grid": PUZZLE, "solution": "1"}, "solution"),
    ],
)
def test_a_malformed_task_is_refused_by_the_name_of_its_field(task: dict, field: str) -> None:
    with pytest.raises(InvalidTask) as caught:
        make(SPEC).reset(options={"task": task})
    assert caught.value.field == field
    assert field in str(caught.value)


def test_a_task_given_by_hand_is_played_as_it_is_whatever_its_size() -> None:
    for rows in (PUZZLE, LONG):
        env = make(SPEC, preset="medium", observation="grid")
        observation, _ = env.reset(options={"task": {"grid": tuple(rows)}})
        assert observation.splitlines()[:-1] == [" ".join(row) for row in rows]
        assert env.task == {"grid": rows, "family": "given"}


@pytest.mark.parametrize("preset", PRESETS)
def test_perturb_gives_a_puzzle_beside_it_with_another_solution(preset: str) -> None:
    env = make(SPEC, preset=preset)
    for task in tasks_of(preset, "train", 6):
        other = env.perturb(task)
        assert other == env.perturb(task)
        assert count_solutions(other["grid"]) == 1
        assert TASKS.canonical(other) != TASKS.canonical(task)
        size = len(task["grid"])
        before, after = "".join(task["grid"]), "".join(other["grid"])
        old, new = solve(size, before), solve(size, after)
        assert old is not None
        assert new is not None
        blanks = [cell for cell, digit in enumerate(before) if digit == "."]
        assert any(old[cell] != new[cell] for cell in blanks)
        assert TASKS.validate(other, PRESETS[preset].config) == other


@given(st.integers(0, 80))
def test_perturb_finds_a_puzzle_beside_one_with_a_single_empty_cell(cell: int) -> None:
    solution = solve(9, "".join(LONG))
    assert solution is not None
    rows = rows_of(solution[:cell] + "." + solution[cell + 1 :], 9)
    other = TASKS.perturb({"grid": rows, "family": "given"}, Rng.of(cell))
    assert count_solutions(other["grid"]) == 1
    assert TASKS.canonical(other) != TASKS.canonical({"grid": rows, "family": "given"})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("size", 5), ("size", True), ("clues_low", 0), ("clues_low", 40), ("clues_high", 81),
        ("technique", "luck"), ("observation", "picture"), ("symbols", "emoji"), ("clues_low", 2.5),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(InvalidConfig) as caught:
        make(SPEC, **{field: value})
    assert caught.value.field.split("_")[0] == field.split("_", maxsplit=1)[0]


def test_small_boards_have_no_grades() -> None:
    with pytest.raises(InvalidConfig, match="technique"):
        make(SPEC, size=6, clues_low=10, clues_high=14, technique="singles")
