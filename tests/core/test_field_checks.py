from __future__ import annotations

import pytest

from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_share, check_whole, is_whole


@pytest.mark.parametrize("value", [True, 2.0, "2", None, 0, 10])
def test_a_whole_number_outside_its_range_is_refused_and_named(value: object) -> None:
    with pytest.raises(InvalidConfig, match="size must be a whole number from 1 to 9, got"):
        check_whole("size", value, 1, 9)


@pytest.mark.parametrize("value", [True, -0.1, 1.01, float("nan"), "0.5"])
def test_a_share_lies_between_0_and_1(value: object) -> None:
    with pytest.raises(InvalidConfig, match="rate must be a number from 0 to 1"):
        check_share("rate", value)


def test_what_is_not_among_the_allowed_is_told_what_is() -> None:
    with pytest.raises(InvalidConfig, match="view must be 'grid' or 'coord', got 'gird'"):
        check_one_of("view", "gird", ("grid", "coord"))


def test_both_ends_are_allowed() -> None:
    check_whole("size", 1, 1, 9)
    check_whole("size", 9, 1, 9)
    check_share("rate", 0)
    check_share("rate", 1)
    check_one_of("view", "grid", ("grid", "coord"))
    assert is_whole(3)
    assert not is_whole(True)
