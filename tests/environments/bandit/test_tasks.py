"""Tasks, words and configs of Bandit."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.bandit import SPECS
from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.environments.bandit.tasks import TASKS
from ragen_bench.environments.bandit.words import OOD_SCALES, PROFESSIONS, SCALES, ladders
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.registry import get_preset
from ragen_bench.rng import Rng
from ragen_bench.spec import SPLIT_NAMES
from ragen_bench.splits import Task

SPEC = SPECS[0]
PRESETS = {preset.name: preset.config for preset in SPEC.presets}
preset_names = st.sampled_from(list(PRESETS))
split_names = st.sampled_from(SPLIT_NAMES)


def _given_task() -> dict[str, Any]:
    names = ["silent baker", "quiet cook", "audible judge", "loud miner", "deafening poet"]
    return {
        "arms": [{"name": name, "level": level} for level, name in enumerate(names)],
        "best": [0, 1, 2, 3, 4],
        "top": 9,
    }


@given(preset_names, split_names, st.binary(min_size=16, max_size=16))
def test_generated_tasks_are_valid_and_depend_on_the_draws_alone(name: str, split: str, key: bytes) -> None:
    config = PRESETS[name]
    task = TASKS.generate(Rng(key), config, split)
    assert task == TASKS.generate(Rng(key), config, split)
    assert TASKS.validate(task, config) == task


@given(preset_names, split_names, st.binary(min_size=16, max_size=16))
def test_a_perturbed_task_is_valid_and_has_another_answer(name: str, split: str, key: bytes) -> None:
    config = PRESETS[name]
    task = TASKS.generate(Rng(key), config, split)
    changed = TASKS.perturb(task, Rng(b"perturb"))
    assert TASKS.validate(changed, config) == changed
    assert TASKS.canonical(changed) != TASKS.canonical(task)
    for before, after in zip(_best_names(task), _best_names(changed), strict=True):
        assert before != after
    assert not {arm["name"] for arm in task["arms"]} & {arm["name"] for arm in changed["arms"]}


def test_the_order_of_the_list_makes_no_other_puzzle() -> None:
    task = TASKS.generate(Rng(b"order"), PRESETS["medium"], "train")
    turned = {**task, "arms": task["arms"][::-1]}
    assert TASKS.canonical(turned) == TASKS.canonical(task)
    assert TASKS.canonical({**task, "top": task["top"] + 1}) != TASKS.canonical(task)


def test_no_profession_is_in_two_splits() -> None:
    groups = [PROFESSIONS[name] for name in ("train", "validation", "test", "test_ood")]
    for one, other in combinations(groups, 2):
        assert not set(one.every) & set(other.every)
    for group in groups:
        assert len(set(group.every)) == len(group.every)
        assert not set(group.steady) & set(group.daring)
        assert set(group.steady) | set(group.daring) < set(group.every)
    assert PROFESSIONS["fresh"] is PROFESSIONS["test"]
    assert len(PROFESSIONS["train"].every) >= 60
    assert min(len(group.every) for group in groups) >= 20


def test_scales_of_test_ood_share_no_family_and_no_word_with_the_others() -> None:
    assert not {scale.name for scale in SCALES} & {scale.name for scale in OOD_SCALES}
    words = [{word for scale in group for word in scale.words} for group in (SCALES, OOD_SCALES)]
    assert not words[0] & words[1]
    for scale in (*SCALES, *OOD_SCALES):
        assert len(set(scale.words)) == len(scale.words) >= 5
    assert len(ladders(5, False)) >= 12
    assert len(ladders(10, False)) >= 8
    assert min(len(ladders(5, True)), len(ladders(10, True))) >= 6


@pytest.mark.parametrize("preset", ["easy", "medium", "hard", "expert", "ragen"])
def test_held_out_splits_hold_as_many_distinct_tasks_as_declared(preset: str) -> None:
    for split in ("validation", "test", "test_ood", "fresh:tests"):
        env = make(SPEC, preset=preset, split=split)
        size = env._stream.size
        assert size == (256 if preset == "ragen" else 1024)
        forms = {TASKS.canonical(env._stream.task(index)) for index in range(size)}
        assert len(forms) == size
        people = set(PROFESSIONS[split.partition(":")[0]].every)
        for index in range(0, size, 16):
            task = env._stream.task(index)
            assert {arm["name"].split(" ", 1)[1] for arm in task["arms"]} <= people


def test_the_higher_word_is_better_as_often_as_the_easy_preset_says() -> None:
    env = make(SPEC, preset="easy")
    better = sum(env._stream.task(index)["best"] == [1] for index in range(2000))
    # 4 standard errors around 90 %.
    assert abs(better / 2000 - 0.9) < 0.027


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"arms": []}, "arms"),
        ({"arms": None}, "arms"),
        ({"best": [0, 1]}, "best"),
        ({"best": [0, 1, 2, 3, 5]}, "best"),
        ({"best": [0, 0, 1, 2, 3]}, "best"),
        ({"best": [0, 1, 2, 3, True]}, "best"),
        ({"top": 11}, "top"),
        ({"top": None}, "top"),
        ({"horizon": 19}, "horizon"),
        ({"scale": 3}, "scale"),
        ({"family": ""}, "family"),
        ({"answer": 1}, "answer"),
    ],
)
def test_a_malformed_task_is_refused_and_its_field_named(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidTask) as caught:
        TASKS.validate({**_given_task(), **change}, PRESETS["medium"])
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("arm", "field"),
    [
        ({"name": "silent baker", "level": 1}, "arms"),
        ({"name": "Silent Baker", "level": 1}, "arms"),
        ({"name": "quiet cook", "level": 0}, "arms"),
        ({"name": "quiet cook", "level": 5}, "arms[1].level"),
        ({"name": "quiet", "level": 1}, "arms[1].name"),
        ({"name": "quiet cook\nArms:", "level": 1}, "arms[1].name"),
        ({"name": "q" * 40 + " " + "c" * 40, "level": 1}, "arms[1].name"),
        ({"name": "quiet cook"}, "arms[1]"),
        ("quiet cook", "arms[1]"),
    ],
)
def test_a_malformed_arm_is_refused_and_its_field_named(arm: Any, field: str) -> None:
    task = _given_task()
    task["arms"][1] = arm
    with pytest.raises(InvalidTask) as caught:
        TASKS.validate(task, PRESETS["medium"])
    assert caught.value.field == field


def test_a_given_task_is_completed_and_not_changed() -> None:
    task = _given_task()
    complete = TASKS.validate(task, PRESETS["medium"])
    assert complete == {**_given_task(), "family": "given", "scale": "", "horizon": 20}
    assert task == _given_task()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"law": "other"}, "law"),
        ({"arms": 1}, "arms"),
        ({"arms": 11}, "arms"),
        ({"arms": 5.0}, "arms"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 1000}, "rounds"),
        ({"pulls": True}, "pulls"),
        ({"tops": ()}, "tops"),
        ({"tops": [8, 9]}, "tops"),
        ({"tops": (9, 8)}, "tops"),
        ({"tops": (4, 9)}, "tops"),
        ({"slope": 0}, "slope"),
        ({"noise": -1}, "noise"),
        ({"unit": 0}, "unit"),
        ({"odds": 90}, "odds"),
        ({"prize": 1}, "prize"),
        ({"law": "odds"}, "arms"),
        ({"law": "odds", "arms": 2, "rounds": 1, "pulls": 1, "odds": 50}, "odds"),
        ({"law": "jobs", "arms": 2, "rounds": 1, "pulls": 1, "odds": 25, "prize": 100}, "tops"),
        ({"law": "jobs", "arms": 2, "rounds": 1, "pulls": 1, "odds": 25, "prize": 36, "tops": (9,)}, "prize"),
    ],
)
def test_a_config_outside_what_is_allowed_is_refused_and_its_field_named(
    change: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidConfig) as caught:
        BanditConfig(**change)
    assert caught.value.field == field


def test_published_settings_of_the_first_paper_are_one_override_away() -> None:
    env = make(SPEC, preset="ragen", tops=(15,))
    env.reset(seed=0)
    _, reward, *_ = env.step(env.names[0])
    assert reward == 0.15
    assert get_preset(SPEC, "ragen").config.tops == (10,)


def _best_names(task: Task) -> list[str]:
    by_level = {arm["level"]: arm["name"] for arm in task["arms"]}
    return [by_level[level] for level in task["best"]]
