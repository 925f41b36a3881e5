"""The Kimina backend, against a server that answers as told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from ragen_bench.env import make
from ragen_bench.environments.lean import SPECS, backends
from ragen_bench.environments.lean.checking import Statement, StatementError
from ragen_bench.environments.lean.env import LeanEnv
from ragen_bench.environments.lean.kimina import KEY_VARIABLE, KiminaServer
from ragen_bench.errors import TransportError

STATEMENT = Statement("theorem claim (p : Prop)\n    (h : p) : p ∧ p", imports=("import Mathlib", "open Nat"))
GOALS = "p : Prop\nh : p\n⊢ p ∧ p"


class Server:
    """What the server is to answer, and what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        #: What is answered to a code: a body, or (status, headers, bytes), or seconds to hang.
        self.answer: Any = proved
        self.old = False
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append((self.path, body, dict(self.headers)))
                if outer.old == (self.path == "/api/check") or self.path not in ("/api/check", "/verify"):
                    self.send_error(404)
                    return
                item = body["codes"][0] if outer.old else body["snippets"][0]
                code, key = (item["proof"], "custom_id") if outer.old else (item["code"], "id")
                answer = outer.answer(code)
                if isinstance(answer, float):
                    time.sleep(answer)
                    answer = {"response": {"env": 0}}
                if isinstance(answer, dict):
                    result = {key: item[key], "time": 0.1, **answer}
                    answer = (200, {}, json.dumps({"results": [result]}).encode())
                status, headers, data = answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()


@pytest.fixture
def server() -> Iterator[Server]:
    served = Server()
    yield served
    served.http.shutdown()
    served.http.server_close()
    served.thread.join()


def checker(server: Server, **settings: Any) -> KiminaServer:
    settings.setdefault("sleep", lambda seconds: None)
    return KiminaServer(server.url, **settings)


def body_of(code: str) -> list[str]:
    """The lines that the server's Lean counts: those after the imports."""
    lines = code.splitlines()
    return lines[next(i for i, line in enumerate(lines) if line.startswith("theorem")) :]


def message(severity: str, line: int, text: str, column: int = 0) -> dict[str, Any]:
    return {"severity": severity, "pos": {"line": line, "column": column}, "data": text}


def report(code: str, axioms: str = "") -> dict[str, Any]:
    text = f"'claim' depends on axioms: [{axioms}]" if axioms else "'claim' does not depend on any axioms"
    return message("info", len(body_of(code)), text)


def said(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"response": {"env": 1, "messages": list(messages), **more}}


def proved(code: str) -> dict[str, Any]:
    return said(report(code))


def unsolved(code: str) -> dict[str, Any]:
    return said(message("error", 2, f"unsolved goals\n{GOALS}", 18), report(code, "sorryAx"))


def test_the_file_holds_the_imports_the_steps_and_a_report_as_the_last_line(server: Server) -> None:
    assert checker(server).check(STATEMENT, ["constructor", "· exact h"], "· exact\n    h").status == "proved"
    path, body, _ = server.asked[0]
    assert path == "/api/check"
    assert body["snippets"][0]["code"] == (
        "import Mathlib\nopen Nat\n\ntheorem claim (p : Prop)\n    (h : p) : p ∧ p := by\n  skip\n"
        "  constructor\n"
        "  · exact h\n  · exact\n      h\n\n#print axioms claim"
    )


def test_goals_that_the_theorem_leaves_are_open_goals(server: Server) -> None:
    server.answer = unsolved
    checked = checker(server).check(STATEMENT, [], None)
    assert (checked.status, checked.goals) == ("open", GOALS)


def test_goals_that_a_part_of_a_step_leaves_are_a_rejection(server: Server) -> None:
    server.answer = lambda code: said(message("error", 4, "unsolved goals\n⊢ q", 14), report(code, "sorryAx"))
    checked = checker(server).check(STATEMENT, [], "have k : q := by skip")
    assert (checked.status, checked.message) == ("rejected", "unsolved goals\n⊢ q")


def test_an_error_is_a_rejection_with_leans_words(server: Server) -> None:
    server.answer = lambda code: said(
        message("error", 4, "unknown identifier 'k'"), *unsolved(code)["response"]["messages"]
    )
    checked = checker(server).check(STATEMENT, [], "exact k")
    assert (checked.status, checked.message) == ("rejected", "unknown identifier 'k'")


