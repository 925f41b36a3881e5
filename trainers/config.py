"""Settings of a training run: a typed schema, named presets, and `key=value` overrides.

Every section is a frozen dataclass that checks itself. A preset is a YAML file that names only what differs
from the defaults; overrides come last, so `ragen-bench train sokoban filter.value=0.5` reads as it works.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidConfig, UnknownName
from ragen_bench.trainers.filters import METRICS, STRATEGIES

PRESETS = Path(__file__).with_name("presets")
ESTIMATORS = ("grpo", "dr_grpo", "rloo", "reinforce_pp", "gae", "bi_level_gae", "turn_wise")
#: Estimators that need a critic.
WITH_CRITIC = ("gae", "bi_level_gae")
REWARD_MODES = ("true", "random", "format_only", "inverted")
SCALINGS = ("none", "linear", "sqrt")


def _one_of(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise UnknownName(name, value, known)


def _at_least(where: str, low: float, **values: float | None) -> None:
    for name, value in values.items():
        if value is not None and not value >= low:
            raise InvalidConfig(f"{where}.{name}", value, f"at least {low:g}")


def _positive(where: str, **values: float | None) -> None:
    for name, value in values.items():
        if value is not None and not (value > 0 and math.isfinite(value)):
            raise InvalidConfig(f"{where}.{name}", value, "above 0")


@dataclass(frozen=True, slots=True)
class RolloutConfig:
    """How episodes are played.

    Args:
        tasks: tasks a step, over all environments.
        group: plays of each task (replicas 0 to group - 1).
        split: where tasks come from.
        temperature: of sampling, and of every log-probability.
        max_new_tokens: per reply.
        batch_size: replies decoded side by side.
        context: "single_turn", "last_k" or "full": what the model is shown of earlier turns.
        k: earlier turns with last_k.
        keep_thinking: earlier thinking is shown again.
        protocol: reply protocol.
        think: ask for thinking.
    """

    tasks: int = 8
    group: int = 16
    split: str = "train"
    temperature: float = 1.0
    max_new_tokens: int = 256
    batch_size: int = 64
    context: str = "full"
    k: int | None = None
    keep_thinking: bool = False
    protocol: str = "tags"
    think: bool = True

    def __post_init__(self) -> None:
        _at_least("rollout", 1, tasks=self.tasks, group=self.group, max_new_tokens=self.max_new_tokens)
        _at_least("rollout", 1, batch_size=self.batch_size)
        _positive("rollout", temperature=self.temperature)
        _one_of("rollout.context", self.context, ("single_turn", "last_k", "full"))
        _one_of("rollout.protocol", self.protocol, ("tags", "native"))


@dataclass(frozen=True, slots=True)
class RewardConfig:
    """What is maximised.

    Args:
        mode: "true"; or a control: "random" (a fair coin an episode), "format_only" (1 if every reply is
            well-formed), "inverted" (the negative).
        format_penalty: added for a reply that is not well-formed; kept apart from the filter's reward.
        kl: factor of the k1 divergence from the reference inside the reward, per token.
        scale: divides the environment's reward.
    """

    mode: str = "true"
    format_penalty: float = -0.1
    kl: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        _one_of("reward.mode", self.mode, REWARD_MODES)
        _at_least("reward", 0, kl=self.kl)
        _positive("reward", scale=self.scale)


@dataclass(frozen=True, slots=True)
class AdvantageConfig:
    """How credit is given; see `ragen_bench.trainers.advantages`.

    Args:
        estimator: one of ESTIMATORS.
        gamma, lam: per policy token, for gae; gamma per turn for turn_wise.
        gamma_high: per turn, for bi_level_gae.
        whiten: normalise over the batch's tokens (usual with a critic).
    """

    estimator: str = "grpo"
    gamma: float = 1.0
    lam: float = 1.0
    gamma_high: float = 0.95
    whiten: bool = False

    def __post_init__(self) -> None:
        _one_of("advantage.estimator", self.estimator, ESTIMATORS)
        for name in ("gamma", "lam", "gamma_high"):
            if not 0 <= getattr(self, name) <= 1:
                raise InvalidConfig(f"advantage.{name}", getattr(self, name), "in [0, 1]")


@dataclass(frozen=True, slots=True)
class FilterConfig:
    """Which groups are learned from; see `ragen_bench.trainers.filters.select_groups`.

    Args:
        strategy, value, mode, largest, include_zero, metric: as there.
        match: with strategy "random": "top_p" draws as many groups as top_p with `value` would keep.
        scaling: the loss times share kept ("linear"), its root ("sqrt") or as it is ("none").
        resample: more rounds of rollouts, at most, until `rollout.tasks` groups are kept.
    """

    strategy: str = "top_p"
    value: float = 0.9
    mode: str = "linear"
    largest: bool = True
    include_zero: bool = False
    metric: str = "reward_variance"
    match: str | None = None
    scaling: str = "none"
    resample: int = 0

    def __post_init__(self) -> None:
        _one_of("filter.strategy", self.strategy, STRATEGIES)
        _one_of("filter.metric", self.metric, METRICS)
        _one_of("filter.mode", self.mode, ("linear", "softmax"))
        _one_of("filter.scaling", self.scaling, SCALINGS)
        _at_least("filter", 0, resample=self.resample)
        if self.match is not None and (self.match != "top_p" or self.strategy != "random"):
            raise InvalidConfig("filter.match", self.match, '"top_p", with filter.strategy=random')


@dataclass(frozen=True, slots=True)
class LossConfig:
    """The loss; see `ragen_bench.trainers.losses`.

    Args:
        clip_low, clip_high: of the probability ratio.
        aggregation: token-mean, seq-mean-token-mean or seq-mean-token-sum.
        entropy: factor of the entropy bonus.
        kl: factor of the divergence from the reference in the loss.
        kl_estimator: "k2" or "k3" (k1 has no gradient in a loss).
        value_clip: None for none.
    """

    clip_low: float = 0.2
    clip_high: float = 0.28
    aggregation: str = "token-mean"
    entropy: float = 0.001
    kl: float = 0.0
    kl_estimator: str = "k3"
    value_clip: float | None = 0.2

    def __post_init__(self) -> None:
        _one_of(
            "loss.aggregation", self.aggregation, ("token-mean", "seq-mean-token-mean", "seq-mean-token-sum")
        )
        _one_of("loss.kl_estimator", self.kl_estimator, ("k2", "k3"))
        _at_least("loss", 0, kl=self.kl, clip_low=self.clip_low, clip_high=self.clip_high)


@dataclass(frozen=True, slots=True)
class OptimiserConfig:
    """AdamW on the adapters.

    Args:
        lr, critic_lr: peak learning rates.
        warmup: steps (of training) of linear warm-up.
        schedule: "constant" or "cosine".
        weight_decay, beta2: AdamW.
        max_grad_norm: gradients are clipped to it.
        minibatches: optimizer updates a step, each on an equal share of the sequences.
        epochs: passes over a step's sequences.
        micro_tokens: padded tokens in one forward pass; changes memory, not the result.
    """

    lr: float = 2e-4
    critic_lr: float = 1e-3
    warmup: int = 0
    schedule: str = "constant"
    weight_decay: float = 0.0
    beta2: float = 0.999
    max_grad_norm: float = 1.0
    minibatches: int = 2
    epochs: int = 1
    micro_tokens: int = 8192

    def __post_init__(self) -> None:
        _one_of("optimiser.schedule", self.schedule, ("constant", "cosine"))
        _positive("optimiser", lr=self.lr, critic_lr=self.critic_lr, max_grad_norm=self.max_grad_norm)
        _at_least("optimiser", 0, warmup=self.warmup, weight_decay=self.weight_decay)
        _at_least("optimiser", 1, minibatches=self.minibatches, epochs=self.epochs)
        _at_least("optimiser", 1, micro_tokens=self.micro_tokens)


@dataclass(frozen=True, slots=True)
class LoraConfig:
    """The adapters.

    Args:
        r: rank.
        alpha: scale; the update is weighed by alpha / r.
        targets: "all-linear", or names of modules separated by commas.
    """

    r: int = 16
    alpha: int = 32
    targets: str = "all-linear"

    def __post_init__(self) -> None:
        _at_least("lora", 1, r=self.r, alpha=self.alpha)


@dataclass(frozen=True, slots=True)
class SftConfig:
    """Supervised learning from the oracle's play; only for method=sft.

    Args:
        episodes: demonstrations a step.
    """

    episodes: int = 32

    def __post_init__(self) -> None:
        _at_least("sft", 1, episodes=self.episodes)


@dataclass(frozen=True, slots=True)
class WatchConfig:
    """Evaluation on validation tasks, early stopping, warnings.

    Args:
        every: steps between evaluations; 0 for none but the last.
        tasks: validation tasks per environment.
        temperature: of these evaluations.
        save_every: steps between checkpoints.
        keep: checkpoints kept beside the best.
        stop_spread: stop when the reward's spread inside groups stays below this share of its mean over the
            first 10 steps for `patience` steps; 0 never.
        stop_success: stop when success stays below this for `patience` evaluations; 0 never.
        patience: see above.
    """

    every: int = 25
    tasks: int = 64
    temperature: float = 1.0
    save_every: int = 25
    keep: int = 2
    stop_spread: float = 0.0
    stop_success: float = 0.0
    patience: int = 5

    def __post_init__(self) -> None:
        _at_least("watch", 0, every=self.every, temperature=self.temperature)
        _at_least("watch", 1, tasks=self.tasks, save_every=self.save_every, keep=self.keep)
        _at_least("watch", 1, patience=self.patience)


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """A whole run.

    Args:
        method: "starpo" or "sft".
        model: what `ragen-bench evaluate` accepts as a transformers model.
        adapter: a LoRA adapter to start from; it is also the reference.
        environments: list of "NAME:preset" or "NAME:preset*weight", separated by commas.
        curriculum: "STEP: environments" pairs separated by ";", replacing `environments` from that step on.
        steps: of training.
        seed: of everything that is drawn.
        device, dtype: as in evaluation; training on a CPU wants f32.
        tensorboard, wandb: record there too.
        max_minutes: stop after this wall time, with a checkpoint.
    """

    method: str = "starpo"
    model: str = "tiny"
    adapter: str | None = None
    environments: str = "sokoban:easy"
    curriculum: str = ""
    steps: int = 100
    seed: int = 0
    device: str = "auto"
    dtype: str = "f32"
    tensorboard: bool = False
    wandb: bool = False
    max_minutes: float | None = None
    rollout: RolloutConfig = field(default_factory=RolloutConfig)
    reward: RewardConfig = field(default_factory=RewardConfig)
    advantage: AdvantageConfig = field(default_factory=AdvantageConfig)
    filter: FilterConfig = field(default_factory=FilterConfig)
    loss: LossConfig = field(default_factory=LossConfig)
    optimiser: OptimiserConfig = field(default_factory=OptimiserConfig)
    lora: LoraConfig = field(default_factory=LoraConfig)
    sft: SftConfig = field(default_factory=SftConfig)
    watch: WatchConfig = field(default_factory=WatchConfig)

    def __post_init__(self) -> None:
        _one_of("method", self.method, ("starpo", "sft"))
        _one_of("dtype", self.dtype, ("auto", "bf16", "f16", "f32"))
        _at_least("train", 1, steps=self.steps)
        _at_least("train", 0, seed=self.seed)
        _positive("train", max_minutes=self.max_minutes)
        if self.rollout.group < 2 and self.method == "starpo" and self.advantage.estimator not in WITH_CRITIC:
            raise InvalidConfig("rollout.group", self.rollout.group, "at least 2 without a critic")


def preset_names() -> tuple[str, ...]:
    """The named presets, sorted."""
    return tuple(sorted(path.stem for path in PRESETS.glob("*.yaml")))


def load_config(preset: str, overrides: Sequence[str] = ()) -> TrainConfig:
    """A preset's name, or a YAML file, with overrides.

    Args:
        preset: one of `preset_names`, or the path of a YAML file.
        overrides: "key=value" with dotted keys, such as "filter.value=0.9".

    Raises:
        UnknownName: a preset or key that does not exist, with near matches.
        InvalidConfig: a value of the wrong type or outside what is allowed.
    """
    import yaml

    path = PRESETS / f"{preset}.yaml" if preset in preset_names() else Path(preset)
    if path.suffix not in (".yaml", ".yml") or not path.is_file():
        raise UnknownName("training preset", preset, preset_names(), "Or give the path of a YAML file")
    try:
        read = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidConfig(str(path), " ".join(str(error).split())[:200], "a readable YAML file") from error
    if not isinstance(read, dict):
        raise InvalidConfig(str(path), read, "a mapping of settings")
    for text in overrides:
        key, equals, value = text.partition("=")
        if not equals:
            raise InvalidConfig("override", text, "of the form key=value, such as filter.value=0.9")
        try:
            parsed = yaml.safe_load(value) if value.strip() else ""
        except yaml.YAMLError:
            parsed = value  # text with a colon in it, for example; its type is checked below
        *sections, name = key.strip().split(".")
        place = read
        for section in sections:
            place = place.setdefault(section, {})
            if not isinstance(place, dict):
                raise UnknownName("setting", key, _known_keys(TrainConfig))
        place[name] = parsed
    return build(read)


def build(values: Mapping[str, Any]) -> TrainConfig:
    """A config from nested plain values, as `as_dict` gives them."""
    made: TrainConfig = _build(TrainConfig, values, "")
    return made


def as_dict(config: TrainConfig) -> dict[str, Any]:
    """Nested plain values; `build` is the inverse."""
    return dataclasses.asdict(config)


def as_yaml(config: TrainConfig) -> str:
    """What `--print-config` shows: a file that can be given back."""
    import yaml

    return str(yaml.safe_dump(as_dict(config), sort_keys=False))


def _build(kind: type, values: Mapping[str, Any], prefix: str) -> Any:
    hints = typing.get_type_hints(kind)
    names = [item.name for item in fields(kind)]
    given: dict[str, Any] = {}
    for key, value in values.items():
        if key not in names:
            inner = f".{next(iter(value))}" if isinstance(value, Mapping) and value else ""
            raise UnknownName("setting", f"{prefix}{key}{inner}", _known_keys(TrainConfig))
        hint = hints[key]
        if is_dataclass(hint):
            if not isinstance(value, Mapping):
                raise InvalidConfig(f"{prefix}{key}", value, "a section of settings")
            given[key] = _build(typing.cast(type, hint), value, f"{prefix}{key}.")
        else:
            given[key] = _typed(f"{prefix}{key}", value, hint)
    return kind(**given)


def _typed(name: str, value: Any, hint: Any) -> Any:
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    if value is None and type(None) in kinds:
        return None
    if bool in kinds and isinstance(value, bool):
        return value
    if isinstance(value, bool):
        raise InvalidConfig(name, value, _kinds(kinds))
    if int in kinds and isinstance(value, int):
        return value
    if float in kinds:
        # YAML reads 1e-4 as text.
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise InvalidConfig(name, value, _kinds(kinds)) from None
        if not math.isfinite(number):
            raise InvalidConfig(name, value, "a finite number")
        return number
    if int in kinds and isinstance(value, float) and value.is_integer():
        return int(value)
    if str in kinds and isinstance(value, (str, int, float)):
        return str(value)
    raise InvalidConfig(name, value, _kinds(kinds))


def _kinds(kinds: Sequence[Any]) -> str:
    words = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    return " or ".join(words.get(kind, "null") for kind in kinds)


def _known_keys(kind: type, prefix: str = "") -> list[str]:
    hints = typing.get_type_hints(kind)
    keys: list[str] = []
    for item in fields(kind):
        hint = hints[item.name]
        nested = is_dataclass(hint)
        keys += (
            _known_keys(typing.cast(type, hint), f"{prefix}{item.name}.") if nested else [prefix + item.name]
        )
    return keys
