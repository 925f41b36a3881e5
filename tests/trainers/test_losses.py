"""Losses on tokens, on published cases, against slow references and by their gradients."""

import json
import math
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig
from ragen_bench.trainers.losses import (
    AGGREGATIONS,
    aggregate,
    aggregate_parts,
    describe_policy,
    entropy,
    kl_estimate,
    policy_loss,
    sampler_weights,
    value_loss,
)

CASES = json.loads((Path(__file__).parents[1] / "cases" / "advantages.json").read_text())["cases"]


def padded(rows):
    width = max(len(row) for row in rows)
    mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
    return torch.tensor([list(row) + [float("nan")] * (width - len(row)) for row in rows]), mask


def test_the_three_aggregations_match_the_published_case():
    (case,) = [case for case in CASES if case["kind"] == "loss_aggregation"]
    losses, mask = padded(case["token_losses"])
    assert mask.sum(dim=1).tolist() == case["lengths"]
    assert aggregate(losses, mask, "token-mean").item() == pytest.approx(case["token_mean"])
    assert aggregate(losses, mask, "seq-mean-token-mean").item() == pytest.approx(case["seq_mean_token_mean"])
    assert aggregate(losses, mask, "seq-mean-token-sum", 4).item() == pytest.approx(
        case["seq_mean_token_sum_norm_4"]
    )


@given(
    st.lists(st.lists(st.floats(-5, 5), min_size=1, max_size=5), min_size=2, max_size=6),
    st.sampled_from(AGGREGATIONS),
    st.data(),
)
def test_a_batch_in_parts_gives_the_loss_of_the_whole(rows, how, data):
    cut = data.draw(st.integers(1, len(rows) - 1))
    whole = aggregate(*padded(rows), how, 7)
    parts = [aggregate_parts(*padded(part), how, 7) for part in (rows[:cut], rows[cut:])]
    assert (sum(p[0] for p in parts) / sum(p[1] for p in parts)).item() == pytest.approx(
        whole.item(), abs=1e-5
    )


def test_a_batch_without_a_policy_token_gives_zero_and_no_nan():
    for how in AGGREGATIONS:
        assert aggregate(torch.full((2, 3), float("nan")), torch.zeros(2, 3), how).item() == 0


def test_an_unknown_aggregation_or_estimator_is_refused_by_name():
    with pytest.raises(InvalidConfig, match="token-mean"):
        aggregate(torch.zeros(1, 1), torch.ones(1, 1), "mean")
    with pytest.raises(InvalidConfig, match="k1, k2, k3"):
        kl_estimate(torch.zeros(1), torch.zeros(1), "low-var-kl")


def test_k3_matches_the_published_case():
    (case,) = [case for case in CASES if case["kind"] == "k3"]
    reference_minus_policy = torch.tensor(case["log_ratio_ref_minus_policy"], dtype=torch.float64)
    got = kl_estimate(torch.zeros_like(reference_minus_policy), reference_minus_policy, "k3")
    assert got.tolist() == pytest.approx(case["expected"], abs=1e-5)


def test_each_estimator_has_the_divergences_mean_and_only_k2_has_its_gradient():
    logits = torch.tensor([0.3, -0.2, 0.9], dtype=torch.float64, requires_grad=True)
    reference = torch.log_softmax(torch.tensor([0.0, 0.5, 0.1], dtype=torch.float64), 0)
    log_p = torch.log_softmax(logits, 0)
    exact = (log_p.exp() * (log_p - reference)).sum()
    (gradient,) = torch.autograd.grad(exact, logits, retain_graph=True)
    weights = log_p.exp().detach()  # the expectation over sampled tokens, whose draw has no gradient
    for name in ("k1", "k3"):
        assert (weights * kl_estimate(log_p, reference, name)).sum().item() == pytest.approx(exact.item())
    gradients = {
        name: torch.autograd.grad(
            (weights * kl_estimate(log_p, reference, name)).sum(), logits, retain_graph=True
        )[0]
        for name in ("k1", "k2")
    }
    assert torch.allclose(gradients["k1"], torch.zeros(3, dtype=torch.float64), atol=1e-12)
    assert torch.allclose(gradients["k2"], gradient)


