"""From the JSON of a chat-completions endpoint to a `Completion`. Pure, and suspicious of every field."""

from __future__ import annotations

import json
from contextlib import suppress

from ragen_bench.agents.openai_errors import EndpointFailure
from ragen_bench.policy import Completion, Usage

# What the endpoint calls the end of a reply -> what it means here; everything else is "stop".
_FINISH = {"length": "length", "max_tokens": "length", "content_filter": "refusal", "refusal": "refusal"}


def completion_from(payload: object) -> Completion:
    """The reply in a decoded chat-completions response.

    Raises:
        TransportError: kind "malformed" when the response holds no chat message. An empty, refused or
            truncated message is a reply like any other.
    """
    if not isinstance(payload, dict):
        raise malformed(f"a JSON {type(payload).__name__} instead of an object")
    choices = payload.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise malformed("no `choices`")
    choice = choices[0]
    message = choice.get("message")
    if not isinstance(message, dict):
        raise malformed("no `choices[0].message`")

    text, thinking, refusal = _content(message.get("content"))
    for name in ("reasoning_content", "reasoning"):
        if isinstance(message.get(name), str) and not thinking:
            thinking = message[name]
    if isinstance(message.get("refusal"), str):
        refusal = refusal or message["refusal"]
    calls = _tool_calls(message.get("tool_calls"))
    finish = _FINISH.get(str(choice.get("finish_reason")), "stop")
    if refusal and not text and not calls:
        text, finish = refusal, "refusal"
    token_ids, log_probs = _log_probs(choice.get("logprobs"))
    return Completion(
        text=clean(calls or text),
        usage=_usage(payload.get("usage")),
        token_ids=token_ids,
        log_probs=log_probs,
        thinking=None if thinking is None else clean(thinking),
        finish_reason=finish,
    )


def malformed(what: str) -> EndpointFailure:
    """The error for an answer that is not a chat completion; another attempt may bring one."""
    return EndpointFailure("malformed", f"the endpoint's answer is not a chat completion: {what}", retry=True)


def clean(text: str) -> str:
    """`text` without lone surrogates: JSON can carry them, UTF-8 (the run folder) cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _content(content: object) -> tuple[str, str | None, str]:
    """Text, thinking and refusal of a message's content: a string, null, or a list of typed parts."""
    if content is None:
        return "", None, ""
    if isinstance(content, str):
        return content, None, ""
    if not isinstance(content, list):
        raise malformed(f"`content` is a {type(content).__name__}")
    found: dict[str, list[str]] = {"text": [], "thinking": [], "refusal": []}
    for part in content:
        if isinstance(part, str):
            found["text"].append(part)
            continue
        if not isinstance(part, dict):
            raise malformed(f"a part of `content` is a {type(part).__name__}")
        kind = str(part.get("type"))
        kind = {"output_text": "text", "reasoning": "thinking"}.get(kind, kind)
        value = part.get(kind, part.get("text"))
        if isinstance(value, list):
            value = "".join(str(inner.get("text", "")) for inner in value if isinstance(inner, dict))
        if kind not in found or not isinstance(value, str):
            raise malformed(f"a part of `content` of type {kind[:40]!r}")
        found[kind].append(value)
    return "".join(found["text"]), "".join(found["thinking"]) or None, "".join(found["refusal"])


def _tool_calls(calls: object) -> str:
    """The call as the `tool` protocol writes it, several as a list; "" when there is none."""
    written = []
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict):
            continue
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            # Left as it came where it is not JSON: the reply parser judges what the model wrote.
            with suppress(ValueError, RecursionError):
                arguments = json.loads(arguments)
        written.append({"name": function.get("name"), "arguments": arguments})
    if not written:
        return ""
    try:
        return json.dumps(written if len(written) > 1 else written[0], ensure_ascii=False)
    except RecursionError:
        raise malformed("a function call nested too deeply") from None


def _log_probs(block: object) -> tuple[tuple[int, ...] | None, tuple[float, ...] | None]:
    """Token ids (where the endpoint tells them) and log-probabilities, or None for what is not all there."""
    entries = block.get("content") if isinstance(block, dict) else None
    if not isinstance(entries, list):
        return None, None
    ids: list[int] = []
    values: list[float] = []
    for entry in entries:
        value = entry.get("logprob") if isinstance(entry, dict) else None
        # Infinities and absurd integers are no log-probabilities either.
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
            return None, None
        values.append(float(value))
        # vLLM's `return_tokens_as_token_ids` writes tokens as "token_id:1234".
        prefix, _, number = str(entry.get("token")).partition(":")
        if prefix == "token_id" and number.isascii() and number.isdigit() and len(number) < 10:
            ids.append(int(number))
    return (tuple(ids) if ids and len(ids) == len(values) else None), tuple(values)


def _usage(usage: object) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    return Usage(
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
        cached_tokens=_count(usage.get("prompt_tokens_details"), "cached_tokens"),
        reasoning_tokens=_count(usage.get("completion_tokens_details"), "reasoning_tokens"),
    )


def _count(block: object, name: str) -> int | None:
    value = block.get(name) if isinstance(block, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None
