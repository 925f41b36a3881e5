"""TextEnv: what the base class does for every environment, seen on the miniature one."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import TextEnv, make
from ragen_bench.errors import EpisodeOver, InvalidConfig, InvalidTask, UnknownName

TASK = {"family": "dial 10", "size": 10, "start": 0, "mark": 6, "widths": [1, 2, 3, 4]}


def dial(**kwargs: Any) -> TextEnv:
    from mini import DIAL

    return make(DIAL, **kwargs)


def started(**kwargs: Any) -> TextEnv:
    env = dial(**kwargs)
    env.reset(options={"task": TASK})
    return env


def test_actions_of_one_reply_run_in_order() -> None:
    env = started()
    observation, reward, terminated, truncated, info = env.step("click || spin")
    assert "is at 4" in observation
    assert info["executed"] == ["click", "spin"]
    assert reward == pytest.approx(-0.2)
    assert (terminated, truncated, info["valid"], info["effective"]) == (False, False, True, True)


def test_what_comes_after_the_limit_of_actions_is_dropped_unread() -> None:
    info = started().step("click || click || nonsense")[4]
    assert info["executed"] == ["click", "click"]
    assert info["valid"]


def test_what_comes_after_an_unreadable_action_is_dropped() -> None:
    env = started(max_actions_per_turn=4)
    observation, _, _, _, info = env.step("click || nonsense || spin")
    assert info["executed"] == ["click"]
    assert (info["valid"], info["error"]) == (False, "unreadable")
    assert info["reward_terms"] == {"step": -0.1, "invalid": -0.1}
    assert "Legal actions: click, turn, spin, whirl." in observation


def test_what_comes_after_the_end_is_dropped() -> None:
    env = started(max_actions_per_turn=5)
    _, _, terminated, _, info = env.step("spin || spin || nonsense")
    assert terminated
    assert (info["valid"], info["success"], info["executed"]) == (True, True, ["spin", "spin"])


def test_a_win_on_the_last_turn_is_a_win_and_a_loss_is_truncated() -> None:
    env = started(max_turns=2, max_actions_per_turn=1)
    env.step("spin")
    assert env.step("spin")[2:4] == (True, False)
    env = started(max_turns=2)
    env.step("click")
    _, _, terminated, truncated, info = env.step("jump")
    assert (terminated, truncated, info["success"], info["score"]) == (False, True, False, 0.0)


def test_an_episode_of_one_turn_terminates() -> None:
    assert started(max_turns=1).step("click")[2:4] == (True, False)


@pytest.mark.parametrize(("text", "kind"), [("", "empty"), (" || ", "empty"), ("x" * 5000, "too_long")])
def test_empty_and_over_long_replies_are_invalid(text: str, kind: str) -> None:
    info = started().step(text)[4]
    assert (info["error"], info["valid"], info["executed"]) == (kind, False, [])


@given(st.text(alphabet=st.characters(exclude_categories=[]), max_size=60))
def test_any_text_is_accepted(text: str) -> None:
    observation, reward, _, _, info = started().step(text)
    assert observation
    assert reward == sum(info["reward_terms"].values())


def test_step_needs_a_running_episode() -> None:
    env = dial()
    with pytest.raises(EpisodeOver, match="no episode has been started"):
        env.step("click")
    with pytest.raises(EpisodeOver):
        env.get_state()
    env = started(max_turns=1)
    env.step("click")
    with pytest.raises(EpisodeOver, match="has ended; call reset"):
        env.step("click")


def test_a_seed_is_an_index_and_zero_is_one() -> None:
    env = dial(split="test")
    env.reset(seed=0)
    zero = env.task
    assert (env.index, env.replica, env.playing_split) == (0, 0, "test")
    env.reset(seed=1024)
    assert (env.index, env.task) == (0, zero)
    env.reset(seed=np.int64(5))
    by_seed = env.task
    env.reset(options={"split": "test", "index": np.int64(5)})
    assert env.task == by_seed
    assert env.replica == 0


@pytest.mark.parametrize("seed", [-1, 1.5, "0", True])
def test_a_seed_that_is_no_natural_number_is_refused(seed: Any) -> None:
    with pytest.raises(InvalidConfig, match="seed"):
        dial().reset(seed=seed)


def test_an_option_overrides_the_split_for_one_episode() -> None:
    env = dial()
    env.reset(seed=3, options={"split": "validation", "replica": 2})
    assert (env.playing_split, env.index, env.replica) == ("validation", 3, 2)
    env.reset(seed=3)
    assert (env.playing_split, env.replica) == ("train", 0)


@pytest.mark.parametrize(
    ("options", "error", "named"),
    [
        ({"idx": 3}, UnknownName, "did you mean 'index'"),
        ({"index": -1}, InvalidConfig, "index"),
        ({"replica": "1"}, InvalidConfig, "replica"),
        ({"split": "tset"}, UnknownName, "did you mean 'test'"),
        ({"split": 3}, UnknownName, "split"),
        ({"task": TASK, "index": 1}, InvalidConfig, "either a task"),
        ({"task": 3}, InvalidConfig, "task"),
        ({"task": {**TASK, "mark": 10}}, InvalidTask, "mark"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        dial().reset(options=options)


def test_a_refused_reset_leaves_the_running_episode_playable() -> None:
    env = started()
    before = env.get_state()
    with pytest.raises(InvalidTask):
        env.reset(options={"task": {**TASK, "mark": 10}})
    assert env.get_state() == before
    env.step("click")


def test_unseeded_resets_follow_np_random() -> None:
    one, two = dial(), dial()
    one.reset(seed=5)
    two.reset(seed=5)
    drawn = []
    for _ in range(4):
        one.reset()
        two.reset()
        drawn.append(one.get_state())
        assert one.get_state() == two.get_state()
    assert len({(state["index"], state["replica"]) for state in drawn}) == 4
    dial().reset()


def test_overrides_change_the_config_and_the_limits() -> None:
    env = dial(history=True, max_turns=9)
    assert (env.config.history, env.max_turns) == (True, 9)
    with pytest.raises(UnknownName, match="did you mean 'history'"):
        dial(histroy=True)
    with pytest.raises(InvalidConfig, match="max_turns"):
        dial(max_turns=0)
    with pytest.raises(InvalidConfig, match="moves"):
        dial(moves=(3, 2))


def test_a_snapshot_of_another_environment_is_refused() -> None:
    env = started()
    state = {**env.get_state(), "id": "ragen/Other-v1"}
    with pytest.raises(InvalidConfig, match="ragen/Other-v1"):
        env.set_state(state)


def test_snapshots_and_tasks_are_copies() -> None:
    env = started()
    env.step("click")
    state, task = env.get_state(), env.task
    state["state"]["made"].append("x")
    task["widths"].clear()
    assert env.get_state()["state"]["made"] == ["click"]
    assert env.task == TASK
    kept = env.get_state()
    env.set_state(kept)
    env.step("turn")
    assert kept["state"]["made"] == ["click"]
    json.dumps(kept)


def test_render_shows_what_the_mode_says() -> None:
    env = dial(render_mode="ansi")
    assert env.render() == ""
    env.reset(seed=0)
    assert env.render() == env.observe()
    assert started().render() is None
    with pytest.raises(UnknownName, match="render_mode"):
        dial(render_mode="human")
