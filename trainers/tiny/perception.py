"""Lessons in perception: worked answers to the probe questions of the taught environments.

They use the words of the demonstrations (the floor by its cells, a move with the cell it leads to), so
that what is learned for the one serves the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ragen_bench.probing import Question
from ragen_bench.trainers.tiny.demonstrations import Demonstration
from ragen_bench.trainers.tiny.demonstrations.cells import STEPS, Cell, listed, moved, walked, written
from ragen_bench.trainers.tiny.demonstrations.sudoku import held, transcribed


def explain(env: Any, question: Question) -> Demonstration | None:
    """What to think, and the answer; None for a question of a kind that is not taught."""
    env = env.unwrapped
    reader = _READERS.get(env.env_spec.name)
    return reader(env, question) if reader else None


def _on_sokoban(env: Any, question: Question) -> Demonstration | None:
    rows = env.rows
    floor = [(r + 1, c + 1) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"]
    player = next((r, c) for r, c in floor if rows[r - 1][c - 1] in "PS")
    shown = _on_grid(player, ("Up", "Down", "Left", "Right"), question)
    if shown is None or question.kind == "next":
        return shown
    return Demonstration(f"{listed(floor)}\n{shown.thinking}", shown.answer)


def _on_frozenlake(env: Any, question: Question) -> Demonstration | None:
    row, column = divmod(env.position, len(env.task["map"][0]))
    return _on_grid((row + 1, column + 1), ("Left", "Down", "Right", "Up"), question)


def _on_grid(player: Cell, moves: Sequence[str], question: Question) -> Demonstration | None:
    answer = question.answer
    if question.kind == "cell":
        row, column = _numbers(question)[:2]
        return Demonstration(f"{written((row, column))}{answer}", answer)
    if question.kind == "legal":
        useful = answer.split(", ")
        looks = [f"{move}{written(moved(player, move)) if move in useful else '#'}" for move in moves]
        return Demonstration("".join([written(player), *looks]), answer)
    if question.kind == "next":
        move = next(move for move in STEPS if f"after {move}" in question.text)
        # Two numbers are asked for; written as a cell they are one token, and read the same.
        return Demonstration(walked(player, [move]), written(moved(player, move)))
    return None


def _on_sudoku(env: Any, question: Question) -> Demonstration | None:
    numbers = _numbers(question)
    cells, size = transcribed(env.cells, env.shape.size), env.shape.size
    if question.kind in ("cell", "next"):
        row = numbers[0] - 1
        return Demonstration("".join(cells[row * size : (row + 1) * size]), question.answer)
    if question.kind == "legal":
        cell = (numbers[0] - 1) * size + numbers[1] - 1
        return Demonstration("".join(cells) + f"\n{held(env.shape, env.cells, cell)}", question.answer)
    return None


def _numbers(question: Question) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", question.text)]


_READERS: dict[str, Callable[[Any, Question], Demonstration | None]] = {
    "Sokoban": _on_sokoban,
    "FrozenLake": _on_frozenlake,
    "Sudoku": _on_sudoku,
}
