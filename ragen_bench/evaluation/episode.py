"""One episode in play: what the model is asked next, and what its reply does."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragen_bench.agents.context import ContextConfig, ContextManager, Turn, estimate_tokens
from ragen_bench.env import TextEnv, make
from ragen_bench.errors import ContextOverflow, TransportError
from ragen_bench.evaluation.overrides import own_overrides
from ragen_bench.evaluation.rows import USAGE_FIELDS, EpisodeKey, EpisodeRow, TurnRecord, add_usage
from ragen_bench.policy import Completion, Message, Request
from ragen_bench.reply import read_reply, system_text_of
from ragen_bench.spec import EnvSpec


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """What is the same for every episode of a run, as far as it decides what a model is asked.

    Args:
        protocol: one of `ragen_bench.reply.PROTOCOLS`.
        think: ask for thinking.
        opened: the model's chat template ends prompts in an opened thinking block.
        context: what the model is shown.
        seed: run seed, part of every sampling seed.
        overrides: fields of environment configs, as given to `make`; "name.field" for one environment.
    """

    protocol: str = "tags"
    think: bool = True
    opened: bool = False
    context: ContextConfig = field(default_factory=ContextConfig)
    seed: int = 0
    overrides: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """One episode to play."""

    spec: EnvSpec
    preset: str
    split: str
    index: int
    repeat: int

    @property
    def key(self) -> EpisodeKey:
        """The key of the row it will give."""
        return EpisodeKey(self.spec.id, self.split, self.index, self.repeat)


class Episode:
    """Plays one job, a reply at a time.

    Args:
        job: what to play.
        settings: the run's.
        count_tokens: for the context's budget; an estimate by default.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        job: Job,
        settings: PlaySettings,
        count_tokens: Callable[[Sequence[Message]], int] = estimate_tokens,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.job, self.settings, self._clock = job, settings, clock
        self._started = clock()
        self.row: EpisodeRow | None = None
        self._records: list[TurnRecord] = []
        self._turns: list[Turn] = []
        self._reward = 0.0
        self._info: dict[str, Any] = {}
        self._flags = (False, False)
        self._observation = ""
        self._family = ""
        self._dead = False
        self._track = job.spec.track
        self.env: TextEnv
        try:
            own = own_overrides(job.spec, settings.overrides)
            self.env = make(job.spec, preset=job.preset, split=job.split, **own)
            options = {"index": job.index, "replica": job.repeat}
            self._observation, self._info = self.env.reset(options=options)
            self._track = self.env.track
            self._family = str(self.env._task.get("family", ""))
            system = system_text_of(self.env, settings.protocol, settings.think)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a plug-in may raise anything; it is an error row, not a crash
            self._fail("environment", error)
            return
        self._context = ContextManager(system, settings.context, settings.protocol, count_tokens)

    @property
    def observation(self) -> str:
        """What the next reply answers, or what the last one led to."""
        return self._observation

    @property
    def records(self) -> list[TurnRecord]:
        """The turns so far."""
        return self._records

    def request(self) -> Request | None:
        """The next call to the model; None when the episode ended because its prompt does not fit."""
        try:
            messages = self._context.messages(self._turns, self._observation)
        except ContextOverflow:
            self.advance(Completion("", finish_reason="context"))
            # The same prompt would overflow at every further turn as well.
            while self.row is None:
                self.advance(Completion("", finish_reason="context"))
            return None
        return Request(messages, self.job.key.seed(self.settings.seed, len(self._records)))

    def advance(self, completion: Completion) -> None:
        """Plays a reply. Afterwards `row` is set if the episode has ended."""
        reply = read_reply(
            completion, self.settings.protocol, self.settings.think, opened=self.settings.opened
        )
        observed = self._observation
        try:
            self._dead = self._dead or bool(self.env.is_dead())
            observation, reward, terminated, truncated, info = self.env.step(reply.answer or "")
            _check_recordable(reward, info)
        except TransportError as error:
            # A server that the environment talks to; its kind says which trouble it was.
            self._fail(error.kind, error)
            return
        except (Exception, SystemExit) as error:  # noqa: BLE001 - see __init__
            self._fail("environment", error)
            return
        self._records.append(
            TurnRecord(
                observation=hashlib.sha256(observed.encode("utf-8", "surrogatepass")).hexdigest(),
                reply=completion.text,
                thinking=completion.thinking,
                answer=reply.answer,
                format_ok=reply.format_ok,
                finish=completion.finish_reason,
                executed=list(info["executed"]),
                valid=bool(info["valid"]),
                reward=float(reward),
                reward_terms={name: float(value) for name, value in info["reward_terms"].items()},
                usage={name: getattr(completion.usage, name) for name in USAGE_FIELDS},
            )
        )
        self._turns.append(Turn(observed, completion.text, reply))
        self._reward += float(reward)
        self._observation, self._info, self._flags = observation, info, (terminated, truncated)
        if terminated or truncated:
            self._end(None, None)

    def fail(self, error: TransportError) -> None:
        """Ends the episode with an error that is not the model's."""
        self._fail(error.kind, error)

    def _fail(self, kind: str, error: BaseException) -> None:
        self._end(kind, f"{type(error).__name__}: {error}"[:500])

    def _end(self, error: str | None, message: str | None) -> None:
        job = self.job
        scored = error is None
        self.row = EpisodeRow(
            environment=job.spec.id,
            preset=job.preset,
            track=self._track,
            split=job.split,
            index=job.index,
            replica=job.repeat,
            repeat=job.repeat,
            family=self._family,
            turns=self._records,
            success=bool(self._info["success"]) if scored else False,
            score=float(self._info["score"]) if scored else 0.0,
            reward=self._reward,
            terminated=self._flags[0] and scored,
            truncated=self._flags[1] and scored,
            dead=self._dead,
            error=error,
            error_message=message,
            usage=add_usage(record["usage"] for record in self._records),
            seconds=self._clock() - self._started,
        )


def _check_recordable(reward: float, info: dict[str, Any]) -> None:
    """Raises ValueError for what would make a row that cannot be read back."""
    score, executed = info["score"], info["executed"]
    if not math.isfinite(reward) or abs(reward) >= 2**53:
        raise ValueError(f"reward {reward!r} must be finite")
    if not 0 <= score <= 1:
        raise ValueError(f"score {score!r} must be in [0, 1]")
    if not all(isinstance(text, str) for text in executed):
        raise ValueError("info['executed'] must hold texts")
