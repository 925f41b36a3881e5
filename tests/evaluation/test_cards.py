from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ragen_bench
from ragen_bench.env import InvalidAction, make
from ragen_bench.errors import InvalidConfig
from ragen_bench.evaluation import cards
from ragen_bench.evaluation.baselines import refresh_baselines
from ragen_bench.evaluation.cards import card, card_path, check_card, refresh, write_card
from ragen_bench.lock import fingerprint
from ragen_bench.reply import read_reply
from ragen_bench.spec import EnvSpec
from tests.evaluation.conftest import Plugin

BUILT_IN = ragen_bench.list_environments()
every_environment = pytest.mark.parametrize("spec", BUILT_IN, ids=lambda spec: spec.id)
ROOT = Path(__file__).resolve().parents[2]


# ------------------------------------------------------------------------------------ the cards on disk


@every_environment
def test_every_card_on_disk_is_what_the_spec_generates(spec: EnvSpec) -> None:
    assert check_card(spec), f"run: ragen-bench card {spec.id} --write"


@every_environment
def test_no_card_of_a_built_in_environment_has_a_gap(spec: EnvSpec) -> None:
    text = card(spec)
    for gap in ("not described", "No baselines", "None stated", "above the limit"):
        assert gap not in text


@every_environment
def test_every_info_key_is_in_the_card(spec: EnvSpec) -> None:
    env = make(spec)
    _, first = env.reset(seed=0)
    _, _, _, _, last = env.step(spec.example)
    declared = {key for key, _ in (*cards.INFO_KEYS, *spec.info_keys)}
    assert set(first) | set(last) <= declared


