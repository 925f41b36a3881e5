"""Grade 2, held out: a cipher in columns, clues of pictures, folds of a strip."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_KEYS = (
    "otter", "raven", "lynx", "badger", "heron", "mole", "stoat", "puffin", "tern", "gannet", "seal", "vole",
    "falcon", "hare", "ibis", "marten", "newt", "osprey", "plover", "robin", "snipe", "toad", "wren",
    "weasel",
)  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _messages(rng: Rng, values: Values) -> str:
    lines = []
    for _ in range(rng.between(1, 4)):
        words = [
            "".join(rng.choice(_LETTERS) for _ in range(rng.between(1, 7))) for _ in range(rng.between(2, 7))
        ]
        lines.append(" ".join(words))
    return f"{len(lines)}\n" + "\n".join(lines) + "\n"


def _picture(rng: Rng, values: Values) -> Any:
    columns, share = rng.between(3, 12), rng.between(4, 8)
    return [
        [
            "".join("#" if rng.below(10) < share else "." for _ in range(columns))
            for _ in range(rng.between(3, 10))
        ]
    ]


def _strip(rng: Rng, values: Values) -> Any:
    cells = [rng.between(0, 30) for _ in range(rng.between(9, 28))]
    return [cells, [rng.between(0, 40) for _ in range(rng.between(3, 7))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="column_key_cipher",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "key": _KEYS,
            "order": (Say("first to the last", "1"), Say("last to the first", "-1")),
            "filler": tuple("qxyzj"),
            "read": (
                Say("Every column is read from top to bottom", "column"),
                Say("Every column is read from bottom to top", "column[::-1]"),
                Say(
                    "The first column read is read from top to bottom, the second from bottom to top, and so "
                    "on in turn",
                    "column[::1 - 2 * (k % 2)]",
                ),
            ),
            "group": (3, 4, 5, 6, 7, 8),
        },
        statement="""\
A club writes its messages in columns under the key word `$key`. The spaces of a message are dropped, and its
letters are written row by row into a table with one column for each letter of the key, from left to right;
if the last row is not full, it is filled up with the letter $filler. Column i belongs to the i-th letter of
the key. The columns are then read one after another, in the order of their letters in the alphabet from the
$order; columns with the same letter are read from left to right. $read. The letters
read are written down in groups of $group, with one space between the groups; the last group may be shorter.

Input: the number of messages (1 to 20), then one message per line: lower-case words with single
spaces between them, at most 200 characters.
Output: for each message a line with its groups.""",
        reference="""\
key = "$key"
order = sorted(range(len(key)), key=lambda i: ($order * ord(key[i]), i))
for _ in range(int(input())):
    text = input().replace(" ", "").strip()
    while len(text) % len(key):
        text += "$filler"
    out = ""
    for k, i in enumerate(order):
        column = text[i::len(key)]
        out += $read
    print(" ".join(out[i:i + $group] for i in range(0, len(out), $group)))
""",
        wrong="""\
key = "$key"
order = sorted(range(len(key)), key=lambda i: ($order * ord(key[i]), i))
for _ in range(int(input())):
    text = input().replace(" ", "").strip()
    out = ""
    for k, i in enumerate(order):
        column = text[i::len(key)]
        out += $read
    print(" ".join(out[i:i + $group] for i in range(0, len(out), $group)))
""",
        make=_messages,
        held_out=True,
    ),
    Family(
        key="picture_run_clues",
        grade=2,
        kind="function",
        starter="def clues(picture: list[str]) -> list[str]:",
        parameters={
            "size": tuple(range(1, 31)),
            "least": (1, 2, 3),
            "sep": ("-", "+", "/", ":", "*"),
            "none": ("none", "x", "0", "empty"),
            "order": (
                Say("the rows from the top, then of the columns from the left", "rows + columns"),
                Say("the columns from the left, then of the rows from the top", "columns + rows"),
                Say("the rows from the bottom, then of the columns from the left", "rows[::-1] + columns"),
            ),
        },
        statement="""\
`picture` is a list of 1 to 30 strings of equal length (1 to 30), made of `#` (black) and `.` (white): the
rows of a mosaic of tiles from top to bottom. Each tile is $size mm wide and high. A clue is wanted for every
row and for every column: it lists the lengths in mm of the black runs in it, rows read from left to
right, columns from top to bottom. A run is a longest stretch of neighbouring black tiles; runs of
fewer than $least tile(s) are left out. The lengths are joined by `$sep` without spaces; a row or column
without any run to list has the clue `$none`.

