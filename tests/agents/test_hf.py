"""The transformers agent's decoding, on a tiny random Llama in float32."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from ragen_bench.agents import hf_decode
from ragen_bench.agents.hf import HFPolicy
from ragen_bench.agents.hf_loading import is_out_of_memory
from ragen_bench.agents.hf_sampling import Sampling
from ragen_bench.errors import ModelError
from ragen_bench.policy import Completion, Policy, Request
from tests.agents.tiny_llama import Make, ask

REQUESTS = [Request(ask("hello " * n), seed) for n, seed in ((1, 3), (9, 4), (2, 5), (25, 6), (5, 7))]


def test_it_is_a_policy(make: Make) -> None:
    assert isinstance(make(), Policy)


@pytest.mark.parametrize("sampling", [{}, {"temperature": 0.7, "top_p": 0.9}, {"temperature": 0.0}])
@pytest.mark.parametrize("batch_size", [2, 5])
def test_a_reply_does_not_depend_on_the_other_requests(
    make: Make, sampling: dict[str, float], batch_size: int
) -> None:
    together = make(batch_size=batch_size, **sampling).reply_many(REQUESTS)
    alone = make(batch_size=1, **sampling)
    for request, found in zip(REQUESTS, together, strict=True):
        expected = alone.reply(request.messages, seed=request.seed)
        assert found.token_ids == expected.token_ids
        assert found.log_probs == pytest.approx(expected.log_probs, abs=1e-4)
        assert found.finish_reason == expected.finish_reason


def test_rows_that_end_at_different_times_leave_their_places_to_others(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hf_decode, "_ROOM", 3)
    monkeypatch.setattr(hf_decode, "PREFILL_TOKENS", 100)
    policy = make(batch_size=3)
    # Tokens of the random model that end a reply early, so that lengths differ.
    policy._end = frozenset(range(0, 256, 16))
    requests = [Request(ask("abc" * (1 + n % 4)), n) for n in range(17)]
    together = policy.reply_many(requests)
    assert len({len(c.token_ids or ()) for c in together}) > 3
    assert [policy.reply(r.messages, seed=r.seed).token_ids for r in requests] == [
        c.token_ids for c in together
    ]


def test_equal_prompts_with_different_seeds_differ_and_equal_seeds_agree(make: Make) -> None:
    first, second, third = make(batch_size=3).reply_many([Request(ask("x"), s) for s in (1, 2, 1)])
    assert first.token_ids == third.token_ids != second.token_ids


def test_log_probabilities_match_a_teacher_forced_pass_at_the_sampled_temperature(make: Make) -> None:
    policy = make(temperature=0.7, batch_size=5)
    for request, found in zip(REQUESTS, policy.reply_many(REQUESTS), strict=True):
        prompt = policy.chat.tokens(request.messages)
        assert found.token_ids
        assert found.log_probs
        with torch.no_grad():
            logits = policy.model(torch.tensor([prompt + list(found.token_ids)])).logits[0]
        steps = torch.log_softmax(logits[len(prompt) - 1 : -1] / 0.7, dim=-1)
        expected = steps.gather(1, torch.tensor(found.token_ids)[:, None])[:, 0].tolist()
        assert list(found.log_probs) == pytest.approx(expected, abs=1e-4)


def test_greedy_replies_equal_those_of_transformers(make: Make) -> None:
    policy = make(temperature=0.0, batch_size=5)
    for request, found in zip(REQUESTS, policy.reply_many(REQUESTS), strict=True):
        prompt = torch.tensor([policy.chat.tokens(request.messages)])
        output = policy.model.generate(
            prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=24, do_sample=False
        )
        assert output[0, prompt.shape[1] :].tolist() == list(found.token_ids or ())


def test_torchs_global_generator_is_neither_read_nor_moved(make: Make) -> None:
    policy = make()
    torch.manual_seed(1)
    before = torch.random.get_rng_state()
    first = policy.reply(ask("x"), seed=5)
    assert torch.equal(before, torch.random.get_rng_state())
    torch.manual_seed(2)
    assert policy.reply(ask("x"), seed=5) == first


def test_a_reply_that_meets_the_token_limit_ends_for_length(make: Make) -> None:
    policy = make(max_new_tokens=7)
    policy._end = frozenset()
    found = policy.reply(ask("x"), seed=0)
    assert found.finish_reason == "length"
    assert len(found.token_ids or ()) == found.usage.completion_tokens == 7


def test_the_end_token_stops_a_reply_and_is_not_in_its_text(make: Make) -> None:
    policy = make(max_new_tokens=200)
    policy._end = frozenset(range(0, 256, 8))
    found = policy.reply(ask("x"), seed=0)
    assert found.finish_reason == "stop"
    assert found.token_ids
    assert found.token_ids[-1] in policy._end
    assert found.text == policy.tokenizer.decode(list(found.token_ids[:-1]))


def test_a_prompt_that_does_not_fit_is_the_models_outcome_and_its_neighbours_are_answered(make: Make) -> None:
    policy = make(max_context=60, batch_size=2)
    policy._end = frozenset()
    fits, long, also = policy.reply_many(
        [Request(ask("x"), 1), Request(ask("x" * 100), 1), Request(ask("y" * 20), 1)]
    )
    assert (long.finish_reason, long.text, long.usage.completion_tokens) == ("context", "", 0)
    assert long.usage.prompt_tokens == policy.count_tokens(ask("x" * 100))
    assert fits.finish_reason == also.finish_reason == "length"
    assert fits.usage.prompt_tokens == policy.count_tokens(ask("x"))
    exact = make(max_context=policy.count_tokens(ask("x")) + 1)
    assert len(exact.reply(ask("x"), seed=1).token_ids or ()) == 1
    full = make(max_context=policy.count_tokens(ask("x")))
    assert full.reply(ask("x"), seed=1).finish_reason == "context"


def test_a_stream_takes_new_requests_as_soon_as_a_reply_is_out(make: Make) -> None:
    policy = make(batch_size=2)
    waiting = [(n, Request(ask("x" * (1 + n)), n)) for n in range(3)]
    seen: dict[int, Completion] = {}
    for key, completion in policy.reply_stream(lambda room: [waiting.pop(0) for _ in waiting[:room]]):
        seen[key] = completion
        if key < 3:
            waiting.append((key + 10, Request(ask("again"), key)))
    assert sorted(seen) == [0, 1, 2, 10, 11, 12]
    assert seen[11].token_ids == policy.reply(ask("again"), seed=1).token_ids


class _Scripted:
    """Stands in for the draw: every row writes the same text, byte by byte."""

    def __init__(self, policy: HFPolicy, text: str) -> None:
        self.tokens = policy.tokenizer(text).input_ids
        self.at = 0

    def __call__(self, logits: torch.Tensor, uniforms: list[float], sampling: Sampling) -> Any:
        token = self.tokens[self.at % len(self.tokens)]
        self.at += 1
        return [token] * len(logits), [0.0] * len(logits)


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ({}, "a</think><ans>Up</ans> and more", "a</think><ans>Up</ans>"),
        (
            {},
            "<think><ans>no</ans></think> <answer>Up</answer>",
            "<think><ans>no</ans></think> <answer>Up</answer>",
        ),
        ({"think": False}, "<ans>Up</ans> and more", "<ans>Up</ans>"),
    ],
)
def test_a_reply_ends_after_its_answer_but_never_inside_the_thinking(
    make: Make, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], text: str, expected: str
) -> None:
    policy = make(max_new_tokens=len(text), **options)
    monkeypatch.setattr(hf_decode, "draw", _Scripted(policy, text))
    found = policy.reply(ask("x"), seed=0)
    assert (found.text, found.finish_reason) == (expected, "stop")
    whole = make(max_new_tokens=len(text), stop_after_answer=False, **options)
    monkeypatch.setattr(hf_decode, "draw", _Scripted(policy, text))
    assert whole.reply(ask("x"), seed=0).text == text


def test_out_of_memory_halves_the_batch_once_and_loses_no_reply(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [c.token_ids for c in make(batch_size=4).reply_many(REQUESTS)]
    policy = make(batch_size=4)
    whole = hf_decode.Decoder._forward

    def small(self: Any, ids: torch.Tensor, *rest: Any) -> torch.Tensor:
        if ids.shape[1] == 1 and ids.shape[0] > 2:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return whole(self, ids, *rest)

    monkeypatch.setattr(hf_decode.Decoder, "_forward", small)
    assert [c.token_ids for c in policy.reply_many(REQUESTS)] == expected
    assert policy.batch_size == 2

    def none(*_: Any) -> torch.Tensor:
        raise RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes")

    monkeypatch.setattr(hf_decode.Decoder, "_forward", none)
    with pytest.raises(ModelError, match="out of memory with 2 replies at a time"):
        policy.reply_many(REQUESTS)


def test_an_error_that_is_not_about_memory_passes_through(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> torch.Tensor:
        raise RuntimeError("shapes differ")

    monkeypatch.setattr(hf_decode.Decoder, "_forward", broken)
    with pytest.raises(RuntimeError, match="shapes differ"):
        make().reply(ask("x"), seed=0)
    assert not is_out_of_memory(RuntimeError("shapes differ"))
