"""One event loop on a thread of its own, so that async clients work from any calling context."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Runs coroutines on a private event loop.

    A connection pool belongs to the loop it was first used on. Callers come from plain threads, from a
    loop of their own, or from several loops one after another; with one private loop all of them share
    one pool, and the synchronous call works inside a running loop too.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Start `work` and return at once."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for `work` in this thread; an interrupt cancels it."""
        future = self.submit(work)
        try:
            return future.result()
        finally:
            future.cancel()

    async def arun(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for `work` without blocking the caller's loop; cancelling the caller cancels it."""
        return await asyncio.wrap_future(self.submit(work))

    def close(self) -> None:
        """Stop the loop and wait for the thread; what still runs on it is cancelled."""
        if self._loop.is_closed():
            return
        self.run(_cancel_the_others())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> LoopThread:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


async def _cancel_the_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
