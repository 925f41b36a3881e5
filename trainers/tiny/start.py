"""Where teaching starts: a fresh model that can already look a token up and copy what followed it.

Transformers find this by themselves (Olsson et al. 2022, induction heads), but late and all of a sudden,
and on lessons as few as these a model would spend most of its time before that. So one head of the first
layer starts out looking at the token before, and one head of the second looks for the place where that was
the present token and copies what stands there. All weights are then taught as usual.

A head can only look one step back, whatever the tokens are, if all embeddings share a direction: without
biases a query has nothing else that is constant. The output does not mind, as it moves all logits alike.
"""

from __future__ import annotations

from typing import Any

# Sizes relative to the residual stream; anything near them works.
_LENGTH, _SHARED, _BEFORE, _COPIED = 3.2, 1.0, 0.25, 1.5
#: Final gain: long embeddings, which also write the answer, would make logits too sure of themselves.
_GAIN = 0.3
_SHARPNESS_BEFORE, _SHARPNESS_MATCH = 0.8, 3.5
#: Rotary pairs that turn fast enough to tell neighbours apart, and pairs that hardly turn in a prompt.
_FAST, _SLOW = 12, 12


def start_with_copying(model: Any, seed: int) -> None:
    """Overwrites head 0 of layers 0 and 1 of a fresh Llama model, and gives embeddings a shared direction."""
    import torch

    config = model.config
    width, size = config.hidden_size, config.head_dim
    half = size // 2
    draws = torch.Generator().manual_seed(seed)
    # Orthonormal rows: the shared direction, what is passed on of a token, and where it is put.
    basis = torch.linalg.qr(torch.randn(width, width, generator=draws))[0].T
    shared, passed = basis[:1], basis[1 : 1 + size]
    put = basis[1 + size : 1 + 2 * size] if 1 + 2 * size <= width else torch.roll(passed, 1, 0)
    fast, slow = min(_FAST, half), min(_SLOW, half)
    angles = config.rope_parameters["rope_theta"] ** (-torch.arange(half) / half)
    with torch.no_grad():
        embedding = model.get_input_embeddings().weight
        embedding -= embedding @ shared.T @ shared
        embedding *= _LENGTH / float(embedding.norm(dim=1).mean())
        embedding += _SHARED * _LENGTH * shared
        model.model.norm.weight.fill_(_GAIN)
        for layer in model.model.layers:
            for name in ("q_proj", "k_proj", "v_proj"):
                _blind(getattr(layer.self_attn, name).weight, shared)
            for name in ("gate_proj", "up_proj"):
                _blind(getattr(layer.mlp, name).weight, shared)
        first, second = (layer.self_attn for layer in model.model.layers[:2])
        # Turned by one step, so that the product of query and key is largest one token back.
        query, key = torch.zeros(size, 1), torch.zeros(size, 1)
        query[:fast, 0] = 1.0
        key[:fast, 0] = torch.cos(angles[:fast])
        key[half : half + fast, 0] = torch.sin(angles[:fast])
        first.q_proj.weight[:size] = _SHARPNESS_BEFORE * query @ shared
        first.k_proj.weight[:size] = _SHARPNESS_BEFORE * key @ shared
        first.v_proj.weight[:size] = passed
        first.o_proj.weight[:, :size] = _BEFORE * _LENGTH * put.T
        # The same parts of this token and of the one before, in pairs that keep still.
        places = torch.cat([torch.arange(half - slow, half), torch.arange(size - slow, size)])
        second.q_proj.weight[:size] = 0
        second.k_proj.weight[:size] = 0
        second.q_proj.weight[places] = _SHARPNESS_MATCH * passed[: len(places)]
        second.k_proj.weight[places] = _SHARPNESS_MATCH * put[: len(places)]
        copied = passed.roll(size // 2, 0) if 1 + 3 * size > width else basis[1 + 2 * size : 1 + 3 * size]
        second.v_proj.weight[:size] = copied
        second.o_proj.weight[:, :size] = _COPIED * _LENGTH * copied.T


def _blind(weight: Any, direction: Any) -> None:
    """What is the same in all tokens would drown what is not."""
    weight -= weight @ direction.T @ direction
