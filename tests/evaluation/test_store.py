from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.errors import InvalidRun, RunConflict, StorageError
from ragen_bench.evaluation.store import EPISODES, RUN, RunFolder, read_header, read_rows
from tests.evaluation.rows_for_tests import a_header, a_row


def write(path: Path, count: int) -> None:
    with RunFolder(path, a_header(), resume=False) as folder:
        for index in range(count):
            folder.append(a_row(index))


def test_rows_come_back_as_they_were_written(tmp_path):
    write(tmp_path, 3)
    assert list(read_rows(tmp_path)) == [a_row(0), a_row(1), a_row(2)]
    assert read_header(tmp_path) == a_header()


def test_the_last_row_of_a_key_counts(tmp_path):
    with RunFolder(tmp_path, a_header(), resume=False) as folder:
        folder.append(a_row(0, error="timeout"))
        folder.append(a_row(0, success=True))
    rows = list(read_rows(tmp_path))
    assert [row["success"] for row in rows] == [True]


@given(cut=st.integers(min_value=1, max_value=400))
@settings(max_examples=25, deadline=None)
def test_a_torn_last_line_is_simply_owed(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("run")
    write(path, 3)
    whole = (path / EPISODES).read_bytes()
    (path / EPISODES).write_bytes(whole[: len(whole) - cut])
    with RunFolder(path, a_header(), resume=True) as folder:
        kept = len(folder.rows)
        assert kept == 2
        folder.append(a_row(2))
    assert (path / EPISODES).read_bytes() == whole


def test_a_damaged_line_in_the_middle_is_named_and_nothing_is_changed(tmp_path):
    write(tmp_path, 3)
    lines = (tmp_path / EPISODES).read_bytes().splitlines(keepends=True)
    damaged = lines[0] + b'{"environment": \xff}\n' + lines[2]
    (tmp_path / EPISODES).write_bytes(damaged)
    with pytest.raises(InvalidRun, match=r"episodes\.jsonl:2 is damaged"):
        RunFolder(tmp_path, a_header(), resume=True)
    assert (tmp_path / EPISODES).read_bytes() == damaged


def test_a_folder_that_holds_a_run_is_not_overwritten(tmp_path):
    write(tmp_path, 1)
    with pytest.raises(RunConflict, match="--resume"):
        RunFolder(tmp_path, a_header(), resume=False)
    assert len(list(read_rows(tmp_path))) == 1


def test_resuming_with_another_setting_names_the_setting(tmp_path):
    write(tmp_path, 1)
    with pytest.raises(RunConflict, match=r"settings\.seed: 0 then, 5 now"):
        RunFolder(tmp_path, a_header(seed=5), resume=True)


def test_a_port_may_change_between_start_and_resume(tmp_path):
    before, after = a_header(), a_header()
    before["policy"] = {"model": "x", "base_url": "http://127.0.0.1:1/v1", "transport": {"timeout_s": 1}}
    after["policy"] = {"model": "x", "base_url": "http://127.0.0.1:2/v1", "transport": {"timeout_s": 9}}
    RunFolder(tmp_path, before, resume=False).close()
    RunFolder(tmp_path, after, resume=True).close()
    after["policy"]["model"] = "y"
    with pytest.raises(RunConflict, match=r"policy\.model"):
        RunFolder(tmp_path, after, resume=True)


def test_two_processes_cannot_write_one_run(tmp_path):
    with RunFolder(tmp_path, a_header(), resume=False):
        code = (
            "import sys; from pathlib import Path\n"
            "from ragen_bench.evaluation.store import RunFolder\n"
            "from ragen_bench.errors import RunConflict\n"
            "try:\n    RunFolder(Path(sys.argv[1]), {}, resume=True)\n"
            "except RunConflict as error:\n    sys.exit(7 if 'another process' in str(error) else 1)\n"
        )
        assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 7


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="needs Linux's /dev/full, a disk that is always full"
)
def test_a_full_disk_is_an_error_that_says_what_is_safe(tmp_path):
    write(tmp_path, 2)
    folder = RunFolder(tmp_path, a_header(), resume=True)
    folder._file.close()
    folder._file = open("/dev/full", "wb", buffering=0)  # noqa: SIM115
    with pytest.raises(StorageError, match=r"No space left on device.*--resume"):
        folder.append(a_row(2))
    folder.close()
    assert len(list(read_rows(tmp_path))) == 2


def test_half_a_line_that_a_size_limit_let_through_is_cut_off_again(tmp_path):
    # RLIMIT_FSIZE makes the kernel write a part of the line and then refuse, as a filling disk does.
    code = (
        "import resource, sys\nfrom pathlib import Path\n"
        "from ragen_bench.errors import StorageError\n"
        "from ragen_bench.evaluation.store import RunFolder\n"
        "from tests.evaluation.rows_for_tests import a_header, a_row\n"
        "folder = RunFolder(Path(sys.argv[1]), a_header(), resume=False)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "done = 0\n"
        "try:\n"
        "    for index in range(100):\n        folder.append(a_row(index)); done += 1\n"
        "except StorageError:\n    sys.exit(done)\n"
    )
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], check=False, env=environment, cwd=root
    ).returncode
    assert 0 < done < 100
    text = (tmp_path / EPISODES).read_bytes()
    assert text.endswith(b"\n")
    assert len(list(read_rows(tmp_path))) == done


def test_an_unwritable_place_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="cannot write to"):
        RunFolder(tmp_path / "file" / "run", a_header(), resume=False)


def test_a_compressed_run_reads_the_same(tmp_path):
    write(tmp_path, 2)
    plain = list(read_rows(tmp_path))
    data = (tmp_path / EPISODES).read_bytes()
    (tmp_path / f"{EPISODES}.gz").write_bytes(gzip.compress(data))
    (tmp_path / EPISODES).unlink()
    assert list(read_rows(tmp_path)) == plain


def test_a_folder_that_is_no_run_says_so(tmp_path):
    with pytest.raises(InvalidRun, match="not a run folder"):
        read_header(tmp_path)
    with pytest.raises(InvalidRun, match="ragen-bench evaluate"):
        read_rows(tmp_path)
    (tmp_path / RUN).write_text("[1]")
    with pytest.raises(InvalidRun, match="JSON object"):
        read_header(tmp_path)


@given(text=st.text() | st.sampled_from(["\ud800", "\x00", "\u2028", "\x1b[2J"]))
@settings(deadline=None)
def test_any_reply_survives_the_file(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("run")
    row = a_row(0)
    row["turns"][0]["reply"] = text
    with RunFolder(path, a_header(), resume=False) as folder:
        folder.append(row)
    assert next(read_rows(path))["turns"][0]["reply"] == text
    assert (path / EPISODES).read_bytes().count(b"\n") == 1


def test_nan_never_reaches_a_file(tmp_path):
    with RunFolder(tmp_path, a_header(), resume=False) as folder:
        folder.append(a_row(0, reward=float("nan")))
    assert json.loads((tmp_path / EPISODES).read_bytes())["reward"] is None
