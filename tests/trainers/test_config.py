"""Settings: typed, named, overridden, and told what is near when mistyped."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.errors import InvalidConfig, RagenError, UnknownName
from ragen_bench.trainers.config import TrainConfig, as_dict, as_yaml, build, load_config, preset_names
from ragen_bench.trainers.starpo.rollouts import jobs_of_step, read_sources, sources_at
from ragen_bench.trainers.starpo.update import rate_factor


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_can_be_read_and_names_playable_environments(name):
    config = load_config(name)
    assert read_sources(config.environments)


def test_what_print_config_shows_can_be_given_back(tmp_path):
    config = load_config("sokoban", ["filter.value=0.5", "optimiser.lr=1e-4", "loss.value_clip=null"])
    (tmp_path / "again.yaml").write_text(as_yaml(config))
    assert load_config(str(tmp_path / "again.yaml")) == config
    assert config.optimiser.lr == 1e-4
    assert config.loss.value_clip is None


@pytest.mark.parametrize(
    ("override", "error", "word"),
    [
        ("filter.valu=3", UnknownName, "filter.value"),
        ("filtr.value=3", UnknownName, "filter.value"),
        ("filter=3", InvalidConfig, "section"),
        ("steps", InvalidConfig, "key=value"),
        ("steps=ten", InvalidConfig, "whole number"),
        ("steps=1.5", InvalidConfig, "whole number"),
        ("steps=true", InvalidConfig, "whole number"),
        ("steps=0", InvalidConfig, "at least 1"),
        ("optimiser.lr=nan", InvalidConfig, "finite"),
        ("optimiser.lr=-1", InvalidConfig, "above 0"),
        ("advantage.estimator=grop", UnknownName, "grpo"),
        ("advantage.gamma=2", InvalidConfig, "[0, 1]"),
        ("loss.kl_estimator=k1", UnknownName, "k3"),
        ("rollout.group=1", InvalidConfig, "at least 2"),
        ("seed=[1", InvalidConfig, "whole number"),
        ("seed.x.y=1", InvalidConfig, "whole number"),
    ],
)
def test_a_bad_setting_is_told_by_name_with_what_is_allowed(override, error, word):
    with pytest.raises(error) as caught:
        load_config("sokoban", [override])
    assert word in str(caught.value)


def test_an_unknown_preset_is_told_the_nearest_one():
    with pytest.raises(UnknownName, match="sokoban"):
        load_config("sokobann")


def test_a_file_that_is_no_mapping_or_no_yaml_is_refused(tmp_path):
    for text in ("[1, 2]", "a: [", "\x00"):
        path = tmp_path / "bad.yaml"
        path.write_text(text)
        with pytest.raises(InvalidConfig):
            load_config(str(path))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists))
def test_any_value_of_any_setting_is_either_taken_or_refused_by_name(value):
    for key in ("steps", "model", "rollout", "dtype"):
        try:
            build({key: value})
        except RagenError:
            continue


def test_a_config_survives_its_own_dictionary():
    config = TrainConfig(steps=7)
    assert build(yaml.safe_load(yaml.safe_dump(as_dict(config)))) == config


def test_a_mixture_keeps_its_shares_exactly():
    config = load_config("mixture", ["rollout.tasks=10", "rollout.group=2"])
    names = [job.spec.name for job in jobs_of_step(config, 3)][::2]
    assert {name: names.count(name) for name in names} == {
        "Sokoban": 4,
        "FrozenLake": 2,
        "Countdown": 2,
        "Sudoku": 2,
    }


def test_a_step_plays_the_same_tasks_whenever_it_is_asked_and_other_steps_play_others():
    config = load_config("sokoban")
    assert jobs_of_step(config, 5) == jobs_of_step(config, 5)
    assert jobs_of_step(config, 5) != jobs_of_step(config, 6)
    assert {job.repeat for job in jobs_of_step(config, 0)} == set(range(config.rollout.group))


def test_a_curriculum_changes_the_mixture_from_a_step_on():
    config = load_config("sokoban", ["curriculum=10: frozenlake:easy; 20: countdown:easy"])
    assert [sources_at(config, step)[0].spec.name for step in (0, 9, 10, 19, 20)] == [
        "Sokoban",
        "Sokoban",
        "FrozenLake",
        "FrozenLake",
        "Countdown",
    ]


@pytest.mark.parametrize("text", ["", "sokoban:easy*0", "sokoban:easy*x", "nowhere:easy", "sokoban:nothing"])
def test_a_mixture_that_cannot_be_played_is_refused(text):
    with pytest.raises(RagenError):
        read_sources(text)


def test_the_learning_rate_warms_up_and_then_falls():
    config = load_config("sokoban", ["steps=100", "optimiser.warmup=10", "optimiser.schedule=cosine"])
    factors = [rate_factor(config, step) for step in range(100)]
    assert factors[0] < factors[5] < factors[10] == 1
    assert factors[10:] == sorted(factors[10:], reverse=True)
    assert factors[-1] >= 0.1
