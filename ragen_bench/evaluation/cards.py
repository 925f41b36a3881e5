"""CARD.md: an environment's page, generated from its spec, its baselines, its behaviour and its code.

Nothing in a card is written by hand, so it cannot drift: a test compares every card on disk with what
its spec generates.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ragen_bench.agents.cheap import CHEAP
from ragen_bench.env import InvalidAction, TextEnv, make
from ragen_bench.errors import InvalidConfig, InvalidRun
from ragen_bench.evaluation.baselines import (
    FLOOR_LIMIT,
    ORACLE,
    Baseline,
    Tick,
    read_baselines,
    refresh_baselines,
    staleness,
)
from ragen_bench.evaluation.intervals import Estimate
from ragen_bench.evaluation.store import storage_errors
from ragen_bench.lock import fingerprint
from ragen_bench.registry import claim_of, get_preset
from ragen_bench.reply import read_reply, render_reply, system_text_of
from ragen_bench.rng import Rng
from ragen_bench.spec import REFERENCE_PREFIX, EnvSpec, Preset, Split, task_parameters
from ragen_bench.splits import split_of

#: Keys of `info` in every environment, and what they hold.
INFO_KEYS = (
    ("success", "True when the task was solved; False until the end"),
    ("score", "what is ranked, in [0, 1]; 0 until the end"),
    ("valid", "False when something in the reply was dropped because it could not be read as an action"),
    ("effective", "True when an action changed the state"),
    ("executed", "the actions that were played, in order"),
    ("reward_terms", "the parts of the reward by name; their sum is the reward"),
    ("turn", "replies so far"),
    ("error", "the kind of what was wrong with the reply, or None"),
)

#: What models are shown and must write in the card's example; the track says nothing of it.
_PROTOCOL = "tags"
_BLOCKS = "▁▂▃▄▅▆▇█"
_HEX = 12


def card(spec: EnvSpec) -> str:
    """The Markdown of an environment's card.

    Raises:
        InvalidConfig: the spec's invalid example can be played, or a sampled action cannot be.
    """
    medium = get_preset(spec, "medium")
    env = make(spec, preset="medium", split=_example_split(spec))
    observation, info = env.reset(seed=0)
    text: str = (
        _templates()
        .get_template("card.md.jinja")
        .render(
            spec=spec,
            example={
                "split": env.split,
                "system": system_text_of(env, _PROTOCOL),
                "observation": observation,
            },
            replies=_replies(spec, env),
            info_keys=(*INFO_KEYS, *spec.info_keys, *_undeclared(spec, info)),
            endings=[(preset, _ending(preset)) for preset in spec.presets],
            presets=[(preset, _print(spec, preset)) for preset in spec.presets],
            parameters=_parameters(spec),
            display=_display_options(medium),
            sizes=_sizes(spec),
            random_action=_random_action(env),
            baselines=[_baseline(spec, preset) for preset in spec.presets],
            cheap=[(name, _first_line(policy)) for name, policy in CHEAP.items()],
            floor_limit=_percent(FLOOR_LIMIT, 0),
        )
    )
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def card_path(spec: EnvSpec) -> Path:
    """Where a card is kept: CARD.md beside the module that holds SPECS.

    That is the page of the first spec there; others (older versions) carry their name.
    """
    module = importlib.import_module(claim_of(spec.id).module.partition(":")[0])
    if module.__file__ is None:
        raise InvalidRun(f"{module.__name__} has no file to keep CARD.md beside")
    first = module.SPECS[0].id == spec.id
    return Path(module.__file__).parent / ("CARD.md" if first else f"CARD-{spec.name}-v{spec.version}.md")


def write_card(spec: EnvSpec) -> Path:
    """Writes the card and says where.

    Raises:
        StorageError: the folder cannot be written.
    """
    path = card_path(spec)
    text = card(spec)
    with storage_errors(path):
        path.write_text(text, encoding="utf-8", newline="\n")
    return path


def check_card(spec: EnvSpec) -> bool:
    """Whether the card on disk is what the spec generates."""
    path = card_path(spec)
    return path.is_file() and path.read_text(encoding="utf-8") == card(spec)


def refresh(
    spec: EnvSpec,
    presets: tuple[str, ...] | None = None,
    episodes: int | None = None,
    force: bool = False,
    workers: int = 1,
    tick: Tick = lambda _: None,
) -> Path:
    """Measures what baselines are missing or stale, then writes the card.

    Args:
        spec, presets, episodes, force, workers, tick: see `refresh_baselines`.

    Returns:
        Where the card is.
    """
    options = {} if episodes is None else {"episodes": episodes}
    refresh_baselines(spec, presets, force=force, workers=workers, tick=tick, **options)
    return write_card(spec)


# --------------------------------------------------------------------------------- parts of a card


def _example_split(spec: EnvSpec) -> str:
    return "validation" if any(split.name == "validation" for split in spec.splits) else "train"


def _replies(spec: EnvSpec, env: TextEnv) -> dict[str, str]:
    """One valid and one invalid reply to the example, and what the invalid one is told."""
    valid = render_reply("...", env.sample_action(Rng.of("card", spec.id)), _PROTOCOL)
    invalid = render_reply("...", spec.invalid_example, _PROTOCOL)
    refused = _refusal(env, valid)
    if refused is not None:
        raise InvalidConfig("sample_action", valid, f"an action that parses ({refused.feedback})", spec.id)
    refused = _refusal(env, invalid)
    if refused is None:
        raise InvalidConfig("invalid_example", spec.invalid_example, "an action that does not parse", spec.id)
    return {"valid": valid, "invalid": invalid, "kind": refused.kind, "feedback": refused.feedback}


def _refusal(env: TextEnv, reply: str) -> InvalidAction | None:
    answer = read_reply(reply, _PROTOCOL).answer or ""
    separator = env.env_spec.separator
    try:
        for piece in answer.split(separator) if separator else [answer]:
            env.parse(piece.strip())
    except InvalidAction as refused:
        return refused
    return None


def _undeclared(spec: EnvSpec, info: dict[str, Any]) -> list[tuple[str, str]]:
    declared = {key for key, _ in (*INFO_KEYS, *spec.info_keys)}
    return [(key, "(not described)") for key in info if key not in declared]


def _print(spec: EnvSpec, preset: Preset) -> str:
    return fingerprint(spec, preset.name)[:_HEX]


def _ending(preset: Preset) -> str:
    """How the turn limit ends an episode."""
    if preset.max_turns == 1:
        return "the one turn ends the task: terminated"
    limit = f"after {preset.max_turns} turns"
    return f"{limit}, a part of the task: terminated" if preset.limit_ends_task else f"{limit}: truncated"


def _parameters(spec: EnvSpec) -> list[tuple[str, list[str]]]:
    """What shapes the tasks: (parameter, its value in each preset)."""
    configs = [task_parameters(preset.config) for preset in spec.presets]
    names = dict.fromkeys(name for config in configs for name in config)
    return [(name, [repr(config[name]) if name in config else "" for config in configs]) for name in names]


def _display_options(preset: Preset) -> list[tuple[str, str]]:
    return [
        (item.name, repr(getattr(preset.config, item.name)))
        for item in fields(preset.config)
        if item.metadata.get("display")
    ]


def _sizes(spec: EnvSpec) -> dict[str, Any]:
    """A table of split sizes, and the notes of splits that have one."""
    rows, notes = [], []
    for preset in spec.presets:
        splits = [split_of(spec, preset, split.name) for split in spec.splits]
        rows.append((preset.name, [_size(split) for split in splits]))
        notes += [f"{preset.name}, {split.name}: {split.note}" for split in splits if split.note]
    return {"names": [split.name for split in spec.splits], "rows": rows, "notes": notes}


def _size(split: Split) -> str:
    return "unbounded" if split.size is None else f"{split.size:,}"


def _random_action(env: TextEnv) -> str:
    # Not `inspect.getdoc`: it would fall back on the base class, which says to look in the card.
    own = type(env).sample_action
    if own is TextEnv.sample_action or not own.__doc__:
        return "(not described)"
    return inspect.cleandoc(own.__doc__)


def _baseline(spec: EnvSpec, preset: Preset) -> dict[str, Any]:
    """What the card says of one preset's baselines; without rows where they are not of today."""
    reason = staleness(spec, preset, episodes=1)
    if reason is not None:
        return {"preset": preset, "missing": reason, "rows": [], "curve": [], "spark": ""}
    baseline = read_baselines(spec.id)[preset.name]
    return {
        "preset": preset,
        "missing": None,
        "episodes": f"{baseline.episodes:,}",
        "rows": _rows(baseline),
        "highest": max((policy.success.mean for policy in baseline.cheap), default=0.0),
        "within": max((policy.success.mean for policy in baseline.cheap), default=0.0) <= FLOOR_LIMIT,
        "curve": [
            (_percent(noise, 0), _success(policy.success), _score(policy.score))
            for noise, policy in baseline.noisy_oracle
        ],
        "spark": _spark([policy.score.mean for _, policy in baseline.noisy_oracle]),
    }


