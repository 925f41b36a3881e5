"""Groups of episodes for a training step, played by the evaluation's own rollout pool and context manager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ragen_bench.agents.context import ContextConfig
from ragen_bench.env import make
from ragen_bench.errors import InvalidConfig, RagenError, TransportError
from ragen_bench.evaluation.engines import Engine, Feed, Outcome, engine_of
from ragen_bench.evaluation.episode import Episode, Job, PlaySettings
from ragen_bench.evaluation.rollout import rollout
from ragen_bench.evaluation.rows import EpisodeKey, EpisodeRow
from ragen_bench.policy import Completion, Request
from ragen_bench.registry import get_preset, get_spec
from ragen_bench.rng import Rng
from ragen_bench.spec import EnvSpec
from ragen_bench.trainers.config import RolloutConfig, TrainConfig
from ragen_bench.trainers.starpo.trajectories import Trajectory, TurnTokens

#: Tasks of train are drawn from this many indices.
TRAIN_INDICES = 1 << 31


@dataclass(frozen=True, slots=True)
class Source:
    """One environment of a mixture."""

    spec: EnvSpec
    preset: str
    weight: float = 1.0


def read_sources(text: str) -> list[Source]:
    """A mixture as the config writes it: "sokoban:easy*2,frozenlake:easy".

    Raises:
        UnknownName: an environment or preset that does not exist.
        InvalidConfig: a weight that is no positive number; nothing named.
    """
    sources = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, star, weight = part.partition("*")
        name, colon, preset = name.strip().partition(":")
        spec = get_spec(name)
        try:
            share = float(weight) if star else 1.0
        except ValueError:
            share = -1.0
        if not 0 < share < float("inf"):
            raise InvalidConfig("environments", part, "NAME:preset*weight with a weight above 0")
        sources.append(Source(spec, get_preset(spec, preset if colon else "easy").name, share))
    if not sources:
        raise InvalidConfig("environments", text, "at least one environment, such as sokoban:easy")
    return sources


def sources_at(config: TrainConfig, step: int) -> list[Source]:
    """The mixture of a step, by the curriculum."""
    text = config.environments
    for part in filter(None, (piece.strip() for piece in config.curriculum.split(";"))):
        first, colon, mixture = part.partition(":")
        if not colon or not first.strip().isdigit():
            raise InvalidConfig("curriculum", part, '"STEP: environments", several separated by ";"')
        if step >= int(first):
            text = mixture
    return read_sources(text)


def jobs_of_step(config: TrainConfig, step: int, round_: int = 0) -> list[Job]:
    """The episodes of a step: `tasks` tasks, `group` replicas of each.

    A pure function of the config and the step, so that a resumed run plays what it would have played.
    """
    sources = sources_at(config, step)
    rng = Rng.of("training tasks", config.seed, step, round_)
    jobs = []
    for number in range(config.rollout.tasks):
        source = sources[source_of(sources, number, config.rollout.tasks)]
        index = rng.below(TRAIN_INDICES)
        jobs += [
            Job(source.spec, source.preset, config.rollout.split, index, replica)
            for replica in range(config.rollout.group)
        ]
    return jobs


def source_of(sources: Sequence[Source], number: int, tasks: int) -> int:
    """Whose task the `number`-th is: shares are kept exactly, not on average."""
    total = sum(source.weight for source in sources)
    point, passed = (number + 0.5) / tasks * total, 0.0
    for position, source in enumerate(sources):
        passed += source.weight
        if point < passed:
            return position
    return len(sources) - 1


def play_settings(config: RolloutConfig, policy: Any, seed: int) -> PlaySettings:
    """The evaluation's settings for these rollouts: prompts have the same token ids there and here."""
    context = ContextConfig(
        config.context, config.k, config.keep_thinking, system_role=getattr(policy, "system_role", True)
    )
    return PlaySettings(
        protocol=config.protocol,
        think=config.think,
        opened=bool(getattr(policy, "opened", False)),
        context=context,
        seed=seed,
    )


