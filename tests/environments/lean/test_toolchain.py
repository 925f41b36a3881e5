"""The local Lean, as far as it goes without one: against a server with lean-interact's interface."""

from __future__ import annotations

import builtins
import shutil
import sys
import types
from typing import Any

import pytest

from ragen_bench.environments.lean import toolchain
from ragen_bench.environments.lean.checking import Statement
from ragen_bench.environments.lean.toolchain import LeanToolchain
from ragen_bench.errors import MissingExtra, MissingProgram, TransportError

STATEMENT = Statement("theorem claim (p : Prop) (h : p) : p", imports=("import Mathlib",))
REPORT = {
    "severity": "info",
    "pos": {"line": 5, "column": 0},
    "data": "'claim' does not depend on any axioms",
}
BROKEN = {"severity": "error", "pos": {"line": 1, "column": 0}, "data": "unknown module prefix 'Mathlib'"}


class Reply:
    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    def model_dump(self, *, by_alias: bool, exclude_none: bool) -> dict[str, Any]:
        assert by_alias
        assert exclude_none
        return self.fields


class Server:
    """Answers with what `replies` holds, or raises it."""

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.asked: list[tuple[str, int | None, bool]] = []

    def run(self, request: Any, *, timeout: float, add_to_session_cache: bool) -> Reply:
        self.asked.append((request.cmd, request.env, add_to_session_cache))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


@pytest.fixture(autouse=True)
def _commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """lean-interact's request, whether or not it is installed."""
    module = types.ModuleType("lean_interact")
    module.Command = lambda cmd, env: types.SimpleNamespace(cmd=cmd, env=env)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lean_interact", module)


def checker(*replies: Any) -> tuple[LeanToolchain, Server]:
    server = Server(*replies)
    return LeanToolchain(lambda: server), server


def test_imports_are_loaded_once_and_kept() -> None:
    lean, server = checker(Reply(env=-1), Reply(env=1, messages=[REPORT]), Reply(env=2, messages=[REPORT]))
    assert lean.check(STATEMENT, [], "exact h").status == "proved"
    assert lean.check(STATEMENT, [], "assumption").status == "proved"
    body = "theorem claim (p : Prop) (h : p) : p := by\n  skip\n  {}\n\n#print axioms claim"
    assert server.asked == [
        ("import Mathlib", None, True),
        (body.format("exact h"), -1, False),
        (body.format("assumption"), -1, False),
    ]


def test_imports_that_are_not_there_are_an_error_that_says_what_to_set() -> None:
    lean, _ = checker(Reply(env=0, messages=[BROKEN]))
    with pytest.raises(TransportError, match=r"Mathlib.*RAGEN_BENCH_LEAN_PROJECT"):
        lean.check(STATEMENT, [], "exact h")


@pytest.mark.parametrize("error", [ConnectionAbortedError("gone"), BrokenPipeError(), ValueError("no JSON")])
def test_a_lean_that_ends_is_an_error_and_another_is_started(error: Exception) -> None:
    servers = [Server(error), Server(Reply(env=-1), Reply(env=1, messages=[REPORT]))]
    lean = LeanToolchain(lambda: servers.pop(0))
    with pytest.raises(TransportError, match="Lean ended"):
        lean.check(STATEMENT, [], "exact h")
    assert lean.check(STATEMENT, [], "exact h").status == "proved"


def test_a_step_that_takes_too_long_is_rejected_when_the_state_before_it_is_fine() -> None:
    unsolved = {
        "severity": "error",
        "pos": {"line": 1, "column": 40},
        "data": "unsolved goals\np : Prop\nh : p\n⊢ p",
    }
    report = {**REPORT, "pos": {"line": 4, "column": 0}, "data": "'claim' depends on axioms: [sorryAx]"}
    lean, _ = checker(Reply(env=-1), TimeoutError(), Reply(env=1, messages=[unsolved, report]))
    checked = lean.check(STATEMENT, [], "decide")
    assert (checked.status, "timeout" in checked.message) == ("rejected", True)
    lean, _ = checker(Reply(env=-1), TimeoutError(), TimeoutError())
    with pytest.raises(TransportError, match="too long"):
        lean.check(STATEMENT, [], "decide")


def test_an_error_of_the_repl_is_no_verdict() -> None:
    lean, _ = checker(Reply(env=-1), Reply(message="unknown environment"))
    with pytest.raises(TransportError, match="unknown environment"):
        lean.check(STATEMENT, [], "exact h")


def test_without_the_extra_the_install_line_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "lean_interact")
    real = builtins.__import__

    def refuse(name: str, *args: Any) -> Any:
        if name == "lean_interact":
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtra, match=r"ragen-bench\[lean\]"):
        LeanToolchain().check(STATEMENT, [], "exact h")


def test_without_lean_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AutoLeanServer", "LeanREPLConfig", "LocalProject"):
        monkeypatch.setattr(sys.modules["lean_interact"], name, None, raising=False)
    monkeypatch.setattr(shutil, "which", lambda program: None)
    with pytest.raises(MissingProgram, match="elan"):
        LeanToolchain().check(STATEMENT, [], "exact h")


def test_a_project_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["lean_interact"]
    monkeypatch.setattr(shutil, "which", lambda program: "/bin/lake")
    monkeypatch.setattr(module, "LocalProject", lambda directory: ("project", str(directory)), raising=False)
    monkeypatch.setattr(module, "LeanREPLConfig", lambda project: project, raising=False)
    monkeypatch.setattr(module, "AutoLeanServer", lambda config: ("server", config), raising=False)
    monkeypatch.setenv(toolchain.PROJECT_VARIABLE, "/somewhere")
    assert toolchain.start_server() == ("server", ("project", "/somewhere"))


def test_a_lean_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**settings: Any) -> None:
        raise RuntimeError("no network to build the REPL")

    module = sys.modules["lean_interact"]
    monkeypatch.setattr(shutil, "which", lambda program: "/bin/lake")
    for name in ("LocalProject", "AutoLeanServer"):
        monkeypatch.setattr(module, name, None, raising=False)
    monkeypatch.setattr(module, "LeanREPLConfig", fail, raising=False)
    with pytest.raises(TransportError, match="does not start"):
        toolchain.start_server()
