"""Rows as an evaluation writes them, for tests that need no environment."""

from __future__ import annotations

from typing import Any

from ragen_bench.evaluation.rows import USAGE_FIELDS, EpisodeRow


def a_row(index: int = 0, **changes: Any) -> EpisodeRow:
    """A finished one-turn episode; `changes` replace fields."""
    nothing: dict[str, int | None] = dict.fromkeys(USAGE_FIELDS)
    row: dict[str, Any] = {
        "environment": "ragen/Countdown-v1",
        "preset": "medium",
        "track": "@synthetic",
        "split": "test",
        "index": index,
        "replica": 0,
        "repeat": 0,
        "family": "f",
        "turns": [
            {
                "observation": "0" * 64,
                "reply": "1 + 1",
                "thinking": None,
                "answer": "1 + 1",
                "format_ok": True,
                "finish": "stop",
                "executed": ["1 + 1"],
                "valid": True,
                "reward": 0.1,
                "reward_terms": {"attempt": 0.1},
                "usage": nothing,
            }
        ],
        "success": False,
        "score": 0.0,
        "reward": 0.1,
        "terminated": True,
        "truncated": False,
        "dead": False,
        "error": None,
        "error_message": None,
        "usage": nothing,
        "seconds": 0.0,
    }
    row.update(changes)
    return row  # type: ignore[return-value]


def a_header(**settings: Any) -> dict[str, Any]:
    """A run.json, whole; `settings` replace fields of its settings."""
    given: dict[str, Any] = {
        "model": "m",
        "suite": "custom@0",
        "split": "test",
        "repeats": 1,
        "protocol": "raw",
        "think": False,
        "opened": False,
        "context": {},
        "seed": 0,
        "overrides": {},
    }
    environment = {
        "preset": "medium",
        "version": 1,
        "track": "@synthetic",
        "fingerprint": "0" * 64,
        "episodes": 3,
        "max_turns": 1,
        "max_actions_per_turn": 1,
    }
    return {
        "format": 1,
        "canary": "c",
        "created": "2026-01-01T00:00:00+00:00",
        "settings": {**given, **settings},
        "policy": {},
        "environments": {"ragen/Countdown-v1": environment},
        "versions": {},
        "platform": {},
    }
