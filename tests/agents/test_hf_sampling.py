"""Drawing tokens, and where the sampling settings come from."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.agents.hf_sampling import Sampling, draw
from tests.agents.tiny_llama import Make, ask, write_tiny_llama


def test_sampling_comes_from_the_caller_then_the_model_then_the_defaults(make: Make, tmp_path: Path) -> None:
    spoken = write_tiny_llama(
        tmp_path / "spoken", generation={"do_sample": True, "temperature": 0.3, "top_k": 20}
    )
    own = make(spoken, temperature=None, top_p=None).sampling
    assert (own.temperature, own.top_p, own.top_k) == (0.3, 1.0, 20)
    assert make(spoken, temperature=0.9).sampling == Sampling(0.9, 1.0, 20)
    assert make(temperature=None, top_p=None).sampling == Sampling(0.6, 0.95)


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
