"""Push distances, plans and dead ends against searches that try everything."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.environments.sokoban.board import Level, read_level, shifted, single, write_level
from ragen_bench.environments.sokoban.dead_ends import hopeless_cells, is_lost
from ragen_bench.environments.sokoban.distances import PushDistances, matched_distance
from ragen_bench.environments.sokoban.planning import fewest_moves, fewest_pushes, walk_to
from tests.environments.sokoban.levels_for_tests import least_moves, least_pushes, levels, played

EVERYTHING = 10**6


def table_of(level: Level) -> PushDistances:
    return PushDistances(level.width, level.floor, level.targets)


@given(levels(3))
def test_a_level_survives_being_written_and_read(level: Level) -> None:
    height = level.floor.bit_length() // level.width + 2
    assert read_level(write_level(level, height)) == level


@given(levels())
@settings(max_examples=150)
def test_push_distances_and_plans_agree_with_a_search_of_all_moves(level: Level) -> None:
    expected = least_pushes(level)
    assert table_of(level).search(level.boxes, level.player, EVERYTHING) == expected
    plan = fewest_pushes(level, table_of(level))
    if expected is None:
        assert plan is None
    else:
        assert plan is not None
        end, pushes = played(level, plan)
        assert end.solved
        assert pushes == expected


@given(levels())
@settings(max_examples=150)
def test_the_shortest_plan_has_as_few_moves_as_a_search_of_all_moves_finds(level: Level) -> None:
    expected = least_moves(level)
    plan = fewest_moves(level, EVERYTHING)
    assert (plan is None) == (expected is None)
    if plan is not None:
        assert len(plan) == expected
        assert played(level, plan)[0].solved
        assert fewest_moves(level, len(plan)) == plan
        assert not plan or fewest_moves(level, len(plan) - 1) is None


@given(levels())
@settings(max_examples=200)
def test_a_position_called_lost_has_no_solution_and_none_on_a_solution_is(level: Level) -> None:
    hopeless = hopeless_cells(level.floor, level.targets, level.width)

    def lost(at: Level) -> bool:
        return is_lost(at.boxes, at.floor, at.targets, hopeless, at.width)

    if lost(level):
        assert least_pushes(level) is None
    for direction in fewest_pushes(level, table_of(level)) or []:
        assert not lost(level)
        level = level.moved(direction)


def test_frozen_boxes_and_corners_are_seen() -> None:
    for rows, expected in (
        (["######", "#X___#", "#_P__#", "#___O#", "######"], True),
        (["######", "#____#", "#_XX_#", "#_XX_#", "#OOOO#", "#P___#", "######"], True),
        (["#######", "#O_O__#", "#_____#", "#_XX_P#", "#_____#", "#######"], False),
        (["######", "#_√√_#", "#P_X_#", "#_O__#", "######"], False),
        (["#####", "#√XO#", "#P__#", "#####"], True),
    ):
        level = read_level(rows)
        hopeless = hopeless_cells(level.floor, level.targets, level.width)
        assert is_lost(level.boxes, level.floor, level.targets, hopeless, level.width) is expected, rows


@given(levels(4))
def test_the_matched_distance_is_the_best_of_all_pairings(level: Level) -> None:
    width = level.width
    places = [
        [divmod(cell.bit_length() - 1, width) for cell in single(cells)]
        for cells in (level.boxes, level.targets)
    ]
    best = min(
        sum(abs(r - s) + abs(c - d) for (r, c), (s, d) in zip(places[0], order, strict=True))
        for order in permutations(places[1])
    )
    assert matched_distance(level.boxes, level.targets, width) == best


def test_many_boxes_are_matched_without_trying_every_pairing() -> None:
    # Nine boxes, each beside its own target.
    level = read_level(["#" * 22, "#P" + "XO" * 9 + "__#", "#" * 22])
    assert matched_distance(level.boxes, level.targets, level.width) == 9


@given(levels(), st.lists(st.integers(0, 3), max_size=30))
def test_every_push_moves_the_matched_distance_by_one(level: Level, moves: list[int]) -> None:
    for direction in moves:
        after = level.moved(direction)
        change = matched_distance(after.boxes, level.targets, level.width) - matched_distance(
            level.boxes, level.targets, level.width
        )
        assert abs(change) == (after.boxes != level.boxes)
        level = after


@given(levels(), st.data())
def test_a_walk_is_shortest_and_ends_where_it_says(level: Level, data: st.DataObject) -> None:
    free = level.floor & ~level.boxes
    distances = {level.player: 0}
    queue = [level.player]
    for cell in queue:
        for direction in range(4):
            after = shifted(cell, direction, level.width)
            if after & free and after not in distances:
                distances[after] = distances[cell] + 1
                queue.append(after)
    ends = data.draw(st.sets(st.sampled_from(queue), min_size=1))
    walk, end = walk_to(level.player, sum(ends), free, level.width)
    assert end in ends
    assert len(walk) == min(distances[cell] for cell in ends)
    assert played(level, walk)[0].player == end


def test_a_search_gives_up_at_its_bound() -> None:
    level = read_level(["########", "#P_____#", "#_X_XX_#", "#_O_OO_#", "#______#", "########"])
    assert table_of(level).search(level.boxes, level.player, 10) is None
    assert fewest_moves(level, 100, most=10) is None
    assert table_of(level).search(level.boxes, level.player, EVERYTHING) == 3
    assert table_of(level).search(level.boxes, level.player, EVERYTHING, longest=2) is None
