"""`ragen-bench evaluate`: play a model over a suite."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from ragen_bench.cli import NEGATIVE, OUTSIDE
from ragen_bench.cli.output import EpisodeProgress, emit, emit_json, note


def command(
    model: str = typer.Argument(
        ...,
        metavar="MODEL",
        help="random, oracle, a cheap policy, human, replay:RUN, smollm2, a folder, a hub id, "
        "BASE+ADAPTER, openai:NAME.",
    ),
    suite: str = typer.Option("all", help='"all", "installed", or a list such as "countdown,bandit:hard".'),
    preset: str = typer.Option(None, help="Preset of every environment (default medium)."),
    split: str = typer.Option("test", help="train, validation, test, test_ood or fresh:SALT."),
    size: str = typer.Option("dev", help="smoke 16, dev 64, full 256 (ranked), paper 512 episodes each."),
    episodes: int = typer.Option(None, min=1, help="Episodes per environment, instead of --size."),
    repeats: int = typer.Option(1, min=1, help="Plays per task; repeat r is replica r."),
    out: Path = typer.Option(None, help="Run folder (default runs/MODEL-SUITE-SPLIT-SIZE)."),
    resume: bool = typer.Option(False, "--resume", help="Play what is missing or ended in an error."),
    name: str = typer.Option(None, help="What the run is called on a leaderboard."),
    data: Path = typer.Option(None, help="Folder of public data sets, for public presets."),
    seed: int = typer.Option(0, min=0, help="Sampling seed of the run."),
    env_option: list[str] = typer.Option(
        [], help="KEY=VALUE for every environment, NAME.KEY=VALUE for one; such a run is not ranked."
    ),
    protocol: str = typer.Option("auto", help="auto, tags, native or tool."),
    think: bool = typer.Option(True, help="Ask for thinking."),
    context: str = typer.Option("full", help="full, last_k:N or single_turn."),
    keep_thinking: bool = typer.Option(False, "--keep-thinking", help="Show earlier thinking again."),
    context_tokens: int = typer.Option(None, min=1, help="Token budget of a prompt."),
    temperature: float = typer.Option(None, help="Default: the model's own, else 0.6."),
    top_p: float = typer.Option(None, help="Default: the model's own, else 0.95."),
    max_new_tokens: int = typer.Option(None, min=1, help="Tokens per reply (default 1024; native 16384)."),
    log_probs: bool = typer.Option(False, "--log-probs", help="Ask for log-probabilities."),
    device: str = typer.Option("auto", help="transformers: auto, cpu, cuda."),
    dtype: str = typer.Option("auto", help="transformers: auto, bf16, f32."),
    batch_size: int = typer.Option(None, min=1, help="transformers: replies decoded at once."),
    base_url: str = typer.Option(None, help="openai: the endpoint, such as http://127.0.0.1:8000/v1."),
    concurrency: int = typer.Option(None, min=1, help="openai: calls in flight."),
    timeout: float = typer.Option(None, min=0.1, help="openai: seconds per attempt."),
    prices: Path = typer.Option(None, help="JSON price table, for the cost."),
    max_errors: int = typer.Option(None, min=1, help="Stop after this many errors."),
    dry_run: bool = typer.Option(
        False, "--dry-run", help="Only say how many calls and tokens it would take."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print the summary as JSON."),
    quiet: bool = typer.Option(False, "--quiet", help="No progress."),
) -> None:
    """Play MODEL over a suite and write a run folder.

    Exit codes: 0 complete; 1 played, but more than 1 % errors; 2 bad input; 3 stopped by trouble outside.
    """
    from ragen_bench.agents.context import ContextConfig
    from ragen_bench.agents.resolve import ModelOptions, kind_of
    from ragen_bench.evaluation import evaluate, plan

    if data is not None:
        from ragen_bench.public_data import DATA_VARIABLE

        os.environ[DATA_VARIABLE] = str(data)
    overrides = _overrides(env_option)
    chosen = plan(suite, split, size, episodes, repeats, preset)
    if dry_run:
        if not _is_ours(model):
            kind_of(model)
        _dry_run(model, chosen, overrides, prices, as_json)
        return
    options = ModelOptions(
        base_url=base_url,
        protocol=protocol,
        think=think,
        temperature=temperature,
        top_p=top_p,
        max_new_tokens=max_new_tokens,
        device=device,
        dtype=dtype,
        batch_size=batch_size,
        concurrency=concurrency,
        timeout_s=timeout,
        log_probs=log_probs,
    )
    mode, _, k = context.partition(":")
    shown = ContextConfig(
        mode, _whole(k, "--context last_k:N") if k else None, keep_thinking, max_tokens=context_tokens
    )
    price_list = _prices(prices, model)
    resolved = _resolve(model, options, quiet)
    with EpisodeProgress(f"{resolved.name}, {suite}", quiet) as progress, _blame(resolved):
        run = evaluate(
            resolved,
            suite,
            split,
            size,
            out=out,
            name=name,
            episodes=episodes,
            repeats=repeats,
            preset=preset,
            think=think,
            context=replace(shown, system_role=getattr(resolved.policy, "system_role", True)),
            seed=seed,
            overrides=overrides,
            resume=resume,
            max_errors=max_errors,
            prices=price_list,
            tick=progress.tick,
        )
    if as_json:
        emit_json({**run.summary, "run": str(run.path)})
    else:
        from ragen_bench.cli.show import print_summary

        print_summary(run.summary)
        emit(f"run folder: {run.path}")
    if run.stopped:
        note(f"{run.stopped}. Nothing is lost: repeat the command with --resume")
        raise typer.Exit(OUTSIDE)
    if not run.complete:
        note("incomplete: more than 1 % of the episodes ended in an error. Repeat the command with --resume")
        raise typer.Exit(NEGATIVE)


def _is_ours(model: str) -> bool:
    """Named here and not by `resolve`, because it needs the terminal or a run folder."""
    return model == "human" or model.startswith("replay:")


@contextlib.contextmanager
def _blame(resolved: Any) -> Iterator[None]:
    """What a policy of another package raises is told as its trouble, not shown as a defect of ours."""
    from ragen_bench.errors import BrokenPlugin, RagenError

    try:
        yield
    except (RagenError, OSError):
        raise
    except (Exception, SystemExit) as error:
        if resolved.kind != "plugin":
            raise
        raise BrokenPlugin(
            f"policy plug-in {resolved.name!r} raised {type(error).__name__}: {error}. "
            "What was played is kept; when it is mended, repeat the command with --resume"
        ) from error


def _resolve(model: str, options: Any, quiet: bool) -> Any:
    from ragen_bench.agents.resolve import Resolved, resolve

    if model == "human":
        return _human()
    if model.startswith("replay:"):
        from ragen_bench.evaluation.replay import replay_policy

        policy = replay_policy(model.removeprefix("replay:"))
        return Resolved(policy.name, policy, policy.protocol, policy.settings(), "replay")
    if not quiet and (model == "smollm2" or "/" in model):
        note(f"loading {model}")
    return resolve(model, options)


def _human() -> Any:
    from ragen_bench.agents.human import Human
    from ragen_bench.agents.resolve import Resolved

    def ask(text: str) -> str:
        sys.stderr.write(text)
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            raise KeyboardInterrupt
        return line.rstrip("\n")

    return Resolved("human", Human(ask), "raw", {"kind": "human"}, "human")


def _overrides(pairs: list[str]) -> dict[str, Any]:
    import json

    from ragen_bench.errors import InvalidConfig

    overrides: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InvalidConfig("--env-option", pair, "KEY=VALUE")
        try:
            overrides[key] = json.loads(value)
        except json.JSONDecodeError:
            overrides[key] = value
        except (ValueError, RecursionError) as error:  # an over-long number, or nesting without end
            raise InvalidConfig(f"--env-option {key}", value, "a value that can be read") from error
        if isinstance(overrides[key], list):
            # Configs are hashable.
            overrides[key] = tuple(overrides[key])
    return overrides


def _whole(text: str, option: str) -> int:
    from ragen_bench.errors import InvalidConfig

    if not text.isdecimal() or len(text) > 18:
        raise InvalidConfig(option, text, "a whole number of at most 18 digits")
    return int(text)


def _prices(path: Path | None, model: str) -> Any:
    if path is None:
        return None
    from ragen_bench.evaluation.cost import load_prices

    return load_prices(path).get(model.removeprefix("openai:"))


def _dry_run(model: str, chosen: Any, overrides: dict[str, Any], prices: Path | None, as_json: bool) -> None:
    from ragen_bench.evaluation.forecast import forecast

    estimate = forecast(chosen, overrides, _prices(prices, model))
    if as_json:
        emit_json(estimate)
        return
    emit(f"{chosen.suite.label}, split {chosen.split}: {estimate['episodes']} episodes")
    emit(f"calls: at most {estimate['calls']}")
    emit(f"prompt tokens: at most about {estimate['prompt_tokens']}")
    emit(f"reply tokens: at most {estimate['reply_tokens']} (1,024 a call)")
    emit(f"cost: at most {estimate['cost'] if estimate['cost'] is not None else 'unknown (give --prices)'}")
