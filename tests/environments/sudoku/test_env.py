"""The environment: what may be placed, what is paid, what is shown."""

from __future__ import annotations

import copy
import json
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.sudoku import SPECS
from ragen_bench.environments.sudoku.env import SudokuEnv
from ragen_bench.environments.sudoku.search import solve
from ragen_bench.errors import EpisodeOver
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]
# Its solution is 1234 / 3412 / 2143 / 4321 without the dots.
TASK = {"grid": ["1.34", "341.", ".143", "43.1"]}
OPEN = {"grid": ["4...", "..42", "...1", "3..."]}


def playing(task: dict | None = None, **kwargs) -> TextEnv:
    env = make(SPEC, **kwargs)
    env.reset(options={"task": task or TASK})
    return env


def test_a_full_grid_is_solved_and_paid() -> None:
    _, reward, terminated, truncated, info = playing().step(
        "place 2 at row 1 col 2 || 2,4,2 || 3, 1, 2 || Place 2 in Row 4, Column 3"
    )
    assert (reward, terminated, truncated) == (11.0, True, False)
    assert info["reward_terms"] == {"solved": 10.0, "progress": 1.0}
    assert (info["success"], info["score"], info["share"]) == (True, 1.0, 1.0)
    assert len(info["executed"]) == 4


def test_progress_is_paid_once_at_the_end_for_what_is_right_then() -> None:
    env = playing(OPEN, max_turns=2)
    solution = solve(4, "".join(OPEN["grid"]))
    assert solution is not None
    right = solution[1]
    reward = env.step(f"1,2,{right}")[1]
    assert reward == 0.0
    _, reward, terminated, truncated, info = env.step("clear row 1 col 2 || " + f"1,2,{right}")
    assert (terminated, truncated, info["success"], info["score"]) == (False, True, False, 0.0)
    assert reward == pytest.approx(1 / 11)
    assert info["share"] == pytest.approx(1 / 11)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("1,1,2", "illegal"), ("clear row 1 col 1", "illegal"), ("place 1 at row 1 col 1", "illegal"),
        ("1,2,1", "illegal"), ("1,2,3", "illegal"), ("1,2,5", "illegal"), ("1,2,0", "illegal"),
        ("0,2,2", "illegal"), ("5,2,2", "illegal"), ("1,999,2", "illegal"), ("1,2,B", "illegal"),
        ("", "empty"), ("2", "unreadable"), ("1,2", "unreadable"), ("1,2,2,2", "unreadable"),
        ("1,-2,2", "unreadable"), ("place two at row 1 col 2", "unreadable"), ("1,2,²", "unreadable"),
        ("1,2,1234", "unreadable"), ("place 2 at row 1 col 2 please", "unreadable"),
    ],
)  # fmt: skip
def test_an_action_against_a_rule_is_invalid_and_changes_nothing(action: str, kind: str) -> None:
    env = playing()
    before = env.observe()
    observation, reward, terminated, _, info = env.step(action)
    assert (info["error"], info["valid"], info["effective"], info["executed"]) == (kind, False, False, [])
    assert reward == pytest.approx(-0.1)
    assert info["reward_terms"] == {"invalid": -0.1}
    assert not terminated
    assert observation.endswith(before)
    assert observation != before


def test_an_own_entry_can_be_overwritten_and_cleared_but_a_given_cell_cannot() -> None:
    env = playing(OPEN)
    assert env.step("1,2,1")[4]["effective"]
    assert env.cells[1] == "1"
    assert env.step("1,2,2")[4]["effective"]
    assert env.cells[1] == "2"
    same = env.step("1,2,2")[4]
    assert (same["valid"], same["effective"], same["executed"]) == (True, False, ["1,2,2"])
    assert env.step("clear row 1 col 2")[4]["effective"]
    assert not env.step("clear row 1 col 2")[4]["effective"]
    assert env.grid == env.given


