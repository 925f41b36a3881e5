from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragen_bench.agents.cheap import Oracle, Random
from ragen_bench.errors import InvalidRun
from ragen_bench.evaluation.run import evaluate
from ragen_bench.leaderboards import verify
from tests.leaderboards.conftest import SUMS, edit_json, rows_of, write_rows


def test_an_honest_run_is_verified_whole(play):
    report = verify(play(episodes=16, repeats=2))
    assert (report.ok, report.checked, report.skipped) == (True, 32, 0)


@pytest.mark.parametrize("policy", [Random, Oracle])
def test_runs_on_the_built_in_countdown_verify(tmp_path, policy):
    evaluate(policy(), suite="countdown:easy", episodes=16, out=tmp_path / "run")
    report = verify(tmp_path / "run")
    assert report.ok, [*report.problems, *map(str, report.mismatches)]
    assert report.checked == 16


def test_progress_is_told_to_the_end(play):
    told = []
    verify(play(), tick=lambda done, total: told.append((done, total)))
    assert told == [(n, 16) for n in range(1, 17)]


def test_a_changed_reply_fails_and_its_place_is_named(play):
    path = play()
    rows = rows_of(path)
    rows[4]["turns"][0]["reply"] = "<think></think><ans>say 1000</ans>"
    write_rows(path, rows)
    report = verify(path)
    assert not report.ok
    first = report.mismatches[0]
    assert (first.file, first.line, first.key.index, first.mismatch.turn) == ("episodes.jsonl", 5, 4, 0)
    assert first.mismatch.field == "answer"
    assert str(first).startswith(f"episodes.jsonl:5 ({SUMS}, index 4, repeat 0): turn 1: answer: recorded")


def test_a_changed_reward_fails_and_so_does_the_sum(play):
    path = play()
    rows = rows_of(path)
    rows[2]["turns"][0]["reward"] += 0.5
    write_rows(path, rows)
    found = [(f.line, f.mismatch.turn, f.mismatch.field) for f in verify(path).mismatches]
    assert found == [(3, 0, "reward")]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("success", True),
        ("score", 0.75),
        ("reward", 9.0),
        ("truncated", False),
        ("terminated", True),
        ("dead", True),
        ("family", "another"),
        ("track", "@public:x@1"),
        ("replica", 7),
        ("usage", {"prompt_tokens": 1, "completion_tokens": 1}),
    ],
)
def test_a_changed_field_of_a_row_is_named(play, field, value):
    path = play(policy=Random())
    rows = rows_of(path)
    assert rows[0][field] != value
    rows[0][field] = value
    write_rows(path, rows)
    report = verify(path)
    assert not report.ok
    assert (1, field) in [(f.line, f.mismatch.field) for f in report.mismatches]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("observation", "0" * 64),
        ("format_ok", False),
        ("executed", []),
        ("valid", False),
        ("reward_terms", {"correct": 2.0}),
    ],
)
def test_a_changed_field_of_a_turn_is_named(play, field, value):
    path = play()
    rows = rows_of(path)
    rows[0]["turns"][0][field] = value
    write_rows(path, rows)
    found = [(f.line, f.mismatch.turn, f.mismatch.field) for f in verify(path).mismatches]
    assert found[0] == (1, 0, field)
    assert all(line is None for line, _, _ in found[1:]), "the rest are rates of the summary"


def test_a_removed_row_fails_and_is_named(play):
    path = play()
    rows = rows_of(path)
    write_rows(path, rows[:6] + rows[7:])
    report = verify(path)
    assert not report.ok
    assert f"{SUMS}: 15 of 16 episodes are recorded; missing: index 6" in report.problems


def test_a_row_copied_under_another_index_fails(play):
    path = play()
    rows = rows_of(path)
    rows[9] = {**rows[0], "index": 9}
    write_rows(path, rows)
    report = verify(path)
    assert {f.key.index for f in report.mismatches if f.key} == {9}
    assert "observation" in {f.mismatch.field for f in report.mismatches}


