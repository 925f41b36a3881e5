"""One reading and one rendering per reply protocol."""

from __future__ import annotations

import json
from typing import Any

from ragen_bench.errors import InvalidConfig, UnknownName
from ragen_bench.policy import Completion
from ragen_bench.reply.tags import (
    ANSWER_CLOSE,
    ANSWER_OPEN,
    THINK_CLOSE,
    THINK_OPEN,
    Reply,
    parse_reply,
)

#: `tags`: thinking and answer in tags. `native`: the model's own thinking, the answer in tags. `tool`: one
#: function `act(action)`. `raw`: the reply is the action (cheap and privileged policies).
PROTOCOLS = ("tags", "native", "tool", "raw")
#: The one function of the tool protocol.
ACT_TOOL = "act"

_NATIVE_MARKS = (THINK_OPEN, THINK_CLOSE, "enable_thinking", "reasoning")
_CALL_OPEN, _CALL_CLOSE = "<tool_call>", "</tool_call>"


def check_protocol(protocol: str) -> str:
    """`protocol` itself; raises UnknownName when it is none of PROTOCOLS."""
    if protocol not in PROTOCOLS:
        raise UnknownName("reply protocol", protocol, PROTOCOLS)
    return protocol


def choose_protocol(chat_template: str | None, *, native_thinking: bool | None = None) -> str:
    """What `auto` means for a model: "native" where it thinks by itself, else "tags".

    Args:
        chat_template: the model's chat template, or None when it has none or it is not known.
        native_thinking: what the endpoint says of itself; None leaves the choice to the template.
    """
    if native_thinking is None:
        native_thinking = any(mark in (chat_template or "") for mark in _NATIVE_MARKS)
    return "native" if native_thinking else "tags"


def read_reply(
    completion: Completion | str, protocol: str = "tags", think: bool = True, *, opened: bool = False
) -> Reply:
    """Read a reply by its protocol.

    Args:
        completion: the model's completion, or its text alone.
        protocol: one of PROTOCOLS.
        think: thinking was asked for (`tags` only; elsewhere it may always be absent).
        opened: the prompt ended in `<think>`, so an unclosed reply is all thinking.

    Raises:
        UnknownName: no such protocol.
    """
    check_protocol(protocol)
    if isinstance(completion, str):
        completion = Completion(completion)
    text, field = completion.text, completion.thinking
    if protocol == "raw":
        return Reply(field, text, True) if text.strip() else Reply(field, None, False)
    if protocol == "tool":
        return _join_thinking(field, _read_tool(text))
    # An endpoint that moves the thinking into a field of its own has closed it.
    in_field = field is not None and bool(field.strip())
    must_close = (think if protocol == "tags" else opened) and not in_field
    return _join_thinking(field, parse_reply(text, must_close))


def render_reply(thinking: str | None, answer: str, protocol: str = "tags", think: bool = True) -> str:
    """The well-formed reply that `read_reply` reads back as `thinking` and `answer`.

    Args:
        thinking: left out when `think` is False, and by `raw`. None is written as an empty block by
            `tags`, which asks for one, and not at all elsewhere.
        answer: the action text, not blank.
        protocol: one of PROTOCOLS.
        think: write the thinking.

    Raises:
        InvalidConfig: a text that the protocol cannot carry, such as an answer that holds `</ans>`.
    """
    check_protocol(protocol)
    if protocol == "raw":
        thinking, text = None, answer
    elif protocol == "tags":
        thinking = (thinking or "").strip() if think else None
        block = "" if thinking is None else f"{THINK_OPEN}{thinking}{THINK_CLOSE}"
        text = f"{block}{ANSWER_OPEN}{answer}{ANSWER_CLOSE}"
    else:
        thinking = thinking.strip() if think and thinking is not None else None
        block = "" if thinking is None else f"{THINK_OPEN}\n{thinking}\n{THINK_CLOSE}\n\n"
        text = block + (
            _render_call(answer) if protocol == "tool" else f"{ANSWER_OPEN}{answer}{ANSWER_CLOSE}"
        )
    expected = Reply(thinking, answer if protocol == "raw" else answer.strip(), True)
    if read_reply(text, protocol, think) != expected:
        field, value = ("thinking", thinking) if THINK_CLOSE in (thinking or "") else ("answer", answer)
        raise InvalidConfig(field, value, f"text that a {protocol!r} reply can carry")
    return text


def _join_thinking(field: str | None, reply: Reply) -> Reply:
    """The endpoint's thinking field put before whatever thinking is in the text."""
    if field is None:
        return reply
    parts = [part for part in (field.strip(), reply.thinking) if part]
    return Reply("\n".join(parts), reply.answer, reply.format_ok)


def _render_call(answer: str) -> str:
    call = {"name": ACT_TOOL, "arguments": {"action": answer}}
    # Escaped as JSON allows, so that an action never looks like the end of the thinking.
    return json.dumps(call, ensure_ascii=False).replace(THINK_CLOSE, "<\\/think>")


def _read_tool(text: str) -> Reply:
    answer, ok = _read_call(text)
    if answer is not None or THINK_CLOSE not in text:
        return Reply(None, answer, ok)
    before, _, after = text.rpartition(THINK_CLOSE)
    answer, ok = _read_call(after)
    thinking = before.lstrip().removeprefix(THINK_OPEN)
    return Reply(thinking.strip(), answer, ok and THINK_CLOSE not in thinking)


def _read_call(text: str) -> tuple[str | None, bool]:
    """The action of a call given as JSON, and whether there was exactly that call.

    Taken are `{"name": "act", "arguments": {...}}` (arguments also as a JSON string), the same under
    "function", the arguments alone, a list of calls (the last counts), and a `<tool_call>` block.
    """
    body = text.strip()
    if body.startswith(_CALL_OPEN) and body.endswith(_CALL_CLOSE):
        body = body[len(_CALL_OPEN) : -len(_CALL_CLOSE)]
    call = _load(body)
    single = True
    if isinstance(call, list):
        single = len(call) == 1
        call = call[-1] if call else None
    if isinstance(call, dict) and isinstance(call.get("function"), dict):
        call = call["function"]
    if not isinstance(call, dict) or call.get("name", ACT_TOOL) != ACT_TOOL:
        return None, False
    arguments: Any = call
    if "arguments" in call:
        arguments = call["arguments"]
        if isinstance(arguments, str):
            arguments = _load(arguments)
    elif "name" in call:
        return None, False
    action = arguments.get("action") if isinstance(arguments, dict) else None
    if not isinstance(action, str) or not action.strip():
        return None, False
    return action.strip(), single and len(arguments) == 1


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    # Deep nesting ends in RecursionError, over-long integers in ValueError.
    except (ValueError, RecursionError):
        return None
