"""The rollout loop: jobs in, finished episodes out, as soon as each is finished."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from ragen_bench.agents.context import estimate_tokens
from ragen_bench.errors import TransportError
from ragen_bench.evaluation.engines import Engine
from ragen_bench.evaluation.episode import Episode, Job, PlaySettings
from ragen_bench.evaluation.rows import EpisodeRow
from ragen_bench.policy import Message, Request


def rollout(
    jobs: Iterable[Job],
    engine: Engine,
    settings: PlaySettings,
    count_tokens: Callable[[Sequence[Message]], int] = estimate_tokens,
) -> Iterator[EpisodeRow]:
    """Plays every job and yields its row when it ends, in the order in which they end.

    An episode under way is continued before a new one is begun, so that at most as many episodes
    are open as the engine has places.
    """
    pending = iter(jobs)
    waiting: deque[Episode] = deque()
    finished: deque[EpisodeRow] = deque()

    def feed(room: int) -> list[tuple[Episode, Request]]:
        pairs: list[tuple[Episode, Request]] = []
        while len(pairs) < room:
            if waiting:
                episode = waiting.popleft()
            elif (job := next(pending, None)) is not None:
                episode = Episode(job, settings, count_tokens)
            else:
                break
            request = episode.request() if episode.row is None else None
            if request is not None:
                pairs.append((episode, request))
            if episode.row is not None:
                finished.append(episode.row)
        return pairs

    for episode, outcome in engine(feed):
        if isinstance(outcome, TransportError):
            episode.fail(outcome)
        else:
            episode.advance(outcome)
        if episode.row is None:
            waiting.append(episode)
        else:
            finished.append(episode.row)
        while finished:
            yield finished.popleft()
    while finished:
        yield finished.popleft()
