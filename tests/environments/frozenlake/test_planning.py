"""The optimal policy against brute force, against simulation, and at its edges."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.frozenlake import SPECS
from ragen_bench.environments.frozenlake.board import careful_path, distances, steps
from ragen_bench.environments.frozenlake.oracle import Oracle, value
from ragen_bench.environments.frozenlake.planning import Plan, good_moves

SPEC = SPECS[0]


def brute_force(lake: list[str], rate: float, turns: int, chunk: int) -> float:
    """The best expected score: every chunk of every length in every cell, by plain recursion."""
    cells, columns = "".join(lake), len(lake[0])

    def moved(cell: int, move: int) -> int:
        row, column = divmod(cell, columns)
        row += (move == 1) - (move == 3)
        column += (move == 2) - (move == 0)
        return row * columns + column if 0 <= row < len(lake) and 0 <= column < columns else cell

    @cache
    def chunk_worth(cell: int, moves: tuple[int, ...], left: int) -> float:
        if cells[cell] == "G":
            return 1.0
        if cells[cell] == "H":
            return 0.0
        if not moves:
            return best(cell, left)
        straight, *sides = (moved(cell, (moves[0] + turn) % 4) for turn in (0, 1, 3))
        worth = rate * chunk_worth(straight, moves[1:], left)
        return worth + sum((1 - rate) / 2 * chunk_worth(side, moves[1:], left) for side in sides)

    @cache
    def best(cell: int, left: int) -> float:
        if left == 0:
            return 0.0
        chunks = (m for length in range(1, chunk + 1) for m in product(range(4), repeat=length))
        return max(chunk_worth(cell, moves, left - 1) for moves in chunks)

    return best(cells.index("S"), turns)


@st.composite
def lakes(draw: st.DrawFn, most: int = 3) -> list[str]:
    rows, columns = draw(st.integers(2, most)), draw(st.integers(2, most))
    cells = draw(st.lists(st.sampled_from("FFFH"), min_size=rows * columns, max_size=rows * columns))
    start, goal = draw(st.permutations(range(rows * columns)))[:2]
    cells[start], cells[goal] = "S", "G"
    return ["".join(cells[i : i + columns]) for i in range(0, rows * columns, columns)]


@settings(max_examples=60, deadline=None)
@given(lakes(), st.sampled_from([0.0, 1 / 3, 0.5, 0.8, 1.0]), st.integers(0, 3), st.integers(1, 3))
def test_the_value_is_that_of_brute_force(lake: list[str], rate: float, turns: int, chunk: int) -> None:
    task = {"map": lake, "success_rate": rate}
    assert value(task, turns, chunk) == pytest.approx(brute_force(lake, rate, turns, chunk), abs=1e-9)


LAKE = ["SFFF", "FHFH", "FFFH", "HFFG"]


def test_where_turns_are_scarce_the_plan_commits_several_moves_and_that_costs() -> None:
    lake, start = tuple(LAKE), 0
    free, bound = Plan(lake, 0.8, 1), Plan(lake, 0.8, 3)
    assert len(bound.best(start, 2)) == 3
    assert free.value(start, 2) == 0.0
    assert 0 < bound.value(start, 2) < bound.value(start, 3) < bound.value(start, 12)
    # With turns to spare nothing is gained by moves that are committed blindly.
    assert bound.value(start, 5000) == pytest.approx(free.value(start, 5000), abs=1e-6)
    assert value({"map": LAKE, "success_rate": 0.8}, 3, 3) == pytest.approx(brute_force(LAKE, 0.8, 3, 3))


@settings(max_examples=40, deadline=None)
@given(lakes(4), st.integers(1, 4), st.integers(1, 3))
def test_more_turns_longer_chunks_and_fewer_holes_never_harm(lake: list[str], turns: int, chunk: int) -> None:
    task = {"map": lake, "success_rate": 0.7}
    now = value(task, turns, chunk)
    assert value(task, turns + 1, chunk) >= now - 1e-12
    assert value(task, turns, chunk + 1) >= now - 1e-12
    cells = "".join(lake)
    if "H" in cells:
        thawed = cells.replace("H", "F", 1)
        columns = len(lake[0])
        rows = [thawed[i : i + columns] for i in range(0, len(thawed), columns)]
        assert value({**task, "map": rows}, turns, chunk) >= now - 1e-12


@settings(max_examples=40, deadline=None)
@given(lakes(4), st.integers(1, 8), st.integers(1, 9))
def test_on_still_ice_the_goal_is_reached_exactly_when_it_is_near_enough(
    lake: list[str], turns: int, chunk: int
) -> None:
    env = make(SPEC, preset="easy", max_turns=turns, max_actions_per_turn=chunk)
    env.reset(options={"task": {"map": lake}})
    way = distances("".join(lake), len(lake[0]))["".join(lake).index("S")]
    expected = Oracle().value(env)
    assert expected == float(0 <= way <= turns * chunk)
    while not env.over:
        env.step(Oracle().act(env))
    assert env.result()[1] == expected


@pytest.mark.parametrize(
    ("preset", "limits"),
    [("medium", {}), ("hard", {}), ("medium", {"max_turns": 4}), ("medium", {"max_actions_per_turn": 2})],
)
def test_the_oracle_scores_its_stated_optimum(preset: str, limits: dict) -> None:
    env = make(SPEC, preset=preset, split="test", **limits)
    oracle = Oracle()
    gaps = []
    for index in range(16):
        for replica in range(24):
            env.reset(options={"index": index, "replica": replica})
            stated = oracle.value(env)
            while not env.over:
                env.step(oracle.act(env))
            gaps.append(env.result()[1] - stated)
    mean = sum(gaps) / len(gaps)
    error = (sum((gap - mean) ** 2 for gap in gaps) / len(gaps) ** 2) ** 0.5
    assert abs(mean) < 3.5 * error


def test_no_policy_of_another_plan_beats_the_stated_optimum_of_its_limits() -> None:
    task = {"map": LAKE, "success_rate": 0.8}
    env = make(SPEC, max_turns=4, max_actions_per_turn=3)
    wins = 0
    greedy = Plan(tuple(LAKE), 0.8, 1)
    for replica in range(400):
        env.reset(options={"task": task, "replica": replica})
        while not env.over:
            env.step(("Left", "Down", "Right", "Up")[greedy.best(env.position, 30)[0]])
        wins += env.result()[0]
    assert wins / 400 < value(task, 4, 3)


@given(lakes(4))
def test_distances_and_the_careful_path_agree_on_what_can_be_reached(lake: list[str]) -> None:
    cells, columns = "".join(lake), len(lake[0])
    found = careful_path(cells, columns)
    far = distances(cells, columns)[cells.index("S")]
    assert (found is None) == (far < 0)
    if found is not None:
        cell = cells.index("S")
        for move in found[0]:
            cell = steps(len(lake), columns)[move][cell]
            assert cells[cell] != "H"
        assert cells[cell] == "G"
        assert len(found[0]) >= far


def test_good_first_moves_are_the_best_ones_and_none_where_there_is_no_way() -> None:
    assert good_moves(("SFG", "HHH"), 1.0) == {2}
    assert good_moves(("SF", "FG"), 1.0) == {1, 2}
    assert good_moves(("SHG", "HHH"), 0.8) == frozenset()
    # Beside a hole it is better to push against the edge and slip along it.
    assert good_moves(("SFG", "HHH"), 0.3) == {3}


def test_values_settle_so_that_endless_episodes_cost_no_endless_work() -> None:
    plan = Plan(("SFFG", "FFFF"), 0.8, 2)
    assert plan.value(0, 10**9) == pytest.approx(1.0)
    assert plan.best(0, 10**9)
    assert plan.value(0, 0) == 0.0


def test_more_moves_than_are_planned_are_still_played() -> None:
    env = make(SPEC, max_actions_per_turn=40)
    env.reset(seed=1)
    assert 0 < Oracle().value(env) <= 1
    assert env.step(Oracle().act(env))[4]["valid"]
