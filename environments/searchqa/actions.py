"""Reads the two actions, `search[words]` and `finish[answer]`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragen_bench.env import InvalidAction

#: Longest query and longest answer, in characters.
MAX_QUERY = 256
MAX_ANSWER = 512

_VERB = re.compile(r"(search|finish)\s{0,8}\[", re.IGNORECASE)
#: What may follow the closing bracket.
_TAIL = re.compile(r"[\s.]*\Z")


@dataclass(frozen=True, slots=True)
class Search:
    """Look for passages."""

    query: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Give the answer and end the episode."""

    answer: str


def read_action(text: str) -> Search | Finish:
    """One action. Brackets inside the brackets are part of the text, closed or not.

    Raises:
        InvalidAction: it is none, or several, or too long, or has nothing in its brackets.
    """
    text = text.strip()
    verb = _VERB.match(text)
    if verb is None:
        raise InvalidAction("unreadable", "That is neither a search nor an answer.")
    end = _closing(text, verb.end())
    if end < 0:
        raise InvalidAction("unreadable", "The closing bracket is missing.")
    tail = text[end + 1 :]
    if _TAIL.match(tail) is None:
        kind = "several" if _VERB.search(tail) else "unreadable"
        raise InvalidAction(kind, "A turn is one action and nothing else.")
    content = " ".join(text[verb.end() : end].split())
    if not content:
        raise InvalidAction("nothing", "There was nothing between the brackets.")
    searching = verb.group(1).lower() == "search"
    limit = MAX_QUERY if searching else MAX_ANSWER
    if len(content) > limit:
        raise InvalidAction("too_long", f"At most {limit} characters fit between the brackets here.")
    return Search(content) if searching else Finish(content)


def _closing(text: str, start: int) -> int:
    """Position of the bracket that closes the one before `start`; -1 when there is none."""
    depth = 1
    for at in range(start, len(text)):
        if text[at] == "[":
            depth += 1
        elif text[at] == "]":
            depth -= 1
            if not depth:
                return at
    # More opened than closed: the last bracket ends the action, if it ends the text.
    end = text.rfind("]", start)
    return end if end >= 0 and _TAIL.match(text, end + 1) else -1
