"""Every problem family: its forms, its reference, its wrong program, its tests."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from functools import lru_cache
from string import Template
from typing import Any

import pytest

from ragen_bench.environments.deepcoder import run_tests
from ragen_bench.environments.deepcoder.comparison import same_output, same_value
from ragen_bench.environments.deepcoder.drawing import (
    all_forms,
    build,
    codes_of,
    draw_form,
    form_of,
    is_allowed,
)
from ragen_bench.environments.deepcoder.families import families, of_grade
from ragen_bench.environments.deepcoder.family import GRADES, KINDS, Family, code_of, fill, words_of
from ragen_bench.environments.deepcoder.selection import constant_of, echoes_of, fails
from ragen_bench.rng import Rng

FAMILIES = tuple(families().values())
every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)

#: What a program may hand back without a thought.
CONSTANTS: tuple[Any, ...] = (
    0,
    1,
    -1,
    2,
    True,
    False,
    None,
    "",
    [],
    {},
    [[]],
    0.0,
    "YES",
    "NO",
    "-1",
    "0",
    "1",
)
#: A blank, or a dollar sign that was meant as one.
_BLANK = re.compile(r"\$[A-Za-z_{]")


@lru_cache(maxsize=256)
def built(key: str, full: bool) -> tuple[dict[str, Any], ...]:
    """Tasks of a few forms of a family; drawn once for all tests."""
    family, wanted = families()[key], 12 if full else 2
    tasks: list[dict[str, Any]] = []
    for number in range(6 * wanted):
        rng = Rng.of("family", key, number)
        form = draw_form(family, rng)
        task = None if form is None else build(family, form, rng, 20, 2)
        if task is not None and len(tasks) < wanted:
            tasks.append(task)
        if len(tasks) == wanted:
            return tuple(tasks)
    # A family whose forms are nearly all refused would cost time in every draw.
    raise AssertionError(f"only {len(tasks)} of {6 * wanted} draws gave a task")


def test_there_are_at_least_150_families_in_three_grades() -> None:
    assert len(FAMILIES) >= 150
    for grade in GRADES:
        assert len(of_grade(grade, False)) >= 30
        assert len(of_grade(grade, True)) >= 3
    assert {family.kind for family in FAMILIES} == set(KINDS)


def test_statements_and_references_are_not_shared() -> None:
    for texts in (
        [f.statement for f in FAMILIES],
        [f.reference for f in FAMILIES],
        [f.wrong for f in FAMILIES],
    ):
        assert max(Counter(texts).values()) == 1


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("held_out", [False, True])
def test_every_grade_has_forms_for_its_splits(grade: int, held_out: bool) -> None:
    """A held-out split has four forms of 64 and holds 1,024; to draw the last ones, some must be left."""
    forms = sum(
        math.prod(len(values) for values in family.parameters.values())
        if family.allowed is None
        else len(all_forms(family))
        for family in of_grade(grade, held_out)
    )
    assert forms >= 1.2 * 1024 * 16


@every_family
def test_a_family_is_well_formed(family: Family) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", family.key)
    assert family.grade in GRADES
    assert family.kind in KINDS
    assert bool(family.starter) == (family.kind == "function") == bool(family.entry)
    if family.entry:
        assert re.fullmatch(r"def [a-z_]\w*\(.*\) -> .+:", family.starter)
        assert f"def {family.entry}(" in family.reference
        assert f"def {family.entry}(" in family.wrong
    assert all(len(line) <= 400 for line in family.statement.split("\n"))
    assert family.parameters


@every_family
def test_every_parameter_is_a_blank_with_distinct_values(family: Family) -> None:
    named = {
        where: set(Template(text).get_identifiers())
        for where, text in (("statement", family.statement), ("reference", family.reference))
    }
    for name, values in family.parameters.items():
        assert name in named["statement"], f"{name} is not in the statement"
        assert name in named["reference"], f"{name} is not in the reference"
        assert len({code_of(value) for value in values}) == len(values) >= 2
        assert len({words_of(value) for value in values}) == len(values)
    for where, names in named.items():
        assert names <= family.parameters.keys(), where


@every_family
def test_values_are_read_back_and_allowed_refuses_some_at_most(family: Family) -> None:
    space = math.prod(len(values) for values in family.parameters.values())
    rng = Rng.of("values", family.key)
    forms = [draw_form(family, rng) for _ in range(20)]
    assert None not in forms, "allowed refuses nearly every combination"
    for form in forms:
        assert form is not None
        assert form_of(family, codes_of(form)) == form
        assert form_of(family, json.loads(json.dumps(codes_of(form)))) == form
        for text, words in ((family.statement, True), (family.reference, False), (family.wrong, False)):
            assert not _BLANK.search(fill(text, form, words)), f"a blank is left in {fill(text, form, words)}"
    assert space >= 30
    assert form_of(family, {}) is None
    assert form_of(family, {**codes_of(forms[0] or {}), "no_such": 1}) is None


@every_family
def test_the_reference_passes_its_tests_in_the_sandbox_and_the_wrong_one_does_not(
    family: Family, verify_full: bool
) -> None:
    for task in built(family.key, verify_full)[: 12 if verify_full else 1]:
        tests = [*task["tests"], *task["examples"]]
        result = run_tests(task["program"], tests, entry=task["entry"])
        assert result.all_passed, (task["values"], result)
        wrong = run_tests(task["wrong"], task["tests"], entry=task["entry"])
        assert not wrong.all_passed
        assert "syntax" not in wrong.statuses, wrong.message


@every_family
def test_no_constant_and_no_echo_passes_more_than_a_tenth_of_the_tests(
    family: Family, verify_full: bool
) -> None:
    same = same_value if family.entry else same_output
    for task in built(family.key, verify_full):
        tests, entry = task["tests"], task["entry"]
        most = len(tests) // 10
        assert max(Counter(constant_of(entry, test["output"]) for test in tests).values()) <= most
        for constant in CONSTANTS if entry else map(str, CONSTANTS):
            assert sum(same(constant, test["output"]) for test in tests) <= most, constant
        echoes: Counter[str] = Counter()
        for test in tests:
            echoes.update(
                name for name, value in echoes_of(entry, test["input"]) if same(value, test["output"])
            )
        assert not echoes or max(echoes.values()) <= most, echoes


@every_family
def test_every_parameter_changes_what_is_right(family: Family, verify_full: bool) -> None:
    """With one value changed, the program that was right fails a hidden test, nearly always."""
    rng = Rng.of("parameters", family.key)
    tried: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for task in built(family.key, verify_full):
        form = form_of(family, task["values"])
        assert form is not None
        for name, values in family.parameters.items():
            for value in rng.sample(list(values), min(3, len(values))):
                changed = {**form, name: value}
                if code_of(value) == code_of(form[name]) or not is_allowed(family, changed):
                    continue
                program = fill(family.reference, changed, words=False)
                tried[name] += 1
                told[name] += any(fails(program, family.entry, test) for test in task["tests"])
    for name, times in tried.items():
        assert told[name] >= (0.7 if verify_full else 0.5) * times, (
            f"{name}: {told[name]} of {times} changes show"
        )
