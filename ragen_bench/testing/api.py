"""The spec, and what Gymnasium's own API asks for."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ragen_bench.env import TextEnv
from ragen_bench.errors import UnknownName
from ragen_bench.registry import load
from ragen_bench.spaces import TextSpace
from ragen_bench.spec import PRESET_LADDER, RANKED_MINIMUM
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, short

#: check_env says this about a bare, unwrapped instance, which is what it is meant to be given.
_EXPECTED_WARNINGS = (".*env.spec.*", ".*different from the unwrapped version.*")


@check
def the_spec_is_well_formed(subject: Subject) -> Iterator[str]:
    """Presets climb the ladder; ranked ones have 500 test tasks; configs are frozen and hashable."""
    spec = subject.spec
    rungs = [name for name in spec.preset_names if name in PRESET_LADDER]
    if rungs != sorted(rungs, key=PRESET_LADDER.index):
        yield f"presets are {spec.preset_names}, not easiest first"
    for preset in spec.presets:
        where = f"preset {preset.name}"
        if preset.ranked:
            size = subject.size(preset, "test")
            if size is None or size < RANKED_MINIMUM:
                yield f"{where} is ranked with {size} test tasks"
            if preset.name == "ragen":
                yield f"{where} is ranked, but it is for comparison only"
        if preset.max_actions_per_turn > 1 and spec.separator is None:
            yield f"{where} allows {preset.max_actions_per_turn} actions a turn, but there is no separator"
        try:
            hash(preset.config)
        except TypeError as error:
            yield f"{where}: its config is not hashable ({error})"
        yield from _freezing(where, preset.config)
    low, high = spec.reward.low, spec.reward.high
    if low is not None and high is not None and low > high:
        yield f"reward bounds are {low} to {high}"
    if not spec.track.startswith(("@synthetic", "@public:")):
        yield f"track {spec.track!r} is neither @synthetic nor @public:<name>@<revision>"
    if spec.history and spec.version not in [version for version, _ in spec.history]:
        yield f"the history says nothing about version {spec.version}"


def _freezing(where: str, config: Any) -> Iterator[str]:
    if not is_dataclass(config) or not fields(config):
        return
    name = fields(config)[0].name
    try:
        setattr(config, name, getattr(config, name))
    except AttributeError:
        return
    yield f"{where}: its config is not frozen"


@check
def the_spec_names_code_that_loads(subject: Subject) -> Iterator[str]:
    """Entry point, task source, oracle and heuristics are importable and have the methods that are called."""
    spec = subject.spec
    module, _, name = spec.entry_point.partition(":")
    kind = getattr(__import__(module, fromlist=[name]), name)
    if not (isinstance(kind, type) and issubclass(kind, TextEnv)):
        yield f"entry_point {spec.entry_point} is no TextEnv"
    for method in ("generate", "canonical", "validate", "perturb"):
        if not callable(getattr(load(spec.tasks), method, None)):
            yield f"tasks {spec.tasks} has no method {method}"
    for path in (spec.oracle, *spec.heuristics.values()):
        if not callable(getattr(load(path), "act", None)):
            yield f"{path} has no method act(env)"


@check
def gymnasium_check_env_passes(subject: Subject) -> Iterator[str]:
    """gymnasium's check_env passes on `.unwrapped` with warnings as errors."""
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    for preset in subject.presets:
        registered = gymnasium.envs.registration.EnvSpec(
            subject.spec.id,
            entry_point=subject.spec.entry_point,
            kwargs={"env_spec": subject.spec, "preset": preset.name},
        )
        env = gymnasium.make(registered, disable_env_checker=True).unwrapped
        # The checker samples actions; unseeded ones would make this check a matter of luck.
        env.action_space.seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for message in _EXPECTED_WARNINGS:
                warnings.filterwarnings("ignore", message=message)
            try:
                check_env(env, skip_render_check=True)
            except (Exception, Warning) as error:  # noqa: BLE001 - whatever the checker found
                yield f"preset {preset.name}: {type(error).__name__}: {short(str(error), 400)}"
        env.close()


@check
def unknown_names_are_refused(subject: Subject) -> Iterator[str]:
    """An unknown preset, split, render mode or option raises an error that names it."""
    preset = subject.presets[0]
    for wrong in ({"split": "no_such_split"}, {"render_mode": "no_such_mode"}, {"no_such_option": 1}):
        name = next(iter(wrong)) if "no_such_option" in wrong else next(iter(wrong.values()))
        try:
            subject.env(preset, **wrong)
        except UnknownName as error:
            if str(name) not in str(error):
                yield f"{wrong}: the message does not name it: {error}"
        else:
            yield f"{wrong} was accepted"


@check
def limits_can_be_overridden(subject: Subject) -> Iterator[str]:
    """`max_turns` and `max_actions_per_turn` given at make time are the limits of every episode."""
    for preset in subject.presets:
        env = subject.env(preset, max_turns=preset.max_turns + 1, max_actions_per_turn=7)
        got = (env.max_turns, env.max_actions_per_turn)
        # Where the limit is part of the task (a number of pulls), the task may have the last word.
        if got[1] != 7 or (got[0] != preset.max_turns + 1 and not preset.limit_ends_task):
            yield f"preset {preset.name}: asked for {(preset.max_turns + 1, 7)}, got {got}"


@check
def every_render_mode_draws(subject: Subject) -> Iterator[str]:
    """render_mode "ansi" gives text everywhere; "rgb_array", where listed, a uint8 image."""
    preset = subject.presets[0]
    modes = subject.env(preset).metadata["render_modes"]
    if "ansi" not in modes:
        yield f'metadata lists {modes}, not "ansi"'
    for mode in modes:
        env = subject.env(preset, render_mode=mode)
        env.reset(seed=0)
        for _ in range(2):
            picture = env.render()
            if mode == "ansi" and not (isinstance(picture, str) and picture):
                yield f"ansi gave {short(repr(picture))}"
            if mode == "rgb_array" and not (
                isinstance(picture, np.ndarray)
                and picture.dtype == np.uint8
                and picture.ndim == 3
                and picture.shape[2] == 3
            ):
                yield f"rgb_array gave {type(picture).__name__} {getattr(picture, 'shape', '')}"
            if not env.over:
                env.step(env.sample_action(subject.rng("render")))


@check
def the_spaces_hold_what_is_said(subject: Subject) -> Iterator[str]:
    """Both spaces are text spaces; they contain every observation and every sampled action."""
    for preset in subject.presets:
        env = subject.env(preset)
        if not (isinstance(env.action_space, TextSpace) and isinstance(env.observation_space, TextSpace)):
            yield f"preset {preset.name}: spaces are {env.action_space} and {env.observation_space}"
        rng = subject.rng("spaces")
        for seed in range(subject.count(3, 50)):
            observation, _ = env.reset(seed=seed)
            while not env.over:
                if observation not in env.observation_space:
                    yield f"preset {preset.name}, seed {seed}: not in the space: {short(repr(observation))}"
                action = env.sample_action(rng)
                if action not in env.action_space:
                    yield f"preset {preset.name}: sampled action not in the space: {short(repr(action))}"
                observation = env.step(action)[0]
            if observation not in env.observation_space:
                yield f"preset {preset.name}: last observation not in the space: {short(repr(observation))}"
