from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import ragen_bench
from ragen_bench.agents.cheap import NoisyOracle, Oracle, cheap_policies
from ragen_bench.env import make
from ragen_bench.errors import InvalidConfig, UnknownName
from ragen_bench.evaluation import baselines
from ragen_bench.evaluation.baselines import (
    FLOOR_LIMIT,
    NOISE,
    NOISE_SHARE,
    measure,
    read_baselines,
    refresh_baselines,
    staleness,
    wanted_episodes,
    write_baselines,
)
from ragen_bench.evaluation.engines import engine_of
from ragen_bench.evaluation.episode import Job, PlaySettings
from ragen_bench.evaluation.rollout import rollout
from ragen_bench.lock import fingerprint
from ragen_bench.registry import get_preset
from ragen_bench.spec import EnvSpec, Preset
from tests.evaluation.conftest import Plugin

BUILT_IN = ragen_bench.list_environments()
RUNGS = [
    pytest.param(spec, preset, id=f"{spec.id}-{preset.name}") for spec in BUILT_IN for preset in spec.presets
]
RANKED = [rung for rung in RUNGS if rung.values[1].ranked]  # type: ignore[union-attr]


# ------------------------------------------------------------------ what is committed for each environment


@pytest.mark.parametrize("spec", BUILT_IN, ids=lambda spec: spec.id)
def test_medium_and_hard_are_ranked(spec: EnvSpec) -> None:
    assert {preset.name for preset in spec.presets if preset.ranked} == {"medium", "hard"}


@pytest.mark.parametrize(("spec", "preset"), RUNGS)
def test_baselines_were_measured_on_the_present_behaviour(spec: EnvSpec, preset: Preset) -> None:
    reason = staleness(spec, preset)
    assert reason is None, f"{reason}; run: ragen-bench baselines {spec.id} --write"
    baseline = read_baselines(spec.id)[preset.name]
    assert baseline.fingerprint == fingerprint(spec, preset.name)


@pytest.mark.parametrize(("spec", "preset"), RUNGS)
def test_every_ranked_floor_rests_on_a_thousand_episodes_of_every_cheap_policy(
    spec: EnvSpec, preset: Preset
) -> None:
    baseline = read_baselines(spec.id)[preset.name]
    assert {"random", "empty", "constant", "echo", "spray", "first"} < set(baseline.policies)
    assert set(baseline.policies) == {"oracle", *cheap_policies(spec)}
    for policy in baseline.policies.values():
        assert policy.score.n == policy.success.n >= wanted_episodes(preset)
    for noise, policy in baseline.noisy_oracle:
        assert policy.score.n >= wanted_episodes(preset) // (NOISE_SHARE if noise else 1)
    assert tuple(noise for noise, _ in baseline.noisy_oracle) == NOISE


@pytest.mark.parametrize(("spec", "preset"), RANKED)
def test_no_cheap_policy_succeeds_on_more_than_a_twentieth_of_a_ranked_preset(
    spec: EnvSpec, preset: Preset
) -> None:
    baseline = read_baselines(spec.id)[preset.name]
    too_good = {p.policy: p.success.mean for p in baseline.cheap if p.success.mean > FLOOR_LIMIT}
    assert not too_good


@pytest.mark.parametrize(("spec", "preset"), RUNGS)
def test_no_cheap_policy_beats_the_oracle_which_is_perfect_without_luck(
    spec: EnvSpec, preset: Preset
) -> None:
    baseline = read_baselines(spec.id)[preset.name]
    assert baseline.oracle.score.mean >= baseline.floor.score.mean
    assert all(baseline.floor.score.mean >= policy.score.mean for policy in baseline.cheap)
    if not spec.stochastic:
        assert baseline.oracle.score.mean == 1.0
        assert baseline.oracle.success.mean == 1.0


@pytest.mark.parametrize(("spec", "preset"), RANKED)
def test_a_ranked_preset_leaves_room_between_floor_and_oracle(spec: EnvSpec, preset: Preset) -> None:
    baseline = read_baselines(spec.id)[preset.name]
    # WebShop's formula pays for what matches in a wrong product, so its floor in score is high.
    assert baseline.oracle.score.mean - baseline.floor.score.mean >= 0.25


@pytest.mark.parametrize(("spec", "preset"), RUNGS)
def test_noise_costs_the_oracle(spec: EnvSpec, preset: Preset) -> None:
    curve = read_baselines(spec.id)[preset.name].noisy_oracle
    assert curve[0][1].score == read_baselines(spec.id)[preset.name].oracle.score
    assert curve[-1][1].score.mean < curve[0][1].score.mean


# ----------------------------------------------------------------------------------------- how it is measured


def test_every_policy_scores_what_reasoning_says(sums: Plugin) -> None:
    spec = sums.specs[0]
    seen: list[str] = []
    entry = measure(spec, get_preset(spec, "medium"), 50, tick=seen.append)
    scores = {name: policy["score"]["mean"] for name, policy in entry["policies"].items()}
    assert scores["oracle"] == scores["reference_adder"] == 1.0
    assert scores["empty"] == scores["echo"] == 0.0
    assert entry["policies"]["empty"]["reward"] == -0.2  # two invalid turns
    assert entry["policies"]["constant"]["reward"] == pytest.approx(scores["constant"])
    assert len(seen) == len(entry["policies"]) + len(NOISE) - 1
    assert set(entry["noisy_oracle"]) == {f"{noise:g}" for noise in NOISE}


