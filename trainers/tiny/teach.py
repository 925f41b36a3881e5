"""Teaching `tiny` from lessons: supervised, on the replies alone, resumable to the same weights.

Matrices between layers learn by Muon (Jordan et al. 2024: momentum made orthogonal), the rest by AdamW.
On these lessons that took a third of the examples that AdamW alone took to the same loss.

Step s takes lessons s * batch to (s + 1) * batch - 1, so the step number is all that a resumed run
needs beside the weights and the optimizer's state.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ragen_bench.errors import InvalidConfig, RunConflict
from ragen_bench.trainers.tiny.lessons import Lesson, Lessons
from ragen_bench.trainers.tiny.model import Shape, create, save
from ragen_bench.trainers.tiny.speed import keep_memory, use_plain_attention
from ragen_bench.trainers.tiny.tokenizer import build_tokenizer

#: In the output folder.
STATE, LOG, SETTINGS, MODEL = "state.pt", "log.jsonl", "settings.json", "model"


@dataclass(frozen=True, slots=True)
class TeachConfig:
    """What decides the weights.

    Args:
        steps: optimizer steps.
        batch: lessons of a step.
        part: lessons that are computed together; decides rounding only.
        rate: peak learning rate; it warms up, then falls along a cosine to `floor` of it.
        words: share of the rate at which embeddings learn; most tokens are rare, and steps of Adam are
            as long for these as for any.
        warmup: steps.
        floor: share of the peak rate at the end.
        decay: weight decay.
        clip: largest gradient norm.
        seed: of the weights and the lessons.
        shape: of the model.
    """

    steps: int = 2400
    batch: int = 32
    part: int = 8
    rate: float = 2.2e-3
    words: float = 0.6
    warmup: int = 60
    floor: float = 0.05
    decay: float = 0.05
    clip: float = 1.0
    seed: int = 0
    shape: Shape = field(default_factory=Shape)

    def __post_init__(self) -> None:
        for name in ("steps", "batch", "part"):
            if getattr(self, name) < 1:
                raise InvalidConfig(name, getattr(self, name), "at least 1", "TeachConfig")
        if not 0 < self.rate < 1:
            raise InvalidConfig("rate", self.rate, "above 0 and below 1", "TeachConfig")

    def rate_at(self, step: int) -> float:
        """The learning rate of a step, counted from 0."""
        if step < self.warmup:
            return self.rate * (step + 1) / self.warmup
        share = min(1.0, (step - self.warmup) / max(1, self.steps - self.warmup))
        return self.rate * (self.floor + (1 - self.floor) * 0.5 * (1 + math.cos(math.pi * share)))


def teach(
    out: Path,
    config: TeachConfig | None = None,
    lessons: Lessons | None = None,
    *,
    save_every: int = 250,
    log_every: int = 50,
    until: int | None = None,
    after_save: Callable[[int, Path], dict[str, Any]] = lambda step, folder: {},
) -> Path:
    """Teaches from where `out` stands to the end; returns the model's folder.

    Args:
        out: output folder; a run in it with the same settings is continued.
        config: the settings.
        lessons: another stream than the usual one.
        save_every, log_every: steps between checkpoints, and between lines of the log.
        until: stop after this step (the schedule stays that of `config.steps`).
        after_save: called with the step and the model's folder; what it returns joins the log.

    Raises:
        RunConflict: `out` holds a run with other settings.
    """
    import torch

    config = config or TeachConfig()
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = build_tokenizer()
    words = hashlib.sha256(json.dumps(tokenizer.get_vocab(), sort_keys=True).encode()).hexdigest()
    _check_settings(out / SETTINGS, {**asdict(config), "vocabulary": words})
    lessons = lessons or Lessons(tokenizer, config.seed)
    model = create(tokenizer, config.shape, config.seed)
    keep_memory()
    use_plain_attention(model)
    optimizers = _optimizers(model, config)
    step = 0
    if (out / STATE).exists():
        state = torch.load(out / STATE, weights_only=True)
        model.load_state_dict(state["model"])
        for optimizer, kept in zip(optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(kept)
        step = int(state["step"])
    _cut_log(out / LOG, step)
    end = min(config.steps, until or config.steps)
    score = _Score()
    started, tokens = time.monotonic(), 0
    while step < end:
        batch = [lessons.lesson(step * config.batch + i) for i in range(config.batch)]
        for optimizer, share in zip(optimizers, (1.0, config.words), strict=True):
            for group in optimizer.param_groups:
                group["lr"] = config.rate_at(step) * share
        norm = _step(model, optimizers, batch, config, score)
        step += 1
        tokens += sum(lesson.length for lesson in batch)
        if step % log_every == 0 or step == end:
            seconds = time.monotonic() - started
            entry = {"step": step, "rate": config.rate_at(step - 1), "norm": round(norm, 4)}
            _log(out / LOG, {**entry, "seconds": round(seconds, 1), "tokens": tokens, **score.read()})
            score = _Score()
        if step % save_every == 0 or step == end:
            _save_state(out / STATE, model, optimizers, step)
            save(model, tokenizer, out / MODEL)
            found = after_save(step, out / MODEL)
            if found:
                _log(out / LOG, {"step": step, **found})
    return out / MODEL


class _Score:
    """Loss, and shares of tokens and whole replies that the model would have written itself."""

    def __init__(self) -> None:
        self.loss, self.tokens = 0.0, 0
        self.kinds: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])

    def add(self, name: str, loss: float, right: int, tokens: int) -> None:
        self.loss += loss
        self.tokens += tokens
        for place, value in enumerate((1, right == tokens, right, tokens)):
            self.kinds[name][place] += value

    def read(self) -> dict[str, Any]:
        kinds = {
            name: {"lessons": int(n), "whole": round(whole / n, 3), "tokens": round(right / tokens, 4)}
            for name, (n, whole, right, tokens) in sorted(self.kinds.items())
        }
        return {"loss": round(self.loss / max(1, self.tokens), 5), "kinds": kinds}


def _step(
    model: Any, optimizers: Sequence[Any], batch: Sequence[Lesson], config: TeachConfig, score: _Score
) -> float:
    """One optimizer step on the mean loss over all reply tokens of the batch; the gradient's norm."""
    import torch

    # Lessons of like length go together: padding would be half of a mixed part.
    ordered = sorted(batch, key=lambda lesson: lesson.length)
    total = sum(len(lesson.reply) for lesson in batch)
    model.train()
    for start in range(0, len(ordered), config.part):
        part = ordered[start : start + config.part]
        ids, rows, columns = _padded(part)
        targets = ids[rows, columns + 1]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            # Padding is on the right, where causal attention from a real token never looks.
            hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state
            logits = model.lm_head(hidden[rows, columns])
        count = sum(len(lesson.reply) for lesson in part)
        losses = torch.nn.functional.cross_entropy(logits[:count].float(), targets[:count], reduction="none")
        (losses.sum() / total).backward()
        right = (logits[:count].argmax(-1) == targets[:count]).long()
        _count(part, losses.detach(), right, score)
    norm = float(torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip))
    for optimizer in optimizers:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return norm


