"""Oracle, cheap policies and what they score."""

from __future__ import annotations

from typing import Any

import pytest

from ragen_bench.env import make
from ragen_bench.environments.bandit import SPECS
from ragen_bench.environments.bandit.heuristics import Clairvoyant, Greedy, Settle, Ucb, WinStay
from ragen_bench.environments.bandit.oracle import Oracle, planner_of
from ragen_bench.registry import load
from ragen_bench.rng import Rng

SPEC = SPECS[0]


class _Position:
    """Always the same place of the list."""

    def __init__(self, place: int) -> None:
        self._place = place

    def act(self, env: Any) -> str:
        return env.legal_actions()[self._place]


class _Threshold:
    """Goes down the list until an arm pays `points`, then stays for the round."""

    def __init__(self, points: int) -> None:
        self._points = points

    def act(self, env: Any) -> str:
        arms = env.legal_actions()
        start = env.turn - env.turn % env.config.pulls
        pulls = [(level, points) for turn, level, points in env.history if turn >= start]
        if pulls and pulls[-1][1] >= self._points:
            return env.names[pulls[-1][0]]
        return arms[len(pulls) % len(arms)]


class _Random:
    def act(self, env: Any) -> str:
        return env.sample_action(Rng.of("random", env.index, env.turn))


class _Constant:
    def act(self, env: Any) -> str:
        return SPEC.example


class _Echo:
    def act(self, env: Any) -> str:
        return env.observe()


def _measure(policy: Any, preset: str, episodes: int, split: str = "test") -> tuple[float, float, float]:
    """Success rate, mean score and mean regret in points."""
    env = make(SPEC, preset=preset, split=split)
    config = env.config
    successes, scores, regret = 0, 0.0, 0
    for seed in range(episodes):
        env.reset(seed=seed)
        best = env.task["best"]
        info: dict[str, Any] = {}
        while not env.over:
            *_, info = env.step(policy.act(env))
        successes += info["success"]
        scores += info["score"]
        pulled = [(level, best[turn // config.pulls]) for turn, level, _ in env.history]
        regret += sum(config.slope * abs(level - right) for level, right in pulled)
    return successes / episodes, scores / episodes, regret / episodes


@pytest.mark.parametrize("preset", ["medium", "hard"])
def test_no_cheap_policy_succeeds_on_ranked_presets(preset: str) -> None:
    config = make(SPEC, preset=preset).config
    policies: list[Any] = [_Random(), _Constant(), _Echo(), Greedy(), Ucb(), WinStay(), Settle()]
    policies += [_Position(place) for place in range(config.arms)]
    policies += [_Threshold(points) for points in range(config.tops[0] - config.noise, config.tops[-1] + 1)]
    for policy in policies:
        success, score, _ = _measure(policy, preset, 200)
        # Settle, the strongest, succeeds in about 1 % of medium tasks; 5 % is the limit.
        assert success <= 0.05, type(policy).__name__
        assert score <= 0.45, type(policy).__name__


@pytest.mark.parametrize(("preset", "least"), [("medium", 0.75), ("hard", 0.9), ("expert", 0.5)])
def test_the_oracle_mostly_succeeds_and_its_regret_is_the_planned_one(preset: str, least: float) -> None:
    # Planning a drift takes longest.
    success, _, regret = _measure(Oracle(), preset, 100 if preset == "expert" else 300)
    assert success >= least
    planner = planner_of(make(SPEC, preset=preset).config)
    planned = planner.value(planner.start, 0)  # type: ignore[arg-type]
    # At least four standard errors. What is planned for expert is a lower bound, and a close one.
    assert abs(regret - planned) < 0.15 * planned


def test_the_oracle_of_one_pull_goes_by_the_words() -> None:
    success, score, _ = _measure(Oracle(), "easy", 1000)
    assert abs(success - 0.9) < 0.04
    assert score == success
    assert _measure(Oracle(), "ragen", 256)[0] == 1.0
    assert abs(_measure(_Random(), "easy", 1000)[0] - 0.5) < 0.07


def test_the_oracle_does_as_well_on_scales_it_was_not_measured_on() -> None:
    assert _measure(Oracle(), "medium", 200, "test_ood")[0] >= 0.75


def test_the_oracle_sees_payouts_and_announcements_only() -> None:
    env = make(SPEC)
    env.reset(seed=0)
    task = env.task
    turned = {**task, "best": [4 - level for level in task["best"]]}
    choices = []
    for played in (task, turned):
        env.reset(options={"task": played})
        choices.append(Oracle().act(env))
        # As if both had paid the same: what it pulls next may depend on nothing else.
        env.step(choices[-1])
        env.history[:] = [(0, env.history[0][1], 7)]
        choices.append(Oracle().act(env))
    assert choices[:2] == choices[2:]


def test_the_oracle_takes_lost_turns_as_lost() -> None:
    env = make(SPEC)
    env.reset(seed=1)
    for turn in range(20):
        action = "nobody" if turn % 5 == 2 else Oracle().act(env)
        assert action == "nobody" or action in env.legal_actions()
        env.step(action)


def test_the_clairvoyant_scores_one_and_is_no_floor() -> None:
    for preset in SPEC.preset_names:
        assert _measure(Clairvoyant(), preset, 30)[1] == 1.0
    references = [name for name in SPEC.heuristics if name.startswith("reference_")]
    assert references == ["reference_clairvoyant"]


def test_every_heuristic_of_the_spec_plays_every_preset() -> None:
    for name, path in SPEC.heuristics.items():
        for preset in SPEC.preset_names:
            env = make(SPEC, preset=preset)
            env.reset(seed=5)
            while not env.over:
                action = load(path).act(env)
                assert action in env.legal_actions(), name
                env.step(action)
