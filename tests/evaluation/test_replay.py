from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.agents.cheap import Random
from ragen_bench.agents.context import ContextConfig
from ragen_bench.errors import InvalidConfig, InvalidRun, TransportError, UnknownName
from ragen_bench.evaluation.replay import replay_arguments, replay_policy, replay_row, same
from ragen_bench.evaluation.run import evaluate
from ragen_bench.evaluation.store import read_rows
from ragen_bench.evaluation.transcript import (
    TEXT_LIMIT,
    find_row,
    one_line,
    run_table,
    transcript,
    transcript_of,
    visible,
)
from ragen_bench.policy import Completion, Usage

SUMS = "toy/Sums-v2"
HOSTILE = "\x1b[2J\x1b]0;owned\x07\x00\ud800 <script>alert(1)</script> \u202egnp\u2028\r\x9b31m"


class Model:
    """A seeded model: some replies right, some wrong, some without any form."""

    protocol = "tags"
    name = "model"

    def reply(self, messages, *, seed):
        a, b = (int(w) for w in messages[-1]["content"].splitlines()[-1].split() if w.isdecimal())
        kind = seed % 4
        text = "no tags at all" if kind == 0 else f"<think>x{seed}</think><ans>say {a + b + kind - 1}</ans>"
        return Completion(text, Usage(10, seed % 7), thinking="aside" if kind == 3 else None)


@pytest.fixture
def run(sums, tmp_path):
    return evaluate(Model(), suite=SUMS, episodes=16, repeats=2, seed=5, out=tmp_path / "run")


def without_time(summary):
    if isinstance(summary, dict):
        return {k: without_time(v) for k, v in summary.items() if k not in ("seconds", "model")}
    return summary


def test_a_recorded_episode_replays_to_itself(run):
    for row in read_rows(run.path):
        replayed = replay_row(row, run.header)
        assert replayed.ok
        assert len(replayed.turns) == len(row["turns"])
        assert all(turn.as_recorded for turn in replayed.turns)


def test_the_observations_are_the_texts_that_the_model_was_shown(run):
    row = next(iter(read_rows(run.path)))
    assert re.fullmatch(r"\d+ \+ \d+ = \?  \| `say`", replay_row(row, run.header).turns[0].observation)


def test_replies_past_the_end_and_a_missing_end_are_mismatches(run):
    row = next(row for row in read_rows(run.path) if len(row["turns"]) == 2)
    longer = replay_row({**row, "turns": [*row["turns"], row["turns"][0]]}, run.header)
    assert [(m.field, m.recorded, m.replayed) for m in longer.mismatches] == [("turns", 3, 2)]
    assert longer.turns[2].observation is None
    shorter = replay_row({**row, "turns": row["turns"][:1]}, run.header)
    assert [(m.field, m.recorded, m.replayed) for m in shorter.mismatches] == [("turns", 1, "more than 1")]


def test_an_episode_that_ended_in_an_error_is_replayed_as_far_as_it_went(run):
    row = next(row for row in read_rows(run.path) if len(row["turns"]) == 2)
    replayed = replay_row({**row, "turns": row["turns"][:1], "error": "timeout"}, run.header)
    assert replayed.ok
    assert len(replayed.turns) == 1


def test_a_preset_that_is_gone_is_a_mismatch_and_no_crash(run):
    row = next(iter(read_rows(run.path)))
    replayed = replay_row({**row, "preset": "gone"}, run.header)
    assert [m.field for m in replayed.mismatches] == ["error"]
    assert "unknown preset" in replayed.mismatches[0].replayed


def test_environment_options_are_replayed(sums, tmp_path):
    done = evaluate(Random(), suite=SUMS, episodes=4, overrides={"max_turns": 3}, out=tmp_path / "run")
    for row in read_rows(done.path):
        assert len(row["turns"]) == 3
        assert replay_row(row, done.header).ok


def test_a_replayed_run_has_the_same_summary_but_for_time(run, tmp_path):
    again = evaluate(replay_policy(run.path), **replay_arguments(run.header), out=tmp_path / "again")
    assert again.header["settings"] == {**run.header["settings"], "model": "model (replay)"}
    assert without_time(again.summary) == without_time(run.summary)


def test_a_replay_may_be_stopped_and_resumed(run, tmp_path):
    arguments = replay_arguments(run.header)
    evaluate(replay_policy(run.path), **arguments, out=tmp_path / "again")
    episodes = tmp_path / "again" / "episodes.jsonl"
    episodes.write_bytes(episodes.read_bytes()[:-1500])
    again = evaluate(replay_policy(run.path), **arguments, out=tmp_path / "again", resume=True)
    assert without_time(again.summary) == without_time(run.summary)


def test_a_run_whose_context_overflowed_replays_without_the_tokenizer_that_said_so(sums, tmp_path):
    class Wordy(Model):
        def count_tokens(self, messages):
            return sum(len(m["content"]) for m in messages)

    context = ContextConfig(mode="single_turn", max_tokens=1000)
    probe = evaluate(Wordy(), suite=SUMS, episodes=1, out=tmp_path / "probe")
    done = evaluate(Wordy(), suite=SUMS, episodes=4, context=context, out=tmp_path / "run")
    tight = ContextConfig(mode="single_turn", max_tokens=50)
    cut = evaluate(Wordy(), suite=SUMS, episodes=4, context=tight, out=tmp_path / "cut")
    assert probe.complete
    assert {t["finish"] for row in read_rows(cut.path) for t in row["turns"]} == {"context"}
    for number, original in enumerate((done, cut)):
        arguments = replay_arguments(original.header)
        again = evaluate(replay_policy(original.path), **arguments, out=tmp_path / f"again{number}")
        assert without_time(again.summary) == without_time(original.summary)


