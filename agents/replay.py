"""Plays the replies of an earlier run again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragen_bench.errors import TransportError
from ragen_bench.policy import Completion, Message

#: The error kind of a request that no reply was recorded for.
UNRECORDED = "unrecorded"


class ReplayPolicy:
    """Answers each request with the reply that was recorded for it.

    The sampling seed names a turn: it depends on the run's seed, the task, the repeat and the turn, and
    on nothing else, so it finds the reply whatever order the episodes are played in.

    Args:
        completions: sampling seed -> the recorded reply.
        name: what the run is called.
        protocol: the reply protocol the replies were written in.
        opened: the prompts ended in an opened thinking block.
    """

    def __init__(
        self,
        completions: Mapping[int, Completion],
        name: str = "replay",
        protocol: str = "tags",
        opened: bool = False,
    ) -> None:
        self.name, self.protocol, self.opened = name, protocol, opened
        self._completions = completions

    def reply(self, messages: Sequence[Message], *, seed: int) -> Completion:
        """The recorded reply.

        Raises:
            TransportError: there is none; the episode becomes an error, not a failure of the model.
        """
        try:
            return self._completions[seed]
        except KeyError:
            raise TransportError(
                UNRECORDED,
                "no reply was recorded for this turn; replay with the seed and settings of the run",
            ) from None

    def count_tokens(self, messages: Sequence[Message]) -> int:
        """0: what fitted into the context then is recorded, and is not judged again."""
        return 0

    def settings(self) -> dict[str, str]:
        """For run.json."""
        return {"kind": "replay"}
