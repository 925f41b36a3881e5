"""Grade 2: games and machines played through step by step."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_CIRCLE = """\
def counting_out(names):
    ring, out, at, step = list(names), [], 0, $step
    while len(ring) > $left:
        at = (at + step - 1) % len(ring)
        gone = ring.pop(at)
        out.append(gone)
        step += $growth if $rule else 0
        if step > $limit:
            step -= $limit
    return [*out, ",".join(ring)]
"""

_CACHE = """\
def shelf_log(titles):
    shelf, log, cost = [], [], 0
    for t in titles:
        if t in shelf:
            cost += $hit
            $touch
        else:
            cost += $miss
            if len(shelf) == $size:
                log.append(shelf.pop(0))
            shelf.append(t)
    return [log, shelf, cost]
"""

_CARDS = """\
import sys

lines = (sys.stdin.read() + "\\n\\n").split("\\n")
a, b = (list(map(int, line.split())) for line in lines[:2])
turn = 0
while a and b and turn < $turns:
    turn += 1
    x, y = a.pop(0), b.pop(0)
    if abs(x - y) <= $near:
        a.append(x)
        b.append(y)
        continue
    first = x $beats y
    won = sorted([x, y]$order)
    (a if first else b).extend(won)
print(turn)
print(*a)
print(*b)
"""

_CUPS = """\
def cascade(capacities, pours):
    level = [0] * len(capacities)
    floor = 0
    for i, amount in pours:
        while amount > 0 and 0 <= i < len(level):
            room = capacities[i] - level[i]
            level[i] += min(room, amount)
            amount = max(0, amount - room - $loss)
            i $move
        floor += amount
        if floor >= $drain:
            floor -= $drain
            level = [max(0, x - $sip) for x in level]
    return [*level, floor]
"""


def _circle_input(rng: Rng, values: Values) -> Any:
    names = [
        "ann",
        "ben",
        "cat",
        "dan",
        "eve",
        "fox",
        "gil",
        "hob",
        "ian",
        "jo",
        "kim",
        "lou",
        "max",
        "ned",
        "oz",
    ]
    return [rng.sample(names, rng.between(7, 15))]


def _cache_input(rng: Rng, values: Values) -> Any:
    titles = list("ABCDEFGHIJKL")[: int(values["size"]) + rng.between(2, 4)]
    return [[rng.choice(titles) for _ in range(rng.between(15, 40))]]


def _card_input(rng: Rng, values: Values) -> Any:
    deck = rng.sample(range(1, 61), rng.between(6, 18))
    cut = len(deck) // 2 + rng.between(-2, 2)
    return " ".join(map(str, deck[:cut])) + "\n" + " ".join(map(str, deck[cut:])) + "\n"


def _cup_input(rng: Rng, values: Values) -> Any:
    count = rng.between(3, 8)
    pours = [[rng.below(count), rng.between(3, 25)] for _ in range(rng.between(3, 10))]
    return [[rng.between(2, 12) for _ in range(count)], pours]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_counting_out",
        grade=2,
        kind="function",
        starter="def counting_out(names: list[str]) -> list[str]:",
        parameters={
            "step": tuple(range(2, 12)),
            "growth": tuple(range(1, 8)),
            "rule": (
                Say("whoever it was", "True"),
                Say("if the child's name has exactly three letters", "len(gone) == 3"),
                Say("if the child's name begins with a letter from a to h", 'gone[0] <= "h"'),
                Say("if an odd number of children has left so far, this child included", "len(out) % 2 == 1"),
            ),
            "limit": tuple(range(12, 21)),
            "left": (1, 2, 3),
        },
        statement="""\
Children stand in a ring in the order of `names` (3 to 30 different lower-case names); after the last
comes the first again. They count out loud: the count starts with the first child as 1, and the child that
says the current step number, $step at first, leaves the ring. The next count starts with 1 at the child
that stood after the one that left. Each time a child has left, the step number grows by $growth $rule; if
the step number is then above $limit, $limit is subtracted from it. The game ends as soon as no more than
$left children are in the ring.

