"""The oracle buys the right product; cheap policies hardly ever do."""

from __future__ import annotations

import pytest

from ragen_bench.env import TextEnv, make
from ragen_bench.environments.webshop import SPECS
from ragen_bench.registry import load

SPEC = SPECS[0]
SPLITS = ("train", "validation", "test", "test_ood", "fresh:salt")
RANKED = [preset.name for preset in SPEC.presets if preset.ranked]


def played(env: TextEnv, policy: object, seed: int) -> dict:
    env.reset(seed=seed)
    while True:
        _, _, terminated, truncated, info = env.step(policy.act(env))  # type: ignore[attr-defined]
        assert info["valid"]
        if terminated or truncated:
            return info


@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", SPLITS)
def test_the_oracle_is_worth_one_within_the_turns(preset: str, split: str) -> None:
    env, oracle = make(SPEC, preset=preset, split=split), load(SPEC.oracle)
    for seed in range(12):
        info = played(env, oracle, seed)
        assert (info["score"], info["success"]) == (1.0, True)


@pytest.mark.full
@pytest.mark.parametrize("preset", SPEC.preset_names)
@pytest.mark.parametrize("split", ["test", "test_ood"])
def test_the_oracle_is_worth_one_on_whole_splits(preset: str, split: str) -> None:
    env, oracle = make(SPEC, preset=preset, split=split), load(SPEC.oracle)
    assert all(played(env, oracle, seed)["score"] == 1.0 for seed in range(1024))


@pytest.mark.parametrize("preset", RANKED)
def test_no_cheap_policy_succeeds_on_ranked_presets(preset: str) -> None:
    env = make(SPEC, preset=preset, split="test")
    for name, path in SPEC.heuristics.items():
        infos = [played(env, load(path), seed) for seed in range(80)]
        assert sum(info["success"] for info in infos) <= 4, name
        if name == "buy_first":
            assert sum(info["score"] for info in infos) / len(infos) <= 0.4


def test_without_refused_shortcuts_keywords_rarely_succeed_either() -> None:
    env = make(SPEC, preset="medium", split="validation", refuse_shortcuts=False)
    for name in ("affordable", "fitting", "kind_and_options"):
        policy = load(SPEC.heuristics[name])
        assert sum(played(env, policy, seed)["success"] for seed in range(60)) <= 5, name


def test_the_oracle_buys_something_where_no_product_is_right() -> None:
    env, oracle = make(SPEC), load(SPEC.oracle)
    env.reset(seed=0)
    task = env.task
    task["goal"]["attributes"] = ["no such feature"]
    del task["asin"]
    env.reset(options={"task": task})
    while not env.over:
        info = env.step(oracle.act(env))[4]
    assert 0 < info["score"] < 1