def _padded(part: Sequence[Lesson]) -> tuple[Any, Any, Any]:
    """Token ids (B, T), and row and column of every token from which a reply token is predicted."""
    import torch

    ids = torch.zeros((len(part), _rounded(max(lesson.length for lesson in part), 16)), dtype=torch.long)
    rows: list[int] = []
    columns: list[int] = []
    for number, lesson in enumerate(part):
        ids[number, : lesson.length] = torch.tensor(lesson.prompt + lesson.reply)
        rows += [number] * len(lesson.reply)
        columns += range(len(lesson.prompt) - 1, lesson.length - 1)
    spare = _rounded(len(rows), 128) - len(rows)
    rows += [0] * spare
    columns += [0] * spare
    return ids, torch.tensor(rows), torch.tensor(columns)


def _rounded(size: int, step: int) -> int:
    """Few different sizes: a CPU library prepares its kernels anew for every size it meets."""
    return -(-size // step) * step


def _count(part: Sequence[Lesson], losses: Any, right: Any, score: _Score) -> None:
    start = 0
    for lesson in part:
        end = start + len(lesson.reply)
        score.add(lesson.name, float(losses[start:end].sum()), int(right[start:end].sum()), end - start)
        start = end


def _optimizers(model: Any, config: TeachConfig) -> list[Any]:
    import torch

    embedding = model.get_input_embeddings().weight
    matrices = [p for p in model.parameters() if p.dim() == 2 and p is not embedding]
    rest = [p for p in model.parameters() if p.dim() < 2 or p is embedding]
    return [
        # Scaled so that one rate serves both.
        torch.optim.Muon(matrices, lr=config.rate, weight_decay=config.decay, adjust_lr_fn="match_rms_adamw"),
        torch.optim.AdamW(rest, lr=config.rate, betas=(0.9, 0.95), weight_decay=0.0),
    ]


def _check_settings(path: Path, settings: dict[str, Any]) -> None:
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
        for name, value in settings.items():
            if found.get(name) != value:
                raise RunConflict(
                    f"{path.parent} holds a run with {name}={found.get(name)!r}, not {value!r}. "
                    "Give the same settings, or another --out"
                )
    else:
        path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")


def _save_state(path: Path, model: Any, optimizers: Sequence[Any], step: int) -> None:
    import torch

    fresh = path.with_suffix(".new")
    kept = [optimizer.state_dict() for optimizer in optimizers]
    torch.save({"model": model.state_dict(), "optimizers": kept, "step": step}, fresh)
    os.replace(fresh, path)


def _cut_log(path: Path, step: int) -> None:
    """Drops what was logged after the checkpoint; a torn last line as well."""
    if not path.exists():
        return
    kept = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry["step"] <= step:
            kept.append(line + "\n")
    path.write_text("".join(kept), encoding="utf-8")


def _log(path: Path, entry: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(entry) + "\n")
