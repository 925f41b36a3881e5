"""`reset(options={"task": ...})` and `perturb`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ragen_bench.errors import InvalidTask, RagenError
from ragen_bench.rng import canonical_json
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, difference, play, replay, short

#: A value that no field of any task has.
_NONSENSE = {"no such": ["value"]}


@check
def a_given_task_is_played_exactly(subject: Subject) -> Iterator[str]:
    """`options={"task": {...}}` plays that task: the same puzzle and opening as the task had by index."""
    for preset in subject.presets:
        env, other = subject.env(preset), subject.env(preset)
        for seed in range(subject.count(4, 100)):
            opening, _ = env.reset(seed=seed)
            task = env.task
            given = json.loads(json.dumps(task))
            again, _ = other.reset(options={"task": given})
            where = f"preset {preset.name}, seed {seed}"
            if canonical_json(other.task) != canonical_json(task):
                yield f"{where}: plays {short(other.task)} for {short(task)}"
            if again != opening:
                yield f"{where}: opens with {short(again)} for {short(opening)}"
            if given != task:
                yield f"{where}: the given task was changed in place"
            if not subject.spec.stochastic:
                first = play(env, subject.random("given", seed), 10)
                parted = difference(first, replay(other, [moment.action for moment in first]))
                if parted:
                    yield f"{where}: {parted}"


@check
def a_task_is_left_unchanged_by_play(subject: Subject) -> Iterator[str]:
    """Playing changes the state of an episode, never its task."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(3, 50)):
            env.reset(seed=seed)
            before = canonical_json(env.task)
            play(env, subject.mixed("unchanged", seed), 20)
            if canonical_json(env.task) != before:
                yield f"preset {preset.name}, seed {seed}: the task changed"


@check
def a_bad_task_field_is_named(subject: Subject) -> Iterator[str]:
    """A malformed task raises InvalidTask with the bad field's name; never another error, never play."""
    env = subject.env(subject.presets[0])
    env.reset(seed=0)
    task = env.task
    for field in task:
        for word, value in (("nonsense", _NONSENSE), ("null", None)):
            if field == "family":
                # A label; a source may as well write it anew.
                continue
            yield from _refused(subject, {**task, field: value}, field, f"field {field!r} with {word}")
        without = {key: value for key, value in task.items() if key != field}
        yield from _refused(subject, without, field, f"no field {field!r}", completed=True)
    extra = {**task, "no_such_field": 1}
    yield from _refused(subject, extra, "no_such_field", "an unknown field")
    yield from _refused(subject, {}, "", "an empty task")


def _refused(
    subject: Subject, task: dict[str, Any], field: str, what: str, completed: bool = False
) -> Iterator[str]:
    env = subject.env(subject.presets[0])
    try:
        env.reset(options={"task": task})
    except InvalidTask as error:
        if field not in str(error):
            yield f"{what}: the message does not name the field: {error}"
    except RagenError as error:
        yield f"{what}: {type(error).__name__} instead of InvalidTask: {error}"
    except Exception as error:  # noqa: BLE001 - a crash is what this looks for
        yield f"{what}: crashed with {type(error).__name__}: {short(str(error))}"
    else:
        if not (completed and field in env.task):
            yield f"{what} was accepted"


@check
def perturbing_changes_the_puzzle(subject: Subject) -> Iterator[str]:
    """`perturb(task)` gives another playable puzzle, always the same one, and leaves its argument."""
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(5, 200)):
            env.reset(seed=seed)
            task = env.task
            changed = env.perturb(task)
            where = f"preset {preset.name}, seed {seed}"
            if canonical_json(task) != canonical_json(env.task):
                yield f"{where}: the argument was changed in place"
            if canonical_json(changed) != canonical_json(env.perturb(task)):
                yield f"{where}: two perturbations differ"
            if subject.source.canonical(changed) == subject.source.canonical(task):
                yield f"{where}: {short(changed)} has the canonical form of {short(task)}"
            subject.env(preset).reset(options={"task": changed})
