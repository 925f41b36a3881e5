"""The reply protocols: reading, rendering, and the system text."""

import dataclasses
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig, UnknownName
from ragen_bench.policy import Completion
from ragen_bench.reply import (
    PROTOCOLS,
    Reply,
    choose_protocol,
    example_reply,
    parse_reply,
    read_reply,
    render_reply,
    stop_after_answer,
    system_text,
    tool_schema,
)
from ragen_bench.spec import EnvSpec, Preset, RewardSpec

CASES = json.loads((Path(__file__).parents[1] / "cases" / "reply_format.json").read_text())["cases"]
TAGS = ("<think>", "</think>", "<ans>", "</ans>", "<answer>", "</answer>")

#: Any characters at all, lone surrogates and NUL included.
any_text = st.text(st.characters(exclude_categories=()))
#: Soup made of tags, for the shapes that plain random text never takes.
soup = st.lists(st.sampled_from([*TAGS, " ", "\n", "x", "<", "</", "<tool_call>", '{"name"'])).map("".join)
tagless = any_text.filter(lambda text: not any(tag in text for tag in TAGS))
plain_answer = tagless.filter(lambda text: bool(text.strip()))


@dataclasses.dataclass(frozen=True)
class NoConfig:
    pass


def make_spec(example: str = "Up", separator: str | None = None) -> EnvSpec:
    return EnvSpec(
        name="Demo",
        version=1,
        entry_point="demo:Demo",
        tasks="demo:TASKS",
        oracle="demo:Oracle",
        presets=(Preset("medium", NoConfig(), max_turns=3),),
        reward=RewardSpec((), "", ""),
        instruction="Walk to the goal.",
        example=example,
        action_grammar="",
        invalid_example="?",
        summary="",
        separator=separator,
    )


@pytest.mark.parametrize("case", CASES, ids=[case["reply"][:40] or "empty" for case in CASES])
def test_shared_cases_read_as_written(case):
    reply = parse_reply(case["reply"], think=case.get("think", True))
    assert (reply.answer, reply.format_ok) == (case["answer"], case["format_ok"])


@pytest.mark.parametrize(
    ("text", "think", "expected"),
    [
        ("<think>a</think><ans>Up</answer>", True, Reply("a", None, False)),
        ("<think>a</think><answer>Up</ans>", True, Reply("a", None, False)),
        ("<think>a</think><ans>x<answer>Up</answer></ans>", True, Reply("a", "Up", False)),
        ("<think>a</think><ans>1</ans><ans> </ans>", True, Reply("a", None, False)),
        ("<think>a</think><ans>1</ans><ans>2", True, Reply("a", "1", False)),
        ("<think>a</think><ans>Up", True, Reply("a", None, False)),
        ("<think>a</think>so <ans>Up</ans>", True, Reply("a", "Up", False)),
        ("<think>a</think>b</think><ans>Up</ans>", True, Reply("a</think>b", "Up", False)),
        (
            "<think>close with <think> tags</think><ans>Up</ans>",
            True,
            Reply("close with <think> tags", "Up", True),
        ),
        ("<ans>Up</ans></think>", True, Reply("<ans>Up</ans>", None, False)),
        ("<Think>a</Think><ans>Up</ans>", True, Reply(None, None, False)),
        ("<think >a</think><ans>Up</ans>", True, Reply("<think >a", "Up", True)),
        ("<think>a</think><ans >Up</ans>", True, Reply("a", None, False)),
        ("<think>a</think><ans>Up</ans>\x00", True, Reply("a", "Up", False)),
        ("<think>a</think><ans>\ud800</ans>", True, Reply("a", "\ud800", True)),
        ("</think><ans>Up</ans>", True, Reply("", "Up", True)),
        ("<think>a</think><ans>Up</ans>", False, Reply("a", "Up", True)),
        ("<think>maybe <ans>Up</ans>", False, Reply(None, None, False)),
        ("I go <ans>Up</ans>", False, Reply(None, "Up", False)),
        ("Up", False, Reply(None, None, False)),
    ],
)
def test_the_last_complete_block_after_the_thinking_is_the_answer(text, think, expected):
    assert parse_reply(text, think) == expected


@given(text=soup | any_text, think=st.booleans())
def test_an_answer_is_never_blank_nor_taken_from_thinking(text, think):
    reply = parse_reply(text, think)
    if reply.answer is not None:
        assert reply.answer == reply.answer.strip() != ""
        assert reply.answer in text[text.rfind("</think>") + 1 :]
        assert not any(tag in reply.answer for tag in TAGS[1:])
    if reply.format_ok:
        assert reply.answer is not None
        assert reply.thinking is not None or not think


@given(text=soup | any_text, protocol=st.sampled_from(PROTOCOLS), think=st.booleans(), opened=st.booleans())
def test_every_protocol_reads_any_text(text, protocol, think, opened):
    reply = read_reply(text, protocol, think, opened=opened)
    assert not reply.format_ok or reply.answer is not None


