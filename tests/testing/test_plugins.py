"""Third-party plug-ins, really installed, in a process of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ragen_bench.scaffold import new_env

ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "tests" / "plugins"

LOOK = """
import json, logging
logging.disable(logging.CRITICAL)
import gymnasium, ragen_bench
from ragen_bench.registry import catalogue
from ragen_bench.testing import check_environment

def told(env_id):
    try:
        return ragen_bench.get_spec(env_id).id
    except LookupError as error:
        return f"{type(error).__name__}: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"

env = gymnasium.make("mini/Dial-v1", split="test")
opening, info = env.reset(seed=0)
report = check_environment("mini/Dial-v1", presets=["easy"])
print(json.dumps({
    "listed": [spec.id for spec in ragen_bench.list_environments()],
    "failures": {f.plugin: f.reason for f in catalogue().failures},
    "clashes": {k: [c.plugin for c in v] for k, v in catalogue().clashes.items()},
    "told": {name: told(name) for name in (
        "mini/Dial-v1", "dial", "clash/Dial-v1", "broken_worlds/Any-v1", "ragen/Countdown-v1", "mini/Dail-v1"
    )},
    "countdown_from": catalogue().claims["ragen/Countdown-v1"].plugin,
    "registered": sorted(name for name in gymnasium.registry if name.split("/")[0] in ("mini", "clash")),
    "opening": opening,
    "failed_checks": [str(failure) for failure in report.failures],
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Building writes beside the sources, so copies are built.
    folder = tmp_path_factory.mktemp("plugins")
    names = ("mini", "broken", "clash_one", "clash_two", "thief")
    for name in names:
        shutil.copytree(PLUGINS / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    new_env("number-walk", folder)
    names = (*names, "number-walk")
    target = folder / "site"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        + ["--no-build-isolation", "--no-index", "--target", str(target)]
        + [str(folder / name) for name in names],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target


def run(code: str, installed: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def seen(installed: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(LOOK, installed))
    return found


def test_a_plug_in_is_an_equal_citizen(seen: dict[str, Any]) -> None:
    assert "mini/Dial-v1" in seen["listed"]
    assert seen["registered"] == ["mini/Dial-v1"]
    assert seen["told"]["mini/Dial-v1"] == "mini/Dial-v1"
    assert seen["told"]["dial"] == "mini/Dial-v1"
    assert "dial" in seen["opening"]
    assert seen["failed_checks"] == []


def test_a_generated_plug_in_installs_as_it_is(seen: dict[str, Any]) -> None:
    assert "number_walk/NumberWalk-v1" in seen["listed"]


def test_a_broken_plug_in_is_reported_by_name_and_breaks_nothing(seen: dict[str, Any]) -> None:
    assert seen["failures"]["broken-worlds"] == "RuntimeError: the licence server is on holiday"
    assert "BrokenPlugin" in seen["told"]["broken_worlds/Any-v1"]
    assert "broken-worlds" in seen["told"]["broken_worlds/Any-v1"]


def test_of_two_clashing_plug_ins_neither_is_registered_and_both_are_named(seen: dict[str, Any]) -> None:
    assert "clash/Dial-v1" not in seen["listed"]
    assert seen["clashes"] == {"clash/Dial-v1": ["clash-one", "clash-two"]}
    message = seen["told"]["clash/Dial-v1"]
    assert message.startswith("AmbiguousId")
    assert "clash-one" in message
    assert "clash-two" in message


def test_a_built_in_id_cannot_be_taken(seen: dict[str, Any]) -> None:
    assert seen["countdown_from"] == "ragen-bench"
    assert "built-in id" in seen["failures"]["thief-worlds"]
    assert seen["listed"].count("ragen/Countdown-v1") == 1


def test_a_misspelt_plug_in_id_gets_a_near_match(seen: dict[str, Any]) -> None:
    assert "did you mean 'mini/Dial-v1'" in seen["told"]["mini/Dail-v1"]


def test_a_plug_in_may_be_imported_before_ragen_bench(installed: Path) -> None:
    code = "import mini, ragen_bench, gymnasium; print(ragen_bench.get_spec('mini/Dial-v1').id); "
    code += "print(gymnasium.make('mini/Dial-v1').reset(seed=1)[0])"
    lines = run(code, installed).splitlines()
    assert lines[0] == "mini/Dial-v1"
    assert lines[1].startswith("The dial")


def test_the_lock_of_an_installed_plug_in_is_in_its_own_package(installed: Path) -> None:
    code = "import ragen_bench; from ragen_bench import lock; s = ragen_bench.get_spec('mini/Dial-v1'); "
    code += "print(lock.path(s)); print(lock.check(s))"
    assert run(code, installed).splitlines() == [str(installed / "mini" / "lock.json"), "[]"]


def pytest_with(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "ragen_bench.testing.plugin",
            "-p",
            "no:cacheprovider",
            *arguments,
        ],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}",
            # The plug-in is named above; with ragen-bench installed it would come a second time.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_pytest_runs_the_battery_as_one_test_a_check(installed: Path, tmp_path: Path) -> None:
    done = pytest_with(installed, tmp_path, "--ragen-env", "mini/Dial-v1", "-v", "-k", "seeding or rewards")
    assert done.returncode == 0, done.stdout
    assert "mini/Dial-v1::seeding::a_seed_is_an_index PASSED" in done.stdout
    assert "mini/Dial-v1::rewards::the_oracle_solves_every_task PASSED" in done.stdout


def test_pytest_shows_the_evidence_of_a_failed_check(installed: Path, tmp_path: Path) -> None:
    bad = tmp_path / "site"
    shutil.copytree(installed, bad)
    game = bad / "mini" / "game.py"
    game.write_text(game.read_text().replace('self.pay("solved", 1.0)', 'self.pay("won", 1.0)'))
    done = pytest_with(bad, tmp_path, "--ragen-env", "mini/Dial-v1", "-k", "declared or index")
    assert done.returncode == 1
    assert "mini/Dial-v1 breaks the environment contract" in done.stdout
    assert "every_reward_term_is_declared" in done.stdout
    assert "['won'] not in" in done.stdout
    assert "Traceback" not in done.stdout


def test_pytest_refuses_an_unknown_environment_with_a_near_match(installed: Path, tmp_path: Path) -> None:
    done = pytest_with(installed, tmp_path, "--ragen-env", "mini/Dail-v1")
    assert done.returncode == 4
    assert "did you mean 'mini/Dial-v1'" in done.stdout + done.stderr
