"""The oracle of Sudoku: solves the given cells and writes the solution down."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ragen_bench.environments.sudoku.board import EMPTY
from ragen_bench.environments.sudoku.search import solve

_solve = lru_cache(maxsize=256)(solve)


class Oracle:
    """Fills as many cells a turn as are allowed, wrong entries first. It sees what the agent sees."""

    def act(self, env: Any) -> str:
        """The next placements, each of them legal when its turn comes."""
        env = env.unwrapped
        shape, cells = env.shape, list(env.cells)
        solution = _solve(shape.size, env.given)
        assert solution is not None, "tasks have a solution"
        moves = []

        def fits(cell: int) -> bool:
            return all(cells[peer] != solution[cell] for peer in shape.peers[cell])

        wrong = [cell for cell, digit in enumerate(cells) if digit not in (EMPTY, solution[cell])]
        for cell in wrong:
            # A wrong entry that still keeps the right one out elsewhere makes room first.
            digit = solution[cell] if fits(cell) else EMPTY
            cells[cell] = digit
            moves.append((cell, digit))
        moves += [(cell, solution[cell]) for cell, digit in enumerate(cells) if digit == EMPTY]
        chosen = moves[: env.max_actions_per_turn]
        return f" {env.env_spec.separator} ".join(env.write(move) for move in chosen)
