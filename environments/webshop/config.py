"""What shapes a WebShop task."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.errors import InvalidConfig

#: Ways to put a feature into words, see `WebShopConfig.wording`.
WORDINGS = ("direct", "plain", "indirect")
#: Public catalogues and goals, see `WebShopConfig`.
SOURCES = ("generated", "full", "small")
GOALS = ("human", "synthetic")
#: Features of every generated product, fewest and most; options of every kind of product.
FEWEST_FEATURES, MOST_FEATURES = 5, 6
MOST_OPTIONS = 3


@dataclass(frozen=True, slots=True)
class WebShopConfig:
    """Parameters of a goal, and where the products come from.

    Args:
        features: how many the goal asks for.
        options: how many the goal asks for.
        wording: "direct" names features as the shop does; "plain" says them in other words;
            "indirect" tells of circumstances from which they follow.
        decoys: fewest products that miss the goal by exactly one constraint.
        matches: most products that meet the goal.
        refuse_shortcuts: leave out goals that a keyword search with the instruction solves: nothing
            that meets the goal is the first hit, or the first whose price and options fit.
        source: "generated", or one of WebShop's own catalogues: "full" (items_shuffle.json) or "small"
            (items_shuffle_1000.json), for which the fields above mean nothing.
        goals: which of WebShop's goals, "human" or "synthetic" (of the small catalogue only).
    """

    features: int = 3
    options: int = 2
    wording: str = "plain"
    decoys: int = 6
    matches: int = 3
    refuse_shortcuts: bool = True
    source: str = "generated"
    goals: str = "human"

    def __post_init__(self) -> None:
        _whole("features", self.features, 1, FEWEST_FEATURES)
        _whole("options", self.options, 0, MOST_OPTIONS)
        _whole("decoys", self.decoys, 0, 50)
        _whole("matches", self.matches, 1, 1000)
        for name, value, allowed in (
            ("wording", self.wording, WORDINGS),
            ("source", self.source, SOURCES),
            ("goals", self.goals, GOALS),
        ):
            if value not in allowed:
                raise InvalidConfig(name, value, f"one of {', '.join(allowed)}")
        if not isinstance(self.refuse_shortcuts, bool):
            raise InvalidConfig("refuse_shortcuts", self.refuse_shortcuts, "True or False")
        if self.source != "small" and self.goals == "synthetic":
            # Those of the full catalogue would be many millions.
            raise InvalidConfig("goals", self.goals, "'human' unless source is 'small'")


def _whole(field: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidConfig(field, value, f"a whole number from {low} to {high}")
