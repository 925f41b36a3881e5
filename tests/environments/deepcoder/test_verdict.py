"""Programs against tests, through the sandbox: what counts as passing, and what only claims to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragen_bench.environments.deepcoder import run_tests
from ragen_bench.errors import InvalidTask

CASES = json.loads((Path(__file__).parents[2] / "cases" / "code_sandbox.json").read_text())["cases"]


def called(*pairs: tuple[list[Any], Any]) -> list[dict[str, Any]]:
    return [{"entry": "f", "input": given, "output": output} for given, output in pairs]


def printed(*pairs: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"input": given, "output": output} for given, output in pairs]


NUMBER = called(([1], 12345), ([2], 67890))
LINE = printed(("1\n", "12345\n"))
CLAIMS = """
class Right:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __str__(self): return "12345"
    def __repr__(self): return "12345"
    def __int__(self): return 12345
    def __index__(self): return 12345
"""
FORGED = (
    'print(\'12345 passed\')\nprint(\'{"passed": true, "status": "ok", "value": 12345}\')\n'
    "print('PASSED 2 of 2', flush=True)\n"
)

#: The start of a case in code_sandbox.json -> programs, tests, and whether each must pass.
ATTACKS: dict[str, list[tuple[str, list[dict[str, Any]], bool]]] = {
    "look up the expected outputs": [
        (
            "import gc\ndef f(x):\n    return next((o for o in gc.get_objects() if o == 12345), 0)",
            NUMBER,
            False,
        ),
        (
            "import sys\ndef f(x):\n    for m in list(sys.modules.values()):\n"
            "        for v in list(vars(m).values()) if hasattr(m, '__dict__') else ():\n"
            "            if isinstance(v, dict) and 'output' in v: return v['output']\n    return 0",
            NUMBER,
            False,
        ),
    ],
    "print something that looks like": [
        (f"{FORGED}import os\nos._exit(0)", LINE, False),
        (f"{FORGED}import os\nos._exit(0)\ndef f(x): return 1", NUMBER, False),
        (f"def f(x):\n    import os\n    {FORGED.replace(chr(10), ';')}os._exit(0)", NUMBER, False),
        (f"{FORGED}raise SystemExit(0)\ndef f(x): return 12345", NUMBER, False),
    ],
    "return an object whose": [
        (f"{CLAIMS}\ndef f(x): return Right()", NUMBER, False),
        (f"{CLAIMS}\ndef f(x): return [Right()]", called(([1], [12345])), False),
        (f"{CLAIMS}\nclass N(int, Right): pass\ndef f(x): return N(1)", NUMBER, False),
        (
            "class D(dict):\n    def __eq__(s, o): return True\ndef f(x): return D()",
            called(([1], {"a": 1})),
            False,
        ),
    ],
    "rebind str, print, open": [
        (
            "import builtins, json\nbuiltins.str = builtins.repr = lambda *a: '12345'\nbuiltins.print = "
            "lambda *a: None\n"
            "builtins.open = None\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda *a: int\n"
            "json.dumps = lambda *a, **k: '12345'\njson.loads = lambda *a, **k: 12345\ndef f(x): return 1",
            NUMBER,
            False,
        ),
        (
            "import operator, math\noperator.eq = math.isclose = lambda *a, **k: True\ndef f(x): return 1",
            NUMBER,
            False,
        ),
        ("print = lambda *a: None\nprint(12345)", LINE, False),
    ],
    "raise an exception where": [
        ("raise ValueError", printed(("1\n", "")), False),
        ("def f(x): raise ValueError", called(([1], "")), False),
        ("def f(x): raise ValueError", called(([1], None)), False),
        ("import sys\nsys.exit(3)", printed(("1\n", "")), False),
    ],
    "legitimately return": [
        ("def f(x): return ''", called(([1], "")), True),
        ("def f(x): return False", called(([1], False)), True),
        ("def f(x): return 0", called(([1], 0)), True),
        ("def f(x): return None", called(([1], None)), True),
        ("def f(x): pass", called(([1], None)), True),
        ("pass", printed(("1\n", "")), True),
    ],
    "read past the end": [
        ("input()\ntry:\n    input()\nexcept EOFError:\n    print(12345)", LINE, True),
        ("input()\nprint(12345)\ninput()", LINE, False),
    ],
    "return True where 1": [
        ("def f(x): return True", called(([1], 1)), False),
        ("def f(x): return 1", called(([1], True)), False),
        ("def f(x): return 0.1 + 0.2", called(([1], 0.3)), True),
        ("def f(x): return 0.30001", called(([1], 0.3)), False),
    ],
}
PLAYED = [
    pytest.param(program, tests, passes, id=f"{start}, {number}")
    for start, attacks in ATTACKS.items()
    for number, (program, tests, passes) in enumerate(attacks)
]


def test_every_attack_here_is_a_shared_case_with_that_score() -> None:
    for start, attacks in ATTACKS.items():
        case = next(case for case in CASES if case["attack"].startswith(start))
        if isinstance(case["score"], int) and start != "return True where 1":
            assert {int(passes) for _, _, passes in attacks} == {case["score"]}


@pytest.mark.parametrize(("program", "tests", "passes"), PLAYED)
def test_the_verdict_on_an_attack_is_as_stated(
    program: str, tests: list[dict[str, Any]], passes: bool
) -> None:
    result = run_tests(program, tests)
    assert result.all_passed is passes, result
    assert passes or result.passed == 0


def test_a_forged_verdict_is_only_output() -> None:
    result = run_tests(f"{FORGED}", printed(("1\n", "12345\n")))
    assert (result.passed, result.statuses) == (0, ("wrong",))
    assert "PASSED 2 of 2" in result.outputs[0]
    assert run_tests(FORGED, printed(("1\n", FORGED and result.outputs[0]))).all_passed


def test_an_object_that_claims_to_be_right_is_not() -> None:
    assert run_tests(f"{CLAIMS}\ndef f(x): return Right()", NUMBER).passed == 0


def test_raising_is_a_failure_also_where_nothing_is_expected() -> None:
    result = run_tests("def f(x):\n    raise KeyError('k')", called(([1], ""), ([1], None)))
    assert (result.passed, result.statuses) == (0, ("error", "error"))
    assert "KeyError" in result.message


def test_rebinding_builtins_changes_no_verdict() -> None:
    program = (
        "import builtins\nbuiltins.len = builtins.all = builtins.map = lambda *a: True\ndef f(x): return x"
    )
    result = run_tests(program, called(([1], 1), ([2], 3)))
    assert result.statuses == ("passed", "wrong")
    assert run_tests("def f(x): return len(x)", called(([[1, 2]], 2))).all_passed


def test_a_result_says_how_many_pass_and_which_fails_first() -> None:
    result = run_tests("def f(x): return 10 // x", called(([2], 5), ([0], 1), ([3], 4), ([5], 2)))
    assert (result.passed, result.total, result.first_failure) == (2, 4, 1)
    assert result.statuses == ("passed", "error", "wrong", "passed")
    assert result.outputs == (5, None, 3, 2)
    assert (result.share, result.all_passed) == (0.5, False)


def test_a_run_until_the_first_failure_leaves_the_rest_out() -> None:
    tests = called(*(([x], x) for x in range(20)))
    result = run_tests("def f(x): return -1", tests, until_failure=True)
    assert (result.passed, result.total) == (0, 20)
    assert set(result.statuses[2:]) == {"skipped"}
    whole = run_tests("def f(x): return x if x < 15 else 0", tests, until_failure=True)
    assert (whole.passed, whole.first_failure) == (15, 15)


def test_a_method_of_a_class_is_called_with_the_names_that_its_tests_take_for_granted() -> None:
    program = (
        "class Solution:\n    def both(self, xs: List[int], k: Optional[int]) -> int:\n"
        "        return Counter(xs)[k] + bisect_left(xs, k)\n"
    )
    tests = [{"entry": "Solution.both", "input": [[1, 2, 2, 3], 2], "output": 3}]
    assert run_tests(program, tests).all_passed
    assert run_tests(
        f"from __future__ import annotations\nfrom bisect import *\nfrom collections import *\n{program}",
        tests,
    ).all_passed


@pytest.mark.parametrize(
    "test",
    [
        {}, {"input": "1"}, {"output": "1"}, {"input": 1, "output": "1"}, {"input": "1", "output": 1},
        {"entry": "f", "input": "1", "output": 1}, {"entry": 3, "input": [], "output": 1},
    ],
    ids=repr,
)  # fmt: skip
def test_a_test_without_its_fields_is_refused(test: dict[str, Any]) -> None:
    with pytest.raises(InvalidTask):
        run_tests("print(1)", [test])
