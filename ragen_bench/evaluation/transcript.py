"""Runs and episodes as plain text that is safe to print, and easy to read.

Replies may hold anything, escape sequences for a terminal included: every text of a model or an
environment goes through `visible`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ragen_bench.errors import InvalidConfig, UnknownName
from ragen_bench.evaluation.replay import Mismatch, PlayedTurn, Replayed, replay_row
from ragen_bench.evaluation.rows import EpisodeRow
from ragen_bench.registry import get_spec

#: Characters of one reply or observation that a transcript shows.
TEXT_LIMIT = 20_000

# Controls but tab and line feed, lone surrogates, separators that some programs break lines at, and what
# is invisible or turns the direction of writing.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def visible(text: str, limit: int | None = None) -> str:
    r"""`text` with what a terminal would obey, or an eye would miss, written as `\x1b` or `\u202e`.

    Line feeds and tabs stay. The result can be encoded in UTF-8.

    Args:
        text: anything.
        limit: characters of `text` to keep; what is left out is said.
    """
    left_out = 0 if limit is None else len(text) - limit
    if left_out > 0:
        text = text[:limit]
    text = _UNSAFE.sub(_escape, text.replace("\r\n", "\n"))
    return f"{text}\n[... {left_out:,} more characters]" if left_out > 0 else text


def one_line(text: str, limit: int = 200) -> str:
    """`visible` text without line breaks or tabs, cut short with an ellipsis."""
    text = text if len(text) <= limit else text[: limit - 1] + "…"
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def transcript(row: EpisodeRow, header: Mapping[str, Any]) -> str:
    """An episode as Markdown-flavoured text: observations, replies, what was executed and paid.

    A run folder keeps only hashes of observations, so the episode is replayed. An observation that does
    not have the recorded hash is left out and said so, for the agent saw another.

    Args:
        row: the episode.
        header: run.json.

    Raises:
        UnknownName, AmbiguousId, BrokenPlugin: the environment cannot be had here.
    """
    return transcript_of(replay_row(row, header))


def transcript_of(replayed: Replayed) -> str:
    """`transcript` of an episode that has been replayed."""
    row = replayed.row
    parts = [f"# {one_line(row['environment'])} [{one_line(row['preset'])}] {place(row)}", _outcome(row)]
    for number, turn in enumerate(replayed.turns, start=1):
        parts.append(_turn(number, turn))
    if replayed.ok and row["error"] is None:
        parts.append("## End\n" + _quoted(replayed.final_observation))
    if replayed.mismatches:
        lines = [f"- {describe(m)}" for m in replayed.mismatches]
        parts.append("## Replay differs from the record\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def describe(mismatch: Mismatch) -> str:
    """A `Mismatch` in one safe line."""
    where = f"turn {mismatch.turn + 1}: " if mismatch.turn is not None else ""
    recorded, replayed = (one_line(repr(value), 80) for value in (mismatch.recorded, mismatch.replayed))
    return f"{where}{mismatch.field}: recorded {recorded}, replayed {replayed}"


def place(row: EpisodeRow) -> str:
    """Which play a row is of: "test 3", with the repeat where it is not the first."""
    repeat = f", repeat {row['repeat']}" if row["repeat"] else ""
    return f"{one_line(row['split'])} {row['index']}{repeat}"


def find_row(rows: Iterable[EpisodeRow], text: str) -> EpisodeRow:
    """The row that `text` names: "countdown:3", "countdown:3:1" (repeat 1), or "3" of the only environment.

    Raises:
        UnknownName: the run has no such environment or episode. InvalidConfig: not of that form.
    """
    rows = list(rows)
    environments = list(dict.fromkeys(row["environment"] for row in rows))
    name, *numbers = text.split(":")
    if text.isdecimal() and len(environments) == 1:
        name, numbers = environments[0], [text]
    if not 1 <= len(numbers) <= 2 or not all(map(_is_index, numbers)):
        raise InvalidConfig("episode", text, 'an environment, an index and perhaps a repeat: "countdown:3"')
    if name not in environments:
        try:
            name = get_spec(name).id
        except UnknownName as error:
            raise UnknownName("environment", name, environments or error.known) from None
    index, repeat = int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else 0
    own = [row for row in rows if row["environment"] == name]
    for row in own:
        if (row["index"], row["repeat"]) == (index, repeat):
            return row
    known = [f"{name}:{row['index']}" + (f":{row['repeat']}" if row["repeat"] else "") for row in own]
    raise UnknownName("episode", f"{name}:{index}:{repeat}", known)


def _is_index(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18


@dataclass(frozen=True, slots=True)
class Table:
    """A table of formatted cells.

    Args:
        columns: headings.
        rows: as many cells each as there are columns.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def run_table(summary: Mapping[str, Any]) -> Table:
    """A summary as a table: one row per environment, then the suite.

    Every text in it is safe to print.
    """
    columns = (
        "environment",
        "preset",
        "episodes",
        "errors",
        "score",
        "95 %",
        "success",
        "floor",
        "oracle",
        "normalised",
        "invalid",
        "format",
        "cut",
        "turns",
    )
    rows: list[tuple[str, ...]] = []
    for env_id, entry in summary["environments"].items():
        episodes = str(entry["episodes"])
        if entry["episodes"] != entry["expected"]:
            episodes += f"/{entry['expected']}"
        rows.append(
            (
                one_line(env_id),
                one_line(entry["preset"]),
                episodes,
                str(entry["errors"]),
                number(entry["score"]),
                interval(entry["score_interval"]),
                percent(entry["success"]),
                number(entry["floor"]),
                number(entry["oracle"]),
                number(entry["normalized_score"]),
                percent(entry["invalid_rate"]),
                percent(entry["format_failure_rate"]),
                percent(entry["truncated_reply_rate"]),
                number(entry["turns"], 1),
            )
        )
    rows.append(
        (
            one_line(summary["suite"]),
            "",
            str(summary["episodes"]),
            str(summary["errors"]),
            *([""] * 2),
            *([""] * 3),
            number(summary["suite_score"]),
            *([""] * 4),
        )
    )
    return Table(columns, tuple(rows))


