"""The parts of a theorem's header, read as text: what any checker's statements have in common."""

from __future__ import annotations

from dataclasses import dataclass, replace

_CLOSING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⦃": "⦄"}


@dataclass(frozen=True, slots=True)
class Binder:
    """`(names : kind)`.

    Args:
        bracket: the opening one.
        names: what is bound; none in `[Group α]`.
        kind: the type or formula, as written.
    """

    bracket: str
    names: tuple[str, ...]
    kind: str

    def __str__(self) -> str:
        start = f"{' '.join(self.names)} : " if self.names else ""
        return f"{self.bracket}{start}{self.kind}{_CLOSING[self.bracket]}"


@dataclass(frozen=True, slots=True)
class Header:
    """`theorem name binders : claim`."""

    name: str
    binders: tuple[Binder, ...]
    claim: str

    def __str__(self) -> str:
        return " ".join((f"theorem {self.name}", *map(str, self.binders))) + f" : {self.claim}"

    @property
    def names(self) -> set[str]:
        """Every name that a binder gives."""
        return {name for binder in self.binders for name in binder.names}

    def with_binder(self, at: int, *binders: Binder) -> Header:
        """The header with other binders in place of the one at `at`."""
        return replace(self, binders=(*self.binders[:at], *binders, *self.binders[at + 1 :]))


def read(statement: str) -> Header | None:
    """The parts of `theorem name binders : claim`; None when it has another form."""
    word, _, rest = statement.strip().partition(" ")
    if word not in ("theorem", "lemma"):
        return None
    rest = rest.lstrip()
    end = next((i for i, c in enumerate(rest) if c.isspace() or c in _CLOSING or c == ":"), len(rest))
    name, at = rest[:end], end
    binders: list[Binder] = []
    while True:
        while at < len(rest) and rest[at].isspace():
            at += 1
        if at >= len(rest) or rest[at] not in _CLOSING:
            break
        close = _closing(rest, at)
        if close is None:
            return None
        names, colon, kind = rest[at + 1 : close].partition(":")
        if colon and not kind.startswith("="):
            binders.append(Binder(rest[at], tuple(names.split()), kind.strip()))
        else:
            binders.append(Binder(rest[at], (), rest[at + 1 : close].strip()))
        at = close + 1
    if not name or at >= len(rest) or rest[at] != ":":
        return None
    return Header(name, tuple(binders), rest[at + 1 :].strip())


def _closing(text: str, at: int) -> int | None:
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] in _CLOSING) - (text[end] in _CLOSING.values())
        if depth == 0:
            return end
    return None


def outermost(formula: str, symbols: tuple[str, ...]) -> list[tuple[int, str]]:
    """Where those symbols stand outside all brackets."""
    found = []
    depth = 0
    for at, character in enumerate(formula):
        depth += (character in _CLOSING) - (character in _CLOSING.values())
        if depth == 0 and character in symbols:
            found.append((at, character))
    return found