def test_a_row_copied_to_the_end_under_an_index_of_no_plan_fails(play):
    path = play()
    rows = rows_of(path)
    write_rows(path, [*rows, {**rows[0], "index": 16}])
    report = verify(path)
    assert report.problems == ("episodes.jsonl:17 is not part of the run: index 16, run.json ends at 15",)


def test_a_second_try_at_a_finished_episode_fails(play):
    path = play()
    rows = rows_of(path)
    write_rows(path, [*rows, rows[2]])
    report = verify(path)
    assert report.problems == ("episodes.jsonl:17 replaces line 3, which had not ended in an error",)


def test_an_error_may_be_followed_by_a_second_try(play):
    path = play()
    rows = rows_of(path)
    failed = {**rows[2], "turns": [], "error": "timeout", "error_message": "m"}
    write_rows(path, [failed, *rows])
    assert verify(path).ok


def test_errors_are_skipped_and_counted(play):
    path = play()
    rows = rows_of(path)
    rows[3] |= {"turns": rows[3]["turns"][:1], "error": "timeout", "error_message": "slow"}
    write_rows(path, rows)
    report = verify(path)
    assert (report.checked, report.skipped) == (15, 1)


def test_a_run_of_nothing_but_errors_is_not_verified(play):
    path = play()
    write_rows(path, [{**row, "error": "timeout", "turns": []} for row in rows_of(path)])
    report = verify(path)
    assert not report.ok
    assert "no episode could be checked" in report.problems


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("suite_score", lambda s: s.update(suite_score=0.99)),
        ("complete", lambda s: s.update(complete=False)),
        ("model", lambda s: s.update(model="a better one")),
        (f"environments.{SUMS}.success", lambda s: s["environments"][SUMS].update(success=1.0)),
        (f"environments.{SUMS}.floor", lambda s: s["environments"][SUMS].update(floor=-1.0)),
        (
            f"environments.{SUMS}.score_interval",
            lambda s: s["environments"][SUMS].update(score_interval=None),
        ),
        ("bonus", lambda s: s.update(bonus=1)),
        ("split", lambda s: s.pop("split")),
    ],
)
def test_a_summary_edited_by_hand_fails_with_the_field_named(play, name, change):
    path = play()
    edit_json(path / "summary.json", change)
    report = verify(path)
    assert not report.ok
    assert [(f.file, f.mismatch.field) for f in report.mismatches] == [("summary.json", name)]


def test_cost_is_taken_as_reported(play):
    path = play()
    edit_json(path / "summary.json", lambda s: s.update(cost=12.5))
    assert verify(path).ok


def test_a_missing_summary_fails(play):
    path = play()
    (path / "summary.json").unlink()
    assert (
        str(verify(path).mismatches[0])
        == "summary.json: the file: recorded 'missing', replayed 'one summary'"
    )


def test_a_packed_folder_is_verified_like_any_other(play):
    path = play()
    (path / "episodes.jsonl.gz").write_bytes(gzip.compress((path / "episodes.jsonl").read_bytes()))
    assert not verify(path).ok, "which of the two files counts is not clear"
    (path / "episodes.jsonl").unlink()
    assert verify(path).ok


def test_another_fingerprint_cannot_be_verified_and_is_said(play):
    path = play()
    edit_json(path / "run.json", lambda h: h["environments"][SUMS].update(fingerprint="f" * 64))
    report = verify(path)
    assert not report.ok
    assert report.checked == 0
    assert (
        f"{SUMS} [medium] cannot be checked here: the run was made with behaviour ffffffffffff"
        in report.problems[0]
    )


def test_an_environment_that_is_not_installed_cannot_be_verified_and_is_said(play):
    path = play()

    def rename(header):
        header["environments"] = {"toy/Gone-v1": header["environments"][SUMS]}

    edit_json(path / "run.json", rename)
    assert any("toy/Gone-v1 cannot be checked here: unknown environment" in p for p in verify(path).problems)


