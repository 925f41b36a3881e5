from __future__ import annotations

import gymnasium as gym
import pytest

from ragen_bench import ReplyWrapper
from ragen_bench.errors import BrokenPlugin, InvalidConfig, InvalidData, MissingData, RagenError, UnknownName
from ragen_bench.policy import Completion
from ragen_bench.public_data import DATA_VARIABLE, data_folder, read_jsonl
from ragen_bench.registry import list_environments, load


def nested(depth: int) -> dict[str, object]:
    value: dict[str, object] = {}
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize("env_id", [spec.id for spec in list_environments() if not spec.presets[0].track])
@pytest.mark.parametrize("value", [10**5000, nested(5000)], ids=["over-long number", "deep nesting"])
def test_a_task_with_a_value_too_large_to_print_is_refused_by_name(env_id, value):
    env = gym.make(env_id, preset="easy").unwrapped
    env.reset(seed=0)
    for field in env.task:
        with pytest.raises(RagenError, match=r"task") as caught:
            env.reset(options={"task": {**env.task, field: value}})
        assert len(str(caught.value)) < 400


def test_an_unknown_name_is_quoted_in_part_only():
    assert len(str(UnknownName("model", "x" * 100_000, ("oracle",)))) < 300


def test_a_reply_that_is_no_text_is_a_type_error_as_an_action_is():
    env = ReplyWrapper(gym.make("ragen/Countdown-v1"))
    env.reset(seed=0)
    with pytest.raises(TypeError, match="a reply is a str"):
        env.step(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong", [{"text": None}, {"text": "", "thinking": 3}, {"text": "", "finish_reason": "eos"}]
)
def test_a_completion_that_a_run_folder_could_not_read_back_is_refused_at_once(wrong):
    with pytest.raises(InvalidConfig, match="Completion"):
        Completion(**wrong)


@pytest.mark.parametrize(
    "body", ["raise ValueError('boom')", "import sys; sys.exit(4)", "import nothing_of_the_kind"]
)
def test_a_module_that_fails_when_it_is_imported_is_a_broken_plug_in(body, tmp_path, monkeypatch):
    (tmp_path / "fails_at_import.py").write_text(body, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BrokenPlugin, match="cannot load 'fails_at_import:Thing'"):
        load("fails_at_import:Thing")


@pytest.mark.parametrize("line", [b"\xff", b"[" * 100_000, b"9" * 6000, b"[]", b"{"])
def test_a_line_of_public_data_that_cannot_be_read_is_named(line, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"a": 1}\n' + line + b"\n")
    with pytest.raises(InvalidData, match=r"rows\.jsonl:2"):
        list(read_jsonl(path))


def test_public_data_that_is_a_folder_is_missing_data(tmp_path):
    with pytest.raises(MissingData, match="cannot be read"):
        list(read_jsonl(tmp_path))


def test_a_data_folder_in_the_home_of_nobody_is_only_a_folder_that_is_not_there(monkeypatch):
    monkeypatch.setenv(DATA_VARIABLE, "~nobody-of-that-name/data")
    folder = data_folder()
    assert folder is not None
    assert not folder.exists()
