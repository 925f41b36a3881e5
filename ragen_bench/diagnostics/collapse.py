"""`collapse_report`: what a cross-score matrix says, with its certainty."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ragen_bench.diagnostics import bounds
from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation.quantiles import t_critical
from ragen_bench.rng import Rng

#: Fewest prompts for a verdict: below, intervals cover the true information too rarely.
LEAST_PROMPTS = 32
#: The equivalence margin: a quarter of the reference's information, or this many nats without one.
MARGIN_SHARE, MARGIN_NATS = 0.25, 0.25
#: A lower bound above this share of log N, or retrieval above this, says "at least", not "about".
SATURATED_SHARE, SATURATED_RETRIEVAL = 0.8, 0.95
PERMUTATIONS = 999
VERDICTS = ("low", "high", "undetermined", "not enough data")


@dataclass(frozen=True, slots=True)
class CollapseReport:
    """Information between prompts and reasonings. Nats per sequence unless the name says per token.

    Args:
        mi_lower: include-self estimate; a lower bound on I(X;Z) in expectation, at most log N. It may come
            out below zero and is not clipped.
        mi_upper: leave-one-out estimate; an upper bound in expectation; may be infinite.
        mi_interval: confidence interval of the N-prompt quantity that mi_lower estimates (jackknife over
            prompts, t quantile); None below 3 prompts. What N alone leaves open is between the bounds.
        mi_corrected: mi_lower with the jackknife's bias correction; None below 3 prompts.
        conditional_entropy: H(Z|X) = -mean log p(z | own prompt).
        reasoning_entropy: H(Z) = -mean log of the mean over prompts.
        conditional_entropy_per_token, mi_lower_per_token: the totals over the reasonings' tokens; None
            without lengths.
        retrieval_accuracy, retrieval_chance: of naming a reasoning's prompt by its best score.
        p_value: of the hypothesis that prompts are exchangeable, by permuting whole prompts; secondary, and
            1 by construction where columns are equal.
        pairwise_log_ratio: mean log p(z | own) - log p(z | other): does not saturate; None where infinite.
        saturated: mi_lower stands so close to log N that it only says "at least".
        verdict: "low" (the interval lies below the margin), "high" (above), "undetermined", or
            "not enough data" (fewer than 32 prompts in some stratum).
        margin: the equivalence margin used.
        prompts, samples: after duplicate prompts were merged.
        exact: estimates are bounds; otherwise they are proxies.
        level: of mi_interval.
    """

    mi_lower: float
    mi_upper: float
    mi_interval: tuple[float, float] | None
    conditional_entropy: float
    reasoning_entropy: float
    retrieval_accuracy: float
    retrieval_chance: float
    p_value: float
    saturated: bool
    verdict: str
    mi_corrected: float | None
    conditional_entropy_per_token: float | None
    mi_lower_per_token: float | None
    pairwise_log_ratio: float | None
    margin: float
    prompts: int
    samples: int
    exact: bool
    level: float

    def as_dict(self) -> dict[str, Any]:
        """JSON-able: an infinite upper bound is null, and said to be so."""
        made = asdict(self)
        made["mi_upper"] = self.mi_upper if np.isfinite(self.mi_upper) else None
        made["mi_upper_infinite"] = not np.isfinite(self.mi_upper)
        made["mi_interval"] = list(self.mi_interval) if self.mi_interval else None
        return made


@dataclass(frozen=True, slots=True)
class _Stratum:
    """One stratum: its scores, and how much it weighs."""

    scores: bounds.Array
    own: bounds.Index
    lengths: bounds.Array | None


def collapse_report(
    log_probs: npt.ArrayLike,
    prompt_index: npt.ArrayLike,
    lengths: npt.ArrayLike | None = None,
    prompt_keys: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    rng: Rng | np.random.Generator | int = 0,
    *,
    reference: float | None = None,
    exact: bool = True,
    level: float = 0.95,
    permutations: int = PERMUTATIONS,
) -> CollapseReport:
    """Reads a cross-score matrix.

    The conditionals must not have been fitted on the same samples: a policy that scores itself is fine, a
    table of counts is not, for its estimates are biased upwards; a caller that estimates them re-estimates
    them in every permutation.

    Args:
        log_probs: (S, N), nats summed over a reasoning's tokens: row s under prompt j. -inf where prompt j
            cannot give it; never under its own prompt.
        prompt_index: (S,), each row's own column.
        lengths: (S,), tokens of each reasoning, for figures per token.
        prompt_keys: (N,), equal for columns that are the same prompt; they become one.
        strata: (N,), a label per column, such as (environment, preset, turn). Columns, permutations and
            prompts to be left out never cross strata; figures are means over them by number of prompts.
        rng: of the permutations; nothing else is random and no global generator is touched.
        reference: I of the first checkpoint or base model in nats, for the margin.
        exact: reasonings were sampled from the scored policy as it is scored (same temperature, nothing cut
            off) and prompts are independent draws. Otherwise everything is a proxy, and says so.
        level: of the interval, in (0, 1).
        permutations: m, of p = (b + 1) / (m + 1) (Phipson & Smyth 2010, arXiv 1603.05766).

    Raises:
        InvalidConfig: shapes that do not fit, NaN, +inf, an own prompt that cannot give its reasoning,
            fewer than two prompts in a stratum.
    """
    scores, own = _checked(log_probs, prompt_index)
    tokens = _lengths(lengths, len(scores))
    count = scores.shape[1]
    keys = _labels("prompt_keys", prompt_keys, count, list(range(count)))
    labels = _labels("strata", strata, count, [0] * count)
    if not 0 < level < 1:
        raise InvalidConfig("level", level, "in (0, 1)")
    if permutations < 1:
        raise InvalidConfig("permutations", permutations, "at least 1")
    parts = _split(scores, own, tokens, keys, labels)
    sizes = np.array([part.scores.shape[1] for part in parts], dtype=float)
    share = sizes / sizes.sum()

    lower = [_mean(bounds.lower_terms(part.scores, part.own), part) for part in parts]
    upper = [_mean(bounds.upper_terms(part.scores, part.own), part) for part in parts]
    matched = [_mean(part.scores[np.arange(len(part.own)), part.own], part) for part in parts]
    found = [_mean(bounds.retrieval(part.scores, part.own), part) for part in parts]
    mi_lower, entropy = float(share @ lower), -float(share @ matched)
    accuracy, chance = float(share @ found), float(share @ (1 / sizes))
    interval, corrected = _interval(parts, share, mi_lower, level)
    margin = MARGIN_SHARE * reference if reference is not None else MARGIN_NATS
    ceiling = float(share @ np.log(sizes))
    ratios = [bounds.pairwise_log_ratio(part.scores, part.own) for part in parts]
    ratio = float(share @ ratios)
    all_tokens = float(sum(part.lengths.sum() for part in parts if part.lengths is not None))
    total_matched = sum(float(p.scores[np.arange(len(p.own)), p.own].sum()) for p in parts)
    total_lower = sum(float(bounds.lower_terms(p.scores, p.own).sum()) for p in parts)
    return CollapseReport(
        mi_lower=mi_lower,
        mi_upper=float(np.inf) if np.isinf(upper).any() else float(share @ upper),
        mi_interval=interval,
        conditional_entropy=entropy,
        reasoning_entropy=entropy + mi_lower,
        retrieval_accuracy=accuracy,
        retrieval_chance=chance,
        p_value=_p_value(parts, share, mi_lower, rng, permutations),
        saturated=bool(mi_lower > SATURATED_SHARE * ceiling or accuracy > SATURATED_RETRIEVAL),
        verdict=_verdict(interval, margin, int(sizes.min())),
        mi_corrected=corrected,
        conditional_entropy_per_token=-total_matched / all_tokens if all_tokens else None,
        mi_lower_per_token=total_lower / all_tokens if all_tokens else None,
        pairwise_log_ratio=ratio if np.isfinite(ratio) else None,
        margin=margin,
        prompts=int(sizes.sum()),
        samples=sum(len(part.own) for part in parts),
        exact=exact,
        level=level,
    )


def _mean(terms: bounds.Array, part: _Stratum) -> float:
    columns = np.arange(part.scores.shape[1])
    return float(bounds.by_prompt(terms, part.own, columns).mean())


def _interval(
    parts: Sequence[_Stratum], share: bounds.Array, centre: float, level: float
) -> tuple[tuple[float, float] | None, float | None]:
    if min(part.scores.shape[1] for part in parts) < 3:
        return None, None
    found = [bounds.jackknife(part.scores, part.own) for part in parts]
    error = float(np.sqrt(sum((w * se) ** 2 for w, (_, se) in zip(share, found, strict=True))))
    freedom = sum(part.scores.shape[1] - 1 for part in parts)
    reach = t_critical(freedom, level) * error
    return (centre - reach, centre + reach), float(sum(w * c for w, (c, _) in zip(share, found, strict=True)))


def _p_value(
    parts: Sequence[_Stratum], share: bounds.Array, observed: float, rng: Any, permutations: int
) -> float:
    """Permutes which prompt's reasonings are whose; a prompt's rows move together."""
    if isinstance(rng, np.random.Generator):
        rng = Rng.from_generator(rng)
    elif not isinstance(rng, Rng):
        rng = Rng.of("collapse permutations", int(rng))
    # The marginal does not change, so a permutation only picks other entries of the prompts' means.
    tables = []
    for part in parts:
        count = part.scores.shape[1]
        relative = part.scores - bounds.log_mean(part.scores)[:, None]
        table = np.stack([relative[part.own == row].mean(axis=0) for row in range(count)])
        tables.append(table)
    at_least = 0
    slack = 1e-9 * max(1.0, abs(observed))
    for _ in range(permutations):
        value = 0.0
        for weight, table in zip(share, tables, strict=True):
            order = np.array(rng.shuffled(range(len(table))))
            value += float(weight) * float(table[np.arange(len(table)), order].mean())
        at_least += value >= observed - slack
    return (at_least + 1) / (permutations + 1)


def _verdict(interval: tuple[float, float] | None, margin: float, least: int) -> str:
    if interval is None or least < LEAST_PROMPTS:
        return "not enough data"
    if interval[1] < margin:
        return "low"
    return "high" if interval[0] > margin else "undetermined"


def _split(
    scores: bounds.Array,
    own: bounds.Index,
    lengths: bounds.Array | None,
    keys: Sequence[Hashable],
    labels: Sequence[Hashable],
) -> list[_Stratum]:
    """Strata, with duplicate prompts merged into their first column."""
    parts = []
    for label in dict.fromkeys(labels):
        columns: list[int] = []
        first: dict[Hashable, int] = {}
        place: dict[int, int] = {}
        for column, (key, own_label) in enumerate(zip(keys, labels, strict=True)):
            if own_label != label:
                continue
            if key not in first:
                first[key] = len(columns)
                columns.append(column)
            place[column] = first[key]
        rows = np.array([s for s, column in enumerate(own) if int(column) in place], dtype=np.intp)
        moved = np.array([place[int(own[s])] for s in rows], dtype=np.intp)
        if len(columns) < 2:
            raise InvalidConfig("prompts", len(columns), f"at least 2 distinct ones in stratum {label!r}")
        missing = sorted(set(range(len(columns))) - set(moved.tolist()))
        if missing:
            raise InvalidConfig(
                "prompt_index", f"no reasoning of column {columns[missing[0]]}", "at least one row per prompt"
            )
        taken = scores[rows][:, columns]
        parts.append(_Stratum(taken, moved, None if lengths is None else lengths[rows]))
    return parts


def _checked(log_probs: npt.ArrayLike, prompt_index: npt.ArrayLike) -> tuple[bounds.Array, bounds.Index]:
    scores = np.asarray(log_probs, dtype=float)
    own = np.asarray(prompt_index)
    if scores.ndim != 2 or own.shape != (len(scores),) or not len(scores):
        raise InvalidConfig(
            "log_probs", scores.shape, f"(S, N) with one prompt_index per row, got {own.shape}"
        )
    if not np.issubdtype(own.dtype, np.integer) or own.min() < 0 or own.max() >= scores.shape[1]:
        raise InvalidConfig("prompt_index", own.dtype, f"columns from 0 to {scores.shape[1] - 1}")
    if np.isnan(scores).any() or np.isposinf(scores).any():
        raise InvalidConfig("log_probs", "NaN or +inf", "finite, or -inf outside the own column")
    if np.isneginf(scores[np.arange(len(scores)), own]).any():
        raise InvalidConfig("log_probs", "-inf under the own prompt", "finite there: it was sampled from it")
    return scores, own.astype(np.intp)


def _lengths(lengths: npt.ArrayLike | None, rows: int) -> bounds.Array | None:
    if lengths is None:
        return None
    tokens = np.asarray(lengths, dtype=float)
    if tokens.shape != (rows,) or not (tokens >= 0).all():
        raise InvalidConfig("lengths", tokens.shape, f"({rows},) numbers of tokens, none negative")
    return tokens


def _labels(
    name: str, given: Sequence[Hashable] | None, count: int, default: Sequence[Hashable]
) -> Sequence[Hashable]:
    if given is None:
        return default
    if len(given) != count:
        raise InvalidConfig(name, f"{len(given)} labels", f"one per column ({count})")
    return list(given)
