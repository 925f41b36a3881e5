"""The sandbox against programs that do not wish it well."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from ragen_bench.environments.deepcoder.sandbox import (
    THREAT_MODEL,
    Call,
    Limits,
    SandboxUnavailable,
    backends,
    open_sandbox,
    probe,
)
from ragen_bench.environments.deepcoder.sandbox.backends import WorkerSandbox, bwrap_command
from ragen_bench.errors import InvalidConfig, TransportError, UnknownName
from tests.environments.deepcoder.hostile_programs import ENDING, FILES, LOOKING, REFUSED

#: Short, so that a hundred programs that wait for a limit do not wait long.
SHORT = Limits(cpu_s=1.0, wall_s=1.2, total_s=3.0, memory_bytes=256 * 2**20)
ANSWER = "secret-7431"


@pytest.fixture(scope="module")
def sandbox():
    made = open_sandbox("strict")
    yield made
    made.close()


def traces():
    """Files that a program might leave, and processes beside this one's."""
    places = (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", "/etc", "/root", "/")
    files = set()
    for place in places:
        with os.scandir(place) as entries:
            # Tests of other workers come and go beside this one.
            files |= {e.path for e in entries if "pytest" not in e.name and "ragen-sandbox" not in e.name}
    return {path for path in files if "ragen-hostile" in path}


def run(sandbox, program, limits=SHORT, **call):
    (outcome,) = sandbox.run(program, [Call(**({"kind": "stdin"} | call))], limits)
    return outcome


def is_well(sandbox):
    outcome = run(sandbox, "print(input()[::-1])", stdin="abc\n")
    return outcome.status == "ok" and outcome.output == "cba\n"


def test_there_are_at_least_a_hundred_hostile_programs():
    assert len(REFUSED) + len(ENDING) + len(FILES) + len(LOOKING) >= 100


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_allowed_is_refused_and_leaves_nothing(sandbox, name):
    outcome = run(sandbox, REFUSED[name])
    assert outcome.status in ("error", "killed"), outcome
    assert traces() == set()
    assert is_well(sandbox)


@pytest.mark.parametrize("name", FILES)
def test_no_file_is_written_anywhere(sandbox, name):
    outcome = run(sandbox, FILES[name])
    assert outcome.output.startswith("refused")
    assert traces() == set()


@pytest.mark.parametrize("name", ENDING)
def test_limits_and_crashes_end_a_program_in_time_and_hurt_nobody(sandbox, name):
    program, allowed = ENDING[name]
    outcome = run(sandbox, program)
    assert outcome.status in allowed, outcome
    assert outcome.seconds <= SHORT.wall_s + 1
    assert len(outcome.message) <= 300
    assert is_well(sandbox)


@pytest.mark.parametrize("name", LOOKING)
def test_neither_the_answer_nor_the_verdict_can_be_had(sandbox, name):
    outcome = run(sandbox, LOOKING[name], stdin="question\n")
    assert ANSWER not in outcome.output
    assert outcome.output.strip() != ANSWER
    assert is_well(sandbox)


def test_no_process_is_left_behind(sandbox):
    worker = sandbox._process.pid
    for name in ("fork", "fork bomb", "many threads", "a thread that never ends"):
        run(sandbox, REFUSED.get(name) or ENDING[name][0])
    children = Path(f"/proc/{worker}/task/{worker}/children").read_text().split()
    assert children == []


def test_a_program_may_use_threads_and_the_standard_library(sandbox):
    program = """
import collections, datetime, decimal, fractions, heapq, itertools, json
import math, random, re, statistics, threading
found = []
threads = [threading.Thread(target=found.append, args=(i,)) for i in range(5)]
[t.start() for t in threads]
[t.join() for t in threads]
print(sorted(found), math.gcd(12, 18), fractions.Fraction(1, 3), datetime.date(2024, 2, 29).weekday())
"""
    outcome = run(sandbox, program, Limits())
    assert outcome.output == "[0, 1, 2, 3, 4] 6 1/3 3\n"


def test_values_come_back_with_their_exact_types(sandbox):
    program = "def f(x):\n    return [x, True, 1, 1.0, None, 'é', {'a': (1, 2)}, 2**200, float('inf')]"
    outcome = run(sandbox, program, kind="function", entry="f", arguments=[[1, {"k": False}]])
    expected = [[1, {"k": False}], True, 1, 1.0, None, "é", {"a": [1, 2]}, 2**200, float("inf")]
    assert outcome.value == expected
    assert [type(v) for v in outcome.value] == [type(v) for v in expected]


@pytest.mark.parametrize(
    "returned",
    [
        "object()",
        "{1, 2}",
        "{1: 2}",
        "b'x'",
        "type('T', (int,), {})(1)",
        "type('S', (str,), {'__eq__': lambda s, o: True, '__hash__': str.__hash__})('x')",
        "iter([1])",
        "[object()]",
        "(lambda x: x)",
    ],
)
def test_an_object_that_is_no_plain_value_is_an_error(sandbox, returned):
    outcome = run(sandbox, f"def f():\n    return {returned}", kind="function", entry="f")
    assert outcome.status == "error"
    assert outcome.value is None


def test_a_value_that_contains_itself_is_an_error_and_a_long_number_too(sandbox):
    outcome = run(sandbox, "def f():\n    x = []\n    x.append(x)\n    return x", kind="function", entry="f")
    assert outcome.status == "error"
    outcome = run(sandbox, "def f():\n    return 10**5000", kind="function", entry="f")
    assert outcome.status == "error"


def test_a_method_of_the_class_solution_is_found(sandbox):
    program = "class Solution:\n    def f(self, x):\n        return x + 1"
    assert run(sandbox, program, kind="function", entry="f", arguments=[1]).value == 2


def test_a_function_that_is_not_there_is_named(sandbox):
    outcome = run(sandbox, "x = 1", kind="function", entry="f")
    assert outcome.status == "error"
    assert "defines no f" in outcome.message


def test_reading_past_the_end_of_the_input_is_the_programs_own_end_of_file(sandbox):
    assert run(sandbox, "input()\ninput()", stdin="a\n").message.startswith("EOFError")
    caught = "input()\ntry:\n    input()\nexcept EOFError:\n    print('end')"
    assert run(sandbox, caught, stdin="a\n").output == "end\n"


def test_a_program_that_leaves_quietly_is_judged_by_its_output(sandbox):
    program = "import os, sys\nprint('x')\nsys.stdout.flush()\nos._exit(0)"
    assert run(sandbox, program).output == "x\n"
    assert run(sandbox, "print('x')\nraise SystemExit").output == "x\n"
    assert run(sandbox, program, kind="function", entry="f").status == "error"


def test_bytes_that_are_no_text_are_replaced_and_not_an_error_of_ours(sandbox):
    outcome = run(sandbox, "import os\nos.write(1, b'a\\xff\\n')")
    assert outcome.status == "ok"
    assert outcome.output == "a\ufffd\n"


def test_one_test_knows_nothing_of_the_one_before(sandbox):
    program = "import builtins\nprint(getattr(builtins, 'seen', 'no'))\nbuiltins.seen = 'yes'"
    outcomes = sandbox.run(program, [Call("stdin")] * 3, SHORT)
    assert [outcome.output for outcome in outcomes] == ["no\n"] * 3


def test_after_a_time_out_the_remaining_tests_are_not_run(sandbox):
    outcomes = sandbox.run("while True:\n    pass", [Call("stdin")] * 5, SHORT)
    assert [outcome.status for outcome in outcomes] == ["timeout"] * 5
    assert sum(outcome.seconds for outcome in outcomes) <= SHORT.wall_s + 1


def test_the_time_of_the_whole_submission_is_bounded(sandbox):
    limits = Limits(cpu_s=1, wall_s=2, total_s=0.7)
    outcomes = sandbox.run("import time\ntime.sleep(0.3)", [Call("stdin")] * 6, limits)
    assert [o.status for o in outcomes[:2]] == ["ok", "ok"]
    assert outcomes[-1].status == "timeout"


def test_a_worker_that_is_killed_is_replaced_and_the_run_repeated():
    sandbox = WorkerSandbox(probe().strict)
    try:
        assert is_well(sandbox)
        os.kill(sandbox._process.pid, signal.SIGKILL)
        sandbox._process.wait()
        assert is_well(sandbox)
    finally:
        sandbox.close()


def test_a_worker_that_dies_during_every_run_is_trouble_of_ours_and_no_verdict(monkeypatch):
    sandbox = WorkerSandbox(probe().strict)
    command = [sys.executable, "-I", "-S", "-c", "raise SystemExit(1)"]
    monkeypatch.setattr(backends, "_command", lambda *_: command)
    with pytest.raises(TransportError, match="failed twice") as caught:
        is_well(sandbox)
    assert caught.value.kind == "sandbox"


def test_threads_take_turns(sandbox):
    outputs = {}

    def ask(number):
        outputs[number] = run(sandbox, "print(input())", stdin=f"{number}\n").output

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outputs == {number: f"{number}\n" for number in range(8)}


def test_after_a_fork_each_process_has_a_worker_of_its_own(sandbox):
    assert is_well(sandbox)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, b"well" if is_well(sandbox) else b"ill")
            sandbox.close()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 10) == b"well"
    assert is_well(sandbox)


