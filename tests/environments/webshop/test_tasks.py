"""Generated goals: feasible, guarded by decoys, apart, and checked when given by hand."""

from __future__ import annotations

import pytest

from ragen_bench.env import make
from ragen_bench.environments.webshop import SPECS, WebShopConfig
from ragen_bench.environments.webshop.catalogue import product_of, shop
from ragen_bench.environments.webshop.features import FEATURES
from ragen_bench.environments.webshop.goals import misses, rivals
from ragen_bench.environments.webshop.goods import KIND_BY_NAME, KINDS
from ragen_bench.environments.webshop.scoring import score
from ragen_bench.environments.webshop.searching import words
from ragen_bench.environments.webshop.tasks import SHOP_NUMBERS, TASKS
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

SPEC = SPECS[0]
PRESETS = {preset.name: preset for preset in SPEC.presets}
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")


def tasks_of(preset: str, split: str, count: int) -> list[Task]:
    env = make(SPEC, preset=preset, split=split)
    tasks = []
    for seed in range(count):
        env.reset(seed=seed)
        tasks.append(env.task)
    return tasks


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", SPLITS)
def test_every_goal_has_a_product_worth_one_and_enough_that_are_almost_right(preset: str, split: str) -> None:
    config = PRESETS[preset].config
    for task in tasks_of(preset, split, 12):
        goal = task["goal"]
        assert (len(goal["attributes"]), len(goal["options"])) == (config.features, config.options)
        place = shop(task["catalogue"])
        best = place.product(task["asin"])
        assert best is not None
        assert score(best, goal["options"], goal).reward == 1.0
        right, near = rivals(place, goal)
        assert task["asin"] in [item.asin for item in right]
        assert len(right) <= config.matches
        assert len(near) >= config.decoys
        for item in near:
            product = product_of(item)
            options = {
                name: value
                for name, value in goal["options"].items()
                if value in product.options.get(name, ())
            }
            assert len(misses(item, goal)) == 1
            wanted = len(goal["attributes"]) + len(goal["options"]) + 1
            assert score(product, options, goal).reward == pytest.approx(1 - 1 / wanted)


def test_the_quick_count_of_rivals_agrees_with_the_reward_on_a_whole_kind() -> None:
    for task in tasks_of("medium", "train", 3):
        goal, place = task["goal"], shop(task["catalogue"])
        right = {item.asin for item in rivals(place, goal)[0]}
        for item in place.by_kind[goal["query"]]:
            product = product_of(item)
            options = {
                name: value
                for name, value in goal["options"].items()
                if value in product.options.get(name, ())
            }
            assert (score(product, options, goal).reward == 1.0) == (item.asin in right)


@pytest.mark.parametrize("preset", PRESETS)
def test_kinds_of_test_ood_are_wanted_in_no_other_split(preset: str) -> None:
    held_out = {kind.name for kind in KINDS if kind.held_out}
    for split in SPLITS:
        wanted = {task["goal"]["query"] for task in tasks_of(preset, split, 30)}
        assert (wanted <= held_out) if split == "test_ood" else wanted.isdisjoint(held_out)


def test_every_split_shops_where_no_other_does() -> None:
    seen = {split: {task["catalogue"] for task in tasks_of("medium", split, 10)} for split in SPLITS}
    assert seen == {split: {SHOP_NUMBERS[split.partition(":")[0]]} for split in SPLITS}


@pytest.mark.parametrize(
    ("preset", "wording"), [("easy", "direct"), ("medium", "plain"), ("expert", "indirect")]
)
def test_an_instruction_says_everything_in_the_words_of_its_rung(preset: str, wording: str) -> None:
    for task in tasks_of(preset, "train", 20):
        said, goal = task["instruction"], task["goal"]
        assert KIND_BY_NAME[goal["query"]].phrase in said
        for name, value in goal["options"].items():
            assert f"{name} {value}" in said
        assert f"{goal['price_upper']:.0f} dollars" in said
        for name in goal["attributes"]:
            feature = FEATURES[name]
            forms = {"direct": (name,), "plain": feature.plain, "indirect": (feature.indirect,)}[wording]
            assert any(form in said for form in forms)
            if wording != "direct":
                assert name not in said.lower()