@every_environment
def test_every_known_exploit_names_a_test_that_exists(spec: EnvSpec) -> None:
    sources = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "ragen_bench" / "testing").glob("*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert spec.exploits
    for exploit, guard in spec.exploits:
        names = re.findall(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b", guard.rpartition("::")[2])
        assert names, f"{exploit!r} is guarded by no test: {guard!r}"
        for name in names:
            assert f"def {name}(" in code, f"{guard!r} does not exist"


@every_environment
def test_the_replies_in_a_card_are_read_as_it_says(spec: EnvSpec) -> None:
    valid, invalid = _blocks(card(spec))[2:4]
    env = make(spec, split="validation")
    env.reset(seed=0)
    for action in str(read_reply(valid).answer).split(spec.separator or "\0"):
        env.parse(action.strip())
    with pytest.raises(InvalidAction):
        env.parse(str(read_reply(invalid).answer))
    assert env.step(str(read_reply(invalid).answer))[-1]["valid"] is False


@every_environment
def test_synthetic_cards_open_with_what_they_are_not(spec: EnvSpec) -> None:
    opening = " ".join(card(spec).split("## Facts")[0].split())
    assert "Tasks in the style of" in opening
    assert "not comparable with published" in opening
    assert "construct validity not yet shown until `ragen-bench calibrate` has 8 models" in opening


# ------------------------------------------------------------------------------------- how they are made


def test_a_card_shows_everything_that_the_spec_says(sums: Plugin) -> None:
    spec = sums.specs[0]
    text = card(spec)
    for part in (
        "| id | `toy/Sums-v2` |",
        "| version | 2 (generator 1) |",
        "| track | `@synthetic` |",
        "| tags | arithmetic |",
        "Several actions in one reply are separated by `||`.",
        "| `correct` | +1 | the sum is said |",
        "- Success: the last number said is the sum",
        "- easy: the one turn ends the task: terminated",
        "- medium: after 2 turns: truncated",
        "| medium | yes | 2 | 2 |  | `",
        "| task parameter | easy | medium |",
        "| `limit` | 40 | 200 |",
        "change only how a task is shown: `words=False`",
        "| preset | train | validation | test | test_ood |",
        "| easy | unbounded | 20 | 3 | 20 |",
        "- easy, test: so few sums",
        "A random action (`sample_action`): Any sum from 0 to 398, uniformly.",
        '`info["error"]` is `unreadable`',
        "| saying every number in one reply | `one_chunk_is_bounded` |",
        "- Much smaller than anything published.",
        "- v2: a second version",
        f"fingerprint {fingerprint(spec, 'medium')[:12]}",
        "track @synthetic",
    ):
        assert part in text, part


def test_a_card_without_baselines_says_what_to_type(sums: Plugin) -> None:
    text = card(sums.specs[0])
    assert "**No baselines: they were never measured.**" in text
    assert "`ragen-bench baselines toy/Sums-v2 --preset medium --write`" in text


def test_stale_baselines_are_not_shown(sums: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = sums.specs[0]
    refresh_baselines(spec, episodes=5)
    assert "| oracle | oracle |" in card(spec)
    monkeypatch.setattr("ragen_bench.evaluation.baselines.fingerprint", lambda spec, preset: "moved")
    text = card(spec)
    assert "| oracle | oracle |" not in text
    assert text.count("their fingerprint is not the present one") == 2


def test_baselines_are_tables_with_intervals_and_a_marked_floor(sums: Plugin) -> None:
    spec = sums.specs[0]
    refresh_baselines(spec, episodes=20)
    text = card(spec)
    assert re.search(
        r"\| oracle \| oracle \| 100\.0 % \[\d+\.\d, 100\.0\] \| 1\.000 \[0\.\d{3}, 1\.000\] \|", text
    )
    assert re.search(r"\| adder \| reference \|", text)
    assert text.count("**floor**") == 2
    assert re.search(r"\| 50 % \| \d+\.\d % \[\d+\.\d, \d+\.\d\] \| 0\.\d{3} \[", text)
    assert "20 episodes per policy, split test." in text


def test_a_cheap_policy_above_the_limit_is_said(sums: Plugin) -> None:
    spec = sums.specs[0]
    refresh_baselines(spec, episodes=20)
    assert "above the limit" not in card(spec)
    as_cheap = replace(spec, heuristics={"adder": spec.heuristics["reference_adder"]})
    registry_free: Any = cards._baseline
    assert registry_free(as_cheap, as_cheap.presets[1])["missing"] is not None
    refresh_baselines(as_cheap, episodes=20)
    assert "(**above the limit of 5 %**)" in card(as_cheap)


def test_a_public_card_does_not_open_as_a_synthetic_one(sums: Plugin) -> None:
    text = card(sums.specs[1])
    assert "in the style of" not in text
    assert "| track | `@public:sums@1` |" in text
    assert "track @public:sums@1" in text


def test_every_table_has_as_many_cells_in_each_row_as_in_its_head(sums: Plugin) -> None:
    refresh_baselines(sums.specs[0], episodes=5)
    texts = [card(sums.specs[0]), *(card(spec) for spec in BUILT_IN)]
    for text in texts:
        width = 0
        fenced = False
        for line in text.splitlines():
            fenced ^= line.startswith("```")
            if fenced or not line.startswith("|"):
                width = 0
                continue
            cells = len(re.findall(r"(?<!\\)\|", line))
            width = width or cells
            assert cells == width, line


def test_the_newest_version_has_card_md_and_older_ones_their_own(sums: Plugin) -> None:
    new, old = sums.specs
    assert card_path(new) == sums.folder / "CARD.md"
    assert card_path(old) == sums.folder / "CARD-Sums-v1.md"


def test_a_card_that_was_edited_by_hand_is_found(sums: Plugin) -> None:
    spec = sums.specs[0]
    assert not check_card(spec)
    path = write_card(spec)
    assert check_card(spec)
    path.write_text(path.read_text(encoding="utf-8") + "one more line\n", encoding="utf-8")
    assert not check_card(spec)


def test_refresh_measures_and_writes_and_is_the_same_the_second_time(sums: Plugin) -> None:
    spec = sums.specs[0]
    path = refresh(spec, episodes=5)
    first = path.read_text(encoding="utf-8")
    assert "No baselines" not in first
    assert (sums.folder / "baselines.json").is_file()
    assert refresh(spec, episodes=5).read_text(encoding="utf-8") == first


def test_an_invalid_example_that_can_be_played_makes_no_card(sums: Plugin) -> None:
    with pytest.raises(InvalidConfig, match="invalid_example must be an action that does not parse"):
        card(replace(sums.specs[0], invalid_example="say 3"))


def test_text_of_an_environment_cannot_break_out_of_its_block() -> None:
    assert cards._fenced("a\n```\nb") == "````text\na\n```\nb\n````"
    assert cards._code("a `b` c") == "``a `b` c``"
    assert cards._cell("a || b\nc") == "a \\|\\| b c"
    assert cards._cell("9**9 and `9**9|`") == "9\\*\\*9 and `9**9\\|`"


def test_the_spark_line_has_one_block_per_noise_level() -> None:
    assert cards._spark([1.0, 0.5, 0.0]) == "█▅▁"


def _blocks(text: str) -> list[str]:
    return re.findall(r"^```text\n(.*?)\n```$", text, flags=re.MULTILINE | re.DOTALL)
