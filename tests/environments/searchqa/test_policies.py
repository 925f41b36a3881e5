"""The oracle is always right by means an agent has; cheap policies are not."""

from __future__ import annotations

import pytest

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.searchqa import SPECS
from ragen_bench.environments.searchqa.mentions import names_in, numbers_in
from ragen_bench.registry import load
from ragen_bench.rng import Rng
from ragen_bench.spec import REFERENCE_PREFIX

SPEC = SPECS[0]
CHEAP = [name for name in SPEC.heuristics if not name.startswith(REFERENCE_PREFIX)]


def successes(policy, preset: str, split: str, count: int) -> int:
    env = make(SPEC, preset=preset, split=split)
    wins = 0
    for seed in range(count):
        env.reset(seed=seed)
        while not env.over:
            *_, info = env.step(policy.act(env))
        wins += info["success"]
    return wins


class RandomPolicy:
    def act(self, env: TextEnv) -> str:
        return env.sample_action(Rng.of("random", env.task["question"], env.turn))


@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", ["train", "test", "test_ood", "fresh:tests"])
def test_the_oracle_searches_for_what_it_was_shown_and_is_right(preset: str, split: str) -> None:
    env = make(SPEC, preset=preset, split=split)
    oracle = load(SPEC.oracle)
    for seed in range(25):
        shown, _ = env.reset(seed=seed)
        searches = 0
        while not env.over:
            action = oracle.act(env)
            if action.startswith("search["):
                searches += 1
            # A name that it looks up or answers with stands in what it has read.
            assert action.partition("[")[2][:-1] in shown.replace(",", "") or "finish" in action
            observation, *_, info = env.step(action)
            shown += observation
        assert any(answer in shown.replace(",", "") for answer in env.task["answers"])
        assert (info["success"], info["f1"], searches) == (True, 1.0, env.turn - 1)


@pytest.mark.full
@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", ["validation", "test", "test_ood", "fresh:full"])
def test_the_oracle_is_right_on_every_task(preset: str, split: str) -> None:
    size = make(SPEC, preset=preset, split=split).split_size
    assert successes(load(SPEC.oracle), preset, split, size) == size


def test_an_oracle_whose_first_turns_were_wasted_still_answers_in_time() -> None:
    env = make(SPEC, preset="expert", split="test")
    for seed in range(5):
        env.reset(seed=seed)
        for _ in range(env.max_turns - 2):
            env.step("search[nothing]")
        while not env.over:
            *_, info = env.step(load(SPEC.oracle).act(env))
        assert info["success"]


@pytest.mark.parametrize("preset", ["medium", "hard"])
@pytest.mark.parametrize("name", ["random", *CHEAP])
def test_no_cheap_policy_succeeds_on_ranked_presets(preset: str, name: str) -> None:
    policy = RandomPolicy() if name == "random" else load(SPEC.heuristics[name])
    # Eight of 100 is what a policy at the ceiling of 5 % stays under in 9 of 10 samples.
    assert successes(policy, preset, "test", 100) <= 8


@pytest.mark.full
@pytest.mark.parametrize("preset", ["medium", "hard"])
@pytest.mark.parametrize("split", ["test", "test_ood"])
@pytest.mark.parametrize("name", ["random", *CHEAP])
def test_no_cheap_policy_succeeds_on_a_thousand_ranked_tasks(preset: str, split: str, name: str) -> None:
    policy = RandomPolicy() if name == "random" else load(SPEC.heuristics[name])
    assert successes(policy, preset, split, 1_000) <= 50


def test_the_reference_with_gold_passages_is_no_floor_and_short_of_the_oracle() -> None:
    wins = successes(load(SPEC.heuristics["reference_gold_passages"]), "medium", "test", 100)
    assert 50 < wins < 100


def test_names_and_numbers_are_told_from_starts_of_sentences() -> None:
    text = "In 1802 the Olvane froze. Its source is Ervas, 2,314 metres up. Name Maren Tolvick."
    assert names_in(text) == ["Olvane", "Ervas", "Maren Tolvick"]
    assert numbers_in(text) == ["1802", "2314"]
