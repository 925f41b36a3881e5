"""The environment: moves, slips, ends, text and pictures."""

from __future__ import annotations

import copy
import json
import pickle
import warnings
from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.frozenlake import SPECS, FrozenLakeConfig
from ragen_bench.environments.frozenlake.config import OBSERVATIONS, SYMBOLS
from ragen_bench.environments.frozenlake.oracle import Oracle
from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng

SPEC = SPECS[0]
TASK = {"map": ["SFH", "FFF", "HFG"], "success_rate": 1.0}
OPEN = {"map": ["FFFFF", "FFSFF", "FFFFF", "FFFFG"], "success_rate": 0.6}


def playing(task: dict = TASK, **kwargs) -> TextEnv:
    env = make(SPEC, **kwargs)
    env.reset(options={"task": task})
    return env


def test_moves_of_one_reply_run_in_order_and_end_at_the_goal() -> None:
    env = playing()
    observation, reward, terminated, truncated, info = env.step("Down || Right|| right ||DOWN || Left")
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["executed"] == ["Down", "Right", "right", "DOWN"]
    assert info["reward_terms"] == {"goal": 1.0}
    assert (info["success"], info["score"]) == (True, 1.0)
    assert observation.startswith("You reached the goal.\n")


def test_a_hole_ends_the_episode_without_a_reward() -> None:
    env = playing()
    observation, reward, terminated, truncated, info = env.step("Right || Right || Down")
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert info["executed"] == ["Right", "Right"]
    assert (info["success"], info["score"], info["reward_terms"]) == (False, 0.0, {})
    assert observation.startswith("You fell into a hole.\n_ _ X")


@pytest.mark.parametrize("reply", ["Jump", "Down Right", "D", "1", "Up!", "", "||", "Up || Jump", "x" * 1025])
def test_what_is_no_move_costs_a_tenth_once_and_says_what_is_legal(reply: str) -> None:
    observation, reward, _, _, info = playing().step(reply)
    assert reward == pytest.approx(-0.1)
    assert info["reward_terms"] == {"invalid": -0.1}
    assert info["valid"] is False
    assert "Left, Down, Right, Up" in observation


def test_a_bump_is_valid_and_changes_nothing() -> None:
    info = playing().step("Up")[4]
    assert (info["valid"], info["effective"], info["executed"]) == (True, False, ["Up"])
    assert playing().step("Up || Down")[4]["effective"] is True


def test_slips_follow_the_stated_law_and_the_replica() -> None:
    env = make(SPEC)
    ended: Counter[str] = Counter()
    n = 6000
    for replica in range(n):
        env.reset(options={"task": OPEN, "replica": replica})
        before = env.position
        env.step("Right")
        ended[{1: "Right", 5: "Down", -5: "Up", -1: "Left"}[env.position - before]] += 1
    assert ended["Left"] == 0
    for side, share in (("Right", 0.6), ("Up", 0.2), ("Down", 0.2)):
        assert abs(ended[side] / n - share) < 4 * (share * (1 - share) / n) ** 0.5
    trails = []
    for replica in (3, 4, 3):
        env.reset(options={"index": 5, "replica": replica})
        trails.append([env.step("Left || Up || Right")[:2] for _ in range(3) if not env.over])
    assert trails[0] == trails[2]


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_the_ends_of_the_law_leave_nothing_to_luck_that_should_be_sure(rate: float) -> None:
    env = make(SPEC)
    seen = set()
    for replica in range(40):
        env.reset(options={"task": {**OPEN, "success_rate": rate}, "replica": replica})
        before = env.position
        env.step("Right")
        seen.add(env.position - before)
    assert seen == ({1} if rate else {5, -5})


def test_every_direction_slips_to_its_own_two_sides() -> None:
    env = make(SPEC)
    for move, straight, sides in (("Left", -1, {5, -5}), ("Up", -5, {1, -1}), ("Down", 5, {1, -1})):
        seen = set()
        for replica in range(80):
            env.reset(options={"task": OPEN, "replica": replica})
            before = env.position
            env.step(move)
            seen.add(env.position - before)
        assert seen == {straight, *sides}


def test_out_of_turns_is_truncated_and_a_win_on_the_last_turn_is_a_win() -> None:
    env = playing(max_turns=2)
    env.step("Down")
    assert env.step("Up")[2:4] == (False, True)
    env = playing(max_turns=2)
    env.step("Down || Right")
    _, reward, terminated, truncated, info = env.step("Right || Down")
    assert (reward, terminated, truncated, info["success"]) == (1.0, True, False, True)


