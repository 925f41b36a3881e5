"""The environment: moves, rewards, what is shown, and that no cycle pays."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.sokoban import SPECS
from ragen_bench.environments.sokoban.board import DIRECTIONS, read_level
from ragen_bench.environments.sokoban.config import GLYPHS, SWAPPED
from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng
from ragen_bench.testing.farming import positive_cycle

SPEC = SPECS[0]
ROWS = ["#######", "#P____#", "#_XO__#", "#___XO#", "#_____#", "#######"]
SMALL = ["#####", "#PXO#", "#XO_#", "#___#", "#####"]


def playing(rows: list[str] = ROWS, **options: object) -> TextEnv:
    env = make(SPEC, **options)
    env.reset(options={"task": {"level": rows}})
    return env


def test_walking_pushing_and_bumping_pay_what_is_written() -> None:
    env = playing()
    _, reward, *_, info = env.step("Up")
    assert (reward, info["effective"], info["valid"]) == (-0.1, False, True)
    _, reward, *_, info = env.step("Down || Right")
    assert info["reward_terms"] == pytest.approx({"step": -0.2, "box_on": 1.0})
    assert reward == pytest.approx(0.8)
    _, _, *_, info = env.step("Right")
    assert info["reward_terms"] == pytest.approx({"step": -0.1, "box_off": -1.0})
    assert env.rows == ["#######", "#_____#", "#__SX_#", "#___XO#", "#_____#", "#######"]


def test_the_last_box_ends_the_episode_with_success() -> None:
    env = playing()
    env.step("Down || Right || Down || Right")
    observation, reward, terminated, truncated, info = env.step("Right || Right || Up")
    assert (terminated, truncated, info["success"], info["score"]) == (True, False, True, 1.0)
    assert info["executed"] == ["Right"]
    assert reward == pytest.approx(10 + 1 - 0.1)
    assert observation.startswith("Every box is on a target.")


def test_two_boxes_in_a_row_and_a_box_before_a_wall_do_not_move() -> None:
    env = playing(["#######", "#PXXOO#", "#######"])
    *_, info = env.step("Right")
    assert (info["effective"], env.rows[1]) == (False, "#PXXOO#")
    env = playing(["#####", "#OPX#", "#####"])
    *_, info = env.step("Right")
    assert (info["effective"], env.rows[1]) == (False, "#OPX#")
    assert env.is_dead()


@given(st.lists(st.integers(0, 3), max_size=40))
def test_the_environment_moves_as_the_rules_of_the_search_do(moves: list[int]) -> None:
    env = playing(SMALL, max_turns=1000)
    level = read_level(SMALL)
    for direction in moves:
        *_, info = env.step(DIRECTIONS[direction])
        after = level.moved(direction)
        assert info["effective"] == (after != level)
        assert env.level == after
        level = after
        if env.over:
            assert level.solved
            break


def test_no_cycle_of_actions_pays() -> None:
    env = playing(SMALL, max_turns=10**6)
    numbers = {tuple(env.rows): 0}
    states, edges = [env.get_state()], []
    for at, state in enumerate(states):
        for action in DIRECTIONS:
            env.set_state(state)
            reward = env.step(action)[1]
            if env.over:
                continue
            key = tuple(env.rows)
            if key not in numbers:
                numbers[key] = len(states)
                states.append(env.get_state())
            edges.append((at, numbers[key], reward, action))
    assert len(states) > 20
    assert positive_cycle(len(states), edges) is None


def test_the_default_view_has_grid_and_positions() -> None:
    assert playing().observe() == (
        "# # # # # # #\n# P _ _ _ _ #\n# _ X O _ _ #\n# _ _ _ X O #\n# _ _ _ _ _ #\n# # # # # # #\n"
        "Player: (2, 2)\nBoxes: (3, 3), (4, 5)\nTargets: (3, 4), (4, 6)"
    )


def test_boxes_on_targets_are_listed_as_both() -> None:
    env = playing()
    env.step("Down || Right")
    lines = env.observe().split("\n")
    assert lines[2] == "# _ P √ _ _ #"
    assert lines[-3:] == ["Player: (3, 3)", "Boxes: (3, 4), (4, 5)", "Targets: (3, 4), (4, 6)"]


def test_other_views_show_the_same_state() -> None:
    both = playing().observe()
    grid = playing(view="grid").observe()
    positions = playing(view="coord").observe()
    assert both == f"{grid}\n{positions[: positions.index('Size')]}".rstrip()
    assert "Size: 6 rows, 7 columns" in positions
    assert positions.count("(") == 5 + 4 * 5
    swapped = playing(view="grid", symbols=SWAPPED).observe()
    assert swapped == grid.translate(str.maketrans("#_OX√PS", SWAPPED))


@pytest.mark.parametrize("options", [{}, {"view": "grid"}, {"view": "coord"}, {"symbols": SWAPPED}])
def test_the_instruction_explains_what_is_shown(options: dict) -> None:
    env = playing(**options)
    text = env.instruction
    assert ("Symbols: " in text) == (options.get("view") != "coord")
    assert ("(row, column)" in text) == (options.get("view") != "grid")
    assert f"{env.max_turns} replies of at most {env.max_actions_per_turn} actions" in text
    if options.get("view") != "coord":
        assert all(f" {symbol} " in text for symbol in options.get("symbols", GLYPHS))


@pytest.mark.parametrize("text", ["Up", "up", "UP", " uP "])
def test_directions_are_read_in_any_case(text: str) -> None:
    assert playing().step(text)[4]["valid"]


@pytest.mark.parametrize("text", ["U", "north", "up down", "Up, Down", "上", "Up|Down", "ＵＰ", "push"])
def test_nothing_else_is_a_direction(text: str) -> None:
    observation, reward, *_, info = playing().step(text)
    assert (info["valid"], info["error"]) == (False, "no_direction")
    assert reward == pytest.approx(-0.1)
    assert "Legal actions: Up, Down, Left, Right." in observation


def test_a_picture_has_sixteen_pixels_a_cell_and_changes_with_the_state() -> None:
    env = playing(render_mode="rgb_array")
    before = env.render()
    assert before.shape == (6 * 16, 7 * 16, 3)
    assert before.dtype == np.uint8
    env.step("Down || Right")
    assert (env.render() != before).any()


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_a_random_action_fills_the_reply(preset: str) -> None:
    env = make(SPEC, preset=preset)
    env.reset(seed=0)
    for seed in range(20):
        actions = env.sample_action(Rng.of(seed)).split("||")
        assert len(actions) == env.max_actions_per_turn
        assert set(actions) <= set(DIRECTIONS)


def test_a_snapshot_holds_the_level_and_continues() -> None:
    env = playing()
    env.step("Down || Right")
    state = json.loads(json.dumps(env.get_state()))
    other = playing(SMALL)
    other.set_state(state)
    assert other.observe() == env.observe()
    assert other.step("Right") == env.step("Right")
    assert other.is_dead() == env.is_dead()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("size", 4), ("size", 12), ("boxes", 0), ("floor_low", 5), ("floor_high", 26), ("pushes_low", 0),
        ("pushes_high", 5), ("away_low", 9), ("moves_high", 2), ("rule_plays", -1), ("law", "other"),
        ("view", "both"), ("symbols", "#_OX"), ("symbols", "#_OXXPS"), ("symbols", "# OX√PS"), ("size", True),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(InvalidConfig) as caught:
        make(SPEC, **{field: value})
    assert caught.value.field == field
