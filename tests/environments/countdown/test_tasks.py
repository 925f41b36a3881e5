"""Generated tasks: solvable, apart, graded, and silent about their solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.countdown import SPECS, CountdownConfig, score_expression
from ragen_bench.environments.countdown.building import build
from ragen_bench.environments.countdown.counting import count_solutions
from ragen_bench.environments.countdown.expression import Expression, evaluate, read_expression
from ragen_bench.environments.countdown.solver import solve
from ragen_bench.environments.countdown.tasks import TASKS
from ragen_bench.environments.countdown.template import Tree, template_text
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import TaskStream, home
from tests.environments.drawn_tasks import drawn_tasks

SPEC = SPECS[0]
PRESETS = {preset.name: preset for preset in SPEC.presets}
tasks_of = partial(drawn_tasks, SPEC)
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", SPLITS)
def test_tasks_keep_to_their_config(preset: str, split: str) -> None:
    config = PRESETS[preset].config
    for task in tasks_of(preset, split, 64):
        assert set(task) == {"numbers", "target", "family"}
        most = config.count_high
        if split == "test_ood" and config.operators == "+-":
            assert len(task["numbers"]) == most + 1
        else:
            assert config.count_low <= len(task["numbers"]) <= most
        assert all(config.number_low <= n <= config.number_high for n in task["numbers"])
        assert config.target_low <= task["target"] <= config.target_high
        assert task["target"] not in task["numbers"]
        assert task["family"].count("n") == len(task["numbers"])
        assert set(task["family"]) - set("n ()") <= set(config.operators)


@pytest.mark.parametrize("preset", PRESETS)
def test_test_ood_holds_families_that_no_other_split_has(preset: str) -> None:
    ood = {task["family"] for task in tasks_of(preset, "test_ood", 150)}
    others = [split for split in SPLITS if split != "test_ood"]
    rest = {task["family"] for split in others for task in tasks_of(preset, split, 150)}
    assert ood
    assert rest
    assert not ood & rest


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        # (a + b) + c and a + (b + c); (a - b) + c and (a + c) - b.
        (((0, "+", 1), "+", 2), (0, "+", (1, "+", 2)), "n + n + n"),
        (((0, "-", 1), "+", 2), ((0, "+", 2), "-", 1), "n + n - n"),
        (((0, "*", 1), "/", 2), ((0, "/", 2), "*", 1), "n*n/n"),
        (((0, "-", 1), "*", (2, "/", 3)), ((2, "*", (0, "-", 1)), "/", 3), "(n - n)*n/n"),
        ((0, "-", (1, "*", 2)), (2, "-", (0, "*", 1)), "n - n*n"),
        (((0, "*", 1), "+", 2), (0, "+", (1, "*", 2)), "n*n + n"),
        (((0, "-", 1), "+", (2, "-", 3)), ((0, "+", 2), "-", (1, "+", 3)), "n + n - n - n"),
    ],
)
def test_order_and_brackets_make_no_other_template(one: Tree, other: Tree, text: str) -> None:
    assert template_text(one) == template_text(other) == text


@given(st.sampled_from(["medium", "hard", "expert"]), st.booleans(), st.binary(min_size=16, max_size=16))
def test_a_family_is_the_template_of_a_solution(preset: str, ood: bool, key: bytes) -> None:
    config = PRESETS[preset].config
    built = build(Rng(key), config, config.count_low, ood)
    if built is None:
        return
    numbers, target, family = built
    # Whole numbers put in for the letters: some order of the given ones reaches the target.
    if len(numbers) == 4:
        values = {evaluated(family, order) for order in permutations(numbers)}
        assert target in values
    divides_without_adding = "/" in family and "+" not in family
    assert divides_without_adding == ood


def evaluated(family: str, numbers: Iterable[int]) -> object:
    numbers = iter(numbers)
    expression = read_expression("".join(str(next(numbers)) if c == "n" else c for c in family))
    assert isinstance(expression, Expression)
    try:
        return evaluate(expression.postfix)
    except ZeroDivisionError:
        return None


@pytest.mark.parametrize(("preset", "least"), [("medium", 25), ("hard", 80), ("expert", 120)])
def test_there_are_many_families_among_the_first_256_tasks(preset: str, least: int) -> None:
    assert len({task["family"] for task in tasks_of(preset, "test", 256)}) >= least


@pytest.mark.parametrize("preset", PRESETS)
def test_no_puzzle_is_in_two_splits(preset: str) -> None:
    seen = {
        split: {TASKS.canonical(task) for task in tasks_of(preset, split, 1000 if split == "train" else 150)}
        for split in SPLITS
    }
    for split, canonicals in seen.items():
        assert {home(SPEC.name, canonical) for canonical in canonicals} == {split.partition(":")[0]}
        if split != "train":
            assert len(canonicals) == 150


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_index_gives_the_same_task_in_a_new_stream(preset: str) -> None:
    config = PRESETS[preset].config
    for split in SPLITS:
        size = None if split == "train" else 64
        one = TaskStream("Countdown", 1, TASKS, config, split, size)
        two = TaskStream("Countdown", 1, TASKS, config, split, size)
        assert [one.task(i) for i in range(12)] == [two.task(i) for i in reversed(range(12))][::-1]


@given(st.permutations([3, 8, 8, 41]), st.integers(1, 99))
def test_order_makes_no_other_puzzle_but_another_target_does(numbers: list[int], target: int) -> None:
    task = {"numbers": numbers, "target": target, "family": "x"}
    reordered = {"numbers": [8, 3, 41, 8], "target": target, "family": "y"}
    assert TASKS.canonical(task) == TASKS.canonical(reordered)
    assert TASKS.canonical(task) != TASKS.canonical({**task, "target": target + 1})
    assert TASKS.canonical(task) != TASKS.canonical({**task, "numbers": [3, 8, 41, 41]})


@pytest.mark.parametrize("split", ["train", "test_ood"])
def test_medium_puzzles_have_one_to_three_solutions(split: str) -> None:
    counts = Counter(count_solutions(t["numbers"], t["target"]) for t in tasks_of("medium", split, 200))
    assert set(counts) <= {1, 2, 3}
    assert counts[1] > 100


def test_the_order_of_the_numbers_says_nothing() -> None:
    given_order = shuffled = 0
    tasks = tasks_of("medium", "train", 1200)
    for index, task in enumerate(tasks):
        given_order += solved_from_left_to_right(task["numbers"], task["target"])
        shuffled += solved_from_left_to_right(Rng.of(index).shuffled(task["numbers"]), task["target"])
    # Two shares of about 3 %, each with a standard error of 0.5 points.
    assert abs(given_order - shuffled) / len(tasks) < 0.02
    largest = Counter(task["numbers"].index(max(task["numbers"])) for task in tasks)
    assert max(largest.values()) - min(largest.values()) < 0.1 * len(tasks)


def solved_from_left_to_right(numbers: list[int], target: int) -> bool:
    values = {float(numbers[0])}
    for number in numbers[1:]:
        values = {r for v in values for r in (v + number, v - number, v * number, v / number)}
    return any(abs(value - target) < 1e-9 for value in values)


@pytest.mark.parametrize(
    ("task", "field"),
    [
        ({"target": 5}, "numbers"),
        ({"numbers": "1 2 3", "target": 5}, "numbers"),
        ({"numbers": [5], "target": 5}, "numbers"),
        ({"numbers": [1] * 11, "target": 5}, "numbers"),
        ({"numbers": [1, 2.0], "target": 5}, "numbers"),
        ({"numbers": [1, True], "target": 5}, "numbers"),
        ({"numbers": [1, 0], "target": 5}, "numbers"),
        ({"numbers": [1, 10_001], "target": 5}, "numbers"),
        ({"numbers": [1, 2]}, "target"),
        ({"numbers": [1, 2], "target": 0}, "target"),
        ({"numbers": [1, 2], "target": "3"}, "target"),
        ({"numbers": [1, 2], "target": 10**7}, "target"),
        ({"numbers": [1, 2], "target": 3, "family": 7}, "family"),
        ({"numbers": [1, 2], "target": 3, "solution": "1 + 2"}, "solution"),
    ],
)
def test_a_malformed_task_is_refused_by_the_name_of_its_field(task: dict, field: str) -> None:
    env = make(SPEC)
    with pytest.raises(InvalidTask) as caught:
        env.reset(options={"task": task})
    assert caught.value.field == field
    assert field in str(caught.value)


def test_a_task_given_by_hand_is_played_as_it_is() -> None:
    env = make(SPEC)
    observation, _ = env.reset(options={"task": {"numbers": (3, 2, 4), "target": 6}})
    assert observation == "Numbers: 3 2 4\nTarget: 6"
    assert env.task == {"numbers": [3, 2, 4], "target": 6, "family": "given"}
    task = tasks_of("hard", "test", 1)[0]
    env.reset(options={"task": task})
    assert env.task == task


@pytest.mark.parametrize("preset", PRESETS)
def test_perturb_changes_the_target_so_that_the_old_answer_is_wrong(preset: str) -> None:
    env = make(SPEC, preset=preset)
    for task in tasks_of(preset, "train", 40):
        other = env.perturb(task)
        assert other == env.perturb(task)
        assert other["numbers"] == task["numbers"]
        assert other["target"] != task["target"]
        assert TASKS.validate(other, PRESETS[preset].config) == other
        answer = solve(task["numbers"], task["target"])
        assert answer is not None
        assert not score_expression(answer, other["numbers"], other["target"]).score


@given(st.lists(st.integers(1, 30), min_size=2, max_size=6), st.integers(1, 100))
def test_perturb_finds_another_target_for_any_numbers(numbers: list[int], target: int) -> None:
    other = TASKS.perturb({"numbers": numbers, "target": target, "family": "given"}, Rng.of(1))
    assert other["target"] != target
    assert other["target"] >= 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("count_low", 2), ("count_low", 5), ("count_high", 9), ("number_low", 0), ("number_high", 5),
        ("target_low", 0), ("target_high", 9), ("operators", "+"), ("max_solutions", 0),
        ("refuse_shortcuts", 1), ("number_high", 2.5), ("count_low", True),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(InvalidConfig) as caught:
        make(SPEC, **{field: value})
    # A low end above the high end is told of the high end.
    assert caught.value.field.split("_")[0] == field.split("_", maxsplit=1)[0]


def test_a_bound_on_solutions_needs_numbers_that_can_be_counted() -> None:
    with pytest.raises(InvalidConfig, match="max_solutions"):
        CountdownConfig(count_high=6, max_solutions=2)
    with pytest.raises(InvalidConfig, match="refuse_shortcuts"):
        CountdownConfig(operators="+-")