def play(policy: Any, jobs: Sequence[Job], settings: PlaySettings, group: int) -> list[Trajectory]:
    """Plays the jobs; trajectories in their order, `group` to a group.

    Args:
        policy: has `reply_stream` and gives token ids and log-probabilities (`HFPolicy`, `VLLMPolicy`).
        jobs: whole groups after one another.
        settings: see `play_settings`.
        group: plays in each.

    Raises:
        RagenError: the policy gives no token ids, so there is nothing to train on.
    """
    seen: dict[Any, list[tuple[tuple[int, ...], Completion]]] = {}
    engine = _recording(engine_of(policy), policy, seen)
    # Jobs of one step may repeat a task; the position tells them apart.
    rows: dict[Any, EpisodeRow] = {}
    numbered = {job.key: number for number, job in enumerate(jobs)}
    if len(numbered) < len(jobs):
        raise InvalidConfig("tasks", len(jobs), "distinct tasks in one step; the split is too small")
    for row in rollout(jobs, engine, settings, policy.count_tokens):
        rows[numbered[EpisodeKey.of(row)]] = row
    return [
        _trajectory(job, rows[number], seen.get(job.key, []), number // group)
        for number, job in enumerate(jobs)
    ]


def _recording(
    engine: Engine, policy: Any, seen: dict[Any, list[tuple[tuple[int, ...], Completion]]]
) -> Engine:
    """The engine, with every prompt's and reply's token ids kept by episode."""

    def run(feed: Feed) -> Iterator[tuple[Episode, Outcome]]:
        asked: dict[Any, Request] = {}

        def feeding(room: int) -> Sequence[tuple[Episode, Request]]:
            pairs = list(feed(room))
            asked.update((episode.job.key, request) for episode, request in pairs)
            return pairs

        for episode, outcome in engine(feeding):
            request = asked.pop(episode.job.key)
            if not isinstance(outcome, TransportError):
                prompt = tuple(policy.chat.tokens(request.messages))
                seen.setdefault(episode.job.key, []).append((prompt, outcome))
            yield episode, outcome

    return run


def _trajectory(
    job: Job, row: EpisodeRow, seen: list[tuple[tuple[int, ...], Completion]], group: int
) -> Trajectory:
    turns = []
    for (prompt, completion), record in zip(seen, row["turns"], strict=False):
        if completion.finish_reason == "context":
            break
        if completion.token_ids is None or completion.log_probs is None:
            raise RagenError(
                "the policy gives no token ids and log-probabilities, so it cannot be trained on. "
                "Use a transformers or vLLM model"
            )
        turns.append(
            TurnTokens(
                prompt,
                completion.token_ids,
                completion.log_probs,
                record["reward"],
                record["format_ok"],
                record["valid"],
                completion.text,
            )
        )
    return Trajectory(
        environment=row["environment"],
        preset=job.preset,
        split=job.split,
        index=job.index,
        replica=job.repeat,
        group=group,
        turns=tuple(turns),
        success=row["success"],
        score=row["score"],
        error=row["error"],
        late_reward=sum(record["reward"] for record in row["turns"][len(turns) :]),
        actions=tuple(record["answer"] or "" for record in row["turns"]),
    )


def replay(trajectory: Trajectory, replicas: Sequence[int]) -> list[float]:
    """Raw returns of a trajectory's recorded actions under other luck; shape (len(replicas),).

    Actions after the end of an episode are dropped; where they run out first, the episode stops there.
    """
    env = make(get_spec(trajectory.environment), preset=trajectory.preset, split=trajectory.split)
    returns = []
    for replica in replicas:
        env.reset(options={"index": trajectory.index, "replica": replica})
        total = 0.0
        for action in trajectory.actions:
            _, reward, terminated, truncated, _ = env.step(action)
            total += reward
            if terminated or truncated:
                break
        returns.append(total)
    return returns