def test_dead_is_a_hole_no_way_or_too_few_moves_left() -> None:
    assert not playing().is_dead()
    env = playing()
    env.step("Right || Right")
    assert env.is_dead()
    env = playing()
    env.step("Down || Right || Right || Down")
    assert not env.is_dead()
    assert playing({"map": ["SHG", "FHF"]}).is_dead()
    env = playing(max_turns=2, max_actions_per_turn=2)
    assert not env.is_dead()
    env.step("Up")
    assert env.is_dead()
    assert playing(max_turns=1, max_actions_per_turn=3).is_dead()


def test_the_observation_shows_the_lake_the_law_and_the_replies_left() -> None:
    env = playing({"map": ["SFH", "FFG"], "success_rate": 0.7})
    assert env.observe() == (
        "P _ O\n_ _ G\nPlayer: (1, 1)\nGoal: (2, 3)\nHoles: (1, 3)\n"
        "A move goes as intended with probability 0.7, and to each of the two perpendicular directions with "
        "probability 0.15.\nReplies left: 8"
    )
    assert playing({"map": ["SF", "FG"]}, preset="easy").observe().splitlines()[-3:] == [
        "Holes: none",
        "Every move goes as intended.",
        "Replies left: 7",
    ]


@pytest.mark.parametrize("symbols", SYMBOLS)
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_display_options_change_the_text_only(observation: str, symbols: str) -> None:
    env = make(SPEC, observation=observation, symbols=symbols)
    plain = make(SPEC)
    for seed in range(5):
        text, _ = env.reset(seed=seed)
        plain.reset(seed=seed)
        assert env.task == plain.task
        assert (symbols[0] in text.split("Player")[0]) == (observation != "coord")
        assert ("Player:" in text) == (observation != "grid")
        assert ("Goal:" in text) == (observation != "grid")
    assert (symbols[2] in env.instruction.partition("Signs")[2]) == (observation != "coord")


def test_a_rectangle_is_shown_and_crossed_as_a_rectangle() -> None:
    env = make(SPEC, preset="hard", rows=6, columns=9)
    observation, _ = env.reset(seed=0)
    assert [len(row) for row in env.task["map"]] == [9] * 6
    assert [len(line) for line in observation.splitlines()[:6]] == [17] * 6
    assert 0 < Oracle().value(env) < 1


@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    info = playing().step(text)[4]
    assert info["valid"] == (info["error"] is None)


def test_a_picture_has_sixteen_pixels_a_cell_and_shows_where_the_player_is() -> None:
    env = make(SPEC, render_mode="rgb_array")
    env.reset(options={"task": TASK})
    before = env.render()
    assert before.shape == (48, 48, 3)
    assert before.dtype == np.uint8
    env.step("Down")
    after = env.render()
    assert (before[:16, :16] != after[:16, :16]).any()
    assert (before[:16, 16:] == after[:16, 16:]).all()


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_and_snapshots_play_on_alone_with_the_same_luck(duplicate) -> None:
    env = make(SPEC, split="validation")
    env.reset(seed=5)
    env.step("Left || Up")
    if env.over:
        env.reset(options={"index": 6, "replica": 2})
    other, third = duplicate(env), make(SPEC)
    third.set_state(json.loads(json.dumps(env.get_state())))
    first = env.step("Up || Left || Up")
    assert other.step("Up || Left || Up") == first
    assert third.step("Up || Left || Up") == first


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_neither_text_nor_info_holds_the_seed_or_the_family(preset: str) -> None:
    env = make(SPEC, preset=preset)
    observation, info = env.reset(seed=9_771_953)
    for text in (observation, json.dumps(info), env.instruction):
        assert "9771953" not in text
        assert env.task["family"] not in text


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_gymnasium_has_nothing_to_complain_of(preset: str) -> None:
    options = {"env_spec": SPEC, "preset": preset, "render_mode": "ansi"}
    registered = gymnasium.envs.registration.EnvSpec(SPEC.id, entry_point=SPEC.entry_point, kwargs=options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*env.spec.*")
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version.*")
        check_env(gymnasium.make(registered, disable_env_checker=True).unwrapped, skip_render_check=True)


def test_a_random_action_fills_the_turn() -> None:
    env = playing(preset="hard")
    moves = env.sample_action(Rng.of("sample")).split(" || ")
    assert len(moves) == env.max_actions_per_turn
    assert set(moves) <= set(env.legal_actions())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rows", 1), ("columns", 16), ("success_rate", 1.2), ("success_rate", True), ("layout", "open"),
        ("detour", 0), ("deadly", -1), ("spare_holes", "some"), ("holes", 2), ("nearest", 0), ("farthest", 0),
        ("observation", "picture"), ("symbols", "PPOGX!"), ("symbols", "P OGX!"), ("symbols", "P1OGX!"),
        ("rows", 6.0),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(InvalidConfig) as caught:
        FrozenLakeConfig(**{field: value})
    assert caught.value.field == field
