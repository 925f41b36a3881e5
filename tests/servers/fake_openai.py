"""A scripted, hostile OpenAI-compatible server on loopback.

In a test:

    with serve(["429", "ok"]) as server:
        OpenAIPolicy("fake", server.base_url)

For the command line: `python -m tests.servers.fake_openai --script 429,ok` writes its base URL on the
first line and serves until it is killed.
"""

from __future__ import annotations

import argparse
import json
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.servers.loopback import JsonHandler, listen

MODEL = "fake"
GOOD_REPLY = "<think>\nok\n</think>\n<ans>Up</ans>"
NON_LATIN = "<think>考える 🤔 שלום</think><ans>上へ\u202eпривет</ans>"
REFUSAL = "I cannot help with that."

Behaviour = Callable[["Handler", Mapping[str, Any]], None]


@dataclass
class FakeServer:
    """A running server: its address, and every chat request that came in so far."""

    base_url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    most_at_once: int = 0


class Handler(JsonHandler):
    """Plays the script, one behaviour for each chat request; the last one repeats."""

    script: Sequence[Behaviour]
    server_state: FakeServer
    lock: threading.Lock
    in_flight: list[int]

    def do_GET(self) -> None:
        if self.path.endswith("/models"):
            self.send_json({"object": "list", "data": [{"id": MODEL, "object": "model"}]})
        else:
            self.send_error_json(404, "no such page")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.lock:
            turn = len(self.server_state.requests)
            self.server_state.requests.append(body)
            self.server_state.headers.append(dict(self.headers.items()))
            self.in_flight[0] += 1
            self.server_state.most_at_once = max(self.server_state.most_at_once, self.in_flight[0])
        try:
            # A client that gives up is part of the play.
            with suppress(ConnectionError):
                self.script[min(turn, len(self.script) - 1)](self, body)
        finally:
            with self.lock:
                self.in_flight[0] -= 1


def chat(content: object = GOOD_REPLY, finish: str | None = "stop", **message: Any) -> dict[str, Any]:
    """A chat-completions response; `message` adds fields to the message."""
    return {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "created": 0,
        "model": MODEL,
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "logprobs": None,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
        "usage": {
            "prompt_tokens": 12,
            "completion_tokens": 5,
            "total_tokens": 17,
            "prompt_tokens_details": {"cached_tokens": 4},
            "completion_tokens_details": {"reasoning_tokens": 2},
        },
    }


def says(content: object = GOOD_REPLY, finish: str | None = "stop", **message: Any) -> Behaviour:
    """Answer with this message."""
    return lambda handler, body: handler.send_json(chat(content, finish, **message))


def sends(payload: object) -> Behaviour:
    """Answer with this JSON value."""
    return lambda handler, body: handler.send_json(payload)


def fails(status: int, message: str = "as scripted", **fields: Any) -> Behaviour:
    """Answer with this HTTP status; `Retry_After` becomes a header, other fields join the error."""
    return lambda handler, body: handler.send_error_json(status, message, **fields)


def with_log_probs(handler: Handler, body: Mapping[str, Any]) -> None:
    """One entry for each token, in the form of the endpoints that tell token ids; none unless asked for."""
    payload = chat("ab")
    if body.get("logprobs"):
        entries = [{"token": f"token_id:{i}", "logprob": -0.5 * i, "bytes": [97]} for i in (1, 2)]
        payload["choices"][0]["logprobs"] = {"content": entries}
    handler.send_json(payload)


def echo(handler: Handler, body: Mapping[str, Any]) -> None:
    """Answer with the last message."""
    handler.send_json(chat(body["messages"][-1]["content"]))


def drip(handler: Handler, body: Mapping[str, Any]) -> None:
    """A byte every few milliseconds, for ever."""
    _start_endless(handler)
    while True:
        handler.wfile.write(b" ")
        time.sleep(0.005)


def flood(handler: Handler, body: Mapping[str, Any]) -> None:
    """Bytes as fast as they go, for ever."""
    _start_endless(handler)
    while True:
        handler.wfile.write(b" " * 65536)


def slow(handler: Handler, body: Mapping[str, Any]) -> None:
    """Silence, then a good reply."""
    time.sleep(0.5)
    handler.send_json(chat())


def reset(handler: Handler, body: Mapping[str, Any]) -> None:
    """Half a body, then a TCP reset."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.wfile.flush()
    # Linger on with a time of zero makes close() a reset.
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def raw(body: bytes, kind: str = "application/json", **headers: str) -> Behaviour:
    """Answer with these bytes."""
    return lambda handler, request: handler.send_body(body, kind, 200, **headers)


def _start_endless(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    handler.close_connection = True


BEHAVIOURS: dict[str, Behaviour] = {
    "ok": says(),
    "echo": echo,
    "null": says(None),
    "empty": says(""),
    "number": says(42),
    "parts": says([{"type": "text", "text": "<ans>"}, {"type": "text", "text": "Up</ans>"}]),
    "refusal": says(None, refusal=REFUSAL),
    "filtered": says("", "content_filter"),
    "truncated": says("<think>on and on", "length"),
    "reasoning-only": says(None, reasoning_content="hmm"),
    "reasoning": says("<ans>Up</ans>", reasoning="hmm"),
    "non-latin": says(NON_LATIN),
    "surrogate": says("<ans>\ud800</ans>"),
    "tool-call": says(
        None, "tool_calls", tool_calls=[{"function": {"name": "act", "arguments": '{"action": "Up"}'}}]
    ),
    "log-probs": with_log_probs,
    "no-choices": sends({"choices": []}),
    "error-in-200": sends({"error": {"message": "upstream is down", "code": 502}}),
    "malformed": raw(b'{"choices": [{"message"'),
    "deep": raw(b"[" * 200_000),
    "wrong-type": raw(b"<html>hello</html>", "text/html"),
    "json-as-text": raw(json.dumps(chat()).encode(), "text/plain"),
    "gzip": raw(b"\x1f\x8b", Content_Encoding="gzip"),
    "drip": drip,
    "flood": flood,
    "slow": slow,
    "reset": reset,
    "429": fails(429, "slow down", Retry_After="0.15"),
    "quota": fails(429, "you exceeded your quota", code="insufficient_quota"),
    "500": fails(500),
    "401": fails(401, "bad key"),
    "404": fails(404, "the model does not exist", code="model_not_found"),
    "context": fails(
        400,
        "This model's maximum context length is 2048 tokens. However, you requested 3000 tokens.",
        code="context_length_exceeded",
    ),
    "bad-request": fails(400, "messages: field required"),
}


@contextmanager
def serve(script: str | Sequence[str | Behaviour] = "ok", port: int = 0) -> Iterator[FakeServer]:
    """Run a server that plays `script`: names of BEHAVIOURS (one, or a sequence) or behaviours."""
    steps = [script] if isinstance(script, str) else list(script)
    state = FakeServer("")
    members = {
        "script": [BEHAVIOURS[step] if isinstance(step, str) else step for step in steps],
        "server_state": state,
        "lock": threading.Lock(),
        "in_flight": [0],
    }
    with listen(type("ScriptedHandler", (Handler,), members), port) as base_url:
        state.base_url = base_url
        yield state


def main() -> None:
    """Serve from the command line."""
    parser = argparse.ArgumentParser(description="A scripted OpenAI-compatible server on loopback.")
    parser.add_argument("--script", default="ok", help=f"comma-separated: {', '.join(BEHAVIOURS)}")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    with serve(options.script.split(","), options.port) as server, suppress(KeyboardInterrupt):
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
