"""Rewards that cannot be farmed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragen_bench.env import TextEnv
from ragen_bench.spec import Preset
from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, pieces, short, snapshot

#: A turn limit that no search reaches.
_ENDLESS = 1_000_000
#: Actions tried in a state.
_WIDTH = 8
#: How often a loop is played before it counts as one that pays for ever.
_ROUNDS = 5

Edge = tuple[int, int, float, str]


@check
def rewards_cannot_be_farmed(subject: Subject) -> Iterator[str]:
    """No cycle of actions has positive return."""
    for preset in subject.presets:
        if preset.limit_ends_task:
            # A fixed number of pulls or tries is the task; repeating a paying one is how it is played.
            continue
        for seed in range(subject.count(2, 20)):
            env = subject.env(preset, max_turns=_ENDLESS)
            env.reset(seed=seed)
            where = f"preset {preset.name}, seed {seed}"
            if not subject.spec.stochastic:
                yield from (f"{where}: {found}" for found in _graph(subject, env))
            yield from (f"{where}: {found}" for found in _loops(subject, preset, seed))


def _actions(subject: Subject, env: TextEnv, name: object) -> list[str]:
    legal = env.legal_actions()
    rng = subject.rng("farm", name)
    if legal:
        return legal if len(legal) <= _WIDTH else rng.sample(legal, _WIDTH)
    return list(dict.fromkeys(pieces(env, env.sample_action(rng))[0] for _ in range(_WIDTH)))


def _graph(subject: Subject, env: TextEnv) -> Iterator[str]:
    """Explores states breadth first; a cycle in what was seen must not pay (Bellman-Ford)."""
    start = env.get_state()
    numbers = {snapshot(env): 0}
    states = [start]
    edges: list[Edge] = []
    at = 0
    while at < len(states) and at < subject.count(60, 500):
        env.set_state(states[at])
        for action in [*_actions(subject, env, at), subject.spec.invalid_example]:
            env.set_state(states[at])
            reward = env.step(action)[1]
            if env.over:
                continue
            key = snapshot(env)
            if key not in numbers:
                numbers[key] = len(states)
                states.append(env.get_state())
            edges.append((at, numbers[key], reward, action))
        at += 1
    cycle = positive_cycle(len(states), edges)
    if cycle is not None:
        total = sum(edge[2] for edge in cycle)
        yield f"{short([edge[3] for edge in cycle])} returns to the same state and pays {total:+.3f}"


def positive_cycle(nodes: int, edges: list[Edge]) -> list[Edge] | None:
    """A cycle whose rewards sum to more than zero, or None."""
    best = [0.0] * nodes
    came: list[Edge | None] = [None] * nodes
    changed = None
    for _ in range(nodes + 1):
        changed = None
        for edge in edges:
            source, target, reward, _action = edge
            if best[source] + reward > best[target] + 1e-9:
                best[target] = best[source] + reward
                came[target] = edge
                changed = target
        if changed is None:
            return None
    node = changed if changed is not None else 0
    for _ in range(nodes):
        back = came[node]
        node = back[0] if back is not None else node
    cycle: list[Edge] = []
    at = node
    while True:
        edge_in = came[at]
        if edge_in is None:
            return None
        cycle.append(edge_in)
        at = edge_in[0]
        if at == node:
            return cycle[::-1]


def _loops(subject: Subject, preset: Preset, seed: int) -> Iterator[str]:
    """Repeats short sequences: one that comes back to what it looked like must not pay every time."""
    env = subject.env(preset, max_turns=_ENDLESS)
    env.reset(seed=seed)
    start = env.get_state()
    for state, sequence in _sequences(subject, env, start):
        env.set_state(state)
        paid = _repeat(env, sequence)
        # The first rounds may still pay for progress, once.
        if paid is not None and all(value > 1e-9 for value in paid[1:]):
            yield f"{short(sequence)} comes back to the same observation and pays {paid[-1]:+.3f} each time"
            return


def _sequences(
    subject: Subject, env: TextEnv, start: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """(state, actions): everything of one and two actions at the start, then longer ones from states near."""
    choices = [*_actions(subject, env, "start"), subject.spec.invalid_example]
    for first in choices:
        yield start, [first]
        for second in choices:
            yield start, [first, second]
    rng = subject.rng("loops", start["task"])
    for attempt in range(subject.count(30, 1000)):
        env.set_state(start)
        for _ in range(rng.below(4)):
            if not env.over:
                env.step(env.sample_action(rng))
        if not env.over:
            choices = [*_actions(subject, env, attempt), subject.spec.invalid_example]
            yield env.get_state(), [rng.choice(choices) for _ in range(1 + rng.below(4))]


def _repeat(env: TextEnv, sequence: list[str]) -> list[float] | None:
    paid: list[float] = []
    for _ in range(_ROUNDS):
        before = env.observe()
        total = 0.0
        for action in sequence:
            total += env.step(action)[1]
            if env.over:
                return None
        if env.observe() != before and paid:
            return None
        paid.append(total)
    return paid
