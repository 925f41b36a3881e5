"""Demonstrations: the oracle's play as token sequences in the prompts of evaluation."""

from __future__ import annotations

from typing import Any

from ragen_bench.agents.cheap import Oracle
from ragen_bench.agents.context import ContextManager, Turn
from ragen_bench.env import make
from ragen_bench.reply import parse_reply, render_reply, system_text_of
from ragen_bench.rng import Rng
from ragen_bench.trainers.config import TrainConfig
from ragen_bench.trainers.starpo.rollouts import TRAIN_INDICES, play_settings, source_of, sources_at
from ragen_bench.trainers.starpo.trajectories import TokenSequence, Trajectory, TurnTokens, sequences_of
from ragen_bench.trainers.tiny.demonstrations import WRITERS, writer_of


def sequences_of_step(config: TrainConfig, step: int, policy: Any) -> list[TokenSequence]:
    """The demonstrations of a step, as sequences whose policy tokens are the replies.

    A reply is the reply protocol's rendering of the oracle's action, with the thinking of
    `ragen_bench.trainers.tiny.demonstrations` where it has a writer for the environment.

    Args:
        config: the run's.
        step: from 0.
        policy: the actor as an `HFPolicy`, for its chat template and tokenizer.
    """
    sources = sources_at(config, step)
    rng = Rng.of("demonstrations", config.seed, step)
    made: list[TokenSequence] = []
    for number in range(config.sft.episodes):
        source = sources[source_of(sources, number, config.sft.episodes)]
        env = make(source.spec, preset=source.preset, split=config.rollout.split)
        turns = demonstrate(env, rng.below(TRAIN_INDICES), config, policy)
        trajectory = Trajectory(
            source.spec.id, source.preset, config.rollout.split, 0, 0, number, tuple(turns), True, 1.0
        )
        made += sequences_of(number, trajectory)
    return made


def demonstrate(env: Any, index: int, config: TrainConfig, policy: Any) -> list[TurnTokens]:
    """One episode of the oracle, token by token as the model would be asked and answer."""
    settings = play_settings(config.rollout, policy, 0)
    observation, _ = env.reset(options={"index": index, "replica": 0})
    context = ContextManager(
        system_text_of(env, settings.protocol, settings.think), settings.context, settings.protocol
    )
    oracle = Oracle()
    shown: list[Turn] = []
    turns: list[TurnTokens] = []
    while not env.over:
        prompt = policy.chat.tokens(context.messages(shown, observation))
        if env.env_spec.name in WRITERS and settings.think:
            worked = writer_of(env.env_spec.name)(env)
            thinking, action = worked.thinking, worked.answer
        else:
            thinking, action = "", oracle.act(env)
        text = render_reply(thinking, action, settings.protocol, think=settings.think)
        if settings.opened:
            text = text.removeprefix("<think>")
        ids = policy.tokenizer(text, add_special_tokens=False).input_ids
        if not policy.stops_early and policy.tokenizer.eos_token_id is not None:
            ids = [*ids, policy.tokenizer.eos_token_id]
        turns.append(TurnTokens(tuple(prompt), tuple(ids), (0.0,) * len(ids), 0.0, True, True, text))
        shown.append(Turn(observation, text, parse_reply(text, think=settings.think)))
        observation, *_ = env.step(action)
    return turns