@pytest.mark.parametrize(
    "axioms", ["propext", "propext, Quot.sound", "Classical.choice,\n propext, Quot.sound"]
)
def test_leans_own_axioms_are_allowed(server: Server, axioms: str) -> None:
    server.answer = lambda code: said(report(code, axioms))
    assert checker(server).check(STATEMENT, [], "simp").status == "proved"


@pytest.mark.parametrize("axioms", ["sorryAx", "Lean.ofReduceBool", "propext, cheat", "claim.cheat"])
def test_other_axioms_are_a_rejection(server: Server, axioms: str) -> None:
    server.answer = lambda code: said(report(code, axioms))
    checked = checker(server).check(STATEMENT, [], "simp")
    assert checked.status == "rejected"
    assert "axioms" in checked.message


def test_only_the_last_report_on_axioms_counts(server: Server) -> None:
    forged = message("info", 4, "'claim' does not depend on any axioms")
    server.answer = lambda code: said(forged, report(code, "sorryAx"))
    assert checker(server).check(STATEMENT, [], 'trace "forged"').status == "rejected"
    # The server may list messages in any order: what counts is where they stand in the file.
    server.answer = lambda code: said(report(code, "sorryAx"), forged)
    assert checker(server).check(STATEMENT, [], 'trace "forged"').status == "rejected"


@pytest.mark.parametrize(
    "text",
    [
        "'claim' does not depend on any axioms\nand more",
        "x 'claim' does not depend on any axioms",
        "'claims' does not depend on any axioms",
        "'claim' depends on axioms: [propext",
    ],
)
def test_a_report_that_reads_otherwise_is_none(server: Server, text: str) -> None:
    server.answer = lambda code: said(message("info", 9, text))
    with pytest.raises(TransportError, match="report on axioms"):
        checker(server).check(STATEMENT, [], "simp")


def test_a_forged_report_in_an_error_or_a_warning_is_none(server: Server) -> None:
    server.answer = lambda code: said(message("warning", 9, "'claim' does not depend on any axioms"))
    with pytest.raises(TransportError):
        checker(server).check(STATEMENT, [], "simp")
    server.answer = lambda code: said(message("error", 9, "'claim' does not depend on any axioms"))
    assert checker(server).check(STATEMENT, [], "simp").status == "rejected"


def test_sorry_in_the_answer_is_a_rejection_whatever_the_report_says(server: Server) -> None:
    server.answer = lambda code: said(message("warning", 1, "declaration uses 'sorry'"), report(code))
    assert checker(server).check(STATEMENT, [], "simp").status == "rejected"
    server.answer = lambda code: said(
        report(code), sorries=[{"pos": {"line": 1, "column": 0}, "goal": "⊢ p"}]
    )
    assert checker(server).check(STATEMENT, [], "simp").status == "rejected"


@pytest.mark.parametrize(
    "step", ["sorry", "exact sorryAx _", "axiom x : False", "set_option a b in simp", "#eval 1"]
)
def test_refused_words_never_reach_the_server(server: Server, step: str) -> None:
    checked = checker(server).check(STATEMENT, [], step)
    assert checked.status == "rejected"
    assert "not allowed" in checked.message
    assert server.asked == []


MALFORMED: list[Any] = [
    (200, {}, b"no json"),
    (200, {}, b""),
    (200, {}, b"[" * 100_000),
    (200, {}, b"{}"),
    (200, {}, b'{"results": []}'),
    (200, {}, b'{"results": [{"id": "another", "response": {"env": 0, "messages": []}}]}'),
    {"response": None},
    {"response": {}},
    {"response": []},
    {"response": {"message": "unknown environment"}},
    {"error": "out of memory"},
    {"error": "Lean REPL header command timed out in 60 seconds"},
    {"response": {"env": 0, "messages": "none"}},
    {"response": {"env": 0, "messages": [{"severity": "info"}]}},
    {"response": {"env": 0, "messages": [message("loud", 1, "x")]}},
    {"response": {"env": 0, "messages": [{**message("info", 1, "x"), "pos": {"line": "1", "column": 0}}]}},
    (500, {}, b"broken"),
    (503, {}, b""),
    (429, {"Retry-After": "7"}, b""),
    (400, {}, b"bad request"),
    (401, {}, b"no key"),
]


@pytest.mark.parametrize("answer", MALFORMED, ids=[str(a)[:50] for a in MALFORMED])
def test_trouble_and_malformed_answers_are_errors_never_a_verdict(server: Server, answer: Any) -> None:
    server.answer = lambda code: answer
    with pytest.raises(TransportError) as caught:
        checker(server).check(STATEMENT, [], "simp")
    assert caught.value.kind == "checker"


