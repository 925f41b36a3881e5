"""Leaderboards: built from run folders, verified by replay."""

from ragen_bench.leaderboards.build import Built, build
from ragen_bench.leaderboards.verify import Finding, VerifyReport, verify

__all__ = ["Built", "Finding", "VerifyReport", "build", "verify"]
