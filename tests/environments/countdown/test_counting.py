"""Exact counts against an enumeration of every expression tree."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.environments.countdown.counting import count_solutions, estimate_share
from ragen_bench.errors import InvalidConfig
from ragen_bench.rng import Rng

Form = tuple[Any, ...]


@cache
def forms(positions: tuple[int, ...]) -> frozenset[Form]:
    """Every expression over the positions, sums and products flattened into sets of signed parts."""
    if len(positions) == 1:
        return frozenset({("number", positions[0])})
    found = set()
    first, *rest = positions
    for size in range(len(rest)):
        for chosen in combinations(rest, size):
            left = forms((first, *chosen))
            right = forms(tuple(p for p in rest if p not in chosen))
            for a in left:
                for b in right:
                    for x, y in ((a, b), (b, a)):
                        found.add(("sum", parts("sum", x, 1) | parts("sum", y, 1)))
                        found.add(("sum", parts("sum", x, 1) | parts("sum", y, -1)))
                        found.add(("product", parts("product", x, 1) | parts("product", y, 1)))
                        found.add(("product", parts("product", x, 1) | parts("product", y, -1)))
    return frozenset(found)


def parts(kind: str, form: Form, sign: int) -> frozenset[tuple[int, Form]]:
    return frozenset((sign * s, f) for s, f in form[1]) if form[0] == kind else frozenset({(sign, form)})


def value(form: Form, numbers: list[int]) -> Fraction | None:
    """The value, or None when a part is not a positive whole number."""
    if form[0] == "number":
        return Fraction(numbers[form[1]])
    result = Fraction(int(form[0] == "product"))
    for sign, part in form[1]:
        inner = value(part, numbers)
        if inner is None:
            return None
        result = result + sign * inner if form[0] == "sum" else result * inner**sign
    return result if result > 0 and result.denominator == 1 else None


def all_counts(numbers: list[int]) -> Counter[int]:
    values = (value(form, numbers) for form in forms(tuple(range(len(numbers)))))
    return Counter(int(v) for v in values if v is not None)


@settings(max_examples=20)
@given(st.lists(st.integers(1, 12) | st.integers(1, 50), min_size=1, max_size=4), st.integers(1, 60))
def test_counts_agree_with_an_enumeration_of_all_expressions(numbers: list[int], target: int) -> None:
    counts = all_counts(numbers)
    for wanted in {target, *list(counts)[:40]}:
        assert count_solutions(numbers, wanted) == counts[wanted]


@pytest.mark.parametrize("numbers", [[1, 1, 1, 1], [2, 1, 1, 3], [2, 2, 4, 8], [6, 6, 6, 6], [7, 13, 29, 50]])
def test_every_target_of_awkward_numbers_is_counted_right(numbers: list[int]) -> None:
    counts = all_counts(numbers)
    top = max(counts)
    for target in [*counts, *range(1, 50), top + 1, 2 * top]:
        assert count_solutions(numbers, target) == counts[target]


def test_one_solution_in_other_brackets_or_order_is_counted_once() -> None:
    assert count_solutions([1, 2, 4, 32], 32 + 4 - 2 - 1) == all_counts([1, 2, 4, 32])[33]
    assert count_solutions([10, 3, 2], 9) == 1  # 10 - 3 + 2 and 10 - (3 - 2)


def test_what_cannot_be_counted_is_refused_by_name() -> None:
    with pytest.raises(InvalidConfig, match="numbers"):
        count_solutions([1, 2, 3, 4, 5], 6)
    with pytest.raises(InvalidConfig, match="numbers"):
        count_solutions([0, 2], 6)
    with pytest.raises(InvalidConfig, match="target"):
        count_solutions([1, 2], 0)


def test_the_sampled_share_is_seeded_and_finds_what_is_frequent() -> None:
    assert estimate_share([1, 1], 2, Rng.of("share"), 400) == estimate_share([1, 1], 2, Rng.of("share"), 400)
    assert 0.15 < estimate_share([1, 1], 2, Rng.of("share"), 400) < 0.35  # one operator of four
    assert estimate_share([2, 4], 999, Rng.of("share"), 100) == 0.0
