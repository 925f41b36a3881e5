"""Names, near matches, Gymnasium registration and vectors; plug-ins are in tests/testing/test_plugins.py."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gymnasium
import pytest

import ragen_bench
from ragen_bench import registry
from ragen_bench.errors import AmbiguousId, BrokenPlugin, UnknownName
from ragen_bench.registry import BUILT_IN, Catalogue, Claim, claim_of, get_preset, get_spec, load


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """A catalogue of a test's own."""
    found = Catalogue()
    monkeypatch.setattr(registry, "catalogue", lambda: found)
    return found


def put(shelf: Catalogue, **changes: Any) -> None:
    from mini import DIAL

    spec = replace(DIAL, history=(), **changes)
    shelf.claims[spec.id] = Claim(spec, "a-plugin", "a_plugin")


def test_every_built_in_environment_is_listed_and_registered() -> None:
    listed = [spec.id for spec in ragen_bench.list_environments()]
    assert len([name for name in listed if name.startswith("ragen/")]) >= len(BUILT_IN) >= 2
    for name in listed:
        assert gymnasium.registry[name].max_episode_steps is None
        assert isinstance(gymnasium.registry[name].entry_point, str)


def test_gym_make_plays_what_the_spec_says() -> None:
    env = gymnasium.make("ragen/Countdown-v1", preset="easy", split="test")
    observation, info = env.reset(seed=0)
    assert isinstance(observation, str)
    assert env.unwrapped.playing_split == "test"  # type: ignore[attr-defined]
    assert info["turn"] == 0


@pytest.mark.parametrize("name", ["ragen/Countdown-v1", "ragen/Countdown", "countdown", "Countdown-v1"])
def test_short_names_mean_the_only_environment_of_that_name(name: str) -> None:
    assert get_spec(name).name == "Countdown"


def test_a_short_name_means_the_newest_version(shelf: Catalogue) -> None:
    put(shelf, version=1)
    put(shelf, version=3)
    put(shelf, version=2)
    assert get_spec("dial").version == 3
    assert get_spec("mini/Dial-v2").version == 2


def test_a_short_name_that_two_have_is_ambiguous(shelf: Catalogue) -> None:
    put(shelf)
    put(shelf, namespace="other")
    with pytest.raises(AmbiguousId, match="mini/Dial-v1 or other/Dial-v1"):
        get_spec("dial")


def test_a_clash_names_both_plug_ins(shelf: Catalogue) -> None:
    from mini import DIAL

    shelf.clashes[DIAL.id] = (Claim(DIAL, "one", "one.envs"), Claim(DIAL, "two", "two"))
    with pytest.raises(AmbiguousId, match=r"one \(one.envs\) and two \(two\)"):
        claim_of(DIAL.id)


def test_an_unknown_name_offers_near_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean 'ragen/Countdown-v1'"):
        get_spec("ragen/Cuontdown-v1")
    with pytest.raises(UnknownName, match="ragen-bench list"):
        get_spec("zzz")


def test_an_unknown_preset_offers_near_ones() -> None:
    from mini import DIAL

    assert get_preset(DIAL, "easy").name == "easy"
    with pytest.raises(UnknownName, match="did you mean 'medium'"):
        get_preset(DIAL, "medum")


@pytest.mark.parametrize("path", ["no_such_module:X", "mini:NO_SUCH"])
def test_code_that_is_not_there_is_named(path: str) -> None:
    with pytest.raises(BrokenPlugin, match=path):
        load(path)


def test_a_class_is_instantiated_and_anything_else_is_given_as_it_is() -> None:
    import mini

    assert type(load("mini.game:DialOracle")).__name__ == "DialOracle"
    assert load("mini:DIAL") is mini.DIAL


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_a_vector_says_what_single_environments_say(mode: str) -> None:
    singles = [gymnasium.make("ragen/Countdown-v1", preset="easy").unwrapped for _ in range(3)]
    wanted = tuple(env.reset(seed=seed)[0] for seed, env in enumerate(singles))
    vector = ragen_bench.make_vec("ragen/Countdown-v1", 3, mode, preset="easy")
    try:
        got, _ = vector.reset(seed=[0, 1, 2])
    finally:
        vector.close()
    assert tuple(got) == wanted


def test_an_unknown_vector_mode_is_refused() -> None:
    with pytest.raises(UnknownName, match="mode"):
        ragen_bench.make_vec("ragen/Countdown-v1", 1, "asink")
