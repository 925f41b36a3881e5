"""Gymnasium wrappers: an environment that takes a model's whole reply."""

from __future__ import annotations

from typing import Any

import gymnasium

from ragen_bench.env import TextEnv
from ragen_bench.errors import InvalidConfig
from ragen_bench.reply import read_reply, system_text_of
from ragen_bench.reply.protocols import check_protocol
from ragen_bench.spaces import TextSpace

#: The reward term that a malformed reply costs.
REPLY_FORMAT = "reply_format"


class ReplyWrapper(gymnasium.Wrapper[str, str, str, str]):
    """Takes whole replies (thinking and answer) instead of actions.

    Args:
        env: a text environment, wrapped or not.
        protocol: one of `ragen_bench.reply.PROTOCOLS`.
        penalty: reward of the term `reply_format` when a reply is not well-formed.
        think: the reply must hold thinking (protocol "tags").
        max_length: longest reply that the action space contains.

    `info` gains "thinking", "answer" and "format_ok"; `reward_terms` gains `reply_format` when it
    is paid. A reply without an answer is an invalid action.

    Raises:
        InvalidConfig: `env` is no text environment. UnknownName: no such protocol.
    """

    def __init__(
        self,
        env: gymnasium.Env[str, str],
        protocol: str = "tags",
        penalty: float = -0.1,
        *,
        think: bool = True,
        max_length: int = 1_000_000,
    ) -> None:
        super().__init__(env)
        inner = env.unwrapped
        if not isinstance(inner, TextEnv):
            raise InvalidConfig("env", type(inner).__name__, "a ragen_bench TextEnv", "ReplyWrapper")
        self.protocol, self.penalty, self.think = check_protocol(protocol), penalty, think
        self.action_space = TextSpace(max_length)

    @property
    def system_text(self) -> str:
        """What the agent is told once: the instruction for the task at hand, and how to reply."""
        inner = self.env.unwrapped
        assert isinstance(inner, TextEnv)
        return system_text_of(inner, self.protocol, self.think)

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Plays a reply; see the class."""
        if not isinstance(action, str):
            raise TypeError(f"a reply is a str, got {type(action).__name__}")
        reply = read_reply(action, self.protocol, self.think)
        observation, reward, terminated, truncated, info = self.env.step(reply.answer or "")
        if not reply.format_ok and self.penalty:
            info["reward_terms"][REPLY_FORMAT] = self.penalty
            reward = float(sum(info["reward_terms"].values()))
        info.update(thinking=reply.thinking, answer=reply.answer, format_ok=reply.format_ok)
        return observation, reward, terminated, truncated, info
