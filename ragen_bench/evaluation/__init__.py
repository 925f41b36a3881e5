"""Evaluation: rollout loop, run folder, statistics, suites."""

from ragen_bench.evaluation.run import Plan, Run, evaluate, plan
from ragen_bench.evaluation.suites import SIZES, Suite, get_suite

__all__ = ["SIZES", "Plan", "Run", "Suite", "evaluate", "get_suite", "plan"]
