"""The agent for any endpoint that speaks OpenAI's chat completions: hosted models, vLLM, llama.cpp, ..."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import Any

from ragen_bench.agents.loop_thread import LoopThread
from ragen_bench.agents.openai_client import Endpoint, StatusError
from ragen_bench.agents.openai_errors import (
    EndpointFailure,
    failure_from_status,
    is_context_overflow,
    refused_parameter,
)
from ragen_bench.agents.openai_format import clean, completion_from
from ragen_bench.errors import InvalidConfig, TransportError
from ragen_bench.policy import Completion, Message, Usage
from ragen_bench.reply import PROTOCOLS, tool_schema
from ragen_bench.rng import Rng

_BACKOFF_CAP_S = 30.0
_CHECK_S = 10.0
# Parameters that some models do not take, and what to send in their place (None: nothing).
_DROPPABLE: Mapping[str, str | None] = {
    "max_tokens": "max_completion_tokens",
    "seed": None,
    "temperature": None,
    "top_p": None,
}


class OpenAIPolicy:
    """A model behind an OpenAI-compatible endpoint.

    Every call is bounded in time and in bytes, retried with exponential back-off and jitter (or after
    the `Retry-After` that the endpoint asks for), and ends in a `Completion` or a `TransportError` whose
    `kind` is one of "rate_limit", "server_error", "timeout", "connection", "malformed", "too_large",
    "auth" or "bad_request". What a model does, such as an empty, truncated or refused reply or a prompt
    that does not fit its context, is a `Completion`.

    Args:
        model: the endpoint's name of the model.
        base_url: usually ends in `/v1`; None reads OPENAI_BASE_URL, else OpenAI's own.
        api_key: None reads OPENAI_API_KEY; a loopback endpoint needs none. Never recorded.
        max_tokens: most new tokens of one reply.
        temperature, top_p: sampling; None leaves it to the endpoint.
        timeout_s: seconds for one attempt, from the request to the last byte of the response.
        max_retries: further attempts after a failure that may pass.
        concurrency: calls in flight at once.
        protocol: one of `ragen_bench.reply.PROTOCOLS`; with "tool" the function `act` is offered, and a
            call to it becomes the text `{"name": "act", "arguments": {...}}`.
        log_probs: ask for the log-probability of each sampled token.
        max_reply_bytes: longest response body that is read.
        extra_body: further fields of the request, recorded with the run: no secrets in here.
        price: US dollars for a million prompt and a million completion tokens, for `cost`.
        backoff_s: first wait before a retry; each further one doubles, up to 30 s.
        rng: source of the jitter. It moves waiting times only, so by default it differs by process.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        max_tokens: int = 1024,
        temperature: float | None = 0.6,
        top_p: float | None = 0.95,
        timeout_s: float = 120.0,
        max_retries: int = 5,
        concurrency: int = 16,
        protocol: str = "tags",
        log_probs: bool = False,
        max_reply_bytes: int = 4 * 2**20,
        extra_body: Mapping[str, Any] | None = None,
        price: tuple[float, float] | None = None,
        backoff_s: float = 0.5,
        rng: Rng | None = None,
    ) -> None:
        if protocol not in PROTOCOLS:
            raise InvalidConfig("protocol", protocol, f"one of {', '.join(PROTOCOLS)}")
        for name, value in (("max_tokens", max_tokens), ("concurrency", concurrency)):
            if value < 1:
                raise InvalidConfig(name, value, "at least 1")
        if max_retries < 0:
            raise InvalidConfig("max_retries", max_retries, "at least 0")
        if timeout_s <= 0:
            raise InvalidConfig("timeout_s", timeout_s, "above 0")
        self._endpoint = Endpoint(base_url, api_key, timeout_s=timeout_s, max_reply_bytes=max_reply_bytes)
        self.model, self.base_url = model, self._endpoint.url
        self.max_tokens, self.temperature, self.top_p = max_tokens, temperature, top_p
        self.timeout_s, self.max_retries, self.concurrency = timeout_s, max_retries, concurrency
        self.protocol, self.log_probs, self.max_reply_bytes = protocol, log_probs, max_reply_bytes
        self.extra_body, self.price, self.backoff_s = dict(extra_body or {}), price, backoff_s
        self._rng = rng or Rng.of("openai", "back-off", os.getpid())
        self._dropped: list[str] = []
        self._loop: LoopThread | None = None
        self._slots: asyncio.Semaphore | None = None

    @property
    def dropped_parameters(self) -> tuple[str, ...]:
        """Parameters that the endpoint refused and that are no longer sent, in the order of refusal."""
        return tuple(self._dropped)

    def settings(self) -> dict[str, Any]:
        """JSON-able settings for run.json. What is under "transport" cannot change a reply."""
        names = ("model", "base_url", "max_tokens", "temperature", "top_p", "protocol", "log_probs")
        transport = ("timeout_s", "max_retries", "concurrency", "max_reply_bytes")
        return {
            "agent": "openai",
            **{name: getattr(self, name) for name in names},
            "extra_body": self.extra_body,
            "price": None if self.price is None else list(self.price),
            "transport": {name: getattr(self, name) for name in transport},
        }

    def cost(self, usage: Usage) -> float | None:
        """US dollars of a reply, or None when the price or a token count is not known."""
        if self.price is None or usage.prompt_tokens is None or usage.completion_tokens is None:
            return None
        return (usage.prompt_tokens * self.price[0] + usage.completion_tokens * self.price[1]) / 1e6

    def reply(self, messages: Sequence[Message], *, seed: int) -> Completion:
        """The reply to `messages`. Works inside a running event loop too (which it blocks)."""
        return self._thread().run(self._reply(messages, seed))

    async def areply(self, messages: Sequence[Message], *, seed: int) -> Completion:
        """The reply to `messages`, from any event loop; cancelling it cancels the call."""
        return await self._thread().arun(self._reply(messages, seed))

    def check(self) -> tuple[str, ...]:
        """One quick `GET /models`: the models that the endpoint lists (empty when it lists none).

        Raises:
            TransportError: the endpoint cannot be reached or refuses the key; says what to do.
        """
        return self._thread().run(self._check())

    def close(self) -> None:
        """Close connections and the background thread; a later call opens them again."""
        if self._loop is not None:
            self._loop.run(self._endpoint.close())
            self._loop.close()
        self._loop = self._slots = None

    def __enter__(self) -> OpenAIPolicy:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_loop": None, "_slots": None}

    def _thread(self) -> LoopThread:
        self._endpoint.prepare()
        if self._loop is None:
            self._loop = LoopThread(f"openai {self.model}")
        return self._loop

    async def _reply(self, messages: Sequence[Message], seed: int) -> Completion:
        if self._slots is None:
            self._slots = asyncio.Semaphore(self.concurrency)
        async with self._slots:
            failures = 0
            while True:
                try:
                    return await self._attempt(self._request(messages, seed))
                except _ParameterRefused as refusal:
                    # Calls in flight may learn the same thing at once.
                    if refusal.name not in self._dropped:
                        self._dropped.append(refusal.name)
                except EndpointFailure as failure:
                    failures += 1
                    if not failure.retry or failures > self.max_retries:
                        tries = f" (after {failures} attempts)" if failures > 1 else ""
                        raise TransportError(failure.kind, f"{failure}{tries}") from failure
                    await asyncio.sleep(self._wait_s(failures, failure.wait_s))

    def _wait_s(self, failures: int, asked_s: float | None) -> float:
        if asked_s is not None:
            return asked_s
        longest = min(self.backoff_s * 2.0 ** min(failures - 1, 30), _BACKOFF_CAP_S)
        return longest * (0.5 + 0.5 * self._rng.random())

    def _request(self, messages: Sequence[Message], seed: int) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": m["role"], "content": clean(m["content"])} for m in messages],
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            "top_p": self.top_p,
            # Some endpoints take 32-bit seeds only.
            "seed": seed % 2**31,
        }
        if self.log_probs:
            body["logprobs"] = True
        if self.protocol == "tool":
            body["tools"] = [tool_schema()]
        for name in self._dropped:
            value, instead = body.pop(name), _DROPPABLE[name]
            if instead is not None:
                body[instead] = value
        return {name: value for name, value in (body | self.extra_body).items() if value is not None}

    async def _attempt(self, body: Mapping[str, Any]) -> Completion:
        """One request.

        Raises:
            EndpointFailure: it failed.
            _ParameterRefused: it would do without one parameter.
        """
        try:
            payload = await self._endpoint.post("/chat/completions", body)
            if isinstance(payload, dict) and payload.get("error") and not payload.get("choices"):
                # Some gateways report an error of the model's server with status 200.
                code = payload["error"].get("code") if isinstance(payload["error"], dict) else None
                status = code if isinstance(code, int) and 400 <= code < 600 else 500
                raise StatusError(status, payload["error"])
            return completion_from(payload)
        except StatusError as error:
            if is_context_overflow(error.status, error.body):
                return Completion(text="", finish_reason="context")
            sent = [name for name in _DROPPABLE if name in body and name not in self._dropped]
            refused = refused_parameter(error.status, error.body, sent)
            if refused is not None:
                raise _ParameterRefused(refused) from error
            raise self._failure(error) from error

    async def _check(self) -> tuple[str, ...]:
        try:
            payload = await self._endpoint.get("/models", timeout_s=_CHECK_S)
        except StatusError as error:
            # Reachable, but without such a page.
            if error.status in (404, 405):
                return ()
            raise self._failure(error) from error
        listed = payload.get("data") if isinstance(payload, dict) else None
        if not isinstance(listed, list):
            raise TransportError(
                "malformed",
                f"{self.base_url}/models is no list of models. Is it an OpenAI-compatible endpoint, and does"
                " the base URL end in /v1?",
            )
        return tuple(clean(str(item.get("id"))) for item in listed if isinstance(item, dict))

    def _failure(self, error: StatusError) -> EndpointFailure:
        return failure_from_status(
            error.status,
            error.body,
            model=self.model,
            url=self.base_url,
            wait_s=error.wait_s,
            secret=self._endpoint.secret,
        )


class _ParameterRefused(Exception):
    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)
