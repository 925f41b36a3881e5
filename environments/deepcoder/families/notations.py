"""Grade 2: texts and lists that are read piece by piece: measures, brackets, blanks."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_FACTS = ("name", "town", "day", "gift", "sum", "hour", "street")
_WORDS = ("dear", "meet", "us", "in", "the", "hall", "at", "and", "bring", "your", "please", "soon")


def _length(rng: Rng, low: int, high: int, spans: int, thumbs: int) -> str:
    total = rng.between(low, high)
    rods, rest = divmod(total, spans * thumbs)
    if rods and rng.below(4) == 0:
        # Parts may be larger than the next unit.
        rods, rest = rods - 1, rest + spans * thumbs
    span, thumb = divmod(rest, thumbs)
    parts = [f"{k}{unit}" for k, unit in ((rods, "r"), (span, "s"), (thumb, "t")) if k]
    return " ".join(parts) or "1t"


def _planks(rng: Rng, values: Values) -> str:
    spans, thumbs = int(values["spans"]), int(values["thumbs"])
    board = spans * thumbs * rng.between(2, 4) + rng.between(0, spans * thumbs)
    lines = [_length(rng, board, board, spans, thumbs)]
    lines += [_length(rng, 1, board * 3 // 5, spans, thumbs) for _ in range(rng.between(4, 14))]
    return f"{len(lines) - 1}\n" + "\n".join(lines) + "\n"


def _brackets(rng: Rng, values: Values) -> Any:
    signs, text = [], ""
    for _ in range(rng.between(10, 30)):
        text += "".join(rng.choice(_LETTERS) for _ in range(rng.below(4)))
        kind = rng.below(8)
        if kind < 4:
            signs.append(rng.choice("(["))
            text += signs[-1]
        elif kind < 7 and signs:
            text += {"(": ")", "[": "]"}[signs.pop()]
        else:
            text += rng.choice(")]")
    return [text]


def _letter(rng: Rng, values: Values) -> Any:
    opening, closing = str(values["marks"])[0], str(values["marks"])[1]
    facts = {key: "".join(rng.choice(_LETTERS) for _ in range(rng.between(1, 9))) for key in _FACTS}
    known = {key: facts[key] for key in rng.sample(_FACTS, rng.between(2, 6))}
    parts = []
    for _ in range(rng.between(4, 12)):
        key = rng.choice(_FACTS)
        width = f"{values['sep']}{rng.between(1, 10)}" if rng.below(3) else ""
        parts += [rng.choice(_WORDS), f"{opening}{key}{width}{closing}"]
    return [" ".join(parts), known]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="plank_cutting_list",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "spans": tuple(range(3, 15)),
            "thumbs": tuple(range(3, 15)),
            "saw": tuple(range(1, 16)),
        },
        statement="""\
A carpenter measures in rods (r), spans (s) and thumbs (t): a rod has $spans spans, a span has $thumbs
thumbs. A length is written like `2r 1s 5t`: parts that are 0 are left out, at least one is there, and in the
input a part may be larger than the next unit.

All boards are equally long. The pieces are cut in the order of the input, the first from a new board. A piece
that is not longer than what is left of the current board is cut from it, and the saw takes $saw thumbs more,
or all that is left if that is less. Otherwise the board is put aside and a new one begun.

Input: the number of pieces (1 to 40), the length of a board, then the length of each piece on a line of its
own; none is longer than a board.
Output: for each board used, in order, a line with the number of pieces cut from it, a space, and what is
left of it in the form above, with the fewest possible thumbs and then the fewest possible spans; `none` if
nothing is left.""",
        reference="""\
def thumbs(text):
    units = {"r": $spans * $thumbs, "s": $thumbs, "t": 1}
    return sum(int(part[:-1]) * units[part[-1]] for part in text.split())


