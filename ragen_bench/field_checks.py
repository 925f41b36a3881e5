"""Checks for the fields of configs and tasks, so that every environment refuses in the same words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from ragen_bench.errors import InvalidConfig


def is_whole(value: object) -> TypeGuard[int]:
    """True for an int; a bool is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_whole(field: str, value: object, low: int, high: int) -> None:
    """Refuses what is no whole number from `low` to `high`; a bool is none.

    Raises:
        InvalidConfig: names the field, the value and the range.
    """
    if not is_whole(value) or not low <= value <= high:
        raise InvalidConfig(field, value, f"a whole number from {low} to {high}")


def check_share(field: str, value: object) -> None:
    """Refuses what is no number from 0 to 1; a bool is none.

    Raises:
        InvalidConfig: names the field and the value.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidConfig(field, value, "a number from 0 to 1")


def check_one_of(field: str, value: object, allowed: Sequence[object]) -> None:
    """Refuses what is not among `allowed`.

    Raises:
        InvalidConfig: names the field, the value and everything that is allowed.
    """
    if value not in allowed:
        raise InvalidConfig(field, value, " or ".join(map(repr, allowed)))
