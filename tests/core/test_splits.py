"""Homes, lazy finite splits, salts and the errors of a space that is too small."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench import splits
from ragen_bench.errors import InvalidConfig, SplitExhausted, UnknownName
from ragen_bench.rng import Rng
from ragen_bench.spec import Split, task_parameters
from ragen_bench.splits import TaskStream, home, parse_split, split_of


@dataclass(frozen=True)
class Config:
    numbers: int = 100_000
    colour: bool = field(default=False, metadata={"display": True})


class Numbers:
    """A task is a number; odd draws are refused."""

    def generate(self, rng: Rng, config: Config, split: str) -> dict[str, Any] | None:
        number = rng.below(config.numbers)
        return None if number % 2 else {"family": split, "number": number}

    def canonical(self, task: dict[str, Any]) -> str:
        return str(task["number"])

    def validate(self, task: Any, config: Config) -> dict[str, Any]:
        return dict(task)

    def perturb(self, task: dict[str, Any], rng: Rng) -> dict[str, Any]:
        return {**task, "number": task["number"] + 2}


def numbers(split: str, size: int | None, config: Config | None = None, generator: int = 1) -> TaskStream:
    return TaskStream("Numbers", generator, Numbers(), config or Config(), split, size)


def forms(stream: TaskStream, n: int) -> list[int]:
    return [stream.task(index)["number"] for index in range(n)]


def test_homes_are_pinned() -> None:
    # Moving a home would move tasks between training and test of every version ever published.
    assert [home("Sokoban", str(i)) for i in range(6)] == [
        "train",
        "train",
        "test",
        "train",
        "train",
        "train",
    ]


def test_three_quarters_of_all_forms_are_train_and_a_sixteenth_each_other_split() -> None:
    counts = Counter(home("Any", str(i)) for i in range(16_000))
    assert set(counts) == {"train", "validation", "test", "test_ood", "fresh"}
    assert abs(counts.pop("train") - 12_000) < 300
    assert all(abs(count - 1000) < 160 for count in counts.values())


def test_no_form_is_in_two_splits_and_none_twice_in_a_finite_one() -> None:
    drawn = {name: forms(numbers(name, 300), 300) for name in ("validation", "test", "test_ood", "fresh:a")}
    drawn["train"] = forms(numbers("train", None), 600)
    for name, tasks in drawn.items():
        if name != "train":
            assert len(set(tasks)) == 300
        for other, others in drawn.items():
            assert name == other or not set(tasks) & set(others)


@given(st.lists(st.integers(min_value=0, max_value=60), min_size=1, max_size=8))
def test_an_index_gives_the_same_task_in_any_order(order: list[int]) -> None:
    for split, size in (("test", 50), ("train", None)):
        straight = forms(numbers(split, size), 61)
        jumping = numbers(split, size)
        assert [jumping.task(index)["number"] for index in order] == [straight[index] for index in order]


@given(st.integers(min_value=0, max_value=1 << 70))
def test_indices_wrap_in_a_finite_split(index: int) -> None:
    stream = numbers("test", 20)
    assert stream.task(index) == stream.task(index % 20)
    assert stream.luck(index, 3).word() == stream.luck(index % 20, 3).word()


def test_luck_depends_on_index_and_replica_and_not_on_the_puzzle_s_draws() -> None:
    stream = numbers("train", None)
    words = {stream.luck(index, replica).word() for index in range(5) for replica in range(5)}
    assert len(words) == 25


def test_salts_give_other_tasks_and_one_salt_the_same() -> None:
    one, two, again = (forms(numbers(f"fresh:{salt}", 100), 20) for salt in ("one", "two", "one"))
    assert one == again
    assert one != two


def test_a_display_option_is_in_no_seed_and_a_task_parameter_and_the_generator_are() -> None:
    plain = forms(numbers("train", None), 10)
    assert forms(numbers("train", None, Config(colour=True)), 10) == plain
    assert forms(numbers("train", None, Config(numbers=99_999)), 10) != plain
    assert forms(numbers("train", None, generator=2), 10) != plain
    assert task_parameters(Config()) == {"numbers": 100_000}


def test_a_space_that_is_too_small_says_how_many_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "MAX_ATTEMPTS", 2000)
    stream = numbers("test", 1024, Config(numbers=400))
    with pytest.raises(SplitExhausted, match=r"'test' declares 1024 tasks.*after \d+; declare a smaller"):
        stream.task(1023)
    # What there is can still be played.
    assert stream.task(0)["number"] % 2 == 0


def test_a_refused_search_leaves_the_split_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, calm = numbers("test", 50), numbers("test", 50)
    stream.task(3)
    monkeypatch.setattr(splits, "MAX_ATTEMPTS", 0)
    with pytest.raises(SplitExhausted):
        stream.task(10)
    monkeypatch.undo()
    assert forms(stream, 30) == forms(calm, 30)


@pytest.mark.parametrize(
    ("text", "parts"),
    [("test", ("test", "")), ("fresh:2027", ("fresh", "2027")), ("fresh:a:b", ("fresh", "a:b"))],
)
def test_splits_are_read(text: str, parts: tuple[str, str]) -> None:
    assert parse_split(text) == parts


@pytest.mark.parametrize("text", ["fresh", "fresh:", "test:1", "test:"])
def test_a_salt_that_is_missing_or_not_wanted_is_said(text: str) -> None:
    with pytest.raises(InvalidConfig, match="salt"):
        parse_split(text)


@pytest.mark.parametrize("text", ["tset", "", "Test", ":x", 3, None])
def test_an_unknown_split_is_said(text: Any) -> None:
    with pytest.raises(UnknownName, match="split"):
        parse_split(text)


def test_a_preset_s_own_split_size_comes_first() -> None:
    from mini import DIAL

    preset = replace(DIAL.presets[0], splits=(Split("test", 600),))
    assert split_of(DIAL, preset, "test").size == 600
    assert split_of(DIAL, preset, "validation").size == 1024
    unranked = tuple(replace(preset, ranked=False) for preset in DIAL.presets)
    small = replace(DIAL, presets=unranked, splits=(Split("train", None),))
    with pytest.raises(UnknownName, match="no such split"):
        split_of(small, DIAL.presets[0], "test")
