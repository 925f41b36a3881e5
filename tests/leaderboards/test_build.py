from __future__ import annotations

import gzip
import html
import json
import re
import shutil
from html.parser import HTMLParser

import pytest

from ragen_bench.agents.cheap import Constant, Oracle, Random
from ragen_bench.errors import InvalidRun, StorageError
from ragen_bench.leaderboards import build
from ragen_bench.policy import Completion
from tests.leaderboards.conftest import SUMS, SometimesRight, edit_json, rows_of, write_rows

HOSTILE = (
    "<script>alert(1)</script>\x1b[31m\x00\ud800\u202e"
    "| [x](javascript:alert(1)) `\" onload='x' {{ 7*7 }} &amp;"
)
VOID = {"meta", "br", "link", "img", "hr", "input"}


class Page(HTMLParser):
    """Checks nesting; keeps scripts, links and text."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.links, self.scripts, self.text, self.tags = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        assert not [name for name, _ in attrs if name.startswith("on")], "no inline handlers"
        self.links += [value for name, value in attrs if name in ("href", "src", "action", "srcset", "data")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        (self.scripts if self.open and self.open[-1] == "script" else self.text).append(data)


def read(built, name="index.html"):
    return (built.out / name).read_text(encoding="utf-8")


def content(built):
    def refuse(name):
        raise AssertionError(f"{name} in JSON")

    return json.loads(read(built, "leaderboard.json"), parse_constant=refuse)


def board_of(built):
    (board,) = content(built)["boards"]
    return board


def test_a_board_shows_scores_beside_floor_and_oracle(play, tmp_path):
    built = build([play(episodes=256)], tmp_path / "site")
    board = board_of(built)
    (row,) = board["ranked"]
    assert (row["model"], row["tier"], row["rank"], row["apart"]) == ("adder", "self-reported", [1, 1], [])
    entry = row["environments"][SUMS]
    assert entry["score_interval"][0] < entry["score"] < entry["score_interval"][1]
    assert row["suite_score"] == entry["normalized_score"]
    (environment,) = board["environments"]
    assert environment["oracle"] == 1.0
    assert environment["floor_policy"]
    page = "".join(Page(read(built)).text)
    for text in ("adder", "oracle", "floor: best cheap policy", "Sums-v2", "self-reported"):
        assert text in page
    assert "| 1 | [adder](runs/run.html) | self-reported |" in read(built, "leaderboard.md")


def test_every_row_links_to_a_page_with_its_first_episodes(play, tmp_path):
    built = build([play("one"), play("two", Random())], tmp_path / "site", episodes=3)
    links = [link for link in Page(read(built)).links if link.startswith("runs/")]
    assert set(links) == {"runs/one.html", "runs/two.html"}
    page = "".join(Page(read(built, "runs/one.html")).text)
    assert "The first 3 of 16 episodes." in page
    assert re.search(r"\d+ \+ \d+ = \?  \| `say`", page)
    assert "<think>carry the one</think><ans>say" in page
    assert "(correct +1)" in page


def test_pages_are_whole_and_load_nothing(play, tmp_path):
    built = build([play("one"), play("two", Random())], tmp_path / "site", verify=True)
    for file in built.files:
        if file.suffix == ".html":
            text = file.read_text(encoding="utf-8")
            page = Page(text)
            assert all(re.fullmatch(r"[\w./-]+", link) for link in page.links), page.links
            for link in page.links:
                assert (file.parent / link).resolve().is_file(), link
            assert "url(" not in text
            assert "@import" not in text
            assert not {"img", "iframe", "object", "embed", "base"} & {tag for tag, _ in page.tags}
            policy = next(
                a["content"] for tag, a in page.tags if a.get("http-equiv") == "Content-Security-Policy"
            )
            assert policy.startswith("default-src 'none'")


def test_the_script_is_the_one_that_the_policy_allows(play, tmp_path):
    import base64
    import hashlib

    page = Page(read(build([play()], tmp_path / "site")))
    (script,) = page.scripts
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert any(f"'sha256-{digest}'" in (attrs.get("content") or "") for _, attrs in page.tags)


def test_the_same_runs_give_the_same_files_whatever_their_order(play, tmp_path):
    runs = [play("one", episodes=256), play("two", SometimesRight(2), episodes=256)]
    first = build(runs, tmp_path / "a", verify=True)
    second = build([*reversed(runs), runs[0]], tmp_path / "b", verify=True)
    assert [f.relative_to(first.out) for f in first.files] == [
        f.relative_to(second.out) for f in second.files
    ]
    for file in first.files:
        assert file.read_bytes() == (second.out / file.relative_to(first.out)).read_bytes()
        assert str(tmp_path) not in file.read_text(encoding="utf-8")


def test_ranks_are_ranges(play, tmp_path):
    built = build(
        [
            play("best", SometimesRight(1000, name="best"), episodes=256),
            play("twin", SometimesRight(999, name="twin"), episodes=256),
            play("worse", SometimesRight(2, name="worse"), episodes=256),
        ],
        tmp_path / "site",
    )
    assert {row["model"]: row["rank"] for row in board_of(built)["ranked"]} == {
        "best": [1, 2],
        "twin": [1, 2],
        "worse": [3, 3],
    }
    assert "1–2" in read(built, "leaderboard.md")


def test_what_is_not_ranked_stands_apart_with_the_reason(play, tmp_path):
    runs = {
        "fewer than 256 episodes": play("few", episodes=16),
        "incomplete": play("part", episodes=256),
        "more than 1 % errors": play("errors", episodes=256),
        "context changed (mode)": play("context", episodes=256),
        "environment options changed": play("options", episodes=256, overrides={"max_turns": 3}),
    }
    write_rows(runs["incomplete"], rows_of(runs["incomplete"])[:-1])
    rows = rows_of(runs["more than 1 % errors"])
    rows[:3] = [{**row, "turns": [], "error": "timeout", "error_message": "m"} for row in rows[:3]]
    write_rows(runs["more than 1 % errors"], rows)
    edit_json(
        runs["context changed (mode)"] / "run.json",
        lambda h: h["settings"]["context"].update(mode="single_turn"),
    )
    whole = play("whole", episodes=256)
    built = build([whole, *runs.values()], tmp_path / "site")
    board = board_of(built)
    assert [row["folder"] for row in board["ranked"]] == ["whole"]
    assert {row["folder"]: row["apart"] for row in board["apart"]} == {
        path.name: [reason] for reason, path in runs.items()
    }
    page = html.unescape(read(built))
    assert all(reason in page for reason in runs)


def test_a_list_of_ones_own_is_no_suite(play, tmp_path):
    built = build([play(suite="sums", episodes=256)], tmp_path / "site")
    assert board_of(built)["apart"][0]["apart"] == ["a suite of its own"]


def test_other_splits_protocols_and_tracks_have_tables_of_their_own(play, tmp_path):
    runs = [play("a", episodes=3), play("b", Random(), episodes=3), play("c", split="validation", episodes=3)]
    runs.append(play("d", episodes=3, think=False))
    runs.append(play("e", suite="sums-v1", episodes=3))
    boards = content(build(runs, tmp_path / "site"))["boards"]
    assert {(b["suite"], b["split"], b["protocol"], *b["tracks"]) for b in boards} == {
        ("all@1", "test", "tags", "@synthetic"),
        ("all@1", "test", "raw", "@synthetic"),
        ("all@1", "validation", "tags", "@synthetic"),
        ("all@1", "test", "tags, no thinking", "@synthetic"),
        ("custom@0", "test", "tags", "@public:sums@1"),
    }


def test_other_fingerprints_stand_apart_without_borrowed_floors(play, tmp_path):
    old = play("old", episodes=256)
    for name in ("run.json", "summary.json"):
        edit_json(old / name, lambda h: h["environments"][SUMS].update(fingerprint="f" * 64))
    built = build([old, play("new", episodes=256)], tmp_path / "site", verify=True)
    new_board, old_board = content(built)["boards"]
    assert [row["folder"] for row in new_board["ranked"]] == ["new"]
    assert not old_board["ranked"]
    (row,) = old_board["apart"]
    assert row["tier"] == "failed"
    assert "made with other behaviour of the environments than is installed" in row["apart"]
    assert (row["suite_score"], row["environments"][SUMS]["floor"]) == (None, None)
    assert old_board["environments"][0]["oracle"] is None


def test_a_verified_run_is_replayed_and_an_edited_one_fails_and_is_set_apart(play, tmp_path):
    honest, edited = play("honest", episodes=256), play("edited", episodes=256)
    rows = rows_of(edited)
    rows[2] |= {"success": not rows[2]["success"], "score": 1 - rows[2]["score"]}
    write_rows(edited, rows)
    built = build([honest, edited], tmp_path / "site", verify=True)
    board = board_of(built)
    assert [(row["folder"], row["tier"]) for row in board["ranked"]] == [("honest", "replayed")]
    assert [(row["folder"], row["tier"]) for row in board["apart"]] == [("edited", "failed")]
    assert board["apart"][0]["apart"][0].startswith("verification failed: episodes.jsonl:3")


def test_an_edited_summary_never_reaches_the_table(play, tmp_path):
    path = play(episodes=256)
    edit_json(path / "summary.json", lambda s: s.update(suite_score=5.0, cost=1.5))
    (row,) = board_of(build([path], tmp_path / "site"))["ranked"]
    assert row["suite_score"] < 1
    assert row["cost"] == 1.5


@pytest.mark.parametrize("cost", ["1e9", "a lot", -1.0, True, [1], None])
def test_a_cost_that_is_none_is_not_shown(play, tmp_path, cost):
    path = play()
    edit_json(path / "summary.json", lambda s: s.update(cost=cost, environments=[1]))
    assert board_of(build([path], tmp_path / "site"))["apart"][0]["cost"] is None


def test_only_an_official_run_can_be_called_reproduced(play, tmp_path):
    path = play()
    (path / "entry.json").write_text('{"tier": "reproduced"}', encoding="utf-8")
    elsewhere = build([path], tmp_path / "a", official=tmp_path / "official")
    official = build([path], tmp_path / "b", official=path.parent)
    assert [board_of(built)["apart"][0]["tier"] for built in (elsewhere, official)] == [
        "self-reported",
        "reproduced",
    ]
    write_rows(path, rows_of(path)[:-1])
    checked = build([path], tmp_path / "c", official=path.parent, verify=True)
    assert board_of(checked)["apart"][0]["tier"] == "failed"


def test_two_runs_of_one_model_are_told_apart_by_folder(play, tmp_path):
    first = play("monday")
    other = tmp_path / "elsewhere" / "Monday"
    shutil.copytree(first, other)
    built = build([first, play("tuesday"), other], tmp_path / "site")
    rows = board_of(built)["apart"]
    assert sorted(row["label"] for row in rows) == ["adder (Monday)", "adder (monday)", "adder (tuesday)"]
    assert len({row["page"] for row in rows}) == 3
    assert all((built.out / row["page"]).is_file() for row in rows)


def test_hostile_replies_and_names_are_only_text(play, tmp_path):
    class Hostile:
        protocol = "tags"
        name = HOSTILE

        def reply(self, messages, *, seed):
            return Completion(f"<think>{HOSTILE}</think><ans>{HOSTILE}</ans>{HOSTILE}", thinking=HOSTILE)

    path = play(policy=Hostile())
    built = build([path], tmp_path / "site", verify=True)
    assert built.entries[0].tier == "replayed"
    for name in ("index.html", "runs/run.html"):
        text = read(built, name)
        page = Page(text)
        assert "alert(1)" not in "".join(page.scripts)
        assert "<script>alert" not in text
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text)
        shown = "".join(page.text)
        assert r"<script>alert(1)</script>\x1b[31m\x00\ud800\u202e" in shown
        assert "{{ 7*7 }}" in shown
    markdown = read(built, "leaderboard.md")
    assert "<script" not in markdown
    assert "[x](javascript" not in markdown
    line = next(line for line in markdown.splitlines() if "alert" in line)
    header = next(line for line in markdown.splitlines() if line.startswith("| Why"))
    assert line.count("|") == header.count("|")
    content(built)


def test_a_packed_run_is_shown_like_any_other(play, tmp_path):
    path = play()
    plain = build([path], tmp_path / "a", verify=True)
    (path / "episodes.jsonl.gz").write_bytes(gzip.compress((path / "episodes.jsonl").read_bytes()))
    (path / "episodes.jsonl").unlink()
    packed = build([path], tmp_path / "b", verify=True)
    assert read(packed) == read(plain)


def test_a_folder_that_is_no_run_is_left_out_and_said(play, tmp_path):
    (tmp_path / "empty").mkdir()
    built = build([play(), tmp_path / "empty"], tmp_path / "site")
    assert [path.name for path, _ in built.left_out] == ["empty"]
    assert "empty is not a run folder" in html.unescape(read(built))
    with pytest.raises(InvalidRun, match="not a run folder"):
        build([tmp_path / "empty"], tmp_path / "site")
    with pytest.raises(InvalidRun, match="ragen-bench evaluate"):
        build([], tmp_path / "site")


def test_a_place_that_cannot_be_written_is_said(play, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot write to"):
        build([play()], tmp_path / "file")


def test_cut_off_replies_mark_a_row_as_budget_limited(play, tmp_path):
    class Wordy(SometimesRight):
        def reply(self, messages, *, seed):
            return Completion("<think>and so on", finish_reason="length")

    built = build([play(policy=Wordy())], tmp_path / "site")
    assert board_of(built)["apart"][0]["budget_limited"] == [SUMS]
    assert "budget-limited" in read(built)


def test_reference_policies_are_compared_like_any_other(play, tmp_path):
    built = build([play("o", Oracle(), episodes=256), play("c", Constant(), episodes=256)], tmp_path / "site")
    rows = board_of(built)["ranked"]
    assert [(row["folder"], row["suite_score"] > 0.9) for row in rows] == [("o", True), ("c", False)]
