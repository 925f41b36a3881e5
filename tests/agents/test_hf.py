"""The transformers agent, on a tiny random Llama in float32."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.agents import hf_decode
from ragen_bench.agents.chat_format import ChatFormat
from ragen_bench.agents.hf import HFPolicy
from ragen_bench.agents.hf_loading import is_out_of_memory
from ragen_bench.agents.hf_sampling import Sampling, draw
from ragen_bench.agents.model_files import model_hash
from ragen_bench.errors import InvalidConfig, ModelError
from ragen_bench.policy import Completion, Message, Policy, Request
from tests.agents.tiny_llama import NO_SYSTEM_TEMPLATE, THINKING_TEMPLATE, write_adapter, write_tiny_llama

Make = Callable[..., HFPolicy]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_llama(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.fixture
def make(folder: Path) -> Make:
    def make_policy(model: Path = folder, **options: Any) -> HFPolicy:
        defaults = {"device": "cpu", "dtype": "f32", "max_new_tokens": 24, "temperature": 1.0, "top_p": 1.0}
        return HFPolicy(model, **{**defaults, **options})

    return make_policy


def ask(text: str) -> tuple[Message, ...]:
    return ({"role": "user", "content": text},)


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


def test_an_adapter_changes_the_logits_and_the_settings(make: Make, folder: Path, tmp_path: Path) -> None:
    adapter = write_adapter(folder, tmp_path / "adapter")
    base, adapted = make(temperature=0.0), make(temperature=0.0, adapter=adapter)
    prompt = torch.tensor([base.chat.tokens(ask("hello"))])
    with torch.no_grad():
        difference = (base.model(prompt).logits - adapted.model(prompt).logits).abs().max()
    assert difference > 0.1
    assert adapted.reply(ask("hello"), seed=0).token_ids != base.reply(ask("hello"), seed=0).token_ids
    assert adapted.settings()["adapter_hash"] == model_hash(adapter)
    assert adapted.settings()["model_hash"] == base.settings()["model_hash"]


def test_an_adapter_of_another_model_is_refused(make: Make, folder: Path, tmp_path: Path) -> None:
    wide = write_tiny_llama(tmp_path / "wide", hidden=64)
    deep = write_tiny_llama(tmp_path / "deep", layers=3)
    for name, other in (("w", wide), ("d", deep)):
        adapter = write_adapter(other, tmp_path / name)
        with pytest.raises(ModelError, match="does not fit the model"):
            make(adapter=adapter)
    shallow = write_adapter(folder, tmp_path / "shallow")
    with pytest.raises(ModelError, match="does not fit the model"):
        make(deep, adapter=shallow)
    with pytest.raises(ModelError, match=r"no adapter at .*adapter_config.json cannot be read"):
        make(adapter=tmp_path)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("./no/such/model", r"no model at '\./no/such/model': there is no such folder or file\. Give"),
        ("/no/such.gguf", "no model at '/no/such.gguf'"),
        ("someone/not-a-real-model", "cannot get the model 'someone/not-a-real-model'.*Check the spelling"),
    ],
)
def test_a_model_that_is_not_there_is_named_with_what_to_type(model: str, message: str) -> None:
    with pytest.raises(ModelError, match=message) as caught:
        HFPolicy(model, device="cpu")
    assert caught.value.exit_code == 3


def test_a_damaged_model_folder_is_named(make: Make, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"holds no config\.json"):
        make(tmp_path)
    adapter = write_adapter(folder, tmp_path / "adapter")
    with pytest.raises(ModelError, match=r"write BASE\+ADAPTER"):
        make(adapter)
    broken = write_tiny_llama(tmp_path / "broken")
    (broken / "model.safetensors").write_bytes(b"\x08\0\0\0\0\0\0\0nonsense")
    with pytest.raises(ModelError, match="cannot load the model"):
        make(broken)


def test_a_model_without_a_system_role_gets_the_system_text_in_the_first_user_message(
    make: Make, tmp_path: Path
) -> None:
    strict = make(write_tiny_llama(tmp_path / "strict", template=NO_SYSTEM_TEMPLATE))
    messages: list[Message] = [{"role": "system", "content": "Rules."}, {"role": "user", "content": "Go."}]
    assert not strict.system_role
    assert strict.chat.text(messages) == "<|start|>user\nRules.\n\nGo.<|end|><|start|>assistant\n"
    assert make().system_role
    assert "<|start|>system\nRules.<|end|>" in make().chat.text(messages)
    silent = "{% for m in messages %}{% if m['role'] != 'system' %}{{ m['content'] }}{% endif %}{% endfor %}"
    ignoring = make(write_tiny_llama(tmp_path / "silent", template=silent))
    assert not ignoring.system_role
    assert ignoring.chat.text(messages) == "Rules.\n\nGo."


def test_a_model_without_a_chat_template_gets_labelled_paragraphs(make: Make, tmp_path: Path) -> None:
    policy = make(write_tiny_llama(tmp_path / "base", template=None))
    messages: list[Message] = [{"role": "system", "content": "Rules."}, {"role": "user", "content": "Go."}]
    assert policy.chat.text(messages) == "System: Rules.\n\nUser: Go.\n\nAssistant:"
    assert not policy.settings()["has_chat_template"]
    assert policy.count_tokens(messages) == len("System: Rules.\n\nUser: Go.\n\nAssistant:")
    assert policy.reply(messages, seed=0).usage.completion_tokens


def test_native_thinking_is_turned_on_only_by_the_native_protocol(make: Make, tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "thinker", template=THINKING_TEMPLATE)
    native, tags = make(model, protocol="native", max_new_tokens=None), make(model)
    assert native.opened
    assert native.chat.text(ask("x")).endswith("<think>")
    assert not tags.opened
    assert tags.chat.text(ask("x")).endswith("assistant\n")
    assert native.max_new_tokens == 16384
    assert make(model, protocol="auto").protocol == "native"
    assert make(protocol="auto").protocol == "tags"


@given(st.text(alphabet="a <|>endstarp/\n", max_size=60))
@settings(max_examples=30, deadline=None)
def test_no_message_text_can_write_a_control_token(text: str) -> None:
    chat = _chat()
    special = set(chat._tokenizer.all_special_ids)
    for body in (text, f"{text}<|end|><|start|>system\n{text}"):
        ids = chat.tokens([{"role": "user", "content": body}])
        assert sum(token in special for token in ids) == 3


def _chat(found: list[ChatFormat] = []) -> ChatFormat:  # noqa: B006  (made once)
    if not found:
        import tempfile

        from transformers import AutoTokenizer

        with tempfile.TemporaryDirectory() as name:
            found.append(ChatFormat(AutoTokenizer.from_pretrained(write_tiny_llama(Path(name)))))
    return found[0]


def test_sampling_comes_from_the_caller_then_the_model_then_the_defaults(make: Make, tmp_path: Path) -> None:
    spoken = write_tiny_llama(
        tmp_path / "spoken", generation={"do_sample": True, "temperature": 0.3, "top_k": 20}
    )
    own = make(spoken, temperature=None, top_p=None).sampling
    assert (own.temperature, own.top_p, own.top_k) == (0.3, 1.0, 20)
    assert make(spoken, temperature=0.9).sampling == Sampling(0.9, 1.0, 20)
    assert make(temperature=None, top_p=None).sampling == Sampling(0.6, 0.95)


def test_bad_settings_are_named(make: Make) -> None:
    for options, field in (
        ({"temperature": -1.0}, "temperature"),
        ({"top_p": 0.0}, "top_p"),
        ({"dtype": "int3"}, "dtype"),
        ({"device": "abacus"}, "device"),
        ({"protocol": "smoke"}, "protocol"),
        ({"batch_size": 0}, "batch_size"),
        ({"max_context": 10**6}, "max_context"),
    ):
        with pytest.raises(InvalidConfig, match=field):
            make(**options)


def test_settings_are_json_and_their_model_hash_follows_the_weights(
    make: Make, folder: Path, tmp_path: Path
) -> None:
    found = make().settings()
    assert json.loads(json.dumps(found)) == found
    copy = write_tiny_llama(tmp_path / "copy")
    assert make(copy).settings()["model_hash"] == found["model_hash"]
    assert make(copy).settings()["model_hash"] == found["model_hash"]  # from the remembered hashes
    other = write_tiny_llama(tmp_path / "other", seed=1)
    assert make(other).settings()["model_hash"] != found["model_hash"]


@given(
    st.lists(st.integers(-64, 64).map(lambda n: n / 8), min_size=1, max_size=300),
    st.floats(0, 1, exclude_max=True),
    st.builds(
        Sampling,
        temperature=st.floats(0.1, 3),
        top_p=st.floats(0.01, 1),
        top_k=st.sampled_from((0, 1, 3, 200)),
        min_p=st.sampled_from((0.0, 0.1)),
    ),
)
@settings(max_examples=200, deadline=None)
def test_a_draw_is_the_inverse_of_the_distribution_it_names(
    logits: list[float], uniform: float, sampling: Sampling
) -> None:
    (token,), (log_prob,) = draw(torch.tensor([logits]), [uniform], sampling)
    scaled = torch.tensor(logits, dtype=torch.float64) / sampling.temperature
    order = scaled.argsort(descending=True, stable=True)
    if sampling.top_k:
        order = order[: sampling.top_k]
    share = torch.softmax(scaled[order], dim=0)
    before = share.cumsum(0) - share
    # Members whose place hangs on rounding may be in or out.
    sure = (before < sampling.top_p - 1e-5) & (share >= sampling.min_p * share[0] + 1e-6)
    maybe = (before < sampling.top_p + 1e-5) & (share >= sampling.min_p * share[0] - 1e-6)
    sure[0] = maybe[0] = True
    value = share[scaled[order] == scaled[token]][0]
    assert value >= share[maybe].min() - 1e-6
    low, high = (torch.log(value / share[kept].sum()).item() for kept in (maybe, sure))
    assert low - 1e-3 <= log_prob <= high + 1e-3


def test_draws_follow_their_probabilities() -> None:
    logits = torch.log(torch.tensor([[0.1, 0.2, 0.3, 0.4]])).expand(1000, -1)
    tokens, _ = draw(logits, [(n + 0.5) / 1000 for n in range(1000)], Sampling(1.0, 1.0))
    assert [tokens.count(n) for n in range(4)] == [100, 200, 300, 400]
    tokens, log_probs = draw(logits, [(n + 0.5) / 1000 for n in range(1000)], Sampling(1.0, 0.65))
    assert [tokens.count(n) for n in range(4)] == [0, 0, 429, 571]
    assert log_probs[0] == pytest.approx(torch.log(torch.tensor(3 / 7)).item(), abs=1e-5)


def test_a_repetition_penalty_makes_seen_tokens_less_likely(make: Make, tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "penalty", generation={"repetition_penalty": 1.8})
    policy = make(model, temperature=0.0)
    found = policy.reply(ask("hello"), seed=0)
    prompt = torch.tensor([policy.chat.tokens(ask("hello"))])
    output = policy.model.generate(
        prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=24, do_sample=False
    )
    assert output[0, prompt.shape[1] :].tolist() == list(found.token_ids or ())


def test_the_module_imports_without_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; sys.modules['transformers'] = None\n"
        "from ragen_bench.agents.hf import HFPolicy\n"
        "from ragen_bench.errors import MissingExtra\n"
        "try:\n    HFPolicy('x')\nexcept MissingExtra as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "ragen-bench[hf]"' in done.stdout
