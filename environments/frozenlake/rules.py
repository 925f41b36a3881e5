"""Rules of thumb: walkers that look one cell ahead and plan nothing.

A walker maps (cells, columns, cell, heading) to a move; `heading` is its last move, None at first. The
cells are all rows joined. The cheap policies play these rules, and the generator leaves out lakes in
which one of them walks safely to the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ragen_bench.environments.frozenlake.board import beside_holes, steps

LEFT, DOWN, RIGHT, UP = range(4)

Walker = Callable[[str, int, int, int | None, Collection[int]], int]


def rows_first(cells: str, columns: int, cell: int, heading: int | None, been: Collection[int]) -> int:
    """Straight to the goal: first to its row, then to its column, whatever lies between."""
    return _towards(cells, columns, cell)[0]


def columns_first(cells: str, columns: int, cell: int, heading: int | None, been: Collection[int]) -> int:
    """Straight to the goal: first to its column, then to its row."""
    return _towards(cells, columns, cell)[-1]


def alternating(cells: str, columns: int, cell: int, heading: int | None, been: Collection[int]) -> int:
    """Straight to the goal in a staircase: the two directions in turn."""
    wanted = _towards(cells, columns, cell)
    return wanted[-1] if heading == wanted[0] else wanted[0]


def around_holes(cells: str, columns: int, cell: int, heading: int | None, been: Collection[int]) -> int:
    """To the neighbouring cell that is nearest to the goal as the crow flies, never into a hole.

    Cells where it has been this turn come last.
    """
    moves = steps(len(cells) // columns, columns)
    goal = cells.index("G")
    row, column = divmod(goal, columns)
    best, chosen = (2, 0), 0
    for move in range(4):
        other = moves[move][cell]
        if other == cell or cells[other] == "H":
            continue
        far = abs(other // columns - row) + abs(other % columns - column)
        if (int(other in been), far) < best or best == (2, 0):
            best, chosen = (int(other in been), far), move
    return chosen


def left_hand(cells: str, columns: int, cell: int, heading: int | None, been: Collection[int]) -> int:
    """Along the wall on the left, where holes and the edge are walls."""
    return _along(cells, columns, cell, heading, 1)


def right_hand(cells: str, columns: int, cell: int, heading: int | None, been: Collection[int]) -> int:
    """Along the wall on the right, where holes and the edge are walls."""
    return _along(cells, columns, cell, heading, -1)


def walk(walker: Walker, cells: str, columns: int, cell: int, heading: int | None, most: int) -> list[int]:
    """The moves of a walker that thinks that it never slips, up to the goal or `most`."""
    moves = steps(len(cells) // columns, columns)
    been = {cell}
    path: list[int] = []
    while len(path) < most and cells[cell] != "G":
        heading = walker(cells, columns, cell, heading, been)
        path.append(heading)
        cell = moves[heading][cell]
        been.add(cell)
    return path


def walks_there(walker: Walker, cells: str, columns: int, most: int, deadly: int) -> bool:
    """Whether a walker gets from S to G without slips, in at most so many moves and beside few holes.

    Args:
        most: moves.
        deadly: slips on the way that end in a hole, at most.
    """
    moves = steps(len(cells) // columns, columns)
    cell = cells.index("S")
    for move in walk(walker, cells, columns, cell, None, most):
        deadly -= beside_holes(cells, columns, cell, move)
        cell = moves[move][cell]
        if deadly < 0 or cells[cell] == "H":
            return False
    return cells[cell] == "G"


def chance(walker: Walker, cells: str, columns: int, rate: float, turns: int, most: int) -> float:
    """The chance that a walker gets from S to G on slippery ice, exactly.

    Args:
        rate: share of moves that go as intended.
        turns: looks that it has.
        most: moves that it commits per look.
    """
    moves = steps(len(cells) // columns, columns)
    side = (1 - rate) / 2
    reached = 0.0
    states: dict[tuple[int, int | None], float] = {(cells.index("S"), None): 1.0}
    paths: dict[tuple[int, int | None], list[int]] = {}
    for _ in range(turns):
        after: dict[tuple[int, int | None], float] = {}
        for state, share in states.items():
            path = paths.get(state)
            if path is None:
                path = paths[state] = walk(walker, cells, columns, *state, most)
            where = {state[0]: share}
            for move in path:
                spread: dict[int, float] = {}
                for cell, part in where.items():
                    for turned, weight in ((move, rate), (move - 1, side), ((move + 1) % 4, side)):
                        other = moves[turned][cell]
                        if cells[other] == "G":
                            reached += part * weight
                        elif cells[other] != "H":
                            spread[other] = spread.get(other, 0.0) + part * weight
                where = spread
            for cell, part in where.items():
                after[cell, path[-1]] = after.get((cell, path[-1]), 0.0) + part
        states = after
    return reached


def _towards(cells: str, columns: int, cell: int) -> list[int]:
    """The one or two moves that lead nearer to the goal, vertical first."""
    row, column = divmod(cells.index("G"), columns)
    down, right = row - cell // columns, column - cell % columns
    wanted = []
    if down:
        wanted.append(DOWN if down > 0 else UP)
    if right:
        wanted.append(RIGHT if right > 0 else LEFT)
    return wanted


def _along(cells: str, columns: int, cell: int, heading: int | None, side: int) -> int:
    moves = steps(len(cells) // columns, columns)
    if heading is None:
        heading = _towards(cells, columns, cell)[0]
    for move in ((heading + side) % 4, heading, (heading - side) % 4, (heading + 2) % 4):
        other = moves[move][cell]
        if other != cell and cells[other] != "H":
            return move
    return heading
