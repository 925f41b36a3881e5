"""Tagged replies, `<think> ... </think><ans> action </ans>`, read in one linear pass."""

from __future__ import annotations

import re
from dataclasses import dataclass

THINK_OPEN = "<think>"
THINK_CLOSE = "</think>"
ANSWER_OPEN = "<ans>"
ANSWER_CLOSE = "</ans>"
#: Names of the answer tag; a block opens and closes with the same one. The first is the one we write.
ANSWER_NAMES = ("ans", "answer")

_ANSWER_TAG = re.compile(rf"<(/?)({'|'.join(ANSWER_NAMES)})>")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a reply says.

    Args:
        thinking: the closed thinking, outer whitespace removed; None when there is none or when it
            never closes.
        answer: the action text, outer whitespace removed; None when there is no usable one, which an
            environment takes as an invalid action.
        format_ok: the reply has exactly the form that was asked for.
    """

    thinking: str | None
    answer: str | None
    format_ok: bool


def parse_reply(text: str, think: bool = True) -> Reply:
    """Read a tagged reply.

    Well-formed is: optional whitespace, an optional `<think>` (the prompt may already hold it),
    thinking, `</think>`, whitespace, exactly one non-empty answer block, whitespace. The answer is the
    last complete answer block after the last `</think>`; tags inside the thinking are text.

    Args:
        text: the reply; any string, of any length.
        think: thinking was asked for. Without a `</think>` there is then no answer. When False,
            thinking may be absent, but an opening `<think>` that never closes still hides what follows.
    """
    end_of_thinking = text.rfind(THINK_CLOSE)
    thinking: str | None = None
    thinking_ok = True
    start = 0
    if end_of_thinking >= 0:
        thinking, thinking_ok = _read_thinking(text[:end_of_thinking])
        start = end_of_thinking + len(THINK_CLOSE)
    elif think or opens_thinking(text):
        return Reply(None, None, False)

    block, tags = _last_block(text, start)
    if block is None:
        return Reply(thinking, None, False)
    outer_start, inner_start, inner_end, outer_end = block
    answer = text[inner_start:inner_end].strip() or None
    alone = tags == 2 and _blank(text, start, outer_start) and _blank(text, outer_end, len(text))
    return Reply(thinking, answer, thinking_ok and alone and answer is not None)


def stop_after_answer(text: str, think: bool = True) -> int | None:
    """Where an engine may stop early: the end of the first complete answer block.

    Args:
        text: the reply so far.
        think: the reply starts inside thinking (asked for, or opened by the prompt), so nothing
            counts before a `</think>`.

    Returns:
        The offset just past the first complete answer block after the last `</think>`, or None while
        there is none or while the thinking is still open.
    """
    end_of_thinking = text.rfind(THINK_CLOSE)
    if end_of_thinking >= 0:
        start = end_of_thinking + len(THINK_CLOSE)
    elif think or opens_thinking(text):
        return None
    else:
        start = 0
    open_name = ""
    for match in _ANSWER_TAG.finditer(text, start):
        closing, name = match.groups()
        if closing and name == open_name:
            return match.end()
        open_name = "" if closing else name
    return None


def opens_thinking(text: str) -> bool:
    """The reply begins with `<think>`, whitespace aside."""
    return text.lstrip().startswith(THINK_OPEN)


def _read_thinking(prefix: str) -> tuple[str, bool]:
    """The thinking in what stands before the last `</think>`, and whether it is well-formed."""
    body = prefix.lstrip()
    opened = body.startswith(THINK_OPEN)
    if opened:
        body = body[len(THINK_OPEN) :]
    # Without an opening tag of its own, a later <think> means that something stood before it.
    return body.strip(), THINK_CLOSE not in body and (opened or THINK_OPEN not in body)


def _last_block(text: str, start: int) -> tuple[tuple[int, int, int, int] | None, int]:
    """The last complete answer block from `start` on, and how many answer tags there are in all.

    A second opening tag starts the block anew and a closing tag of the other name voids it, so a block
    never holds an answer tag.
    """
    block: tuple[int, int, int, int] | None = None
    opening: re.Match[str] | None = None
    tags = 0
    for match in _ANSWER_TAG.finditer(text, start):
        tags += 1
        if not match[1]:
            opening = match
            continue
        if opening is not None and opening[2] == match[2]:
            block = (opening.start(), opening.end(), match.start(), match.end())
        opening = None
    return block, tags


def _blank(text: str, start: int, end: int) -> bool:
    return not text[start:end].strip()
