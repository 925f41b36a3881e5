"""What to look out for while training: the Echo Trap's early signs, success at zero, reasons to stop."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ragen_bench.trainers.config import WatchConfig

#: Steps that a run is compared with.
BASELINE = 10


@dataclass(slots=True)
class Watch:
    """State of the detectors; part of every checkpoint, so that a resumed run judges by its own beginning.

    Args:
        spreads: mean reward deviation inside groups in the first steps.
        entropies: the policy's entropy in the first steps.
        norms: gradient norms in the first steps.
        low_spread: steps in a row with a spread below the limit.
        low_success: evaluations in a row with success below the limit.
        zero: steps in a row without any success.
    """

    spreads: list[float] = field(default_factory=list)
    entropies: list[float] = field(default_factory=list)
    norms: list[float] = field(default_factory=list)
    low_spread: int = 0
    low_success: int = 0
    zero: int = 0

    def step(self, figures: dict[str, Any], config: WatchConfig) -> list[str]:
        """Takes in a step; returns its warnings."""
        warnings = []
        spread, entropy = figures.get("reward_spread"), figures.get("entropy")
        norm, success = figures.get("grad_norm"), figures.get("success")
        self.zero = self.zero + 1 if success == 0 else 0
        if self.zero == BASELINE:
            warnings.append(
                f"no success in {BASELINE} steps: nothing to learn from. Start from an easier preset or "
                "from supervised learning (method=sft)"
            )
        for value, known in ((spread, self.spreads), (entropy, self.entropies), (norm, self.norms)):
            if value is not None and value == value and len(known) < BASELINE:
                known.append(value)
        if spread is not None and len(self.spreads) == BASELINE:
            start = sum(self.spreads) / BASELINE
            limit = max(config.stop_spread, 0.1) * start
            self.low_spread = self.low_spread + 1 if spread < limit else 0
            fallen = entropy is not None and self.entropies and entropy < 0.25 * _mean(self.entropies)
            if self.low_spread == config.patience:
                more = ", and so has entropy" if fallen else ""
                warnings.append(
                    f"Echo Trap: the reward's spread inside groups has stayed below {limit:.3g} (it began at "
                    f"{start:.3g}){more}. Rewards tend to collapse next"
                )
        if norm is not None and norm == norm and len(self.norms) == BASELINE:
            usual = _mean(self.norms)
            if usual > 0 and norm > 10 * usual:
                warnings.append(f"the gradient norm {norm:.3g} is over 10 times the usual {usual:.3g}")
        return warnings

    def reason_to_stop(self, config: WatchConfig) -> str | None:
        """Why training should end now, or None."""
        if config.stop_spread and self.low_spread >= config.patience:
            return f"the reward's spread stayed low for {self.low_spread} steps"
        if config.stop_success and self.low_success >= config.patience:
            return (
                f"validation success stayed below {config.stop_success:g} for {self.low_success} evaluations"
            )
        return None

    def evaluation(self, success: float, config: WatchConfig) -> None:
        """Takes in an evaluation."""
        self.low_success = self.low_success + 1 if success < config.stop_success else 0

    def state(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
