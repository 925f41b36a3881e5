"""From the name of a checker to the checker."""

from __future__ import annotations

from functools import lru_cache

from ragen_bench.environments.lean.checking import ProofChecker
from ragen_bench.environments.lean.config import KIMINA_PREFIX


@lru_cache(maxsize=8)
def checker_for(name: str) -> ProofChecker:
    """The checker that a config names; one for all environments of a process.

    Raises:
        MissingExtra: it needs a package that is not installed.
    """
    if name == "embedded":
        from ragen_bench.environments.lean.embedded import EmbeddedChecker

        return EmbeddedChecker()
    if name == "lean":
        from ragen_bench.environments.lean.toolchain import LeanToolchain

        return LeanToolchain()
    from ragen_bench.environments.lean.kimina import KiminaServer

    return KiminaServer(name.removeprefix(KIMINA_PREFIX))
