"""Information between prompts and reasonings from a cross-score matrix: arrays in, numbers out.

Notation: L[s, j] = log p(z_s | x_j) in nats, summed over the tokens of reasoning s under prompt j; own[s] is
the column of the prompt it was sampled from.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]


def log_mean(scores: Array, axis: int = 1) -> Array:
    """log of the mean of exp(scores): no underflow at -2000, -inf where all are."""
    top = np.max(scores, axis=axis, keepdims=True, initial=-np.inf)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        total = np.log(np.exp(scores - safe).sum(axis=axis, keepdims=True)) + safe
    mean: Array = np.squeeze(total, axis=axis) - np.log(scores.shape[axis])
    return mean


def lower_terms(scores: Array, own: Index) -> Array:
    """Per reasoning: L[s, own] - log mean_j exp L[s, j], own prompt included.

    In expectation a lower bound on I(X;Z), at most log N (Poole et al. 2019, arXiv 1905.06922, eq. 12, with
    the optimal critic).

    Args:
        scores: (S, N).
        own: (S,).

    Returns:
        (S,), nats.
    """
    return scores[np.arange(len(scores)), own] - log_mean(scores)


def upper_terms(scores: Array, own: Index) -> Array:
    """Per reasoning: L[s, own] - log mean_{j != own} exp L[s, j], the own prompt left out.

    In expectation an upper bound on I(X;Z) (Poole et al. 2019, section 2.3); infinite where no other prompt
    could have given the reasoning.

    Args:
        scores: (S, N), N >= 2.
        own: (S,).

    Returns:
        (S,), nats.
    """
    rows = np.arange(len(scores))
    others = scores.copy()
    others[rows, own] = -np.inf
    count = scores.shape[1]
    marginal = log_mean(others) + np.log(count) - np.log(count - 1)
    terms: Array = scores[rows, own] - marginal
    return terms


def by_prompt(terms: Array, own: Index, prompts: Index) -> Array:
    """Mean of per-reasoning terms for each prompt, so that prompts weigh alike whatever their sample count.

    Args:
        terms: (S,).
        own: (S,), column of each.
        prompts: (P,), the columns wanted; each has a reasoning.
    """
    count = np.bincount(own, minlength=int(prompts.max()) + 1)
    finite = np.isfinite(terms)
    total = np.bincount(own, weights=np.where(finite, terms, 0.0), minlength=len(count))
    endless = np.bincount(own, weights=~finite, minlength=len(count))
    means = np.where(endless[prompts] > 0, np.inf, total[prompts] / count[prompts])
    return means


def jackknife(scores: Array, own: Index) -> tuple[float, float]:
    """(bias-corrected lower bound, standard error) by leaving out one prompt at a time, its rows and column.

    Bootstraps are too narrow here: a column drawn twice lowers the effective N (see the documentation).

    Args:
        scores: (S, N), N >= 3, every column with a reasoning.
        own: (S,).
    """
    count = scores.shape[1]
    columns = np.arange(count)
    whole = float(by_prompt(lower_terms(scores, own), own, columns).mean())
    left_out = np.empty(count)
    for column in columns:
        rows = own != column
        rest = np.delete(scores[rows], column, axis=1)
        moved = own[rows] - (own[rows] > column)
        left_out[column] = by_prompt(lower_terms(rest, moved), moved, columns[:-1]).mean()
    error = float(np.sqrt((count - 1) / count * ((left_out - left_out.mean()) ** 2).sum()))
    return count * whole - (count - 1) * float(left_out.mean()), error


def retrieval(scores: Array, own: Index) -> Array:
    """Per reasoning: the chance of naming its prompt by the best score, ties drawn at random; (S,) in [0, 1].

    Scores that differ by rounding alone count as tied.
    """
    best = scores.max(axis=1, keepdims=True)
    tied = scores >= best - 1e-9 * np.maximum(1.0, np.abs(best))
    return np.where(tied[np.arange(len(scores)), own], 1.0 / tied.sum(axis=1), 0.0)


def pairwise_log_ratio(scores: Array, own: Index) -> float:
    """Mean of L[s, own] - L[s, j] over j != own, nats: it does not saturate at log N."""
    rows = np.arange(len(scores))
    count = scores.shape[1]
    others = (scores.sum(axis=1) - scores[rows, own]) / (count - 1)
    return float((scores[rows, own] - others).mean())
