"""Fingerprints move with behaviour, and only with it; old versions stay in the file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragen_bench import lock
from ragen_bench.errors import InvalidConfig, StorageError, UnknownName


@pytest.fixture
def dial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    from mini import DIAL

    monkeypatch.setattr(lock, "path", lambda spec: tmp_path / "lock.json")
    return replace(DIAL, presets=DIAL.presets[1:])


def test_the_lock_lies_beside_the_specs() -> None:
    import mini

    assert lock.path(mini.DIAL) == Path(str(mini.__file__)).with_name("lock.json")


def test_the_miniature_plug_in_does_what_is_locked() -> None:
    from mini import DIAL

    entry = lock.read(DIAL)
    assert entry is not None
    assert set(entry) == {"easy", "medium"}
    assert set(entry["medium"]) == {"train", "validation", "test", "test_ood", "fresh"}
    assert lock.check(DIAL) == []


def test_what_is_not_locked_is_said_with_the_command(dial: Any) -> None:
    assert lock.read(dial) is None
    assert lock.check(dial) == ["mini/Dial-v1 is not locked: ragen-bench lock mini/Dial-v1 --write"]


def test_other_words_move_the_openings_and_nothing_else(dial: Any) -> None:
    lock.write(dial)
    assert lock.check(dial) == []
    moved = lock.check(replace(dial, instruction="Now in other words."))
    assert len(moved) == 5
    sentence = "behaviour of mini/Dial-v1 changed (medium, test, observations): bump to v2 or restore it"
    assert sentence in moved


def test_another_generator_moves_tasks_and_another_oracle_its_rewards(dial: Any) -> None:
    lock.write(dial)
    assert any("(medium, train, tasks)" in line for line in lock.check(replace(dial, generator=2)))
    preset = replace(dial.presets[0], max_actions_per_turn=1, max_turns=12)
    parts = {line.split(", ")[-1].split(")")[0] for line in lock.check(replace(dial, presets=(preset,)))}
    assert parts == {"oracle"}


def test_a_preset_that_is_gone_or_new_is_a_difference(dial: Any) -> None:
    lock.write(dial)
    renamed = replace(dial.presets[0], name="expert")
    lines = lock.check(replace(dial, presets=(*dial.presets, renamed)))
    assert len(lines) == 15
    assert all("expert" in line for line in lines)


def test_old_versions_stay_in_the_file(dial: Any) -> None:
    first = json.loads(lock.write(dial).read_text())
    content = json.loads(lock.write(replace(dial, version=2, history=())).read_text())
    assert set(content) == {"mini/Dial-v1", "mini/Dial-v2"}
    assert content["mini/Dial-v1"] == first["mini/Dial-v1"]


def test_a_run_s_fingerprint_is_of_what_is_played_and_not_of_the_file(dial: Any) -> None:
    before = lock.fingerprint(dial, "medium")
    assert len(before) == 64
    lock.write(dial)
    assert lock.fingerprint(dial, "medium") == before
    assert lock.fingerprint(replace(dial, generator=2), "medium") != before
    with pytest.raises(UnknownName, match="preset"):
        lock.fingerprint(dial, "no_such")


@pytest.mark.parametrize("text", ["{", "[]"])
def test_a_damaged_lock_is_said(dial: Any, tmp_path: Path, text: str) -> None:
    (tmp_path / "lock.json").write_text(text)
    with pytest.raises(InvalidConfig, match="version control"):
        lock.check(dial)


def test_a_lock_that_cannot_be_written_is_said_and_leaves_nothing(
    dial: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(StorageError, match="No space left"):
        lock.write(dial)
    assert list(tmp_path.iterdir()) == []
