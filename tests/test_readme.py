"""The README, ARCHITECTURE and CONTRIBUTING are true: their code runs, their commands and links exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ragen_bench
from ragen_bench.cli import main

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
#: Commands that need a model, a server or an installation; that their options exist is checked all the same.
OUTSIDE = re.compile(r"openai:|path/or/hub-id|my_puzzle/")
#: Fewer episodes, so that this takes seconds.
SHORT = {"--suite all": "--suite bandit,countdown"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def commands() -> list[list[str]]:
    """The `ragen-bench` lines of the README, split as a shell does, without the program's name."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    found = [shlex.split(line, comments=True) for line in lines if line.startswith("ragen-bench ")]
    return [words[1:] for words in found]


@pytest.mark.parametrize("code", blocks("python"), ids=lambda code: code.splitlines()[0])
def test_the_readmes_python_runs_as_it_stands(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_readmes_commands_run_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    played = 0
    for words in commands():
        line = " ".join(words)
        if OUTSIDE.search(line) or words[0] == "demo":
            continue  # the demo has a test of its own, in tests/cli
        for long, short in SHORT.items():
            line = line.replace(long, short)
        assert main(line.split()) == 0, (line, capsys.readouterr().err)
        played += 1
    assert played >= 6
    assert (tmp_path / "site" / "index.html").is_file()
    assert (tmp_path / "my-puzzle" / "pyproject.toml").is_file()


def test_the_readmes_other_commands_have_the_options_they_show(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [words for words in commands() if OUTSIDE.search(" ".join(words)) or words[0] == "demo"]
    assert len(shown) >= 4
    for words in shown:
        assert main([words[0], "--help"]) == 0
        text = capsys.readouterr().out
        assert {word for word in words if word.startswith("--")} <= set(re.findall(r"--[a-z-]+", text))


def test_the_id_that_new_env_gives_is_the_one_the_readme_names() -> None:
    from ragen_bench.scaffold import names_of

    name = next(words[1] for words in commands() if words[0] == "new-env")
    assert f"ragen-bench check {names_of(name)['id']}" in README
    assert f"pytest --ragen-env {names_of(name)['id']}" in README
    assert f"pip install -e {names_of(name)['distribution']}\n" in README


def test_the_readme_lists_every_built_in_environment() -> None:
    listed = set(re.findall(r"^\| `(ragen/\w+-v\d+)`", README, flags=re.MULTILINE))
    built_in = [spec for spec in ragen_bench.list_environments() if spec.namespace == "ragen"]
    assert listed == {spec.id for spec in built_in}


@pytest.mark.parametrize("page", PAGES)
def test_every_relative_link_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    missing = [link for link in links if not (ROOT / link).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^ *)make ([a-z][a-z-]*)", text, flags=re.MULTILINE))
    rules = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert named <= rules


def test_make_help_names_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)[1].split())  # type: ignore[index]
    assert set(re.findall(r"make ([a-z][a-z-]*) ", "".join(re.findall(r'@echo "(.*)"', makefile)))) == (
        phony - {"help"}
    )


def test_the_architecture_names_every_file_of_the_core() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    core = {path.name for path in (ROOT / "ragen_bench").glob("[a-z]*.py")}
    assert [name for name in sorted(core) if name not in text] == []
