"""The generator: every statement has the proof that was made with it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.environments.lean import SPECS
from ragen_bench.environments.lean.canonical import canonical
from ragen_bench.environments.lean.embedded import EmbeddedChecker
from ragen_bench.environments.lean.fixed_lists import handpicked
from ragen_bench.environments.lean.generation.draft import Draft, Refused
from ragen_bench.environments.lean.generation.families import FAMILIES, HELD_OUT, Family
from ragen_bench.environments.lean.header import read
from ragen_bench.environments.lean.tasks import TASKS, statement_of
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

SPEC = SPECS[0]
CHECKER = EmbeddedChecker()


def trouble(task: Task) -> str:
    """What is wrong with a task's proof; "" when it goes through with its last step and not before."""
    statement = statement_of(task)
    accepted: list[str] = []
    for step in task["proof"]:
        checked = CHECKER.check(statement, accepted, step)
        accepted.append(step)
        if checked.status != "open":
            break
    if checked.status == "proved" and accepted == task["proof"]:
        return ""
    return f"{task['statement']}\n{accepted}\n{checked}"


def tasks(preset: str, split: str, count: int) -> list[Task]:
    config = next(p for p in SPEC.presets if p.name == preset).config
    found = (TASKS.generate(Rng.of("test", preset, split, i), config, split) for i in range(count))
    return [task for task in found if task is not None]


def test_there_are_families_enough_and_test_ood_shares_none() -> None:
    assert len(FAMILIES) >= 60
    assert len(HELD_OUT) >= 12
    keys = [family.key for family in (*FAMILIES, *HELD_OUT)]
    assert len(set(keys)) == len(keys)
    for grade in ("easy", "medium", "hard"):
        assert sum(grade in family.sizes and not family.falls for family in HELD_OUT) >= 6
    assert sum("medium" in family.sizes and not family.falls for family in FAMILIES) >= 24


@pytest.mark.parametrize("family", [*FAMILIES, *HELD_OUT], ids=lambda family: family.key)
def test_every_family_comes_with_its_proof(family: Family, verify_full: bool) -> None:
    for grade, (low, high) in family.sizes.items():
        made = 0
        # Sizes above the smallest differ in length only; they cost most of the time.
        for number in range(30):
            d = Draft(Rng.of("family", family.key, grade, number))
            try:
                family.build(d, d.rng.between(low, high) if verify_full else low)
            except Refused:
                continue
            d.distract(1)
            assert trouble(d.task(family.key)) == ""
            made += 1
            if not verify_full:
                break
        assert made


@pytest.mark.parametrize("split", ["train", "test_ood"])
@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_every_preset_comes_with_its_proofs(preset: str, split: str, verify_full: bool) -> None:
    config = next(p for p in SPEC.presets if p.name == preset).config
    for task in tasks(preset, split, 200 if verify_full else 4):
        assert trouble(task) == ""
        assert config.steps_low <= len(task["proof"]) <= config.steps_high


def test_the_steps_of_a_preset_leave_room_for_errors() -> None:
    for preset in (*SPEC.presets, *SPEC.public_presets):
        assert preset.limit_ends_task
        if preset.config.data == "handpicked":
            assert preset.max_turns >= 2 * max(len(task["proof"]) for task in handpicked())
        elif not preset.config.data:
            assert preset.max_turns >= 3 * preset.config.steps_high


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_test_ood_has_families_of_its_own(preset: str) -> None:
    own = {family.key for family in HELD_OUT}
    for task in tasks(preset, "test_ood", 40):
        assert set(task["family"].split("+")) <= own
    for task in tasks(preset, "test", 40):
        assert not set(task["family"].split("+")) & own


def renamed(task: Task, rng: Rng) -> str:
    """The statement with other names and its hypotheses in another order."""
    header = read(task["statement"])
    assert header is not None
    names = sorted(header.names)
    new = {name: f"n{number}ame" for number, name in enumerate(rng.shuffled(names))}
    word = re.compile(r"[^\W\d][\w'₀-₉]*")
    groups = [f"{b.bracket}{' '.join(rng.shuffled(b.names))} : {b.kind})" for b in header.binders]
    first = [g for g in groups if g.split(" : ")[-1].startswith("Type")]
    formulas = rng.shuffled([g for g in groups if g not in first])
    text = f"{' '.join((*first, *formulas))} : {header.claim}"
    return "theorem other " + word.sub(lambda match: new.get(match[0], match[0]), text)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(SPEC.preset_names))
def test_names_and_order_make_no_other_statement(seed: int, preset: str) -> None:
    config = next(p for p in SPEC.presets if p.name == preset).config
    task = TASKS.generate(Rng.of("canonical", seed), config, "train")
    if task is not None:
        # Names of bound variables are not touched: they are none of the header's.
        other = renamed(task, Rng.of("renamed", seed))
        assert canonical(other) == canonical(task["statement"])


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("theorem t (p q : Prop) (h : p ∧ q) : p", "theorem t (p q : Prop) (h : p ∧ q) : q"),
        ("theorem t (a b : Nat) (h : a = b) : b = a", "theorem t (a b : Nat) (h : b = a) : b = a"),
        ("theorem t (α : Type) (P : α → Prop) : ∃ x, P x", "theorem t (α : Type) (P : α → Prop) : ∀ x, P x"),
        ("theorem t (f : Nat → Nat) : f 0 = 1", "theorem t (f : Nat → Nat) : f 1 = 0"),
        (
            "theorem t (α : Type) (R : α → α → Prop) (h : ∀ x y, R x y) : ∃ x, R x x",
            "theorem t (α : Type) (R : α → α → Prop) (h : ∀ x y, R y x) : ∃ x, R x x",
        ),
    ],
)
def test_what_says_something_else_is_another_statement(one: str, two: str) -> None:
    assert canonical(one) != canonical(two)


def test_names_of_bound_variables_make_no_other_statement() -> None:
    one = "theorem t (α : Type) (P : α → Prop) (h : ∀ x y : α, P x → P y) : ∃ z : α, P z"
    two = "theorem s (β : Type) (Q : β → Prop) (g : ∀ u v : β, Q u → Q v) : ∃ w : β, Q w"
    assert canonical(one) == canonical(two)


@pytest.mark.parametrize("preset", SPEC.preset_names)
def test_a_perturbed_statement_needs_another_proof_and_has_one(preset: str, verify_full: bool) -> None:
    for number, task in enumerate(tasks(preset, "train", 60 if verify_full else 4)):
        changed = TASKS.perturb(task, Rng.of("perturb", number))
        assert trouble(changed) == ""
        assert TASKS.canonical(changed) != TASKS.canonical(task)
        assert trouble({**changed, "proof": task["proof"]}) != ""


def test_statements_without_hypotheses_or_proof_are_perturbed_too() -> None:
    for task in (t for t in handpicked() if read(t["statement"]) and "(h" not in t["statement"]):
        changed = TASKS.perturb(dict(task), Rng.of("handpicked"))
        assert trouble(changed) == ""
        assert TASKS.perturb({**task, "proof": []}, Rng.of("none"))["statement"] != task["statement"]
