"""Small public files of HotpotQA's two schemas, written by us."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_TEXTS = {
    "Larkmoor Quay": ["Larkmoor Quay is a film of 1961.", " Its director was Anselm Dray."],
    "Anselm Dray": ["Anselm Dray (1920-1988) was a director.", " He grew up in Port Sable."],
    "Port Sable": ["Port Sable is a harbour town."],
    "Mira Holt": ["Mira Holt is a Danish botanist."],
    "Jonas Pell": ["Jonas Pell is a Danish sailor."],
}


def row(number: int, question: str, answer: str, titles: list[str], kind: str = "bridge") -> dict[str, Any]:
    """A row as the hub has it."""
    return {
        "id": f"row{number}",
        "question": question,
        "answer": answer,
        "type": kind,
        "level": "medium",
        "supporting_facts": {"title": titles, "sent_id": [0] * len(titles)},
        "context": {"title": list(_TEXTS), "sentences": list(_TEXTS.values())},
    }


HUB_ROWS = [
    row(
        1,
        "Where did the man who directed Larkmoor Quay grow up?",
        "Port Sable",
        ["Larkmoor Quay", "Anselm Dray"],
    ),
    row(2, "Are Mira Holt and Jonas Pell both Danish?", "yes", ["Mira Holt", "Jonas Pell"], "comparison"),
]


def original(hub: dict[str, Any]) -> dict[str, Any]:
    """The row as the original files have it."""
    context, facts = hub["context"], hub["supporting_facts"]
    return {
        "_id": hub["id"],
        **{key: hub[key] for key in ("question", "answer", "type", "level")},
        "supporting_facts": [list(pair) for pair in zip(facts["title"], facts["sent_id"], strict=True)],
        "context": [list(pair) for pair in zip(context["title"], context["sentences"], strict=True)],
    }


def write_jsonl(path: Path, rows: list[dict[str, Any]]) -> None:
    """One row a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(item) + "\n" for item in rows), encoding="utf-8")
