"""What a run would take at most, before it is begun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragen_bench.agents.context import estimate_tokens
from ragen_bench.env import make
from ragen_bench.evaluation.cost import Prices, cost
from ragen_bench.evaluation.overrides import own_overrides
from ragen_bench.evaluation.run import Plan
from ragen_bench.policy import Message, Usage
from ragen_bench.reply import system_text_of

#: New tokens of a reply under the default limit of the tags protocol.
REPLY_TOKENS = 1024
#: Tokens of an answer as later turns see it, its thinking dropped.
_ANSWER_TOKENS = 32


def forecast(chosen: Plan, overrides: Mapping[str, Any], prices: Prices | None = None) -> dict[str, Any]:
    """Upper estimates: every episode takes all its turns and sees its whole history.

    Returns:
        "episodes", "calls", "prompt_tokens", "reply_tokens" and "cost" (None without prices).
    """
    episodes = calls = prompt = 0
    for entry in chosen.suite.entries:
        options = own_overrides(entry.spec, overrides.items())
        env = make(entry.spec, preset=entry.preset.name, split=chosen.split, **options)
        observation, _ = env.reset(options={"index": 0})
        system = system_text_of(env)
        once = estimate_tokens([Message(role="system", content=system)])
        shown = estimate_tokens([Message(role="user", content=observation)])
        own = chosen.counts[entry.spec.id] * chosen.repeats
        turns = env.max_turns
        episodes += own
        calls += own * turns
        prompt += own * (turns * (once + shown) + (shown + _ANSWER_TOKENS) * turns * (turns - 1) // 2)
    reply = calls * REPLY_TOKENS
    return {
        "episodes": episodes,
        "calls": calls,
        "prompt_tokens": prompt,
        "reply_tokens": reply,
        "cost": cost(Usage(prompt, reply), prices),
    }
