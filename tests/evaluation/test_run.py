from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ragen_bench import evaluate
from ragen_bench.agents.cheap import Random
from ragen_bench.agents.context import ContextConfig
from ragen_bench.errors import InvalidConfig, RunConflict, TransportError, UnknownName
from ragen_bench.evaluation.store import EPISODES, read_rows
from ragen_bench.policy import Completion, Usage

ROOT = Path(__file__).resolve().parents[2]


class Scripted:
    """Answers in tags, and fails as it is told."""

    def __init__(self, answer: str = "1 + 1", fail: Any = lambda call: None) -> None:
        self.answer, self.fail = answer, fail
        self.calls = 0
        self.seeds: list[int] = []

    def reply(self, messages: Any, *, seed: int) -> Completion:
        self.calls += 1
        self.seeds.append(seed)
        error = self.fail(self.calls)
        if error is not None:
            raise error
        return Completion(f"<think>t</think><ans>{self.answer}</ans>", Usage(10, 5))


def without_time(summary: dict[str, Any]) -> dict[str, Any]:
    return json.loads(
        json.dumps(summary), object_hook=lambda o: {k: v for k, v in o.items() if k != "seconds"}
    )


def test_a_run_folder_holds_settings_rows_and_summary(tmp_path):
    run = evaluate("random", suite="bandit,countdown", size="smoke", out=tmp_path / "run")
    assert run.complete
    rows = list(read_rows(run.path))
    assert len(rows) == 32
    assert {row["environment"] for row in rows} == {"ragen/Bandit-v1", "ragen/Countdown-v1"}
    assert all(row["seconds"] >= 0 and row["turns"] for row in rows)
    assert run.header["settings"]["suite"] == "custom@0"
    assert set(run.header["environments"]) == set(run.summary["environments"])
    assert all(len(entry["fingerprint"]) == 64 for entry in run.header["environments"].values())


def test_the_oracle_scores_one_where_nothing_is_left_to_luck(tmp_path):
    run = evaluate("oracle", suite="countdown", size="smoke", out=tmp_path / "run")
    entry = run.summary["environments"]["ragen/Countdown-v1"]
    assert (entry["success"], entry["score"], entry["invalid_rate"]) == (1.0, 1.0, 0.0)


@pytest.mark.parametrize(
    "policy",
    [
        lambda text: "<think>.</think><ans>1</ans>",
        Scripted(),
        type(
            "Batched",
            (),
            {"reply_many": lambda self, requests: [Completion("<ans>1</ans>") for _ in requests]},
        )(),
        type("Privileged", (), {"act": lambda self, env: env.unwrapped.env_spec.example})(),
    ],
    ids=["callable", "reply", "reply_many", "act"],
)
def test_every_kind_of_policy_can_be_evaluated(tmp_path, policy):
    run = evaluate(policy, suite="countdown", episodes=5, out=tmp_path / "run")
    assert run.complete
    assert run.summary["episodes"] == 5


def test_concurrent_replies_fill_every_place_and_no_episode_waits_for_another(tmp_path):
    import asyncio

    class Slow:
        concurrency = 4

        def __init__(self) -> None:
            self.open = self.most = 0

        async def areply(self, messages: Any, *, seed: int) -> Completion:
            self.open += 1
            self.most = max(self.most, self.open)
            await asyncio.sleep(0.005 * (1 + seed % 4))
            self.open -= 1
            return Completion("<think>.</think><ans>x</ans>")

    policy = Slow()
    run = evaluate(policy, suite="bandit", episodes=8, out=tmp_path / "run")
    assert run.complete
    assert policy.most == 4


def test_the_same_seed_is_asked_whatever_the_order_of_episodes(tmp_path):
    first, second = Scripted(), Scripted()
    evaluate(first, suite="countdown", episodes=4, out=tmp_path / "a")
    evaluate(second, suite="countdown", episodes=4, out=tmp_path / "b")
    assert first.seeds == second.seeds
    assert len(set(first.seeds)) == 4
    third = Scripted()
    evaluate(third, suite="countdown", episodes=4, seed=1, out=tmp_path / "c")
    assert not set(third.seeds) & set(first.seeds)


def test_a_failure_of_transport_is_an_error_and_never_a_score(tmp_path):
    policy = Scripted(fail=lambda call: TransportError("timeout", "gone") if call == 2 else None)
    run = evaluate(policy, suite="countdown", episodes=4, out=tmp_path / "run")
    entry = run.summary["environments"]["ragen/Countdown-v1"]
    assert (entry["episodes"], entry["errors"], entry["error_kinds"]) == (4, 1, {"timeout": 1})
    assert entry["success_errors_as_successes"] - entry["success_errors_as_failures"] == pytest.approx(0.25)
    assert not run.complete
    assert "more than 1 % errors" in entry["unranked_because"]


def test_resume_plays_only_what_is_missing_or_ended_in_an_error(tmp_path):
    policy = Scripted(fail=lambda call: TransportError("timeout", "gone") if call in (2, 3) else None)
    evaluate(policy, suite="countdown", episodes=6, out=tmp_path / "run")
    again = Scripted()
    run = evaluate(again, suite="countdown", episodes=6, out=tmp_path / "run", resume=True)
    assert again.calls == 2
    assert run.complete
    whole = evaluate(Scripted(), suite="countdown", episodes=6, out=tmp_path / "whole")
    assert without_time(run.summary) == without_time(whole.summary)


