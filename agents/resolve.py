"""From what a user types to a policy: the names that `evaluate` accepts."""

from __future__ import annotations

import importlib.metadata
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragen_bench.agents.cheap import CHEAP, Heuristic, Oracle
from ragen_bench.errors import BrokenPlugin, InvalidConfig, UnknownName
from ragen_bench.registry import list_environments
from ragen_bench.reply import PROTOCOLS

#: Entry-point group for policies of other packages: name = "module:Class" (a class without arguments).
POLICY_GROUP = "ragen_bench.policies"


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Options of a model policy. None means the model's own or the policy's default.

    Args:
        base_url: of an OpenAI-compatible endpoint.
        protocol: "auto" or one of the reply protocols.
        think: ask for thinking.
        temperature, top_p, max_new_tokens: sampling.
        device, dtype, batch_size: for transformers.
        concurrency, timeout_s: for endpoints.
        log_probs: ask for the log-probability of each sampled token.

    Raises:
        UnknownName: a protocol that does not exist, even where the model has no use for one.
        InvalidConfig: a temperature or top_p that is no such thing.
    """

    base_url: str | None = None
    protocol: str = "auto"
    think: bool = True
    temperature: float | None = None
    top_p: float | None = None
    max_new_tokens: int | None = None
    device: str = "auto"
    dtype: str = "auto"
    batch_size: int | None = None
    concurrency: int | None = None
    timeout_s: float | None = None
    log_probs: bool = False

    def __post_init__(self) -> None:
        if self.protocol not in ("auto", *PROTOCOLS):
            raise UnknownName("protocol", self.protocol, ("auto", *PROTOCOLS))
        # The comparisons are False for NaN.
        if self.temperature is not None and not 0 <= self.temperature < math.inf:
            raise InvalidConfig("temperature", self.temperature, "a number of at least 0")
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise InvalidConfig("top_p", self.top_p, "above 0 and at most 1")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A policy ready to play.

    Args:
        name: what the run is called.
        policy: see `ragen_bench.policy`.
        protocol: the reply protocol it answers in.
        settings: what decides its replies, JSON-able, for run.json.
        kind: "oracle", "cheap", "plugin", "transformers" or "openai".
    """

    name: str
    policy: Any
    protocol: str
    settings: dict[str, Any]
    kind: str


def resolve(model: str, options: ModelOptions | None = None) -> Resolved:
    """The policy that `model` names.

    Args:
        model: "random", another cheap policy, a heuristic of some environment, "oracle",
            "smollm2", "openai:NAME", "vllm:ID", a plug-in's name, a folder or hub id, or
            "BASE+ADAPTER".

    Raises:
        UnknownName: nothing of that name (near matches offered).
        MissingExtra, ModelError, TransportError: it cannot be used here.
    """
    options = options or ModelOptions()
    match kind_of(model):
        case "oracle":
            return Resolved(model, Oracle(), "raw", {"kind": "oracle"}, "oracle")
        case "cheap":
            policy = CHEAP[model]() if model in CHEAP else Heuristic(model)
            return Resolved(model, policy, "raw", {"kind": "cheap"}, "cheap")
        case "plugin":
            return _plugin(model, _plugins()[model], options)
        case "openai":
            return _openai(model, options)
    return _transformers(model, options)


def kind_of(model: str) -> str:
    """What `model` names, without loading it: a `Resolved.kind`.

    Raises:
        UnknownName: nothing of that name (near matches offered).
        InvalidConfig: a kind that is known and not to be had.
    """
    heuristics = {name for spec in list_environments() for name in spec.heuristics}
    if model == "oracle":
        return "oracle"
    if model in CHEAP or model in heuristics:
        return "cheap"
    plugins = _plugins()
    if model in plugins:
        return "plugin"
    if model.startswith("openai:"):
        return "openai"
    if model.startswith("vllm:"):
        raise InvalidConfig(
            "model", model, "a served vLLM model for now: vllm serve ID, then openai:ID --base-url URL"
        )
    if model == "smollm2" or "/" in model or "+" in model or _is_here(model):
        return "transformers"
    known = ["oracle", *CHEAP, *sorted(heuristics), *sorted(plugins), "smollm2"]
    hint = "A model may also be a folder, a hub id (org/name), BASE+ADAPTER, or openai:NAME --base-url URL"
    raise UnknownName("model", model, known, hint)


def _plugins() -> dict[str, importlib.metadata.EntryPoint]:
    return {point.name: point for point in importlib.metadata.entry_points(group=POLICY_GROUP)}


def _is_here(model: str) -> bool:
    try:
        return bool(model) and Path(model).expanduser().exists()
    except (OSError, ValueError, RuntimeError):  # too long, a NUL, or the home of nobody
        return False


def _plugin(model: str, point: importlib.metadata.EntryPoint, options: ModelOptions) -> Resolved:
    try:
        target = point.load()
        policy = target() if isinstance(target, type) else target
    except (Exception, SystemExit) as error:
        raise BrokenPlugin(
            f"policy plug-in {model!r} ({point.value}): {type(error).__name__}: {error}"
        ) from error
    settings = policy.settings() if hasattr(policy, "settings") else {"kind": "plugin", "value": point.value}
    protocol = "raw" if hasattr(policy, "act") else _protocol(options, getattr(policy, "protocol", "tags"))
    return Resolved(model, policy, protocol, settings, "plugin")


def _openai(model: str, options: ModelOptions) -> Resolved:
    from ragen_bench.agents.openai import OpenAIPolicy

    base_url = options.base_url or os.environ.get("OPENAI_BASE_URL")
    if base_url is None:
        raise InvalidConfig("--base-url", None, "given for an endpoint, such as http://127.0.0.1:8000/v1")
    given: dict[str, Any] = {
        "max_tokens": options.max_new_tokens,
        "temperature": options.temperature,
        "top_p": options.top_p,
        "timeout_s": options.timeout_s,
        "concurrency": options.concurrency,
    }
    policy = OpenAIPolicy(
        model.removeprefix("openai:"),
        base_url,
        protocol=_protocol(options, "tags"),
        log_probs=options.log_probs,
        **{name: value for name, value in given.items() if value is not None},
    )
    policy.check()
    return Resolved(model, policy, policy.protocol, policy.settings(), "openai")


def model_path(name: str) -> str | Path:
    """The folder of an embedded model, made on first use; any other name as it is."""
    if name == "smollm2":
        from ragen_bench.agents.smollm2 import prepare

        return prepare()
    return name


def _transformers(model: str, options: ModelOptions) -> Resolved:
    from ragen_bench.agents.hf import HFPolicy

    base, _, adapter = model.partition("+")
    policy = HFPolicy(
        model_path(base),
        adapter or None,
        device=options.device,
        dtype=options.dtype,
        batch_size=options.batch_size,
        max_new_tokens=options.max_new_tokens,
        temperature=options.temperature,
        top_p=options.top_p,
        protocol=options.protocol,
        think=options.think,
        log_probs=options.log_probs,
    )
    # The name as typed: a cached model's path is of this machine only; its hash is recorded.
    return Resolved(model, policy, policy.protocol, {**policy.settings(), "model": model}, "transformers")


def _protocol(options: ModelOptions, default: str) -> str:
    return default if options.protocol == "auto" else options.protocol
