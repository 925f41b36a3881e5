"""The info dict, and what the agent must not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ragen_bench.rng import canonical_json
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, difference, play, replay, short

#: Keys of every info, with their types.
KEYS: dict[str, tuple[type, ...]] = {
    "success": (bool,),
    "score": (float,),
    "valid": (bool,),
    "effective": (bool,),
    "executed": (list,),
    "reward_terms": (dict,),
    "turn": (int,),
    "error": (str, type(None)),
}
#: What would give a task away. `env.unwrapped.task` is the place for it.
FORBIDDEN = (
    "seed",
    "index",
    "replica",
    "split",
    "task",
    "answer",
    "solution",
    "gold",
    "target_answer",
    "oracle",
)
#: An index whose digits do not come up by chance.
_TELLTALE = 1_862_947_503
#: Task fields that hold the answer.
_ANSWERS = ("answer", "answers", "solution", "gold", "tests")


def _infos(subject: Subject, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for preset in subject.presets:
        env = subject.env(preset)
        for seed in range(subject.count(3, 100)):
            _, info = env.reset(seed=seed)
            yield f"preset {preset.name}, seed {seed}, reset", info
            choose = subject.mixed(name, seed)
            while not env.over:
                info = env.step(choose(env))[4]
                yield f"preset {preset.name}, seed {seed}, turn {info.get('turn')}", info


@check
def info_has_the_agreed_keys(subject: Subject) -> Iterator[str]:
    """info holds the agreed keys with their types, and beyond them only keys that the spec declares."""
    declared = {key for key, _ in subject.spec.info_keys}
    for where, info in _infos(subject, "keys"):
        for key, kinds in KEYS.items():
            if key not in info or type(info[key]) not in kinds:
                yield f"{where}: {key} is {short(repr(info.get(key, 'missing')))}"
        for key in info.keys() - KEYS.keys() - declared:
            yield f"{where}: {key!r} is not declared in the spec's info_keys"
        if (info.get("error") is None) != info.get("valid"):
            yield f"{where}: valid is {info.get('valid')} with error {info.get('error')!r}"


@check
def info_is_fresh_each_time(subject: Subject) -> Iterator[str]:
    """info and everything in it are new objects each time: changing one changes nothing else."""
    for preset in subject.presets:
        kept: list[dict[str, Any]] = []
        texts: list[str] = []
        env = subject.env(preset)
        _, info = env.reset(seed=1)
        choose = subject.mixed("fresh", preset.name)
        while True:
            kept.append(info)
            texts.append(canonical_json(info))
            if env.over:
                break
            info = env.step(choose(env))[4]
        objects = [id(part) for item in kept for part in _mutable(item)]
        if len(set(objects)) < len(objects):
            yield f"preset {preset.name}: two infos share an object"
        if [canonical_json(item) for item in kept] != texts:
            yield f"preset {preset.name}: an earlier info changed later"
        env.reset(seed=1)
        wanted = play(env, subject.mixed("spoil"), 10)
        env.reset(seed=1)
        got = []
        for moment in wanted:
            got += replay(env, [moment.action])
            for part in _mutable(env.get_state()):
                part.clear()
        parted = difference(wanted, got)
        if parted:
            yield f"preset {preset.name}: clearing a snapshot changed the play: {parted}"


def _mutable(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield value
        for item in list(value.values()):
            yield from _mutable(item)
    elif isinstance(value, list):
        yield value
        for item in list(value):
            yield from _mutable(item)


@check
def info_keeps_the_secrets(subject: Subject) -> Iterator[str]:
    """No key of info, at any depth, is named after the seed, the index, the task or its answer."""
    for where, info in _infos(subject, "secrets"):
        for key in _keys(info):
            if key.lower() in FORBIDDEN:
                yield f"{where}: info holds {key!r}"


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _keys(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _keys(item)


@check
def the_index_is_nowhere_to_be_seen(subject: Subject) -> Iterator[str]:
    """Neither observation, info, instruction nor picture shows the seed, the index or the replica."""
    for preset in subject.presets:
        if subject.size(preset, "train") is not None:
            continue
        env = subject.env(preset, render_mode="ansi")
        for name, options in (
            ("index", {"index": _TELLTALE, "replica": 0}),
            ("replica", {"index": 1, "replica": _TELLTALE}),
        ):
            opening = env.reset(options=options)
            seen = [*opening, env.instruction, env.render()]
            seen += [moment.text() for moment in play(env, subject.mixed("telltale"), 20)]
            for text in seen:
                if str(_TELLTALE) in str(text):
                    yield f"preset {preset.name}: the {name} shows in {short(str(text))}"


@check
def the_answer_is_not_shown(subject: Subject) -> Iterator[str]:
    """The opening does not quote a task's answer field, over a run of tasks."""
    for preset in subject.presets:
        env = subject.env(preset)
        shown: dict[str, int] = {}
        tasks = 16
        for seed in range(tasks):
            opening, info = env.reset(seed=seed)
            text = f"{env.instruction}\n{opening}\n{canonical_json(info)}"
            for field in _ANSWERS:
                value = env.task.get(field)
                if value and canonical_json(value).strip('"') in text:
                    shown[field] = shown.get(field, 0) + 1
        for field, times in shown.items():
            # One coincidence proves nothing (an answer "12" in a text with numbers); a run of them does.
            if times > tasks // 2:
                yield f"preset {preset.name}: {field} is in the opening of {times} of {tasks} tasks"
