"""How far the model is: it plays validation tasks, through the same evaluation as any model."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from ragen_bench.agents.context import ContextConfig
from ragen_bench.agents.resolve import ModelOptions, resolve
from ragen_bench.trainers.tiny.model import PLAY
from ragen_bench.trainers.tiny.tokenizer import TAUGHT


def validate(folder: Path, episodes: int, split: str = "validation") -> dict[str, Any]:
    """Greedy success by environment at `easy`, on the first `episodes` tasks of the split."""
    from ragen_bench.evaluation import evaluate

    options = ModelOptions(temperature=0.0, batch_size=32, max_new_tokens=PLAY["max_new_tokens"])
    runs = Path(tempfile.mkdtemp(prefix="tiny-validation-"))
    try:
        run = evaluate(
            resolve(str(folder.resolve()), options),
            ",".join(f"{name.lower()}:easy" for name in TAUGHT),
            split,
            episodes=episodes,
            out=runs / "run",
            context=ContextConfig(mode=PLAY["context"]),
        )
        found = run.summary["environments"]
    finally:
        shutil.rmtree(runs, ignore_errors=True)
    return {
        "split": split,
        "episodes": episodes,
        "success": {key: row["success"] for key, row in found.items()},
    }
