"""The hand-picked statements: all are proved by the proofs beside them."""

from __future__ import annotations

import pytest

from ragen_bench.env import make
from ragen_bench.environments.lean import SPECS
from ragen_bench.environments.lean.canonical import canonical
from ragen_bench.environments.lean.embedded import EmbeddedChecker
from ragen_bench.environments.lean.fixed_lists import handpicked
from ragen_bench.environments.lean.tasks import statement_of
from ragen_bench.errors import UnknownName

SPEC = SPECS[0]


def test_there_are_more_than_a_hundred_and_no_two_are_the_same() -> None:
    tasks = handpicked()
    assert len(tasks) > 100
    assert len({canonical(task["statement"]) for task in tasks}) == len(tasks)
    assert len({task["statement"].split()[1] for task in tasks}) == len(tasks)
    assert len({task["family"] for task in tasks}) == 6


def test_every_proof_goes_through_step_by_step() -> None:
    checker = EmbeddedChecker()
    for task in handpicked():
        statement = statement_of(task)
        accepted: list[str] = []
        for step in task["proof"]:
            checked = checker.check(statement, accepted, step)
            assert checked.status != "rejected", f"{statement.text}: {step}: {checked.message}"
            accepted.append(step)
        assert checked.status == "proved", statement.text


def test_classical_statements_need_to_be_classical() -> None:
    checker = EmbeddedChecker()
    for task in handpicked():
        if task["classical"]:
            statement = statement_of({**task, "classical": False})
            accepted: list[str] = []
            for step in task["proof"]:
                if checker.check(statement, accepted, step).status == "rejected":
                    break
                accepted.append(step)
            assert len(accepted) < len(task["proof"]), statement.text


def test_the_list_is_a_preset_with_a_track_of_its_own() -> None:
    env = make(SPEC, preset="handpicked", split="test")
    env.reset(seed=3)
    assert env.split_size == len(handpicked())
    assert env.track.startswith("@public:handpicked@")
    assert "⊢" in env.observe()
    with pytest.raises(UnknownName, match="one list"):
        make(SPEC, preset="handpicked", split="train")
