"""Tasks: worlds apart, no shortcut, given by hand, perturbed."""

from __future__ import annotations

import json
import re
import time

import pytest

from ragen_bench.env import make
from ragen_bench.environments.searchqa import SPECS
from ragen_bench.environments.searchqa.chains import Plan, is_ood
from ragen_bench.environments.searchqa.config import SearchConfig
from ragen_bench.environments.searchqa.corpora import world_index, world_of
from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.questions import word_question
from ragen_bench.environments.searchqa.tasks import TASKS, solution_of
from ragen_bench.errors import InvalidConfig, InvalidTask
from ragen_bench.rng import Rng
from tests.environments.drawn_tasks import drawn_tasks

SPEC = SPECS[0]
HOPS = {"easy": 1, "medium": 2, "hard": 3, "expert": 4}
TASK = {"question": "Where was Maren Tolvick born?", "answers": ["Tarnholt"]}


def tasks(preset: str, split: str = "test", count: int = 60) -> list[dict]:
    return drawn_tasks(SPEC, preset, split, count)


def plan_of(task: dict) -> Plan:
    plan = task["plan"]
    return Plan(tuple(plan["anchors"]), tuple(plan["relations"]), plan["compare"])


def test_every_split_and_every_salt_has_a_world_of_its_own() -> None:
    splits = ("train", "validation", "test", "test_ood", "fresh:one", "fresh:two")
    worlds = {split: {task["world"] for task in tasks("easy", split, 3)} for split in splits}
    assert all(len(names) == 1 for names in worlds.values())
    assert len(set.union(*worlds.values())) == len(splits)
    first, second = (world_of(next(iter(worlds[split])), 5_000) for split in ("train", "test"))
    assert not {e.name for e in first.of_kind["person"]} & {e.name for e in second.of_kind["person"]}
    assert "one" not in worlds["fresh:one"].pop().split()


@pytest.mark.parametrize("preset", HOPS)
@pytest.mark.parametrize("split", ["test", "test_ood"])
def test_a_question_has_the_hops_of_its_preset_and_one_answer(preset: str, split: str) -> None:
    for task in tasks(preset, split):
        assert plan_of(task).hops == HOPS[preset]
        assert is_ood(task["family"]) == (split == "test_ood")
        solution = solution_of(task)
        assert solution is not None
        assert list(solution.answers) == task["answers"]


@pytest.mark.parametrize("preset", HOPS)
def test_nothing_between_question_and_answer_is_named_in_the_question(preset: str) -> None:
    for task in tasks(preset):
        solution = solution_of(task)
        assert solution is not None
        anchors = len(task["plan"]["anchors"])
        for page in solution.pages[anchors:]:
            for name in page.names:
                assert not re.search(rf"\b{name}\b", task["question"])


@pytest.mark.parametrize("preset", HOPS)
def test_no_answer_is_in_its_question(preset: str) -> None:
    for task in tasks(preset):
        for answer in task["answers"]:
            assert not re.search(rf"\b{answer}\b", task["question"])
        assert task["answers"][0].lower() not in ("yes", "no")


@pytest.mark.parametrize("preset", ["medium", "hard", "expert"])
def test_no_first_search_shows_the_answer_of_a_ranked_question(preset: str) -> None:
    index = world_index("test", 5_000)
    for task in tasks(preset):
        for query in (task["question"], *task["plan"]["named"]):
            for title, text, _ in index.search(query, 3):
                for answer in task["answers"]:
                    assert not re.search(rf"\b{answer}\b", f"{title} {text}".replace(",", "")), task


@pytest.mark.parametrize("preset", ["hard", "expert"])
def test_comparisons_are_part_of_the_upper_rungs_and_are_decided(preset: str) -> None:
    compared = [task for task in tasks(preset) if task["plan"]["compare"]]
    assert 6 <= len(compared) <= 36
    for task in compared:
        solution = solution_of(task)
        assert solution is not None
        one, two = solution.pages[2:4]
        assert abs(one.year - two.year) >= 2
        # The way on from the wrong one leads elsewhere.
        other = {"earlier": "later", "later": "earlier"}[task["plan"]["compare"]]
        wrong = {**task, "plan": {**task["plan"], "compare": other}}
        assert solution_of(wrong) is None or solution_of(wrong).answers != solution.answers


@pytest.mark.parametrize(
    ("preset", "fewest"), [("easy", 30), ("medium", 100), ("hard", 250), ("expert", 350)]
)
@pytest.mark.parametrize("split", ["test", "test_ood"])
def test_families_are_many(preset: str, fewest: int, split: str) -> None:
    assert len({task["family"] for task in tasks(preset, split, 384)}) >= fewest * 0.9


def test_questions_are_worded_in_several_ways_and_read_like_english() -> None:
    for relation in ONTOLOGY.relations:
        plan = Plan(("Aa",), (relation.name,))
        worded = {word_question(plan, ("Aa",), Rng.of("wording", seed)) for seed in range(60)}
        assert len(worded) >= (2 if relation.is_value else 6)
        for question in worded:
            assert re.fullmatch(r"[A-Z][^{}]* ?[^{}]*[.?]", question)
            assert "  " not in question
            assert not re.search(r"[Ww]hich (\w+) is the \1\b", question)