@pytest.mark.parametrize("policy", ["random", "spray", "first_number", "oracle"])
def test_the_measurement_plays_as_the_harness_does(sums: Plugin, policy: str) -> None:
    spec = sums.specs[0]
    player: Any = Oracle() if policy == "oracle" else cheap_policies(spec)[policy]
    jobs = [Job(spec, "medium", "test", index, 0) for index in range(30)]
    rows = list(rollout(jobs, engine_of(player), PlaySettings(protocol="raw", think=False)))
    result = measure(spec, get_preset(spec, "medium"), 30)["policies"][policy]
    assert result["score"]["mean"] == pytest.approx(sum(row["score"] for row in rows) / 30, abs=1e-6)
    assert result["success"]["mean"] == pytest.approx(sum(row["success"] for row in rows) / 30, abs=1e-6)
    assert result["reward"] == pytest.approx(sum(row["reward"] for row in rows) / 30, abs=1e-6)


def test_replicas_go_on_where_a_split_is_small(sums: Plugin) -> None:
    spec = sums.specs[0]
    entry = measure(spec, get_preset(spec, "easy"), 8)
    assert entry["policies"]["oracle"]["score"]["n"] == 8
    assert entry["policies"]["oracle"]["score"]["clusters"] <= 3


def test_two_processes_measure_what_one_does(sums: Plugin) -> None:
    spec = sums.specs[0]
    preset = get_preset(spec, "easy")
    assert measure(spec, preset, 12, workers=2) == measure(spec, preset, 12)


def test_a_failure_names_policy_task_and_preset(sums: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = sums.specs[0]

    def broken(self: Any, env: Any) -> str:
        raise ZeroDivisionError("no")

    monkeypatch.setattr("ragen_bench.agents.cheap.Spray.act", broken)
    with pytest.raises(ZeroDivisionError) as caught:
        measure(spec, get_preset(spec, "medium"), 3)
    assert "spray at task 0 of test, replica 0, toy/Sums-v2 [medium]" in caught.value.__notes__[0]


def test_no_episodes_are_refused(sums: Plugin) -> None:
    with pytest.raises(InvalidConfig, match="episodes must be at least 1"):
        measure(sums.specs[0], get_preset(sums.specs[0], "medium"), 0)


def test_a_fully_noisy_oracle_is_the_random_policy_in_distribution(sums: Plugin) -> None:
    env = make(sums.specs[0])
    noisy = [_first(env, NoisyOracle(1.0), index) for index in range(60)]
    right = [_first(env, Oracle(), index) for index in range(60)]
    assert sum(a == b for a, b in zip(noisy, right, strict=True)) <= 3
    assert [_first(env, NoisyOracle(0.0), index) for index in range(60)] == right


def _first(env: Any, policy: Any, index: int) -> str:
    env.reset(seed=index)
    return str(policy.act(env))


# ------------------------------------------------------------------------------------------ what is kept


def test_what_is_present_is_not_measured_again(sums: Plugin) -> None:
    spec = sums.specs[0]
    assert refresh_baselines(spec, episodes=5) == ["easy", "medium"]
    assert refresh_baselines(spec, episodes=5) == []
    assert refresh_baselines(spec, ["medium"], episodes=5, force=True) == ["medium"]
    assert refresh_baselines(spec, episodes=6) == ["easy", "medium"]


def test_work_broken_off_goes_on_where_it_stopped(sums: Plugin) -> None:
    spec = sums.specs[0]

    def stop(line: str) -> None:
        if line.startswith("medium"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        refresh_baselines(spec, episodes=5, tick=stop)
    assert set(read_baselines(spec.id)) == {"easy"}
    assert refresh_baselines(spec, episodes=5) == ["medium"]


def test_a_moved_fingerprint_or_another_policy_makes_baselines_stale(
    sums: Plugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = sums.specs[0]
    preset = get_preset(spec, "easy")
    assert staleness(spec, preset) == "they were never measured"
    refresh_baselines(spec, episodes=5)
    assert staleness(spec, preset, 5) is None
    assert "5 episodes per policy" in str(staleness(spec, preset))
    with_another = replace(
        spec, heuristics={**spec.heuristics, "more": "tests.evaluation.toy_sums:SayTheFirst"}
    )
    assert "other policies" in str(staleness(with_another, preset, 5))
    monkeypatch.setattr(baselines, "fingerprint", lambda spec, preset: "moved")
    assert "not the present one" in str(staleness(spec, preset, 5))


def test_other_versions_stay_and_presets_that_are_gone_do_not(sums: Plugin) -> None:
    new, old = sums.specs
    refresh_baselines(old, episodes=3)
    refresh_baselines(new, episodes=3)
    path = sums.folder / "baselines.json"
    whole = json.loads(path.read_text(encoding="utf-8"))
    assert list(whole[new.id]) == ["easy", "medium"]
    whole[new.id]["gone"] = whole[new.id]["easy"]
    path.write_text(json.dumps(whole), encoding="utf-8")
    write_baselines(new, {"easy": whole[new.id]["medium"]})
    after = json.loads(path.read_text(encoding="utf-8"))
    assert after[old.id] == whole[old.id]
    assert list(after[new.id]) == ["easy", "medium"]
    assert after[new.id]["easy"] == whole[new.id]["medium"]


def test_references_are_no_floor_and_ties_go_to_the_first_name(sums: Plugin) -> None:
    spec = sums.specs[0]
    refresh_baselines(spec, ["easy"], episodes=3)
    entry = baselines.read_entries(spec.id)["easy"]
    for name, policy in entry["policies"].items():
        policy["score"]["mean"] = {"spray": 0.5, "echo": 0.5, "reference_adder": 0.9}.get(name, 0.1)
    write_baselines(spec, {"easy": entry})
    assert read_baselines(spec.id)["easy"].floor.policy == "echo"


def test_an_unknown_preset_is_an_error_with_a_near_match(sums: Plugin) -> None:
    with pytest.raises(UnknownName, match="did you mean 'medium'"):
        refresh_baselines(sums.specs[0], ["mediun"])
