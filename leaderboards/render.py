"""Templates to text. Whatever they are given is made visible and escaped on the way."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ragen_bench.evaluation.transcript import (
    interval,
    number,
    one_line,
    percent,
    reward_terms,
    signed,
    visible,
)

TEMPLATES = Path(__file__).parent / "templates"
#: Characters of one observation or reply that a page shows.
TEXT_LIMIT = 6000

_MARKDOWN = re.compile(r"([\\`*_\[\]|~#!])")


def render(template: str, **values: Any) -> str:
    """A template of this package filled in; ends in one line feed."""
    return _ENVIRONMENT.get_template(template).render(**values).strip() + "\n"


def script() -> tuple[Markup, str]:
    """The page's script, and its hash for the content security policy."""
    text = (TEMPLATES / "sort.js").read_text(encoding="utf-8").strip()
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Markup(text), f"sha256-{digest}"


def _finalize(value: Any) -> Any:
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(value)
    return "" if value is None else value


def _markdown(text: str) -> Markup:
    """One line that Markdown takes literally, in a table too."""
    escaped = html.escape(one_line(str(text), 400))
    # Entities would be broken by escaping their "#".
    return Markup(_MARKDOWN.sub(lambda m: f"&#{ord(m[1])};", escaped.replace("&#x27;", "'")))


def _plain(value: float | None) -> str:
    """For sorting; empty where it is not known."""
    return "" if value is None else repr(value)


def _rank(ends: tuple[int, int]) -> str:
    best, worst = ends
    return str(best) if best == worst else f"{best}–{worst}"


def _count(value: int | None) -> str:
    """Tokens in three digits or so: 1.2M."""
    if value is None:
        return "–"
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if value >= size:
            return f"{value / size:.1f}{letter}" if value < 100 * size else f"{value / size:.0f}{letter}"
    return str(value)


def _percents(ends: Iterable[float | None] | None) -> str:
    return "" if ends is None else f"[{', '.join('–' if e is None else f'{100 * e:.1f}' for e in ends)}]"


def _range_mark(row: Mapping[str, Any]) -> Markup:
    """The suite score as a dot with its interval on a line from 0 (floor) to 1 (oracle); hollow beyond it."""
    mean, ends = row["suite_score"], row["suite_score_interval"]
    if mean is None:
        return Markup("")
    dot = _position(mean)
    outside = "" if 0 <= mean <= 1 else ' class="outside"'
    mark = f'<b{outside} style="left:{dot:.1f}%"></b>'
    if ends is not None and None not in ends:
        low, high = map(_position, ends)
        mark = f'<i style="left:{low:.1f}%;width:{high - low:.1f}%"></i>{mark}'
    return Markup(f'<span class="range" aria-hidden="true">{mark}</span>')


def _position(value: float) -> float:
    return 100 * min(1.0, max(0.0, value))


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    finalize=_finalize,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters.update(
    clip=lambda text: visible(text, TEXT_LIMIT),
    count=_count,
    interval=interval,
    md=_markdown,
    number=number,
    one_line=one_line,
    percent=percent,
    percents=_percents,
    plain=_plain,
    range_mark=_range_mark,
    rank=_rank,
    signed=signed,
    terms=reward_terms,
)