def test_a_reply_that_was_not_recorded_is_an_error_and_no_score(run, tmp_path):
    arguments = {**replay_arguments(run.header), "episodes": 20}
    again = evaluate(replay_policy(run.path), **arguments, out=tmp_path / "more")
    entry = again.summary["environments"][SUMS]
    assert entry["error_kinds"] == {"unrecorded": 8}
    with pytest.raises(TransportError, match="no reply was recorded"):
        replay_policy(run.path).reply([], seed=1)


def test_a_context_that_does_not_exist_is_named(run):
    header = {**run.header, "settings": {**run.header["settings"], "context": {"mode": "dreams"}}}
    with pytest.raises(InvalidRun, match=r"settings\.context: .*mode"):
        replay_arguments(header)


def test_a_suite_that_has_a_name_keeps_it(sums, tmp_path, monkeypatch):
    header = {
        "settings": {
            "suite": "all@1",
            "split": "test",
            "repeats": 1,
            "protocol": "raw",
            "think": True,
            "opened": False,
            "context": {},
            "seed": 0,
            "overrides": {"shape": [1, [2, 3]]},
        },
        "environments": {"ragen/Countdown-v1": {"preset": "medium", "episodes": 3}},
    }
    arguments = replay_arguments(header)
    assert arguments["overrides"] == {"shape": (1, (2, 3))}
    assert arguments["suite"] in ("all", "ragen/Countdown-v1:medium")
    assert replay_arguments({**header, "settings": {**header["settings"], "suite": "all@0"}})["suite"] == (
        "ragen/Countdown-v1:medium"
    )


@pytest.mark.parametrize(
    ("recorded", "replayed", "equal"),
    [
        (1.0, 1.0 + 1e-12, True),
        (1.0, 1.0 + 1e-6, False),
        (True, 1, False),
        (None, 0.0, False),
        ({"a": 1.0}, {"a": 1}, True),
        ({"a": 1.0}, {"a": 1.0, "b": 0.0}, False),
        ([1], [1, 2], False),
        ("1", 1, False),
    ],
)
def test_what_counts_as_the_same(recorded, replayed, equal):
    assert same(recorded, replayed) is equal


def test_a_transcript_shows_observation_reply_action_and_reward(run):
    row = next(row for row in read_rows(run.path) if row["success"] and len(row["turns"]) == 1)
    text = transcript(row, run.header)
    assert text.startswith(f"# {SUMS} [medium] test {row['index']}")
    for part in ("> ", row["turns"][0]["reply"], "Executed: say ", "Reward: +1 (correct +1)", "## End"):
        assert part in text


def test_a_transcript_says_what_the_replay_does_not_confirm(run):
    row = next(iter(read_rows(run.path)))
    forged = {**row, "turns": [{**row["turns"][0], "observation": "0" * 64}, *row["turns"][1:]]}
    text = transcript(forged, run.header)
    assert "the observation cannot be reproduced here" in text
    assert "## Replay differs from the record\n- turn 1: observation: recorded '0000" in text


def test_a_hostile_reply_cannot_speak_to_the_terminal(run):
    row = next(iter(read_rows(run.path)))
    turn = {**row["turns"][0], "reply": HOSTILE, "thinking": HOSTILE, "executed": [HOSTILE]}
    forged = {**row, "turns": [turn], "error": HOSTILE, "error_message": HOSTILE, "split": "test"}
    text = transcript_of(replay_row(forged, run.header))
    text.encode("utf-8")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2028]", text)
    assert r"\x1b[2J\x1b]0;owned\x07\x00\ud800" in text


def test_a_long_reply_is_cut_and_that_is_said(run):
    row = next(iter(read_rows(run.path)))
    forged = {**row, "turns": [{**row["turns"][0], "reply": "x" * (TEXT_LIMIT + 1234)}]}
    assert "[... 1,234 more characters]" in transcript(forged, run.header)


@given(st.text(st.characters(), max_size=200))
def test_visible_text_can_be_printed_and_keeps_its_lines(text):
    shown = visible(text)
    shown.encode("utf-8")
    assert visible(shown) == shown
    assert shown.count("\n") == text.count("\n")
    assert all(
        char == "\n" or char == "\t" or char.isprintable() or ord(char) > 0xA0 or char == "\xa0"
        for char in shown
    )
    assert "\n" not in one_line(text)


def test_an_episode_is_found_by_environment_index_and_repeat(run):
    rows = list(read_rows(run.path))
    assert find_row(rows, "sums:3")["index"] == 3
    assert find_row(rows, f"{SUMS}:3:1")["repeat"] == 1
    assert find_row(rows, "7")["index"] == 7
    with pytest.raises(UnknownName, match="episode"):
        find_row(rows, "sums:400")
    with pytest.raises(UnknownName, match="environment"):
        find_row(rows, "suns:4")
    with pytest.raises(InvalidConfig, match="countdown:3"):
        find_row(rows, "sums")


def test_the_table_of_a_run_has_a_row_per_environment_and_one_for_the_suite(run):
    table = run_table(run.summary)
    assert [row[0] for row in table.rows] == [SUMS, "custom@0"]
    assert {len(row) for row in table.rows} == {len(table.columns)}
    assert table.rows[0][table.columns.index("episodes")] == "32"
    assert table.rows[0][table.columns.index("floor")] == "–"
