from __future__ import annotations

import asyncio
import json
import pickle
import socket
import sys
import threading
import time
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.agents.openai import OpenAIPolicy
from ragen_bench.agents.openai_errors import RETRY_AFTER_CAP_S, error_text, retry_after_s
from ragen_bench.agents.openai_format import completion_from
from ragen_bench.errors import InvalidConfig, MissingExtra, TransportError
from ragen_bench.policy import FINISH_REASONS, Completion, Message, Usage
from ragen_bench.reply import read_reply
from tests.servers.fake_openai import (
    GOOD_REPLY,
    NON_LATIN,
    REFUSAL,
    Behaviour,
    FakeServer,
    chat,
    fails,
    serve,
)

ASK: list[Message] = [{"role": "user", "content": "Which way?"}]
FAST: dict[str, Any] = {"timeout_s": 5.0, "max_retries": 2, "backoff_s": 0.001}

Script = str | list[str | Behaviour]


def ask(script: Script, **options: Any) -> tuple[Completion, int]:
    """The reply of a server with this script, and how many requests it took."""
    with serve(script) as server, OpenAIPolicy("fake", server.base_url, **(FAST | options)) as policy:
        return policy.reply(ASK, seed=1), len(server.requests)


def failure(script: Script, **options: Any) -> tuple[TransportError, int]:
    with serve(script) as server, OpenAIPolicy("fake", server.base_url, **(FAST | options)) as policy:
        with pytest.raises(TransportError) as caught:
            policy.reply(ASK, seed=1)
        return caught.value, len(server.requests)


# The model's own outcomes.


def test_a_good_reply_comes_with_its_token_counts() -> None:
    assert ask("ok") == (Completion(GOOD_REPLY, Usage(12, 5, 4, 2)), 1)


def test_the_request_carries_messages_sampling_settings_and_seed() -> None:
    with serve() as server, OpenAIPolicy("fake", server.base_url, extra_body={"top_k": 3}) as policy:
        policy.reply(ASK, seed=2**40 + 7)
    assert server.requests == [
        {
            "model": "fake",
            "messages": ASK,
            "max_tokens": 1024,
            "temperature": 0.6,
            "top_p": 0.95,
            "seed": 7,
            "top_k": 3,
        }
    ]


@pytest.mark.parametrize("behaviour", ["null", "empty"])
def test_a_reply_without_content_is_an_empty_reply(behaviour: str) -> None:
    completion, _ = ask(behaviour)
    assert (completion.text, completion.thinking, completion.finish_reason) == ("", None, "stop")


def test_text_parts_are_joined() -> None:
    assert ask("parts")[0].text == "<ans>Up</ans>"


def test_a_refusal_is_an_outcome_with_the_refusal_as_text() -> None:
    completion, calls = ask("refusal")
    assert (completion.text, completion.finish_reason, calls) == (REFUSAL, "refusal", 1)


def test_a_filtered_reply_is_a_refusal() -> None:
    assert ask("filtered")[0].finish_reason == "refusal"


def test_a_truncated_reply_says_length() -> None:
    completion, _ = ask("truncated")
    assert (completion.text, completion.finish_reason) == ("<think>on and on", "length")


def test_a_reply_that_is_all_reasoning_is_thinking_and_no_text() -> None:
    completion, _ = ask("reasoning-only")
    assert (completion.text, completion.thinking) == ("", "hmm")


def test_the_reasoning_field_is_thinking() -> None:
    completion, _ = ask("reasoning")
    assert (completion.text, completion.thinking) == ("<ans>Up</ans>", "hmm")


def test_non_latin_text_arrives_unchanged() -> None:
    assert ask("non-latin")[0].text == NON_LATIN


def test_a_lone_surrogate_is_replaced_so_that_the_reply_can_be_stored() -> None:
    assert ask("surrogate")[0].text == "<ans>?</ans>"


