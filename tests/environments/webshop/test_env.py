"""The shop: pages, buttons, one purchase, nothing to be farmed."""

from __future__ import annotations

import copy
import json
import pickle
import time
import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.webshop import SPECS
from ragen_bench.environments.webshop.env import WebShopEnv
from ragen_bench.errors import EpisodeOver
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]


def opened(seed: int = 0, *actions: str, **kwargs: object) -> WebShopEnv:
    env = make(SPEC, **kwargs)
    assert isinstance(env, WebShopEnv)
    env.reset(seed=seed)
    for action in actions:
        info = env.step(action)[4]
        assert info["valid"], (action, info)
    return env


def test_an_observation_holds_the_instruction_the_page_and_what_can_be_done() -> None:
    env = opened()
    assert env.observe() == (
        f"Instruction: {env.task['instruction']}\nSearch page\nAvailable actions: search[<words>]"
    )
    text = env.step("search[lamp]")[0]
    assert "Page 1 of 5 (50 results)" in text
    assert text.count("\n[b0") == 10
    for action in env.legal_actions() or ["missing"]:
        assert action in text.splitlines()[-1]


def test_results_are_paged_and_the_ends_have_no_button_beyond() -> None:
    env = opened(0, "search[lamp]")
    assert "click[< prev]" not in (env.legal_actions() or [])
    seen = []
    for page in range(1, 6):
        seen += [product.asin for product in env.shown]
        assert f"Page {page} of 5" in env.observe()
        if page < 5:
            assert env.step("click[next >]")[4]["effective"]
    assert len(set(seen)) == 50
    assert "click[next >]" not in (env.legal_actions() or [])
    env.step("click[< prev]")
    assert [product.asin for product in env.shown] == seen[30:40]


def test_a_search_without_results_says_so() -> None:
    env = opened(0, "search[zzzz]")
    assert "No products were found." in env.observe()
    assert env.legal_actions() == ["click[back to search]"]


def test_sub_pages_lead_back_to_the_product_with_its_choices() -> None:
    env = opened(0, "search[desk lamp]")
    env.step(f"click[{env.shown[2].asin.lower()}]")
    value = env.viewed.options["color"][0]
    env.step(f"click[{value}]")
    assert f"[{value}] (chosen)" in env.observe()
    for name in ("description", "features", "reviews"):
        text = env.step(f"click[{name}]")[0]
        assert f"\n{name.capitalize()}:\n" in text
        assert env.legal_actions() == ["click[back to search]", "click[< prev]"]
        env.step("click[< prev]")
    assert env.chosen == {"color": value}
    env.step("click[< prev]")
    assert env.page == "results"
    assert env.chosen == {}


def test_choosing_again_replaces_the_choice_and_choosing_the_same_changes_nothing() -> None:
    env = opened(0, "search[desk lamp]")
    env.step(f"click[{env.shown[0].asin}]")
    one, other = env.viewed.options["color"][:2]
    assert env.step(f"click[{one}]")[4]["effective"]
    assert not env.step(f"click[{one}]")[4]["effective"]
    assert env.step(f"CLICK [ {other.upper()} ]")[4]["effective"]
    assert env.chosen == {"color": other}


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ("search[]", "unreadable"),
        ("search[ ]", "unreadable"),
        (f"search[{'x' * 401}]", "unreadable"),
        ("search lamp", "unreadable"),
        ("buy now", "unreadable"),
        ("click[buy now]", "illegal"),
        ("click[]", "illegal"),
        ("click[b000000000]", "illegal"),
        ("", "empty"),
        ("search[lamp] and more", "unreadable"),
        ("x" * 600, "too_long"),
    ],
)
def test_what_is_no_action_on_the_search_page(action: str, error: str) -> None:
    env = opened()
    before = env.observe()
    text, reward, terminated, _, info = env.step(action)
    assert (info["error"], reward, terminated) == (error, 0.0, False)
    assert text.endswith(before)


def test_searching_is_possible_on_the_search_page_only() -> None:
    env = opened(0, "search[lamp]")
    assert env.step("search[chair]")[4]["error"] == "illegal"
    assert env.step("click[back to search]")[4]["valid"]
    assert env.step("search[a [very] odd] query]")[4]["valid"]


def test_a_purchase_pays_once_ends_the_episode_and_tells_what_matched() -> None:
    env = opened(0, "search[desk lamp]")
    env.step(f"click[{env.shown[0].asin}]")
    text, reward, terminated, truncated, info = env.step("click[buy now]")
    assert (terminated, truncated) == (True, False)
    assert "Thank you" in text
    assert info["score"] == reward == info["reward_terms"]["purchase"]
    assert set(info["matched"]) == {"type", "attributes", "options", "price"}
    with pytest.raises(EpisodeOver):
        env.step("click[buy now]")


def test_running_out_of_turns_is_a_truncation_worth_nothing() -> None:
    env = opened(0, max_turns=3)
    for _ in range(2):
        assert env.step("nonsense")[2:4] == (False, False)
    _, reward, terminated, truncated, info = env.step("search[lamp]")
    assert (reward, terminated, truncated, info["score"], info["success"]) == (0.0, False, True, 0.0, False)


def test_before_the_purchase_nothing_tells_what_would_match() -> None:
    env = opened(5, split="test")
    oracle = load(SPEC.oracle)
    texts = []
    while not env.over:
        before = env.observe()
        text, reward, *_, info = env.step(oracle.act(env))
        if not env.over:
            assert reward == 0.0
            assert info["matched"] == {}
            texts += [before, text, json.dumps(info)]
    for text in texts:
        assert "price_upper" not in text
        assert json.dumps(env.task["family"]) not in text


@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    env = opened(1, "search[lamp]")
    for action in (text, f"click[{text}]", f"search[{text}]"):
        env.step(action)
    assert not env.over


@pytest.mark.parametrize(
    "text", ["search[" * 70, "click[" + "]" * 500, "[" * 512, "search[" + "\x00" * 400 + "]"]
)
def test_hostile_text_is_answered_in_bounded_time(text: str) -> None:
    env = opened()
    started = time.perf_counter()
    env.step(text)
    assert time.perf_counter() - started < 0.2


def test_snapshots_on_every_page_continue_exactly() -> None:
    env, oracle = opened(7), load(SPEC.oracle)
    while not env.over:
        other = make(SPEC)
        other.set_state(json.loads(json.dumps(env.get_state())))
        assert other.observe() == env.observe()
        action = oracle.act(env)
        assert other.step(action) == env.step(action)
    other = make(SPEC)
    other.set_state(json.loads(json.dumps(env.get_state())))
    assert other.result() == env.result() == (True, 1.0)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_play_on_alone_and_are_small(duplicate) -> None:
    env = opened(3, "search[lamp]")
    other: TextEnv = duplicate(env)
    assert other.step("click[next >]") == env.step("click[next >]")
    assert len(pickle.dumps(env)) < 200_000


def test_random_actions_are_legal_everywhere() -> None:
    for seed in range(10):
        env = opened(seed)
        while not env.over:
            action = env.sample_action(Rng.of("sample", seed, env.turn))
            assert env.step(action)[4]["valid"], action


def test_gymnasium_has_nothing_to_complain_of() -> None:
    env = make(SPEC, render_mode="ansi")
    env.spec = gymnasium.envs.registration.EnvSpec(
        SPEC.id, entry_point=lambda **_: make(SPEC, render_mode="ansi")
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)
