"""Searches through a retrieval server over HTTP, by the convention of Search-R1 and RAGEN.

POST {"queries": [query], "topk": k, "return_scores": true} to an address that ends in /retrieve; the reply is
{"result": [[{"document": {"contents": "title\\ntext"}, "score": s}, ...]]}. A server that fails is never the
agent's fault: it raises `TransportError`, and the episode is recorded as an error.
"""

from __future__ import annotations

import http.client
import json
import math
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from ragen_bench.environments.searchqa.searcher import Passage
from ragen_bench.errors import TransportError

#: Bytes of a reply that are read.
MAX_REPLY = 4 << 20
#: Calls for one search, and seconds of patience between them where the server names none.
TRIES = 3
PAUSES = (0.5, 2.0)
MAX_PAUSE = 30.0
#: Statuses after which another try may help.
_AGAIN = frozenset((408, 425, 429, 500, 502, 503, 504))


class HttpSearcher:
    """A retrieval server.

    Args:
        url: where to post to.
        timeout: seconds that one call may take.
        sleep: waits so many seconds between tries.
    """

    def __init__(
        self, url: str, timeout: float = 10.0, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        self._url, self._timeout, self._sleep = url, timeout, sleep

    def search(self, query: str, k: int) -> list[Passage]:
        """The server's passages, in its order.

        Raises:
            TransportError: kind "retriever_timeout", "retriever_unreachable", "retriever_status" or
                "retriever_reply".
        """
        order = json.dumps({"queries": [query], "topk": k, "return_scores": True}).encode()
        for number in range(TRIES):
            try:
                return self._passages(self._post(order), k)
            except _Retry as retry:
                if number == TRIES - 1:
                    raise retry.error from retry.__cause__
                self._sleep(min(MAX_PAUSE, retry.pause if retry.pause is not None else PAUSES[number]))
        raise AssertionError("unreachable")

    def _post(self, order: bytes) -> bytes:
        request = urllib.request.Request(
            self._url, order, {"Content-Type": "application/json", "Accept": "application/json"}
        )
        deadline = time.monotonic() + self._timeout
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as reply:
                return self._read(reply, deadline)
        except urllib.error.HTTPError as error:
            with error:
                failed = self._error("status", f"answered {error.code} {error.reason}"[:200])
                if error.code in _AGAIN:
                    raise _Retry(failed, _retry_after(error.headers.get("Retry-After"))) from error
                raise failed from error
        except TimeoutError as error:
            raise _Retry(self._late()) from error
        except (OSError, http.client.HTTPException) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise _Retry(self._late()) from error
            raise _Retry(self._error("unreachable", f"cannot be reached: {error}"[:200])) from error

    def _read(self, reply: Any, deadline: float) -> bytes:
        # urllib's time-out is for a single read: a server that drips would never meet it.
        parts: list[bytes] = []
        size = 0
        while part := reply.read1(1 << 16):
            parts.append(part)
            size += len(part)
            if size > MAX_REPLY:
                raise self._error("reply", f"sent more than {MAX_REPLY} bytes")
            if time.monotonic() > deadline:
                raise TimeoutError
        return b"".join(parts)

    def _passages(self, body: bytes, k: int) -> list[Passage]:
        try:
            hits = json.loads(body)["result"][0]
            if not isinstance(hits, list):
                raise TypeError
            return [_passage(hit) for hit in hits[:k]]
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise self._error(
                "reply", 'sent no {"result": [[{"document": {"contents": "title\\ntext"}}]]}'
            ) from error

    def _late(self) -> TransportError:
        return self._error("timeout", f"gave no answer within {self._timeout:g} s")

    def _error(self, kind: str, what: str) -> TransportError:
        return TransportError(
            f"retriever_{kind}",
            f"the retrieval server {self._url} {what}; check it, then play again with --resume",
        )


class _Retry(Exception):
    """Another try may help; `error` is raised when there is none left."""

    def __init__(self, error: TransportError, pause: float | None = None) -> None:
        super().__init__(str(error))
        self.error, self.pause = error, pause


def _passage(hit: Any) -> Passage:
    document = hit.get("document", hit) if isinstance(hit, dict) else hit
    contents = document["contents"]
    if not isinstance(contents, str):
        raise TypeError("contents must be a text")
    title, _, text = contents.partition("\n")
    return Passage(title.strip().strip('"'), text.strip())


def _retry_after(value: str | None) -> float | None:
    try:
        seconds = float(value) if value is not None else math.nan
    except ValueError:
        return None
    return seconds if 0 <= seconds < math.inf else None
