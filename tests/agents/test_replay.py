from __future__ import annotations

import pytest

from ragen_bench.agents.replay import UNRECORDED, ReplayPolicy
from ragen_bench.errors import TransportError
from ragen_bench.policy import Completion, Policy, Usage


def test_each_seed_gets_the_reply_recorded_for_it():
    said = {1: Completion("a", Usage(3, 4), finish_reason="length"), 2: Completion("b", thinking="hm")}
    policy = ReplayPolicy(said, "model (replay)", "native")
    assert isinstance(policy, Policy)
    assert [policy.reply([], seed=seed) for seed in (2, 1, 1)] == [said[2], said[1], said[1]]
    assert (policy.name, policy.protocol, policy.settings()) == (
        "model (replay)",
        "native",
        {"kind": "replay"},
    )


def test_a_seed_without_a_reply_is_an_error_of_its_own_kind():
    with pytest.raises(TransportError) as caught:
        ReplayPolicy({}).reply([], seed=7)
    assert caught.value.kind == UNRECORDED


def test_no_prompt_is_too_long_for_a_reply_that_was_given():
    assert ReplayPolicy({}).count_tokens([{"role": "user", "content": "x" * 10**6}]) == 0
