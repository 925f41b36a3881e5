"""Cheap policies of the field, which see arms as a list without meaning, and the clairvoyant.

None keeps a state: each reads the history of the episode. `greedy`, `ucb` and `settle` start afresh
with every round, since an announcement says that the best arm has moved; `win_stay` goes on.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any


def _round(env: Any) -> tuple[list[str], list[tuple[int, int]]]:
    """Arms as listed, and (listed position, points) of this round's pulls."""
    arms = env.legal_actions()
    start = env.turn - env.turn % env.config.pulls
    place = {name: position for position, name in enumerate(arms)}
    return arms, [(place[env.names[level]], points) for turn, level, points in env.history if turn >= start]


class Greedy:
    """Pulls each arm once, in the order of the list, then the one that paid best."""

    def act(self, env: Any) -> str:
        """The arm to pull now."""
        arms, pulls = _round(env.unwrapped)
        if len(pulls) < len(arms):
            return arms[len(pulls)]
        return arms[max(range(len(arms)), key=lambda k: (_mean(pulls, k), -k))]


class Ucb:
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002) on payouts scaled to [0, 1]."""

    def act(self, env: Any) -> str:
        """The arm to pull now."""
        env = env.unwrapped
        arms, pulls = _round(env)
        counts = [sum(1 for place, _ in pulls if place == k) for k in range(len(arms))]
        for k, count in enumerate(counts):
            if not count:
                return arms[k]
        most = max(env.config.tops[-1] + env.config.noise, env.config.prize)
        return arms[
            max(
                range(len(arms)),
                key=lambda k: (_mean(pulls, k) / most + sqrt(2 * log(len(pulls)) / counts[k]), -k),
            )
        ]


class WinStay:
    """Stays with an arm while it pays no less than the time before, else takes the next of the list."""

    def act(self, env: Any) -> str:
        """The arm to pull now."""
        env = env.unwrapped
        arms = env.legal_actions()
        if not env.history:
            return arms[0]
        _, level, points = env.history[-1]
        place = arms.index(env.names[level])
        if len(env.history) > 1 and points < env.history[-2][2]:
            place += 1
        return arms[place % len(arms)]


class Settle:
    """Goes down the list until an arm pays as the best one could, then stays for the round.

    It skips the arm it stayed with in the round before, because that is the best one no more. Of all
    rules that ignore the words this is the strongest known to us.
    """

    def act(self, env: Any) -> str:
        """The arm to pull now."""
        env = env.unwrapped
        config = env.config
        arms, pulls = _round(env)
        enough = config.tops[0] - config.noise
        if pulls and pulls[-1][1] >= enough:
            return arms[pulls[-1][0]]
        tried = {place for place, _ in pulls}
        start = env.turn - env.turn % config.pulls
        before = [level for turn, level, _ in env.history if turn < start]
        stale = arms.index(env.names[before[-1]]) if before and config.law == "jump" else -1
        for k, name in enumerate(arms):
            if k not in tried and k != stale:
                return name
        return arms[max(range(len(arms)), key=lambda k: (_mean(pulls, k), -k))]


class Clairvoyant:
    """Knows the best arm of every round. A reference for the card, no floor and no oracle."""

    def act(self, env: Any) -> str:
        """The best arm now."""
        env = env.unwrapped
        return env.names[env.task["best"][env.turn // env.config.pulls]]  # type: ignore[no-any-return]


def _mean(pulls: list[tuple[int, int]], place: int) -> float:
    paid = [points for k, points in pulls if k == place]
    return sum(paid) / len(paid) if paid else float("-inf")
