"""Several actions in one reply."""

from __future__ import annotations

from collections.abc import Iterator

from ragen_bench.env import TextEnv
from ragen_bench.spec import Preset
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, parses, pieces, short


def _chunky(subject: Subject) -> list[Preset]:
    if subject.spec.separator is None:
        return []
    return [preset for preset in subject.presets if preset.max_actions_per_turn > 1]


def _good(subject: Subject, env: TextEnv, *parts: object) -> str:
    """A single action that parses now."""
    rng = subject.rng("chunk", *parts)
    for _ in range(100):
        action = pieces(env, env.sample_action(rng))[0].strip()
        if parses(env, action) is None:
            return action
    return subject.spec.example


@check
def a_reply_runs_at_most_the_allowed_actions(subject: Subject) -> Iterator[str]:
    """Actions beyond max_actions_per_turn are dropped unread: they are neither run nor invalid."""
    for preset in _chunky(subject):
        most = preset.max_actions_per_turn
        for seed in range(subject.count(3, 50)):
            env = subject.env(preset)
            env.reset(seed=seed)
            action = _good(subject, env, seed)
            reply = str(subject.spec.separator).join([action] * most + [subject.spec.invalid_example] * 2)
            info = env.step(reply)[4]
            where = f"preset {preset.name}, seed {seed}"
            if len(info["executed"]) > most:
                yield f"{where}: {len(info['executed'])} actions ran of {most} allowed"
            if len(info["executed"]) == most and not info["valid"]:
                yield f"{where}: an action beyond the {most} allowed was read"


@check
def a_reply_stops_at_what_cannot_be_read(subject: Subject) -> Iterator[str]:
    """Actions run in order until the first that cannot be parsed; that makes the reply invalid."""
    for preset in _chunky(subject):
        for seed in range(subject.count(3, 50)):
            env = subject.env(preset)
            env.reset(seed=seed)
            first = _good(subject, env, seed)
            reply = str(subject.spec.separator).join([first, subject.spec.invalid_example, first])
            info = env.step(reply)[4]
            where = f"preset {preset.name}, seed {seed}, {short(repr(reply), 80)}"
            if info["executed"][1:]:
                yield f"{where}: executed {info['executed']}"
            if info["valid"] and not env.over:
                yield f"{where}: valid, though a part of it cannot be read"


@check
def a_reply_of_one_action_needs_no_separator(subject: Subject) -> Iterator[str]:
    """Spaces around an action and a trailing separator change nothing."""
    for preset in _chunky(subject):
        env, other = subject.env(preset), subject.env(preset)
        env.reset(seed=2)
        other.reset(seed=2)
        action = _good(subject, env)
        plain, dressed = env.step(action), other.step(f"  {action} {subject.spec.separator} ")
        if plain != dressed:
            yield f"preset {preset.name}: {short(plain)} against {short(dressed)}"


@check
def invalid_is_paid_once_a_turn(subject: Subject) -> Iterator[str]:
    """A reply with several unreadable parts pays one `invalid` term, and the feedback says what is legal."""
    declared = "invalid" in [term.name for term in subject.spec.reward.terms]
    for preset in subject.presets:
        bad = subject.spec.invalid_example
        joined = bad if subject.spec.separator is None else subject.spec.separator.join([bad] * 3)
        once, often = subject.env(preset), subject.env(preset)
        once.reset(seed=3)
        often.reset(seed=3)
        observation, _, _, _, info = once.step(bad)
        terms = often.step(joined)[4]["reward_terms"]
        if terms != info["reward_terms"]:
            yield f"preset {preset.name}: one invalid part pays {info['reward_terms']}, three pay {terms}"
        if declared and "invalid" not in info["reward_terms"]:
            yield f"preset {preset.name}: an invalid reply pays no `invalid` term: {info['reward_terms']}"
        legal = once.legal_actions() or []
        if 0 < len(legal) <= 12 and not once.over and not all(text in observation for text in legal):
            yield f"preset {preset.name}: feedback does not list what is legal: {short(observation)}"
        if once.legal_hint() not in observation:
            yield f"preset {preset.name}: feedback does not hold the hint: {short(observation)}"
