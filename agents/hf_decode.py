"""Continuous batching: many replies decoded side by side, each as if it were alone.

Rows share one key-value cache, padded on the left. A finished row leaves it, a waiting one joins it
between two steps. Positions and masks are each row's own and every row draws from its own stream, so
apart from rounding noise a reply does not depend on its neighbours.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from transformers.cache_utils import DynamicCache, DynamicLayer

from ragen_bench.agents.hf_sampling import Sampling, draw, penalise
from ragen_bench.rng import Rng

#: Padded prompt tokens in one prefill pass; bounds the memory of activations.
PREFILL_TOKENS = 8192
# Columns of cache made at a time, so that most steps write in place.
_ROOM = 128


@dataclass(slots=True, eq=False)
class Row:
    """One reply being decoded.

    Args:
        key: the caller's name for it.
        prompt: prompt token ids, shape (P,), not empty.
        seed: names the stream of uniform numbers, one per token.
        limit: most tokens to draw, at least 1.
        tokens, log_probs: what was drawn so far, shape (T,); an end-of-turn token is the last one.
        finish_reason: "stop" or "length" once it is finished.
    """

    key: Any
    prompt: list[int]
    seed: int
    limit: int
    tokens: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    finish_reason: str | None = None
    rng: Rng = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.rng = Rng.of("ragen_bench.agents.hf", self.seed)

    def restarted(self) -> Row:
        """The same row before its first token; it will draw the same reply again."""
        return Row(self.key, self.prompt, self.seed, self.limit)

    @property
    def cached(self) -> int:
        """Tokens in the cache: all but the last one drawn."""
        return len(self.prompt) + max(len(self.tokens) - 1, 0)


class _RoomyLayer(DynamicLayer):
    """A cache layer that writes into spare columns instead of copying everything at every step."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stores: tuple[torch.Tensor, torch.Tensor] | None = None

    def fill(self, keys: torch.Tensor, values: torch.Tensor, width: int) -> None:
        """Take over stores of shape (B, H, columns, D) whose first `width` columns are in use."""
        self._stores = (keys, values)
        self.device, self.dtype, self.is_initialized = keys.device, keys.dtype, True
        self.keys, self.values = keys[:, :, :width], values[:, :, :width]

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        new = key_states.shape[-2]
        before = 0 if self._stores is None else self.keys.shape[-2]
        if self._stores is None:
            self.fill(key_states, value_states, new)
            return self.keys, self.values
        keys, values = self._stores
        if before + new > keys.shape[-2]:
            keys, values = (_widened(store, before, before + new + _ROOM) for store in (keys, values))
        keys[:, :, before : before + new] = key_states
        values[:, :, before : before + new] = value_states
        self.fill(keys, values, before + new)
        return self.keys, self.values


def _widened(store: torch.Tensor, used: int, columns: int) -> torch.Tensor:
    wider = store.new_zeros((*store.shape[:2], columns, store.shape[3]))
    wider[:, :, :used] = store[:, :, :used]
    return wider


