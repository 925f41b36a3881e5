"""Probe questions: does an agent read the state, before it is asked to plan in it?

An environment offers them through `TextEnv.questions`; `ragen_bench.evaluation.probe` asks them.
Kinds in use: "cell" (name what is somewhere), "legal" (which moves do something), "next" (predict the
state after a move).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragen_bench.rng import Rng

#: Longest answer that is read.
MAX_ANSWER = 400


@dataclass(frozen=True, slots=True)
class Question:
    """One question about the state an environment is in.

    Args:
        kind: "cell", "legal", "next" or a kind of the environment's own.
        text: the question, with the form of the answer.
        answer: the right one, in that form.
        chance: the share of such questions that the best guess without looking gets right, in [0, 1].
    """

    kind: str
    text: str
    answer: str
    chance: float


def is_right(question: Question, answer: str | None) -> bool:
    """Whether an answer says the same as the right one, in any order and with any separators.

    Only the words and numbers count (and symbols, where the right answer is one); case does not.
    """
    if answer is None or len(answer) > MAX_ANSWER:
        return False
    wanted, given = _words(question.answer), _words(answer)
    if not wanted:
        return answer.strip().strip("'\"`") == question.answer
    return given == wanted if question.kind != "legal" else sorted(given) == sorted(wanted)


def cell_question(rows: Sequence[str], rng: Rng, skip: str = "") -> Question:
    """Asks for the symbol of a cell; every symbol of the grid is as likely to be asked for.

    Args:
        rows: the grid as the agent sees it, one character a cell.
        rng: draws the cell.
        skip: symbols that are not asked for.
    """
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol not in skip:
                cells.setdefault(symbol, []).append((r + 1, c + 1))
    symbol = rng.choice(sorted(cells))
    row_number, column = rng.choice(cells[symbol])
    text = f"Which symbol is at row {row_number}, column {column}? Answer with that symbol alone."
    return Question("cell", text, symbol, 1 / len(cells))


def legal_question(legal: Sequence[str], moves: Sequence[str]) -> Question:
    """Asks which of `moves` would change something.

    Args:
        legal: those that would, in any order.
        moves: all of them.
    """
    text = (
        f"Which of {', '.join(moves)} would change something now? Answer with all that would, "
        "separated by commas, or none."
    )
    return Question("legal", text, ", ".join(sorted(legal)) or "none", 1 / 2 ** len(moves))


def place_question(action: str, row: int, column: int, chance: float) -> Question:
    """Asks where the player stands after an action.

    Args:
        action: the move.
        row, column: where the player is then, counted from 1.
        chance: of guessing, for example 1 / number of free cells.
    """
    text = f"At which row and column is the player after {action}? Answer with two numbers: row, column."
    return Question("next", text, f"{row}, {column}", chance)


def _words(text: str) -> list[str]:
    return re.findall(r"\d+|[^\W\d_]+", text.lower())
