"""What shapes a Bandit task."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_whole

#: Most arms: enough scales of each kind have that many words.
MOST_ARMS = 10
#: Most pulls of an episode.
MOST_PULLS = 1000
#: Largest payout, in points.
MOST_POINTS = 1_000_000
#: How the best arm relates to the words and moves between rounds; see `BanditConfig.law`.
LAWS = ("jump", "drift", "odds", "jobs")


@dataclass(frozen=True, slots=True)
class BanditConfig:
    """Parameters of the generator and of the payout law.

    An arm that stands `d` steps from the best one on the scale pays `top - slope * d` points on
    average, give or take a whole number from -noise to +noise, each equally likely.

    Args:
        law: "jump": with each round the best arm moves to any other arm, by a number of steps that is
            announced. "drift": it moves one step, up or down, unannounced. "odds": two arms and one
            pull; the arm higher on the scale is the better one in `odds` of 100 tasks. "jobs": two
            arms and one pull; the steady job pays `tops[0]` for sure, the daring one `prize` with
            chance `odds` in 100, else nothing.
        arms: how many, 2 to MOST_ARMS.
        rounds: how many stretches with one best arm.
        pulls: pulls in a round.
        tops: what the best arm may pay on average, each as likely; one value per task.
        slope: points lost per step away from the best arm.
        noise: largest deviation of a payout from its mean.
        odds: a percentage, see `law`.
        prize: points, see `law`.
        unit: points that make a reward of 1.
    """

    law: str = "jump"
    arms: int = 5
    rounds: int = 5
    pulls: int = 4
    tops: tuple[int, ...] = (8, 9, 10)
    slope: int = 1
    noise: int = 1
    odds: int = 0
    prize: int = 0
    unit: int = 10

    def __post_init__(self) -> None:
        if self.law not in LAWS:
            raise InvalidConfig("law", self.law, f"one of {', '.join(LAWS)}")
        check_whole("arms", self.arms, 2, MOST_ARMS)
        check_whole("rounds", self.rounds, 1, MOST_PULLS)
        check_whole("pulls", self.pulls, 1, MOST_PULLS)
        if self.rounds * self.pulls > MOST_PULLS:
            raise InvalidConfig("rounds", self.rounds, f"at most {MOST_PULLS} pulls altogether")
        check_whole("slope", self.slope, 1, MOST_POINTS)
        check_whole("noise", self.noise, 0, MOST_POINTS)
        check_whole("unit", self.unit, 1, MOST_POINTS)
        self._check_tops()
        if self.law in ("odds", "jobs"):
            for name, wanted in (("arms", 2), ("rounds", 1), ("pulls", 1)):
                if getattr(self, name) != wanted:
                    raise InvalidConfig(name, getattr(self, name), f"{wanted} with law {self.law!r}")
            low = 51 if self.law == "odds" else 1
            check_whole("odds", self.odds, low, 100)
        elif self.odds:
            raise InvalidConfig("odds", self.odds, f"0 with law {self.law!r}")
        if self.law != "jobs" and self.prize:
            raise InvalidConfig("prize", self.prize, f"0 with law {self.law!r}")

    def _check_tops(self) -> None:
        tops = self.tops
        if not isinstance(tops, tuple) or not tops or any(type(top) is not int for top in tops):
            raise InvalidConfig("tops", tops, "a tuple of whole numbers")
        if list(tops) != sorted(set(tops)):
            raise InvalidConfig("tops", tops, "a tuple of distinct rising whole numbers")
        if self.law == "jobs":
            if len(tops) > 1:
                raise InvalidConfig("tops", tops, "one number with law 'jobs'")
            check_whole("tops", tops[0], 1, MOST_POINTS)
            check_whole("prize", self.prize, 1, MOST_POINTS)
            if self.prize * self.odds <= 100 * tops[0]:
                raise InvalidConfig("prize", self.prize, "worth more on average than the sure payout")
            return
        lowest = self.slope * (self.arms - 1) + self.noise
        for top in tops:
            # A payout below zero would be a debt, and one cut off at zero would bend the stated law.
            check_whole("tops", top, lowest, MOST_POINTS)

    @property
    def horizon(self) -> int:
        """Pulls of an episode."""
        return self.rounds * self.pulls
