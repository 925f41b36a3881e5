"""What an agent is: the seam between a model and the rollout loop.

A policy is one of three things:

* a callable `str -> str` from the text the agent sees to its reply;
* an object with `reply(messages, *, seed) -> Completion` (a `Policy`), and, where its engine gains
  from it, `reply_many(requests)` (a batch at once) or `async areply(messages, *, seed)`;
* an object with `act(env) -> str` (a `PrivilegedPolicy`): it may look into `env.unwrapped`, like the
  oracle, and its text goes to the environment as it is, without a reply protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, runtime_checkable

from ragen_bench.errors import InvalidConfig

if TYPE_CHECKING:
    import gymnasium


class Message(TypedDict):
    """One chat message. `role` is "system", "user" or "assistant"."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one reply. `cached_tokens` is a part of `prompt_tokens`; None means not known."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


#: Why a reply ended: "stop" (the model ended it), "length" (token limit), "context" (the prompt did
#: not fit), "refusal" (a content filter or an explicit refusal). All are the model's outcomes.
FINISH_REASONS = ("stop", "length", "context", "refusal")


@dataclass(frozen=True, slots=True)
class Completion:
    """One reply of a model.

    Args:
        text: the reply. Thinking that came in a field of its own is *not* in here, see `thinking`.
        usage: token counts, as far as known.
        token_ids: sampled token ids, shape (T,), or None.
        log_probs: natural-log probability of each sampled token, shape (T,), or None.
        thinking: the endpoint's separate reasoning text, or None when there is no such field.
        finish_reason: one of FINISH_REASONS.
    """

    text: str
    usage: Usage = field(default_factory=Usage)
    token_ids: tuple[int, ...] | None = None
    log_probs: tuple[float, ...] | None = None
    thinking: str | None = None
    finish_reason: str = "stop"

    def __post_init__(self) -> None:
        # A policy of someone else's is told here, not by a run folder that cannot be read back.
        if not isinstance(self.text, str):
            raise InvalidConfig("text", self.text, "a str", "Completion")
        if self.thinking is not None and not isinstance(self.thinking, str):
            raise InvalidConfig("thinking", self.thinking, "a str or None", "Completion")
        if self.finish_reason not in FINISH_REASONS:
            raise InvalidConfig("finish_reason", self.finish_reason, f"one of {FINISH_REASONS}", "Completion")


@dataclass(frozen=True, slots=True)
class Request:
    """One call to a batching policy."""

    messages: tuple[Message, ...]
    seed: int


@runtime_checkable
class Policy(Protocol):
    """A model that answers chat messages."""

    def reply(self, messages: Sequence[Message], *, seed: int) -> Completion:
        """The reply to `messages`; the same seed and messages may be asked for again on a retry.

        Raises:
            TransportError: the endpoint failed. The rollout loop retries, then counts an error.
        """
        ...


@runtime_checkable
class PrivilegedPolicy(Protocol):
    """A policy that may look into the environment: oracle, random, first legal action."""

    def act(self, env: gymnasium.Env[Any, Any]) -> str:
        """The action text for the state `env` is in."""
        ...
