"""Random small levels, and searches written another way than the ones under test."""

from __future__ import annotations

from hypothesis import strategies as st

from ragen_bench.environments.sokoban.board import Level, read_level


@st.composite
def levels(draw: st.DrawFn, most_boxes: int = 2) -> Level:
    """A level of at most 4 x 4 inner cells with at least one box off target; it need not be solvable."""
    height, width = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    boxes = draw(st.integers(1, most_boxes))
    inner = [[draw(st.sampled_from("____#")) for _ in range(width)] for _ in range(height)]
    cells = draw(st.permutations([(r, c) for r in range(height) for c in range(width)]))
    (r, c), *rest = cells
    inner[r][c] = "P"
    for at, (r, c) in enumerate(rest[: min(boxes, len(rest) // 2) * 2]):
        inner[r][c] = "XO"[at % 2]
    rows = ["#" * (width + 2), *(f"#{''.join(row)}#" for row in inner), "#" * (width + 2)]
    return read_level(rows)


def least_pushes(level: Level) -> int | None:
    """Pushes of a best solution, by trying every move from the start; None where there is no solution."""
    seen = {(level.boxes, level.player)}
    layer, pushes = [level], 0
    while layer:
        following = []
        for state in layer:
            if state.solved:
                return pushes
            for direction in range(4):
                after = state.moved(direction)
                if (after.boxes, after.player) not in seen:
                    if after.boxes == state.boxes:
                        # A walk costs no push: it belongs to the layer that is being read.
                        seen.add((after.boxes, after.player))
                        layer.append(after)
                    else:
                        following.append(after)
        layer = []
        for after in following:
            if (after.boxes, after.player) not in seen:
                seen.add((after.boxes, after.player))
                layer.append(after)
        pushes += 1
    return None


def least_moves(level: Level) -> int | None:
    """Moves of a best solution, by trying every move from the start."""
    seen = {(level.boxes, level.player)}
    layer, moves = [level], 0
    while layer:
        if any(state.solved for state in layer):
            return moves
        following = []
        for state in layer:
            for direction in range(4):
                after = state.moved(direction)
                if (after.boxes, after.player) not in seen:
                    seen.add((after.boxes, after.player))
                    following.append(after)
        layer, moves = following, moves + 1
    return None


def played(level: Level, plan: list[int]) -> tuple[Level, int]:
    """Where a plan leads, and how many pushes it makes."""
    pushes = 0
    for direction in plan:
        after = level.moved(direction)
        pushes += after.boxes != level.boxes
        level = after
    return level, pushes
