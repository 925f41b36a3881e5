"""What shapes a FrozenLake task, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_share, check_whole

#: Rows and columns that the environment plays.
SMALLEST, LARGEST = 2, 16

OBSERVATIONS = ("grid_coord", "grid", "coord")
#: Signs of player, ice, hole, goal, player in a hole, player at the goal.
SYMBOLS = ("P_OGX√", "@.#*x!", "OGP_√X")
LAYOUTS = ("maze", "scattered")


@dataclass(frozen=True, slots=True)
class FrozenLakeConfig:
    """Parameters of the generator, and two display options.

    Args:
        rows, columns: size of the lake; in layout "scattered" test_ood has one more of each.
        success_rate: share of moves that go as intended, from 0 to 1.
        layout: "maze" (walls of holes between start and goal) or "scattered" (holes anywhere).
        detour: maze: moves by which the shortest way exceeds the distance as the crow flies, at least.
        deadly: maze: slips that end in a hole on a careful way, at most.
        spare_holes: maze: share of the cells off the way that become holes.
        holes: scattered: share of cells that are holes.
        nearest, farthest: scattered: moves of the shortest way, both ends included.
        observation: "grid_coord", "grid" or "coord". Display only.
        symbols: signs of player, ice, hole, goal, player in a hole, player at the goal. Display only.
    """

    rows: int = 6
    columns: int = 6
    success_rate: float = 0.8
    layout: str = "maze"
    detour: int = 8
    deadly: int = 5
    spare_holes: float = 0.2
    holes: float = 0.1
    nearest: int = 1
    farthest: int = 100
    observation: str = field(default="grid_coord", metadata={"display": True, "choices": OBSERVATIONS})
    symbols: str = field(default=SYMBOLS[0], metadata={"display": True, "choices": SYMBOLS})

    def __post_init__(self) -> None:
        check_whole("rows", self.rows, SMALLEST, LARGEST - 1)
        check_whole("columns", self.columns, SMALLEST, LARGEST - 1)
        check_whole("detour", self.detour, 2, 100)
        check_whole("deadly", self.deadly, 0, 100)
        check_whole("nearest", self.nearest, 1, 100)
        check_whole("farthest", self.farthest, self.nearest, 100)
        for name in ("success_rate", "spare_holes", "holes"):
            check_share(name, getattr(self, name))
        check_one_of("layout", self.layout, LAYOUTS)
        check_one_of("observation", self.observation, OBSERVATIONS)
        signs = self.symbols
        if not isinstance(signs, str) or len(signs) != 6 or len(set(signs)) != 6 or not signs.isprintable():
            raise InvalidConfig("symbols", signs, "six different visible signs")
        if any(sign.isspace() or sign.isdigit() for sign in signs):
            raise InvalidConfig("symbols", signs, "six different signs, none of them a digit or a space")