def test_a_turn_stops_at_the_first_action_that_is_refused() -> None:
    env = playing()
    info = env.step("1,2,2 || 1,1,4 || 2,4,2")[4]
    assert info["executed"] == ["1,2,2"]
    assert (info["valid"], info["effective"], info["error"]) == (False, True, "illegal")
    assert env.cells[7] == "."


def test_feedback_says_nothing_about_the_solution() -> None:
    env = make(SPEC, preset="hard")
    for seed in range(4):
        env.reset(seed=seed)
        solution = solve(9, env.given)
        assert solution is not None
        rng = Rng.of("feedback", seed)
        for legal in rng.sample(env.legal_actions(), 40):
            env.reset(seed=seed)
            before = env.observe().splitlines()
            after, reward, _, _, info = env.step(legal)
            # One line of the grid and the count of empty cells change, for right and wrong entries alike.
            changed = [a != b for a, b in zip(before, after.splitlines(), strict=True)]
            assert sum(changed) == 2
            assert (reward, info["reward_terms"], info["share"], info["score"]) == (0.0, {}, 0.0, 0.0)


@given(st.lists(st.tuples(st.integers(0, 15), st.sampled_from("1234.")), max_size=40))
def test_no_cycle_of_placements_pays(moves: list[tuple[int, str]]) -> None:
    env = playing(OPEN, max_turns=1000)
    for cell, digit in moves:
        place = f"{cell // 4 + 1},{cell % 4 + 1},{digit}"
        text = f"clear row {cell // 4 + 1} col {cell % 4 + 1}" if digit == "." else place
        _, reward, terminated, _, _ = env.step(text)
        if terminated:
            assert reward == 11.0
            with pytest.raises(EpisodeOver):
                env.step(text)
            return
        assert reward in (0.0, -0.1)


@given(st.integers(0, 200), st.integers(0, 60))
def test_a_grid_keeps_to_the_rules_and_the_givens_whatever_is_played(seed: int, steps: int) -> None:
    env = make(SPEC, preset="small", max_turns=1000)
    env.reset(seed=seed)
    rng = Rng.of("whatever", seed)
    for _ in range(steps):
        if env.over:
            break
        text = rng.choice(env.legal_actions()) if rng.bernoulli(0.5) else env.sample_action(rng)
        assert env.step(text)[4]["valid"]
        for cell, digit in enumerate(env.given):
            if digit != ".":
                assert env.cells[cell] == digit
        for house in env.shape.houses:
            held = [env.cells[cell] for cell in house if env.cells[cell] != "."]
            assert len(held) == len(set(held))
        assert f"Empty cells: {env.grid.count('.')}" in env.observe()


def test_legal_actions_are_all_that_changes_the_grid() -> None:
    env = playing(OPEN)
    env.step("1,2,3")
    legal = set(env.legal_actions())
    for row in range(1, 5):
        for column in range(1, 5):
            actions = [f"place {value} at row {row} col {column}" for value in range(1, 5)]
            for action in [*actions, f"clear row {row} col {column}"]:
                other = copy.deepcopy(env)
                info = other.step(action)[4]
                assert (info["valid"] and info["effective"]) == (action in legal), action


def test_is_dead_when_fewer_actions_are_left_than_cells_to_fill() -> None:
    env = playing(OPEN, max_turns=3, max_actions_per_turn=5)
    assert not env.is_dead()
    env.step("")
    # Ten actions for eleven empty cells.
    assert env.is_dead()
    env = playing(OPEN, max_turns=3, max_actions_per_turn=6)
    env.step("")
    assert not env.is_dead()
    env = playing(max_turns=2, max_actions_per_turn=4)
    env.step("clear row 1 col 2")
    assert not env.is_dead()


