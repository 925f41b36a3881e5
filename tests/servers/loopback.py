"""An HTTP server on loopback for as long as a test needs it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class JsonHandler(BaseHTTPRequestHandler):
    """A handler that answers with JSON and writes no log."""

    protocol_version = "HTTP/1.1"

    def send_body(
        self, body: bytes, kind: str = "application/json", status: int = 200, **headers: str
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def send_json(self, payload: object, status: int = 200, **headers: str) -> None:
        self.send_body(json.dumps(payload).encode(), status=status, **headers)

    def send_error_json(self, status: int, message: str, **fields: Any) -> None:
        headers = {name: fields.pop(name) for name in ("Retry_After",) if name in fields}
        self.send_json({"error": {"message": message, **fields}}, status, **headers)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: a test's output is the test's."""


@contextmanager
def listen(handler: type[JsonHandler], port: int = 0) -> Iterator[str]:
    """Serve with `handler`, each connection in a thread of its own; gives the base URL, ending in /v1."""
    http = ThreadingHTTPServer(("127.0.0.1", port), handler)
    http.daemon_threads = True
    # Endless answers end when their client leaves, which must not hold up the end of a test.
    http.block_on_close = False
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_address[1]}/v1"
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