def _rows(baseline: Baseline) -> list[tuple[str, str, str, str]]:
    """(policy, role, success, score): the oracle, references, then cheap policies, best first."""

    def order(name: str) -> tuple[int, float, str]:
        rank = 0 if name == ORACLE else 1 if name.startswith(REFERENCE_PREFIX) else 2
        return rank, -baseline.policies[name].score.mean, name

    def role(name: str) -> str:
        if name == ORACLE:
            return "oracle"
        if name.startswith(REFERENCE_PREFIX):
            return "reference"
        return "**floor**" if name == baseline.floor.policy else "cheap"

    return [
        (
            name.removeprefix(REFERENCE_PREFIX),
            role(name),
            _success(baseline.policies[name].success),
            _score(baseline.policies[name].score),
        )
        for name in sorted(baseline.policies, key=order)
    ]


# ---------------------------------------------------------------------------------------- numbers


def _percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f} %"


def _success(estimate: Estimate) -> str:
    if estimate.interval is None:
        return _percent(estimate.mean)
    low, high = estimate.interval
    return f"{_percent(estimate.mean)} [{100 * low:.1f}, {100 * high:.1f}]"


def _score(estimate: Estimate) -> str:
    if estimate.interval is None:
        return f"{estimate.mean:.3f}"
    low, high = estimate.interval
    return f"{estimate.mean:.3f} [{low:.3f}, {high:.3f}]"


