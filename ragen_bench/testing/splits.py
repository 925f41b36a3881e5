"""Splits that cannot leak."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from ragen_bench.errors import RagenError
from ragen_bench.registry import load
from ragen_bench.rng import Rng, canonical_json, digest
from ragen_bench.spec import Preset
from ragen_bench.splits import TaskStream, home
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, short


def _draws(subject: Subject, preset: Preset) -> dict[str, list[dict[str, Any]]]:
    """The first tasks of every split, as the environment itself plays them."""
    each = subject.count(24, 400)
    found: dict[str, list[dict[str, Any]]] = {}
    for split in subject.splits(preset):
        env = subject.env(preset, split=split)
        size = subject.size(preset, split)
        found[split] = []
        for seed in range(each if size is None else min(each, size)):
            env.reset(seed=seed)
            found[split].append(env.task)
    return found


@check
def every_task_is_at_home(subject: Subject) -> Iterator[str]:
    """A task's canonical form hashes to the split it is played in."""
    for preset in subject.presets:
        for split, tasks in _draws(subject, preset).items():
            for index, task in enumerate(tasks):
                belongs = home(subject.spec.name, subject.source.canonical(task))
                if belongs != split.partition(":")[0]:
                    yield f"preset {preset.name}: {split} task {index} belongs to {belongs}"


@check
def no_puzzle_is_in_two_splits(subject: Subject) -> Iterator[str]:
    """No canonical form is in two splits, and none is twice in a finite one."""
    splits = subject.splits(subject.presets[0])
    each = subject.count(80, 100_000 // (len(splits) * len(subject.presets)) + 1)
    seen: dict[str, str] = {}
    for preset in subject.presets:
        for split in subject.splits(preset):
            finite = subject.size(preset, split) is not None
            own: set[str] = set()
            # Short digests instead of texts: a thorough run holds 100,000 of them.
            for index, task in subject.tasks(preset, split, each):
                form = digest(subject.source.canonical(task)).hex()[:24]
                where = f"preset {preset.name}, {split} task {index}"
                before = seen.setdefault(form, split)
                if before != split:
                    yield f"{where} is in {before} too: {short(task)}"
                if finite and form in own:
                    yield f"{where} is there twice: {short(task)}"
                own.add(form)


@check
def no_opening_is_in_two_splits(subject: Subject) -> Iterator[str]:
    """No opening observation of a deterministic environment is in two splits."""
    if subject.spec.stochastic:
        return
    for preset in subject.presets:
        seen: dict[str, str] = {}
        for split, tasks in _draws(subject, preset).items():
            env = subject.env(preset, split=split)
            for index in range(len(tasks)):
                opening, _ = env.reset(seed=index)
                before = seen.setdefault(opening, split)
                if before != split:
                    where = f"preset {preset.name}: {split} task {index}"
                    yield f"{where} opens like one of {before}: {short(opening)}"


@check
def test_ood_has_families_of_its_own(subject: Subject) -> Iterator[str]:
    """Every task names its family, and no family of test_ood is in any other split."""
    for preset in subject.presets:
        families: dict[str, set[str]] = {}
        for split, tasks in _draws(subject, preset).items():
            for index, task in enumerate(tasks):
                if not isinstance(task.get("family"), str) or not task["family"]:
                    yield f"preset {preset.name}: {split} task {index} has family {task.get('family')!r}"
            families[split] = {str(task.get("family")) for task in tasks}
        for split, names in families.items():
            shared = names & families.get("test_ood", set())
            if split != "test_ood" and shared:
                yield f"preset {preset.name}: test_ood shares {sorted(shared)[:5]} with {split}"


@check
def tasks_are_plain_data(subject: Subject) -> Iterator[str]:
    """A task survives JSON, and its canonical form is the same text every time."""
    import json

    for preset in subject.presets:
        for split in subject.splits(preset):
            for index, task in subject.tasks(preset, split, 5):
                where = f"preset {preset.name}, {split} task {index}"
                again = json.loads(json.dumps(task))
                if again != task:
                    yield f"{where} is changed by JSON: {short(repr(task))}"
                if subject.source.canonical(again) != subject.source.canonical(task):
                    yield f"{where} has two canonical forms"


@check
def generation_is_pure(subject: Subject) -> Iterator[str]:
    """A draw depends on its generator, config and split alone, so index access is in any order."""
    for preset in subject.presets:
        for split in subject.splits(preset):
            base = split.partition(":")[0]
            one, two = (subject.source.generate(Rng.of("pure", split), preset.config, base) for _ in range(2))
            if canonical_json(one) != canonical_json(two):
                yield f"preset {preset.name}, {split}: one generator state gives two tasks"
            spec, size = subject.spec, subject.size(preset, split)
            last = min(9, (size or 10) - 1)
            straight = dict(subject.tasks(preset, split, last + 1))
            jumping = TaskStream(spec.name, spec.generator, load(spec.tasks), preset.config, split, size)
            for index in (last, 0, last // 2, last):
                if canonical_json(jumping.task(index)) != canonical_json(straight[index]):
                    yield f"preset {preset.name}, {split}: index {index} depends on what was asked before"


@check
def fresh_salts_give_fresh_tasks(subject: Subject) -> Iterator[str]:
    """Two salts give different tasks, and the same salt gives the same."""
    for preset in subject.presets:
        if not any(split.name == "fresh" for split in subject.spec.splits):
            return
        drawn = []
        for salt in ("one", "two", "one"):
            env = subject.env(preset, split=f"fresh:{salt}")
            tasks = []
            for seed in range(min(16, subject.size(preset, "fresh") or 16)):
                env.reset(seed=seed)
                tasks.append(canonical_json(env.task))
            drawn.append(tasks)
        if drawn[0] == drawn[1]:
            yield f"preset {preset.name}: two salts give the same tasks"
        if drawn[0] != drawn[2]:
            yield f"preset {preset.name}: one salt gives two lists"


@check
def display_options_change_no_puzzle(subject: Subject) -> Iterator[str]:
    """A config field marked as display changes how a task is shown, never which task it is."""
    for preset in subject.presets:
        plain = subject.env(preset)
        for name, value in _other_displays(preset):
            shown = subject.env(preset, **{name: value})
            for seed in range(3):
                plain.reset(seed=seed)
                shown.reset(seed=seed)
                if canonical_json(plain.task) != canonical_json(shown.task):
                    yield f"preset {preset.name}, seed {seed}: {name}={value!r} plays another task"


def _other_displays(preset: Preset) -> Iterator[tuple[str, Any]]:
    for field in fields(preset.config):
        if not field.metadata.get("display"):
            continue
        now = getattr(preset.config, field.name)
        if isinstance(now, bool):
            candidates: tuple[Any, ...] = (not now,)
        elif isinstance(now, int):
            candidates = (now + 1, now - 1)
        else:
            candidates = tuple(field.metadata.get("choices", ()))
        for value in candidates:
            if value != now:
                try:
                    replace(preset.config, **{field.name: value})
                except RagenError:
                    continue
                yield field.name, value
