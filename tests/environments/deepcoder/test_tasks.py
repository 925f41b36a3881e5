"""Tasks: drawn, given by hand, changed; pipelines."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.deepcoder import SPECS, run_tests
from ragen_bench.environments.deepcoder.chains import build_chain, draw_chain, read_chain
from ragen_bench.environments.deepcoder.comparison import same_value
from ragen_bench.environments.deepcoder.config import DeepCoderConfig
from ragen_bench.environments.deepcoder.reference import ProgramFailed, check_plain, run_reference
from ragen_bench.environments.deepcoder.selection import (
    Selection,
    constant_of,
    echoes_of,
    select_tests,
)
from ragen_bench.environments.deepcoder.stages import ENDINGS, HELD_OUT, STAGES
from ragen_bench.environments.deepcoder.tasks import TASKS
from ragen_bench.errors import InvalidTask
from ragen_bench.rng import Rng

SPEC = SPECS[0]
CONFIG = DeepCoderConfig()
GIVEN = {"prompt": "Print n.", "tests": [{"input": "1\n", "output": "1\n"}]}
CALLED = {
    "prompt": "Return n.",
    "starter_code": "def same(n):",
    "tests": [{"input": [n], "output": n} for n in range(3)],
}
seeds = st.integers(0, 10**6)


def drawn(preset: str, split: str, count: int) -> list[dict[str, Any]]:
    env = make(SPEC, preset=preset, split=split)
    return [env.reset(seed=seed) and env.task for seed in range(count)]


@pytest.mark.parametrize("preset", ["easy", "medium", "hard", "expert"])
def test_examples_are_apart_from_hidden_tests(preset: str) -> None:
    for task in drawn(preset, "validation", 30):
        inputs = [json.dumps(test["input"]) for test in [*task["examples"], *task["tests"]]]
        assert len(set(inputs)) == len(inputs) == 22


def test_no_constant_and_no_echo_of_a_pipeline_passes_more_than_a_tenth() -> None:
    for task in drawn("expert", "validation", 20):
        outputs = Counter(constant_of(task["entry"], test["output"]) for test in task["tests"])
        assert max(outputs.values()) <= 2
        echoes = Counter(
            name
            for test in task["tests"]
            for name, value in echoes_of(task["entry"], test["input"])
            if same_value(value, test["output"])
        )
        assert not echoes or max(echoes.values()) <= 2


@pytest.mark.parametrize("preset", ["easy", "medium", "hard", "expert"])
def test_a_changed_task_is_one_that_the_old_program_fails(preset: str) -> None:
    for number, task in enumerate(drawn(preset, "train", 4)):
        changed = TASKS.perturb(task, Rng.of("change", number))
        assert TASKS.canonical(changed) != TASKS.canonical(task)
        assert not run_tests(task["program"], changed["tests"], entry=task["entry"]).all_passed
        assert run_tests(changed["program"], changed["tests"], entry=changed["entry"]).all_passed


@pytest.mark.parametrize("task", [GIVEN, CALLED], ids=["stdin", "function"])
def test_a_task_by_hand_is_changed_by_what_it_must_hand_back(task: dict[str, Any]) -> None:
    whole = TASKS.validate(task, CONFIG)
    changed = TASKS.perturb(whole, Rng.of("more"))
    assert TASKS.validate(changed, CONFIG) == changed
    assert TASKS.canonical(changed) != TASKS.canonical(whole)
    assert all(a["output"] != b["output"] for a, b in zip(changed["tests"], whole["tests"], strict=True))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("prompt", ""), ("prompt", 3), ("prompt", "x" * 20_001), ("prompt", "\ud800"), ("tests", []),
        ("tests", {}), ("tests", [1]), ("tests", [{"input": "1"}]), ("tests", [{"input": 1, "output": "1"}]),
        ("tests", [{"input": "1", "output": "1", "more": 1}]), ("tests", [{"input": "\ud800", "output": ""}]),
        ("tests", [{"input": "x" * 200_001, "output": ""}]), ("tests", GIVEN["tests"] * 401),
        ("entry", "not a name"), ("entry", "a.b.c"), ("entry", None), ("examples", None), ("values", [1]),
        ("values", {"a": 1.5}), ("grade", 4), ("grade", True), ("program", 1), ("family", ""), ("no_such", 1),
    ],
    ids=lambda value: repr(value)[:30],
)  # fmt: skip
def test_a_task_by_hand_with_a_bad_field_is_refused_by_its_name(field: str, value: Any) -> None:
    with pytest.raises(InvalidTask, match=field):
        TASKS.validate({**GIVEN, field: value}, CONFIG)


@pytest.mark.parametrize(
    "value",
    [(1,), {1: 2}, float("nan"), {1}, b"x", object(), 10**5000],
    ids=["tuple", "key", "nan", "set", "bytes", "object", "digits"],
)
def test_tests_hold_plain_data_only(value: Any) -> None:
    with pytest.raises(InvalidTask, match="tests"):
        TASKS.validate({**CALLED, "tests": [{"input": [value], "output": 1}]}, CONFIG)


def test_the_function_is_the_one_that_the_starter_code_begins_with() -> None:
    assert TASKS.validate(CALLED, CONFIG)["entry"] == "same"
    assert TASKS.validate(GIVEN, CONFIG)["entry"] == ""
    assert TASKS.validate({**CALLED, "entry": "Solution.same"}, CONFIG)["entry"] == "Solution.same"


def test_a_task_by_hand_never_runs_in_this_process() -> None:
    evil = "import sys\nsys.modules['ran_here'] = sys\ndef same(n): return n\n"
    task = TASKS.validate({**CALLED, "program": evil, "wrong": evil}, CONFIG)
    TASKS.perturb(task, Rng.of("evil"))
    TASKS.canonical(task)
    make(SPEC).reset(options={"task": task})
    assert "ran_here" not in sys.modules


def test_display_settings_and_the_share_play_the_same_tasks() -> None:
    assert drawn("medium", "train", 3) == drawn("share", "train", 3) == drawn("retries", "train", 3)


# ------------------------------------------------------------------------------ selection


def test_a_selection_takes_no_output_and_no_echo_more_than_a_tenth_of_the_time() -> None:
    selection = Selection("f", 20)
    assert [selection.offer({"input": [n], "output": 7}) for n in range(4)] == [True, True, False, False]
    assert [selection.offer({"input": [n], "output": n}) for n in range(20, 24)] == [True, True, False, False]
    assert [selection.offer({"input": [[n, 1]], "output": n + 1}) for n in range(50, 53)] == [
        True,
        True,
        False,
    ]
    assert not selection.full


def test_a_selection_without_variety_is_refused() -> None:
    rng = Rng.of("few")
    constant = "def f(x):\n    return x % 2\n"
    assert select_tests(constant, "def f(x): return 0", "f", [], lambda: [rng.below(999)], 20, 2) is None
    echo = "def f(x):\n    return x\n"
    assert select_tests(echo, "def f(x): return 0", "f", [], lambda: [rng.below(999)], 20, 2) is None


def test_a_wrong_program_that_is_wrong_once_in_a_while_is_shown_up() -> None:
    rng = Rng.of("rare")
    right = "def f(x):\n    return x * x + 1\n"
    wrong = "def f(x):\n    return x * x + (x % 25 != 0)\n"
    selected = select_tests(right, wrong, "f", [], lambda: [rng.below(9999)], 20, 2)
    assert selected is not None
    assert any(test["input"][0] % 25 == 0 for test in selected[0])
    assert select_tests(right, right, "f", [], lambda: [rng.below(9999)], 20, 2) is None


# ------------------------------------------------------------------------- the reference here


def test_a_reference_with_standard_input_leaves_this_process_as_it_was() -> None:
    program = (
        "import sys\nfrom sys import stdin\nname = input()\nrest = stdin.read().split()\n"
        "sys.setrecursionlimit(10**6)\nprint(name, len(rest), sep='-')\nsys.stdout.write('end\\n')\n"
        "sys.exit(0)\nprint('never')\n"
    )
    before = sys.stdin, sys.stdout, sys.getrecursionlimit()
    assert run_reference(program, "", "ann\n1 2\n3\n") == "ann-3\nend\n"
    assert before == (sys.stdin, sys.stdout, sys.getrecursionlimit())


def test_a_reference_cannot_change_its_arguments_or_remember_a_call() -> None:
    arguments = [[3, 1, 2]]
    assert run_reference("def f(xs):\n    xs.sort()\n    return xs\n", "f", arguments) == [1, 2, 3]
    assert arguments == [[3, 1, 2]]
    counter = "seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)\n"
    assert [run_reference(counter, "f", [1]) for _ in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    "result", ["(1, 2)", "{1: 2}", "{1, 2}", "float('inf')", "object()", "[(1,)]", "1 / 0"]
)
def test_a_reference_that_gives_no_plain_data_has_failed(result: str) -> None:
    with pytest.raises(ProgramFailed):
        run_reference(f"def f():\n    return {result}\n", "f", [])


def test_plain_data_has_a_depth() -> None:
    value: Any = 0
    for _ in range(30):
        value = [value]
    with pytest.raises(ValueError, match="deep"):
        check_plain(value)


# ------------------------------------------------------------------------------- pipelines


def test_stages_have_names_and_held_out_kinds_of_their_own() -> None:
    names = [stage.name for stage in (*STAGES, *HELD_OUT)]
    assert len(set(names)) == len(names) >= 40
    assert not {stage.kind for stage in STAGES} & {stage.kind for stage in HELD_OUT}
    assert len({ending[0] for ending in ENDINGS}) == len(ENDINGS)


@given(seeds, st.booleans())
def test_a_pipeline_is_read_from_its_text(seed: int, held_out: bool) -> None:
    chain = draw_chain(Rng.of("chain", seed), 4, 6, held_out)
    assert read_chain(chain.text) == chain
    kinds = [step.stage.kind for step in chain.steps]
    assert len(set(kinds)) == len(kinds)
    assert sum(step.stage in HELD_OUT for step in chain.steps) == int(held_out)
    assert "$" not in chain.statement() + chain.program()


@pytest.mark.parametrize(
    "text",
    [
        "", "list", "reverse", "no_such | list", "add k=1 | list", "add | list", 3, None, "add  k=2 | list",
        "reverse | reverse list", "add k=2 | add k=2|list",
    ],
)  # fmt: skip
def test_a_text_that_is_no_pipeline_is_not_read(text: object) -> None:
    assert read_chain(text) is None


@given(seeds)
def test_pipelines_that_differ_in_order_only_have_one_home(seed: int) -> None:
    rng = Rng.of("order", seed)
    chain = draw_chain(rng, 4, 6, False)
    other = type(chain)(tuple(rng.shuffled(chain.steps)), chain.ending)
    assert other.canonical() == chain.canonical()


def test_every_stage_does_in_the_sandbox_what_it_does_here(verify_full: bool) -> None:
    rng = Rng.of("every stage")
    seen: set[str] = set()
    for number in range(600 if verify_full else 30):
        chain = draw_chain(rng, 4, 6, number % 3 == 0)
        task = build_chain(chain, rng, 20, 2)
        if task is None:
            continue
        seen |= {step.stage.name for step in chain.steps}
        result = run_tests(task["program"], [*task["tests"], *task["examples"]], entry=task["entry"])
        assert result.all_passed, chain.text
        assert not run_tests(task["wrong"], task["tests"], entry=task["entry"]).all_passed
    assert len(seen) >= (45 if verify_full else 24)


@pytest.mark.parametrize("stage", [*STAGES, *HELD_OUT], ids=lambda stage: stage.name)
def test_a_stage_takes_any_list_and_uses_every_parameter(stage: Any) -> None:
    for name in stage.parameters:
        assert f"${name}" in stage.words
        assert f"${name}" in stage.code
    rng = Rng.of("stage", stage.name)
    for _ in range(20):
        form = tuple((name, rng.choice(values)) for name, values in sorted(stage.parameters.items()))
        from ragen_bench.environments.deepcoder.chains import Step

        function = Step(stage, form).function()
        for values in ([], [5], [0, 0], [-3, 4, 4, -3, 10], [rng.between(-99, 99) for _ in range(40)]):
            given = list(values)
            result = function(given)
            assert all(type(x) is int for x in result)
            assert given == values
