"""Agents: random, oracle, cheap policies, human, replay, models; and the context manager."""