class Decoder:
    """A running batch: `admit` rows, `step` until `live` is 0.

    Args:
        model: a causal language model of transformers whose layers all attend to the whole past or to
            a window of it.
        sampling: how tokens are drawn.
        end_tokens: ids that end a reply.
        pad_token: any valid id.
        stop: asked after every token; True ends the row with "stop".
    """

    def __init__(
        self,
        model: Any,
        sampling: Sampling,
        end_tokens: frozenset[int],
        pad_token: int,
        stop: Callable[[Row], bool] | None = None,
    ) -> None:
        self._model = model
        self._sampling = sampling
        self._end = end_tokens
        self._pad = pad_token
        self._stop = stop
        self._device = model.device
        parameters = inspect.signature(model.forward).parameters
        # The argument was renamed; both names are in use among supported versions.
        self._cache_name = "cache" if "cache" in parameters else "past_key_values"
        self._keeps_logits = "logits_to_keep" in parameters
        self._rows: list[Row] = []
        self._cache: DynamicCache | None = None

    @property
    def live(self) -> int:
        """Rows that are not finished."""
        return sum(row.finish_reason is None for row in self._rows)

    def unfinished(self) -> list[Row]:
        """The rows that are not finished, in order of admission."""
        return [row for row in self._rows if row.finish_reason is None]

    def admit(self, rows: Sequence[Row]) -> list[Row]:
        """Read the prompts of new rows and draw their first tokens; returns those already finished."""
        finished: list[Row] = []
        pending = sorted(rows, key=lambda row: len(row.prompt))
        while pending:
            group: list[Row] = []
            prompts: dict[tuple[int, ...], int] = {}
            width = 0
            while pending:
                prompt = tuple(pending[0].prompt)
                width = max(width, len(prompt))
                more = len(prompts) + (prompt not in prompts)
                if group and more * width > PREFILL_TOKENS:
                    break
                prompts.setdefault(prompt, len(prompts))
                group.append(pending.pop(0))
            with torch.inference_mode():
                finished += self._prefill(group, prompts)
        return finished

    def _prefill(self, group: list[Row], prompts: dict[tuple[int, ...], int]) -> list[Row]:
        width = max(len(prompt) for prompt in prompts)
        # Equal prompts (the replicas of one task) are read once.
        ids = torch.tensor([[self._pad] * (width - len(p)) + list(p) for p in prompts], device=self._device)
        lengths = torch.tensor([len(p) for p in prompts], device=self._device)
        fresh = _empty_cache()
        logits = self._forward(ids, lengths, width, fresh)
        index = torch.tensor([prompts[tuple(row.prompt)] for row in group], device=self._device)
        finished = self._extend(group, logits[index])
        keep = [i for i, row in enumerate(group) if row.finish_reason is None]
        if keep:
            self._rebuild(fresh, index[keep], [group[i] for i in keep])
        return finished

    def step(self) -> list[Row]:
        """Draw one token for every unfinished row; returns the rows that finished with it."""
        with torch.inference_mode():
            return self._step()

    def _step(self) -> list[Row]:
        dead = len(self._rows) - self.live
        if dead and dead * 8 >= len(self._rows):
            self._rebuild()
        if not self._rows or self._cache is None:
            return []
        width = self._cache.get_seq_length() + 1
        last = torch.tensor([[row.tokens[-1]] for row in self._rows], device=self._device)
        lengths = torch.tensor([row.cached + 1 for row in self._rows], device=self._device)
        logits = self._forward(last, lengths, width, self._cache)
        return self._extend(self._rows, logits)

    def _forward(self, ids: torch.Tensor, lengths: torch.Tensor, width: int, cache: Any) -> torch.Tensor:
        """Logits after the last column, shape (B, V). `lengths` counts each row's real columns."""
        columns = torch.arange(width, device=self._device)[None]
        mask = (columns >= width - lengths[:, None]).long()
        positions = (columns[:, -ids.shape[1] :] - (width - lengths[:, None])).clamp_(min=0)
        options: dict[str, Any] = {self._cache_name: cache}
        if self._keeps_logits:
            options["logits_to_keep"] = 1
        output = self._model(
            input_ids=ids, attention_mask=mask, position_ids=positions, use_cache=True, **options
        )
        logits: torch.Tensor = output.logits[:, -1]
        return logits

    def _extend(self, rows: list[Row], logits: torch.Tensor) -> list[Row]:
        open_rows = [(i, row) for i, row in enumerate(rows) if row.finish_reason is None]
        if len(open_rows) < len(rows):
            logits = logits[[i for i, _ in open_rows]]
        if self._sampling.repetition_penalty != 1:
            seen = [row.prompt + row.tokens for _, row in open_rows]
            logits = penalise(logits, seen, self._sampling.repetition_penalty)
        uniforms = [row.rng.random() for _, row in open_rows] if self._sampling.temperature else []
        tokens, log_probs = draw(logits, uniforms, self._sampling)
        finished = []
        for (_, row), token, log_prob in zip(open_rows, tokens, log_probs, strict=True):
            row.tokens.append(token)
            row.log_probs.append(log_prob)
            if token in self._end or (self._stop is not None and self._stop(row)):
                row.finish_reason = "stop"
            elif len(row.tokens) >= row.limit:
                row.finish_reason = "length"
            if row.finish_reason is not None:
                finished.append(row)
        return finished

    def _rebuild(
        self,
        fresh: DynamicCache | None = None,
        index: torch.Tensor | None = None,
        joining: Sequence[Row] = (),
    ) -> None:
        """A new cache of the unfinished rows and the joining ones, as narrow as they allow."""
        stay = [i for i, row in enumerate(self._rows) if row.finish_reason is None]
        rows = [self._rows[i] for i in stay] + list(joining)
        sources: list[tuple[DynamicCache, torch.Tensor]] = []
        if stay and self._cache is not None:
            sources.append((self._cache, torch.tensor(stay, device=self._device)))
        if fresh is not None and index is not None:
            sources.append((fresh, index))
        self._rows, self._cache = rows, None
        if not rows:
            return
        width = max(row.cached for row in rows)
        merged = _empty_cache()
        for number in range(len(sources[0][0].layers)):
            layer = _RoomyLayer()
            layer.fill(
                _joined([(cache.layers[number].keys, chosen) for cache, chosen in sources], width),
                _joined([(cache.layers[number].values, chosen) for cache, chosen in sources], width),
                width,
            )
            merged.layers.append(layer)
        self._cache = merged


def _empty_cache() -> DynamicCache:
    cache = DynamicCache()
    # Layers that keep a window only would drop columns that padding pushed out of it.
    cache.layer_class_to_replicate = _RoomyLayer
    return cache


def _joined(parts: list[tuple[torch.Tensor, torch.Tensor]], width: int) -> torch.Tensor:
    """Chosen rows of several stores under each other, right-aligned to `width`, with room behind."""
    first = parts[0][0]
    count = sum(len(chosen) for _, chosen in parts)
    store = first.new_zeros((count, first.shape[1], width + _ROOM, first.shape[3]))
    top = 0
    for states, chosen in parts:
        span = min(states.shape[2], width)
        store[top : top + len(chosen), :, width - span : width] = states[chosen, :, states.shape[2] - span :]
        top += len(chosen)
    return store
