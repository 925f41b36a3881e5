"""Puts every environment into Gymnasium's registry, and makes vectors of them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ragen_bench.errors import UnknownName
from ragen_bench.registry import get_spec, list_environments

if TYPE_CHECKING:
    import gymnasium


def register_all() -> None:
    """Registers every playable environment, by string, so that no environment is imported."""
    import gymnasium

    for spec in list_environments():
        if spec.id not in gymnasium.registry:
            gymnasium.register(spec.id, entry_point=spec.entry_point, kwargs={"env_spec": spec.id})


def register_when_imported() -> None:
    """Registers now if Gymnasium is there, else right after it has been imported.

    Importing Gymnasium costs more than all of this package. Who only asks for help at the command
    line, or runs pytest with our plug-in installed, does not need it.
    """
    if "gymnasium" in sys.modules:
        register_all()
    elif not any(isinstance(finder, _AfterGymnasium) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AfterGymnasium())


class _AfterGymnasium:
    """An entry of `sys.meta_path` that lets the ordinary import of Gymnasium happen, then registers."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Gymnasium's own spec, once; None for every other name."""
        if fullname != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_then_register(module: ModuleType) -> None:
                run(module)
                # When it is our own base class that needs Gymnasium, plug-ins, which need the base
                # class, must wait for it: env.py registers at its end.
                if "ragen_bench.env" not in sys.modules:
                    register_all()

            spec.loader.exec_module = run_then_register  # type: ignore[method-assign]
        return spec


def make_vec(
    env_id: str, num_envs: int = 1, mode: str = "sync", **kwargs: Any
) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """A vector of text environments, right in both modes.

    Async vectors share observations through fixed-size memory by default, which garbles text; here
    they travel through pipes.

    Args:
        env_id: a Gymnasium id.
        num_envs: how many.
        mode: "sync" or "async" (one process each).
        **kwargs: for the environment: preset, split, ...

    Raises:
        UnknownName: unknown environment or mode.
    """
    import gymnasium

    if mode not in ("sync", "async"):
        raise UnknownName("mode", mode, ("sync", "async"))
    return gymnasium.make_vec(
        get_spec(env_id).id,
        num_envs=num_envs,
        vectorization_mode=mode,
        vector_kwargs={"shared_memory": False} if mode == "async" else None,
        **kwargs,
    )