def _spark(values: list[float]) -> str:
    """One block per value, from 0 to 1."""
    top = len(_BLOCKS) - 1
    return "".join(_BLOCKS[min(top, max(0, round(value * top)))] for value in values)


# -------------------------------------------------------------------------------------- rendering


@lru_cache(maxsize=1)
def _templates() -> Environment:
    # Markdown for people: there is no HTML to escape, and autoescaping would write &lt;ans&gt;.
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates", encoding="utf-8"),
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Callable[..., str]] = {
        "cell": _cell,
        "code": _code,
        "fenced": _fenced,
        "percent": _percent,
        "slug": lambda text: re.sub(r"[^a-z0-9]+", "-", str(text).lower()).strip("-"),
    }
    environment.filters.update(filters)
    return environment


def _cell(text: object) -> str:
    """Text for a cell of a table: a bar would end the cell, even in code; `9**9` is no emphasis."""
    parts = re.split("(`+[^`]*`+)", " ".join(str(text).split()))
    parts[::2] = [re.sub(r"([*<])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts).replace("|", "\\|")


def _code(text: object) -> str:
    """Inline code, with a fence that the text does not hold."""
    value = str(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", value)), default=0) + 1)
    space = " " if value.startswith("`") or value.endswith("`") else ""
    return f"{fence}{space}{value}{space}{fence}"


def _fenced(text: object) -> str:
    """A block of text, with a fence longer than any in it."""
    value = str(text)
    fence = "`" * max(3, max((len(run) for run in re.findall("`+", value)), default=0) + 1)
    return f"{fence}text\n{value}\n{fence}"


def _first_line(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]
