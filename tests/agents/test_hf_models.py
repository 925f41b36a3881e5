"""Loading models and adapters, their chat templates, and what a run records of them."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.agents.chat_format import ChatFormat
from ragen_bench.agents.hf import HFPolicy
from ragen_bench.agents.model_files import model_hash
from ragen_bench.errors import InvalidConfig, ModelError
from ragen_bench.policy import Message
from tests.agents.tiny_llama import (
    NO_SYSTEM_TEMPLATE,
    THINKING_TEMPLATE,
    Make,
    ask,
    write_adapter,
    write_tiny_llama,
)


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


@functools.cache
def _chat() -> ChatFormat:
    from transformers import AutoTokenizer

    with tempfile.TemporaryDirectory() as name:
        return ChatFormat(AutoTokenizer.from_pretrained(write_tiny_llama(Path(name))))


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


def test_the_module_imports_without_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; sys.modules['transformers'] = None\n"
        "from ragen_bench.agents.hf import HFPolicy\n"
        "from ragen_bench.errors import MissingExtra\n"
        "try:\n    HFPolicy('x')\nexcept MissingExtra as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "ragen-bench[hf]"' in done.stdout
