"""Grade 1: codes, plates and written numbers."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _word(rng: Rng, low: int, high: int, letters: str = _LETTERS) -> str:
    return "".join(rng.choice(letters) for _ in range(rng.between(low, high)))


def _rows(rows: list[str]) -> str:
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _plates(rng: Rng, values: Values) -> str:
    top, rows = int(values["top"]), []
    late = max(0, top - int(values["step"]))
    for _ in range(rng.between(3, 8)):
        rows.append(f"{rng.choice('AGZ')}{rng.choice('BXZZZ')}{rng.between(rng.choice((0, late)), top):02d}")
    return _rows(rows)


def _knocks(rng: Rng, values: Values) -> Any:
    letters = _LETTERS + str(values["skip"]) * 4
    return [[_word(rng, 1, 7, letters) for _ in range(rng.between(3, 7))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_check_letters",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "first": tuple(range(1, 10)),
            "step": (1, 2, 3, 4, 5),
            "base": tuple(range(10, 33)),
            "signs": (
                Say("the capitals A to W", "ABCDEFGHIJKLMNOPQRSTUVW"),
                Say("the capitals from W back to A", "WVUTSRQPONMLKJIHGFEDCBA"),
                Say("the digits 0 to 9 and then the capitals A to U", "0123456789ABCDEFGHIJKLMNOPQRSTU"),
                Say("the capitals A to S and then the digits 0 to 9", "ABCDEFGHIJKLMNOPQRS0123456789"),
            ),
        },
        statement="""\
Parcels carry codes of small letters and digits. A digit has its own value; the letter a has the value
$base, b one more, and so on to z. The first sign of a code has the weight $first, and each next sign a
weight larger by $step than the one before. Add up value times weight over all signs and take the remainder
of this sum by the number of check signs. The check signs are $signs, and the remainder 0 stands for the
first of them.

Input: n (1 to 40), then n lines with a code of 1 to 20 signs.
Output: for each code one line with the code, a hyphen and its check sign.""",
        reference="""\
signs = "$signs"
for _ in range(int(input())):
    code = input().strip()
    total = 0
    for i, c in enumerate(code):
        value = int(c) if c.isdigit() else ord(c) - 97 + $base
        total += value * ($first + $step * i)
    print(code + "-" + signs[total % len(signs)])
""",
        wrong="""\
signs = "$signs"
for _ in range(int(input())):
    code = input().strip()
    total = 0
    for i, c in enumerate(code[::-1]):
        value = int(c) if c.isdigit() else ord(c) - 97 + $base
        total += value * ($first + $step * i)
    print(code + "-" + signs[total % len(signs)])
""",
        make=lambda rng, values: _rows(
            [_word(rng, 1, 9, _LETTERS + "0123456789" * 2) for _ in range(rng.between(3, 6))]
        ),
        held_out=True,
    ),
    Family(
        key="small_wall_knocks",
        grade=1,
        kind="function",
        starter="def knocks(words: list[str]) -> list[str]:",
        parameters={
            "skip": tuple("bcdfghjkmpqv"),
            "cols": tuple(range(4, 10)),
            "first": (0, 1, 2, 3, 4),
            "gap": (",", ":", "+", "=", "*", "~"),
            "order": (
                Say("the number of its row, then that of its column", "a, b"),
                Say("the number of its column, then that of its row", "b, a"),
            ),
        },
        statement="""\
The letters a to z without $skip, 25 in all, are written in a table, row by row from the left, $cols
letters to a row; the last row may be shorter. Rows and columns are numbered from $first on. A letter is
sent as two numbers with the sign $gap between them: $order. The letter $skip has no place in the table and
is sent as a question mark. Given `words` (1 to 40 words of 1 to 12 small letters), return for each word
the string of its letters as they are sent, joined by slashes.""",
        reference="""\
def knocks(words):
    table = "abcdefghijklmnopqrstuvwxyz".replace("$skip", "")
    out = []
    for word in words:
        sent = []
        for c in word:
            if c == "$skip":
                sent.append("?")
                continue
            row, col = divmod(table.index(c), $cols)
            a, b = row + $first, col + $first
            sent.append("$gap".join(map(str, ($order))))
        out.append("/".join(sent))
    return out
""",
        wrong="""\
def knocks(words):
    table = "abcdefghijklmnopqrstuvwxyz"
    out = []
    for word in words:
        sent = []
        for c in word:
            if c == "$skip":
                sent.append("?")
                continue
            row, col = divmod(table.index(c), $cols)
            a, b = row + $first, col + $first
            sent.append("$gap".join(map(str, ($order))))
        out.append("/".join(sent))
    return out
""",
        make=_knocks,
        held_out=True,
    ),
    Family(
        key="small_plate_series",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "top": tuple(range(40, 100)),
            "step": tuple(range(3, 61)),
            "sep": ("-", " ", "."),
        },
        statement="""\
Number plates have two capital letters and two digits and are given out in a fixed order. The digits run
from 00 to $top. After $top the digits begin again with 00 and the second letter moves on by one; after Z
it begins again with A, and then the first letter moves on as well. After ZZ$top comes AA00.

