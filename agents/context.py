"""What a model is shown: chat messages built from the system text and the turns so far.

A manager holds settings and no history, so one serves any number of episodes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragen_bench.errors import ContextOverflow, InvalidConfig
from ragen_bench.policy import Message
from ragen_bench.reply import THINK_CLOSE, THINK_OPEN, Reply, render_reply
from ragen_bench.reply.protocols import check_protocol

#: Which earlier turns are shown: all of them, the last k, or none.
CONTEXT_MODES = ("full", "last_k", "single_turn")
#: Characters kept of an earlier reply that held no answer.
RAW_REPLY_LIMIT = 400
#: Stands for an earlier reply without any text; chat templates and endpoints refuse an empty message.
EMPTY_REPLY = "(empty reply)"


@dataclass(frozen=True, slots=True)
class ContextConfig:
    """How much of an episode a model is shown.

    Args:
        mode: one of CONTEXT_MODES.
        k: earlier turns shown beside the current observation; for "last_k" only.
        keep_thinking: earlier replies are shown as written. By default their thinking is dropped.
        max_tokens: budget of the whole prompt, room for the reply not included; None for no budget.
        system_role: the model has a system role; otherwise the system text opens the first user turn.
    """

    mode: str = "full"
    k: int | None = None
    keep_thinking: bool = False
    max_tokens: int | None = None
    system_role: bool = True

    def __post_init__(self) -> None:
        where = "ContextConfig"
        if self.mode not in CONTEXT_MODES:
            raise InvalidConfig("mode", self.mode, f"one of {', '.join(CONTEXT_MODES)}", where)
        if self.mode == "last_k" and not _positive(self.k):
            raise InvalidConfig("k", self.k, 'an integer of at least 1 with mode "last_k"', where)
        if self.mode != "last_k" and self.k is not None:
            raise InvalidConfig("k", self.k, f'None with mode "{self.mode}"', where)
        if self.max_tokens is not None and not _positive(self.max_tokens):
            raise InvalidConfig("max_tokens", self.max_tokens, "None or an integer of at least 1", where)
        for name in ("keep_thinking", "system_role"):
            if not isinstance(getattr(self, name), bool):
                raise InvalidConfig(name, getattr(self, name), "True or False", where)


@dataclass(frozen=True, slots=True)
class Turn:
    """One finished turn.

    Args:
        observation: what the model was shown.
        text: its reply as written.
        reply: the same as read by the reply protocol.
    """

    observation: str
    text: str
    reply: Reply


def estimate_tokens(messages: Sequence[Message]) -> int:
    """A quarter of the UTF-8 bytes (for English: of the characters), rounded up, plus 4 per message.

    An estimate for when no tokenizer is at hand; coordinates and grids can take twice as many.
    """
    return sum(4 + (len(m["content"].encode("utf-8", "surrogatepass")) + 3) // 4 for m in messages)


class ContextManager:
    """Builds the messages for the next reply.

    Args:
        system: the system text; never dropped.
        config: see ContextConfig.
        protocol: the reply protocol, in which earlier answers are shown.
        count_tokens: tokens of a list of messages, by the model's own chat template where it is known.
    """

    def __init__(
        self,
        system: str,
        config: ContextConfig | None = None,
        protocol: str = "tags",
        count_tokens: Callable[[Sequence[Message]], int] = estimate_tokens,
    ) -> None:
        self.system = system
        self.config = config or ContextConfig()
        self.protocol = check_protocol(protocol)
        self.count_tokens = count_tokens

    def messages(self, turns: Sequence[Turn], observation: str) -> tuple[Message, ...]:
        """The messages that ask for the reply to `observation`, given the finished `turns`.

        Over the budget, whole turns are left out, oldest first. Where turns are missing from a
        history, one line before the first observation says how many.

        Raises:
            ContextOverflow: even the system text and `observation` do not fit.
        """
        if self.config.mode == "single_turn":
            return self._within_budget([], observation, 0)
        kept = list(turns)
        if self.config.k is not None:
            kept = kept[-self.config.k :]
        return self._within_budget(kept, observation, len(turns) - len(kept))

    def _within_budget(self, turns: list[Turn], observation: str, left_out: int) -> tuple[Message, ...]:
        whole = self._build(turns, observation, left_out)
        limit = self.config.max_tokens
        if limit is None or self.count_tokens(whole) <= limit:
            return whole
        best = self._build([], observation, left_out + len(turns))
        if self.count_tokens(best) > limit:
            # The line about what was left out must not itself be what overflows.
            best = self._build([], observation, 0)
            needed = self.count_tokens(best)
            if needed > limit:
                raise ContextOverflow(needed, limit)
            return best
        # Halving, not one turn at a time: counting may mean tokenizing the whole episode.
        too_long, fits = 0, len(turns)
        while fits - too_long > 1:
            middle = (too_long + fits) // 2
            candidate = self._build(turns[middle:], observation, left_out + middle)
            if self.count_tokens(candidate) <= limit:
                best, fits = candidate, middle
            else:
                too_long = middle
        return best

    def _build(self, turns: list[Turn], observation: str, left_out: int) -> tuple[Message, ...]:
        messages: list[Message] = []
        opening = ""
        if self.system and self.config.system_role:
            messages.append({"role": "system", "content": self.system})
        elif self.system:
            opening = f"{self.system}\n\n"
        if left_out:
            opening += _left_out_line(left_out) + "\n\n"
        for turn in turns:
            messages.append({"role": "user", "content": opening + turn.observation})
            messages.append({"role": "assistant", "content": self._shown(turn)})
            opening = ""
        messages.append({"role": "user", "content": opening + observation})
        return tuple(messages)

    def _shown(self, turn: Turn) -> str:
        """An earlier reply as the model sees it again."""
        if self.config.keep_thinking:
            text, thinking = turn.text, turn.reply.thinking
            # Thinking that came in a field of its own is not in the text.
            if thinking and THINK_CLOSE not in text:
                text = f"{THINK_OPEN}\n{thinking}\n{THINK_CLOSE}\n\n{text}"
        elif turn.reply.answer is not None:
            text = render_reply(None, turn.reply.answer, self.protocol, think=False)
        else:
            text = turn.text[:RAW_REPLY_LIMIT]
        return text if text.strip() else EMPTY_REPLY


def _left_out_line(count: int) -> str:
    return "(1 earlier turn is left out.)" if count == 1 else f"({count} earlier turns are left out.)"


def _positive(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
