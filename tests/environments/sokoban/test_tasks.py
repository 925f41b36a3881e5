"""Generated levels: solvable within half the budget, graded, apart, and silent about their solutions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from ragen_bench.env import make
from ragen_bench.environments.sokoban import SPECS
from ragen_bench.environments.sokoban.board import Level, flood, read_level, write_level
from ragen_bench.environments.sokoban.config import GLYPHS
from ragen_bench.environments.sokoban.distances import PushDistances, matched_distance
from ragen_bench.environments.sokoban.one_change import first_pushes
from ragen_bench.environments.sokoban.planning import fewest_moves, fewest_pushes
from ragen_bench.environments.sokoban.ragen_rooms import SEARCH_DEPTH, far_start, place, walked_room, wander
from ragen_bench.environments.sokoban.rooms import STYLES, dig
from ragen_bench.environments.sokoban.tasks import TASKS
from ragen_bench.errors import InvalidTask
from ragen_bench.grids import symmetries
from ragen_bench.rng import Rng
from ragen_bench.splits import home
from tests.environments.drawn_tasks import drawn_tasks
from tests.environments.sokoban.levels_for_tests import least_moves, least_pushes

SPEC = SPECS[0]
PRESETS = {preset.name: preset for preset in SPEC.presets}
tasks_of = partial(drawn_tasks, SPEC)
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")
LADDER = [name for name in PRESETS if name != "ragen"]


@pytest.mark.parametrize("preset", LADDER)
@pytest.mark.parametrize("split", SPLITS)
def test_levels_keep_to_their_config(preset: str, split: str) -> None:
    config = PRESETS[preset].config
    for task in tasks_of(preset, split, 6 if preset == "expert" else 24):
        rows = task["level"]
        level = read_level(rows)
        side = config.size + (split == "test_ood")
        assert (len(rows), level.width) == (side, side)
        assert level.boxes.bit_count() == level.targets.bit_count() == config.boxes
        assert config.floor_low <= level.floor.bit_count() <= config.floor_high
        assert flood(level.player, level.floor, level.width) == level.floor
        assert not level.solved
        table = PushDistances(level.width, level.floor, level.targets)
        pushes = table.search(level.boxes, level.player, 10**6)
        assert pushes is not None
        assert config.pushes_low <= pushes <= config.pushes_high
        away = pushes - matched_distance(level.boxes, level.targets, level.width)
        assert away >= 2 * config.away_low
        plan = fewest_pushes(level, table)
        assert plan is not None
        assert 2 * len(plan) <= PRESETS[preset].max_turns * PRESETS[preset].max_actions_per_turn
        assert task["family"] == f"{task['family'].split(',')[0]}, {pushes} pushes"


@pytest.mark.parametrize("split", ["train", "test"])
def test_the_least_number_of_pushes_is_what_a_search_of_all_moves_finds(split: str) -> None:
    for preset in ("easy", "medium"):
        for task in tasks_of(preset, split, 12):
            pushes = least_pushes(read_level(task["level"]))
            assert task["family"].endswith(f", {pushes} pushes")


@pytest.mark.parametrize("preset", PRESETS)
def test_test_ood_has_families_and_sizes_that_no_other_split_has(preset: str) -> None:
    count = 6 if preset == "expert" else 40
    ood = tasks_of(preset, "test_ood", count)
    rest = [task for split in ("train", "test") for task in tasks_of(preset, split, count)]
    assert not {task["family"] for task in ood} & {task["family"] for task in rest}
    assert not {len(task["level"]) for task in ood} & {len(task["level"]) for task in rest}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_room_with_its_targets_is_in_one_split_only(preset: str) -> None:
    for split in SPLITS:
        tasks = tasks_of(preset, split, 8 if preset == "expert" else 40)
        forms = [TASKS.canonical(task) for task in tasks]
        assert {home(SPEC.name, form) for form in forms} == {split.partition(":")[0]}
        if split != "train":
            assert len(set(forms)) == len(forms)


def test_turning_mirroring_shifting_and_another_start_make_no_other_puzzle() -> None:
    for task in tasks_of("medium", "train", 20):
        form = TASKS.canonical(task)
        rows = task["level"]
        for other in symmetries(rows):
            assert TASKS.canonical({"level": list(other)}) == form
        wider = ["#" * (len(rows) + 3)] * 2 + [f"##{row}#" for row in rows]
        assert TASKS.canonical({"level": wider}) == form
        level = read_level(rows)
        free = level.floor & ~level.boxes
        elsewhere = replace(level, player=free & -free)
        assert TASKS.canonical({"level": write_level(elsewhere, len(rows))}) == form
        target = level.targets & -level.targets
        cell = (level.floor & ~level.targets) & -(level.floor & ~level.targets)
        moved = replace(level, targets=level.targets ^ target ^ cell)
        if moved.targets.bit_count() == level.targets.bit_count():
            changed = TASKS.canonical({"level": write_level(moved, len(rows))})
            # Another place of a target is another layout, unless a symmetry of the walls maps it back.
            assert changed != form or _bare(moved, len(rows)) in _turned(level, len(rows))


def _bare(level: Level, height: int) -> tuple[str, ...]:
    return tuple(row.translate(str.maketrans("XP√S", "__OO")) for row in write_level(level, height))


def _turned(level: Level, height: int) -> list[tuple[str, ...]]:
    return symmetries(_bare(level, height))


@pytest.mark.parametrize("style", STYLES)
def test_every_style_digs_one_piece_inside_the_walls(style: str) -> None:
    dug = 0
    for seed in range(200):
        room = dig(style, Rng.of(style, seed), 8, 16, 24)
        if not room:
            continue
        dug += 1
        assert 16 <= room.bit_count() <= 24
        assert flood(room & -room, room, 8) == room
        cells = [at for at in range(64) if room >> at & 1]
        assert all(0 < at % 8 < 7 and 0 < at // 8 < 7 for at in cells)
    assert dug > 20


def test_ragen_levels_are_as_short_as_published() -> None:
    lengths = Counter()
    for seed in range(600):
        rng = Rng.of("distribution", seed)
        room = walked_room(rng, 6)
        placed = place(rng, room, 1)
        assert placed is not None
        player, targets = placed
        start = far_start(Level(6, room, targets, targets, player), SEARCH_DEPTH)
        if start is None:
            continue
        assert not start[0].boxes & targets
        moves = least_moves(wander(*start, rng))
        assert moves is not None
        lengths[moves] += 1
    total = lengths.total()
    ordered = sorted(lengths.elements())
    # Published: median 4, one level in ten needs one move, nearly all at most ten.
    assert ordered[total // 2] in (3, 4, 5)
    assert 0.05 < lengths[1] / total < 0.15
    assert sum(n for moves, n in lengths.items() if moves <= 10) / total > 0.97


@pytest.mark.parametrize("split", SPLITS)
def test_ragen_levels_fit_ten_actions(split: str) -> None:
    for task in tasks_of("ragen", split, 24):
        plan = fewest_moves(read_level(task["level"]), 10)
        assert plan is not None
        assert task["family"].endswith(f", {len(plan)} moves")


@pytest.mark.parametrize("preset", ["easy", "medium", "ragen"])
def test_perturb_changes_one_thing_and_mostly_the_first_push(preset: str) -> None:
    env = make(SPEC, preset=preset)
    other_push = solvable = 0
    tasks = tasks_of(preset, "train", 40)
    for task in tasks:
        other = env.perturb(task)
        assert other == env.perturb(task)
        assert TASKS.validate(other, PRESETS[preset].config) == other
        assert TASKS.canonical(other) != TASKS.canonical(task)
        old, new = read_level(task["level"]), read_level(other["level"])
        assert (old.boxes, old.player) == (new.boxes, new.player)
        assert (old.floor ^ new.floor).bit_count() + (old.targets ^ new.targets).bit_count() <= 2
        before, after = first_pushes(old, None)[0], first_pushes(new, None)[0]
        solvable += bool(after)
        other_push += bool(after) and before != after
    assert solvable >= 0.9 * len(tasks)
    assert other_push >= 0.5 * len(tasks)


GOOD = ["#####", "#PXO#", "#####"]


@pytest.mark.parametrize(
    "level",
    [
        None, "#####\n#PXO#\n#####", [], ["#####"], [*GOOD, 5], ["#####", "#PXO#", "####"],
        ["##", "##", "##"],
        ["#####", "#PXO_", "#####"], ["#####", "#PXO#", "##_##"], ["#####", "#pXO#", "#####"],
        ["#####", "#_XO#", "#####"], ["######", "#PPXO#", "######"], ["#####", "#PX_#", "#####"],
        ["#####", "#P_√#", "#####"], ["#####", "#P__#", "#####"],
        ["#" * 25, "#PXO" + "_" * 20 + "#", "#" * 25],
        ["#" * 24, "#P" + "XO" * 10 + "_#", "#" + "XO" * 11 + "#", "#" * 24],
    ],
)  # fmt: skip
def test_a_malformed_level_is_refused_by_the_name_of_its_field(level: object) -> None:
    with pytest.raises(InvalidTask) as caught:
        make(SPEC).reset(options={"task": {"level": level}})
    assert caught.value.field == "level"


def test_other_bad_fields_are_named() -> None:
    for task, field in (
        ({"level": GOOD, "family": 3}, "family"),
        ({"level": GOOD, "solution": "Right"}, "solution"),
        ({}, "level"),
    ):
        with pytest.raises(InvalidTask) as caught:
            make(SPEC).reset(options={"task": task})
        assert caught.value.field == field


def test_a_level_given_by_hand_is_played_as_it_is() -> None:
    env = make(SPEC)
    env.reset(options={"task": {"level": tuple(GOOD)}})
    assert env.task == {"level": GOOD, "family": "given"}
    assert set("".join(GOOD)) <= set(GLYPHS)
    assert env.step("Right")[4]["success"]
