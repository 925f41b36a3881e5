"""StarPO on a random model: what goes in and comes out, token by token."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import torch

from ragen_bench.errors import InvalidRun, ModelError, RunConflict, StorageError
from ragen_bench.evaluation.episode import Episode
from ragen_bench.trainers import checkpoint
from ragen_bench.trainers.advantages import grpo
from ragen_bench.trainers.parallel import Processes
from ragen_bench.trainers.recording import read_metrics
from ragen_bench.trainers.starpo.credit import Credit, give_credit, keep_groups, mode_rewards
from ragen_bench.trainers.starpo.loop import train
from ragen_bench.trainers.starpo.models import ActorCritic
from ragen_bench.trainers.starpo.rollouts import jobs_of_step, play, play_settings
from ragen_bench.trainers.starpo.trajectories import Trajectory, TurnTokens, flatten, sequences_of
from ragen_bench.trainers.starpo.update import Learnable, Optimisers, TrainingDiverged, learn, score
from tests.trainers.conftest import settings

TIMES = ("seconds", "seconds_rollout", "seconds_update")


def rollout(config, models, step=0):
    policy = models.policy(
        batch_size=8,
        max_new_tokens=config.rollout.max_new_tokens,
        temperature=config.rollout.temperature,
        top_p=1.0,
    )
    jobs = jobs_of_step(config, step)
    return policy, play(policy, jobs, play_settings(config.rollout, policy, 0), config.rollout.group)


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_at_step_0_recomputed_log_probabilities_equal_the_sampled_ones(base, temperature):
    config = settings(base, rollout={"temperature": temperature})
    models = ActorCritic(config, base)
    _, trajectories = rollout(config, models)
    sequences = flatten(trajectories)
    worst = max(
        abs(sampled - again)
        for sequence, row in zip(sequences, score(models, sequences, config, "actor"), strict=True)
        for sampled, again in zip(sequence.log_probs, row, strict=True)
    )
    assert worst < 1e-4
    assert sum(sum(s.mask) for s in sequences) > 50


def test_at_step_0_the_ratio_is_one_and_the_divergence_from_the_reference_zero(base):
    config = settings(base, loss={"kl": 0.1, "entropy": 0.0}, optimiser={"minibatches": 1})
    models = ActorCritic(config, base)
    _, trajectories = rollout(config, models)
    sequences = flatten(trajectories)
    rewards = mode_rewards(trajectories, config.reward, 0, 0)
    credits = give_credit(trajectories, rewards, sequences, config.advantage, config.reward)
    reference = score(models, sequences, config, "reference")
    figures = learn(
        models,
        Optimisers.of(models, config),
        Learnable(sequences, credits, reference),
        config,
        0,
        Processes(),
    )
    assert figures["ratio"] == pytest.approx(1, abs=1e-4)
    assert figures["approx_kl"] == pytest.approx(0, abs=1e-6)
    assert figures["kl"] == pytest.approx(0, abs=1e-6)
    assert figures["clip_share"] == 0


def test_the_masked_tokens_decode_to_the_replies_and_nothing_else(base):
    config = settings(base, environments="sokoban:easy", rollout={"context": "full"})
    models = ActorCritic(config, base)
    policy, trajectories = rollout(config, models)
    for number, trajectory in enumerate(trajectories):
        replies = []
        for sequence in sequences_of(number, trajectory):
            start = 0
            for end in sequence.turn_ends:
                span = range(start, end + 1)
                ids = [sequence.ids[i] for i in span if sequence.mask[i]]
                replies.append(policy.tokenizer.decode(ids).removesuffix(policy.tokenizer.eos_token))
                start = end + 1
        assert replies == [turn.text for turn in trajectory.turns]
        assert len(replies) > 1


def test_training_and_evaluation_prompts_have_the_same_token_ids(base):
    config = settings(base, environments="frozenlake:easy", rollout={"context": "full"})
    models = ActorCritic(config, base)
    policy, trajectories = rollout(config, models)
    job = jobs_of_step(config, 0)[0]
    episode = Episode(job, play_settings(config.rollout, policy, 0), policy.count_tokens)
    for turn in trajectories[0].turns:
        request = episode.request()
        assert tuple(policy.chat.tokens(request.messages)) == turn.prompt
        (completion,) = policy.reply_many([request])
        assert completion.token_ids == turn.reply
        episode.advance(completion)


TURN = TurnTokens((1, 2), (3, 4), (-1.0, -2.0), 0.0, True, True, "")


def trajectory_of(*turns, group=0, **fields):
    return Trajectory("ragen/Bandit-v1", "easy", "train", 0, 0, group, turns, False, 0.0, **fields)


def test_turns_whose_prompts_extend_each_other_are_one_sequence():
    after = TurnTokens((1, 2, 3, 4, 9), (5,), (-3.0,), 1.0, True, True, "")
    (sequence,) = sequences_of(0, trajectory_of(TURN, after))
    assert sequence.ids == [1, 2, 3, 4, 9, 5]
    assert sequence.mask == [0, 0, 1, 1, 0, 1]
    assert sequence.turn_ends == [3, 5]


def test_a_prompt_that_rewrites_an_earlier_turn_starts_a_sequence_of_its_own():
    rewritten = TurnTokens((1, 2, 4, 9), (5,), (-3.0,), 1.0, True, True, "")
    first, second = sequences_of(0, trajectory_of(TURN, rewritten))
    assert (first.ids, second.ids) == ([1, 2, 3, 4], [1, 2, 4, 9, 5])
    assert second.first_turn == 1


def test_credit_crosses_sequences_in_the_order_of_play(base):
    rewritten = TurnTokens((7,), (5,), (-3.0,), 2.0, True, True, "")
    trajectories = [trajectory_of(TURN, rewritten)]
    sequences = flatten(trajectories)
    config = settings(base, advantage={"estimator": "gae", "gamma": 0.5}, reward={"mode": "true"})
    values = [[0.0] * len(s.ids) for s in sequences]
    credits = give_credit(trajectories, [2.0], sequences, config.advantage, config.reward, values)
    assert credits[0].advantages == pytest.approx([0, 0, 0.5, 1.0])
    assert credits[1].advantages == pytest.approx([0, 2.0])
    assert credits[1].returns == pytest.approx([0, 2.0])


def test_a_format_penalty_lowers_the_return_but_is_kept_from_the_filter(base):
    untidy = TurnTokens((1,), (3,), (-1.0,), 0.0, False, True, "")
    trajectories = [trajectory_of(TURN), trajectory_of(untidy)]
    config = settings(base, reward={"mode": "true"}, filter={"strategy": "top_p"})
    rewards = mode_rewards(trajectories, config.reward, 0, 0)
    assert rewards == [0, 0]
    assert keep_groups(trajectories, rewards, config.filter, 0, 0).groups == ()
    credits = give_credit(trajectories, rewards, flatten(trajectories), config.advantage, config.reward)
    assert credits[0].advantages[-1] > 0 > credits[1].advantages[-1]


def test_an_episode_that_ended_in_an_error_teaches_nothing(base):
    trajectories = [trajectory_of(TURN), trajectory_of(TURN, error="timeout")]
    config = settings(base, reward={"mode": "true"})
    assert math.isnan(mode_rewards(trajectories, config.reward, 0, 0)[1])


def test_reward_modes_are_controls_of_the_same_episodes(base):
    paid = TurnTokens((1,), (3,), (-1.0,), 3.0, True, True, "")
    trajectories = [trajectory_of(paid), trajectory_of(TURN)]
    by_mode = {
        mode: mode_rewards(trajectories, settings(base, reward={"mode": mode}).reward, 0, 0)
        for mode in ("true", "inverted", "format_only", "random")
    }
    assert by_mode["true"] == [3.0, 0.0]
    assert by_mode["inverted"] == [-3.0, 0.0]
    assert by_mode["format_only"] == [1.0, 1.0]
    assert set(by_mode["random"]) <= {0.0, 1.0}


def test_the_matched_random_drop_keeps_as_many_groups_as_the_filter(base):
    def group(number, *rewards):
        turns = [TurnTokens((1,), (3,), (-1.0,), r, True, True, "") for r in rewards]
        return [trajectory_of(turn, group=number) for turn in turns]

    trajectories = [t for n in range(6) for t in group(n, 0.0, float(n % 2))]
    config = settings(base, filter={"strategy": "random", "match": "top_p"}, reward={"mode": "true"})
    rewards = mode_rewards(trajectories, config.reward, 0, 0)
    kept = [keep_groups(trajectories, rewards, config.filter, 0, step).groups for step in range(20)]
    assert {len(groups) for groups in kept} == {3}
    assert {n for groups in kept for n in groups} == set(range(6))


def gradients(base, **optimiser):
    config = settings(base, optimiser={"minibatches": 1, **optimiser}, advantage={"estimator": "gae"})
    models = ActorCritic(config, base)
    _, trajectories = rollout(config, models)
    sequences = flatten(trajectories)
    rewards = mode_rewards(trajectories, config.reward, 0, 0)
    values = score(models, sequences, config, "values")
    credits = give_credit(trajectories, rewards, sequences, config.advantage, config.reward, values)
    learn(models, Optimisers.of(models, config), Learnable(sequences, credits, []), config, 0, Processes())
    return models.state()


def test_accumulation_in_small_parts_gives_the_same_weights_as_one_large_part(base):
    whole, parts = gradients(base, micro_tokens=100_000), gradients(base, micro_tokens=1000)
    for name, tensor in whole.items():
        assert torch.allclose(tensor, parts[name], atol=2e-5), name


def test_training_moves_the_adapters_and_leaves_the_base_alone(base, tmp_path):
    config = settings(base, optimiser={"lr": 1e-2})
    models = ActorCritic(config, base)
    before = {n: p.clone() for n, p in models.peft.named_parameters() if "lora_" not in n}
    train(config, tmp_path / "run")
    adapter = tmp_path / "run" / "checkpoints" / "step-000002"
    state = json.loads((adapter / "state.json").read_text())
    assert state["step"] == 2
    trained = ActorCritic(config, base)
    checkpoint.load(adapter, trained, Optimisers.of(trained, config))
    assert any(
        not torch.equal(a, b) for a, b in zip(models.state().values(), trained.state().values(), strict=True)
    )
    after = {n: p for n, p in trained.peft.named_parameters() if "lora_" not in n}
    assert all(torch.equal(before[n], after[n]) for n in before)


def without_times(lines):
    return [{k: v for k, v in line.items() if k not in TIMES} for line in lines]


@pytest.mark.parametrize("estimator", ["grpo", "gae"])
def test_a_resumed_run_takes_the_same_steps_as_one_that_was_never_stopped(base, tmp_path, estimator):
    changes = {"advantage": {"estimator": estimator}, "watch": {"every": 2}, "optimiser": {"lr": 1e-3}}
    whole = settings(base, steps=4, **changes)
    train(whole, tmp_path / "whole")
    train(settings(base, steps=2, **changes), tmp_path / "parts")
    train(whole, tmp_path / "parts", resume=True)
    one, other = read_metrics(tmp_path / "whole"), read_metrics(tmp_path / "parts")
    assert [m["step"] for m in one] == [0, 1, 2, 3, 4]
    for line, again in zip(without_times(one[1:]), without_times(other[1:]), strict=True):
        assert line == again


def test_steps_that_were_recorded_after_the_last_checkpoint_are_taken_again_once(base, tmp_path):
    config = settings(base, steps=3)
    train(config, tmp_path / "run")
    expected = read_metrics(tmp_path / "run")
    folder = tmp_path / "run" / "checkpoints"
    for path in checkpoint.found(folder)[1:]:
        for file in path.iterdir():
            file.unlink()
        path.rmdir()
    with (tmp_path / "run" / "metrics.jsonl").open("a") as stream:
        stream.write('{"step": 4, "rew')
    train(config, tmp_path / "run", resume=True)
    assert without_times(read_metrics(tmp_path / "run")) == without_times(expected)


def test_a_random_reward_filter_that_keeps_nothing_skips_the_update_and_says_so(base, tmp_path):
    # A random model earns the same nothing in every sokoban episode of one turn.
    config = settings(
        base,
        environments="countdown:easy",
        reward={"mode": "true"},
        filter={"strategy": "top_p", "value": 0.9},
        steps=1,
    )
    outcome = train(config, tmp_path / "run")
    assert outcome.metrics["groups_kept"] == 0
    assert outcome.metrics["updates"] == 0
    assert outcome.metrics["groups_zero"] == 2


def test_a_trivial_reward_is_learned(base):
    """The loop points uphill: a reply earns 1 when its first byte is in the lower half of the vocabulary."""
    config = settings(
        base,
        rollout={"tasks": 4, "group": 8, "max_new_tokens": 1},
        optimiser={"lr": 3e-2, "minibatches": 1},
    )
    models = ActorCritic(config, base)
    optimisers = Optimisers.of(models, config)
    shares = []
    for step in range(10):
        _, trajectories = rollout(config, models, step)
        sequences = flatten(trajectories)
        rewards = [float(t.turns[0].reply[0] < 128) for t in trajectories]
        shares.append(sum(rewards) / len(rewards))
        groups = grpo(np.reshape(rewards, (4, 8))).reshape(-1)
        credits = [Credit([float(groups[s.trajectory]) * m for m in s.mask], [], []) for s in sequences]
        learn(models, optimisers, Learnable(sequences, credits, []), config, step, Processes())
    assert sum(shares[-2:]) / 2 > sum(shares[:3]) / 3 + 0.2, shares


def test_gradients_without_a_value_are_skipped_and_then_end_the_run(base):
    config = settings(base, optimiser={"minibatches": 1})
    models = ActorCritic(config, base)
    _, trajectories = rollout(config, models)
    sequences = flatten(trajectories)
    bad = [Credit([float("nan") * m for m in s.mask], [], []) for s in sequences]
    optimisers, before = Optimisers.of(models, config), models.state()
    for _ in range(2):
        figures = learn(models, optimisers, Learnable(sequences, bad, []), config, 0, Processes())
        assert figures["skipped"] == 1
    with pytest.raises(TrainingDiverged, match="--resume"):
        learn(models, optimisers, Learnable(sequences, bad, []), config, 0, Processes())
    assert all(torch.equal(tensor, models.state()[name]) for name, tensor in before.items())


def test_another_runs_folder_is_refused_and_so_are_other_settings(base, tmp_path):
    train(settings(base, steps=1), tmp_path / "run")
    with pytest.raises(RunConflict, match="--resume"):
        train(settings(base, steps=1), tmp_path / "run")
    with pytest.raises(RunConflict, match="seed was 0 and is 5"):
        train(settings(base, steps=1, seed=5), tmp_path / "run", resume=True)


def test_a_damaged_checkpoint_is_told_by_its_path(base, tmp_path):
    config = settings(base, steps=1)
    train(config, tmp_path / "run")
    (path,) = checkpoint.found(tmp_path / "run" / "checkpoints")
    (path / "trained.safetensors").write_bytes(b"no")
    with pytest.raises(InvalidRun, match="step-000001"):
        train(settings(base, steps=2), tmp_path / "run", resume=True)


def test_a_disk_that_refuses_a_checkpoint_leaves_the_earlier_one(base, tmp_path, monkeypatch):
    config = settings(base, steps=1)
    train(config, tmp_path / "run")
    import safetensors.torch

    def refuse(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(safetensors.torch, "save_file", refuse)
    with pytest.raises(StorageError, match="--resume"):
        train(settings(base, steps=2), tmp_path / "run", resume=True)
    folder = tmp_path / "run" / "checkpoints"
    assert [p.name for p in checkpoint.found(folder)] == ["step-000001"]
    assert not list(folder.glob(".step-*"))


def test_a_missing_adapter_and_one_of_another_shape_are_told_what_to_do(base, tmp_path):
    from tests.agents.tiny_llama import write_adapter

    with pytest.raises(ModelError, match="cannot be loaded"):
        ActorCritic(settings(base, adapter=str(tmp_path / "nowhere")), base)
    other = write_adapter(base, tmp_path / "other")
    with pytest.raises(ModelError, match="rank"):
        ActorCritic(settings(base, adapter=str(other)), base)


def test_a_run_that_starts_from_an_adapter_measures_from_it(base, tmp_path):
    first = settings(base, optimiser={"lr": 1e-2})
    train(first, tmp_path / "first")
    adapter = checkpoint.found(tmp_path / "first" / "checkpoints")[-1]
    config = settings(base, adapter=str(adapter), loss={"kl": 0.1}, steps=1, optimiser={"minibatches": 1})
    outcome = train(config, tmp_path / "second")
    assert outcome.metrics["kl"] == pytest.approx(0, abs=1e-6)
    models = ActorCritic(config, base)
    saved = ActorCritic(first, base)
    checkpoint.load(adapter, saved, Optimisers.of(saved, first))
    own, known = models.state(), saved.state()
    assert all(torch.equal(own[name], known[name]) for name in known if ".default." in name)


def test_the_trained_adapter_is_evaluated_like_any_other(base, tmp_path):
    from ragen_bench.agents.hf import HFPolicy
    from tests.agents.tiny_llama import ask

    config = settings(base, optimiser={"lr": 1e-2})
    train(config, tmp_path / "run")
    path = checkpoint.found(tmp_path / "run" / "checkpoints")[-1]
    loaded = HFPolicy(base, path, device="cpu", dtype="f32", max_new_tokens=8, temperature=0)
    models = ActorCritic(config, base)
    checkpoint.load(path, models, Optimisers.of(models, config))
    own = models.policy(max_new_tokens=8, temperature=0)
    assert loaded.reply(ask("hello"), seed=0).token_ids == own.reply(ask("hello"), seed=0).token_ids


def test_supervised_learning_lowers_the_loss_on_the_oracles_replies(base, tmp_path):
    config = settings(
        base,
        method="sft",
        steps=12,
        sft={"episodes": 8},
        optimiser={"lr": 2e-2},
        environments="countdown:easy",
    )
    train(config, tmp_path / "run")
    losses = [line["nll"] for line in read_metrics(tmp_path / "run") if "nll" in line]
    assert losses[-1] < 0.8 * losses[0]


def test_a_report_shows_curves_and_settings_without_any_request(base, tmp_path):
    from ragen_bench.trainers.report import write_report

    train(settings(base, steps=4, watch={"every": 2}), tmp_path / "run")
    page = write_report(tmp_path / "run").read_text(encoding="utf-8")
    assert page.count("<svg") >= 6
    assert "bandit:easy" in page
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page


def test_early_stopping_and_time_limits_end_a_run_with_a_checkpoint(base, tmp_path):
    outcome = train(settings(base, steps=50, max_minutes=1e-6), tmp_path / "run")
    assert outcome.step == 1
    assert "minutes" in (outcome.stopped or "")
    assert [p.name for p in checkpoint.found(tmp_path / "run" / "checkpoints")] == ["step-000001"]