Input: n (1 to 40), then n lines with a plate each, such as BX07; its digits are at most $top.
Output: for each plate one line with the plate that comes $step places after it, written as the letters,
the sign "$sep" and the two digits.""",
        reference="""\
for _ in range(int(input())):
    plate = input().strip()
    letters = (ord(plate[0]) - 65) * 26 + ord(plate[1]) - 65
    more, digits = divmod(int(plate[2:]) + $step, $top + 1)
    a, b = divmod((letters + more) % 676, 26)
    print(f"{chr(65 + a)}{chr(65 + b)}$sep{digits:02d}")
""",
        wrong="""\
for _ in range(int(input())):
    plate = input().strip()
    more, digits = divmod(int(plate[2:]) + $step, $top + 1)
    b = (ord(plate[1]) - 65 + more) % 26
    print(f"{plate[0]}{chr(65 + b)}$sep{digits:02d}")
""",
        make=_plates,
    ),
    Family(
        key="small_bracket_shift",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "shift": tuple(range(2, 26)),
            "limit": (2, 3, 4),
            "hide": ("#", "*", "+", "=", "/", "-", "_", "%", ".", "~"),
            "stray": (
                Say("is left out of the text", "''"),
                Say("is written as it is", "c"),
                Say("is written as a question mark", "'?'"),
            ),
        },
        statement="""\
In a note, round brackets hide letters. The depth of a letter is the number of brackets opened before it
and not yet closed. A letter at depth d moves d times $shift places forward in the alphabet, and after z
comes a. But a letter at depth $limit or more is written as the sign $hide. Brackets are left out. A
closing bracket that meets no open one $stray, and the depth stays 0. Brackets may stay open at the end.

Input: n (1 to 20), then n lines of 1 to 60 small letters and round brackets; each line begins with a
letter, at depth 0.
Output: for each line one line with the number of signs $hide written for hidden letters, a space, and the
text.""",
        reference="""\
for _ in range(int(input())):
    depth, hidden, out = 0, 0, ""
    for c in input().strip():
        if c == "(":
            depth += 1
        elif c == ")":
            if depth == 0:
                out += $stray
            depth = max(0, depth - 1)
        elif depth >= $limit:
            out, hidden = out + "$hide", hidden + 1
        else:
            out += chr((ord(c) - 97 + depth * $shift) % 26 + 97)
    print(hidden, out)
""",
        wrong="""\
for _ in range(int(input())):
    depth, hidden, out = 0, 0, ""
    for c in input().strip():
        if c == "(":
            depth += 1
        elif c == ")":
            if depth <= 0:
                out += $stray
            depth -= 1
        elif depth >= $limit:
            out, hidden = out + "$hide", hidden + 1
        else:
            out += chr((ord(c) - 97 + depth * $shift) % 26 + 97)
    print(hidden, out)
""",
        make=lambda rng, values: _rows([rng.choice(_LETTERS) + _note(rng) for _ in range(rng.between(1, 3))]),
    ),
    Family(
        key="small_digit_groups",
        grade=1,
        kind="function",
        starter="def written(numbers: list[int]) -> list[str]:",
        parameters={
            "base": tuple(range(3, 10)),
            "group": (2, 3, 4, 5),
            "sep": (".", ",", ":", "/", "+", "="),
            "minus": (
                Say("a hyphen before it", "'-' + s"),
                Say("a hyphen behind it", "s + '-'"),
                Say("round brackets around it", "'(' + s + ')'"),
                Say("the letter n before it", "'n' + s"),
                Say("a star behind it", "s + '*'"),
            ),
            "add": (1, 2, 4, 5, 7, 8),
        },
        statement="""\
First $add is added to each of the `numbers` (1 to 60 integers from -100000 to 100000). Then the absolute
value of each result is written in base $base. Zeros are put before it until the number of digits is a
multiple of $group, and the digits are cut into groups of $group with the sign $sep between neighbouring
groups. The value 0 is one group of zeros. A negative result has $minus at the end of this work; others
have no sign. Return the texts in order.""",
        reference="""\
def written(numbers):
    out = []
    for n in numbers:
        n += $add
        v, s = abs(n), ""
        while v or not s or len(s) % $group:
            s, v = str(v % $base) + s, v // $base
        s = "$sep".join(s[i:i + $group] for i in range(0, len(s), $group))
        out.append($minus if n < 0 else s)
    return out
""",
        wrong="""\
def written(numbers):
    out = []
    for n in numbers:
        n += $add
        v, s = abs(n), ""
        while v or not s:
            s, v = str(v % $base) + s, v // $base
        s = "$sep".join(s[i:i + $group] for i in range(0, len(s), $group))
        out.append($minus if n < 0 else s)
    return out
""",
        make=lambda rng, values: [
            [rng.choice((-1, 1)) * rng.below(10 ** rng.between(2, 5)) for _ in range(rng.between(4, 9))]
        ],
        edges=lambda values: [[[-int(values["add"]), 0, -1]]],
        held_out=True,
    ),
)


def _note(rng: Rng) -> str:
    return ")" * rng.below(2) + _word(rng, 10, 30, _LETTERS[:20] + "(" * 7 + ")" * 6)
