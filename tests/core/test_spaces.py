"""The text space contains every string up to its length."""

from __future__ import annotations

import copy
import pickle

import gymnasium
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.spaces import SAMPLE_ALPHABET, SAMPLE_LENGTH, TextSpace

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=[]), max_size=20)


@given(ANY_TEXT)
def test_any_string_is_contained_and_a_longer_one_is_not(text: str) -> None:
    space = TextSpace(20)
    assert text in space
    assert text + "x" * 21 not in space


def test_only_strings_are_contained() -> None:
    space = TextSpace(20)
    assert "" in space
    for value in (None, 3, b"up", ["up"]):
        assert value not in space


def test_samples_are_short_seeded_and_contained() -> None:
    one, two = TextSpace(4096, seed=1), TextSpace(4096, seed=1)
    samples = [one.sample() for _ in range(200)]
    assert samples == [two.sample() for _ in range(200)]
    assert all(sample in one and len(sample) <= SAMPLE_LENGTH for sample in samples)
    assert set("".join(samples)) <= set(SAMPLE_ALPHABET)
    assert len(set(samples)) > 100


def test_a_tiny_space_samples_within_its_length() -> None:
    space = TextSpace(2, seed=0)
    assert all(len(space.sample()) <= 2 for _ in range(50))


def test_a_space_is_small_to_pickle_and_equal_afterwards() -> None:
    space = TextSpace(65_536, seed=3)
    assert len(pickle.dumps(space)) < 10_000
    for other in (pickle.loads(pickle.dumps(space)), copy.deepcopy(space)):
        assert other == space
        assert other.sample() == copy.deepcopy(space).sample()
    assert space != TextSpace(5)
    assert space != gymnasium.spaces.Text(65_536)