def test_display_options_show_one_puzzle_in_several_ways() -> None:
    assert playing(observation="grid").observe() == ("1 . 3 4\n3 4 1 .\n. 1 4 3\n4 3 . 1\nEmpty cells: 4")
    assert playing(observation="coord").observe() == (
        "Filled (row,col,value): 1,1,1 1,3,3 1,4,4 2,1,3 2,2,4 2,3,1 3,2,1 3,3,4 3,4,3 4,1,4 4,2,3 4,4,1\n"
        "Empty (row,col): 1,2 2,4 3,1 4,3\nEmpty cells: 4"
    )
    assert playing().observe() == (
        "col     1 2   3 4\n"
        "row 1   1 . | 3 4\n"
        "row 2   3 4 | 1 .\n"
        "        ----+----\n"
        "row 3   . 1 | 4 3\n"
        "row 4   4 3 | . 1\n"
        "Empty cells: 4"
    )


def test_letters_stand_for_digits_in_observations_and_actions() -> None:
    env = playing(symbols="letters")
    assert "row 1   A . | C D" in env.observe()
    assert env.step("1,2,2")[4]["error"] == "illegal"
    assert env.step("1,2,b")[4]["effective"]
    assert env.cells[1] == "2"
    assert "place B at row 2 col 4" in env.legal_actions()
    assert "from A to I" in make(SPEC, symbols="letters").instruction


def test_the_picture_tells_given_own_and_empty_cells_apart() -> None:
    env = playing(render_mode="rgb_array")
    before = env.render()
    env.step("1,2,2")
    after = env.render()
    assert before.shape == after.shape == (64, 64, 3)
    assert before.dtype == np.uint8
    changed = np.argwhere((before != after).any(axis=2))
    assert changed[:, 0].max() < 16
    assert 16 <= changed[:, 1].min() <= changed[:, 1].max() < 32
    given_inks = {tuple(colour) for colour in after[:16, :16].reshape(-1, 3)}
    own_inks = {tuple(colour) for colour in after[:16, 16:32].reshape(-1, 3)}
    assert given_inks - own_inks
    assert own_inks - given_inks


def test_neither_text_nor_info_holds_the_solution_or_the_index() -> None:
    env = make(SPEC, preset="hard")
    observation, info = env.reset(seed=977)
    solution = solve(9, env.given)
    after, *_, final = env.step("nonsense")
    for text in (observation, json.dumps(info), after, json.dumps(final), env.instruction):
        assert str(solution) not in text.replace(" ", "")
        assert "977" not in text
        assert env.task["family"] not in text


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_play_on_alone(duplicate) -> None:
    env = make(SPEC, split="validation", preset="small")
    env.reset(seed=5)
    action = env.legal_actions()[0]
    other = duplicate(env)
    assert other.step(action) == env.step(action)
    assert env.cells == other.cells
    assert env.cells is not other.cells


def test_a_snapshot_continues_exactly() -> None:
    env = playing(OPEN)
    env.step("1,2,3")
    state = json.loads(json.dumps(env.get_state()))
    other = playing()
    other.set_state(state)
    assert other.observe() == env.observe()
    assert other.step("1,2,2 || clear row 1 col 2") == env.step("1,2,2 || clear row 1 col 2")


def test_a_sampled_action_is_legal_while_a_cell_can_be_filled() -> None:
    env = make(SPEC, preset="medium")
    env.reset(seed=3)
    rng = Rng.of("sampled")
    actions = {env.sample_action(rng) for _ in range(60)}
    assert len(actions) > 40
    assert actions <= set(env.legal_actions())


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_gymnasium_has_nothing_to_complain_of(preset: str) -> None:
    env = make(SPEC, preset=preset, render_mode="ansi")
    assert isinstance(env, SudokuEnv)
    env.spec = gymnasium.envs.registration.EnvSpec(
        SPEC.id, entry_point=SPEC.entry_point, kwargs={"env_spec": SPEC, "preset": preset}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


def test_the_oracle_and_its_class_are_where_the_spec_says() -> None:
    assert load(SPEC.oracle).act(playing()) == (
        "place 2 at row 1 col 2 || place 2 at row 2 col 4 || place 2 at row 3 col 1 || place 2 at row 4 col 3"
    )
