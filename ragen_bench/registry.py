"""Finds environment specs by entry point.

Built-in and third-party environments come through the same entry-point group and are equal
afterwards. A plug-in that cannot be imported, or two that claim one id, are reported and break
nothing else.
"""

from __future__ import annotations

import importlib
import logging
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ragen_bench.errors import AmbiguousId, BrokenPlugin, RagenError, UnknownName
from ragen_bench.spec import EnvSpec, Preset

#: The entry-point group: name = "package.module", a module with SPECS.
GROUP = "ragen_bench.environments"
#: Built-in environments are imported by name, so that a source tree works uninstalled.
BUILT_IN = ("sokoban", "frozenlake", "bandit", "countdown", "sudoku", "metamathqa", "searchqa", "webshop")

_log = logging.getLogger("ragen_bench")


@dataclass(frozen=True, slots=True)
class Claim:
    """A spec and the plug-in that brought it."""

    spec: EnvSpec
    plugin: str
    module: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A plug-in that could not be loaded, and why."""

    plugin: str
    module: str
    reason: str


@dataclass(slots=True)
class Catalogue:
    """What was found: playable claims by id, clashes by id, and failures.

    `unfinished` are plug-ins whose own import is what led here (`import my_plugin` before
    `ragen_bench`): they have no SPECS yet, and are looked at again once they have.
    """

    claims: dict[str, Claim] = field(default_factory=dict)
    clashes: dict[str, tuple[Claim, ...]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)


def catalogue() -> Catalogue:
    """The environments installed here, found once per process."""
    found = _found()
    if any(not _unfinished(module) for module in found.unfinished):
        _found.cache_clear()
        found = _found()
        from ragen_bench.registration import register_when_imported

        register_when_imported()
    return found


@lru_cache(maxsize=1)
def _found() -> Catalogue:
    found = Catalogue()
    for name in BUILT_IN:
        _collect(found, "ragen-bench", f"{GROUP}.{name}", built_in=True)
    offered: dict[str, list[Claim]] = {}
    for point in sorted(entry_points(group=GROUP), key=_plugin_name):
        if not point.value.startswith(f"{GROUP}."):
            if _unfinished(point.value):
                found.unfinished.append(point.value)
                continue
            for claim in _collect(found, _plugin_name(point), point.value, built_in=False):
                offered.setdefault(claim.spec.id, []).append(claim)
    for env_id, claims in offered.items():
        if env_id in found.claims:
            reason = f"{env_id} is a built-in id; choose another namespace or name"
            found.failures += [Failure(c.plugin, c.module, reason) for c in claims]
        elif len(claims) > 1:
            found.clashes[env_id] = tuple(claims)
        else:
            found.claims[env_id] = claims[0]
    for failure in found.failures:
        _log.warning("plug-in %s (%s) is left out: %s", failure.plugin, failure.module, failure.reason)
    for env_id, rivals in found.clashes.items():
        _log.warning("%s is claimed by %s; neither is registered", env_id, _plugins(rivals))
    return found


def list_environments() -> tuple[EnvSpec, ...]:
    """Every playable environment, built-in ones first, newest version of each first."""
    return tuple(claim.spec for claim in catalogue().claims.values())


def get_spec(env_id: str) -> EnvSpec:
    """The spec of an id such as "ragen/Sokoban-v1".

    A name without namespace or version ("sokoban", "ragen/Sokoban") means its newest version, as
    long as only one environment has that name.

    Raises:
        AmbiguousId: two plug-ins claim the id; names both.
        BrokenPlugin: the id's plug-in is installed but fails to load.
        UnknownName: nothing has that id; offers near matches.
    """
    return claim_of(env_id).spec


def claim_of(env_id: str) -> Claim:
    """Like `get_spec`, with the plug-in it came from."""
    found = catalogue()
    if env_id in found.claims:
        return found.claims[env_id]
    if env_id in found.clashes:
        raise AmbiguousId(
            f"{env_id} is claimed by {_plugins(found.clashes[env_id])}, so neither is registered; "
            "uninstall one of them (pip uninstall NAME)"
        )
    short = [c for c in found.claims.values() if env_id.lower() in _short_names(c.spec)]
    if short and len({(c.spec.namespace, c.spec.name) for c in short}) == 1:
        return max(short, key=lambda c: c.spec.version)
    if len(short) > 1:
        raise AmbiguousId(f"{env_id!r} could be {' or '.join(c.spec.id for c in short)}; give the whole id")
    namespace = env_id.split("/", maxsplit=1)[0]
    for failure in found.failures:
        if namespace in (failure.plugin, failure.module.split(".")[0]):
            raise BrokenPlugin(f"plug-in {failure.plugin} ({failure.module}) is left out: {failure.reason}")
    raise UnknownName("environment", env_id, found.claims, "See: ragen-bench list")


def get_preset(spec: EnvSpec, name: str) -> Preset:
    """The preset `name` of an environment.

    Raises:
        UnknownName: offers near matches.
    """
    presets = (*spec.presets, *spec.public_presets)
    for preset in presets:
        if preset.name == name:
            return preset
    raise UnknownName(f"preset of {spec.id}", name, [preset.name for preset in presets])


def load(path: str) -> Any:
    """The object named "module:attribute"; a class without arguments is instantiated.

    Raises:
        BrokenPlugin: see `attribute_of`.
    """
    target = attribute_of(path)
    return target() if isinstance(target, type) else target


def attribute_of(path: str) -> Any:
    """What "module:attribute" names.

    Raises:
        BrokenPlugin: the module fails when it is imported, or it or the attribute is missing; names it.
    """
    module, _, attribute = path.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except RagenError:
        raise
    except (Exception, SystemExit) as error:
        raise BrokenPlugin(f"cannot load {path!r}: {type(error).__name__}: {error}") from error


def _collect(found: Catalogue, plugin: str, module: str, *, built_in: bool) -> list[Claim]:
    try:
        specs = _specs(importlib.import_module(module.partition(":")[0]))
    except (Exception, SystemExit) as error:
        if built_in:
            raise
        found.failures.append(Failure(plugin, module, f"{type(error).__name__}: {error}"))
        return []
    claims = [Claim(spec, plugin, module) for spec in specs]
    if built_in:
        found.claims.update({claim.spec.id: claim for claim in claims})
    return claims


def _specs(module: Any) -> tuple[EnvSpec, ...]:
    specs = tuple(module.SPECS)
    for spec in specs:
        if not isinstance(spec, EnvSpec):
            raise TypeError(f"SPECS must hold EnvSpec, got {type(spec).__name__}")
    return specs


def _unfinished(plugin: str) -> bool:
    module = sys.modules.get(plugin.partition(":")[0])
    return module is not None and bool(getattr(module.__spec__, "_initializing", False))


def _plugin_name(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.name


def _plugins(claims: Iterable[Claim]) -> str:
    return " and ".join(f"{claim.plugin} ({claim.module})" for claim in claims)


def _short_names(spec: EnvSpec) -> set[str]:
    without_version = re.sub(r"-v\d+\Z", "", spec.id)
    return {name.lower() for name in (spec.id, without_version, spec.name, f"{spec.name}-v{spec.version}")}