def test_an_answer_without_messages_says_nothing_of_the_axioms(server: Server) -> None:
    server.answer = lambda code: {"response": {"env": 0}}
    with pytest.raises(TransportError, match="report"):
        checker(server).check(STATEMENT, [], "simp")


def test_trouble_that_passes_is_waited_for(server: Server) -> None:
    waits: list[float] = []
    answers = [(503, {}, b""), (429, {"Retry-After": "7"}, b""), (200, {}, b"half an ans")]
    server.answer = lambda code: answers.pop(0) if answers else proved(code)
    assert checker(server, sleep=waits.append).check(STATEMENT, [], "simp").status == "proved"
    assert waits == [0.5, 7.0, 14.0]


def test_a_server_that_hangs_is_given_up(server: Server) -> None:
    server.answer = lambda code: 1.0
    began = time.monotonic()
    with pytest.raises(TransportError, match="2 calls"):
        checker(server, lean_timeout_s=0, grace_s=0.1, attempts=2).check(STATEMENT, [], "simp")
    assert time.monotonic() - began < 1.0


def test_an_answer_without_end_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragen_bench.environments.lean.kimina._LARGEST_ANSWER", 1000)
    server.answer = lambda code: (200, {}, b" " * 5000)
    with pytest.raises(TransportError, match="larger than"):
        checker(server, attempts=1).check(STATEMENT, [], "simp")


def test_nobody_there_is_an_error() -> None:
    with pytest.raises(TransportError, match="no answer"):
        KiminaServer("http://127.0.0.1:1", attempts=2, sleep=lambda s: None).check(STATEMENT, [], "simp")


def test_a_step_that_takes_too_long_is_the_agents_fault_when_the_state_before_it_is_fine(
    server: Server,
) -> None:
    slow = {"error": "Lean REPL command timed out in 60 seconds"}
    server.answer = lambda code: slow if "decide" in code else unsolved(code)
    checked = checker(server).check(STATEMENT, [], "decide")
    assert (checked.status, "timed out" in checked.message) == ("rejected", True)
    server.answer = lambda code: slow
    with pytest.raises(TransportError, match="too long"):
        checker(server).check(STATEMENT, [], "decide")


def test_the_older_interface_is_found_once_and_spoken(server: Server) -> None:
    server.old = True
    asked = checker(server)
    assert asked.check(STATEMENT, [], "simp").status == "proved"
    assert asked.check(STATEMENT, [], "simp").status == "proved"
    assert [path for path, _, _ in server.asked] == ["/api/check", "/verify", "/verify"]


def test_something_else_on_that_port_is_said_to_be_no_kimina_server(server: Server) -> None:
    server.old = True
    server.answer = lambda code: (404, {}, b"")
    with pytest.raises(TransportError, match="is it a Kimina server"):
        checker(server).check(STATEMENT, [], "simp")


def test_a_key_is_sent_when_there_is_one(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "secret")
    checker(server).check(STATEMENT, [], "simp")
    assert server.asked[0][2]["Authorization"] == "Bearer secret"


def test_a_statement_that_lean_cannot_read_is_said_to_be_one(server: Server) -> None:
    server.answer = lambda code: said(message("error", 1, "unknown identifier 'Foo'"))
    with pytest.raises(StatementError, match="Foo"):
        checker(server).check(STATEMENT, [], None)


def test_what_was_accepted_and_is_rejected_now_is_an_error(server: Server) -> None:
    server.answer = lambda code: said(message("error", 4, "unknown identifier 'k'"))
    with pytest.raises(TransportError, match="had accepted"):
        checker(server).check(STATEMENT, ["exact k"], None)


def test_the_environment_plays_a_statement_with_imports_on_a_server(server: Server) -> None:
    server.answer = lambda code: proved(code) if "exact ⟨h, h⟩" in code else unsolved(code)
    backends.checker_for.cache_clear()
    env = make(SPECS[0], preset="easy", checker=f"kimina:{server.url}")
    assert isinstance(env, LeanEnv)
    task = {"statement": STATEMENT.text, "imports": list(STATEMENT.imports), "proof": ["exact ⟨h, h⟩"]}
    opening, _ = env.reset(options={"task": task})
    assert GOALS in opening
    _, reward, terminated, _, info = env.step("exact ⟨h, h⟩")
    assert (reward, terminated, info["success"]) == (9.9, True, True)
    env.reset(options={"task": task})
    server.answer = lambda code: (200, {}, b"")
    env._checker = checker(server, attempts=2)
    with pytest.raises(TransportError, match="not JSON"):
        env.step("simp")