def test_a_run_stops_when_errors_pile_up_and_can_be_resumed(tmp_path):
    down = Scripted(fail=lambda call: TransportError("connection", "refused"))
    run = evaluate(down, suite="countdown", episodes=50, max_errors=3, out=tmp_path / "run")
    assert run.stopped is not None
    assert "connection" in run.stopped
    assert down.calls == 3
    assert evaluate(Scripted(), suite="countdown", episodes=50, out=tmp_path / "run", resume=True).complete


def test_a_policy_that_raises_loses_no_finished_episode(tmp_path):
    policy = Scripted(fail=lambda call: ValueError("a bug") if call == 4 else None)
    with pytest.raises(ValueError, match="a bug"):
        evaluate(policy, suite="countdown", episodes=8, out=tmp_path / "run")
    assert len(list(read_rows(tmp_path / "run"))) == 3
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["complete"] is False


def test_resume_refuses_other_settings(tmp_path):
    evaluate("random", suite="countdown", episodes=2, out=tmp_path / "run")
    with pytest.raises(RunConflict, match="episodes"):
        evaluate("random", suite="countdown", episodes=3, out=tmp_path / "run", resume=True)
    with pytest.raises(RunConflict, match=r"settings\.model"):
        evaluate("empty", suite="countdown", episodes=2, out=tmp_path / "run", resume=True)


def test_a_bad_override_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(UnknownName, match="option of"):
        evaluate("random", suite="countdown", overrides={"no_such": 1}, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_overridden_environments_are_not_ranked(tmp_path):
    run = evaluate("random", suite="bandit", episodes=2, overrides={"max_turns": 3}, out=tmp_path / "run")
    assert "environment options changed" in run.summary["environments"]["ragen/Bandit-v1"]["unranked_because"]


def test_what_is_no_policy_is_refused(tmp_path):
    with pytest.raises(InvalidConfig, match="policy"):
        evaluate(3, suite="countdown", out=tmp_path / "run")


def test_replies_cut_at_the_limit_mark_a_row_as_budget_limited(tmp_path):
    class Rambling:
        def reply(self, messages: Any, *, seed: int) -> Completion:
            return Completion("<think>and then", finish_reason="length")

    run = evaluate(Rambling(), suite="countdown", episodes=4, out=tmp_path / "run")
    entry = run.summary["environments"]["ragen/Countdown-v1"]
    assert entry["truncated_reply_rate"] == 1.0
    assert entry["budget_limited"] is True
    assert entry["success"] == 0.0
    assert entry["success_truncated_missing"] is None


def test_a_prompt_that_does_not_fit_is_the_models_outcome(tmp_path):
    policy = Scripted()
    context = ContextConfig(max_tokens=5)
    run = evaluate(policy, suite="bandit", episodes=2, context=context, out=tmp_path / "run")
    entry = run.summary["environments"]["ragen/Bandit-v1"]
    assert policy.calls == 0
    assert (entry["errors"], entry["context_overflow_rate"]) == (0, 1.0)


def test_repeats_give_pass_at_k(tmp_path):
    run = evaluate("oracle", suite="countdown", episodes=3, repeats=2, out=tmp_path / "run")
    assert run.summary["environments"]["ragen/Countdown-v1"]["pass_at_k"] == {"1": 1.0, "2": 1.0}


@pytest.mark.parametrize("reply", ["", "\x00", "\ud800", "<ans>" * 5000, "أهلا", "<think>" + "a" * 100_000])
def test_hostile_replies_are_outcomes_and_are_kept(tmp_path, reply):
    run = evaluate(lambda text: reply, suite="all", episodes=1, out=tmp_path / "run")
    rows = list(read_rows(run.path))
    assert run.complete
    assert all(row["turns"][0]["reply"] == reply and not row["success"] for row in rows)


def test_killed_and_resumed_a_run_gives_the_summary_of_an_uninterrupted_one(tmp_path):
    # A slow policy in a process of its own is killed again and again at whatever it is doing.
    code = (
        "import sys, time\nfrom ragen_bench import evaluate\nfrom ragen_bench.agents.cheap import Random\n"
        "class Slow(Random):\n"
        "    name = 'slow'\n"
        "    def act(self, env):\n        time.sleep(0.002)\n        return super().act(env)\n"
        "evaluate(Slow(), suite='bandit,countdown', size='smoke', out=sys.argv[1], resume=True)\n"
    )
    out = tmp_path / "run"
    kills = 0
    for attempt in range(60):
        process = subprocess.Popen([sys.executable, "-c", code, str(out)], cwd=ROOT)
        deadline = time.monotonic() + 60
        before = size(out)
        while process.poll() is None and size(out) <= before + 200 * (attempt % 7):
            assert time.monotonic() < deadline
            time.sleep(0.001)
        if process.poll() is None and kills < 6:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        if process.wait() == 0:
            break
    else:
        pytest.fail("never finished")
    assert kills == 6

    class Slow(Random):
        name = "slow"

    whole = evaluate(Slow(), suite="bandit,countdown", size="smoke", out=tmp_path / "whole")
    lines = (out / EPISODES).read_text().splitlines()
    assert len(lines) == len({(r["environment"], r["index"]) for r in map(json.loads, lines)}) == 32
    assert without_time(json.loads((out / "summary.json").read_text())) == without_time(whole.summary)


def size(out: Path) -> int:
    path = out / EPISODES
    return path.stat().st_size if path.exists() else 0
