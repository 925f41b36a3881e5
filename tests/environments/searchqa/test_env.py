"""The environment: what is shown, paid and kept."""

from __future__ import annotations

import copy
import json
import pickle
import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from ragen_bench.env import CANARY, TextEnv, make
from ragen_bench.environments.searchqa import SPECS
from ragen_bench.environments.searchqa.searcher import MAX_TEXT, MAX_TITLE
from ragen_bench.environments.searchqa.tasks import solution_of
from ragen_bench.errors import EpisodeOver
from ragen_bench.registry import load
from ragen_bench.rng import Rng
from ragen_bench.testing import check_environment

SPEC = SPECS[0]
TASK = {"question": "Where was Maren Tolvick born?", "answers": ["Old Tarnholt", "Brissel"]}


def playing(preset: str = "medium", task: dict | None = None) -> TextEnv:
    env = make(SPEC, preset=preset)
    env.reset(options={"task": task or TASK})
    return env


@pytest.mark.parametrize(
    ("action", "f1", "success"),
    [
        ("finish[the old tarnholt]", 1.0, True),
        ("FINISH[brissel].", 1.0, True),
        ("finish[Tarnholt]", 2 / 3, False),
        ("finish[Paris]", 0.0, False),
    ],
)
def test_the_answer_pays_its_f1_once_and_an_exact_match_is_success(
    action: str, f1: float, success: bool
) -> None:
    env = playing()
    _, reward, terminated, truncated, info = env.step(action)
    assert reward == pytest.approx(f1)
    assert info["reward_terms"] == {"match": pytest.approx(f1)}
    assert (info["f1"], info["score"], info["success"]) == (pytest.approx(f1), float(success), success)
    assert (terminated, truncated) == (True, False)
    with pytest.raises(EpisodeOver):
        env.step(action)


def test_the_preset_em_pays_for_an_exact_match_alone() -> None:
    assert playing("em").step("finish[Tarnholt]")[1] == 0.0
    assert playing("em").step("finish[Brissel]")[1] == 1.0
    assert playing("em").step("finish[Tarnholt]")[4]["f1"] == pytest.approx(2 / 3)


def test_searching_pays_nothing_and_running_out_of_turns_is_truncated_with_nothing() -> None:
    env = playing()
    for turn in range(1, env.max_turns + 1):
        _, reward, terminated, truncated, info = env.step("search[Brissel]")
        assert (reward, terminated, info["score"], info["searches"]) == (0.0, False, 0.0, turn)
        assert truncated == (turn == env.max_turns)


def test_an_invalid_turn_costs_the_turn_and_is_told_the_grammar() -> None:
    env = playing()
    observation, reward, _, _, info = env.step("search[a] search[b]")
    assert (reward, info["valid"], info["error"], info["executed"]) == (0.0, False, "several", [])
    assert "finish[answer]" in observation
    assert "Turns left: 5." in observation


def test_an_observation_holds_the_results_the_question_and_the_turns() -> None:
    env = make(SPEC, split="test")
    opening, _ = env.reset(seed=0)
    assert opening == f"Question: {env.task['question']}\nTurns left: 6."
    solution = solution_of(env.task)
    assert solution is not None
    observation = env.step(f"search[{solution.mentions[0]}]")[0]
    assert observation.startswith("[1] ")
    assert f"] {solution.pages[0].name}\n" in observation
    assert observation.endswith(f"Question: {env.task['question']}\nTurns left: 5.")
    assert env.step("search[zzzz qqqq]")[0].startswith("Nothing was found.\n")
    assert make(SPEC, top_k=1).observation_space.max_length >= 10 * (MAX_TITLE + MAX_TEXT + 20)


def test_a_search_that_shows_nothing_new_is_not_effective() -> None:
    env = playing()
    assert env.step("search[market town]")[4]["effective"]
    assert not env.step("search[market town]")[4]["effective"]


def test_top_k_bounds_what_is_shown() -> None:
    env = make(SPEC, top_k=1)
    env.reset(seed=0)
    env.step("search[market town]")
    assert len(env.results) == 1


def test_nothing_that_is_shown_before_it_is_found_holds_the_answer() -> None:
    for seed in range(20):
        env = make(SPEC, preset="hard", split="test")
        opening, info = env.reset(seed=seed)
        answers = env.task["answers"]
        wrong = env.step("finish[nothing of the kind]")
        for text in (opening, json.dumps(info), env.instruction, wrong[0], json.dumps(wrong[4])):
            assert not any(answer in text for answer in answers)
    assert CANARY in env.instruction


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_a_random_action_is_well_formed_and_takes_names_that_were_shown(preset: str) -> None:
    env = make(SPEC, preset=preset)
    seen = set()
    for seed in range(30):
        shown = env.reset(seed=seed)[0]
        while not env.over:
            action = env.sample_action(Rng.of("sample", seed, env.turn))
            seen.add(action.partition("[")[0])
            assert action.partition("[")[2][:-1] in shown
            observation, *_, info = env.step(action)
            shown += observation
            assert info["valid"]
    assert seen == {"search", "finish"}


def test_a_snapshot_continues_exactly_in_another_instance() -> None:
    env, other = playing("hard"), make(SPEC, preset="hard")
    env.step("search[river region town]")
    other.set_state(json.loads(json.dumps(env.get_state())))
    assert other.observe() == env.observe()
    for action in ("search[river region town]", "search[opera]", "finish[Brissel]"):
        assert other.step(action) == env.step(action)
    assert other.result() == (True, 1.0)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_play_on_alone_and_carry_no_corpus(duplicate) -> None:
    env = playing()
    env.step("search[market town]")
    assert len(pickle.dumps(env)) < 40_000
    other = duplicate(env)
    other.step("search[opera]")
    assert env.queries == ["market town"]
    assert env.step("search[opera]")[0] == other.observe()


def test_a_closed_book_oracle_of_a_task_without_chain_still_answers() -> None:
    env = playing()
    assert load(SPEC.oracle).act(env) == "finish[Old Tarnholt]"


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_gymnasium_has_nothing_to_complain_of(preset: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gymnasium.register("test/SearchQA-v0", lambda **kwargs: make(SPEC, **kwargs))
        try:
            check_env(gymnasium.make("test/SearchQA-v0", preset=preset).unwrapped, skip_render_check=True)
        finally:
            del gymnasium.registry["test/SearchQA-v0"]


@pytest.mark.full
def test_the_conformance_battery_has_no_complaint() -> None:
    report = check_environment(SPEC)
    assert report.ok, report.failures
