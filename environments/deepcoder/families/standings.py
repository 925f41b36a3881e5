"""Grade 2: orders with ties: tables, teams, shelves, passes of a sort."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_CLUBS = ("arbel", "bruno", "corvo", "delta", "egret", "falk", "gorse", "heron")
_NAMES = (
    "ada", "bo", "cy", "dora", "eli", "finn", "gus", "hal", "ivy", "jo", "kit", "lea", "mo", "nell", "otto",
    "pia", "quin", "rex", "sue", "tom", "una", "vic",
)  # fmt: skip


def _matches(rng: Rng, values: Values) -> str:
    clubs = rng.sample(_CLUBS, rng.between(5, 8))
    rows = []
    for _ in range(rng.between(6, 16)):
        home, away = rng.sample(clubs, 2)
        rows.append(f"{home} {rng.below(7)} {away} {rng.choice((0, 0, 1, 2, 3, 6))}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _swimmers(rng: Rng, values: Values) -> Any:
    return [[[name, rng.between(30, 48)] for name in rng.sample(_NAMES, rng.between(7, 20))]]


def _marks(rng: Rng, values: Values) -> str:
    groups = rng.sample(("A", "AB", "B", "BK", "C", "CA", "D"), rng.between(2, 4))
    marks = {
        f"{rng.choice(groups)}{rng.between(1, 130)}.{rng.between(1, 12)}" for _ in range(rng.between(9, 22))
    }
    return f"{len(marks)}\n" + "\n".join(rng.shuffled(sorted(marks))) + "\n"


def _cards(rng: Rng, values: Values) -> Any:
    gap = int(values["gap"])
    row = [rng.between(0, 60) for _ in range(rng.between(7, 22))]
    return [[x if rng.below(3) else row[0] + rng.below(3) * gap for x in row]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="league_bonus_table",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "win": (4, 5, 6, 7, 8, 9),
            "away": (1, 2, 3, 4),
            "margin": (2, 3, 4, 5),
            "bonus": (1, 2, 3, 4, 5, 6),
            "tie": (
                Say("more goals scored", "-scored[c]"),
                Say("fewer goals conceded", "conceded[c]"),
                Say("the greater value of goals scored minus goals conceded", "conceded[c] - scored[c]"),
                Say("fewer matches played", "played[c]"),
            ),
        },
        statement="""\
Build the table of a hockey league. A win gives $win points, and $away more if the winner played away; a
draw gives both clubs 1 point, a defeat gives none. A club that wins by at least $margin goals gets
$bonus points on top.

Input: the number of matches (1 to 60), then one match per line: the home club, its goals, the away club,
its goals. Clubs are different words of lower-case letters, goals are integers from 0 to 20. The same two
clubs may meet several times.
Output: one line for each club that occurs: name, points, matches played, goals scored, goals conceded,
separated by spaces. Clubs with more points come first; of clubs with equal points, the one with $tie;
clubs that are still equal come in alphabetical order.""",
        reference="""\
from collections import defaultdict

points, played, scored, conceded = (defaultdict(int) for _ in range(4))
for _ in range(int(input())):
    home, a, away, b = input().split()
    a, b = int(a), int(b)
    for club, own, other in ((home, a, b), (away, b, a)):
        played[club] += 1
        scored[club] += own
        conceded[club] += other
        if own == other:
            points[club] += 1
        elif own > other:
            points[club] += $win + $away * (club == away) + $bonus * (own - other >= $margin)
for c in sorted(played, key=lambda c: (-points[c], $tie, c)):
    print(c, points[c], played[c], scored[c], conceded[c])
""",
        wrong="""\
from collections import defaultdict

points, played, scored, conceded = (defaultdict(int) for _ in range(4))
for _ in range(int(input())):
    home, a, away, b = input().split()
    a, b = int(a), int(b)
    for club, own, other in ((home, a, b), (away, b, a)):
        played[club] += 1
        scored[club] += own
        conceded[club] += other
        if own == other:
            points[club] += 1
        elif own > other:
            points[club] += $win + $away * (club == away) + $bonus * (own - other > $margin)
