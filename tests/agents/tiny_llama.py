"""A random Llama of a few thousand weights with a byte tokenizer, written to a folder in a second."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragen_bench.policy import Message

if TYPE_CHECKING:
    from ragen_bench.agents.hf import HFPolicy

#: The fixture `make`: a policy on the tiny model.
Make = Callable[..., "HFPolicy"]

TEMPLATE = (
    "{% for m in messages %}<|start|>{{ m['role'] }}\n{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)
NO_SYSTEM_TEMPLATE = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system role') }}{% endif %}" + TEMPLATE
)
THINKING_TEMPLATE = TEMPLATE + "{% if enable_thinking %}<think>{% endif %}"


def ask(text: str) -> tuple[Message, ...]:
    """A conversation of one user message."""
    return ({"role": "user", "content": text},)


def write_tiny_llama(
    folder: Path,
    *,
    template: str | None = TEMPLATE,
    generation: dict[str, Any] | None = None,
    positions: int = 512,
    seed: int = 0,
    layers: int = 2,
    hidden: int = 32,
) -> Path:
    """Writes model and tokenizer to `folder` in float32; weights are spread so that replies vary."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    core = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(alphabet)}, merges=[]))
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    core.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core,
        eos_token="<|end|>",
        pad_token="<|pad|>",
        additional_special_tokens=["<|start|>"],
    )
    if template is not None:
        tokenizer.chat_template = template
    tokenizer.save_pretrained(folder)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=hidden,
        intermediate_size=2 * hidden,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=positions,
        tie_word_embeddings=False,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = LlamaForCausalLM(config)
        for parameter in model.parameters():
            if parameter.dim() > 1:
                torch.nn.init.normal_(parameter, std=0.3)
    model.generation_config = GenerationConfig(
        eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id, **(generation or {})
    )
    model.save_pretrained(folder)
    return folder


def write_adapter(base: Path, folder: Path, seed: int = 1) -> Path:
    """A LoRA adapter with weights that are not zero, for the model in `base`."""
    import peft
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(base, dtype=torch.float32)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        wrapped = peft.get_peft_model(
            model,
            peft.LoraConfig(
                r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False, task_type="CAUSAL_LM"
            ),
        )
    wrapped.save_pretrained(str(folder))
    return folder
