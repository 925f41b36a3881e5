"""What an environment declares about itself: frozen dataclasses, no behaviour.

An environment's package lists its specs in `SPECS`, newest first; the registry finds them by entry
point. A spec names code as "module:attribute" strings, so that reading it imports nothing heavy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from ragen_bench.errors import InvalidConfig

#: Tasks in validation and test, unless a preset's space or data is smaller.
HELD_OUT_SIZE = 1024
#: The base names of splits. `fresh:SALT` is "fresh" with a salt of the caller's.
SPLIT_NAMES = ("train", "validation", "test", "test_ood", "fresh")
#: The ladder, easiest first; "ragen" stands outside it.
PRESET_LADDER = ("easy", "medium", "hard", "expert")
#: Starts the names of heuristics that use what an agent cannot know.
REFERENCE_PREFIX = "reference_"
#: Fewest test tasks with which a preset may be ranked.
RANKED_MINIMUM = 500

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_CODE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*\Z")


@dataclass(frozen=True, slots=True)
class Split:
    """A named set of tasks.

    Args:
        name: one of SPLIT_NAMES.
        size: number of distinct tasks, or None when unbounded (train).
        note: said in the card, for example why the split is small.
    """

    name: str
    size: int | None
    note: str = ""

    def __post_init__(self) -> None:
        if self.name not in SPLIT_NAMES:
            raise InvalidConfig("Split.name", self.name, f"one of {', '.join(SPLIT_NAMES)}")
        if self.size is not None and self.size < 1:
            raise InvalidConfig("Split.size", self.size, "None or at least 1")


#: The splits of a procedural environment.
PROCEDURAL_SPLITS = (
    Split("train", None),
    Split("validation", HELD_OUT_SIZE),
    Split("test", HELD_OUT_SIZE),
    Split("test_ood", HELD_OUT_SIZE),
    Split("fresh", HELD_OUT_SIZE),
)


@dataclass(frozen=True, slots=True)
class RewardTerm:
    """One named part of the reward.

    Args:
        name: the key in `info["reward_terms"]`.
        value: what it pays, in words or a number ("-0.1 per step", "+1").
        when: when it is paid, in one sentence.
    """

    name: str
    value: str
    when: str


@dataclass(frozen=True, slots=True)
class RewardSpec:
    """The written reward: its terms, and what success and score mean.

    Args:
        terms: every key that can appear in `info["reward_terms"]`.
        success: when `info["success"]` is True, in one sentence.
        score: what `info["score"]` in [0, 1] measures, in one sentence.
        low, high: bounds of one episode's return; None when unbounded.
    """

    terms: tuple[RewardTerm, ...]
    success: str
    score: str
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        names = [term.name for term in self.terms]
        if len(set(names)) != len(names):
            raise InvalidConfig("RewardSpec.terms", names, "distinct names")


@dataclass(frozen=True, slots=True)
class Preset:
    """One rung of the ladder: task parameters and limits.

    Args:
        name: "easy", "medium", "hard", "expert", "ragen", or a name of the environment's own.
        config: the environment's frozen config dataclass. A field whose metadata has
            `"display": True` changes only how a task is shown, never which task it is.
        max_turns: replies per episode.
        max_actions_per_turn: actions executed per reply.
        ranked: may stand on a leaderboard.
        limit_ends_task: the turn limit is part of the task (terminated, not truncated).
        splits: sizes that differ from the spec's, for small spaces.
        note: said in the card.
        track: for presets that play public data, "@public:<name>"; the data's revision is added when it
            is read. Empty for the spec's own track.
    """

    name: str
    config: Any
    max_turns: int
    max_actions_per_turn: int = 1
    ranked: bool = False
    limit_ends_task: bool = False
    splits: tuple[Split, ...] = ()
    note: str = ""
    track: str = ""

    def __post_init__(self) -> None:
        if not _NAME.match(self.name):
            raise InvalidConfig("Preset.name", self.name, "letters, digits and underscores")
        if not is_dataclass(self.config) or isinstance(self.config, type):
            raise InvalidConfig("Preset.config", self.config, "an instance of a frozen dataclass")
        for name in ("max_turns", "max_actions_per_turn"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidConfig(f"Preset.{name}", value, "a whole number of at least 1")


@dataclass(frozen=True, slots=True)
class EnvSpec:
    """Everything the registry, the card, the harness and the lock need to know of an environment.

    Args:
        name: CamelCase, the middle of the id.
        version: the integer of `-vN`. Whatever can change a result bumps it.
        entry_point: "module:Class", a `TextEnv`.
        tasks: "module:object", the environment's `TaskSource`.
        oracle: "module:object", a privileged policy (a class without arguments).
        presets: the ladder, easiest first; must hold "medium", the default.
        public_presets: those that play public data, read from the user's disk or a hub (see
            `ragen_bench.public_data`). Each has a track of its own; none is locked or ranked with the ladder.
        reward: the written reward.
        instruction: what the agent is told once, before the first observation.
        example: an action that parses in the first state of some task; shown in prompts.
        action_grammar: the card's one-sentence grammar of an action.
        invalid_example: an action that does not parse, for the card and the battery.
        namespace: first part of the id.
        separator: text between several actions of one reply, or None when a reply is one action.
        generator: version of the task generator; enters every seed. Two environment versions with
            the same generator play the same puzzles.
        splits: sizes; presets may override.
        heuristics: cheap policies of its own, name -> "module:object". One whose name starts with
            REFERENCE_PREFIX uses what an agent cannot know: it is shown, but is no floor.
        tags: for `list`, for example "planning", "stochastic", "one-turn".
        track: "@synthetic" or "@public:<name>@<revision>".
        stochastic: replicas differ, and the oracle's expected score may be below 1.
        licence, data_source, summary, differences, exploits, history: for the card.
        paper: where the task family comes from.
    """

    name: str
    version: int
    entry_point: str
    tasks: str
    oracle: str
    presets: tuple[Preset, ...]
    reward: RewardSpec
    instruction: str
    example: str
    action_grammar: str
    invalid_example: str
    summary: str
    namespace: str = "ragen"
    separator: str | None = None
    generator: int = 1
    splits: tuple[Split, ...] = PROCEDURAL_SPLITS
    heuristics: Mapping[str, str] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    track: str = "@synthetic"
    public_presets: tuple[Preset, ...] = ()
    stochastic: bool = False
    licence: str = "MIT"
    data_source: str = "generated by this package"
    paper: str = ""
    observation: str = ""
    differences: tuple[str, ...] = ()
    exploits: tuple[tuple[str, str], ...] = ()
    info_keys: tuple[tuple[str, str], ...] = ()
    history: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        where = f"EnvSpec({self.namespace}/{self.name}-v{self.version})"
        for name in ("name", "namespace"):
            value = getattr(self, name)
            if not isinstance(value, str) or not _NAME.match(value):
                raise InvalidConfig(name, value, "letters, digits and underscores", where)
        if not isinstance(self.version, int) or self.version < 1:
            raise InvalidConfig("version", self.version, "an integer of at least 1", where)
        for name in ("entry_point", "tasks", "oracle"):
            if not _CODE.match(getattr(self, name)):
                raise InvalidConfig(name, getattr(self, name), 'of the form "module:attribute"', where)
        names = [preset.name for preset in (*self.presets, *self.public_presets)]
        if len(set(names)) != len(names) or "medium" not in names:
            raise InvalidConfig("presets", names, 'distinct names, "medium" among them', where)
        for preset in self.public_presets:
            if not preset.track.startswith("@public:") or preset.ranked:
                raise InvalidConfig(
                    f"public_presets[{preset.name}]",
                    preset.track,
                    'unranked, with a track "@public:<name>"',
                    where,
                )
        if "train" not in [split.name for split in self.splits]:
            raise InvalidConfig("splits", self.splits, "a tuple that holds train", where)
        if self.separator is not None and not self.separator.strip():
            raise InvalidConfig("separator", self.separator, "None or visible text", where)
        for preset in self.presets:
            test = next((s for s in (*preset.splits, *self.splits) if s.name == "test"), None)
            if preset.ranked and (test is None or (test.size or RANKED_MINIMUM) < RANKED_MINIMUM):
                raise InvalidConfig(
                    f"presets[{preset.name}].ranked", True, f"False below {RANKED_MINIMUM} test tasks", where
                )

    @property
    def id(self) -> str:
        """The Gymnasium id, for example "ragen/Sokoban-v1"."""
        return f"{self.namespace}/{self.name}-v{self.version}"

    @property
    def preset_names(self) -> tuple[str, ...]:
        """Names of the presets, easiest first."""
        return tuple(preset.name for preset in self.presets)


def task_parameters(config: Any) -> dict[str, Any]:
    """The config fields that shape a task: all but those marked `display` (see Preset.config)."""
    return {
        item.name: getattr(config, item.name) for item in fields(config) if not item.metadata.get("display")
    }
