"""What a rollout leaves for training: token ids as they went in and came out, and what each turn paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TurnTokens:
    """One turn, token in, token out: nothing is decoded and encoded again.

    Args:
        prompt: token ids that the model was given, shape (P,).
        reply: token ids that it sampled, shape (R,), an end-of-turn token included.
        log_probs: of the sampled tokens at the sampling temperature, shape (R,), nats.
        reward: what the environment paid.
        format_ok: the reply was well-formed.
        valid: every action in it was valid.
        text: the reply.
    """

    prompt: tuple[int, ...]
    reply: tuple[int, ...]
    log_probs: tuple[float, ...]
    reward: float
    format_ok: bool
    valid: bool
    text: str


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One episode.

    Args:
        environment: id of the environment.
        preset, split, index, replica: which task under which luck.
        group: number of its group in the batch.
        turns: those that the model replied to.
        success, score: of the episode.
        error: kind of error, or None; an episode with one is missing, not failed.
        late_reward: paid after the last reply (the prompt no longer fitted), if any.
        actions: what was executed, by turn, to be replayed under other luck.
    """

    environment: str
    preset: str
    split: str
    index: int
    replica: int
    group: int
    turns: tuple[TurnTokens, ...]
    success: bool
    score: float
    error: str | None = None
    late_reward: float = 0.0
    actions: tuple[str, ...] = ()

    @property
    def reward(self) -> float:
        """The raw return: the environment's terms alone."""
        return sum(turn.reward for turn in self.turns) + self.late_reward


@dataclass(slots=True)
class TokenSequence:
    """Token ids that one forward pass reads: one turn, or several where each prompt extends the last.

    Args:
        trajectory: its number in the batch.
        first_turn: number of its first turn in the trajectory.
        ids: shape (T,).
        mask: 1 where the policy sampled the token, shape (T,).
        log_probs: of sampling, 0 where masked, shape (T,).
        turn_ends: positions of the last token of each turn.
    """

    trajectory: int
    first_turn: int
    ids: list[int] = field(default_factory=list)
    mask: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    turn_ends: list[int] = field(default_factory=list)

    def extend(self, turn: TurnTokens) -> bool:
        """Appends a turn whose prompt begins with all that is here; where it does not: False, no change."""
        known = len(self.ids)
        if self.ids and list(turn.prompt[:known]) != self.ids:
            return False
        new = turn.prompt[known:]
        self.ids += [*new, *turn.reply]
        self.mask += [0] * len(new) + [1] * len(turn.reply)
        self.log_probs += [0.0] * len(new) + list(turn.log_probs)
        self.turn_ends.append(len(self.ids) - 1)
        return True


def sequences_of(number: int, trajectory: Trajectory) -> list[TokenSequence]:
    """A trajectory as few sequences as its token ids allow.

    With a history that is shown as it was written, the prompt of each turn extends the turn before and the
    whole episode is one sequence. A chat template that rewrites earlier turns, thinking that is dropped,
    or a window of turns gives prompts that do not: those turns become sequences of their own, so no token
    is ever scored after others than it was sampled after.
    """
    made: list[TokenSequence] = []
    for position, turn in enumerate(trajectory.turns):
        if not turn.reply:
            continue
        if not made or not made[-1].extend(turn):
            made.append(TokenSequence(number, position))
            made[-1].extend(turn)
    return made


def flatten(trajectories: Sequence[Trajectory]) -> list[TokenSequence]:
    """All sequences of a batch, trajectory by trajectory."""
    return [
        part for number, trajectory in enumerate(trajectories) for part in sequences_of(number, trajectory)
    ]


def describe(trajectories: Sequence[Trajectory]) -> dict[str, Any]:
    """Means over a batch: reward, success, turns, tokens, format and validity; errors are left out."""
    played = [t for t in trajectories if t.error is None]
    turns = [turn for t in played for turn in t.turns]
    if not played or not turns:
        return {"episodes": len(played), "errors": len(trajectories) - len(played)}
    return {
        "episodes": len(played),
        "errors": len(trajectories) - len(played),
        "reward": sum(t.reward for t in played) / len(played),
        "success": sum(t.success for t in played) / len(played),
        "score": sum(t.score for t in played) / len(played),
        "turns": len(turns) / len(played),
        "format": sum(turn.format_ok for turn in turns) / len(turns),
        "valid": sum(turn.valid for turn in turns) / len(turns),
        "reply_tokens": sum(len(turn.reply) for turn in turns) / len(turns),
        "prompt_tokens": sum(len(turn.prompt) for turn in turns) / len(turns),
        "sampled_entropy": -sum(sum(turn.log_probs) for turn in turns)
        / max(1, sum(len(turn.log_probs) for turn in turns)),
    }
