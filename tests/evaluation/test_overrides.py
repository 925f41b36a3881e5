"""Environment options of a run: for all, or for one by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragen_bench import evaluate, get_spec
from ragen_bench.errors import UnknownName
from ragen_bench.evaluation.overrides import check_owners, own_overrides


def test_an_option_with_a_name_concerns_that_environment_alone() -> None:
    options = [("countdown.max_turns", 2), ("max_actions_per_turn", 1)]
    assert own_overrides(get_spec("countdown"), options) == {"max_turns": 2, "max_actions_per_turn": 1}
    assert own_overrides(get_spec("bandit"), options) == {"max_actions_per_turn": 1}


def test_an_option_for_an_environment_that_is_not_played_is_refused() -> None:
    with pytest.raises(UnknownName, match="deepcoder"):
        check_owners([get_spec("countdown")], {"deepcoder.sandbox": "weak"})


def test_a_run_with_an_option_for_one_environment_is_not_ranked(tmp_path: Path) -> None:
    run = evaluate(
        "oracle",
        suite="countdown,bandit",
        size="smoke",
        episodes=2,
        overrides={"countdown.max_turns": 2},
        out=tmp_path / "run",
    )
    for entry in run.summary["environments"].values():
        assert "environment options changed" in entry["unranked_because"]
    assert run.header["environments"]["ragen/Countdown-v1"]["max_turns"] == 2