def test_a_prompt_that_does_not_fit_the_context_is_an_outcome() -> None:
    completion, calls = ask("context")
    assert (completion.text, completion.finish_reason, calls) == ("", "context", 1)


def test_a_tool_call_reads_back_as_the_action() -> None:
    with serve("tool-call") as server:
        with OpenAIPolicy("fake", server.base_url, protocol="tool") as policy:
            completion = policy.reply(ASK, seed=0)
        assert server.requests[0]["tools"][0]["function"]["name"] == "act"
    assert json.loads(completion.text) == {"name": "act", "arguments": {"action": "Up"}}
    assert read_reply(completion, "tool").answer == "Up"


def test_two_tool_calls_are_not_well_formed() -> None:
    calls = [{"function": {"name": "act", "arguments": json.dumps({"action": a})}} for a in ("Up", "Left")]
    reply = read_reply(completion_from(chat(None, "tool_calls", tool_calls=calls)), "tool")
    assert (reply.answer, reply.format_ok) == ("Left", False)


def test_arguments_that_are_not_json_are_kept_and_are_no_action() -> None:
    calls = [{"function": {"name": "act", "arguments": "{Up"}}]
    completion = completion_from(chat(None, tool_calls=calls))
    assert "{Up" in completion.text
    assert read_reply(completion, "tool").answer is None


def test_log_probabilities_and_token_ids_come_when_asked_for() -> None:
    completion, _ = ask("log-probs", log_probs=True)
    assert (completion.token_ids, completion.log_probs) == ((1, 2), (-0.5, -1.0))
    assert ask("log-probs")[0].log_probs is None


# Trouble that passes, and trouble that does not.


@pytest.mark.parametrize("trouble", ["500", "reset", "malformed", "no-choices", "number", "error-in-200"])
def test_a_failure_that_passes_is_retried(trouble: str) -> None:
    completion, calls = ask([trouble, "ok"])
    assert (completion.text, calls) == (GOOD_REPLY, 2)


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [
        ("429", "rate_limit"),
        ("500", "server_error"),
        ("error-in-200", "server_error"),
        ("reset", "connection"),
        ("malformed", "malformed"),
        ("deep", "malformed"),
        ("number", "malformed"),
        ("no-choices", "malformed"),
        ("wrong-type", "malformed"),
    ],
)
def test_a_failure_that_stays_is_an_error_of_its_kind_once_retries_are_used_up(
    trouble: str, kind: str
) -> None:
    error, calls = failure(trouble, max_retries=1)
    assert (error.kind, calls) == (kind, 2)
    assert "after 2 attempts" in str(error)


@pytest.mark.parametrize(
    ("trouble", "kind", "step"),
    [
        ("401", "auth", "OPENAI_API_KEY"),
        ("404", "bad_request", "curl http://127.0.0.1"),
        ("quota", "rate_limit", "quota"),
        ("bad-request", "bad_request", "field required"),
        ("gzip", "malformed", "compresses"),
    ],
)
def test_a_failure_that_waiting_cannot_mend_is_not_retried(trouble: str, kind: str, step: str) -> None:
    error, calls = failure(trouble)
    assert (error.kind, calls) == (kind, 1)
    assert step in str(error)


def test_retry_after_is_waited_for() -> None:
    start = time.monotonic()
    _, calls = ask(["429", "ok"])
    assert calls == 2
    assert time.monotonic() - start >= 0.15


def test_an_endless_drip_ends_in_a_timeout() -> None:
    start = time.monotonic()
    error, _ = failure("drip", timeout_s=0.15, max_retries=1)
    assert error.kind == "timeout"
    assert time.monotonic() - start < 5


def test_a_slow_answer_is_a_timeout_and_a_further_attempt_counts() -> None:
    completion, calls = ask(["slow", "ok"], timeout_s=0.3, max_retries=9)
    assert completion.text == GOOD_REPLY
    assert calls >= 2