Return the list of the clues of $order. Append one last string: the sum of all lengths in all clues,
as digits.""",
        reference="""\
def clues(picture):
    total = 0

    def clue(line):
        nonlocal total
        runs = [$size * len(run) for run in line.split(".") if len(run) >= $least and run]
        total += sum(runs)
        return "$sep".join(map(str, runs)) or "$none"

    rows = [clue(row) for row in picture]
    columns = [clue("".join(column)) for column in zip(*picture)]
    return [*($order), str(total)]
""",
        wrong="""\
def clues(picture):
    total = 0

    def clue(line):
        nonlocal total
        runs, run = [], 0
        for tile in line:
            if tile == "#":
                run += 1
            else:
                if run >= $least:
                    runs.append($size * run)
                run = 0
        total += sum(runs)
        return "$sep".join(map(str, runs)) or "$none"

    rows = [clue(row) for row in picture]
    columns = [clue("".join(column)) for column in zip(*picture)]
    return [*($order), str(total)]
""",
        make=_picture,
        held_out=True,
    ),
    Family(
        key="folded_number_strip",
        grade=2,
        kind="function",
        starter="def folded(strip: list[int], creases: list[int]) -> list[int]:",
        parameters={
            "side": (
                Say("left part is folded over onto the right part", "True"),
                Say("right part is folded over onto the left part", "False"),
                Say(
                    "part with fewer cells (the left one if equal) is folded over onto the other part",
                    "cut <= len(strip) - cut",
                ),
            ),
            "merge": (
                Say("the sum of both", "up + low"),
                Say("the larger of both", "max(up, low)"),
                Say("the upper one minus the lower one", "up - low"),
                Say("twice the upper one minus the lower one", "2 * up - low"),
                Say("the smaller of both", "min(up, low)"),
            ),
            "add": tuple(range(1, 61)),
            "stop": (2, 3, 4, 5, 6),
        },
        statement="""\
A strip of paper has a number in each of its cells (`strip`, 1 to 60 integers from -100 to 100). It is folded
once for each entry c of `creases` (0 to 20 integers from 0 to 1000), in order, but no longer as soon as
it has $stop cells or fewer. With n cells in the strip, the crease lies behind the first k cells, where k
is the remainder of c divided by n - 1, plus 1. The $side,
so that the two cells at the crease meet, then their outer neighbours, and so on.

Where two cells meet, they become one cell. Its number is $merge, plus $add; the upper cell is the one
of the part folded over. Cells that meet none keep their number, also where the part folded over sticks out
beyond the end of the other one. The strip is then read again from left to right. Return the numbers of
the strip at the end, followed by the number of folds made.""",
        reference="""\
def folded(strip, creases):
    folds = 0
    for c in creases:
        if len(strip) <= $stop:
            break
        cut = c % (len(strip) - 1) + 1
        left_moves = $side
        # Both from the crease outwards.
        upper, lower = strip[:cut][::-1], strip[cut:]
        if not left_moves:
            upper, lower = lower, upper
        new = []
        for i in range(max(len(upper), len(lower))):
            if i >= len(upper):
                new.append(lower[i])
            elif i >= len(lower):
                new.append(upper[i])
            else:
                up, low = upper[i], lower[i]
                new.append($merge + $add)
        # What stays lies to the left of the crease where the right part was folded.
        strip = new if left_moves else new[::-1]
        folds += 1
    return [*strip, folds]
""",
        wrong="""\
def folded(strip, creases):
    folds = 0
    for c in creases:
        if len(strip) <= $stop:
            break
        cut = c % (len(strip) - 1) + 1
        left_moves = $side
        upper, lower = strip[:cut], strip[cut:]
        if not left_moves:
            upper, lower = lower, upper[::-1]
        new = []
        for i in range(max(len(upper), len(lower))):
            if i >= len(upper):
                new.append(lower[i])
            elif i >= len(lower):
                new.append(upper[i])
            else:
                up, low = upper[i], lower[i]
                new.append($merge + $add)
        strip = new
        folds += 1
    return [*strip, folds]
""",
        make=_strip,
        held_out=True,
    ),
)
