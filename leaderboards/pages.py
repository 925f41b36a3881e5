"""The page of one run: its settings and the first episodes of each environment, to be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragen_bench.evaluation.replay import replay_row
from ragen_bench.evaluation.rows import EpisodeRow
from ragen_bench.evaluation.transcript import describe, place
from ragen_bench.leaderboards.entries import Entry
from ragen_bench.leaderboards.render import render


def run_page(entry: Entry, row: Mapping[str, Any], episodes: int) -> str:
    """HTML with the first `episodes` episodes of each environment.

    Args:
        entry: the run.
        row: what the leaderboard says of it.
        episodes: how many to show; their observations come from a replay.
    """
    environments = []
    for number, (env_id, summary) in enumerate(entry.summary["environments"].items(), start=1):
        own = [r for r in entry.rows if r["environment"] == env_id][:episodes]
        shown = [_episode(r, entry.header) for r in own]
        environments.append({**summary, "id": env_id, "anchor": f"environment-{number}", "shown": shown})
    return render("run.html", row=row, settings=_settings(entry.header), environments=environments)


def _episode(row: EpisodeRow, header: Mapping[str, Any]) -> dict[str, Any]:
    replayed = replay_row(row, header)
    turns = [
        {**turn.record, "observation": turn.observation if turn.as_recorded else None}
        for turn in replayed.turns
    ]
    whole = replayed.ok and row["error"] is None
    return {
        **row,
        "place": place(row),
        "turns": turns,
        "final": replayed.final_observation if whole else None,
        "mismatches": [describe(mismatch) for mismatch in replayed.mismatches],
    }


def _settings(header: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What run.json says of the model and the run, flat and short enough to read."""
    sections = {"policy": header["policy"], "versions": header.get("versions"), "": header["settings"]}
    left_out = {"model", "suite", "split", "protocol"}
    facts: list[tuple[str, str]] = []
    for section, values in sections.items():
        for name, value in values.items() if isinstance(values, dict) else ():
            if section or name not in left_out:
                facts.append((f"{section} {name}".strip().replace("_", " "), _brief(value)))
    return facts


def _brief(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_brief(item)}" for name, item in value.items())[:300] or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)[:300]
