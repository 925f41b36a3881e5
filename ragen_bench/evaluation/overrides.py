"""Environment options of a run: for every environment, or for one by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ragen_bench.errors import UnknownName
from ragen_bench.spec import EnvSpec


def own_overrides(spec: EnvSpec, overrides: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The options that concern an environment: "key", or "name.key" with its own name in any case."""
    own: dict[str, Any] = {}
    for key, value in overrides:
        owner, dot, name = key.rpartition(".")
        if not dot or owner.lower() == spec.name.lower():
            own[name] = value
    return own


def check_owners(specs: Iterable[EnvSpec], overrides: Mapping[str, Any]) -> None:
    """Refuses an option for an environment that is not played.

    Raises:
        UnknownName: names the option and the environments of the run.
    """
    names = [spec.name.lower() for spec in specs]
    for key in overrides:
        owner, dot, _ = key.rpartition(".")
        if dot and owner.lower() not in names:
            raise UnknownName(
                "environment", owner, names, f"It is in the option {key!r}, and this run has none"
            )
