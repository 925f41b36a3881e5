"""Running scripts in the tests of the embedded proof checker."""

from __future__ import annotations

from ragen_bench.environments.lean.checking import Checked, Statement
from ragen_bench.environments.lean.embedded import EmbeddedChecker

CHECKER = EmbeddedChecker()


def run(statement: str, script: str, classical: bool = False) -> Checked:
    """The whole script as one step."""
    return CHECKER.check(Statement(f"theorem t {statement}", classical), (), script.strip("\n"))


def steps(statement: str, *scripts: str, classical: bool = False) -> Checked:
    """Each script as a step of its own; the answer to the last."""
    theorem = Statement(f"theorem t {statement}", classical)
    return CHECKER.check(theorem, scripts[:-1], scripts[-1])


def goals(statement: str, *scripts: str, classical: bool = False) -> str:
    """The goals after these steps, all of which must be accepted."""
    theorem = Statement(f"theorem t {statement}", classical)
    return CHECKER.check(theorem, scripts, None).goals