for c in sorted(played, key=lambda c: (-points[c], $tie, c)):
    print(c, points[c], played[c], scored[c], conceded[c])
""",
        make=_matches,
    ),
    Family(
        key="relay_team_draft",
        grade=2,
        kind="function",
        starter="def teams(swimmers: list[list]) -> list[list]:",
        parameters={
            "count": (2, 3, 4, 5, 6),
            "order": (Say("fastest to the slowest", "s[1]"), Say("slowest to the fastest", "-s[1]")),
            "tie": (
                Say("in alphabetical order of their names", "sorted(swimmers)"),
                Say("in reversed alphabetical order of their names", "sorted(swimmers, reverse=True)"),
                Say("in the reversed order of the list", "swimmers[::-1]"),
            ),
            "deal": (
                Say("the teams are served in the order 1, 2, 3, ...", "p"),
                Say(
                    "the teams are served in the order 1, 2, 3, ... in odd rounds and in the reversed order "
                    "in even rounds",
                    "p if r % 2 == 0 else len(out) - 1 - p",
                ),
                Say(
                    "the first round serves the teams in the order 1, 2, 3, ...; each further round begins "
                    "one team later than the round before, and after the last team comes team 1",
                    "(p + r) % len(out)",
                ),
            ),
            "help": tuple(range(1, 41)),
        },
        statement="""\
Each entry `[name, seconds]` of `swimmers` (1 to 60 entries, different names of lower-case letters, seconds
from 20 to 99) is a swimmer; fewer seconds are faster. They are lined up from the $order, swimmers with
equal seconds $tie. Then the first one in the line joins a team, then the next, and so on, until
nobody is left. There are $count teams, and they are served in rounds, in which every team gets one swimmer
(the last round may end early): $deal.

Return one entry `[score, names]` per team, in the order of the teams: `names` are its swimmers in the order
in which they joined, joined by commas (an empty string for an empty team), and `score` is the sum of their
seconds minus $help times the number of its swimmers.""",
        reference="""\
def teams(swimmers):
    out = [[] for _ in range($count)]
    line = sorted($tie, key=lambda s: $order)
    for i, swimmer in enumerate(line):
        r, p = divmod(i, $count)
        out[$deal].append(swimmer)
    return [[sum(s - $help for _, s in team), ",".join(name for name, _ in team)] for team in out]
""",
        wrong="""\
def teams(swimmers):
    out = [[] for _ in range($count)]
    line = sorted(swimmers, key=lambda s: $order)
    for i, swimmer in enumerate(line):
        r, p = divmod(i, $count)
        out[$deal].append(swimmer)
    return [[sum(s - $help for _, s in team), ",".join(name for name, _ in team)] for team in out]
""",
        make=_swimmers,
    ),
    Family(
        key="shelf_mark_rows",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "letters": (
                Say("alphabetical order (A before AB before B)", "False"),
                Say("reversed alphabetical order (B before AB before A)", "True"),
            ),
            "bins": tuple(range(3, 18)),
            "second": (Say("smallest to the largest", "number"), Say("largest to the smallest", "-number")),
            "places": (2, 3, 4, 5, 6),
            "first": tuple(range(1, 11)),
        },
        statement="""\
An archive sorts its boxes by marks such as `BK12.7`: one or two capital letters, a number from 1 to 999, a
dot, a volume from 1 to 99. The marks are sorted by their letters in $letters; with equal letters by the
remainder of the number divided by $bins, smallest first; with equal remainders by the number from the
$second; with equal numbers by the volume from the smallest to the largest.

In this order the boxes are put on shelves numbered from $first upwards. A shelf takes at most $places
boxes, and boxes with different letters never share a shelf; the next shelf is begun only when a box cannot
go on the current one.

