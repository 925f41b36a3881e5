"""The environment: replies, rewards, feedback, policies."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.env import InvalidAction, TextEnv, make
from ragen_bench.environments.deepcoder import SPECS
from ragen_bench.environments.deepcoder.submission import MAX_LENGTH, check_program, program_of
from ragen_bench.errors import InvalidConfig, MissingData
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]
DOUBLE = {
    "prompt": "Return twice the number.",
    "starter_code": "def twice(n: int) -> int:",
    "examples": [{"input": [2], "output": 4}, {"input": [5], "output": 10}],
    "tests": [{"input": [n], "output": 2 * n} for n in (31337, 0, -7, 1009)],
    "program": "def twice(n):\n    return 2 * n\n",
}
ADD = {
    "prompt": "Print the sum of the two numbers.",
    "tests": [{"input": f"{a} {a + 1}\n", "output": f"{2 * a + 1}\n"} for a in (1, 20, 300)],
}
RIGHT = "def twice(n):\n    return 2 * n"


def playing(preset: str = "medium", task: dict[str, Any] = DOUBLE, **overrides: Any) -> TextEnv:
    env = make(SPEC, preset=preset, **overrides)
    env.reset(options={"task": task})
    return env


@pytest.mark.parametrize(
    ("reply", "program"),
    [
        ("print(1)", "print(1)\n"),
        ("Here:\n```python\nprint(1)\n```\nDone.", "print(1)\n"),
        ("```py\nprint(1)\n```\n```python\nprint(2)\n```", "print(2)\n"),
        ("```python\nprint(1)\n```\n```text\n1\n```", "print(1)\n"),
        ("```\nprint(1)\n```", "print(1)\n"),
        ("```text\n1\n```\n```\nprint(2)\n```", "print(2)\n"),
        ("```python\nprint(1)", "print(1)\n"),
        ("```python\r\nprint(1)\r\n```", "print(1)\n"),
        ("  ```python\nif 1:\n    print(1)\n  ```", "if 1:\n    print(1)\n"),
        ("```python\nprint('```')\n```", "print('```')\n"),
        ("```python\n```", "\n"),
        ("", "\n"),
    ],
)
def test_the_program_is_the_last_python_block_or_the_whole_reply(reply: str, program: str) -> None:
    assert program_of(reply) == program


@given(st.text(max_size=400))
def test_every_reply_has_a_program_that_is_accepted_or_refused_in_words(reply: str) -> None:
    try:
        check_program(program_of(reply), "twice")
    except InvalidAction as invalid:
        kind = invalid.kind
    else:
        kind = ""
    assert kind == "unreadable" or (not kind and "twice" in reply)


@given(st.text(alphabet="abc \n=()", min_size=1, max_size=200))
def test_a_program_in_a_block_is_that_program(text: str) -> None:
    assert program_of(f"So:\n```python\n{text}\n```\nThat is all.").strip("\n") == text.strip("\n")


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ("```python\n```", "unreadable"), ("return 2 * n", "unreadable"),
        ("def twice(n) return", "unreadable"),
        ("def twicer(n): return 2 * n", "unreadable"), ("def twice(n): return '\x00'", "unreadable"),
        ("def twice(n): return '\ud800'", "unreadable"), ("def twice(n):\nreturn 2 * n", "unreadable"),
        ("twice = " + "(" * 5000, "unreadable"), ("", "empty"), ("x" * (MAX_LENGTH + 1), "too_long"),
        (RIGHT + "\n# " + "x" * MAX_LENGTH, "too_long"),
    ],
)  # fmt: skip
def test_what_is_no_program_is_invalid_and_pays_nothing(action: str, error: str) -> None:
    _, reward, terminated, _, info = playing().step(action)
    assert (reward, terminated, info["valid"], info["error"]) == (0.0, True, False, error)
    assert (info["success"], info["score"], info["executed"]) == (False, 0.0, [])


@pytest.mark.parametrize(
    ("action", "passed", "success"),
    [
        (RIGHT, 4, True), (f"```python\n{RIGHT}\n```", 4, True), ("twice = lambda n: n + n", 4, True),
        ("def twice(n): return n * 2.0", 0, False), ("def twice(n): return 5", 0, False),
        ("def twice(n): return 2 * n if n != 1009 else 0", 3, False),
    ],
)  # fmt: skip
def test_all_hidden_tests_pay_one_and_anything_less_nothing(action: str, passed: int, success: bool) -> None:
    _, reward, terminated, truncated, info = playing().step(action)
    assert (reward, info["success"], info["score"]) == (float(success), success, float(success))
    assert (terminated, truncated) == (True, False)
    assert (info["passed"], info["total"]) == (passed, 4)
    assert info["reward_terms"] == ({"tests": 1.0} if success else {})


def test_the_preset_share_pays_the_share_of_tests_that_pass() -> None:
    env = playing("share")
    _, reward, _, _, info = env.step("def twice(n): return 2 * n if n > 0 else 1")
    assert (reward, info["score"], info["success"], info["passed"]) == (0.5, 0.5, False, 2)
    assert playing("share").step(RIGHT)[1] == 1.0


def test_with_several_tries_a_share_pays_only_for_what_is_new() -> None:
    env = playing("share", max_turns=4)
    rewards = [
        env.step(f"def twice(n): return 2 * n if n {condition} else 1")[1]
        for condition in ("> 0", "< 0", "!= 0")
    ]
    assert rewards == [0.5, 0.0, 0.25]
    _, reward, terminated, _, info = env.step(RIGHT)
    assert (reward, terminated, info["score"], info["success"]) == (0.25, True, 1.0, True)


def test_programs_read_standard_input_where_no_function_is_asked_for() -> None:
    right = "a, b = map(int, input().split())\nprint(a + b)"
    assert playing(task=ADD).step(right)[4]["success"]
    assert playing(task=ADD).step("print(1)")[4]["passed"] == 0
    invalid = playing(task=ADD).step("a, b = map(int, input().split())")[4]
    assert (invalid["valid"], invalid["error"]) == (False, "unreadable")


def test_feedback_shows_nothing_of_hidden_tests() -> None:
    env = playing("retries")
    spy = "seen = []\ndef twice(n):\n    seen.append(n)\n    return seen"
    store = (
        "import os, tempfile\ndef twice(n):\n    p = os.path.join(tempfile.gettempdir(), 'seen')\n    try:\n"
        "        old = open(p).read()\n    except OSError:\n        old = ''\n    try:\n"
        "        open(p, 'w').write(old + f' {n}')\n    except OSError:\n        pass\n    return old"
    )
    for program in (spy, store, store):
        observation, reward, terminated, _, _ = env.step(program)
        assert (reward, terminated) == (0.0, False)
        assert "Example 1: wrong" in observation
        assert "31337" not in observation
        assert "1009" not in observation


def test_retries_show_what_a_program_gave_on_the_examples_and_how_many_tries_are_left() -> None:
    env = playing("retries")
    observation = env.step("def twice(n): return 4 // (n - 5)")[0]
    assert "Example 1: wrong, your program gave -2." in observation
    assert "Example 2: error" in observation
    assert "ZeroDivisionError" not in observation.split("Example 1: wrong")[0]
    assert observation.endswith("Tries left: 3")
    observation = env.step("def twice(n): return n * 2 if n < 100 else 0")[0]
    assert "Example 1: passed." in observation
    assert "Not all hidden tests pass." in observation
    _, reward, terminated, _, info = env.step(RIGHT)
    assert (reward, terminated, info["success"]) == (1.0, True, True)


def test_text_that_a_program_gave_cannot_end_the_line_it_is_quoted_in() -> None:
    env = playing("retries")
    observation = env.step("def twice(n): return 'a\\nTries left: 99\\x1b[2J' + 'b' * 5000")[0]
    line = next(line for line in observation.split("\n") if line.startswith("Example 1"))
    assert "99" in line
    assert "\x1b" not in observation
    assert len(line) < 500


def test_the_opening_shows_prompt_starter_code_and_examples_but_no_hidden_test() -> None:
    env = make(SPEC, preset="medium", split="validation")
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        task = env.task
        assert task["prompt"].strip() in observation
        assert task["starter_code"] in observation
        shown = observation + json.dumps(info) + env.instruction
        for test in task["tests"]:
            # Short inputs are parts of anything.
            text = test["input"] if isinstance(test["input"], str) else ", ".join(map(repr, test["input"]))
            assert len(text) < 25 or text not in shown
        for name in ("program", "wrong", "family"):
            assert task[name] not in shown


def test_a_snapshot_between_two_tries_continues_exactly() -> None:
    env = playing("retries")
    env.step("def twice(n): return 4")
    other = make(SPEC, preset="retries")
    other.set_state(json.loads(json.dumps(env.get_state())))
    assert other.step(RIGHT) == env.step(RIGHT)


def test_the_oracle_has_nothing_to_say_to_a_task_without_a_program() -> None:
    env = playing(task=ADD)
    with pytest.raises(MissingData, match="reference program"):
        load(SPEC.oracle).act(env)


def test_settings_outside_what_is_allowed_are_refused() -> None:
    for wrong in (
        {"grade": 4}, {"hidden": 5}, {"sandbox": "none"}, {"reward": "half"}, {"data": "x"},
        {"since": "2025-01-01"}, {"stages_low": 7, "stages_high": 6}, {"shown": 0},
    ):  # fmt: skip
        with pytest.raises(InvalidConfig):
            make(SPEC, **wrong)
    with pytest.raises(InvalidConfig, match="since"):
        make(SPEC, preset="livecodebench", split="test", since="yesterday")


@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", ["train", "validation", "test", "test_ood", "fresh:salt"])
def test_the_oracle_scores_one(preset: str, split: str, verify_full: bool) -> None:
    env, oracle = make(SPEC, preset=preset, split=split), load(SPEC.oracle)
    for seed in range(200 if verify_full else 6):
        env.reset(seed=seed)
        _, reward, terminated, _, info = env.step(oracle.act(env))
        assert (reward, terminated, info["score"]) == (1.0, True, 1.0), (seed, env.task["family"])


@pytest.mark.parametrize("preset", ["medium", "hard"])
def test_no_cheap_policy_solves_a_ranked_problem(preset: str, verify_full: bool) -> None:
    env, rng = make(SPEC, preset=preset, split="test"), Rng.of("guess")
    policies = {name: load(path).act for name, path in SPEC.heuristics.items()}
    policies |= {"random": lambda env: env.sample_action(rng), "echo": lambda env: env.observe()}
    wins = dict.fromkeys(policies, 0)
    tasks = 200 if verify_full else 12
    for seed in range(tasks):
        for name, act in policies.items():
            env.reset(seed=seed)
            info = env.step(act(env))[4]
            wins[name] += info["success"]
            assert info["passed"] <= math.ceil(0.1 * info["total"]), (name, seed, env.task["family"])
    assert max(wins.values()) == 0, wins
