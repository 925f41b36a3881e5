"""Are run.json and the lines of episodes.jsonl what they should be? Run folders may come from strangers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from ragen_bench.evaluation.rows import USAGE_FIELDS, EpisodeRow
from ragen_bench.policy import FINISH_REASONS
from ragen_bench.reply import PROTOCOLS

#: Far above what any run needs; keeps hostile integers from overflowing a float.
_LARGEST = 2**53


class WrongShape(ValueError):
    """A field that is missing or of the wrong kind; the message names it."""


def check_row(value: object) -> EpisodeRow:
    """`value` itself, if it has every field of an `EpisodeRow`; more fields are allowed.

    Raises:
        WrongShape: names the first field that is wrong.
    """
    row = _fields(value, _ROW, "")
    for number, turn in enumerate(row["turns"]):
        _fields(turn, _TURN, f"turns[{number}].")
    return cast(EpisodeRow, row)


def check_header(value: object) -> dict[str, Any]:
    """`value` itself, if it is a run.json; more fields are allowed.

    Raises:
        WrongShape: names the first field that is wrong.
    """
    header = _fields(value, _HEADER, "")
    _fields(header["settings"], _SETTINGS, "settings.")
    for env_id, entry in header["environments"].items():
        _fields(entry, _ENVIRONMENT, f"environments.{env_id}.")
    return header


def _fields(
    value: object, wanted: Mapping[str, tuple[Callable[[Any], bool], str]], where: str
) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WrongShape(f"{where.removesuffix('.') or 'a row'} must be a JSON object")
    for name, (fits, kind) in wanted.items():
        if name not in value:
            raise WrongShape(f"{where}{name} is missing")
        if not fits(value[name]):
            raise WrongShape(f"{where}{name} must be {kind}")
    return value


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _text_or_null(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _natural(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST


def _number(value: Any) -> bool:
    # The comparison is False for NaN, which Python's JSON reader lets through.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST


def _share(value: Any) -> bool:
    return _number(value) and 0 <= value <= 1


def _seconds(value: Any) -> bool:
    return _number(value) and value >= 0


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _positive(value: Any) -> bool:
    return _natural(value) and value > 0


def _amounts(value: Any) -> bool:
    return isinstance(value, dict) and all(_number(item) for item in value.values())


def _usage(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) <= set(USAGE_FIELDS)
        and all(item is None or _natural(item) for item in value.values())
    )


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


_TEXT = (_text, "a text")
_OPTIONAL_TEXT = (_text_or_null, "a text or null")
_FLAG = (_flag, "true or false")
_NATURAL = (_natural, "a whole number of at least 0")
_NUMBER = (_number, "a number")
_AMOUNTS = (_amounts, "an object of numbers")
_USAGE = (_usage, f"an object of {', '.join(USAGE_FIELDS)}")

_TURN: dict[str, tuple[Callable[[Any], bool], str]] = {
    "observation": _TEXT,
    "reply": _TEXT,
    "thinking": _OPTIONAL_TEXT,
    "answer": _OPTIONAL_TEXT,
    "format_ok": _FLAG,
    "finish": (lambda value: value in FINISH_REASONS, f"one of {', '.join(FINISH_REASONS)}"),
    "executed": (_texts, "a list of texts"),
    "valid": _FLAG,
    "reward": _NUMBER,
    "reward_terms": _AMOUNTS,
    "usage": _USAGE,
}

_ROW: dict[str, tuple[Callable[[Any], bool], str]] = {
    "environment": _TEXT,
    "preset": _TEXT,
    "track": _TEXT,
    "split": _TEXT,
    "index": _NATURAL,
    "replica": _NATURAL,
    "repeat": _NATURAL,
    "family": _TEXT,
    "turns": (lambda value: isinstance(value, list), "a list"),
    "success": _FLAG,
    "score": (_share, "a number in [0, 1]"),
    "reward": _NUMBER,
    "terminated": _FLAG,
    "truncated": _FLAG,
    "dead": _FLAG,
    "error": _OPTIONAL_TEXT,
    "error_message": _OPTIONAL_TEXT,
    "usage": _USAGE,
    "seconds": (_seconds, "a number of at least 0"),
}

_OBJECT = (_object, "an object")
_POSITIVE = (_positive, "a whole number of at least 1")

_HEADER: dict[str, tuple[Callable[[Any], bool], str]] = {
    "settings": _OBJECT,
    "policy": _OBJECT,
    "environments": (lambda value: isinstance(value, dict) and bool(value), "an object with an environment"),
}

_SETTINGS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "model": _TEXT,
    "suite": _TEXT,
    "split": _TEXT,
    "repeats": _POSITIVE,
    "protocol": (lambda value: value in PROTOCOLS, f"one of {', '.join(PROTOCOLS)}"),
    "think": _FLAG,
    "opened": _FLAG,
    "context": _OBJECT,
    "seed": (lambda value: isinstance(value, int) and not isinstance(value, bool), "a whole number"),
    "overrides": _OBJECT,
}

_ENVIRONMENT: dict[str, tuple[Callable[[Any], bool], str]] = {
    "preset": _TEXT,
    "track": _TEXT,
    "fingerprint": _TEXT,
    "episodes": _POSITIVE,
}
