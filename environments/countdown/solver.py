"""Finds a solution of a puzzle whenever one exists with positive whole numbers on the way.

`_values(subset)` holds every value of up to four numbers and how it came about. A larger set is
split in two in every way, balanced ways first: for each value of the smaller half, what the other
half must be worth is looked up, or solved for when it is large itself. So the last level is never
listed. With eight numbers the first split of four and four nearly always succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

#: Sets up to this size are listed in full.
_LISTED = 4
#: Subproblems of more than four numbers before a search is given up; a count, not a time.
_BUDGET = 20_000

#: How a value came about: left set and value, operator, right set and value; None for a number.
_Origin = tuple[int, int, str, int, int] | None
_Table = dict[int, _Origin]


def solve(numbers: Sequence[int], target: int) -> str | None:
    """An expression that uses every number once and equals the target, or None when none was found.

    Complete for up to six numbers as far as solutions stay within the positive whole numbers; above,
    a search is given up after a fixed number of subproblems.
    """
    return _Search(numbers).solve(target)


class _Search:
    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._tables: dict[int, _Table] = {}
        self._failed: set[tuple[int, int]] = set()
        self._left = _BUDGET

    def solve(self, target: int) -> str | None:
        found = self._find((1 << len(self._numbers)) - 1, target)
        return found and (found[1:-1] if found[0] == "(" else found)

    def _find(self, subset: int, goal: int) -> str | None:
        size = subset.bit_count()
        if size <= _LISTED:
            return self._write(subset, goal) if goal in self._values(subset) else None
        if (subset, goal) in self._failed or self._left <= 0:
            return None
        self._left -= 1
        for small, large in _splits(subset, size):
            listed = self._values(large) if size - small.bit_count() <= _LISTED else None
            for y in self._values(small):
                for x, pattern in _missing(goal, y):
                    if listed is not None:
                        if x not in listed:
                            continue
                        other: str | None = self._write(large, x)
                    else:
                        other = self._find(large, x)
                    if other is not None:
                        return pattern.format(other, self._write(small, y))
        self._failed.add((subset, goal))
        return None

    def _values(self, subset: int) -> _Table:
        table = self._tables.get(subset)
        if table is not None:
            return table
        table = self._tables[subset] = {}
        if subset & (subset - 1) == 0:
            table[self._numbers[subset.bit_length() - 1]] = None
            return table
        lowest = subset & -subset
        part = (subset - 1) & subset
        while part:
            # Each pair of halves once: the lowest number is on the left.
            if part & lowest:
                self._join(table, part, subset ^ part)
            part = (part - 1) & subset
        return table

    def _join(self, table: _Table, left: int, right: int) -> None:
        for x in self._values(left):
            for y in self._values(right):
                if x + y not in table:
                    table[x + y] = (left, x, "+", right, y)
                if x * y not in table:
                    table[x * y] = (left, x, "*", right, y)
                if x > y:
                    if x - y not in table:
                        table[x - y] = (left, x, "-", right, y)
                    if not x % y and x // y not in table:
                        table[x // y] = (left, x, "/", right, y)
                else:
                    if x < y and y - x not in table:
                        table[y - x] = (right, y, "-", left, x)
                    if not y % x and y // x not in table:
                        table[y // x] = (right, y, "/", left, x)

    def _write(self, subset: int, value: int) -> str:
        origin = self._tables[subset][value]
        if origin is None:
            return str(value)
        left, x, operator, right, y = origin
        return f"({self._write(left, x)} {operator} {self._write(right, y)})"


def _splits(subset: int, size: int) -> Iterator[tuple[int, int]]:
    """(smaller, larger) halves, the most even ones first."""
    parts = []
    part = (subset - 1) & subset
    while part:
        count = part.bit_count()
        if 2 * count < size or (2 * count == size and part & (subset & -subset)):
            parts.append((-count, part))
        part = (part - 1) & subset
    parts.sort()
    for _, part in parts:
        yield part, subset ^ part


def _missing(goal: int, y: int) -> Iterator[tuple[int, str]]:
    """What another part must be worth so that it gives `goal` with y, and how the two are joined."""
    if goal > y:
        yield goal - y, "({0} + {1})"
    else:
        if y > goal:
            yield y - goal, "({1} - {0})"
        if not y % goal:
            yield y // goal, "({1} / {0})"
    yield goal + y, "({0} - {1})"
    if not goal % y:
        yield goal // y, "({0} * {1})"
    yield goal * y, "({0} / {1})"
