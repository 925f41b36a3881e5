from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(code: str) -> None:
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False)
    assert result.returncode == 0, result.stderr.decode()


@pytest.mark.parametrize(
    "imports",
    [
        "import ragen_bench, gymnasium",
        "import gymnasium, ragen_bench",
        "import ragen_bench\nfrom gymnasium.spaces import Text\nimport gymnasium",
        "import ragen_bench.env\nimport gymnasium",
    ],
)
def test_environments_are_registered_whichever_is_imported_first(imports):
    run(f"{imports}\nassert gymnasium.make('ragen/Countdown-v1').reset(seed=0)[0]")


def test_gymnasium_itself_can_name_the_package():
    run("import gymnasium\nassert gymnasium.make('ragen_bench:ragen/Bandit-v1').reset(seed=0)[0]")


def test_importing_the_package_does_not_import_gymnasium_or_numpy():
    run("import sys, ragen_bench\nassert not {'gymnasium', 'numpy'} & set(sys.modules)")


@pytest.mark.parametrize(
    "name",
    ["reply.parse_reply", "testing.check_environment", "evaluation.plan", "agents", "leaderboards.build"],
)
def test_rooms_are_there_after_importing_the_package_alone(name):
    run(f"import ragen_bench\nragen_bench.{name}")


def test_asking_for_gymnasium_twice_leaves_no_finder_behind():
    run(
        "import sys, ragen_bench, gymnasium, importlib\n"
        "assert not [f for f in sys.meta_path if 'Gymnasium' in type(f).__name__]\n"
        "importlib.reload(gymnasium)\n"
        "assert 'ragen/Countdown-v1' in gymnasium.registry"
    )
