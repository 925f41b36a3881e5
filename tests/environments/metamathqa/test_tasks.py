"""Generated questions: checkable, graded, apart, and not to be guessed."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.metamathqa import SPECS, answers_match
from ragen_bench.environments.metamathqa.config import MetaMathQAConfig
from ragen_bench.environments.metamathqa.program import (
    OPERATORS,
    Undefined,
    has_unknown,
    is_program,
    numbers_in,
    replace_number,
    run,
    solve,
    steps,
)
from ragen_bench.environments.metamathqa.stories import Range, Sentence, stories
from ragen_bench.environments.metamathqa.tasks import TASKS
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.rng import Rng
from ragen_bench.splits import Task, TaskStream, home
from tests.environments.drawn_tasks import drawn_tasks

SPEC = SPECS[0]
PRESETS = {preset.name: preset for preset in SPEC.presets}
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")


def tasks_of(preset: str, split: str, count: int) -> list[Task]:
    return drawn_tasks(SPEC, preset, split, count)


def value_by_hand(program: str, numbers: list[int], unknown: Fraction | None) -> Fraction:
    """A second interpreter, kept apart from the one that is tested."""
    rows: list[Fraction] = []
    for line in program.split("; "):
        stack: list[Fraction] = []
        for token in line.split():
            if token == "x":
                assert unknown is not None
                stack.append(unknown)
            elif token[0] == "#":
                stack.append(Fraction(numbers[int(token[1:])]))
            elif token[0] == "r":
                stack.append(rows[int(token[1:])])
            elif token.isdigit():
                stack.append(Fraction(token))
            else:
                right = stack.pop()
                stack.append(BY_HAND[token](stack.pop(), right))
        assert len(stack) == 1
        rows.append(stack[0])
    return rows[-1]


BY_HAND = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a * b / 100,
    "mod": lambda a, b: a - b * (a // b),
    "div": lambda a, b: Fraction(a // b),
    "gcd": lambda a, b: Fraction(max(d for d in range(1, int(a) + 1) if a % d == b % d == 0)),
    "lcm": lambda a, b: a * next(k for k in range(1, int(b) + 1) if a * k % b == 0),
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("split", SPLITS)
def test_the_answer_follows_from_the_numbers_of_the_question_in_as_many_steps_as_the_preset_says(
    preset: str, split: str
) -> None:
    config = PRESETS[preset].config
    for task in tasks_of(preset, split, 40):
        assert set(task) == {"question", "answer", "family", "program"}
        numbers, answer = numbers_in(task["question"]), Fraction(task["answer"])
        assert is_program(task["program"])
        assert config.steps_low <= steps(task["program"]) <= config.steps_high
        if has_unknown(task["program"]):
            assert len(re.findall(r"\bx\b", task["question"])) >= 2
            assert value_by_hand(task["program"], numbers, answer) == numbers[-1]
            assert value_by_hand(task["program"], numbers, answer + 1) != numbers[-1]
            assert solve(task["program"], numbers, numbers[-1]) == answer
        else:
            assert value_by_hand(task["program"], numbers, None) == answer
        assert answer > 0
        assert TASKS.validate(task, config) == task


def test_every_number_of_a_question_matters_unless_it_is_an_aside() -> None:
    for preset, unused in (("hard", 0), ("expert", 3)):
        for task in tasks_of(preset, "train", 60):
            used = set(re.findall(r"#(\d+)", task["program"]))
            stated = has_unknown(task["program"])
            assert len(numbers_in(task["question"])) == len(used) + unused + stated


@pytest.mark.parametrize("preset", PRESETS)
def test_test_ood_holds_families_that_no_other_split_has(preset: str) -> None:
    ood = {task["family"] for task in tasks_of(preset, "test_ood", 150)}
    rest = {
        task["family"] for split in SPLITS if split != "test_ood" for task in tasks_of(preset, split, 100)
    }
    assert len(ood) >= 30
    assert len(rest) >= 30
    assert not ood & rest


def test_there_are_at_least_sixty_families_and_thirty_for_test_ood() -> None:
    ordinary, held_out = ([story.key for story in stories(flag)] for flag in (False, True))
    assert len(set(held_out)) == len(held_out) >= 30
    assert len(set(ordinary + held_out)) == len(ordinary + held_out) >= 60


def sentences() -> list[Sentence]:
    found = []
    for story in (*stories(False), *stories(True)):
        found += [*story.openings, *story.moves, *story.asides]
        found += [Sentence(end.before.parts, end.program) for end in story.endings]
    return found


def test_every_sentence_of_every_family_is_well_formed() -> None:
    for sentence in sentences():
        ranges = [part for part in sentence.parts if isinstance(part, Range)]
        names = [item.name for item in ranges]
        assert len(set(names)) == len(names)
        slots = {part[0] for part in sentence.parts if isinstance(part, tuple)}
        assert slots <= {"who", "she", "her", "obj", "friend", "thing", "things"}
        known = {*names, *OPERATORS, "v", "s"}
        assert all(token in known or token.isdigit() for token in sentence.program)
        assert not any(re.search(r"\d", part) for part in sentence.parts if isinstance(part, str))
        depth = 0
        for token in sentence.program:
            depth += -1 if token in OPERATORS else 1
            assert depth > 0
        assert depth == (1 if sentence.program else 0)


def test_stories_speak_of_a_running_value_everywhere_but_in_the_opening() -> None:
    for story in (*stories(False), *stories(True)):
        assert len(story.openings) >= 2
        assert len(story.moves) >= 7
        assert len(story.endings) >= 2
        assert len({move.parts for move in story.moves}) == len(story.moves)
        assert all("v" in move.program and move.steps for move in story.moves)
        assert all("v" in ending.program for ending in story.endings)
        assert not any({"v", "s"} & set(opening.program) for opening in story.openings)


@pytest.mark.parametrize("preset", ["easy", "hard", "expert"])
def test_no_question_is_in_two_splits_in_other_words(preset: str) -> None:
    for split in SPLITS:
        tasks = tasks_of(preset, split, 120)
        canonicals = [TASKS.canonical(task) for task in tasks]
        assert {home(SPEC.name, canonical) for canonical in canonicals} == {split.partition(":")[0]}
        if split != "train":
            assert len(set(canonicals)) == 120


def test_wording_and_direction_make_no_other_question() -> None:
    forward = {"question": "Ann has 12 eggs, adds 30 and has y. y?", "answer": "42", "family": "f"}
    backward = {"question": "Bob has x eggs, adds 30 and has 42. x?", "answer": "12", "family": "f"}
    forward["program"], backward["program"] = "#0 #1 +", "x #0 +"
    other = {**forward, "question": "Ann has 13 eggs, adds 30 and has y. y?", "answer": "43"}
    assert TASKS.canonical(forward) == TASKS.canonical(backward)
    assert TASKS.canonical(forward) != TASKS.canonical(other)
    assert TASKS.canonical({**forward, "family": "g"}) != TASKS.canonical(forward)


@pytest.mark.parametrize("split", SPLITS)
def test_the_same_index_gives_the_same_task_in_a_new_stream(split: str) -> None:
    size = None if split == "train" else 64
    one, two = (TaskStream("MetaMathQA", 1, TASKS, MetaMathQAConfig(), split, size) for _ in range(2))
    assert [one.task(i) for i in range(12)] == [two.task(i) for i in reversed(range(12))][::-1]


def test_questions_come_forward_rephrased_and_backward() -> None:
    tasks = tasks_of("medium", "train", 400)
    backward = sum(has_unknown(task["program"]) for task in tasks)
    starts = ("Find", "Your task", "How", "What", "Which")
    asked_first = sum(task["question"].startswith(starts) for task in tasks)
    assert 0.12 < backward / len(tasks) < 0.35
    assert 0.05 < asked_first / len(tasks) < 0.35


def test_expert_questions_have_made_up_names_and_irrelevant_facts() -> None:
    names = re.compile(r"\b(?:Amara|Beatriz|Chloe|Dalia|Anton|Bilal|Carlos|Dmitri|passengers|novels|rolls)\b")
    assert not any(names.search(task["question"]) for task in tasks_of("expert", "train", 100))
    assert sum(bool(names.search(task["question"])) for task in tasks_of("hard", "train", 100)) > 5


@pytest.mark.parametrize("preset", ["medium", "hard"])
def test_no_answer_is_frequent_on_ranked_presets(preset: str) -> None:
    tasks = tasks_of(preset, "test", 400)
    answers = Counter(task["answer"] for task in tasks)
    assert answers.most_common(1)[0][1] <= 0.03 * len(tasks)
    assert min(Fraction(answer) for answer in answers if "/" not in answer) >= 11
    assert not any(Fraction(task["answer"]) in numbers_in(task["question"]) for task in tasks)


@pytest.mark.parametrize("preset", PRESETS)
def test_perturb_changes_one_number_so_that_the_old_answer_is_wrong(preset: str) -> None:
    env = make(SPEC, preset=preset)
    for task in tasks_of(preset, "train", 60):
        other = env.perturb(task)
        assert other == env.perturb(task)
        assert not answers_match(task["answer"], other["answer"])
        before, after = numbers_in(task["question"]), numbers_in(other["question"])
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
        assert TASKS.validate(other, PRESETS[preset].config) == other


def test_a_question_without_a_program_is_perturbed_by_adding_to_its_answer() -> None:
    task = {"question": "What is 6 times 7?", "answer": "$42", "family": "given", "program": ""}
    other = TASKS.perturb(task, Rng.of(1))
    more = numbers_in(other["question"])[-1]
    assert other["answer"] == str(42 + more)
    with pytest.raises(InvalidTask, match="answer"):
        TASKS.perturb({**task, "answer": "Evelyn"}, Rng.of(1))


GOOD = {"question": "What is 6 + 7?", "answer": "13"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"question": ""}, "question"), ({"question": 7}, "question"), ({"question": "x" * 9000}, "question"),
        ({"answer": ""}, "answer"), ({"answer": 13}, "answer"), ({"answer": "??"}, "answer"),
        ({"answer": "1" * 401}, "answer"), ({"family": ""}, "family"), ({"family": 1}, "family"),
        ({"program": "#0 #1 *"}, "program"), ({"program": "exec"}, "program"),
        ({"program": "#0 #9 +"}, "program"),
        ({"program": "#0 +"}, "program"), ({"program": "x #0 +"}, "program"), ({"program": 1}, "program"),
        ({"hint": "13"}, "hint"),
    ],
)  # fmt: skip
def test_a_malformed_task_is_refused_by_the_name_of_its_field(change: dict, field: str) -> None:
    with pytest.raises(InvalidTask) as caught:
        make(SPEC).reset(options={"task": {**GOOD, **change}})
    assert caught.value.field == field


def test_a_task_given_by_hand_is_completed_and_played() -> None:
    env = make(SPEC)
    observation, _ = env.reset(options={"task": GOOD})
    assert observation == GOOD["question"]
    assert env.task == {**GOOD, "family": "given", "program": ""}
    env.reset(options={"task": {**GOOD, "program": "#0 #1 +"}})
    assert env.task["program"] == "#0 #1 +"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("steps_low", 1), ("steps_low", 9), ("steps_high", 17), ("steps_high", 4), ("asides", -1),
        ("asides", 7),
        ("renamed", "yes"), ("refuse_shortcuts", None), ("data", "squad"),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(InvalidConfig) as caught:
        make(SPEC, **{field: value})
    assert caught.value.field.split("_")[0] == field.split("_", maxsplit=1)[0]


@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=6), st.integers(0, 5), st.integers(0, 10**7))
def test_a_number_is_replaced_where_it_stands(numbers: list[int], position: int, value: int) -> None:
    text = "He pays $" + " for 3x, then ".join(f"{number:,}%" for number in numbers)
    found = numbers_in(text)
    position %= len(found)
    assert numbers_in(replace_number(text, position, value)) == [
        *found[:position],
        value,
        *found[position + 1 :],
    ]


@given(st.text(alphabet="#r0123x +-*/%;modivgcl", max_size=30), st.lists(st.integers(0, 99), max_size=4))
def test_any_program_text_is_refused_or_has_a_value(text: str, numbers: list[int]) -> None:
    if is_program(text):
        try:
            value = run(text, numbers, 7)
        except Undefined:
            return
        assert isinstance(value, int | Fraction)


def test_a_program_cannot_grow_without_bound() -> None:
    squares = "; ".join(["99999 99999 *", *(f"r{i} r{i} *" for i in range(40))])
    assert is_program(squares)
    with pytest.raises(Undefined):
        run(squares, [])
