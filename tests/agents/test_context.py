"""What a model is shown of an episode."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.agents.context import (
    CONTEXT_MODES,
    EMPTY_REPLY,
    RAW_REPLY_LIMIT,
    ContextConfig,
    ContextManager,
    Turn,
    estimate_tokens,
)
from ragen_bench.errors import ContextOverflow, InvalidConfig
from ragen_bench.policy import Completion
from ragen_bench.reply import PROTOCOLS, read_reply

SYSTEM = "SYSTEM-TEXT"
CURRENT = "CURRENT-OBSERVATION"


def turn(observation="obs", text="<think>why</think><ans>Up</ans>", thinking=None, protocol="tags"):
    return Turn(observation, text, read_reply(Completion(text, thinking=thinking), protocol))


def numbered(count):
    """Turns that can be told apart, of growing and of shrinking length."""
    return [
        turn(f"obs {i};" + "." * (7 * i % 60), f"<think>{'w' * (11 * i % 90)}</think><ans>act {i};</ans>")
        for i in range(count)
    ]


def contents(messages):
    return [message["content"] for message in messages]


def roles(messages):
    return [message["role"] for message in messages]


configs = st.builds(
    lambda mode, k, **rest: ContextConfig(mode=mode, k=k if mode == "last_k" else None, **rest),
    mode=st.sampled_from(CONTEXT_MODES),
    k=st.integers(1, 6),
    keep_thinking=st.booleans(),
    max_tokens=st.none() | st.integers(1, 500),
    system_role=st.booleans(),
)
replies = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=40),
    st.sampled_from(["", " ", "<ans>Up</ans>", "<think>a</think><ans>Up</ans>", "<think>a", "x" * 2000]),
)
histories = st.lists(st.builds(turn, st.text(max_size=60), replies), max_size=12)


def test_by_default_answers_are_kept_and_earlier_thinking_is_dropped():
    messages = ContextManager(SYSTEM).messages([turn("first")], CURRENT)
    assert messages == (
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": "first"},
        {"role": "assistant", "content": "<ans>Up</ans>"},
        {"role": "user", "content": CURRENT},
    )


def test_kept_thinking_is_shown_as_written_wherever_it_came_from():
    manager = ContextManager(SYSTEM, ContextConfig(keep_thinking=True), "native")
    written = turn(text="<think>why</think> <ans>Up</ans> so", protocol="native")
    apart = turn(text="<ans>Up</ans>", thinking="why", protocol="native")
    shown = contents(manager.messages([written, apart], CURRENT))
    assert shown[2] == "<think>why</think> <ans>Up</ans> so"
    assert shown[4] == "<think>\nwhy\n</think>\n\n<ans>Up</ans>"


def test_an_earlier_reply_without_an_answer_is_kept_to_a_bounded_length():
    shown = contents(ContextManager(SYSTEM).messages([turn(text="x" * 10**6), turn(text="")], CURRENT))
    assert shown[2] == "x" * RAW_REPLY_LIMIT
    assert shown[4] == EMPTY_REPLY


def test_earlier_answers_are_shown_in_the_protocol_of_the_run():
    turns = [turn(text='{"action": "Up"}', protocol="tool")]
    shown = contents(ContextManager(SYSTEM, protocol="tool").messages(turns, CURRENT))
    assert shown[2] == '{"name": "act", "arguments": {"action": "Up"}}'


def test_a_model_without_a_system_role_reads_the_system_text_in_the_first_user_turn():
    manager = ContextManager(SYSTEM, ContextConfig(system_role=False))
    assert contents(manager.messages([], CURRENT)) == [f"{SYSTEM}\n\n{CURRENT}"]
    messages = manager.messages([turn("first")], CURRENT)
    assert roles(messages) == ["user", "assistant", "user"]
    assert contents(messages)[0] == f"{SYSTEM}\n\nfirst"
    assert contents(messages)[2] == CURRENT


def test_last_k_shows_k_earlier_turns_and_says_how_many_are_missing():
    manager = ContextManager(SYSTEM, ContextConfig("last_k", k=2))
    shown = contents(manager.messages(numbered(5), CURRENT))
    assert shown[1].startswith("(3 earlier turns are left out.)\n\nobs 3;")
    assert shown[-1] == CURRENT
    assert len(shown) == 6
    assert contents(manager.messages(numbered(3), CURRENT))[1].startswith("(1 earlier turn is left out.)")
    assert "left out" not in "".join(contents(manager.messages(numbered(2), CURRENT)))


def test_single_turn_shows_the_current_observation_alone():
    messages = ContextManager(SYSTEM, ContextConfig("single_turn")).messages(numbered(4), CURRENT)
    assert contents(messages) == [SYSTEM, CURRENT]


def test_over_the_budget_the_oldest_turns_go_first():
    manager = ContextManager(SYSTEM, ContextConfig(max_tokens=60))
    shown = contents(manager.messages(numbered(9), CURRENT))
    assert "earlier turns are left out.)" in shown[1]
    assert shown[-2] == "<ans>act 8;</ans>"
    assert "obs 0;" not in "".join(shown)


def test_a_prompt_that_cannot_fit_is_an_explicit_overflow():
    manager = ContextManager(SYSTEM, ContextConfig(max_tokens=10))
    with pytest.raises(ContextOverflow, match="budget of 10") as caught:
        manager.messages(numbered(2), CURRENT * 10)
    assert caught.value.needed > caught.value.limit == 10


def test_the_line_about_missing_turns_is_never_what_overflows():
    bare = ContextManager(SYSTEM).messages([], CURRENT)
    manager = ContextManager(SYSTEM, ContextConfig(max_tokens=estimate_tokens(bare)))
    assert manager.messages(numbered(3), CURRENT) == bare


@given(config=configs, history=histories)
def test_the_system_text_and_the_current_turn_are_always_there_within_the_budget(config, history):
    manager = ContextManager(SYSTEM, config)
    try:
        messages = manager.messages(history, CURRENT)
    except ContextOverflow:
        bare = ContextManager(SYSTEM, ContextConfig(system_role=config.system_role)).messages([], CURRENT)
        assert config.max_tokens is not None
        assert estimate_tokens(bare) > config.max_tokens
        return
    if config.max_tokens is not None:
        assert estimate_tokens(messages) <= config.max_tokens
    assert messages[0]["content"].startswith(SYSTEM)
    assert messages[-1]["content"].endswith(CURRENT)
    assert all(message["content"].strip() for message in messages if message["role"] != "user")


@given(config=configs, history=histories)
def test_user_and_assistant_alternate_and_the_user_speaks_first_and_last(config, history):
    try:
        spoken = roles(ContextManager(SYSTEM, config).messages(history, CURRENT))
    except ContextOverflow:
        return
    if config.system_role:
        assert spoken.pop(0) == "system"
    assert spoken == ["user", "assistant"] * (len(spoken) // 2) + ["user"]


@given(config=configs, count=st.integers(0, 40))
def test_turns_are_kept_whole_and_only_the_newest_ones(config, count):
    turns = numbered(count)
    try:
        messages = ContextManager(SYSTEM, config).messages(turns, CURRENT)
    except ContextOverflow:
        return
    unlimited = ContextManager(SYSTEM, ContextConfig(keep_thinking=config.keep_thinking)).messages(
        turns, CURRENT
    )
    shown = contents(messages)[1:] if config.system_role else contents(messages)
    kept = len(shown) // 2
    newest = contents(unlimited)[len(unlimited) - len(shown) :]
    assert shown[0].endswith(newest[0])
    assert shown[1:] == newest[1:]
    if config.mode == "full" and 0 < kept < count:
        assert f"({count - kept} earlier turn" in shown[0]


@given(count=st.integers(0, 30), budget=st.integers(1, 900))
def test_no_turn_is_dropped_that_would_have_fitted(count, budget):
    turns = numbered(count)
    try:
        messages = ContextManager(SYSTEM, ContextConfig(max_tokens=budget)).messages(turns, CURRENT)
    except ContextOverflow:
        return
    kept = (len(messages) - 2) // 2
    if kept < count:
        # One turn more, with the line about the rest, costs more than the budget.
        longer = ContextManager(SYSTEM, ContextConfig("last_k", k=kept + 1)).messages(turns, CURRENT)
        assert estimate_tokens(longer) > budget


@given(history=histories, observation=st.text(max_size=20), last=replies, system_role=st.booleans())
def test_with_thinking_kept_and_no_budget_each_prompt_extends_the_one_before(
    history, observation, last, system_role
):
    manager = ContextManager(SYSTEM, ContextConfig(keep_thinking=True, system_role=system_role))
    before = manager.messages(history, observation)
    after = manager.messages([*history, turn(observation, last)], CURRENT)
    assert after[: len(before)] == before
    assert after[len(before)]["content"] == (last if last.strip() else EMPTY_REPLY)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@given(text=replies)
def test_any_reply_that_was_read_can_be_shown_again(protocol, text):
    past = turn(text=text, protocol=protocol)
    shown = contents(ContextManager(SYSTEM, protocol=protocol).messages([past], CURRENT))[2]
    if past.reply.answer is not None:
        again = read_reply(shown, protocol, think=False)
        assert (again.thinking, again.answer) == (None, past.reply.answer)


def test_counting_stays_cheap_in_long_episodes():
    calls = []

    def count(messages):
        calls.append(len(messages))
        return estimate_tokens(messages)

    ContextManager(SYSTEM, ContextConfig(max_tokens=60), count_tokens=count).messages(numbered(1000), CURRENT)
    assert len(calls) <= 13


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"mode": "all"}, "mode"),
        ({"mode": "last_k"}, "k"),
        ({"mode": "last_k", "k": 0}, "k"),
        ({"mode": "last_k", "k": True}, "k"),
        ({"mode": "full", "k": 3}, "k"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": 1.5}, "max_tokens"),
        ({"keep_thinking": "no"}, "keep_thinking"),
        ({"system_role": None}, "system_role"),
    ],
)
def test_a_setting_outside_what_is_allowed_is_named(settings, field):
    with pytest.raises(InvalidConfig, match=f"ContextConfig: {field} must be") as caught:
        ContextConfig(**settings)
    assert caught.value.field == field
