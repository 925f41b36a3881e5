"""The problem families, collected from the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType

from ragen_bench.environments.deepcoder.family import Family

#: Modules that hold families. Named, so that a file that lies about changes no task.
_MODULES = (
    "beams_and_dice",
    "boards",
    "hard_boards",
    "hard_choices",
    "hard_cuts",
    "hard_dynamic",
    "hard_games",
    "hard_graphs",
    "hard_grids",
    "hard_histories",
    "hard_interpreters",
    "hard_machines",
    "hard_networks",
    "hard_numbers",
    "hard_packing",
    "hard_paths",
    "hard_queues",
    "hard_scheduling",
    "hard_strings",
    "hard_structures",
    "hard_trees",
    "mid_documents",
    "mid_fields",
    "mid_intervals",
    "mid_parsing",
    "mid_sequences",
    "mid_simulation",
    "mid_tables",
    "mid_words",
    "notations",
    "plain_labels",
    "plain_measures",
    "plain_numbers",
    "plain_text",
    "recursions",
    "schedules",
    "small_codes",
    "small_counting",
    "small_dates",
    "small_grids",
    "small_lists",
    "small_money",
    "small_scores",
    "small_sequences",
    "small_times",
    "small_words",
    "standings",
    "stores",
    "transforms",
    "windows",
)


@lru_cache(maxsize=1)
def families() -> Mapping[str, Family]:
    """All families by key, in the order of their keys, so that no order of files decides what is drawn.

    Raises:
        ValueError: a key is used twice.
    """
    found: dict[str, Family] = {}
    for module in _MODULES:
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
