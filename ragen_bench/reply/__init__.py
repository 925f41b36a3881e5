"""The reply protocols: what an agent is asked to write, and how its reply is read.

`tags.py` reads tagged text, `protocols.py` reads and renders each protocol, `prompt.py` writes the
system text. Replies are untrusted: they are read in linear time and never evaluated.
"""

from ragen_bench.reply.prompt import example_reply, system_text, system_text_of, tool_schema
from ragen_bench.reply.protocols import ACT_TOOL, PROTOCOLS, choose_protocol, read_reply, render_reply
from ragen_bench.reply.tags import (
    ANSWER_CLOSE,
    ANSWER_NAMES,
    ANSWER_OPEN,
    THINK_CLOSE,
    THINK_OPEN,
    Reply,
    parse_reply,
    stop_after_answer,
)

__all__ = [
    "ACT_TOOL",
    "ANSWER_CLOSE",
    "ANSWER_NAMES",
    "ANSWER_OPEN",
    "PROTOCOLS",
    "THINK_CLOSE",
    "THINK_OPEN",
    "Reply",
    "choose_protocol",
    "example_reply",
    "parse_reply",
    "read_reply",
    "render_reply",
    "stop_after_answer",
    "system_text",
    "system_text_of",
    "tool_schema",
]
