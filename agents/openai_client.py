"""One HTTP attempt against an OpenAI-compatible endpoint, bounded in time and in bytes."""

from __future__ import annotations

import asyncio
import importlib
import ipaddress
import json
import os
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ragen_bench.agents.openai_errors import EndpointFailure, error_text, retry_after_s
from ragen_bench.errors import InvalidConfig, MissingExtra, TransportError

_DEFAULT_URL = "https://api.openai.com/v1"


class StatusError(Exception):
    """The endpoint answered with an HTTP error status; `body` is its decoded error."""

    def __init__(self, status: int, body: object, wait_s: float | None = None) -> None:
        self.status, self.body, self.wait_s = status, body, wait_s
        super().__init__(f"HTTP {status}")


class Endpoint:
    """Where requests go: address, key and limits. To be used on one event loop.

    The SDK's own retries are off: they do not cover a body that is cut off, endless or not JSON, and its
    timeout starts afresh with every byte.

    Args:
        base_url: None reads OPENAI_BASE_URL, else OpenAI's own.
        api_key: None reads OPENAI_API_KEY; a loopback endpoint needs none.
        timeout_s: seconds for one attempt, from the request to the last byte of the response.
        max_reply_bytes: longest response body that is read.

    Raises:
        InvalidConfig: the address is not an http(s) URL.
    """

    def __init__(
        self, base_url: str | None, api_key: str | None, *, timeout_s: float, max_reply_bytes: int
    ) -> None:
        self._address = (base_url or os.environ.get("OPENAI_BASE_URL") or _DEFAULT_URL).rstrip("/")
        try:
            parts = urlsplit(self._address)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            parts, host = urlsplit(""), ""
        if parts.scheme not in ("http", "https") or not host:
            raise InvalidConfig("base_url", self._address, "an http(s) URL such as http://127.0.0.1:8000/v1")
        #: The address as it may be shown and recorded: without credentials.
        self.url = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))
        self.timeout_s, self.max_reply_bytes = timeout_s, max_reply_bytes
        self._local = _is_loopback(host)
        self._key = api_key or os.environ.get("OPENAI_API_KEY") or ("none" if self._local else "")
        #: To be struck out of whatever the endpoint says.
        self.secret = "" if self._key == "none" else self._key
        self._client: Any = None

    def prepare(self) -> None:
        """Check for what every call needs.

        Raises:
            MissingExtra: the SDK is not installed.
            TransportError: kind "auth": no key for an endpoint that is not on this machine.
        """
        _sdk()
        if not self._key:
            raise TransportError("auth", f"{self.url} needs a key. Type: export OPENAI_API_KEY=...")

    async def post(self, path: str, body: Mapping[str, Any]) -> object:
        """The decoded JSON that `POST path` answers.

        Raises:
            StatusError: an HTTP error status.
            EndpointFailure: no usable answer: kinds "timeout", "connection", "malformed", "too_large".
        """
        return await self._send("post", path, self.timeout_s, body=dict(body))

    async def get(self, path: str, *, timeout_s: float) -> object:
        """The decoded JSON that `GET path` answers; raises like `post`."""
        return await self._send("get", path, min(timeout_s, self.timeout_s))

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_client": None}

    async def _send(self, method: str, path: str, timeout_s: float, **options: Any) -> object:
        sdk = _sdk()
        send = getattr(self._open(), method)
        try:
            async with asyncio.timeout(timeout_s):
                response = await send(path, cast_to=_http(sdk).Response, **options)
        except sdk.APIStatusError as error:
            raise StatusError(error.status_code, error.body, retry_after_s(error.response.headers)) from error
        except (TimeoutError, sdk.APITimeoutError) as error:
            raise EndpointFailure(
                "timeout",
                f"{self.url} did not finish its answer within {timeout_s:g} s. Raise --timeout, or lower"
                " --concurrency or --max-tokens",
                retry=True,
            ) from error
        except sdk.APIConnectionError as error:
            cause = error.__cause__ or error
            # Older versions of the SDK wrap what a hook raises.
            if isinstance(cause, EndpointFailure):
                raise cause from None
            raise EndpointFailure(
                "connection",
                f"cannot reach {self.url}: {error_text(str(cause) or type(cause).__name__)}. Start the server"
                f" or correct --base-url; try: curl {self.url}/models",
                retry=True,
            ) from error
        return self._decode(response)

    def _decode(self, response: Any) -> object:
        try:
            return json.loads(response.content)
        # Deep nesting ends in RecursionError; bad UTF-8 and over-long integers are ValueErrors.
        except (ValueError, RecursionError) as error:
            kind = error_text(response.headers.get("content-type", "no content type"))
            start = error_text(response.content[:80].decode("utf-8", "replace"), self.secret)
            raise EndpointFailure(
                "malformed",
                f"{self.url} sent {kind[:60]} that is not JSON: {start!r}. Does the base URL end in /v1?",
                retry=True,
            ) from error

    def _open(self) -> Any:
        if self._client is None:
            sdk = _sdk()
            # A loopback endpoint is never behind the proxy that the environment may name.
            http = sdk.DefaultAsyncHttpxClient(
                event_hooks={"response": [self._bound]}, trust_env=not self._local
            )
            self._client = sdk.AsyncOpenAI(
                api_key=self._key,
                base_url=self._address,
                max_retries=0,
                timeout=self.timeout_s,
                http_client=http,
                # A compressed body could unpack to any size.
                default_headers={"Accept-Encoding": "identity"},
            )
        return self._client

    async def _bound(self, response: Any) -> None:
        """Before the body is read: make it fail past the limit instead of filling the memory."""
        if response.headers.get("content-encoding", "identity") != "identity":
            raise EndpointFailure(
                "malformed", f"{self.url} compresses its answers although asked not to", retry=False
            )
        stream, limit = response.stream, self.max_reply_bytes

        class Bounded(_http(_sdk()).AsyncByteStream):  # type: ignore[misc]
            async def __aiter__(self) -> AsyncIterator[bytes]:
                size = 0
                async for chunk in stream:
                    size += len(chunk)
                    if size > limit:
                        what = f"an answer of more than {limit} bytes. Lower --max-tokens"
                        raise EndpointFailure("too_large", what, retry=False)
                    yield chunk

            async def aclose(self) -> None:
                await stream.aclose()

        response.stream = Bounded()


def _sdk() -> Any:
    try:
        return importlib.import_module("openai")
    except ImportError as error:
        raise MissingExtra("openai", "openai", "The agent for OpenAI-compatible endpoints") from error


def _http(sdk: Any) -> Any:
    """The HTTP library that this SDK is built on: `httpx`, or `httpx2` in its newer versions."""
    base = next(c for c in sdk.DefaultAsyncHttpxClient.__mro__ if c.__name__ == "AsyncClient")
    return importlib.import_module(base.__module__.partition(".")[0])


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
