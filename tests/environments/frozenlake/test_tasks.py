"""Generated lakes: solvable, apart, graded, and the same everywhere."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.frozenlake import SPECS
from ragen_bench.environments.frozenlake.board import careful_path, distances
from ragen_bench.environments.frozenlake.layouts import PLANS, PLANS_OOD
from ragen_bench.environments.frozenlake.openings import PER_FAMILY, Shape, _file, find, opening
from ragen_bench.environments.frozenlake.oracle import value
from ragen_bench.environments.frozenlake.planning import good_moves
from ragen_bench.environments.frozenlake.tasks import TASKS
from ragen_bench.errors import InvalidTask
from ragen_bench.grids import symmetries
from ragen_bench.rng import Rng
from ragen_bench.splits import Task, TaskStream, home
from tests.environments.drawn_tasks import drawn_tasks

SPEC = SPECS[0]
PRESETS = {preset.name: preset for preset in SPEC.presets}
MAZES = [name for name, preset in PRESETS.items() if preset.config.layout == "maze"]
tasks_of = partial(drawn_tasks, SPEC)
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")


def way(task: Task) -> int:
    cells = "".join(task["map"])
    return distances(cells, len(task["map"][0]))[cells.index("S")]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", SPLITS)
def test_every_lake_has_its_size_and_a_way_within_the_budget(preset: str, split: str) -> None:
    config = PRESETS[preset].config
    larger = int(config.layout == "scattered" and split == "test_ood")
    for task in tasks_of(preset, split, 64):
        assert set(task) == {"map", "success_rate", "family"}
        assert len(task["map"]) == config.rows + larger
        assert {len(row) for row in task["map"]} == {config.columns + larger}
        cells = "".join(task["map"])
        assert (cells.count("S"), cells.count("G")) == (1, 1)
        assert task["success_rate"] == config.success_rate
        assert config.nearest <= way(task) <= PRESETS[preset].max_turns * PRESETS[preset].max_actions_per_turn
        assert TASKS.validate(task, config) == task


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "ragen"])
def test_the_budget_is_four_times_rows_and_columns(preset: str) -> None:
    config = PRESETS[preset].config
    budget = PRESETS[preset].max_turns * PRESETS[preset].max_actions_per_turn
    assert budget >= 4 * (config.rows + config.columns)


@pytest.mark.parametrize("preset", MAZES)
def test_a_maze_leads_away_from_the_goal_first_and_its_careful_way_is_careful(preset: str) -> None:
    config = PRESETS[preset].config
    for split in ("train", "test_ood"):
        for task in tasks_of(preset, split, 64):
            cells, columns = "".join(task["map"]), config.columns
            start, goal = divmod(cells.index("S"), columns), divmod(cells.index("G"), columns)
            straight = abs(start[0] - goal[0]) + abs(start[1] - goal[1])
            assert way(task) >= straight + config.detour
            path, deadly = careful_path(cells, columns) or ([], 99)
            # The way of the opening is still open; a shorter one may now be beside more holes.
            assert len(path) + 4 * deadly <= 4 * config.deadly + columns * config.rows // 2
            assert deadly <= config.deadly + 1


@pytest.mark.parametrize("preset", PRESETS)
def test_test_ood_holds_families_that_no_other_split_has(preset: str) -> None:
    ood = {task["family"] for task in tasks_of(preset, "test_ood", 200)}
    others = [split for split in SPLITS if split != "test_ood"]
    rest = {task["family"] for split in others for task in tasks_of(preset, split, 200)}
    assert not ood & rest
    assert len(ood) >= 5
    assert len(rest) >= 5
    if preset in MAZES:
        assert ood <= set(PLANS_OOD)
        assert rest <= set(PLANS)
        assert len(rest) >= 8


@pytest.mark.parametrize("preset", PRESETS)
def test_no_lake_is_in_two_splits_even_turned_mirrored_or_with_another_start(preset: str) -> None:
    seen: dict[str, str] = {}
    for split in SPLITS:
        count = 400 if split == "train" else 64
        own = set()
        for task in tasks_of(preset, split, count):
            canonical = TASKS.canonical(task)
            assert home(SPEC.name, canonical) == split.partition(":")[0]
            assert seen.setdefault(canonical, split) == split
            own.add(canonical)
        assert split == "train" or len(own) == count


@given(st.integers(0, 300), st.integers(0, 7), st.data())
def test_the_canonical_form_forgets_symmetry_and_start_and_nothing_else(
    index: int, symmetry: int, data: st.DataObject
) -> None:
    env = make(SPEC)
    env.reset(seed=index)
    task = env.task
    cells = list("".join(task["map"]))
    cells[cells.index("S")] = "F"
    cells[data.draw(st.sampled_from([i for i, sign in enumerate(cells) if sign == "F"]))] = "S"
    moved = ["".join(cells[i : i + 6]) for i in range(0, 36, 6)]
    other = {**task, "map": list(symmetries(moved)[symmetry])}
    assert TASKS.canonical(other) == TASKS.canonical(task)
    cell = data.draw(st.sampled_from([i for i, sign in enumerate(cells) if sign == "F"]))
    drilled = "".join([*cells[:cell], "H", *cells[cell + 1 :]])
    rows = [drilled[i : i + 6] for i in range(0, 36, 6)]
    assert TASKS.canonical({**task, "map": rows}) != TASKS.canonical(task)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_index_gives_the_same_task_in_a_new_stream(preset: str) -> None:
    config = PRESETS[preset].config
    for split in SPLITS:
        size = None if split == "train" else 64
        one = TaskStream("FrozenLake", 1, TASKS, config, split, size)
        two = TaskStream("FrozenLake", 1, TASKS, config, split, size)
        assert [one.task(i) for i in range(12)] == [two.task(i) for i in reversed(range(12))][::-1]


def test_the_file_lists_what_the_search_finds() -> None:
    rng = Rng.of("listed")
    for preset in MAZES:
        config = PRESETS[preset].config
        for ood in (False, True):
            shape = Shape(config.rows, config.columns, config.detour, config.deadly, ood)
            listed = _file()[shape.key]
            assert set(listed) == {*PLANS, *PLANS_OOD}
            for family in rng.sample([*shape.plans], 4):
                own = rng.below(PER_FAMILY)
                assert len(listed[family]) == PER_FAMILY
                assert find(shape, family, own) == listed[family][own]


def test_openings_of_sizes_that_are_not_listed_are_searched() -> None:
    shape = Shape(7, 5, 6, 6, False)
    found = [opening(shape, number) for number in range(0, 4 * PER_FAMILY, 40)]
    assert any(found)
    for one in filter(None, found):
        assert len(one.cells) == 35
        for cell in one.spare:
            assert one.cells[cell] == "F"
        all_holes = "".join("H" if i in one.spare else sign for i, sign in enumerate(one.cells))
        assert careful_path(all_holes, 5) is not None


@pytest.mark.parametrize("preset", MAZES)
def test_the_optimum_stays_worth_playing_for(preset: str) -> None:
    limits = PRESETS[preset].max_turns, PRESETS[preset].max_actions_per_turn
    values = [value(task, *limits) for task in tasks_of(preset, "test", 24)]
    assert sum(values) / len(values) > (0.4 if preset == "expert" else 0.5)
    assert min(values) > 0.1


def test_lakes_of_preset_ragen_are_as_short_as_ragen_s() -> None:
    lengths = Counter(way(task) for task in tasks_of("ragen", "train", 1500))
    mean = sum(length * count for length, count in lengths.items()) / 1500
    # Measured on RAGEN's generator: mean 2.7, half of the ways of at most two moves.
    assert 2.4 < mean < 3.0
    assert 0.44 < (lengths[1] + lengths[2]) / 1500 < 0.58


@pytest.mark.parametrize(
    ("task", "field"),
    [
        ({}, "map"),
        ({"map": "SG"}, "map"),
        ({"map": ["SG"]}, "map"),
        ({"map": ["S", "G"]}, "map"),
        ({"map": ["SF", "FGF"]}, "map"),
        ({"map": ["SF", "XG"]}, "map"),
        ({"map": ["SS", "FG"]}, "map"),
        ({"map": ["SF", "FF"]}, "map"),
        ({"map": ["SF", 5]}, "map"),
        ({"map": ["S" + "F" * 16, "G" + "F" * 16]}, "map"),
        ({"map": ["SF", "FG"], "success_rate": 1.5}, "success_rate"),
        ({"map": ["SF", "FG"], "success_rate": None}, "success_rate"),
        ({"map": ["SF", "FG"], "success_rate": float("nan")}, "success_rate"),
        ({"map": ["SF", "FG"], "family": 3}, "family"),
        ({"map": ["SF", "FG"], "path": "Right"}, "path"),
    ],
)
def test_a_malformed_task_is_refused_by_the_name_of_its_field(task: dict, field: str) -> None:
    env = make(SPEC)
    with pytest.raises(InvalidTask) as caught:
        env.reset(options={"task": task})
    assert caught.value.field == field


def test_a_task_given_by_hand_is_played_as_it_is_with_start_and_goal_anywhere() -> None:
    env = make(SPEC)
    env.reset(options={"task": {"map": ("FFF", "GHS"), "success_rate": 0}})
    assert env.task == {"map": ["FFF", "GHS"], "success_rate": 0.0, "family": "given"}
    env.reset(options={"task": {"map": ["SF", "FG"]}})
    assert env.task["success_rate"] == 0.8


@pytest.mark.parametrize("preset", PRESETS)
def test_perturb_moves_a_hole_or_the_goal_so_that_another_first_move_is_right(preset: str) -> None:
    env = make(SPEC, preset=preset)
    for task in tasks_of(preset, "train", 12):
        other = env.perturb(task)
        assert other == env.perturb(task)
        assert TASKS.canonical(other) != TASKS.canonical(task)
        assert TASKS.validate(other, PRESETS[preset].config) == other
        before, after = "".join(task["map"]), "".join(other["map"])
        assert before.index("S") == after.index("S")
        assert sum(a != b for a, b in zip(before, after, strict=True)) <= 2
        first = good_moves(tuple(task["map"]), task["success_rate"])
        then = good_moves(tuple(other["map"]), other["success_rate"])
        assert then
        assert not first & then


def test_perturb_answers_even_where_no_first_move_can_differ() -> None:
    for rows in (["SG", "HH"], ["SH", "HG"], ["SG", "FF"]):
        other = TASKS.perturb({"map": rows, "success_rate": 1.0, "family": "given"}, Rng.of(1))
        assert other["map"] != rows
