"""Suites and sizes: which tasks a run plays.

A suite is a versioned list of (environment id, preset). Sizes are always the first n tasks of a
split, so a smaller run is a prefix of a larger one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragen_bench.errors import InvalidConfig, UnknownName
from ragen_bench.registry import catalogue, get_preset, get_spec
from ragen_bench.spec import EnvSpec, Preset

#: Episodes per environment. "full" and "paper" may be ranked.
SIZES = {"smoke": 16, "dev": 64, "full": 256, "paper": 512}
#: Fewest episodes with which a row may be ranked.
RANKED_EPISODES = SIZES["full"]
_ALL_1 = (
    "ragen/Sokoban-v1",
    "ragen/FrozenLake-v1",
    "ragen/Bandit-v1",
    "ragen/Countdown-v1",
    "ragen/Sudoku-v1",
)
_ALL_2 = (*_ALL_1, "ragen/MetaMathQA-v1", "ragen/SearchQA-v1", "ragen/WebShop-v1")
#: The versions of the suite "all", oldest first: a change of its members is a new one, and old ones stay.
ALL: tuple[tuple[str, ...], ...] = (_ALL_1, _ALL_2)


@dataclass(frozen=True, slots=True)
class Entry:
    """One environment of a suite at one preset."""

    spec: EnvSpec
    preset: Preset


@dataclass(frozen=True, slots=True)
class Suite:
    """A named, versioned list of entries. "custom" suites have version 0 and are not ranked as a suite."""

    name: str
    version: int
    entries: tuple[Entry, ...]

    @property
    def label(self) -> str:
        """For example "all@1"."""
        return f"{self.name}@{self.version}"


def get_suite(text: str, preset: str | None = None) -> Suite:
    """The suite called `text`.

    Args:
        text: "all" (the built-in environments; "all@1" for an older version), "installed" (plug-ins too),
            or a comma-separated list of environments, each with an optional preset: "countdown,bandit:hard".
        preset: for every environment without one of its own; default "medium".

    Raises:
        UnknownName: an environment or preset that does not exist.
        InvalidConfig: an environment named twice, or an empty list.
    """
    default = preset or "medium"
    if text == "installed":
        specs = _newest([claim.spec for claim in catalogue().claims.values()])
        return Suite(text, 0, tuple(Entry(spec, get_preset(spec, default)) for spec in specs))
    if text == "all" or text.startswith("all@"):
        version = _all_version(text)
        specs = [get_spec(env_id) for env_id in ALL[version - 1]]
        return Suite("all", version, tuple(Entry(spec, get_preset(spec, default)) for spec in specs))
    entries = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, own = part.partition(":")
        try:
            spec = get_spec(name)
        except UnknownName as error:
            known = ("all", "installed", *error.known)
            raise UnknownName("suite or environment", name, known, "See: ragen-bench list") from None
        entries.append(Entry(spec, get_preset(spec, own or default)))
    ids = [entry.spec.id for entry in entries]
    if not ids:
        raise InvalidConfig("suite", text, '"all", "installed" or a list such as "countdown,bandit:hard"')
    if len(set(ids)) != len(ids):
        raise InvalidConfig("suite", text, "a list that names each environment once; make a run per preset")
    return Suite("custom", 0, tuple(entries))


def get_size(size: str, episodes: int | None = None) -> int:
    """Episodes per environment for a size name, or `episodes` itself.

    Raises:
        UnknownName, InvalidConfig: neither a size nor a positive number.
    """
    if episodes is not None:
        if episodes < 1:
            raise InvalidConfig("episodes", episodes, "at least 1")
        return episodes
    if size not in SIZES:
        raise UnknownName("size", size, tuple(SIZES), "Or give a number: --episodes 100")
    return SIZES[size]


def _all_version(text: str) -> int:
    known = [f"all@{version}" for version in range(1, len(ALL) + 1)]
    if text == "all":
        return len(ALL)
    if text not in known:
        raise UnknownName("suite", text, ("all", *known))
    return known.index(text) + 1


def _newest(specs: Sequence[EnvSpec]) -> list[EnvSpec]:
    newest: dict[tuple[str, str], EnvSpec] = {}
    for spec in specs:
        key = (spec.namespace, spec.name)
        if key not in newest or newest[key].version < spec.version:
            newest[key] = spec
    return list(newest.values())
