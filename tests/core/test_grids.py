"""Symmetric forms, text with coordinates, and pictures of grids."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig
from ragen_bench.grids import Sprite, canonical_symmetry, coordinates, frame, render_grid, symmetries


@st.composite
def grids(draw: st.DrawFn, most: int = 5) -> list[str]:
    width = draw(st.integers(1, most))
    return draw(st.lists(st.text("ab", min_size=width, max_size=width), min_size=1, max_size=most))


def turned(rows: list[str]) -> list[str]:
    """A quarter turn."""
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


@given(grids(), st.integers(0, 3), st.booleans())
def test_turning_and_mirroring_a_grid_leave_its_canonical_form(
    rows: list[str], turns: int, mirror: bool
) -> None:
    other = [row[::-1] for row in rows] if mirror else rows
    for _ in range(turns):
        other = turned(other)
    assert canonical_symmetry(other) == canonical_symmetry(rows)


@given(grids(3), grids(3))
def test_two_grids_share_a_canonical_form_exactly_when_a_symmetry_joins_them(
    one: list[str], two: list[str]
) -> None:
    assert (canonical_symmetry(one) == canonical_symmetry(two)) == (tuple(two) in symmetries(one))


def test_a_grid_without_any_symmetry_has_eight_different_forms() -> None:
    forms = symmetries(["abc", "bba", "aab"])
    assert forms[0] == ("abc", "bba", "aab")
    assert len(set(forms)) == 8
    assert canonical_symmetry(["abc", "bba", "aab"]) == min("\n".join(form) for form in forms)


def test_cells_are_apart_and_counted_from_one() -> None:
    rows = ["ab", "ca"]
    assert render_grid(rows) == "a b\nc a"
    assert render_grid(rows, spaced=False) == "ab\nca"
    assert coordinates(rows, {"Letters": "a", "Rest": "bc", "Gone": "x"}) == (
        "Letters: (1, 1), (2, 2)\nRest: (1, 2), (2, 1)\nGone: none"
    )


def test_a_picture_shows_every_cell_in_its_colour_or_sprite() -> None:
    palette = {"a": (1, 2, 3), "b": Sprite((9, 9, 9), (200, 0, 0), ("#.", ".#"))}
    picture = frame(["ab", "aa", "bb"], palette, cell=4)
    assert picture.shape == (12, 8, 3)
    assert picture.dtype == np.uint8
    assert (picture[:4, :4] == (1, 2, 3)).all()
    assert (picture[:2, 4:6] == (200, 0, 0)).all()
    assert (picture[:2, 6:] == (9, 9, 9)).all()
    assert (picture[2:4, 6:] == (200, 0, 0)).all()


def test_a_picture_needs_a_look_for_every_cell_and_a_pixel_per_cell() -> None:
    with pytest.raises(InvalidConfig, match="'b'"):
        frame(["ab"], {"a": (0, 0, 0)})
    with pytest.raises(InvalidConfig, match="cell"):
        frame(["a"], {"a": (0, 0, 0)}, cell=0)
