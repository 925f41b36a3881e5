"""The collapse evaluator: does a model's reasoning still depend on its input?

X is everything before the reasoning, Z the reasoning's tokens as sampled. From a matrix of log-probabilities
of every reasoning under every prompt come H(Z|X), bounds on I(X;Z), retrieval and a verdict.
"""

from ragen_bench.diagnostics.collapse import CollapseReport, collapse_report
from ragen_bench.diagnostics.planning import Plan, plan
from ragen_bench.diagnostics.regimes import Regime, regime

__all__ = ["CollapseReport", "Plan", "Regime", "collapse_report", "plan", "regime"]