def test_the_shop_s_words_would_find_what_the_shopper_s_do_not() -> None:
    found = 0
    for task in tasks_of("medium", "train", 40):
        place = shop(task["catalogue"])
        found += task["asin"] == place.search(task["instruction"], 1)[0]
        assert not set(words(task["instruction"])) >= {
            w for n in task["goal"]["attributes"] for w in words(n)
        }
    assert found == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_perturbing_makes_another_product_right(preset: str) -> None:
    for task in tasks_of(preset, "train", 15):
        changed = TASKS.perturb(task, Rng.of("perturb", task["asin"]))
        place, goal = shop(task["catalogue"]), changed["goal"]
        before, after = place.item(task["asin"]), place.item(changed["asin"])
        assert before is not None
        assert after is not None
        assert misses(before, goal)
        assert not misses(after, goal)
        assert changed["instruction"] != task["instruction"]
        assert TASKS.validate(changed, PRESETS[preset].config) == changed


def test_a_given_task_needs_no_asin_and_gets_a_best_one() -> None:
    task = tasks_of("medium", "train", 1)[0]
    given = {key: value for key, value in task.items() if key not in ("asin", "wording", "family")}
    completed = TASKS.validate(given, PRESETS["medium"].config)
    assert completed["asin"] == task["asin"]
    goal = {**given["goal"], "query": "no such kind", "attributes": ["vegan"]}
    assert TASKS.validate({**given, "goal": goal}, PRESETS["medium"].config)["asin"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("instruction", ""),
        ("instruction", "x" * 2001),
        ("catalogue", True),
        ("catalogue", -1),
        ("catalogue", 1 << 31),
        ("catalogue", "generated"),
        ("asin", "NOT THERE"),
        ("wording", "rude"),
        ("family", ""),
        ("goal", {}),
        ("extra", 1),
    ],
)
def test_a_bad_field_is_named(field: str, value: object) -> None:
    task = tasks_of("easy", "train", 1)[0]
    with pytest.raises(InvalidTask, match=field):
        TASKS.validate({**task, field: value}, PRESETS["easy"].config)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("attributes", []),
        ("attributes", ["x"] * 21),
        ("attributes", [1]),
        ("options", ["navy"]),
        ("options", {"color": 3}),
        ("price_upper", "cheap"),
        ("price_upper", float("nan")),
        ("title", ""),
    ],
)
def test_a_bad_goal_is_refused(part: str, value: object) -> None:
    task = tasks_of("easy", "train", 1)[0]
    with pytest.raises(InvalidTask, match="goal"):
        TASKS.validate({**task, "goal": {**task["goal"], part: value}}, PRESETS["easy"].config)


@pytest.mark.parametrize(
    "change",
    [
        {"features": 0},
        {"features": 6},
        {"options": 4},
        {"decoys": -1},
        {"matches": 0},
        {"wording": "loud"},
        {"source": "web"},
        {"goals": "none"},
        {"goals": "synthetic"},
        {"goals": "synthetic", "source": "full"},
        {"refuse_shortcuts": 1},
    ],
)
def test_a_bad_config_names_its_field(change: dict) -> None:
    with pytest.raises(InvalidConfig, match=next(iter(change))):
        WebShopConfig(**change)


@pytest.mark.full
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", ["validation", "test", "test_ood", "fresh:full"])
def test_every_held_out_split_is_full_and_distinct(preset: str, split: str) -> None:
    tasks = tasks_of(preset, split, 1024)
    assert len({TASKS.canonical(task) for task in tasks}) == 1024
