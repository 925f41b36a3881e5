"""The conformance battery: checks what the environment contract says, on any environment.

    from ragen_bench.testing import check_environment
    check_environment("my/Env-v1").raise_if_failed()

Also a pytest plug-in, `pytest --ragen-env my/Env-v1`. Its start must stay cheap for every pytest run
of every project in the same place, so nothing is imported here before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragen_bench.testing.battery import check_environment as check_environment
    from ragen_bench.testing.contract import Check as Check
    from ragen_bench.testing.contract import Failure as Failure
    from ragen_bench.testing.contract import Report as Report

_HOMES = {
    "check_environment": "battery",
    "Check": "contract",
    "Failure": "contract",
    "Report": "contract",
}

__all__ = ["Check", "Failure", "Report", "check_environment"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
