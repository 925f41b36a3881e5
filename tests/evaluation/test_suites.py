from __future__ import annotations

import itertools

import pytest

from ragen_bench.errors import InvalidConfig, UnknownName
from ragen_bench.evaluation.run import plan
from ragen_bench.evaluation.suites import ALL, SIZES, get_size, get_suite
from ragen_bench.registry import BUILT_IN


def test_all_is_a_versioned_list_of_the_built_in_environments_at_medium():
    suite = get_suite("all")
    assert suite.label == f"all@{len(ALL)}"
    assert {entry.spec.name.lower() for entry in suite.entries} == set(BUILT_IN)
    assert {entry.preset.name for entry in suite.entries} == {"medium"}


def test_a_list_may_give_each_environment_a_preset():
    suite = get_suite("countdown, bandit:hard", preset="easy")
    assert [(e.spec.name, e.preset.name) for e in suite.entries] == [
        ("Countdown", "easy"),
        ("Bandit", "hard"),
    ]
    assert suite.label == "custom@0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("countdwn", "did you mean 'ragen/Countdown-v1'"),
        ("al", "did you mean 'all'"),
        ("countdown:hrd", "did you mean 'hard'"),
    ],
)
def test_a_near_match_is_offered_for_a_wrong_name(text, message):
    with pytest.raises(UnknownName, match=message):
        get_suite(text)


@pytest.mark.parametrize("text", ["", " , ", "countdown,countdown:hard"])
def test_a_suite_names_each_environment_once(text):
    with pytest.raises(InvalidConfig, match="suite"):
        get_suite(text)


def test_a_smaller_size_is_a_prefix_of_a_larger_one():
    small, large = plan("countdown", size="smoke").jobs(), plan("countdown", size="dev").jobs()
    assert len(small) == SIZES["smoke"]
    assert small == large[: len(small)]


def test_a_size_is_cut_to_what_a_split_holds():
    assert plan("countdown", episodes=10_000).total == 1024
    assert plan("countdown", split="train", episodes=10_000).total == 10_000


def test_repeat_r_of_a_task_is_its_replica_r():
    jobs = plan("bandit", episodes=2, repeats=3).jobs()
    assert [(job.index, job.repeat) for job in jobs] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.parametrize(("size", "episodes"), [("huge", None), ("dev", 0)])
def test_a_size_that_is_none_is_refused(size, episodes):
    with pytest.raises((UnknownName, InvalidConfig)):
        get_size(size, episodes)


def test_an_older_version_of_all_can_still_be_played():
    first = get_suite("all@1")
    assert (first.label, len(first.entries)) == ("all@1", 5)
    with pytest.raises(UnknownName, match="all@1"):
        get_suite("all@99")


def test_every_version_of_all_holds_the_one_before():
    assert all(set(before) <= set(after) for before, after in itertools.pairwise(ALL))
