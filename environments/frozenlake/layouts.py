"""Layouts: small plans of a lake that are stretched to any size.

A plan is rows over `#` (holes), `.` (ice) and `g` (ice where the goal may be). Its last column and its
last row say how a row or column stretches: 1 stays one cell wide, 2 becomes two or more, + one or more.
A plan is a task's family.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

PLANS: Mapping[str, tuple[str, ...]] = {
    "hook": (".#g+", "...+", "+1+ "),
    "cane": ("..#g+", "..#.2", ".##.1", "....+", "++1+ "),
    "crook": (".#..+", ".#.g2", ".##.1", "....+", "+1++ "),
    "niche": (".#g.+", ".##.1", "....+", "+1++ "),
    "cup": ("....+", ".##.1", ".#g.2", ".##.1", "....+", "+1++ "),
    "shell": ("....+", ".##.1", "..#g2", ".##.1", "....+", "++1+ "),
    "zigzag": (".#...+", ".#.#.+", "...#g+", "+121+ "),
    "stairs": ("..#.+", ".#.g+", "....+", "+11+ "),
    "gap": (".#g+", "...+", ".#.+", "+1+ "),
    "tee": ("..#.g+", ".###.1", ".....+", "++1++ "),
    "bar": ("...+", ".#g+", "...+", "+1+ "),
}
#: The plans of test_ood.
PLANS_OOD: Mapping[str, tuple[str, ...]] = {
    "spiral": ("....+", "###.1", ".g#.+", ".##.1", "....+", "++1+ "),
    "unwinding": ("g...+", "###.1", "..#.+", ".##.1", "....+", "++1+ "),
    "comb": (".#.#g+", ".....+", "+1+1+ "),
    "rooms": ("..#.g+", ".###.1", "..#..+", ".....+", "++1++ "),
    "alley": (".#g#.+", ".....+", "+1+1+ "),
    "nook": ("....+", "###.1", "g.#.2", "....+", "++1+ "),
    "pier": (".....+", ".###.1", ".#g#.2", ".....+", "+1+1+ "),
    "ell": ("....+", ".##.1", ".#g.+", "....+", "+1++ "),
}


def transposed(plan: tuple[str, ...]) -> tuple[str, ...]:
    """The plan with rows and columns exchanged."""
    return tuple("".join(line) for line in zip(*plan, strict=True))


def stretchings(
    plan: tuple[str, ...], rows: int, columns: int
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The ways to give `rows` and `columns` to the lines of a plan: (heights, widths)."""
    heights = _shares("".join(line[-1] for line in plan[:-1]), rows)
    widths = _shares(plan[-1][:-1], columns)
    return [(h, w) for h in heights for w in widths]


def stretch(plan: tuple[str, ...], heights: tuple[int, ...], widths: tuple[int, ...]) -> str:
    """The cells of a stretched plan, row by row."""
    return "".join(
        "".join(sign * width for sign, width in zip(line[:-1], widths, strict=True)) * height
        for line, height in zip(plan[:-1], heights, strict=True)
    )


def _shares(signs: str, total: int) -> list[tuple[int, ...]]:
    def share(left: int, rest: str) -> Iterator[tuple[int, ...]]:
        if not rest:
            if left == 0:
                yield ()
            return
        low = 2 if rest[0] == "2" else 1
        high = 1 if rest[0] == "1" else left - len(rest) + 1
        for width in range(low, high + 1):
            for others in share(left - width, rest[1:]):
                yield (width, *others)

    return [*share(total, signs)]
