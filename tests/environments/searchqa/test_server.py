"""The retrieval server's adapter, against servers on loopback that misbehave."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ragen_bench.env import make
from ragen_bench.environments.searchqa import SPECS
from ragen_bench.environments.searchqa.searcher import Passage
from ragen_bench.environments.searchqa.server import HttpSearcher
from ragen_bench.errors import TransportError
from ragen_bench.evaluation.episode import Episode, Job, PlaySettings
from ragen_bench.policy import Completion
from ragen_bench.public_data import DATA_VARIABLE
from tests.environments.searchqa.rows_for_tests import HUB_ROWS, write_jsonl

SPEC = SPECS[0]
Answer = Callable[[BaseHTTPRequestHandler, int], None]
HITS = [
    {"document": {"id": "1", "contents": '"Port Sable"\nA harbour town.'}, "score": 2.5},
    {"document": {"contents": "Anselm Dray\nA director."}, "score": 1.0},
    {"document": {"contents": "No text"}, "score": 0.5},
]


class Server:
    """A server whose answer a test sets; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.answer: Answer = lambda handler, _: reply(handler, {"result": [HITS]})
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.asked.append({"path": self.path, **json.loads(body)})
                outer.answer(self, len(outer.asked))

            def log_message(self, *args: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/retrieve"
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


def reply(handler: BaseHTTPRequestHandler, body: object, status: int = 200, **headers: str) -> None:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


def failing(url: str, timeout: float = 5.0) -> tuple[str, list[float]]:
    """(kind of the error, pauses between tries)."""
    pauses: list[float] = []
    with pytest.raises(TransportError) as caught:
        HttpSearcher(url, timeout, pauses.append).search("x", 3)
    assert url in str(caught.value)
    return caught.value.kind, pauses


def test_a_query_is_posted_by_the_convention_and_passages_come_back_in_order(server: Server) -> None:
    found = HttpSearcher(server.url).search("Port “Sable” \ud800", 2)
    assert found == [Passage("Port Sable", "A harbour town."), Passage("Anselm Dray", "A director.")]
    assert server.asked == [
        {"path": "/retrieve", "queries": ["Port “Sable” \ud800"], "topk": 2, "return_scores": True}
    ]
    server.answer = lambda handler, _: reply(handler, {"result": [[]]})
    assert HttpSearcher(server.url).search("x", 2) == []
    # Servers that return no scores leave the wrapping out.
    server.answer = lambda handler, _: reply(handler, {"result": [[HITS[1]["document"]]]})
    assert HttpSearcher(server.url).search("x", 2) == [Passage("Anselm Dray", "A director.")]


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_status_that_may_pass_is_tried_three_times(server: Server, status: int) -> None:
    server.answer = lambda handler, _: reply(handler, b"no", status)
    assert failing(server.url) == ("retriever_status", [0.5, 2.0])
    assert len(server.asked) == 3


def test_a_status_that_will_not_pass_is_not_tried_again(server: Server) -> None:
    server.answer = lambda handler, _: reply(handler, b"no", 404)
    assert failing(server.url) == ("retriever_status", [])


def test_a_server_that_recovers_has_not_failed(server: Server) -> None:
    def answer(handler: BaseHTTPRequestHandler, number: int) -> None:
        if number == 1:
            reply(handler, b"busy", 503, Retry_After="7")
        else:
            reply(handler, {"result": [HITS]})

    server.answer = answer
    pauses: list[float] = []
    assert len(HttpSearcher(server.url, 5.0, pauses.append).search("x", 3)) == 3
    assert pauses == [7.0]


@pytest.mark.parametrize(("told", "pause"), [("9999", 30.0), ("soon", 0.5), ("-3", 0.5), ("nan", 0.5)])
def test_patience_is_bounded_whatever_the_server_asks_for(server: Server, told: str, pause: float) -> None:
    server.answer = lambda handler, _: reply(handler, b"busy", 503, Retry_After=told)
    assert failing(server.url)[1][0] == pause


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"\xff\xfe",
        b"[" * 100_000,
        [],
        {},
        {"result": []},
        {"result": "x"},
        {"result": [{"document": 1}]},
        {"result": [[{"document": {"contents": 3}}]]},
        {"result": [["text"]]},
        {"result": [[None]]},
    ],
)
def test_a_reply_of_another_shape_is_an_error_of_its_own_kind(server: Server, body: object) -> None:
    server.answer = lambda handler, _: reply(handler, body)
    assert failing(server.url) == ("retriever_reply", [])


def test_a_reply_without_end_is_cut_off(server: Server) -> None:
    server.answer = lambda handler, _: reply(handler, b" " * (5 << 20))
    assert failing(server.url)[0] == "retriever_reply"


def test_a_silent_server_times_out(server: Server) -> None:
    server.answer = lambda handler, _: time.sleep(0.3)
    began = time.monotonic()
    assert failing(server.url, 0.05) == ("retriever_timeout", [0.5, 2.0])
    assert time.monotonic() - began < 2.0


def test_a_dripping_server_times_out(server: Server) -> None:
    def drip(handler: BaseHTTPRequestHandler, _: int) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(40):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.02)
        except OSError:
            return

    server.answer = drip
    assert failing(server.url, 0.1)[0] == "retriever_timeout"


def test_no_server_is_an_error_of_its_own_kind() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert failing(f"http://127.0.0.1:{port}/retrieve")[0] == "retriever_unreachable"


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_jsonl(tmp_path / "hotpotqa" / "dev.jsonl", HUB_ROWS)
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))


@pytest.mark.usefixtures("rows")
def test_public_questions_can_be_searched_through_a_server(server: Server) -> None:
    env = make(SPEC, preset="hotpotqa", split="test", retriever_url=server.url, top_k=2)
    env.reset(seed=0)
    observation = env.step("search[harbour]")[0]
    assert observation.startswith("[1] Port Sable\nA harbour town.\n[2] Anselm Dray\nA director.\nQuestion: ")
    assert env.track.endswith("+server")
    state = json.loads(json.dumps(env.get_state()))
    other = make(SPEC, preset="hotpotqa", split="test", retriever_url=server.url, top_k=2)
    other.set_state(state)
    assert other.observe() == observation
    assert len(server.asked) == 1


@pytest.mark.usefixtures("rows")
def test_a_failing_server_is_an_error_of_its_own_kind_and_never_a_zero(server: Server) -> None:
    server.answer = lambda handler, _: reply(handler, b"no", 404)
    settings = PlaySettings(think=False, overrides=(("retriever_url", server.url),))
    episode = Episode(Job(SPEC, "hotpotqa", "test", 0, 0), settings)
    episode.advance(Completion("<ans>search[harbour]</ans>"))
    assert episode.row is not None
    assert episode.row["error"] == "retriever_status"
    assert not episode.row["terminated"]
