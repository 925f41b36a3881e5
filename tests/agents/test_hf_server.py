from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("openai", reason="needs the extra openai")
pytest.importorskip("transformers", reason="needs the extra hf")

from ragen_bench.agents.hf import HFPolicy
from ragen_bench.agents.openai import OpenAIPolicy
from ragen_bench.policy import Completion, Message
from tests.servers.hf_server import serve_policy

TOKENS = 12


def ask(seed: int) -> list[Message]:
    return [{"role": "user", "content": f"number {seed}"}]


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> HFPolicy:
    folder = tmp_path_factory.mktemp("random-llama")
    save_random_llama(folder)
    return HFPolicy(folder, device="cpu", dtype="f32", batch_size=4, max_new_tokens=TOKENS, max_context=64)


@pytest.fixture(scope="module")
def url(policy: HFPolicy) -> Iterator[str]:
    with serve_policy(policy) as base_url:
        yield base_url


def save_random_llama(folder: Path) -> None:
    """A Llama of random weights that reads and writes single bytes."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate(["<pad>", "<eos>", *letters])}
    bytes_only = Tokenizer(models.BPE(vocabulary, merges=[]))
    bytes_only.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_only.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bytes_only, pad_token="<pad>", eos_token="<eos>", model_max_length=64
    )
    tokenizer.chat_template = "{% for m in messages %}{{ m['content'] }}\n{% endfor %}"
    tokenizer.save_pretrained(folder)
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=64,
        pad_token_id=0,
        bos_token_id=None,
        eos_token_id=1,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        LlamaForCausalLM(config).save_pretrained(folder)


def client(url: str, **options: object) -> OpenAIPolicy:
    fixed = {"max_tokens": TOKENS, "max_retries": 0, "log_probs": True}
    return OpenAIPolicy("model", url, **(fixed | options))  # type: ignore[arg-type]


def test_the_endpoint_gives_what_the_model_gives_in_this_process(policy: HFPolicy, url: str) -> None:
    here = policy.reply(ask(1), seed=1)
    with client(url, extra_body={"return_tokens_as_token_ids": True}) as remote:
        there = remote.reply(ask(1), seed=1)
    assert there.token_ids == here.token_ids
    assert there.log_probs == pytest.approx(here.log_probs)
    assert (there.text, there.finish_reason) == (here.text, here.finish_reason)
    assert there.usage.prompt_tokens == here.usage.prompt_tokens
    assert there.usage.completion_tokens == here.usage.completion_tokens


def test_replies_asked_for_at_once_are_those_asked_for_one_by_one(url: str) -> None:
    async def at_once(remote: OpenAIPolicy) -> list[Completion]:
        return await asyncio.gather(*(remote.areply(ask(seed), seed=seed) for seed in range(9)))

    with client(url) as remote:
        together = asyncio.run(at_once(remote))
        apart = [remote.reply(ask(seed), seed=seed) for seed in range(9)]
    assert [reply.text for reply in together] == [reply.text for reply in apart]
    assert len({reply.text for reply in apart}) > 1


def test_fewer_tokens_than_the_server_allows_end_in_length(url: str) -> None:
    with client(url, max_tokens=3) as remote:
        reply = remote.reply(ask(1), seed=1)
    assert (reply.usage.completion_tokens, reply.finish_reason) == (3, "length")
    assert len(reply.log_probs or ()) == 3


def test_a_prompt_longer_than_the_context_is_an_outcome(url: str) -> None:
    with client(url) as remote:
        reply = remote.reply([{"role": "user", "content": "x" * 100}], seed=0)
    assert reply.finish_reason == "context"


def test_another_temperature_is_not_served_silently(url: str) -> None:
    with client(url, temperature=0.1) as remote:
        remote.reply(ask(0), seed=0)
        assert remote.dropped_parameters == ("temperature",)
