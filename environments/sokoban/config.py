"""What shapes a Sokoban task, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_whole

#: Sides of a room, walls included, that are generated.
SMALLEST_ROOM, LARGEST_ROOM = 5, 12
#: Boxes per generated room.
MOST_BOXES = 5

#: The characters of a level: wall, floor, target, box, box on target, player, player on target.
GLYPHS = "#_OX√PS"
VIEWS = ("grid_coord", "grid", "coord")
#: The same seven in other characters, to tell reading from remembering.
SWAPPED = "W.GBCAD"
LAWS = ("ladder", "ragen")


@dataclass(frozen=True, slots=True)
class SokobanConfig:
    """Parameters of the generator, and display options that change no puzzle.

    Args:
        size: rows and columns, walls included. test_ood has rooms of size + 1.
        boxes: boxes and targets.
        floor_low, floor_high: cells that are no wall.
        pushes_low, pushes_high: range of the least number of pushes.
        away_low: least number of pushes that lead away from the targets, in every solution.
        moves_high: most moves of the shortest known solution.
        rule_plays: plays of each of two rules of thumb that must all fail (see `rule_plays`).
        law: "ladder", or "ragen" for the rooms of gym-sokoban, which RAGEN plays; there only size, boxes
            and moves_high count.
        view: "grid_coord", "grid" or "coord".
        symbols: seven characters shown for wall, floor, target, box, box on target, player, player
            on target.
    """

    size: int = 7
    boxes: int = 2
    floor_low: int = 11
    floor_high: int = 16
    pushes_low: int = 4
    pushes_high: int = 10
    away_low: int = 1
    moves_high: int = 30
    rule_plays: int = 0
    law: str = "ladder"
    view: str = field(default="grid_coord", metadata={"display": True, "choices": VIEWS})
    symbols: str = field(default=GLYPHS, metadata={"display": True, "choices": (GLYPHS, SWAPPED)})

    def __post_init__(self) -> None:
        check_whole("size", self.size, SMALLEST_ROOM, LARGEST_ROOM - 1)
        check_whole("boxes", self.boxes, 1, MOST_BOXES)
        inner = (self.size - 2) ** 2
        check_whole("floor_low", self.floor_low, 2 * self.boxes + 2, inner)
        check_whole("floor_high", self.floor_high, self.floor_low, inner)
        check_whole("pushes_low", self.pushes_low, 1, 200)
        check_whole("pushes_high", self.pushes_high, self.pushes_low, 200)
        check_whole("away_low", self.away_low, 0, self.pushes_high // 2)
        check_whole("moves_high", self.moves_high, self.pushes_low, 1000)
        check_whole("rule_plays", self.rule_plays, 0, 100)
        check_one_of("law", self.law, LAWS)
        check_one_of("view", self.view, VIEWS)
        symbols = self.symbols
        if (
            not isinstance(symbols, str)
            or len(symbols) != len(GLYPHS)
            or len(set(symbols)) < len(GLYPHS)
            or not symbols.isprintable()
            or any(mark.isspace() for mark in symbols)
        ):
            raise InvalidConfig("symbols", symbols, "seven different printable characters, such as '#_OX√PS'")
