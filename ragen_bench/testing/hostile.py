"""Any string is an action, and none does harm."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from ragen_bench.testing.contract import check
from ragen_bench.testing.subject import Subject, short

#: Seconds that one reply may take, however it is written.
TIME_LIMIT_S = 2.0

#: What models and people who mean harm have written.
HOSTILE = (
    "",
    " ",
    "\n\t\r\n",
    "\x00",
    "up\x00down",
    "\ud800",
    "a\udfffb",
    "\u202egnisrever",
    "مرحبا",
    "עברית ||",
    "😀" * 50,
    "e\u0301\u0301\u0301" * 30,
    "ＵＰ",
    "٣ + ٤",
    "⁰¹²³",
    "\x1b[31mred\x1b[0m",
    "%s%n%x {} {0} ${x}",
    "../../etc/passwd",
    "__import__('os').system('true')",
    "9" * 4000,
    "9**9**9**9",
    "(" * 4000,
    "-" * 4000,
    "1/0",
    "1e999",
    "NaN",
    "null",
    "None",
    "[]",
    "<ans>up</ans>",
    "'; DROP TABLE tasks; --",
    "a" * 4000,
    " " * 4000 + "x",
)


def hostile_texts(separator: str | None) -> list[str]:
    """Strings that no environment may stumble over."""
    around = [separator, separator * 3, f" {separator} ", separator * 1500] if separator else []
    return [*HOSTILE, *around, "x" * 1_000_000]


@check
def any_string_is_accepted(subject: Subject) -> Iterator[str]:
    """`step` accepts any string, quickly, and what it returns can be written to a file."""
    for preset in subject.presets:
        env = subject.env(preset)
        env.reset(seed=0)
        for text in hostile_texts(subject.spec.separator):
            if env.over:
                env.reset(seed=0)
            began = time.monotonic()
            try:
                observation, _, _, _, info = env.step(text)
                observation.encode()
                json.dumps(info)
            except Exception as error:  # noqa: BLE001 - a crash is what this looks for
                what = f"{type(error).__name__}: {short(str(error))}"
                yield f"preset {preset.name}, {short(repr(text), 60)}: {what}"
                env.reset(seed=0)
                continue
            seconds = time.monotonic() - began
            if seconds > TIME_LIMIT_S:
                yield f"preset {preset.name}, {short(repr(text), 60)}: took {seconds:.1f} s"


@check
def empty_and_over_long_replies_are_invalid(subject: Subject) -> Iterator[str]:
    """A reply without an action and one that is too long are invalid, with an error in info."""
    for preset in subject.presets:
        env = subject.env(preset)
        for text in ("", "  \n", subject.spec.example + " " * env.max_action_length, "x" * 1_000_000):
            env.reset(seed=0)
            info = env.step(text)[4]
            if info["valid"] or not info["error"] or info["executed"]:
                yield f"preset {preset.name}, {short(repr(text), 40)}: {short(info)}"


@check
def only_strings_are_actions(subject: Subject) -> Iterator[str]:
    """An action that is no string raises TypeError."""
    env = subject.env(subject.presets[0])
    for action in (None, 3, b"up", ["up"]):
        env.reset(seed=0)
        try:
            env.step(action)  # type: ignore[arg-type]
        except TypeError:
            continue
        yield f"{action!r} was accepted"