Input: the number of marks (1 to 60), then one mark per line, all different.
Output: one line per shelf: its number, a colon, and its marks in order, each after a space.""",
        reference="""\
import re

marks = []
for _ in range(int(input())):
    mark = input().strip()
    letters, number, volume = re.fullmatch(r"([A-Z]+)(\\d+)\\.(\\d+)", mark).groups()
    number, volume = int(number), int(volume)
    marks.append((letters, (number % $bins, $second, volume), mark))
marks.sort(key=lambda m: m[1])
marks.sort(key=lambda m: m[0], reverse=$letters)
shelves = []
for letters, _, mark in marks:
    if not shelves or shelves[-1][0] != letters or len(shelves[-1][1]) == $places:
        shelves.append((letters, []))
    shelves[-1][1].append(mark)
for i, (_, row) in enumerate(shelves, $first):
    print(f"{i}:", *row)
""",
        wrong="""\
import re

marks = []
for _ in range(int(input())):
    mark = input().strip()
    letters, number, volume = re.fullmatch(r"([A-Z]+)(\\d+)\\.(\\d+)", mark).groups()
    number, volume = int(number), int(volume)
    marks.append((letters, (number % $bins, $second, volume), mark))
marks.sort(key=lambda m: m[1])
marks.sort(key=lambda m: m[0], reverse=$letters)
shelves = []
for letters, _, mark in marks:
    if not shelves or len(shelves[-1][1]) == $places:
        shelves.append((letters, []))
    shelves[-1][1].append(mark)
for i, (_, row) in enumerate(shelves, $first):
    print(f"{i}:", *row)
""",
        make=_marks,
    ),
    Family(
        key="shuttle_sort_passes",
        grade=2,
        kind="function",
        starter="def passes(cards: list[int]) -> list[list[int]]:",
        parameters={
            "count": (2, 3, 4, 5, 6, 7),
            "start": (Say("left to right", "0"), Say("right to left", "1")),
            "turn": (
                Say("every pass runs in this direction", "0"),
                Say("each pass runs in the direction opposite to the one before it", "1"),
            ),
            "gap": tuple(range(1, 26)),
            "cost": (
                Say("the sum of the two numbers", "a + b"),
                Say("the difference of the two numbers (larger minus smaller)", "a - b"),
                Say("the larger of the two numbers", "a"),
                Say("the smaller of the two numbers", "b"),
            ),
        },
        statement="""\
A machine shoves cards with numbers (`cards`, 1 to 50 integers from 0 to 200) towards their places in
$count passes. A pass looks at each pair of neighbouring places once, one pair after the other, and exchanges
the two cards if the left one's number exceeds the right one's by more than $gap. The cards already
exchanged in the pass stay exchanged, so a card can be carried on from pair to pair. The first pass runs from
$start, that is, it goes through the pairs in this direction; $turn.

An exchange costs $cost. Return a list of two lists: the cards after the last pass, and the total cost of
the exchanges in each of the $count passes, in order, with 0 for a pass without exchanges.""",
        reference="""\
def passes(cards):
    row, costs = list(cards), []
    for k in range($count):
        pairs = list(range(len(row) - 1))
        if ($start + $turn * k) % 2:
            pairs.reverse()
        total = 0
        for i in pairs:
            a, b = row[i], row[i + 1]
            if a - b > $gap:
                row[i], row[i + 1] = b, a
                total += $cost
        costs.append(total)
    return [row, costs]
""",
        wrong="""\
def passes(cards):
    row, costs = list(cards), []
    for k in range($count):
        pairs = list(range(len(row) - 1))
        if ($start + $turn * k) % 2:
            pairs.reverse()
        total = 0
        for i in pairs:
            a, b = row[i], row[i + 1]
            if a - b >= $gap:
                row[i], row[i + 1] = b, a
                total += $cost
        costs.append(total)
    return [row, costs]
""",
        make=_cards,
    ),
)
