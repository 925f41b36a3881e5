"""Perception apart from planning: asks a model what it sees, on the states an oracle passes through."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ragen_bench.agents.cheap import Oracle, Random
from ragen_bench.agents.resolve import Resolved
from ragen_bench.env import TextEnv, make
from ragen_bench.errors import InvalidConfig, TransportError
from ragen_bench.evaluation.engines import engine_of, is_privileged
from ragen_bench.evaluation.intervals import success_estimate
from ragen_bench.policy import Completion, Message, Request
from ragen_bench.probing import Question, is_right
from ragen_bench.reply import read_reply
from ragen_bench.rng import Rng
from ragen_bench.spec import EnvSpec

#: Called with the questions answered so far and their number in all.
Tick = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what the model saw, and what it said."""

    index: int
    question: Question
    observation: str
    reply: str | None
    answer: str | None
    right: bool
    error: str | None
    tagged: bool = False


@dataclass(slots=True)
class _Call:
    index: int
    question: Question
    observation: str
    request: Request


def probe(
    model: Resolved,
    spec: EnvSpec,
    preset: str = "medium",
    split: str = "validation",
    tasks: int = 32,
    seed: int = 0,
    think: bool = True,
    tick: Tick = lambda done, total: None,
) -> dict[str, Any]:
    """Asks a model about states of an environment.

    Each task is played by the oracle, or by chance, for a random number of turns, so that states of
    every stage are seen; then one question of each kind is asked, each in a conversation of its own.

    Args:
        model: what `ragen_bench.agents.resolve.resolve` returns; not a privileged policy.
        spec, preset, split: whose states.
        tasks: how many, from the first on.
        seed: of the questions and the sampling.
        think: invite thinking before the answer (protocol "tags").
        tick: progress.

    Returns:
        JSON-able: "kinds" {kind: {"asked", "errors", "unanswered", "right", "interval", "chance"}} and
        "questions".

    Raises:
        InvalidConfig: the environment has no questions, or the policy does not read text.
    """
    if is_privileged(model.policy):
        raise InvalidConfig(
            "model", model.name, "a model that reads text; the state would be no secret to this one"
        )
    calls = list(_calls(model, spec, preset, split, tasks, seed, think))
    if not calls:
        raise InvalidConfig("env", spec.id, "an environment with probe questions (TextEnv.questions)")
    asked = []
    for done, entry in enumerate(_ask(model, calls), start=1):
        asked.append(entry)
        tick(done, len(calls))
    asked.sort(key=lambda entry: (entry.index, entry.question.kind))
    by_kind: dict[str, list[Asked]] = defaultdict(list)
    for entry in asked:
        by_kind[entry.question.kind].append(entry)
    return {
        "model": model.name,
        "environment": spec.id,
        "preset": preset,
        "split": split,
        "protocol": model.protocol,
        "think": think,
        "policy": model.settings,
        "kinds": {kind: _summary(entries) for kind, entries in sorted(by_kind.items())},
        "questions": [
            {
                "index": entry.index,
                "kind": entry.question.kind,
                "question": entry.question.text,
                "wanted": entry.question.answer,
                "observation": entry.observation,
                "reply": entry.reply,
                "answer": entry.answer,
                "right": entry.right,
                "error": entry.error,
            }
            for entry in asked
        ],
    }


def _calls(
    model: Resolved, spec: EnvSpec, preset: str, split: str, tasks: int, seed: int, think: bool
) -> Iterator[_Call]:
    env = make(spec, preset=preset, split=split)
    oracle, chance = Oracle(), Random()
    for index in range(tasks):
        rng = Rng.of("probe", spec.id, preset, split, index, seed)
        observation, _ = env.reset(options={"index": index})
        player = oracle if rng.bernoulli(0.5) else chance
        for _ in range(rng.below(max(1, env.max_turns // 2))):
            before = env.get_state()
            observation, *_ = env.step(player.act(env))
            if env.over:
                env.set_state(before)
                break
        # The state alone: feedback on the move before is no part of what is asked about.
        observation = env.observe()
        for question in env.questions(rng):
            messages = question_messages(
                env,
                observation,
                question,
                model.protocol,
                think,
                getattr(model.policy, "system_role", True),
            )
            sampling = Rng.of("probe reply", seed, index, question.kind).word() >> 1
            yield _Call(index, question, observation, Request(messages, sampling))


def question_messages(
    env: TextEnv,
    observation: str,
    question: Question,
    protocol: str = "tags",
    think: bool = True,
    system_role: bool = True,
) -> tuple[Message, ...]:
    """The conversation that asks `question` about the state that `env` shows as `observation`."""
    if protocol == "tags" and think:
        how = "Think inside <think> </think>, then give the answer to the question inside <ans> </ans>."
    else:
        how = "Give the answer to the question inside <ans> </ans>."
    system = (
        f"{env.instruction}\n\nYou are not asked to play now, but one question about the state below. {how}"
    )
    user = f"{observation}\n\nQuestion: {question.text}"
    if system_role:
        return (Message(role="system", content=system), Message(role="user", content=user))
    return (Message(role="user", content=f"{system}\n\n{user}"),)


def _ask(model: Resolved, calls: list[_Call]) -> Iterator[Asked]:
    waiting = iter(calls)

    def feed(room: int) -> list[tuple[Any, Request]]:
        pairs: list[tuple[Any, Request]] = []
        while len(pairs) < room and (call := next(waiting, None)) is not None:
            pairs.append((call, call.request))
        return pairs

    # An engine hands back what it was given beside each request: here a call, in a run an episode.
    engine: Any = engine_of(model.policy)
    for call, outcome in engine(feed):
        if isinstance(outcome, TransportError):
            yield Asked(call.index, call.question, call.observation, None, None, False, outcome.kind)
        else:
            yield _read(call, outcome, model)


def _read(call: _Call, completion: Completion, model: Resolved) -> Asked:
    # Thinking is invited and not demanded, and a bare reply counts as an answer: what is measured here
    # is whether the model sees, not whether it keeps to a format.
    opened = bool(getattr(model.policy, "opened", False))
    answer = read_reply(completion, model.protocol, think=False, opened=opened).answer
    tagged = answer is not None
    if not tagged:
        answer = completion.text.strip() or None
    right = is_right(call.question, answer)
    return Asked(call.index, call.question, call.observation, completion.text, answer, right, None, tagged)


def _summary(entries: list[Asked]) -> dict[str, Any]:
    scored = [entry for entry in entries if entry.error is None]
    estimate = success_estimate(
        [entry.right for entry in scored], [None] * len(scored), [entry.index for entry in scored]
    )
    return {
        "asked": len(entries),
        "errors": len(entries) - len(scored),
        "right": estimate.mean if estimate else None,
        "interval": list(estimate.interval) if estimate and estimate.interval else None,
        "untagged": sum(not entry.tagged for entry in scored),
        "unanswered": sum(entry.answer is None for entry in scored),
        "chance": sum(entry.question.chance for entry in entries) / len(entries),
    }