def show(pieces, left):
    rods, rest = divmod(left, $spans * $thumbs)
    parts = ((rods, "r"), (rest // $thumbs, "s"), (rest % $thumbs, "t"))
    print(pieces, " ".join(f"{k}{unit}" for k, unit in parts if k) or "none")


n = int(input())
board = thumbs(input())
left, pieces = board, 0
for _ in range(n):
    x = thumbs(input())
    if x > left:
        show(pieces, left)
        left, pieces = board, 0
    left = max(0, left - x - $saw)
    pieces += 1
show(pieces, left)
""",
        wrong="""\
def thumbs(text):
    units = {"r": $spans * $thumbs, "s": $thumbs, "t": 1}
    return sum(int(part[:-1]) * units[part[-1]] for part in text.split())


def show(pieces, left):
    rods, rest = divmod(left, $spans * $thumbs)
    parts = ((rods, "r"), (rest // $thumbs, "s"), (rest % $thumbs, "t"))
    print(pieces, " ".join(f"{k}{unit}" for k, unit in parts if k) or "none")


n = int(input())
board = thumbs(input())
left, pieces = board, 0
for _ in range(n):
    x = thumbs(input())
    if x > left:
        show(pieces, left)
        left, pieces = board, 0
    left = max(0, left - x - $saw)
    pieces += 1
""",
        make=_planks,
    ),
    Family(
        key="bracket_pair_bill",
        grade=2,
        kind="function",
        starter="def bill(text: str) -> list[int]:",
        parameters={
            "rounded": (1, 2, 3, 4, 5),
            "square": (1, 2, 3, 4, 5),
            "deep": tuple(range(1, 11)),
            "fine": tuple(range(6, 16)),
            "clash": (
                Say("it is stray, and nothing else changes", "pass"),
                Say(
                    "it is stray, and the bracket opened last is stray as well and no longer open",
                    "strays += 1; opened.pop()",
                ),
            ),
        },
        statement="""\
`text` (0 to 300 characters) holds lower-case letters, round brackets `()` and square brackets `[]`, in any
order. Read it from left to right and keep track of the brackets that are open. A closing bracket makes a pair
with the bracket opened last of those still open, if both are round or both are square; this bracket is then
no longer open. If the two are of different kinds, the closing one makes no pair: $clash. If no
bracket is open, a closing one is stray. Brackets still open at the end of the text are stray too.

A pair costs $rounded (round) or $square (square) for each character strictly between its two brackets,
whatever it is, plus $deep for each bracket that is open directly after the pair was closed. Return a list
with the cost of each pair, in the order in which the pairs are closed, followed by $fine times the
number of stray brackets.""",
        reference="""\
def bill(text):
    opened, out, strays = [], [], 0
    for i, c in enumerate(text):
        if c in "([":
            opened.append((c, i))
        elif c in ")]":
            if opened and opened[-1][0] + c in ("()", "[]"):
                _, j = opened.pop()
                each = $rounded if c == ")" else $square
                out.append(each * (i - j - 1) + $deep * len(opened))
            else:
                strays += 1
                if opened:
                    $clash
    return [*out, $fine * (strays + len(opened))]
""",
        wrong="""\
def bill(text):
    opened, out, strays = [], [], 0
    for i, c in enumerate(text):
        if c in "([":
            opened.append((c, i))
        elif c in ")]":
            if opened and opened[-1][0] + c in ("()", "[]"):
                _, j = opened.pop()
                each = $rounded if c == ")" else $square
                out.append(each * (i - j - 1) + $deep * len(opened))
            else:
                strays += 1
                if opened:
                    $clash
    return [*out, $fine * strays]
""",
        make=_brackets,
    ),
    Family(
        key="stencil_letters",
        grade=2,
        kind="function",
        starter="def filled(text: str, facts: dict[str, str]) -> str:",
        parameters={
            "marks": (
                Say("`<` and `>`", "<>"),
                Say("`{` and `}`", "{}"),
                Say("`(` and `)`", "()"),
                Say("`[` and `]`", "[]"),
            ),
            "sep": (":", "@", "!", "/", "="),
            "pad": (".", "_", "-", "+", "*", "~"),
            "side": (Say("in front of it", "rjust"), Say("after it", "ljust")),
            "unknown": (
                Say("the key itself in capital letters", "key.upper()"),
                Say("the key itself in reversed order", "key[::-1]"),
                Say("as many question marks as the key has letters", "'?' * len(key)"),
                Say("the key itself with a question mark before it", "'?' + key"),
                Say("the first letter of the key followed by a question mark", "key[0] + '?'"),
            ),
            "cut": (Say("first", "word[:width]"), Say("last", "word[-width:]")),
        },
        statement="""\
`text` (up to 500 characters) is a letter with blanks. A blank stands between $marks and holds a key of
lower-case letters, perhaps followed by `$sep` and a width from 1 to 20. These marks occur in blanks only, and
blanks hold no other blanks. `facts` is a dictionary from keys to words of lower-case letters.

Replace every blank, marks included, by the word that `facts` has for its key; if it has none, by $unknown.
If a width is given, what is put in must have exactly this length: if it is too long, only its $cut
characters are kept, as many as the width says; if it is too short, it is filled up with the sign `$pad`
$side. Without a width it is put in as it is. All other characters stay as they are. Return the new text.""",
        reference="""\
def filled(text, facts):
    opening, closing = "$marks"
    out = []
    for piece in text.split(closing):
        plain, found, blank = piece.partition(opening)
        out.append(plain)
        if found:
            key, _, size = blank.partition("$sep")
            word = facts.get(key, $unknown)
            if size:
                width = int(size)
                word = $cut.$side(width, "$pad")
            out.append(word)
    return "".join(out)
""",
        wrong="""\
def filled(text, facts):
    opening, closing = "$marks"
    out = []
    for piece in text.split(closing):
        plain, found, blank = piece.partition(opening)
        out.append(plain)
        if found:
            key, _, size = blank.partition("$sep")
            word = facts.get(key, $unknown)
            if size:
                word = word.$side(int(size), "$pad")
            out.append(word)
    return "".join(out)
""",
        make=_letter,
    ),
)