ONE = st.floats(-2, 2)


@given(ONE, ONE, st.floats(-3, 3))
def test_the_policy_loss_is_the_clipped_surrogate(new, old, advantage):
    ratio = math.exp(new - old)
    expected = -min(ratio * advantage, min(max(ratio, 0.8), 1.28) * advantage)
    tensors = [torch.tensor([[x]], dtype=torch.float64) for x in (new, old, advantage)]
    assert policy_loss(*tensors, torch.ones(1, 1)).item() == pytest.approx(expected)


def test_before_the_first_update_the_gradient_is_the_policy_gradient():
    log_probs = torch.tensor([[-1.0, -2.0]], requires_grad=True)
    advantages = torch.tensor([[0.5, -1.5]])
    losses = policy_loss(log_probs, log_probs.detach(), advantages, torch.ones(1, 2))
    losses.sum().backward()
    assert log_probs.grad.tolist() == [[-0.5, 1.5]]
    described = describe_policy(log_probs, log_probs, advantages, torch.ones(1, 2), 0.2, 0.28)
    assert described == {"clip_share": 0.0, "ratio_mean": 1.0, "approx_kl": 0.0}


def test_a_token_beyond_the_clip_gets_no_gradient_and_is_counted():
    old = torch.zeros(1, 4)
    new = torch.tensor([[0.5, -0.5, 0.5, -0.5]], requires_grad=True)
    advantages = torch.tensor([[1.0, 1.0, -1.0, -1.0]])
    policy_loss(new, old, advantages, torch.ones(1, 4)).sum().backward()
    assert [g != 0 for g in new.grad[0].tolist()] == [False, True, True, False]
    assert describe_policy(new, old, advantages, torch.ones(1, 4), 0.2, 0.28)["clip_share"] == 0.5


def test_masked_tokens_may_hold_anything_without_touching_loss_or_gradient():
    new = torch.tensor([[-1.0, -1e30]], requires_grad=True)
    old = torch.tensor([[-1.0, float("-inf")]])
    mask = torch.tensor([[1, 0]])
    losses = policy_loss(new, old, torch.ones(1, 2), mask)
    losses.sum().backward()
    assert losses[0, 1] == 0
    assert torch.isfinite(new.grad).all()
    assert sampler_weights(new, old, mask).tolist() == [[1.0, 1.0]]


def test_sampler_weights_are_cut_at_the_limit_and_carry_no_gradient():
    ours = torch.tensor([[0.0, 2.0, -1.0]], requires_grad=True)
    weights = sampler_weights(ours, torch.zeros(1, 3), torch.ones(1, 3), limit=2.0)
    assert weights[0].tolist() == pytest.approx([1.0, 2.0, math.exp(-1)])
    assert not weights.requires_grad


def test_the_value_loss_takes_the_worse_of_clipped_and_not():
    values, old = torch.tensor([[1.0, 1.0]]), torch.tensor([[0.0, 0.9]])
    returns = torch.tensor([[1.0, 2.0]])
    losses = value_loss(values, old, returns, torch.ones(1, 2), clip=0.2)
    assert losses[0].tolist() == pytest.approx([0.5 * 0.8**2, 0.5 * 1.0])
    plain = value_loss(values, old, returns, torch.tensor([[1, 0]]), clip=None)
    assert plain[0].tolist() == [0.0, 0.0]


def test_entropy_of_equal_logits_is_the_log_of_their_number():
    assert entropy(torch.zeros(2, 5)).tolist() == pytest.approx([math.log(5)] * 2)
    assert entropy(torch.tensor([[0.0, float("-1e9")]])).item() == pytest.approx(0)