def test_a_flood_of_bytes_is_cut_off_at_the_limit() -> None:
    error, calls = failure("flood", max_reply_bytes=100_000)
    assert (error.kind, calls) == ("too_large", 1)


def test_json_under_another_content_type_is_read() -> None:
    assert ask("json-as-text")[0].text == GOOD_REPLY


def test_an_unreachable_endpoint_is_named_with_what_to_try() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        with OpenAIPolicy("fake", url, **(FAST | {"max_retries": 0})) as policy:
            for call in (policy.check, lambda: policy.reply(ASK, seed=0)):
                with pytest.raises(TransportError, match=f"curl {url}/models") as caught:
                    call()
                assert caught.value.kind == "connection"


# Parameters that a model does not take.


def test_a_refused_parameter_is_dropped_once_and_remembered() -> None:
    refuse = fails(400, "Unsupported value: 'temperature' does not support 0.6", param="temperature")
    with serve([refuse, "ok"]) as server, OpenAIPolicy("fake", server.base_url, **FAST) as policy:
        policy.reply(ASK, seed=1)
        policy.reply(ASK, seed=2)
        assert policy.dropped_parameters == ("temperature",)
    assert ["temperature" in request for request in server.requests] == [True, False, False]


def test_max_tokens_is_sent_under_its_other_name_where_the_first_is_refused() -> None:
    refuse = fails(400, "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
    with serve([refuse, "ok"]) as server, OpenAIPolicy("fake", server.base_url, **FAST) as policy:
        policy.reply(ASK, seed=1)
    assert "max_tokens" not in server.requests[1]
    assert server.requests[1]["max_completion_tokens"] == 1024


def test_an_endpoint_that_refuses_every_parameter_is_an_error_and_not_a_loop() -> None:
    error, calls = failure([fails(400, "unsupported: max_tokens, seed, temperature, top_p")])
    assert (error.kind, calls) == ("bad_request", 5)


# Loops, threads, keys.


def test_reply_works_inside_a_running_loop() -> None:
    async def inside(policy: OpenAIPolicy) -> str:
        return policy.reply(ASK, seed=0).text

    with serve() as server, OpenAIPolicy("fake", server.base_url, **FAST) as policy:
        assert asyncio.run(inside(policy)) == GOOD_REPLY
        assert policy.reply(ASK, seed=0).text == GOOD_REPLY


def test_calls_overlap_up_to_the_concurrency() -> None:
    async def many(policy: OpenAIPolicy) -> list[Completion]:
        return await asyncio.gather(*(policy.areply(ASK, seed=seed) for seed in range(6)))

    with (
        serve(["slow"] * 3 + ["ok"]) as server,
        OpenAIPolicy("fake", server.base_url, concurrency=3, **FAST) as policy,
    ):
        assert len(asyncio.run(many(policy))) == 6
    assert server.most_at_once == 3


def test_cancelling_the_caller_cancels_the_call_and_frees_its_slot() -> None:
    async def give_up(policy: OpenAIPolicy, server: FakeServer) -> None:
        call = asyncio.create_task(policy.areply(ASK, seed=0))
        while not server.requests:
            await asyncio.sleep(0.005)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    with (
        serve(["drip", "ok"]) as server,
        OpenAIPolicy("fake", server.base_url, concurrency=1, **(FAST | {"timeout_s": 60.0})) as policy,
    ):
        start = time.monotonic()
        asyncio.run(give_up(policy, server))
        assert policy.reply(ASK, seed=0).text == GOOD_REPLY
        assert time.monotonic() - start < 30


def test_a_closed_policy_leaves_no_thread_and_can_be_used_again() -> None:
    with serve() as server:
        policy = OpenAIPolicy("fake", server.base_url, **FAST)
        for _ in range(2):
            policy.reply(ASK, seed=0)
            policy.close()
            names = [thread.name for thread in threading.enumerate()]
            assert not [name for name in names if name.startswith("openai")]


def test_a_used_policy_survives_pickling() -> None:
    with serve() as server, OpenAIPolicy("fake", server.base_url, **FAST) as policy:
        policy.reply(ASK, seed=0)
        with pickle.loads(pickle.dumps(policy)) as copy:
            assert copy.reply(ASK, seed=0).text == GOOD_REPLY


def test_the_check_lists_the_models() -> None:
    with serve() as server, OpenAIPolicy("fake", server.base_url, **FAST) as policy:
        assert policy.check() == ("fake",)


def test_neither_key_nor_password_is_recorded_or_shown() -> None:
    key = "sk-very-secret"
    script: Script = [fails(401, f"Incorrect API key provided: {key}")]
    with serve(script) as server:
        url = server.base_url.replace("http://", "http://me:pass-word@")
        with OpenAIPolicy("fake", url, key, **FAST) as policy:
            with pytest.raises(TransportError) as caught:
                policy.reply(ASK, seed=0)
            shown = json.dumps(policy.settings()) + str(caught.value)
    assert server.headers
    assert key not in shown
    assert "pass-word" not in shown
    assert "***" in shown


def test_a_remote_endpoint_without_a_key_says_how_to_give_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(TransportError, match="export OPENAI_API_KEY") as caught:
        OpenAIPolicy("fake", "https://example.invalid/v1").check()
    assert caught.value.kind == "auth"


def test_a_missing_sdk_names_the_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtra, match=r'pip install "ragen-bench\[openai\]"'):
        OpenAIPolicy("fake", "http://127.0.0.1:9/v1").reply(ASK, seed=0)


