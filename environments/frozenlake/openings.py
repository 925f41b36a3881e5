"""Openings: lakes with a start, a goal, a vetted way between them, and cells to spare.

An opening is a stretched plan whose edges are roughened. It is kept when the way is long and rarely runs
beside holes, and no rule of thumb walks it. Whatever spare cells become holes later, the way stays open
and as safe as it was, so a lake made from an opening needs no further search.

Each family has `PER_FAMILY` numbered openings per size, worked out when first used. Finding one takes
many tries, so `openings.json` lists which try succeeded for the sizes of the presets; for others it is
searched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from ragen_bench.environments.frozenlake import rules
from ragen_bench.environments.frozenlake.board import careful_path, distances, steps
from ragen_bench.environments.frozenlake.layouts import PLANS, PLANS_OOD, stretch, stretchings, transposed
from ragen_bench.rng import Rng

#: Numbered openings of a family; some numbers lead to none.
PER_FAMILY = 128
#: Tries per number.
TRIES = 100
FILE = Path(__file__).with_name("openings.json")

#: Walkers that must not come to the goal within so many moves, so few of them beside holes.
_WALKERS = (
    (rules.rows_first, 20, 9),
    (rules.columns_first, 20, 9),
    (rules.alternating, 20, 9),
    (rules.around_holes, 20, 9),
    (rules.left_hand, 32, 15),
    (rules.right_hand, 32, 15),
)
#: The chance that those which avoid holes may have on lakes of up to so many cells, at this rate and so
#: many moves per look. On larger lakes slips mislead them without that (measured), and it is slow.
_MOST_CHANCE, _RATE, _MOVES, _SMALL = 0.04, 0.8, 6, 49
#: The eight cells around a cell, in a ring; those at odd places share a side with it.
_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


@dataclass(frozen=True, slots=True)
class Shape:
    """What openings of a preset have in common.

    Args:
        rows, columns: size of the lake.
        detour: moves by which the shortest way exceeds the distance as the crow flies, at least.
        deadly: slips that end in a hole on a careful way, at most.
        ood: of the plans of test_ood.
    """

    rows: int
    columns: int
    detour: int
    deadly: int
    ood: bool

    @property
    def plans(self) -> Mapping[str, tuple[str, ...]]:
        """The plans by family."""
        return PLANS_OOD if self.ood else PLANS

    @property
    def key(self) -> str:
        """The name under which the file lists it; families follow from `ood`."""
        return f"{self.rows}x{self.columns} detour {self.detour} deadly {self.deadly}"


@dataclass(frozen=True, slots=True)
class Opening:
    """Where lakes begin.

    Args:
        family: name of its plan.
        cells: all rows joined, over S, F, H, G.
        spare: cells that may become holes.
    """

    family: str
    cells: str
    spare: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def opening(shape: Shape, number: int) -> Opening | None:
    """The opening with a number below PER_FAMILY x families; None where there is none."""
    place, own = divmod(number, PER_FAMILY)
    family = [*shape.plans][place]
    listed = _file().get(shape.key, {}).get(family)
    attempt = listed[own] if listed is not None else find(shape, family, own)
    drawn = None if attempt is None else _draw(shape, family, own, attempt)
    if drawn is None:
        return None
    path, _ = careful_path(drawn, shape.columns) or ([], 0)
    return Opening(family, drawn, _spare(drawn, shape.columns, path))


def find(shape: Shape, family: str, own: int) -> int | None:
    """The first try that gives opening `own` of a family."""
    for attempt in range(TRIES):
        cells = _draw(shape, family, own, attempt)
        if cells is not None and _passes(cells, shape):
            return attempt
    return None


def listing(shape: Shape) -> dict[str, list[int | None]]:
    """What the file lists for a shape: the try that succeeds for every number of every family.

    To list the sizes of the presets anew: `python -m ragen_bench.environments.frozenlake.openings`.
    """
    return {family: [find(shape, family, own) for own in range(PER_FAMILY)] for family in shape.plans}


@cache
def _file() -> dict[str, dict[str, list[int | None]]]:
    listed: dict[str, dict[str, list[int | None]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return listed


@lru_cache(maxsize=512)
def _ways(shape: Shape, family: str) -> list[tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]]:
    plan = shape.plans[family]
    return [
        (form, heights, widths)
        for form in dict.fromkeys((plan, transposed(plan)))
        for heights, widths in stretchings(form, shape.rows, shape.columns)
    ]


def _draw(shape: Shape, family: str, own: int, attempt: int) -> str | None:
    """A stretched and roughened plan with a goal and a start, or None where no start is far enough."""
    ways = _ways(shape, family)
    if not ways:
        return None
    rng = Rng.of("opening", family, shape.rows, shape.columns, own, attempt)
    signs = stretch(*rng.choice(ways))
    goal = rng.choice([cell for cell, sign in enumerate(signs) if sign == "g"])
    lake = ["H" if sign == "#" else "F" for sign in signs]
    lake[goal] = "G"
    _roughen(lake, shape.columns, rng)
    starts = _far_enough("".join(lake), shape.columns, goal, shape.detour)
    if not starts:
        return None
    lake[rng.choice(starts)] = "S"
    return "".join(lake)


def _passes(cells: str, shape: Shape) -> bool:
    """Whether no rule of thumb comes to the goal, and a careful walker does."""
    for walker, most, deadly in _WALKERS:
        if rules.walks_there(walker, cells, shape.columns, most, deadly):
            return False
    way = careful_path(cells, shape.columns)
    if way is None or way[1] > shape.deadly:
        return False
    if len(cells) > _SMALL:
        return True
    turns = 4 * (shape.rows + shape.columns) // _MOVES
    return all(
        rules.chance(walker, cells, shape.columns, _RATE, turns, _MOVES) <= _MOST_CHANCE
        for walker in (rules.left_hand, rules.right_hand, rules.around_holes)
    )


def _far_enough(cells: str, columns: int, goal: int, detour: int) -> list[int]:
    row, column = divmod(goal, columns)
    return [
        cell
        for cell, far in enumerate(distances(cells, columns))
        if far >= abs(cell // columns - row) + abs(cell % columns - column) + detour
    ]


def _spare(cells: str, columns: int, path: list[int]) -> tuple[int, ...]:
    """Ice that is neither on the way nor where a slip from it ends."""
    moves = steps(len(cells) // columns, columns)
    cell = cells.index("S")
    kept = {cell}
    for move in path:
        kept |= {moves[move - 1][cell], moves[(move + 1) % 4][cell], moves[move][cell]}
        cell = moves[move][cell]
    return tuple(cell for cell, sign in enumerate(cells) if sign == "F" and cell not in kept)


def _roughen(lake: list[str], columns: int, rng: Rng) -> None:
    """Turns ice into holes where that cuts nothing off, as often as a draw says."""
    for _ in range(rng.below(len(lake) // 4)):
        cell = rng.below(len(lake))
        if lake[cell] == "F" and _joined_without(lake, columns, cell):
            lake[cell] = "H"


def _joined_without(lake: list[str], columns: int, cell: int) -> bool:
    """Whether the ice at the sides of a cell hangs together within the eight cells around it."""
    row, column = divmod(cell, columns)
    ice = []
    for down, right in _RING:
        r, c = row + down, column + right
        inside = 0 <= r < len(lake) // columns and 0 <= c < columns
        ice.append(inside and lake[r * columns + c] != "H")
    if all(ice):
        return True
    runs = 0
    for place in range(8):
        if ice[place] and not ice[place - 1]:
            touches = False
            while ice[place % 8]:
                touches |= place % 2 == 1
                place += 1
            runs += touches
    return runs == 1


def _write() -> None:
    from ragen_bench.environments.frozenlake import SPECS

    entries: dict[str, dict[str, list[int | None]]] = {}
    for config in (preset.config for preset in SPECS[0].presets if preset.config.layout == "maze"):
        for ood in (False, True):
            shape = Shape(config.rows, config.columns, config.detour, config.deadly, ood)
            entries.setdefault(shape.key, {}).update(listing(shape))
    blocks = []
    for key, families in entries.items():
        lines = [f"    {json.dumps(family)}: {json.dumps(tries)}" for family, tries in families.items()]
        blocks.append(f"  {json.dumps(key)}: {{\n" + ",\n".join(lines) + "\n  }")
    FILE.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    _write()
