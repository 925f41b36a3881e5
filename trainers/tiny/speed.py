"""What makes small models train faster on a CPU; none of it changes what is computed."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

#: Name under which transformers finds `plain_attention`.
ATTENTION = "ragen_bench_plain"

# mallopt's numbers for M_TRIM_THRESHOLD, M_TOP_PAD and M_MMAP_MAX (malloc.h of glibc).
_TRIM, _TOP_PAD, _MMAP_MAX = -1, -2, -4


def keep_memory() -> None:
    """Tells glibc to keep freed memory: handing back and zeroing pages costs a fifth of a step."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return
    mallopt(_MMAP_MAX, 0)
    mallopt(_TRIM, 2**31 - 1)
    mallopt(_TOP_PAD, 512 * 2**20)


def use_plain_attention(model: Any) -> None:
    """Causal attention as two matrix products; torch's fused one is slow backwards on short texts."""
    from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

    ALL_ATTENTION_FUNCTIONS.register(ATTENTION, plain_attention)
    model.set_attn_implementation(ATTENTION)


def plain_attention(
    module: Any, query: Any, key: Any, value: Any, mask: Any, scaling: float, **options: Any
) -> tuple[Any, None]:
    """softmax(q k / sqrt(D) + causal) v. Queries, keys and values (B, H, T, D); gives (B, T, H, D).

    `mask` is not read: texts are padded on the right.
    """
    import torch

    batch, heads, length, size = query.shape
    causal = _causal(length, query.dtype).expand(batch * heads, length, length)
    flat = (x.reshape(batch * heads, length, size) for x in (query, key, value))
    q, k, v = flat
    scores = torch.baddbmm(causal, q, k.transpose(1, 2), alpha=scaling)
    mixed = torch.bmm(torch.softmax(scores, -1, dtype=scores.dtype), v)
    return mixed.view(batch, heads, length, size).transpose(1, 2).contiguous(), None


@lru_cache(maxsize=64)
def _causal(length: int, dtype: Any) -> Any:
    import torch

    return torch.full((1, length, length), float("-inf"), dtype=dtype).triu(1)
