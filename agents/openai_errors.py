"""What an endpoint's error means: the model's outcome, our request, or trouble that may pass."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from ragen_bench.errors import TransportError

RETRIED_STATUS = frozenset({408, 409, 425, 429})
#: No endpoint may make a run wait longer than this before one retry.
RETRY_AFTER_CAP_S = 120.0
_SHOWN = 300

_CONTEXT = re.compile(
    r"context[ _]?(length|window|size)|maximum context|max_model_len|prompt is too long|"
    r"(input|prompt)[^.]{0,80}(exceed|longer than)[^.]{0,40}(token|context|length)",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"unsupported|not supported|does not support|unrecognized|unknown|unexpected|not permitted|not allowed|"
    r"extra (inputs|fields)|cannot be set|deprecated",
    re.IGNORECASE,
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


class EndpointFailure(TransportError):
    """One failed attempt. `retry` says whether another may help, `wait_s` what the endpoint asked for."""

    def __init__(self, kind: str, message: str, *, retry: bool, wait_s: float | None = None) -> None:
        self.retry, self.wait_s = retry, wait_s
        super().__init__(kind, message)


def error_text(body: object, secret: str = "") -> str:
    """The message in an error body: one line, bounded, without control characters or `secret`."""
    message = body.get("message", body.get("detail", body)) if isinstance(body, dict) else body
    text = _CONTROL.sub(" ", str(message or "no message")[: 4 * _SHOWN]).strip()
    # Lone surrogates could not be written to the run folder.
    text = text.encode("utf-8", "replace").decode("utf-8")
    if secret:
        text = text.replace(secret, "***")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def is_context_overflow(status: int, body: object) -> bool:
    """Whether the endpoint said that the prompt does not fit the model's context."""
    if status not in (400, 413, 422):
        return False
    if isinstance(body, dict):
        code = f"{body.get('code')} {body.get('type')}"
        if "context_length_exceeded" in code or "exceed_context_size" in code:
            return True
    return bool(_CONTEXT.search(error_text(body)))


def refused_parameter(status: int, body: object, sent: Iterable[str]) -> str | None:
    """The parameter among `sent` that the endpoint says it does not take, or None."""
    if status not in (400, 422):
        return None
    text = error_text(body)
    if not _REFUSED.search(f"{text} {body.get('code') if isinstance(body, dict) else ''}"):
        return None
    names = list(sent)
    if isinstance(body, dict) and body.get("param") in names:
        return str(body["param"])
    # The first one named is the one meant; a list of the allowed ones may follow.
    places = {name: found.start() for name in names if (found := re.search(rf"\b{name}\b", text))}
    return min(places, key=lambda name: places[name], default=None)


def retry_after_s(headers: Mapping[str, str], *, now: datetime | None = None) -> float | None:
    """Seconds that `Retry-After` asks for (RFC 9110 section 10.2.3), within [0, RETRY_AFTER_CAP_S], or None.

    Seconds and HTTP dates are read, and the milliseconds of `retry-after-ms`.
    """
    for name, scale in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            seconds = float(value) * scale
        except ValueError:
            try:
                when = parsedate_to_datetime(value)
            except (ValueError, OverflowError):
                continue
            if when.tzinfo is None:
                when = when.replace(tzinfo=UTC)
            seconds = (when - (now or datetime.now(UTC))).total_seconds()
        if not math.isnan(seconds):
            return min(max(seconds, 0.0), RETRY_AFTER_CAP_S)
    return None


def failure_from_status(
    status: int, body: object, *, model: str, url: str, wait_s: float | None = None, secret: str = ""
) -> EndpointFailure:
    """The failure for an HTTP error status, with the next step to take."""
    said = error_text(body, secret)
    where = f"{url} answered {status}"
    code = str(body.get("code")) if isinstance(body, dict) else ""
    if status in (401, 403):
        return EndpointFailure(
            "auth", f"{where}: {said}. Set OPENAI_API_KEY to a key that may use {model!r}", retry=False
        )
    if status == 404:
        return EndpointFailure(
            "bad_request",
            f"{where} for model {model!r}: {said}. See which models it has with: curl {url}/models"
            " (the base URL usually ends in /v1)",
            retry=False,
        )
    if status == 429:
        spent = "insufficient_quota" in (code, str(body.get("type")) if isinstance(body, dict) else "")
        step = "Check the account's quota" if spent else "Lower --concurrency or use --resume later"
        return EndpointFailure("rate_limit", f"{where}: {said}. {step}", retry=not spent, wait_s=wait_s)
    if status in RETRIED_STATUS or status >= 500:
        kind = "timeout" if status == 408 else "server_error"
        return EndpointFailure(
            kind, f"{where}: {said}. Continue later with --resume", retry=True, wait_s=wait_s
        )
    return EndpointFailure(
        "bad_request", f"{where}: {said}. Check the model's limits and --max-tokens", retry=False
    )
