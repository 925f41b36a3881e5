"""Proof steps as a Lean file, and Lean's messages as a verdict: shared by every backend with a real Lean."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ragen_bench.environments.lean.checking import Checked, Statement, StatementError
from ragen_bench.environments.lean.header import read
from ragen_bench.environments.lean.refused import refused_word
from ragen_bench.errors import TransportError

#: What a proof may rest on.
AXIOMS = frozenset({"propext", "Quot.sound", "Classical.choice"})
_UNSOLVED = "unsolved goals"
_SEVERITIES = ("error", "warning", "info", "trace", "information")
#: Messages that are read of one reply.
_MOST_MESSAGES = 2000


@dataclass(frozen=True, slots=True)
class Script:
    """A file with one theorem, and a report on its axioms as the last line.

    Args:
        imports: what stands before the theorem.
        body: the theorem and the report.
        name: the theorem's.
        by_line: where in the body `by` stands, counted from 1; no text of an agent is on that line.
        report_line: where in the body the report is asked for.
    """

    imports: str
    body: str
    name: str
    by_line: int
    report_line: int

    @property
    def text(self) -> str:
        """The whole file."""
        return f"{self.imports}\n\n{self.body}" if self.imports else self.body


@dataclass(frozen=True, slots=True)
class Message:
    """One message of Lean; `line` and `column` as the backend counts them."""

    severity: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """What Lean answered to a file."""

    messages: tuple[Message, ...]
    sorries: int


class TimedOut(Exception):
    """Lean was at work for too long, and the backend says so itself."""


#: Has Lean read a file. Raises TimedOut, or TransportError when there is no answer.
Run = Callable[[Script], Said]


def script(statement: Statement, steps: Sequence[str]) -> Script:
    """The file for these steps.

    Raises:
        StatementError: the statement is no theorem with a name.
    """
    header = read(statement.text)
    if header is None:
        raise StatementError("a statement reads 'theorem name binders : claim'")
    lines = [*statement.text.rstrip().splitlines()]
    lines[-1] += " := by"
    by_line = len(lines)
    # A block needs at least one tactic.
    lines.append("  skip")
    for step in steps:
        lines += textwrap.indent(step.strip("\n"), "  ").splitlines()
    lines += ["", f"#print axioms {header.name}"]
    return Script("\n".join(statement.imports), "\n".join(lines), header.name, by_line, len(lines))


def check(run: Run, statement: Statement, accepted: Sequence[str], step: str | None) -> Checked:
    """A `ProofChecker.check` on top of a backend; see there."""
    if step is None:
        return _state(run, statement, accepted)
    word = refused_word(step)
    if word is not None:
        return Checked("rejected", "", f"'{word}' is not allowed in a proof")
    whole = script(statement, [*accepted, step])
    try:
        said = run(whole)
    except TimedOut as error:
        # Only when the state before it is fine can the step be blamed.
        _state(run, statement, accepted)
        return Checked("rejected", "", f"(deterministic) timeout: {error}")
    return judge(whole, said)


def _state(run: Run, statement: Statement, accepted: Sequence[str]) -> Checked:
    whole = script(statement, accepted)
    try:
        checked = judge(whole, run(whole))
    except TimedOut as error:
        raise TransportError("checker", f"Lean took too long for what it had accepted: {error}") from error
    if checked.status == "rejected":
        if accepted:
            raise TransportError("checker", f"Lean rejects what it had accepted: {checked.message[:300]}")
        raise StatementError(f"Lean cannot read the statement: {checked.message[:300]}")
    return checked


def judge(whole: Script, said: Said) -> Checked:
    """The verdict on a file.

    Proved: no error, no sorry, and the last report on the theorem names allowed axioms only. Open: the one
    error is that the theorem's own `by` leaves goals. All else: rejected.

    Raises:
        TransportError: neither an error nor a report, so that this is no answer of Lean to this file.
    """
    messages = sorted(said.messages, key=lambda message: (message.line, message.column))
    errors = [message for message in messages if message.severity == "error"]
    report = _last_report(whole.name, messages)
    if errors:
        shift = whole.report_line - report[0] if report is not None else 0
        if all(e.line + shift == whole.by_line and e.text.startswith(_UNSOLVED) for e in errors):
            goals = "\n\n".join(e.text.removeprefix(_UNSOLVED).strip("\n") for e in errors)
            return Checked("open", goals, "")
        blamed = [e for e in errors if not e.text.startswith(_UNSOLVED)] or errors
        return Checked("rejected", "", blamed[0].text)
    if report is None:
        raise TransportError("checker", "Lean's answer has neither an error nor the report on axioms")
    unknown = sorted(report[1] - AXIOMS)
    if unknown:
        return Checked(
            "rejected", "", f"the proof rests on axioms that are not allowed: {', '.join(unknown)}"
        )
    if said.sorries or any("declaration uses" in m.text and "sorry" in m.text for m in messages):
        return Checked("rejected", "", "the proof uses sorry")
    return Checked("proved", "", "")


def _last_report(name: str, messages: Sequence[Message]) -> tuple[int, frozenset[str]] | None:
    """(line, axioms) of the last report on `name`: ours is the file's last line, whatever came before it."""
    shown = rf"'(?:_root_\.)?{re.escape(name)}'"
    none = re.compile(rf"\A{shown} does not depend on any axioms\s*\Z")
    some = re.compile(rf"\A{shown} depends on axioms:\s*\[([^\]]*)\]\s*\Z")
    for message in reversed(messages):
        if message.severity not in ("info", "information"):
            continue
        if none.match(message.text):
            return message.line, frozenset()
        found = some.match(message.text)
        if found:
            return message.line, frozenset(found[1].replace(",", " ").split())
    return None


def read_said(answer: Any) -> Said:
    """The messages of a reply of the Lean REPL.

    Raises:
        TransportError: it has another shape.
    """
    if not isinstance(answer, dict):
        raise TransportError("checker", "Lean's answer is no object")
    messages, sorries = answer.get("messages") or [], answer.get("sorries") or []
    if not isinstance(messages, list) or not isinstance(sorries, list) or len(messages) > _MOST_MESSAGES:
        raise TransportError("checker", "Lean's answer has no list of messages")
    return Said(tuple(_message(item) for item in messages), len(sorries))


def _message(item: Any) -> Message:
    if isinstance(item, dict):
        place, severity, text = item.get("pos"), item.get("severity"), item.get("data")
        if isinstance(place, dict) and severity in _SEVERITIES and isinstance(text, str):
            line, column = place.get("line"), place.get("column")
            if isinstance(line, int) and isinstance(column, int):
                return Message(str(severity), line, column, text)
    raise TransportError("checker", "a message of Lean's answer has another shape than Lean's messages")
