"""The canonical form of a layout: walls and targets, without boxes and player."""

from __future__ import annotations

from functools import lru_cache

from ragen_bench.grids import canonical_symmetry


@lru_cache(maxsize=1024)
def layout_form(width: int, floor: int, targets: int) -> str:
    """Rows of walls, floor and targets without the walls around them, in their smallest symmetric form."""
    full = (1 << width) - 1
    rows: list[tuple[int, int]] = []
    columns = 0
    while floor:
        row = floor & full
        columns |= row
        if row or rows:
            rows.append((row, targets & full))
        floor >>= width
        targets >>= width
    left = (columns & -columns).bit_length() - 1
    across = columns.bit_length() - left
    return canonical_symmetry([_row(across, row >> left, goals >> left) for row, goals in rows])


@lru_cache(maxsize=65536)
def _row(width: int, floor: int, targets: int) -> str:
    return "".join(["#_O"[(floor >> at & 1) + (targets >> at & 1)] for at in range(width)])