def test_the_worker_ends_with_the_process_that_started_it():
    code = (
        "from ragen_bench.environments.deepcoder.sandbox import *\n"
        "s = open_sandbox()\noutcome = s.run('print(1)', [Call('stdin')], Limits())[0]\n"
        "print(outcome.output.strip(), s._process.pid)\n"
        "import os; os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    printed, worker = done.stdout.split()
    assert printed == "1"
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists() or "Z" in Path(f"/proc/{worker}/stat").read_text().split()[2]:
            return
        threading.Event().wait(0.05)
    pytest.fail("the worker is still there")


def test_the_weak_level_limits_time_and_output_and_ends_what_is_left():
    sandbox = WorkerSandbox("weak")
    try:
        assert is_well(sandbox)
        assert run(sandbox, "while True:\n    pass").status == "timeout"
        detached = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\nprint('left')"
        assert run(sandbox, detached, Limits()).output == "left\n"
        worker = sandbox._process.pid
        assert Path(f"/proc/{worker}/task/{worker}/children").read_text().split() == []
    finally:
        sandbox.close()


def test_strict_is_refused_where_nothing_makes_it_safe(monkeypatch):
    broken = backends.Levels(landlock="too old", bwrap="bwrap is not installed", weak="")
    monkeypatch.setattr(backends, "probe", lambda: broken)
    with pytest.raises(SandboxUnavailable, match="--sandbox weak"):
        open_sandbox("strict")
    assert open_sandbox("weak").level == "weak"


def test_bubblewrap_is_taken_where_landlock_is_not_there(monkeypatch):
    monkeypatch.setattr(backends, "probe", lambda: backends.Levels(landlock="too old", bwrap="", weak=""))
    assert open_sandbox("strict").level == "bwrap"
    command = bwrap_command(["python", "-c", "pass"])
    assert "--unshare-all" in command
    assert "--clearenv" in command
    assert command[-3:] == ["python", "-c", "pass"]
    assert "--bind" not in command


def test_unknown_levels_kinds_and_limits_are_refused_by_name():
    with pytest.raises(UnknownName, match="strict"):
        open_sandbox("strickt")
    with pytest.raises(InvalidConfig):
        Call("file")
    with pytest.raises(InvalidConfig, match="cpu_s"):
        Limits(cpu_s=0)


def test_the_threat_model_says_what_is_not_defended():
    assert any("Not defended" in sentence for sentence in THREAT_MODEL)