def test_a_verb_after_two_names_is_about_the_one_that_is_meant() -> None:
    plan = Plan(("Aa", "Bb"), ("company.ship", "ship.year"), "later")
    assert {word_question(plan, ("Aa", "Bb"), Rng.of("two", seed)) for seed in range(40)} >= {
        "In which year was the newer of two ships (the ship hired by Aa and the ship hired by Bb) launched?"
    }


def test_the_canonical_form_is_blind_to_wording_and_world() -> None:
    (task,) = tasks("hard", count=1)
    reworded = {**task, "question": "Something else?", "world": "elsewhere", "answers": ["x"]}
    assert TASKS.canonical(reworded) == TASKS.canonical(task)
    assert TASKS.canonical({**TASK, "plan": {}}) != TASKS.canonical({**TASK, "question": "Why?", "plan": {}})


def test_options_of_search_and_reward_change_no_question() -> None:
    for options in ({"top_k": 1}, {"reward": "em"}, {"engine": "fts5"}):
        env, other = make(SPEC), make(SPEC, **options)
        env.reset(seed=3), other.reset(seed=3)
        assert env.task == other.task
    env, other = make(SPEC), make(SPEC, preset="em")
    env.reset(seed=3), other.reset(seed=3)
    assert env.task == other.task


@pytest.mark.parametrize("preset", HOPS)
def test_a_perturbed_question_keeps_its_wording_and_has_another_answer(preset: str) -> None:
    env = make(SPEC, preset=preset)
    for seed in range(10):
        env.reset(seed=seed)
        task = env.task
        changed = env.perturb(task)
        assert changed["answers"] != task["answers"]
        assert changed["plan"]["relations"] == task["plan"]["relations"]
        left, right = task["question"], changed["question"]
        for old, new in zip(task["plan"]["named"], changed["plan"]["named"], strict=True):
            left, right = left.replace(old, "@"), right.replace(new, "@")
        assert left == right
        assert TASKS.validate(json.loads(json.dumps(changed)), env.config) == changed


def test_a_question_without_a_chain_is_perturbed_to_another_one_of_its_world() -> None:
    env = make(SPEC)
    env.reset(options={"task": TASK})
    changed = env.perturb(env.task)
    assert changed["answers"] != TASK["answers"]
    assert changed["world"] == env.task["world"] == "train"
    env.reset(options={"task": changed})


def test_a_task_by_hand_needs_a_question_and_answers_only() -> None:
    assert TASKS.validate(TASK, SearchConfig()) == {
        **TASK,
        "family": "given",
        "world": "train",
        "documents": 5_000,
        "plan": {},
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("question", ""),
        ("question", "x" * 9999),
        ("question", "\ud800"),
        ("answers", []),
        ("answers", "Tarnholt"),
        ("answers", [3]),
        ("world", ""),
        ("documents", 10**9),
        ("documents", True),
        ("plan", {"anchors": ["x"]}),
        ("plan", {"titles": ["x"]}),
        ("surprise", 1),
    ],
)
def test_a_bad_field_is_named(field: str, value: object) -> None:
    with pytest.raises(InvalidTask, match=field):
        TASKS.validate({**TASK, field: value}, SearchConfig())


@pytest.mark.parametrize(
    "change",
    [
        {"anchors": ["Nobody Here"], "named": ["Nobody Here"]},
        {"relations": ["book.author", "town.river"]},
        {"relations": ["no.such"]},
        {"compare": "cheaper"},
        {"compare": "later"},
        {"named": ["Someone"]},
        {"relations": 7},
    ],
)
def test_a_chain_that_is_none_is_refused(change: dict) -> None:
    (task,) = tasks("medium", count=1)
    with pytest.raises(InvalidTask, match="plan"):
        TASKS.validate({**task, "plan": {**task["plan"], **change}}, SearchConfig())


def test_answers_that_the_chain_does_not_lead_to_are_refused() -> None:
    (task,) = tasks("medium", count=1)
    with pytest.raises(InvalidTask, match="plan"):
        TASKS.validate({**task, "answers": ["Tarnholt"]}, SearchConfig())


@pytest.mark.parametrize(
    "options",
    [
        {"hops": 0},
        {"hops": 5},
        {"comparisons": 10},
        {"documents": 100},
        {"top_k": 0},
        {"reward": "bleu"},
        {"engine": "faiss"},
        {"source": "web"},
        {"retriever_url": "file:///etc/passwd"},
        {"retriever_url": "http://localhost:1/retrieve"},
        {"retriever_timeout": 0},
    ],
)
def test_a_bad_option_is_named(options: dict) -> None:
    with pytest.raises(InvalidConfig, match=next(iter(options))):
        SearchConfig(**options)


def test_a_training_task_is_drawn_quickly() -> None:
    env = make(SPEC)
    env.reset(seed=0)
    began = time.process_time()
    for seed in range(1, 101):
        env.reset(seed=seed)
    assert (time.process_time() - began) / 100 < 0.02