@pytest.mark.parametrize(
    "url", ["localhost:8000", "ftp://host/v1", "http://", "http://[::1", "http://h:x/v1"]
)
def test_an_address_that_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(InvalidConfig, match="base_url"):
        OpenAIPolicy("fake", url)


@pytest.mark.parametrize(
    "option",
    [{"protocol": "xml"}, {"max_tokens": 0}, {"concurrency": 0}, {"timeout_s": 0}, {"max_retries": -1}],
)
def test_a_setting_out_of_range_is_named(option: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfig, match=next(iter(option))):
        OpenAIPolicy("fake", "http://127.0.0.1:9/v1", **option)


def test_cost_follows_the_price_and_is_unknown_without_counts() -> None:
    policy = OpenAIPolicy("fake", "http://127.0.0.1:9/v1", price=(2.0, 10.0))
    assert policy.cost(Usage(1_000_000, 100_000)) == pytest.approx(3.0)
    assert policy.cost(Usage()) is None


# Pure parts.

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after": "1e999"}, RETRY_AFTER_CAP_S),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_date_and_capped(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert retry_after_s(headers, now=NOW) == seconds


def test_error_text_is_one_short_line_without_control_characters() -> None:
    text = error_text({"message": "\x1b[31mred\nline" + "x" * 10_000 + "\ud800"})
    assert text.isprintable()
    assert len(text) <= 303


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("content", "refusal", "reasoning", "reasoning_content", "tool_calls", "type", "text", "function")


@given(
    st.dictionaries(
        st.sampled_from(FIELDS), json_values | st.lists(st.fixed_dictionaries({"type": json_values}))
    ),
    json_values,
    json_values,
    json_values,
)
def test_any_json_is_a_storable_completion_or_a_malformed_answer(
    message: dict[str, Any], finish: Any, logprobs: Any, usage: Any
) -> None:
    choice = {"message": message, "finish_reason": finish, "logprobs": {"content": logprobs}}
    # Whatever else it raised would end the run.
    try:
        completion = completion_from({"choices": [choice], "usage": usage})
    except TransportError:
        return
    assert completion.finish_reason in FINISH_REASONS
    (completion.text + (completion.thinking or "")).encode("utf-8")