def number(value: float | None, digits: int = 3) -> str:
    """Fixed digits; a dash where it is not known."""
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


def percent(value: float | None) -> str:
    """A share as a percentage with one digit; a dash where it is not known."""
    return "–" if value is None else f"{100 * value:.1f} %"


def interval(ends: Iterable[float | None] | None, digits: int = 3) -> str:
    """Two ends in brackets; empty where there is none."""
    return "" if ends is None else f"[{', '.join(number(end, digits) for end in ends)}]"


def reward_terms(terms: Mapping[str, float]) -> str:
    """For example "step −0.1, solved +10"."""
    return ", ".join(f"{one_line(name, 60)} {signed(value)}" for name, value in terms.items())


def signed(value: float) -> str:
    """A reward with its sign, as short as it can be."""
    return f"{value:+.6g}".replace("-", "−") if value else "0"


def _outcome(row: EpisodeRow) -> str:
    if row["error"] is not None:
        return f"Error: {one_line(row['error'])}: {one_line(row['error_message'] or '', 500)}"
    end = "truncated" if row["truncated"] else "terminated"
    success = "success" if row["success"] else "no success"
    return (
        f"{success}, score {number(row['score'])}, reward {signed(row['reward'])}, "
        f"{len(row['turns'])} turn{'s' if len(row['turns']) != 1 else ''}, {end}"
    )


def _turn(number: int, turn: PlayedTurn) -> str:
    record = turn.record
    lines = [f"## Turn {number}"]
    if turn.observation is not None and turn.as_recorded:
        lines.append(_quoted(turn.observation))
    else:
        lines.append("> (the observation cannot be reproduced here)")
    if record["thinking"]:
        lines += ["", "Thinking:", _indented(record["thinking"])]
    lines += ["", "Reply:" + _remarks(record), _indented(record["reply"]), ""]
    executed = " | ".join(one_line(action) for action in record["executed"])
    lines.append(f"Executed: {executed or '(nothing)'}")
    lines.append(f"Reward: {signed(record['reward'])}" + _in_brackets(reward_terms(record["reward_terms"])))
    return "\n".join(lines)


def _remarks(record: Mapping[str, Any]) -> str:
    remarks = []
    if record["finish"] != "stop":
        remarks.append(f"ended by {record['finish']}")
    if not record["format_ok"]:
        remarks.append("not in the format asked for")
    if not record["valid"]:
        remarks.append("invalid action")
    return _in_brackets(", ".join(remarks))


def _in_brackets(text: str) -> str:
    return f" ({text})" if text else ""


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in visible(text, TEXT_LIMIT).split("\n"))


def _indented(text: str) -> str:
    return (
        "\n".join(f"    {line}" for line in visible(text, TEXT_LIMIT).split("\n")) if text else "    (empty)"
    )


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
