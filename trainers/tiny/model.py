"""The model `tiny`: its shape, and how it is written to a folder that any transformers program reads."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidConfig
from ragen_bench.trainers.tiny.start import start_with_copying
from ragen_bench.trainers.tiny.tokenizer import MAX_LENGTH

#: Beside the weights: how the model was taught to be asked. Read by whoever plays it.
PLAY_FILE = "ragen.json"
PLAY: dict[str, Any] = {"context": "single_turn", "max_new_tokens": 512}


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the transformer.

    Args:
        width: of the residual stream; a multiple of heads.
        layers: how many.
        heads: attention heads of a layer.
        inner: width inside the gated feed-forward part.
    """

    width: int = 256
    layers: int = 4
    heads: int = 4
    inner: int = 640

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value < 1:
                raise InvalidConfig(name, value, "at least 1", "Shape")
        if self.width % (2 * self.heads):
            raise InvalidConfig("width", self.width, f"a multiple of twice heads ({self.heads})", "Shape")


def create(tokenizer: Any, shape: Shape, seed: int) -> Any:
    """A fresh LlamaForCausalLM in float32, the same for the same seed; torch's own stream is not moved."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=shape.width,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.heads,
        intermediate_size=shape.inner,
        max_position_embeddings=MAX_LENGTH,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = LlamaForCausalLM(config)
    if shape.layers > 1:
        start_with_copying(model, seed)
    return model


def save(model: Any, tokenizer: Any, folder: Path) -> None:
    """Weights in float16 (safetensors), configs and tokenizer."""
    import copy

    import torch

    folder.mkdir(parents=True, exist_ok=True)
    copy.deepcopy(model).to(torch.float16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    (folder / PLAY_FILE).write_text(json.dumps(PLAY, indent=1) + "\n", encoding="utf-8")
