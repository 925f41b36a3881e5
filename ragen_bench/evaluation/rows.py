"""What a run folder records: one row per episode, one record per turn.

Rows are plain dicts, because they are read back from JSON by other programs; this module is the one
place that knows their fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from ragen_bench.rng import digest


class TurnRecord(TypedDict):
    """One reply and what it did."""

    observation: str  #: hex SHA-256 of the observation that the reply answers
    reply: str  #: the model's text, as received
    thinking: str | None  #: reasoning that came in a field of its own
    answer: str | None  #: the action text found in the reply
    format_ok: bool
    finish: str  #: "stop", "length", "context" or "refusal"
    executed: list[str]
    valid: bool
    reward: float
    reward_terms: dict[str, float]
    usage: dict[str, int | None]


class EpisodeRow(TypedDict):
    """One episode. `error` is null, or the kind of a failure that was not the model's."""

    environment: str
    preset: str
    track: str
    split: str
    index: int
    replica: int
    repeat: int
    family: str
    turns: list[TurnRecord]
    success: bool
    score: float
    reward: float
    terminated: bool
    truncated: bool
    dead: bool
    error: str | None
    error_message: str | None
    usage: dict[str, int | None]
    seconds: float


USAGE_FIELDS = ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens")


@dataclass(frozen=True, slots=True, order=True)
class EpisodeKey:
    """Which play a row is of. The last row with a key counts."""

    environment: str
    split: str
    index: int
    repeat: int

    @classmethod
    def of(cls, row: EpisodeRow) -> EpisodeKey:
        """The key of a row."""
        return cls(row["environment"], row["split"], row["index"], row["repeat"])

    def seed(self, run_seed: int, turn: int) -> int:
        """The sampling seed of a turn, in [0, 2**63): depends on nothing but its arguments."""
        parts = ("reply", run_seed, self.environment, self.split, self.index, self.repeat, turn)
        return int.from_bytes(digest(*parts)[:8], "little") >> 1


def add_usage(usages: Iterable[Mapping[str, int | None]]) -> dict[str, int | None]:
    """Sums per field, of turns or of episodes; None where none of them knew the figure."""
    totals: dict[str, int | None] = dict.fromkeys(USAGE_FIELDS)
    for usage in usages:
        for name in USAGE_FIELDS:
            value = usage.get(name)
            if value is not None:
                totals[name] = (totals[name] or 0) + value
    return totals


def jsonable(value: Any) -> Any:
    """`value` with NaN and infinities as None: strict JSON has neither."""
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    if isinstance(value, dict):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in value]
    return value
