"""Engines: how replies are got from a policy, without lock-step.

An engine pulls episodes that wait for a reply from `feed` and yields each one when its reply is in,
so that a finished episode's place is filled at once and no episode waits for another.
"""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from ragen_bench.errors import InvalidConfig, TransportError
from ragen_bench.evaluation.episode import Episode
from ragen_bench.policy import Completion, PrivilegedPolicy, Request

#: Gives at most `room` episodes that wait for a reply; none when there is nothing to ask now.
Feed = Callable[[int], Sequence[tuple[Episode, Request]]]
Outcome = Completion | TransportError
Engine = Callable[[Feed], Iterator[tuple[Episode, Outcome]]]


def is_privileged(policy: Any) -> bool:
    """True for a policy that looks into the environment (it has `act`)."""
    return isinstance(policy, PrivilegedPolicy)


def engine_of(policy: Any) -> Engine:
    """The engine that suits what `policy` offers, the most concurrent first.

    Raises:
        InvalidConfig: it is none of the things a policy can be.
    """
    if hasattr(policy, "reply_stream"):
        return _stream_engine(policy)
    if hasattr(policy, "areply"):
        return _async_engine(policy)
    if hasattr(policy, "reply_many"):
        return _batch_engine(policy)
    if is_privileged(policy):
        return _one_by_one(lambda episode, _: Completion(policy.act(episode.env)))
    if hasattr(policy, "reply"):
        return _one_by_one(lambda _, request: policy.reply(request.messages, seed=request.seed))
    if callable(policy):
        return _one_by_one(lambda _, request: Completion(_call(policy, request)))
    raise InvalidConfig(
        "policy", policy, "a callable str -> str, or an object with reply(messages, *, seed) or act(env)"
    )


def _call(policy: Callable[[str], str], request: Request) -> str:
    """A plain callable sees the whole conversation as one text."""
    text = policy("\n\n".join(message["content"] for message in request.messages))
    if not isinstance(text, str):
        raise InvalidConfig("policy's reply", text, "a str")
    return text


def _one_by_one(ask: Callable[[Episode, Request], Completion]) -> Engine:
    def run(feed: Feed) -> Iterator[tuple[Episode, Outcome]]:
        while pairs := feed(1):
            for episode, request in pairs:
                try:
                    outcome: Outcome = ask(episode, request)
                except TransportError as error:
                    outcome = error
                yield episode, outcome

    return run


def _batch_engine(policy: Any) -> Engine:
    size = int(getattr(policy, "batch_size", 8))

    def run(feed: Feed) -> Iterator[tuple[Episode, Outcome]]:
        while pairs := feed(size):
            try:
                outcomes: Sequence[Outcome] = policy.reply_many([request for _, request in pairs])
            except TransportError as error:
                outcomes = [error] * len(pairs)
            yield from zip((episode for episode, _ in pairs), outcomes, strict=True)

    return run


def _stream_engine(policy: Any) -> Engine:
    def run(feed: Feed) -> Iterator[tuple[Episode, Outcome]]:
        yield from policy.reply_stream(feed)

    return run


def _async_engine(policy: Any) -> Engine:
    """Keeps `policy.concurrency` calls in flight on an event loop in a thread of its own."""
    from ragen_bench.agents.loop_thread import LoopThread

    width = int(getattr(policy, "concurrency", 8))

    def run(feed: Feed) -> Iterator[tuple[Episode, Outcome]]:
        done: queue.SimpleQueue[tuple[Episode, Outcome | BaseException]] = queue.SimpleQueue()

        async def ask(episode: Episode, request: Request) -> None:
            try:
                done.put((episode, await policy.areply(request.messages, seed=request.seed)))
            except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - handed to the caller's thread
                done.put((episode, error))

        in_flight = 0
        with LoopThread("rollout") as loop:
            while True:
                for episode, request in feed(width - in_flight) if in_flight < width else ():
                    loop.submit(ask(episode, request))
                    in_flight += 1
                if not in_flight:
                    return
                episode, outcome = _take(done)
                in_flight -= 1
                if isinstance(outcome, BaseException) and not isinstance(outcome, TransportError):
                    raise outcome
                yield episode, outcome

    return run


def _take(done: queue.SimpleQueue[Any]) -> Any:
    """Waits in slices, because a wait without a time limit cannot be interrupted everywhere."""
    while True:
        with suppress(queue.Empty):
            return done.get(timeout=0.5)
