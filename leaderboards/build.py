"""`build`: run folders in; index.html, leaderboard.md, leaderboard.json and a page per run out.

The same run folders give the same files, byte for byte. The page needs no server and loads nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidRun, RagenError
from ragen_bench.evaluation.baselines import read_baselines
from ragen_bench.evaluation.rows import jsonable
from ragen_bench.evaluation.store import storage_errors
from ragen_bench.evaluation.transcript import one_line
from ragen_bench.leaderboards.entries import OFFICIAL, Board, Entry, read_entry
from ragen_bench.leaderboards.pages import run_page
from ragen_bench.leaderboards.ranking import ranks
from ragen_bench.leaderboards.render import render, script
from ragen_bench.registry import get_spec

FORMAT = 1
#: Episodes per environment on the page of a run.
EPISODES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Built:
    """What `build` wrote.

    Args:
        out: the folder.
        index: its index.html.
        files: everything written, index.html first.
        entries: the runs that are shown.
        left_out: (folder, reason) of those that could not be read.
    """

    out: Path
    index: Path
    files: tuple[Path, ...]
    entries: tuple[Entry, ...]
    left_out: tuple[tuple[Path, str], ...]


def build(
    folders: Iterable[str | Path],
    out: str | Path,
    *,
    verify: bool = False,
    episodes: int = EPISODES_SHOWN,
    official: Path = OFFICIAL,
    tick: Callable[[Path, int, int], None] | None = None,
) -> Built:
    """Writes the leaderboard of some run folders.

    Args:
        folders: run folders, in any order; one given twice counts once.
        out: folder for the page; made if it is not there, files of the same names are replaced.
        verify: replay every run; those that pass are "replayed", the others are set apart.
        episodes: shown per environment on the page of each run.
        official: only runs in this folder may be "reproduced", by an entry.json beside their run.json.
        tick: called with a folder before it is read, its number and how many there are.

    Raises:
        InvalidRun: none of the folders is a run.
        StorageError: `out` cannot be written.
    """
    out = Path(out)
    paths = sorted({Path(folder).resolve(): Path(folder) for folder in folders}.items())
    entries: list[Entry] = []
    left_out: list[tuple[Path, str]] = []
    for number, (_, path) in enumerate(paths, start=1):
        if tick is not None:
            tick(path, number, len(paths))
        try:
            entries.append(read_entry(path, check=verify, official=official))
        except RagenError as error:
            left_out.append((path, str(error)))
    if not entries:
        reasons = "; ".join(reason for _, reason in left_out)
        raise InvalidRun(
            reasons or "no run folders were given; make one with: ragen-bench evaluate MODEL --out runs/NAME"
        )
    labels, pages = _labels(entries), _pages(entries)
    views = [_view(*item) for item in zip(entries, labels, pages, strict=True)]
    boards = _boards(entries, views)
    # Folder names only: where somebody keeps the runs is no part of the result.
    notes = [
        {"folder": path.resolve().name, "reason": reason.replace(str(path), path.resolve().name)}
        for path, reason in left_out
    ]
    code, code_hash = script()
    content = {"format": FORMAT, "boards": boards, "left_out": notes}
    files = {
        "index.html": render("index.html", boards=boards, left_out=notes, script=code, script_hash=code_hash),
        "leaderboard.md": render("leaderboard.md", boards=boards, left_out=notes),
        "leaderboard.json": json.dumps(jsonable(content), indent=1, allow_nan=False) + "\n",
    }
    for entry, view in zip(entries, views, strict=True):
        files[view["page"]] = run_page(entry, view, episodes)
    with storage_errors(out):
        (out / "runs").mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (out / name).write_text(text, encoding="utf-8", newline="\n")
    written = tuple(out / name for name in files)
    return Built(out, out / "index.html", written, tuple(entries), tuple(left_out))


def _boards(entries: Sequence[Entry], views: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    grouped: dict[Board, list[tuple[Entry, dict[str, Any]]]] = {}
    for entry, view in zip(entries, views, strict=True):
        grouped.setdefault(entry.board, []).append((entry, view))
    boards = []
    for board in sorted(grouped, key=lambda b: (not any(e.ranked for e, _ in grouped[b]), not b.current, b)):
        ranked = [(entry, view) for entry, view in grouped[board] if entry.ranked]
        for (_, view), rank in zip(ranked, ranks([entry for entry, _ in ranked]), strict=True):
            view["rank"] = rank
        environments = [_environment(*each) for each in board.environments]
        boards.append(
            {
                "suite": board.suite,
                "split": board.split,
                "tracks": board.tracks,
                "protocol": board.protocol,
                "current": board.current,
                "environments": environments,
                "has_baselines": any(each["oracle"] is not None for each in environments),
                "ranked": _best_first(view for _, view in ranked),
                "apart": _best_first(view for entry, view in grouped[board] if not entry.ranked),
            }
        )
    return boards


def _environment(env_id: str, preset: str, mark: str) -> dict[str, Any]:
    """An environment of a board with its reference scores, where they are of the same behaviour."""
    spec = get_spec(env_id)
    fields: dict[str, Any] = {
        "id": env_id,
        "name": f"{spec.name}-v{spec.version}",
        "preset": preset,
        "fingerprint": mark,
        "floor": None,
        "floor_policy": None,
        "floor_interval": None,
        "oracle": None,
        "oracle_interval": None,
    }
    baseline = read_baselines(env_id).get(preset)
    if baseline is not None and baseline.fingerprint == mark:
        floor, oracle = baseline.floor, baseline.oracle
        fields |= {
            "floor": floor.score.mean,
            "floor_policy": floor.policy,
            "floor_interval": floor.score.interval,
            "oracle": oracle.score.mean,
            "oracle_interval": oracle.score.interval,
        }
    return fields


def _view(entry: Entry, label: str, page: str) -> dict[str, Any]:
    """What the tables say of a run."""
    summary, settings = entry.summary, entry.header["settings"]
    turns = [turn for row in entry.rows if row["error"] is None for turn in row["turns"]]
    usage = summary["usage"]
    known = [usage[name] for name in ("prompt_tokens", "completion_tokens") if usage[name] is not None]
    return {
        "model": entry.model,
        "label": label,
        "folder": entry.folder,
        "page": page,
        "tier": entry.tier,
        "suite": settings["suite"],
        "split": settings["split"],
        "protocol": entry.board.protocol,
        "rank": None,
        "apart": entry.apart,
        "suite_score": summary["suite_score"],
        "suite_score_interval": summary["suite_score_interval"],
        "episodes": summary["episodes"],
        "errors": summary["errors"],
        "invalid_rate": _share([not turn["valid"] for turn in turns]),
        "format_failure_rate": _share([not turn["format_ok"] for turn in turns]),
        "truncated_reply_rate": _share([turn["finish"] == "length" for turn in turns]),
        "tokens": sum(known) if known else None,
        "usage": usage,
        "cost": summary["cost"],
        "budget_limited": entry.budget_limited,
        "environments": summary["environments"],
    }


def _best_first(views: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    def key(view: dict[str, Any]) -> tuple[bool, float, str, str]:
        score = view["suite_score"]
        return score is None, -score if score is not None else 0.0, view["label"], view["folder"]

    return sorted(views, key=key)


def _labels(entries: Sequence[Entry]) -> list[str]:
    """Model names; with the folder's name where two runs bear the same."""
    names = [one_line(entry.model, 120) or entry.folder for entry in entries]
    with_folder = [
        f"{name} ({one_line(entry.folder, 120)})" if names.count(name) > 1 else name
        for name, entry in zip(names, entries, strict=True)
    ]
    return _distinct(with_folder, " #")


def _pages(entries: Sequence[Entry]) -> list[str]:
    # Case folded: some file systems do not tell "A" from "a".
    slugs = [re.sub(r"[^a-z0-9_.-]+", "-", entry.folder.casefold()).strip("-.") or "run" for entry in entries]
    return [f"runs/{slug}.html" for slug in _distinct(slugs, "-")]


def _distinct(names: Sequence[str], mark: str) -> list[str]:
    taken: set[str] = set()
    found = []
    for name in names:
        candidate, number = name, 1
        while candidate in taken:
            number += 1
            candidate = f"{name}{mark}{number}"
        taken.add(candidate)
        found.append(candidate)
    return found


def _share(flags: Sequence[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None
