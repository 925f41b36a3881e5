"""Drawing the next token from logits: one uniform number per row, no global generator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import torch

from ragen_bench.errors import InvalidConfig

#: Used where neither the caller nor the model's generation config says anything.
DEFAULT_TEMPERATURE = 0.6
DEFAULT_TOP_P = 0.95

# Enough candidates for any peaked distribution; flat ones are sorted whole.
_CANDIDATES = 128


@dataclass(frozen=True, slots=True)
class Sampling:
    """The distribution that tokens are drawn from.

    Order of application: repetition penalty, temperature, top_k, top_p, min_p.

    Args:
        temperature: divides the logits; 0 means greedy.
        top_p: the smallest set of most probable tokens that holds at least this mass, in (0, 1].
        top_k: only the k most probable tokens, or 0 for all.
        min_p: only tokens at least this share of the most probable one's probability, in [0, 1].
        repetition_penalty: Keskar et al. 2019 (arXiv 1909.05858), over prompt and reply; 1 is none.
    """

    temperature: float = DEFAULT_TEMPERATURE
    top_p: float = DEFAULT_TOP_P
    top_k: int = 0
    min_p: float = 0.0
    repetition_penalty: float = 1.0

    def __post_init__(self) -> None:
        checks = (
            ("temperature", 0 <= self.temperature < float("inf"), "a number of at least 0"),
            ("top_p", 0 < self.top_p <= 1, "above 0 and at most 1"),
            ("top_k", self.top_k >= 0, "at least 0 (0: all tokens)"),
            ("min_p", 0 <= self.min_p <= 1, "from 0 to 1"),
            ("repetition_penalty", 0 < self.repetition_penalty < float("inf"), "above 0"),
        )
        for name, fine, allowed in checks:
            if not fine:
                raise InvalidConfig(name, getattr(self, name), allowed)

    @classmethod
    def resolve(cls, config: Any, temperature: float | None, top_p: float | None) -> Sampling:
        """The caller's values, else those of a model's generation config, else T=0.6, top_p=0.95.

        A generation config without temperature, top_p, top_k and min_p counts as silent. In one that
        speaks, what it leaves out is neutral (temperature 1, top_p 1).
        """
        # Only what differs from the class's defaults: older versions fill in temperature 1 and top_k 50.
        said = config.to_diff_dict() if config is not None else {}
        own = {name: said.get(name) for name in ("temperature", "top_p", "top_k", "min_p")}
        silent = all(value is None for value in own.values())
        base_temperature = own["temperature"] if own["temperature"] is not None else 1.0
        base_top_p = own["top_p"] if own["top_p"] is not None else 1.0
        if silent:
            base_temperature, base_top_p = DEFAULT_TEMPERATURE, DEFAULT_TOP_P
        return cls(
            temperature=float(base_temperature if temperature is None else temperature),
            top_p=float(base_top_p if top_p is None else top_p),
            top_k=int(own["top_k"] or 0),
            min_p=float(own["min_p"] or 0.0),
            repetition_penalty=float(said.get("repetition_penalty") or 1.0),
        )

    def as_dict(self) -> dict[str, Any]:
        """JSON-able settings."""
        return asdict(self)


def draw(
    logits: torch.Tensor, uniforms: Sequence[float], sampling: Sampling
) -> tuple[list[int], list[float]]:
    """One token per row and its natural-log probability under the distribution it was drawn from.

    Inverse CDF over candidates in the order of token ids: with two candidates of nearly equal
    probability, rounding noise then moves one boundary a little instead of swapping two intervals.
    Greedy rows (temperature 0) come with the log-probability at temperature 1, because a greedy
    choice has no distribution of its own.

    Args:
        logits: float tensor, shape (B, V).
        uniforms: numbers in [0, 1), shape (B,).
        sampling: the settings.
    """
    logits = logits.float()
    if sampling.temperature == 0:
        best = logits.argmax(dim=-1, keepdim=True)
        chosen = torch.log_softmax(logits, dim=-1).gather(1, best)
        return best[:, 0].tolist(), chosen[:, 0].tolist()
    scaled = logits / sampling.temperature
    if sampling.top_p < 1 or sampling.top_k or sampling.min_p:
        probabilities, index = _truncated(scaled, sampling)
    else:
        probabilities, index = torch.softmax(scaled, dim=-1), None
    return _invert(probabilities, index, uniforms)


def _truncated(scaled: torch.Tensor, sampling: Sampling) -> tuple[torch.Tensor, torch.Tensor]:
    vocabulary = scaled.shape[-1]
    limit = min(sampling.top_k or vocabulary, vocabulary)
    width = min(limit, _CANDIDATES)
    log_total = None if sampling.top_k else torch.logsumexp(scaled, dim=-1, keepdim=True)
    while True:
        values, index = torch.topk(scaled, width, dim=-1)
        if sampling.top_k and width == limit:
            log_total = torch.logsumexp(values, dim=-1, keepdim=True)
        elif log_total is None:
            width = limit
            continue
        probabilities = torch.exp(values - log_total)
        mass = torch.cumsum(probabilities, dim=-1)
        enough = bool((mass[:, -1] >= sampling.top_p).all())
        if sampling.top_p == 1 and sampling.min_p:
            enough = bool((probabilities[:, -1] < sampling.min_p * probabilities[:, 0]).all())
        if width == limit or enough:
            break
        width = limit
    keep = (mass - probabilities) < sampling.top_p
    if sampling.min_p:
        keep &= probabilities >= sampling.min_p * probabilities[:, :1]
    keep[:, 0] = True
    probabilities = probabilities * keep
    order = index.argsort(dim=-1)
    return probabilities.gather(1, order), index.gather(1, order)


def _invert(
    probabilities: torch.Tensor, index: torch.Tensor | None, uniforms: Sequence[float]
) -> tuple[list[int], list[float]]:
    wide = torch.float32 if probabilities.device.type == "mps" else torch.float64
    heights = torch.cumsum(probabilities, dim=-1, dtype=wide)
    total = heights[:, -1:]
    points = torch.tensor(list(uniforms), dtype=wide, device=heights.device)[:, None] * total
    # Strictly below the total, so that the first height above the point exists and has mass.
    points = torch.minimum(points, torch.nextafter(total, torch.zeros_like(total)))
    position = torch.searchsorted(heights, points, right=True).clamp_(max=heights.shape[-1] - 1)
    chosen = torch.log(probabilities.gather(1, position).to(wide) / total)
    token = position if index is None else index.gather(1, position)
    return token[:, 0].tolist(), chosen[:, 0].tolist()


def penalise(logits: torch.Tensor, seen: Sequence[Sequence[int]], penalty: float) -> torch.Tensor:
    """Logits with the repetition penalty on the tokens each row has seen; shape (B, V) kept."""
    logits = logits.float().clone()
    for row, tokens in enumerate(seen):
        ids = torch.tensor(sorted(set(tokens)), device=logits.device)
        values = logits[row, ids]
        logits[row, ids] = torch.where(values < 0, values * penalty, values / penalty)
    return logits
