"""The problem families, collected from the modules beside this one."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType

from ragen_bench.environments.deepcoder.family import Family


@lru_cache(maxsize=1)
def families() -> Mapping[str, Family]:
    """All families by key, in the order of their keys, so that no order of files decides what is drawn.

    Raises:
        ValueError: a key is used twice.
    """
    found: dict[str, Family] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        for family in import_module(f"{__name__}.{module}").FAMILIES:
            if family.key in found:
                raise ValueError(f"two families have the key {family.key!r}")
            found[family.key] = family
    return MappingProxyType({key: found[key] for key in sorted(found)})


@lru_cache(maxsize=16)
def of_grade(grade: int, held_out: bool) -> tuple[Family, ...]:
    """The families of a grade: those of test_ood, or those of all other splits."""
    return tuple(
        family for family in families().values() if family.grade == grade and family.held_out is held_out
    )
