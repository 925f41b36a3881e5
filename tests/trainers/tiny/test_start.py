"""A fresh model copies before it is taught anything, and is the same every time."""

from __future__ import annotations

import pytest
import torch

from ragen_bench.trainers.tiny.lessons import Lessons, Mixture
from ragen_bench.trainers.tiny.model import Shape, create
from ragen_bench.trainers.tiny.start import start_with_copying
from ragen_bench.trainers.tiny.tokenizer import build_tokenizer


def test_an_untaught_model_continues_copying_drills() -> None:
    tokenizer = build_tokenizer()
    model = create(tokenizer, Shape(), seed=0).eval()
    drills = Lessons(tokenizer, mixture=Mixture(play={}, see={}, drill={"Copy": 1.0}))
    right = asked = 0
    for number in range(30):
        lesson = drills.lesson(number)
        ids = torch.tensor([lesson.prompt + lesson.reply])
        with torch.no_grad():
            said = model(ids).logits[0, len(lesson.prompt) - 1 : -1].argmax(-1).tolist()
        # The first token repeats the question and the last ends the reply: neither follows from a copy.
        right += sum(a == b for a, b in zip(said[1:-1], lesson.reply[1:-1], strict=True))
        asked += len(lesson.reply) - 2
    assert right > 0.7 * asked


@pytest.mark.parametrize("shape", [Shape(), Shape(width=32, layers=2, heads=2, inner=48)])
def test_the_same_seed_gives_the_same_start_and_another_seed_another(shape: Shape) -> None:
    tokenizer = build_tokenizer()
    one, same, other = (create(tokenizer, shape, seed) for seed in (0, 0, 1))
    for model in (one, same, other):
        start_with_copying(model, 7)
    weights = [dict(model.named_parameters()) for model in (one, same, other)]
    name = "model.layers.1.self_attn.v_proj.weight"
    assert all(torch.equal(weights[0][key], weights[1][key]) for key in weights[0])
    assert not torch.equal(weights[0][name], weights[2][name])
