"""A Kimina Lean server over HTTP.

Both of its interfaces are spoken: `/api/check` ({"snippets": [{"id", "code"}], ...}), and where that does not
exist, the older `/verify` ({"codes": [{"custom_id", "proof"}], ...}). Trouble of the server is retried and
then an error of the episode; only a well-formed answer of Lean is a verdict.
"""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any

from ragen_bench.environments.lean import scripts
from ragen_bench.environments.lean.checking import Checked, Statement
from ragen_bench.errors import TransportError
from ragen_bench.rng import fingerprint

#: Seconds that Lean may take for one file, and that the server has beyond them to answer.
LEAN_TIMEOUT_S = 60
GRACE_S = 30.0
ATTEMPTS = 4
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 30.0
_LARGEST_ANSWER = 8 << 20
_BLOCK = 1 << 16
_RETRIED = (408, 425, 429, 500, 502, 503, 504)
#: Environment variable with the key that some servers ask for.
KEY_VARIABLE = "KIMINA_API_KEY"


class _Again(Exception):
    """Trouble that may pass; `wait` seconds if the server says how long."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class KiminaServer:
    """A `ProofChecker` that asks a server.

    Args:
        url: where it listens, such as http://127.0.0.1:8000.
        lean_timeout_s: seconds that Lean may take for one file.
        grace_s: seconds beyond them within which the server must have answered.
        attempts: calls for one answer.
        sleep: waits between them.
    """

    def __init__(
        self,
        url: str,
        *,
        lean_timeout_s: int = LEAN_TIMEOUT_S,
        grace_s: float = GRACE_S,
        attempts: int = ATTEMPTS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = "kimina"
        self.url = url.rstrip("/")
        self._lean_timeout_s, self._grace_s, self._attempts, self._sleep = (
            lean_timeout_s,
            grace_s,
            attempts,
            sleep,
        )
        self._old = False

    def check(self, statement: Statement, accepted: Sequence[str], step: str | None) -> Checked:
        """See `ProofChecker`."""
        return scripts.check(self._run, statement, accepted, step)

    def _run(self, script: scripts.Script) -> scripts.Said:
        code = script.text
        mark = fingerprint(code)[:16]
        wait, trouble = _FIRST_WAIT_S, ""
        for attempt in range(self._attempts):
            if attempt:
                self._sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT_S)
            try:
                return self._ask(code, mark)
            except _Again as again:
                trouble = str(again)
                if again.wait is not None:
                    wait = min(max(again.wait, 0.0), _LONGEST_WAIT_S)
        raise TransportError("checker", f"{self.url} gave no answer in {self._attempts} calls: {trouble}")

    def _ask(self, code: str, mark: str) -> scripts.Said:
        if not self._old:
            body = {"snippets": [{"id": mark, "code": code}], "timeout": self._lean_timeout_s, "reuse": True}
            answer = self._post("/api/check", body)
            if answer is not None:
                return _verdict(answer, "id", mark)
            self._old = True
        older = {"codes": [{"custom_id": mark, "proof": code}], "timeout": self._lean_timeout_s}
        answer = self._post("/verify", older)
        if answer is None:
            self._old = False
            raise TransportError(
                "checker", f"{self.url} has neither /api/check nor /verify: is it a Kimina server?"
            )
        return _verdict(answer, "custom_id", mark)

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        """The answer's JSON; None where the server knows no such path."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        key = os.environ.get(KEY_VARIABLE)
        if key:
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(
            f"{self.url}{path}", json.dumps(body).encode(), headers, method="POST"
        )
        seconds = self._lean_timeout_s + self._grace_s
        deadline = time.monotonic() + seconds
        try:
            with urllib.request.urlopen(request, timeout=seconds) as reply:
                data = _read(reply, deadline)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 404:
                    return None
                if error.code in _RETRIED:
                    raise _Again(
                        f"status {error.code}", _seconds(error.headers.get("Retry-After"))
                    ) from error
                raise TransportError(
                    "checker", f"{self.url}{path} answered with status {error.code}"
                ) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _Again(f"{type(error).__name__}: {error}"[:300]) from error
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise _Again("the answer is not JSON") from error


def _read(reply: Any, deadline: float) -> bytes:
    """The body, within bounds of size and time, however slowly it comes."""
    parts: list[bytes] = []
    size = 0
    while block := reply.read1(_BLOCK):
        parts.append(block)
        size += len(block)
        if size > _LARGEST_ANSWER:
            raise _Again(f"the answer is larger than {_LARGEST_ANSWER:,} bytes")
        if time.monotonic() > deadline:
            raise _Again("the answer came too slowly")
    return b"".join(parts)


def _verdict(answer: Any, key: str, mark: str) -> scripts.Said:
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list) or len(results) != 1 or not isinstance(results[0], dict):
        raise _Again("the answer does not hold one result")
    result = results[0]
    if result.get(key) != mark:
        raise _Again("the result is that of another file")
    error, said = result.get("error"), result.get("response")
    if error:
        if "timed out" in str(error) and "header" not in str(error):
            raise scripts.TimedOut(str(error)[:200])
        raise _Again(f"the server says: {str(error)[:200]}")
    if isinstance(said, dict) and "message" in said and "messages" not in said:
        raise _Again(f"the server's Lean says: {str(said['message'])[:200]}")
    if not isinstance(said, dict) or ("env" not in said and "messages" not in said):
        raise _Again("the result holds no answer of Lean")
    try:
        return scripts.read_said(said)
    except TransportError as malformed:
        raise _Again(str(malformed)) from malformed


def _seconds(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
