"""Resets and steps of every environment, vectors, and the harness around a policy that costs nothing."""

from __future__ import annotations

from collections.abc import Iterator

import ragen_bench
from benchmarks.timing import Figure, median_seconds, seconds
from ragen_bench.agents.cheap import Random
from ragen_bench.env import TextEnv, make
from ragen_bench.evaluation.engines import engine_of
from ragen_bench.evaluation.episode import Job, PlaySettings
from ragen_bench.evaluation.rollout import rollout
from ragen_bench.registry import load
from ragen_bench.spec import EnvSpec, Preset
from ragen_bench.splits import TaskStream, split_of

#: Environments side by side in a vector.
WIDTH = 16


def environments(repeats: int, resets: int) -> Iterator[Figure]:
    """Every built-in environment on its ladder's presets."""
    for spec in ragen_bench.list_environments():
        for preset in spec.presets:
            label = f"{spec.name} {preset.name}"
            yield from _resets(label, spec, preset, repeats, resets)
            yield _steps(label, spec, preset, repeats, resets)
        yield _vector(spec, repeats, resets)
        yield from _harness(spec, repeats, resets)


def _resets(label: str, spec: EnvSpec, preset: Preset, repeats: int, resets: int) -> Iterator[Figure]:
    env = make(spec, preset=preset.name)

    def fresh(run: int) -> None:
        for seed in range(run * resets, (run + 1) * resets):
            env.reset(seed=seed)

    fresh(repeats)  # imports and tables that the first reset fills
    yield Figure(f"{label}: reset, train", resets / median_seconds(fresh, repeats), "/s", "fresh seeds")

    size = split_of(spec, preset, "test").size or resets
    count = min(resets, size)

    def first_pass(_: int) -> None:
        # A stream of its own, because those of environments are shared and cached.
        stream = TaskStream(spec.name, spec.generator, load(spec.tasks), preset.config, "test", size)
        for index in range(count):
            stream.task(index)

    drawn = median_seconds(first_pass, min(repeats, 3))
    held_out = make(spec, preset=preset.name, split="test")

    def cached(_: int) -> None:
        for seed in range(count):
            held_out.reset(seed=seed)

    cached(0)
    again = median_seconds(cached, repeats)
    yield Figure(
        f"{label}: reset, test, first",
        count / (drawn + again),
        "/s",
        "drawing is paid once a process",
    )
    yield Figure(f"{label}: reset, test, cached", count / again, "/s")


def _steps(label: str, spec: EnvSpec, preset: Preset, repeats: int, resets: int) -> Figure:
    """Steps alone: whole random episodes less their resets, with actions chosen beforehand."""
    env = make(spec, preset=preset.name, split="test")
    size = split_of(spec, preset, "test").size or resets
    plays = [(seed, _actions(env, seed)) for seed in range(min(size, max(16, resets // 4)))]
    turns = sum(len(actions) for _, actions in plays)
    rounds = max(1, 4 * resets // turns)

    def only_reset(_: int) -> None:
        for _ in range(rounds):
            for seed, _actions_of in plays:
                env.reset(seed=seed)

    def whole(_: int) -> None:
        for _ in range(rounds):
            for seed, actions in plays:
                env.reset(seed=seed)
                for action in actions:
                    env.step(action)

    both = [seconds(lambda: whole(0)) - seconds(lambda: only_reset(0)) for _ in range(max(repeats, 5))]
    spent = sorted(both)[len(both) // 2]
    return Figure(
        f"{label}: step", rounds * turns / max(spent, 1e-9), "/s", f"{turns / len(plays):.0f} per episode"
    )


def _actions(env: TextEnv, seed: int) -> list[str]:
    policy = Random()
    env.reset(seed=seed)
    actions = []
    while not env.over:
        actions.append(policy.act(env))
        env.step(actions[-1])
    return actions


def _vector(spec: EnvSpec, repeats: int, resets: int) -> Figure:
    vector = ragen_bench.make_vec(spec.id, WIDTH, split="test")
    probe = make(spec, split="test")
    probe.reset(seed=0)
    action = [probe.legal_actions()[0] if probe.legal_actions() else spec.example] * WIDTH  # type: ignore[index]
    vector.reset(seed=list(range(WIDTH)))
    rounds = max(8, resets // WIDTH)

    def play(_: int) -> None:
        for _ in range(rounds):
            vector.step(action)

    play(0)
    rate = rounds * WIDTH / median_seconds(play, repeats)
    vector.close()
    return Figure(f"{spec.name} medium: vector of {WIDTH}", rate, "/s", "env-steps, with automatic resets")


def _harness(spec: EnvSpec, repeats: int, resets: int) -> Iterator[Figure]:
    size = split_of(spec, _medium(spec), "test").size or resets
    jobs = [Job(spec, "medium", "test", index % size, 0) for index in range(max(16, resets // 8))]
    answer = f"<think></think><ans>{spec.example}</ans>"
    turns = 0

    def play(_: int) -> None:
        nonlocal turns
        turns = sum(len(row["turns"]) for row in rollout(jobs, engine_of(lambda _: answer), PlaySettings()))

    play(0)
    spent = median_seconds(play, repeats)
    yield Figure(
        f"{spec.name} medium: harness, episodes", len(jobs) / spent, "/s", "a policy that costs nothing"
    )
    per_turn = spent / max(1, turns)
    yield Figure(
        f"{spec.name} medium: harness, per turn",
        1000 * per_turn,
        "ms",
        f"3 % of the wall time of a model that takes {per_turn / 0.03 * 1000:.0f} ms a reply",
    )


def _medium(spec: EnvSpec) -> Preset:
    return next(preset for preset in spec.presets if preset.name == "medium")


def scoring(repeats: int, count: int) -> Iterator[Figure]:
    """Countdown's expressions: right, wrong and unreadable ones."""
    from ragen_bench.environments.countdown import score_expression

    cases: tuple[tuple[str, list[int], int], ...] = (
        ("(3 + 5) * 2 - 4", [3, 5, 2, 4], 12),
        ("3 * 5 - 2 - 4", [3, 5, 2, 4], 12),
        ("25 * 4 / (7 - 2)", [25, 4, 7, 2], 20),
        ("3 + 5 *", [3, 5, 2, 4], 12),
    )
    rounds = max(1, count // len(cases))

    def score(_: int) -> None:
        for _ in range(rounds):
            for text, numbers, target in cases:
                score_expression(text, numbers, target)

    score(0)
    yield Figure(
        "Countdown medium: scoring",
        rounds * len(cases) / median_seconds(score, repeats),
        "/s",
        "parser alone",
    )
