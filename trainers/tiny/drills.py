"""Drills: lessons without a task, for two skills that every demonstration needs.

*Copy*: many random tokens, one of them again as the question; the reply repeats it and goes on as
the text did. Looking up a word and copying what follows is how names get into an answer. *Map*: a random room
behind a random amount of text; the reply lists its floor. So a grid is read wherever it stands in a
prompt, and not only where the prompts of play happen to put it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragen_bench.rng import Rng
from ragen_bench.trainers.tiny.demonstrations.cells import listed

#: What turns text into token ids.
Encode = Callable[[str], list[int]]


def copy_drill(rng: Rng, pool: Sequence[int], encode: Encode) -> tuple[list[int], list[int]]:
    """Question and reply as token ids: different tokens, and one of them with those that follow it.

    Args:
        rng: draws the tokens.
        pool: the tokens to draw from.
        encode: writes the words between them.
    """
    length, taken = rng.between(6, 48), rng.between(2, 16)
    drawn: dict[int, None] = {}
    while len(drawn) < length:
        drawn[rng.choice(pool)] = None
    tokens = list(drawn)
    start = rng.below(length - 1)
    return [*tokens, *encode("\n\nQuestion: "), tokens[start]], tokens[start : start + 1 + taken]


def map_drill(rng: Rng, pool: Sequence[int], encode: Encode) -> tuple[list[int], list[int]]:
    """A room of 4 to 7 rows and columns behind some tokens, and the list of its cells that are no wall."""
    height, width = rng.between(4, 7), rng.between(4, 7)
    wall = 0.1 + 0.5 * rng.random()
    rows = [
        [
            "#"
            if r in (0, height - 1) or c in (0, width - 1) or rng.bernoulli(wall)
            else rng.choice("__OXPS√")
            for c in range(width)
        ]
        for r in range(height)
    ]
    before = [rng.choice(pool) for _ in range(rng.below(40))]
    grid = "\n".join(" ".join(row) for row in rows)
    floor = [(r + 1, c + 1) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"]
    return [*before, *encode(f"\n{grid}\n")], encode(listed(floor) or "no")
