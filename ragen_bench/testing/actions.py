"""Sampled and legal actions."""

from __future__ import annotations

from collections.abc import Iterator

from ragen_bench.env import TextEnv
from ragen_bench.rng import Rng, canonical_json
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, parses, pieces, short


def _states(subject: Subject, name: str) -> Iterator[tuple[str, TextEnv]]:
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(4, 50)):
            env.reset(seed=seed)
            choose = subject.mixed(name, seed)
            for _ in range(8):
                if env.over:
                    break
                yield f"preset {preset.name}, seed {seed}, turn {env.turn}", env
                env.step(choose(env))


@check
def sampled_actions_are_well_formed(subject: Subject) -> Iterator[str]:
    """`sample_action` gives well-formed actions, drawn from the given generator alone."""
    tried = accepted = 0
    for where, env in _states(subject, "sampled"):
        for number in range(3):
            parts = ("sample", where, number)
            action = env.sample_action(Rng.of(*parts))
            if action != env.sample_action(Rng.of(*parts)):
                yield f"{where}: one generator state gives two actions"
            kinds = [parses(env, piece) for piece in pieces(env, action)]
            tried += 1
            accepted += not any(kinds)
            if any(kind not in (None, "illegal") for kind in kinds):
                yield f"{where}: {short(repr(action), 80)} is {kinds}"
    if tried and accepted < tried / 2:
        yield f"only {accepted} of {tried} sampled actions are legal"


@check
def legal_actions_are_legal(subject: Subject) -> Iterator[str]:
    """`legal_actions` lists distinct actions in a fixed order, and every one parses."""
    for where, env in _states(subject, "legal"):
        legal = env.legal_actions()
        if legal is None:
            continue
        if legal != env.legal_actions():
            yield f"{where}: two lists differ"
        if len(set(legal)) < len(legal):
            yield f"{where}: an action is listed twice"
        for action in legal[:50]:
            if parses(env, action) is not None:
                yield f"{where}: {action!r} is listed, but is {parses(env, action)}"


@check
def looking_changes_nothing(subject: Subject) -> Iterator[str]:
    """Parsing, observing, rendering, sampling, listing and perturbing leave the episode as it is."""
    for where, env in _states(subject, "looking"):
        before = canonical_json(env.get_state())
        env.observe(), env.render(), env.legal_actions(), env.legal_hint()
        dead = env.is_dead()
        if not isinstance(dead, bool):
            yield f"{where}: is_dead() gave {dead!r}"
        parses(env, env.sample_action(Rng.of("look", where)))
        parses(env, subject.spec.invalid_example)
        env.perturb(env.task)
        if canonical_json(env.get_state()) != before:
            yield f"{where}: looking changed the state"
