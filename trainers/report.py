"""A training run as one self-contained page: curves, settings, warnings. No script, no server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ragen_bench.evaluation.store import storage_errors
from ragen_bench.trainers.config import as_yaml
from ragen_bench.trainers.recording import read_metrics
from ragen_bench.trainers.run_folder import read_config

#: Panels: title, keys drawn together.
_PANELS = (
    ("Success", ("success", "validation_success")),
    ("Reward", ("reward",)),
    ("Validation score", ("validation_score",)),
    ("Log-likelihood loss", ("nll",)),
    ("Groups kept, and without variance", ("groups_kept", "groups_zero")),
    ("Reward spread inside groups", ("reward_spread",)),
    ("Variance by actions and by luck", ("variance_action", "variance_luck")),
    ("Entropy (nats a token)", ("entropy",)),
    ("Gradient norm", ("grad_norm",)),
    ("Share of tokens clipped", ("clip_share",)),
    ("KL from the sampling policy (k3, nats)", ("approx_kl",)),
    ("KL from the reference (nats)", ("kl",)),
    ("Value loss", ("value_loss",)),
    ("Well-formed and valid replies", ("format", "valid")),
    ("Reply tokens", ("reply_tokens",)),
    ("Largest gap between sampled and recomputed log-probabilities (nats)", ("sampler_gap",)),
)
_COLOURS = ("#1f6feb", "#d1570b", "#2c8a4b")
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 420, 180, 52, 24
#: Steps that the thick line averages over.
_SMOOTHING = 9

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
figure { display: inline-block; margin: 0 1rem 1.2rem 0; } figcaption { font-weight: 600; }
svg { max-width: 100%; height: auto; } text { font: 11px system-ui, sans-serif; fill: #57606a; }
pre { background: #f6f8fa; padding: 1rem; overflow: auto; } li { margin: .2rem 0; }
.key { margin-right: 1rem; font-size: 12px; }
</style></head><body>
<h1>{{ title }}</h1>
<p>{{ summary }}</p>
{% if warnings %}<h2>Warnings</h2><ul>{% for w in warnings %}<li>{{ w }}</li>{% endfor %}</ul>{% endif %}
<h2>Curves</h2>
<p>Thin: each step. Thick: mean of the last {{ smoothing }}. Hollow dots: validation.</p>
{% for panel in panels %}<figure><figcaption>{{ panel.title }}</figcaption>{{ panel.svg }}
<div>{% for key, colour in panel.legend %}
<span class="key" style="color:{{ colour }}">{{ key }}</span>{% endfor %}</div>
</figure>{% endfor %}
<h2>Settings</h2><pre>{{ settings }}</pre>
</body></html>
"""


def write_report(run: str | Path) -> Path:
    """Writes report.html into the folder of a training run; returns its path.

    Raises:
        InvalidRun: no training run. StorageError: the disk refused.
    """
    path = Path(run)
    config, metrics = read_config(path), read_metrics(path)
    panels = []
    for title, keys in _PANELS:
        series = [(key, _points(metrics, key)) for key in keys]
        drawn = [(key, points) for key, points in series if points]
        if drawn:
            panels.append(
                {
                    "title": title,
                    "svg": Markup(_chart([points for _, points in drawn])),
                    "legend": [(key, _COLOURS[i]) for i, (key, _) in enumerate(drawn)],
                }
            )
    last = metrics[-1] if metrics else {}
    page = jinja2.Environment(autoescape=True).from_string(_PAGE)
    text = page.render(
        title=f"Training run {path.name}",
        summary=(
            f"{config.method} on {config.environments}, model {config.model}, seed {config.seed}: "
            f"{last.get('step', 0)} of {config.steps} steps, {last.get('tokens', 0):,} sampled tokens, "
            f"{last.get('seconds', 0) / 60:.1f} minutes."
        ),
        warnings=[f"step {m['step']}: {w}" for m in metrics for w in m.get("warnings", ())],
        panels=panels,
        smoothing=_SMOOTHING,
        settings=as_yaml(config),
    )
    target = path / "report.html"
    with storage_errors(target):
        target.write_text(text, encoding="utf-8")
    return target


def _points(metrics: Sequence[dict[str, Any]], key: str) -> list[tuple[float, float]]:
    return [(float(m["step"]), float(m[key])) for m in metrics if isinstance(m.get(key), (int, float))]


def _chart(series: Sequence[Sequence[tuple[float, float]]]) -> str:
    """Line chart as SVG."""
    xs = [x for points in series for x, _ in points]
    ys = [y for points in series for _, y in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    if y0 >= 0 and y0 < 0.5 * y1:
        y0 = 0.0
    x1, y1 = (x1 if x1 > x0 else x0 + 1), (y1 if y1 > y0 else y0 + 1)

    def place(x: float, y: float) -> str:
        across = _LEFT + (x - x0) / (x1 - x0) * (_WIDTH - _LEFT - 8)
        down = 8 + (y1 - y) / (y1 - y0) * (_HEIGHT - _BOTTOM - 8)
        return f"{across:.1f},{down:.1f}"

    parts = [f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img">']
    for share in (0.0, 0.5, 1.0):
        y = y0 + share * (y1 - y0)
        height = place(x0, y).split(",")[1]
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{height}" y2="{height}" stroke="#d8dee4"/>'
            f'<text x="{_LEFT - 6}" y="{float(height) + 4:.1f}" text-anchor="end">{y:.3g}</text>'
        )
    for x, anchor in ((x0, "start"), (x1, "end")):
        across = place(x, y0).split(",")[0]
        parts.append(f'<text x="{across}" y="{_HEIGHT - 6}" text-anchor="{anchor}">{x:.0f}</text>')
    dense = max(len(points) for points in series)
    for number, points in enumerate(series):
        colour = _COLOURS[number % len(_COLOURS)]
        line = " ".join(place(x, y) for x, y in points)
        if len(points) * 3 < dense or len(points) < 3:
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            for point in line.split():
                across, down = point.split(",")
                parts.append(f'<circle cx="{across}" cy="{down}" r="3" fill="white" stroke="{colour}"/>')
            continue
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="0.7" opacity="0.45"/>'
        )
        smooth = " ".join(
            place(points[i][0], sum(y for _, y in window) / len(window))
            for i in range(len(points))
            if (window := points[max(0, i - _SMOOTHING + 1) : i + 1])
        )
        parts.append(f'<polyline points="{smooth}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return "".join(parts) + "</svg>"
