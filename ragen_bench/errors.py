"""Every error a user can meet, in one place.

Each message says what went wrong, where, and what to type next. `exit_code` is what the command
line returns for it: 2 for input the user can correct, 3 for trouble outside (network, disk, a
missing package).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class RagenError(Exception):
    """Base of every error raised on purpose."""

    exit_code = 2


class UnknownName(RagenError, LookupError):
    """A name that nothing is registered under: environment, preset, split, model, suite, option."""

    def __init__(self, kind: str, name: object, known: Iterable[str], hint: str = "") -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        near = near_matches(str(name), self.known) if isinstance(name, str) and len(name) <= 200 else []
        text = f"unknown {kind} {_short(name)}"
        if near:
            text += f"; did you mean {_or(near)}?"
        elif self.known:
            shown = self.known[:12]
            more = len(self.known) - len(shown)
            text += f"; known: {', '.join(shown)}" + (f" and {more} more" if more else "")
        if hint:
            text += f" {hint}" if text.endswith("?") else f". {hint}"
        super().__init__(text)


class AmbiguousId(RagenError, LookupError):
    """Two plug-ins claim one environment id, so neither is registered."""


class BrokenPlugin(RagenError):
    """A plug-in that is installed but cannot be loaded."""

    exit_code = 3


class InvalidConfig(RagenError, ValueError):
    """A parameter with a value outside what is allowed; names field, value and allowed values."""

    def __init__(self, field: str, value: object, allowed: str, where: str = "") -> None:
        self.field, self.value, self.allowed = field, value, allowed
        prefix = f"{where}: " if where else ""
        super().__init__(f"{prefix}{field} must be {allowed}, got {_short(value)}")


class InvalidTask(RagenError, ValueError):
    """A task given by hand that the environment cannot play; names the field."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field, self.value, self.allowed = field, value, allowed
        super().__init__(f"task field {field!r} must be {allowed}, got {_short(value)}")


class SplitExhausted(RagenError, RuntimeError):
    """A finite split that holds fewer distinct tasks than its declared size."""


class EpisodeOver(RagenError, RuntimeError):
    """`step` after the end of an episode, or before the first `reset`."""


class MissingExtra(RagenError, ImportError):
    """An optional package is needed; the message is the install line."""

    exit_code = 3

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(
            f'{purpose} needs the package {package!r}. Install it with: pip install "ragen-bench[{extra}]"'
        )


class MissingProgram(RagenError, LookupError):
    """A program outside this package that is not installed; says where to get it."""

    exit_code = 3


class MissingData(RagenError, LookupError):
    """Public data that is neither in the data folder nor to be had from a hub; says where to put it."""

    exit_code = 3


class InvalidData(RagenError, ValueError):
    """A public data file with a row that is not as its schema says; names file and line."""


class ModelError(RagenError, RuntimeError):
    """A model that cannot be loaded or found."""

    exit_code = 3


class TransportError(RagenError, RuntimeError):
    """The endpoint, not the model, failed: never a score. `kind` is recorded in the episode row."""

    exit_code = 3

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)


class RunConflict(RagenError, RuntimeError):
    """A run folder that cannot be continued with these settings, or is in use."""


class StorageError(RagenError, OSError):
    """The disk or folder refused a write. What had been written before is intact."""

    exit_code = 3


class InvalidRun(RagenError, ValueError):
    """A run folder that is not one, or is damaged; names file and line."""


class ConformanceError(RagenError, AssertionError):
    """An environment breaks the contract; the message lists every failed check."""

    exit_code = 1


class ContextOverflow(RagenError, ValueError):
    """The system text and the current turn alone exceed the token budget.

    The model's outcome, recorded as finish_reason "context". `needed` and `limit` are in tokens.
    """

    def __init__(self, needed: int, limit: int) -> None:
        self.needed, self.limit = needed, limit
        super().__init__(
            f"the system text and the current observation take {needed} tokens of a budget of {limit}; "
            "raise max_tokens or use a smaller preset"
        )


def near_matches(name: str, known: Sequence[str], n: int = 3) -> list[str]:
    """The known names closest to `name`, ignoring case and any `namespace/` or `-vN`."""
    exact = [k for k in known if k.lower() == name.lower()]
    if exact:
        return exact[:n]
    lowered: dict[str, str] = {}
    for known_name in known:
        lowered.setdefault(known_name.lower(), known_name)
        lowered.setdefault(known_name.lower().split("/")[-1].split("-v")[0], known_name)
    keys = difflib.get_close_matches(name.lower(), list(lowered), n=n, cutoff=0.6)
    keys += difflib.get_close_matches(
        name.lower().split("/")[-1].split("-v")[0], list(lowered), n=n, cutoff=0.7
    )
    return list(dict.fromkeys(lowered[key] for key in keys))[:n]


def _or(names: Sequence[str]) -> str:
    quoted = [repr(name) for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _short(value: object, limit: int = 80) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an over-long number, or nesting without end
        return f"a value of type {type(value).__name__} that is too large to print"
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"
