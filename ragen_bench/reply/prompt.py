"""The system text: the environment's instruction, then how to reply. Short, for small models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragen_bench.errors import InvalidConfig
from ragen_bench.reply.protocols import ACT_TOOL, check_protocol, render_reply
from ragen_bench.reply.tags import ANSWER_CLOSE, ANSWER_OPEN, THINK_CLOSE, THINK_OPEN
from ragen_bench.spec import EnvSpec

if TYPE_CHECKING:
    from ragen_bench.env import TextEnv

_EXAMPLE_THINKING = "your reasoning"


def system_text(
    spec: EnvSpec,
    instruction: str,
    protocol: str = "tags",
    think: bool = True,
    max_actions: int = 1,
    canary: str = "",
    example: str | None = None,
) -> str:
    """What the agent is told once, before the first observation.

    Args:
        spec: gives the separator and the example action.
        instruction: the environment's instruction for its preset.
        protocol: one of PROTOCOLS.
        think: ask for thinking (`tags` and `tool`; `native` models think by themselves).
        max_actions: actions that the environment executes per reply; no more are promised.
        canary: put on the last line, unless the instruction already holds it.
        example: an action of this task, where `spec.example` may not fit it (see `TextEnv.example`).

    Raises:
        UnknownName: no such protocol.
    """
    check_protocol(protocol)
    _check_max_actions(max_actions)
    parts = [instruction.strip()] if instruction.strip() else []
    lines = [_how_to_reply(protocol, think), _how_many(spec.separator, max_actions), "Example of a reply:"]
    parts.append("\n".join([*lines, example_reply(spec, protocol, think, max_actions, example)]))
    if canary and canary not in instruction:
        parts.append(canary)
    return "\n\n".join(parts)


def system_text_of(env: TextEnv, protocol: str = "tags", think: bool = True) -> str:
    """`system_text` for the task that `env` plays (before the first reset: for its preset)."""
    return system_text(
        env.env_spec,
        env.instruction,
        protocol,
        think,
        env.max_actions_per_turn,
        example=env.example(),
    )


def example_reply(
    spec: EnvSpec,
    protocol: str = "tags",
    think: bool = True,
    max_actions: int = 1,
    example: str | None = None,
) -> str:
    """The example in the system text: an action, cut to `max_actions` actions, as a reply.

    Reads back by the same protocol as exactly that action text. Only `tags` shows thinking.
    """
    _check_max_actions(max_actions)
    action = spec.example if example is None else example
    if spec.separator is not None:
        actions = action.split(spec.separator)
        if len(actions) > max_actions:
            action = spec.separator.join(actions[:max_actions]).strip()
    thinking = _EXAMPLE_THINKING if think and protocol == "tags" else None
    return render_reply(thinking, action, protocol, think)


def tool_schema() -> dict[str, Any]:
    """The one function of the tool protocol, in the form that chat endpoints take under `tools`."""
    return {
        "type": "function",
        "function": {
            "name": ACT_TOOL,
            "description": "Play your action.",
            "parameters": {
                "type": "object",
                "properties": {"action": {"type": "string", "description": "The action text."}},
                "required": ["action"],
                "additionalProperties": False,
            },
        },
    }


def _how_to_reply(protocol: str, think: bool) -> str:
    if protocol == "raw":
        return "Reply with your action and nothing else."
    if protocol == "tool":
        call = f"all the function {ACT_TOOL} with your action."
        return f"Think first, then c{call}" if think else f"C{call}"
    if protocol == "tags" and think:
        return (
            f"First think inside {THINK_OPEN} {THINK_CLOSE}, then give your action inside "
            f"{ANSWER_OPEN} {ANSWER_CLOSE}. Write nothing else."
        )
    return f"Give your action inside {ANSWER_OPEN} {ANSWER_CLOSE}. Write nothing else."


def _how_many(separator: str | None, max_actions: int) -> str:
    if separator is None or max_actions == 1:
        return "Give one action per reply."
    return f"You may give up to {max_actions} actions in one reply, separated by {separator.strip()}"


def _check_max_actions(max_actions: int) -> None:
    if max_actions < 1:
        raise InvalidConfig("max_actions", max_actions, "at least 1")