HOSTILE = (
    "<ans>",
    "</ans>",
    "<think>",
    "</think>",
    "<ans></answer>",
    "<think><ans>",
    "</think><ans>x</ans>",
    "<",
    "</",
    "<a",
    "\ud800",
    "\x00",
    " ",
    "[",
    '{"a":',
    '{"name":"act","arguments":',
    "9",
    '"\\',
    "<tool_call>",
)


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize(
    "around", [("", ""), ("<think>", "</think><ans>x</ans>"), ("</think><ans>", "</ans>")]
)
def test_a_million_hostile_characters_are_read_in_bounded_time(piece, around):
    text = around[0] + piece * (1_000_000 // len(piece)) + around[1]
    start = time.process_time()
    for protocol in PROTOCOLS:
        read_reply(text, protocol)
    stop_after_answer(text)
    # A quadratic reader would take hours; half a second is seen on two shared cores.
    assert time.process_time() - start < 10


def test_native_thinking_may_stand_in_the_text_in_its_field_or_nowhere():
    assert read_reply("<think>a</think><ans>Up</ans>", "native") == Reply("a", "Up", True)
    assert read_reply("<ans>Up</ans>", "native") == Reply(None, "Up", True)
    assert read_reply(Completion("<ans>Up</ans>", thinking=" a "), "native") == Reply("a", "Up", True)
    both = Completion("b</think><ans>Up</ans>", thinking="a")
    assert read_reply(both, "native") == Reply("a\nb", "Up", True)


def test_native_thinking_that_never_closes_gives_no_answer():
    assert read_reply("<think>maybe <ans>Up</ans>", "native").answer is None
    assert read_reply("maybe <ans>Up</ans>", "native", opened=True).answer is None
    assert read_reply("a</think><ans>Up</ans>", "native", opened=True) == Reply("a", "Up", True)


def test_thinking_that_the_endpoint_took_out_of_a_tagged_reply_still_counts():
    assert read_reply(Completion("<ans>Up</ans>", thinking="a"), "tags") == Reply("a", "Up", True)
    assert read_reply(Completion("<ans>Up</ans>", thinking=""), "tags").answer is None


@pytest.mark.parametrize(
    ("text", "answer", "format_ok"),
    [
        ('{"name": "act", "arguments": {"action": "Up"}}', "Up", True),
        ('{"name": "act", "arguments": "{\\"action\\": \\"Up\\"}"}', "Up", True),
        ('{"type": "function", "function": {"name": "act", "arguments": {"action": "Up"}}}', "Up", True),
        ('{"action": " Up "}', "Up", True),
        ('<tool_call>\n{"name": "act", "arguments": {"action": "Up"}}\n</tool_call>', "Up", True),
        ('[{"action": "Up"}]', "Up", True),
        ('[{"action": "Up"}, {"action": "Left"}]', "Left", False),
        ('{"action": "Up", "why": "x"}', "Up", False),
        ('{"name": "act", "arguments": {"action": "Up"', None, False),
        ('{"name": "move", "arguments": {"action": "Up"}}', None, False),
        ('{"name": "act"}', None, False),
        ('{"name": "act", "arguments": null}', None, False),
        ('{"action": 5}', None, False),
        ('{"action": " "}', None, False),
        ("[]", None, False),
        ("null", None, False),
        ("I call act with Up", None, False),
        ("__import__('os')", None, False),
        ("", None, False),
    ],
)
def test_a_tool_call_is_read_as_json_or_not_at_all(text, answer, format_ok):
    assert read_reply(text, "tool") == Reply(None, answer, format_ok)
    assert read_reply(f"<think>a</think>\n{text}", "tool") == Reply("a", answer, format_ok)


def test_a_raw_reply_is_the_action_as_it_stands():
    assert read_reply(" Up\n<ans>", "raw") == Reply(None, " Up\n<ans>", True)
    assert read_reply(" \n", "raw") == Reply(None, None, False)


def test_an_unknown_protocol_is_named_with_the_nearest():
    for call in (
        lambda: read_reply("", "tagz"),
        lambda: render_reply("", "x", "tagz"),
        lambda: system_text(make_spec(), "", "tagz"),
    ):
        with pytest.raises(UnknownName, match=r"'tagz'.*did you mean 'tags'"):
            call()


@given(thinking=tagless, answer=plain_answer, protocol=st.sampled_from(PROTOCOLS))
def test_a_rendered_reply_reads_back_as_itself(thinking, answer, protocol):
    reply = read_reply(render_reply(thinking, answer, protocol), protocol)
    if protocol == "raw":
        assert reply == Reply(None, answer, True)
    else:
        assert reply == Reply(thinking.strip(), answer.strip(), True)


@given(thinking=tagless, answer=plain_answer, protocol=st.sampled_from(PROTOCOLS))
def test_a_reply_rendered_without_thinking_holds_none(thinking, answer, protocol):
    text = render_reply(thinking, answer, protocol, think=False)
    reply = read_reply(text, protocol, think=False)
    assert (reply.thinking, reply.format_ok) == (None, True)
    assert (reply.answer or "").strip() == answer.strip()


@given(thinking=soup, answer=soup, protocol=st.sampled_from(PROTOCOLS), think=st.booleans())
def test_a_text_that_a_protocol_cannot_carry_is_refused_not_garbled(thinking, answer, protocol, think):
    try:
        text = render_reply(thinking, answer, protocol, think)
    except InvalidConfig:
        assert not answer.strip() or any(tag in thinking + answer for tag in TAGS)
        return
    assert (read_reply(text, protocol, think).answer or "").strip() == answer.strip()


def test_a_tool_call_carries_any_action_even_a_closing_think_tag():
    text = render_reply("a", "print('</think><ans>')", "tool")
    assert read_reply(text, "tool") == Reply("a", "print('</think><ans>')", True)


@pytest.mark.parametrize(
    ("text", "think", "expected"),
    [
        ("<think>a</think><ans>Up</ans> and so", True, len("<think>a</think><ans>Up</ans>")),
        ("<think>a</think><ans>1</ans><ans>2</ans>", True, len("<think>a</think><ans>1</ans>")),
        ("<think>I'd write <ans>Up</ans>", True, None),
        ("I'd write <ans>Up</ans>", True, None),
        ("<think>I'd write <ans>Up</ans>", False, None),
        ("<ans>Up</ans> more", False, len("<ans>Up</ans>")),
        ("<think>a</think><ans>Up</answer>", True, None),
        ("<think>a</think><ans>Up</ans", True, None),
    ],
)
def test_an_engine_may_stop_at_the_first_answer_but_never_inside_thinking(text, think, expected):
    assert stop_after_answer(text, think) == expected


@given(text=soup, think=st.booleans())
def test_a_reply_cut_at_its_stop_still_ends_in_an_answer_block(text, think):
    end = stop_after_answer(text, think)
    if end is not None:
        assert text[:end].endswith(("</ans>", "</answer>"))
        assert stop_after_answer(text[:end], think) == end


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("think", [True, False])
@pytest.mark.parametrize(
    "example",
    ["Up", "place 5 at row 2 col 3", "search[red shoes]", "def f(a, b):\n    return a < b", "3 * (4 + 5)"],
)
def test_the_prompts_own_example_reads_back_as_the_specs_example(protocol, think, example):
    spec = make_spec(example)
    shown = example_reply(spec, protocol, think)
    assert system_text(spec, spec.instruction, protocol, think).endswith(shown)
    reply = read_reply(shown, protocol, think)
    assert (reply.answer, reply.format_ok) == (example, True)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_more_actions_are_promised_than_are_executed(protocol):
    spec = make_spec("Up || Left || Up", "||")
    text = system_text(spec, spec.instruction, protocol, max_actions=3)
    assert "up to 3 actions" in text
    assert "||" in text
    assert read_reply(example_reply(spec, protocol, max_actions=3), protocol).answer == "Up || Left || Up"
    assert read_reply(example_reply(spec, protocol, max_actions=2), protocol).answer == "Up || Left"
    single = system_text(spec, spec.instruction, protocol, max_actions=1)
    assert "one action" in single
    assert "||" not in single
    assert "one action" in system_text(make_spec(), "", protocol, max_actions=3)


def test_thinking_is_asked_for_only_where_it_is_wanted():
    spec = make_spec()
    assert "<think>" in system_text(spec, "", "tags", think=True)
    for protocol, think in [("tags", False), ("native", True), ("tool", True), ("raw", True)]:
        assert "<think>" not in system_text(spec, "", protocol, think=think)


def test_the_system_text_opens_with_the_instruction_and_holds_the_canary_once():
    text = system_text(make_spec(), "Walk.\n", canary="canary 1")
    assert text.startswith("Walk.\n\n")
    assert text.endswith("\n\ncanary 1")
    assert system_text(make_spec(), "Walk.\n(canary 1)", canary="canary 1").count("canary 1") == 1


def test_fewer_than_one_action_is_refused():
    with pytest.raises(InvalidConfig, match="max_actions must be at least 1, got 0"):
        system_text(make_spec(), "", max_actions=0)


def test_each_tool_schema_is_a_fresh_object_with_one_action():
    first = tool_schema()
    first["function"]["name"] = "changed"
    function = tool_schema()["function"]
    assert function["name"] == "act"
    assert function["parameters"]["required"] == ["action"]


@pytest.mark.parametrize(
    ("template", "native_thinking", "expected"),
    [
        (None, None, "tags"),
        ("{{ messages }}", None, "tags"),
        ("{{ bos }}<think>\n", None, "native"),
        ("{% if enable_thinking %}", None, "native"),
        ("{{ message.reasoning_content }}", None, "native"),
        (None, True, "native"),
        ("{{ bos }}<think>\n", False, "tags"),
    ],
)
def test_auto_is_native_for_models_that_think_by_themselves(template, native_thinking, expected):
    assert choose_protocol(template, native_thinking=native_thinking) == expected
