"""Lessons in perception: worked answers to the probe questions of the taught environments."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ragen_bench.probing import Question
from ragen_bench.trainers.tiny.demonstrations import Demonstration
from ragen_bench.trainers.tiny.demonstrations.cells import STEPS, Cell, moved, written


def explain(env: Any, question: Question) -> Demonstration | None:
    """What to think before the answer; None for a question of a kind that is not taught."""
    env = env.unwrapped
    name = env.env_spec.name
    if name not in _READERS:
        return None
    thinking = _READERS[name](env, question)
    return None if thinking is None else Demonstration(thinking, question.answer)


def _on_sokoban(env: Any, question: Question) -> str | None:
    rows = env.rows
    player = next((r + 1, c + 1) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in "PS")
    return _on_grid(rows, player, ("Up", "Down", "Left", "Right"), question)


def _on_frozenlake(env: Any, question: Question) -> str | None:
    grid = env.observe().split("\nPlayer")[0].replace(" ", "").split("\n")
    columns = len(grid[0])
    player = (env.position // columns + 1, env.position % columns + 1)
    return _on_grid(grid[-len(env.task["map"]) :], player, ("Left", "Down", "Right", "Up"), question)


def _on_grid(rows: list[str], player: Cell, moves: tuple[str, ...], question: Question) -> str | None:
    if question.kind == "cell":
        return " ".join(rows[_numbers(question)[0] - 1])
    if question.kind == "legal":
        useful = question.answer.split(", ")
        looks = [f"{move}{written(moved(player, move)) if move in useful else '#'}" for move in moves]
        return "".join([written(player), *looks])
    if question.kind == "next":
        move = next(move for move in STEPS if f" {move}" in question.text.split(" after", 1)[1])
        return f"{written(player)}{move}{written(moved(player, move))}"
    return None


def _on_sudoku(env: Any, question: Question) -> str | None:
    shape, grid, size = env.shape, env.grid, env.shape.size
    if question.kind in ("cell", "next"):
        row = _numbers(question)[0] - 1
        cells = [cell for cell in grid[row * size : (row + 1) * size]]
        return " ".join(env._symbols[cell] for cell in cells)
    if question.kind == "legal":
        row, column = (number - 1 for number in _numbers(question)[:2])
        cell = row * size + column
        houses = (row, size + column, 2 * size + shape.box[cell])
        held = (sorted({grid[i] for i in shape.houses[house]} - {"."}) for house in houses)
        return f"{written((row + 1, column + 1))}: " + " | ".join(" ".join(digits) for digits in held)
    return None


def _numbers(question: Question) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", question.text)]


_READERS: dict[str, Callable[[Any, Question], str | None]] = {
    "Sokoban": _on_sokoban,
    "FrozenLake": _on_frozenlake,
    "Sudoku": _on_sudoku,
}