def test_more_tasks_than_the_split_holds_are_not_believed(play):
    path = play(preset="easy", episodes=3)
    edit_json(path / "run.json", lambda h: h["environments"][SUMS].update(episodes=6))
    assert f"{SUMS} claims 6 tasks of a split that holds 3" in verify(path).problems


def test_the_name_of_a_suite_cannot_be_borrowed(play, tmp_path):
    evaluate(Oracle(), suite="countdown:easy", episodes=4, out=tmp_path / "run")
    edit_json(tmp_path / "run" / "run.json", lambda h: h["settings"].update(suite="all@1"))
    edit_json(tmp_path / "run" / "summary.json", lambda s: s.update(suite="all@1"))
    problems = verify(tmp_path / "run").problems
    assert problems == (f"the suite all@1 is {SUMS}, which are not the environments of run.json",)


def test_a_plan_of_absurd_size_is_answered_at_once(play):
    path = play()
    edit_json(path / "run.json", lambda h: h["settings"].update(split="train"))
    edit_json(path / "run.json", lambda h: h["environments"][SUMS].update(episodes=10**15))
    assert any("missing: index 0, 1, 2, 3, 4, ..." in problem for problem in verify(path).problems)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (b"{}\n", r"episodes\.jsonl:1 is damaged .*environment is missing"),
        (b"[]\n", r"episodes\.jsonl:1 is damaged .*a row must be a JSON object"),
        (b'{"environment": \xff}\n', r"episodes\.jsonl:1 is damaged"),
        (b"[" * 100_000 + b"\n", r"episodes\.jsonl:1 is damaged"),
        (b"9" * 10_000 + b"\n", r"episodes\.jsonl:1 is damaged"),
    ],
)
def test_a_damaged_line_is_named(play, damage, message):
    path = play()
    (path / "episodes.jsonl").write_bytes(damage + (path / "episodes.jsonl").read_bytes())
    with pytest.raises(InvalidRun, match=message):
        verify(path)


def test_a_cut_off_packed_file_is_named(play):
    path = play()
    packed = gzip.compress((path / "episodes.jsonl").read_bytes())
    (path / "episodes.jsonl").unlink()
    (path / "episodes.jsonl.gz").write_bytes(packed[:-20])
    with pytest.raises(InvalidRun, match=r"episodes\.jsonl\.gz:\d+ cannot be read"):
        verify(path)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda h: h.pop("settings"), "settings is missing"),
        (lambda h: h["settings"].update(repeats=0), "settings.repeats must be a whole number of at least 1"),
        (lambda h: h["settings"].update(protocol="smoke signals"), "settings.protocol must be one of"),
        (lambda h: h["settings"].update(context={"mode": "none"}), "settings.context"),
        (lambda h: h["environments"][SUMS].pop("preset"), "preset is missing"),
    ],
)
def test_a_damaged_run_json_is_named_with_its_field(play, change, field):
    path = play()
    edit_json(path / "run.json", change)
    with pytest.raises(InvalidRun, match=field.replace(".", r"\.")):
        verify(path)


@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_value_anywhere_in_a_row_crashes_the_check(play, tmp_path, data):
    path = tmp_path / "runs" / "run"
    if not path.exists():
        play(episodes=4)
        (path / "original").write_bytes((path / "episodes.jsonl").read_bytes())
    rows = [json.loads(line) for line in (path / "original").read_text().splitlines()]
    target = data.draw(st.sampled_from([rows[0], rows[0]["turns"][0], rows[0]["turns"][0]["usage"]]))
    field = data.draw(st.sampled_from(sorted(target)))
    odd = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=5),
        st.just([]),
        st.just({"a": [{}]}),
    )
    target[field] = data.draw(odd)
    write_rows(path, rows)
    try:
        report = verify(path)
    except InvalidRun as error:
        said = [str(error)]
    else:
        json.dumps(report.as_dict())
        said = [*report.problems, *map(str, report.mismatches), "episodes.jsonl:1"]
    assert any("episodes.jsonl:1" in text for text in said)