Return the names of the children that left, in the order in which they left, followed by one last string:
the names of those still in the ring joined by commas, in the order of `names`.""",
        reference=_CIRCLE,
        wrong=_CIRCLE.replace("(at + step - 1)", "(at + step)"),
        make=_circle_input,
    ),
    Family(
        key="mid_library_shelf",
        grade=2,
        kind="function",
        starter="def shelf_log(titles: list[str]) -> list:",
        parameters={
            "size": (3, 4, 5, 6, 7, 8),
            "hit": tuple(range(1, 9)),
            "miss": tuple(range(9, 21)),
            "touch": (
                Say("keeps its place on the shelf", "pass"),
                Say("moves to the right end of the shelf", "shelf.append(shelf.pop(shelf.index(t)))"),
                Say(
                    "swaps places with its right neighbour, if it has one",
                    "i = shelf.index(t); shelf[i:i + 2] = shelf[i:i + 2][::-1]",
                ),
                Say("moves to the left end of the shelf", "shelf.insert(0, shelf.pop(shelf.index(t)))"),
            ),
        },
        statement="""\
A reader keeps up to $size books on a shelf that is empty at first. `titles` (0 to 100 strings) lists the
books wanted, in order. If the wanted book is on the shelf, the reader pays $hit, and the book $touch. If
it is not, the reader pays $miss and fetches it: when the shelf is full, the book at the left end is first
sent back, then the new one is placed at the right end.

Return a list of three things: the list of the titles sent back, in order and with repeats; the list of
the titles on the shelf at the end, from left to right; and the total paid. Without wanted books that is
`[[], [], 0]`.""",
        reference=_CACHE,
        wrong=_CACHE.replace("len(shelf) == $size", "len(shelf) > $size"),
        make=_cache_input,
    ),
    Family(
        key="mid_card_duel",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "turns": tuple(range(8, 60)),
            "near": tuple(range(1, 8)),
            "beats": (Say("higher", ">"), Say("lower", "<")),
            "order": (
                Say("the lower one first", ""),
                Say("the higher one first", ", reverse=True"),
                Say(
                    "the one with the smaller last digit first, the first player's on equal digits",
                    ", key=lambda c: c % 10",
                ),
            ),
        },
        statement="""\
Two players each hold a stack of cards with different integers from 1 to 99. The input has two lines: the
first player's cards from top to bottom, then the second player's, separated by spaces (0 to 30 cards
each).

In a turn both take the top card of their stack. If the two numbers differ by at most $near, each player
puts the own card at the bottom of the own stack. Otherwise the $beats card wins, and its owner puts both
cards at the bottom of the own stack, $order. The game ends when a stack is empty or when $turns turns
have been played; it may end before the first turn.

Print three lines: the number of turns played, the first player's cards from top to bottom separated by
spaces, and the second player's in the same way. A player without cards gets an empty line.""",
        reference=_CARDS,
        wrong=_CARDS.replace("sorted([x, y]$order)", "sorted([x, y]$order)[::-1]"),
        make=_card_input,
    ),
    Family(
        key="mid_cup_cascade",
        grade=2,
        kind="function",
        starter="def cascade(capacities: list[int], pours: list[list[int]]) -> list[int]:",
        parameters={
            "loss": tuple(range(1, 7)),
            "move": (Say("i + 1", "+= 1"), Say("i - 1", "-= 1"), Say("i + 2", "+= 2"), Say("i - 2", "-= 2")),
            "drain": tuple(range(10, 25)),
            "sip": tuple(range(1, 8)),
        },
        statement="""\
Cups stand in a row; `capacities[i]` (1 to 100) is what cup i holds, and all 1 to 30 cups are empty at
first. Each entry `[i, amount]` of `pours` (0 to 50) pours an amount (1 to 100) into cup i. What does not
fit flows on to cup $move, but $loss units of it are lost on the way (all of it, if it is not more than
that); there the same happens, and so on. What flows on from the last cup on the way, to an index where no
cup stands, has suffered the same loss and lands in a tray.

After each pour the tray is looked at once: if it holds at least $drain, then $drain units are removed
from it and every cup loses $sip units, or all it has if it has less. Return the final levels of the cups
in order, followed by the level of the tray.""",
        reference=_CUPS,
        wrong=_CUPS.replace("floor >= $drain", "floor > $drain").replace(
            "room - $loss)", "room - $loss * (i > 0))"
        ),
        make=_cup_input,
    ),
)
