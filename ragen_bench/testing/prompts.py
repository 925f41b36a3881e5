"""The text that an agent is given."""

from __future__ import annotations

from collections.abc import Iterator

from ragen_bench.env import CANARY
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, parses, pieces, play, short

#: Tasks in which an example may parse.
_TASKS = 16


@check
def the_instruction_carries_the_canary(subject: Subject) -> Iterator[str]:
    """The instruction carries the canary and is the same for every task and turn."""
    for preset in subject.presets:
        env = subject.env(preset)
        env.reset(seed=0)
        first = env.instruction
        if CANARY not in first:
            yield f"preset {preset.name}: no canary in {short(first)}"
        play(env, subject.random("instruction"), 2)
        if env.instruction != first:
            yield f"preset {preset.name}: the instruction changed during play"
        for seed in range(1, 5):
            env.reset(seed=seed)
            if env.instruction != first:
                yield f"preset {preset.name}: seed {seed} has another instruction"


@check
def the_example_parses(subject: Subject) -> Iterator[str]:
    """The example, the spec's or the environment's own, is an action in the opening of some task."""
    for preset in subject.presets:
        env = subject.env(preset)
        kinds = set()
        for seed in range(_TASKS):
            env.reset(seed=seed)
            kinds |= {parses(env, piece) for piece in pieces(env, env.example())}
            if kinds & {None, "illegal"}:
                break
        else:
            yield f"preset {preset.name}: {env.example()!r} is {sorted(map(str, kinds))} in {_TASKS} tasks"


@check
def the_invalid_example_does_not_parse(subject: Subject) -> Iterator[str]:
    """The spec's invalid example is no action in any opening."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(_TASKS):
            env.reset(seed=seed)
            if parses(env, subject.spec.invalid_example) is None:
                yield f"preset {preset.name}, seed {seed}: {subject.spec.invalid_example!r} parses"


@check
def observations_can_be_read(subject: Subject) -> Iterator[str]:
    """An observation is never empty, and `observe` says the same twice."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(3, 50)):
            opening, _ = env.reset(seed=seed)
            if not opening.strip():
                yield f"preset {preset.name}, seed {seed}: the opening is empty"
            if env.observe() != env.observe():
                yield f"preset {preset.name}, seed {seed}: two looks at one state differ"
