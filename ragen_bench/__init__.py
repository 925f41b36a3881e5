"""Versioned text environments, an evaluation harness and a collapse evaluator for LLM agents.

Importing this package registers every environment with Gymnasium, at once or as soon as Gymnasium is
imported. Everything heavier is imported on first use.
"""

import importlib
import os
from typing import TYPE_CHECKING, Any

from ragen_bench import source_tree

source_tree.install(__name__, os.path.dirname(os.path.abspath(__file__)))

from ragen_bench.registration import make_vec, register_when_imported  # noqa: E402
from ragen_bench.registry import get_spec, list_environments  # noqa: E402

if TYPE_CHECKING:
    from ragen_bench.agents.cheap import oracle
    from ragen_bench.evaluation.run import evaluate
    from ragen_bench.wrappers import ReplyWrapper

__version__ = "0.1.0"

_LAZY = {
    "ReplyWrapper": "ragen_bench.wrappers",
    "evaluate": "ragen_bench.evaluation.run",
    "oracle": "ragen_bench.agents.cheap",
}

#: `ragen_bench.reply.parse_reply` and the like work after `import ragen_bench` alone.
_ROOMS = ("agents", "evaluation", "leaderboards", "reply", "testing")

__all__ = [
    "ReplyWrapper",
    "__version__",
    "evaluate",
    "get_spec",
    "list_environments",
    "make_vec",
    "oracle",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in _ROOMS:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register_when_imported()
