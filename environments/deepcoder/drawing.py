"""From a family to a task: a form (the values of its parameters), then tests for it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Value, code_of, fill
from ragen_bench.environments.deepcoder.reference import ProgramFailed
from ragen_bench.environments.deepcoder.selection import select_tests
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

#: A family's name is not all that makes a form: which value fills which blank does.
Form = Mapping[str, Value]
#: Draws of a form before a family is given up.
_TRIES = 50


def codes_of(form: Form) -> dict[str, int | str]:
    """The code of each parameter, by name in a fixed order."""
    return {name: code_of(form[name]) for name in sorted(form)}


def form_of(family: Family, codes: Mapping[str, Any]) -> Form | None:
    """The form with these codes; None where the family has none such."""
    if codes.keys() != family.parameters.keys():
        return None
    form: dict[str, Value] = {}
    for name, values in family.parameters.items():
        found = [v for v in values if type(code_of(v)) is type(codes[name]) and code_of(v) == codes[name]]
        if not found:
            return None
        form[name] = found[0]
    return form if is_allowed(family, form) else None


def is_allowed(family: Family, form: Form) -> bool:
    """Whether the family has a problem of this form."""
    return family.allowed is None or bool(family.allowed(codes_of(form)))


def draw_form(family: Family, rng: Rng) -> Form | None:
    """A form of a family, each with equal chance; None where nearly all are refused."""
    for _ in range(_TRIES):
        form = {name: rng.choice(values) for name, values in family.parameters.items()}
        if is_allowed(family, form):
            return form
    return None


def all_forms(family: Family) -> list[Form]:
    """Every form of a family."""
    names = list(family.parameters)
    drawn = (dict(zip(names, values, strict=True)) for values in product(*family.parameters.values()))
    return [form for form in drawn if is_allowed(family, form)]


def build(family: Family, form: Form, rng: Rng, hidden: int, shown: int) -> Task | None:
    """The task of a form, with tests drawn from `rng`; None where they cannot be had.

    Raises:
        ValueError: the family's own reference fails on its own input.
    """
    codes = codes_of(form)
    program = fill(family.reference, form, words=False)
    wrong = fill(family.wrong, form, words=False)
    try:
        selected = select_tests(
            program,
            wrong,
            family.entry,
            family.edges(codes) if family.edges is not None else (),
            lambda: family.make(rng, codes),
            hidden,
            shown,
        )
    except ProgramFailed as error:
        raise ValueError(f"family {family.key} with {codes}: {error}") from error
    if selected is None:
        return None
    tests, examples = selected
    return {
        "prompt": fill(family.statement, form, words=True),
        "starter_code": family.starter,
        "entry": family.entry,
        "examples": examples,
        "tests": tests,
        "family": family.key,
        "grade": family.grade,
        "values": codes,
        "program": program,
        "wrong": wrong,
    }


def another_form(family: Family, form: Form, rng: Rng) -> Form | None:
    """The form with one parameter changed; None where the family has no such form."""
    for name in rng.shuffled(sorted(form)):
        for value in rng.shuffled(list(family.parameters[name])):
            changed = {**form, name: value}
            if code_of(value) != code_of(form[name]) and is_allowed(family, changed):
                return changed
    return None
